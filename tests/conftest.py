"""What every test may count on, however the suite was started, and which tests run in one process."""
import signal
from collections import Counter

import pytest

from tests import whole
from tests.processor_time import COLUMNS, KEPT, USUAL, ProcessorTime, kept, longest_first

# a suite started in the background of a shell ignores Ctrl-C, and so does every child of it; its tests need it
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-times", choices=COLUMNS[1:],
                     help=f"write the processor seconds of each test file into this column of tests/{KEPT.name}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ProcessorTime(config), "processor time")
    whole.usual = config.getoption("markexpr") == USUAL     # before any file of tests is read


@pytest.hookimpl(tryfirst=True)         # the groups have to be there before pytest-xdist reads them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file share what they build, so one process runs them all, unless they are marked to spread."""
    named_apart(items)
    files = {item: item.nodeid.split("::")[0] for item in items}
    order = {file: place for place, file in enumerate(longest_first(set(files.values()), kept()))}
    items.sort(key=lambda item: order[files[item]])
    for item in items:
        if not item.get_closest_marker("spread"):
            item.add_marker(pytest.mark.xdist_group(files[item]))


def named_apart(items: list[pytest.Item]) -> None:
    """Refuses tests of one id: pytest-xdist would run one of them and say nothing of the others."""
    twice = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if twice:
        raise pytest.UsageError(f"several tests have the id {twice[0]}: under pytest-xdist only one of them would run")
