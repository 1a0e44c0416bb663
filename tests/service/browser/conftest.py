"""A browser, a server for it to ask, and a page in it: one of each for the tests of a file."""
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.service.browser import live, studio
from tests.service.browser.chromium import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is: it holds the GAME of the file of tests, or else nothing yet."""
    game = getattr(request.module, "GAME", None)
    with studio.served(studio.app(None, game)) if game else live.server(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with studio.page(browser, address) as shown:
        yield shown
