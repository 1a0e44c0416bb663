"""Debian's Chromium, driven by Playwright; what tests ask of its pages."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

PATH = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]
PICTURE = {"exclude": [[".board > svg:first-child > *"]]}      # one image, and far too many elements
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, closed in the end."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=PATH, args=ARGUMENTS)
        yield browser
        browser.close()


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page: the rule, and where."""
    found = Axe().run(page, context=PICTURE, options=RULES).response["violations"]
    return [f"{each['id']}: {node['target']}" for each in found for node in each["nodes"][:3]]
