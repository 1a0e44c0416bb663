"""Takes the pictures of the pages to play and to follow in docs/images: python -m tests.service.browser.pictures.

A page in each of three widths, light or dark.
"""
from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.service.browser.chromium import chromium
from tests.service.browser.live import act, guest, new_table, part, person, server, settled

IMAGES = Path(__file__).parent.parent.parent.parent / "docs" / "images"
COLOURS = 128               # of a picture, so that it stays small
SIZES = {390: 844, 1024: 900, 1600: 1000}


def begun(page: Page, clicks: int) -> None:
    """Play on by clicks."""
    for number in range(clicks):
        settled(page)
        act(page, number, unlike="turn")
    settled(page)


def advised(page: Page) -> None:
    """Ask for advice, and mark its first plan on the board."""
    part(page, "advise").click()
    page.wait_for_selector('[data-part="why"] p', timeout=30_000)
    page.locator(".plan-text").first.click()
    page.wait_for_selector(".over .mark")


def shoot(page: Page, name: str, folder: Path, whole: bool = False) -> None:
    """Keep what the page shows now, once its board has come."""
    page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole)))
    file = folder / f"page-{name}.png"
    picture.convert("RGB").quantize(COLOURS).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size // 1024} KiB")


def take(browser: Browser, address: str, folder: Path) -> None:
    """All pictures."""
    for width, height in SIZES.items():
        dark = width == 1024
        more = {"viewport": {"width": width, "height": height}, "color_scheme": "dark" if dark else "light"}
        played = new_table(address, game="burgundy", seed=8, players=person())
        with guest(browser, address, played["link"], **more) as page:
            begun(page, 12)
            advised(page)
            shoot(page, f"play-{width}", folder, whole=width < 1600)
        followed = new_table(address, game="burgundy", kind="follow", seats=2)
        with guest(browser, address, followed["link"], **more) as page:
            begun(page, 40)
            page.wait_for_selector('[data-part="short"] button')
            shoot(page, f"follow-{width}", folder)
        with guest(browser, address, "/", **more) as page:
            page.locator('input[value="burgundy"]').check()
            page.wait_for_load_state("networkidle")
            shoot(page, f"new-{width}", folder)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as tables, server(Path(tables)) as found, chromium() as opened:
        take(opened, found, Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
