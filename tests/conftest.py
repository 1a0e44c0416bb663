"""What every test may count on, however the suite was started, and which tests run in one process."""
import signal

import pytest

# a suite started in the background of a shell ignores Ctrl-C, and so does every child of it; its tests need it
signal.signal(signal.SIGINT, signal.default_int_handler)

# these files take longest; they come first, so that no process is left alone with one of them at the end
LONGEST = ("test_packaging.py", "test_contract.py", "test_cli.py", "test_docs.py")


@pytest.hookimpl(tryfirst=True)         # the groups have to be there before pytest-xdist reads them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file share what they build, so one process runs them all, unless they are marked to spread."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    for item in items:
        if not item.get_closest_marker("spread"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
