"""Takes the pictures of the pages in docs/images: python -m tests.service.browser.pictures.

The pages to play and to follow in each of three widths, light or dark, the narrow one in German; those to analyse,
review and set up at one.
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
COLOURS = 48                # of a picture that is as large as its page, so that it stays small
SIZES = {390: 844, 1024: 900, 1600: 1000}
SHOWN = {1024: 720, 1600: 1000}         # pixels across the picture of a page that is so wide
TALLEST = 1745              # pixels of a page that are shown
QUALITY = 36                # of pictures in less than their size, as WebP counts it
STUDY = {"width": 1600, "height": 1300}
EXAMPLES = IMAGES.parent.parent / "examples"


def begun(page: Page, clicks: int) -> None:
    """Play on by clicks, each of which plays if it can."""
    part(page, "ask").uncheck()
    for number in range(clicks):
        settled(page)
        act(page, number, unlike="turn")
    settled(page)
    page.evaluate("scrollTo(0, 0)")         # on a phone the box that was unchecked is far below the board


def advised(page: Page) -> None:
    """Ask for advice, and mark its first plan on the board."""
    part(page, "advise").click()
    page.wait_for_selector('[data-part="why"] p', timeout=30_000)
    page.locator(".plan-text").first.click()
    page.wait_for_selector(".over .mark")


def shoot(page: Page, name: str, folder: Path, whole: bool = False) -> None:
    """Keep what the page shows now, once its board has come."""
    page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    file = folder / f"page-{name}.webp"
    if width := SHOWN.get(picture.width):
        picture = picture.crop((0, 0, picture.width, min(picture.height, TALLEST)))
        picture = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        picture.save(file, quality=QUALITY, method=6)
    else:
        few = picture.quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB")
        few.save(file, lossless=True, quality=100, method=6)
    print(f"{file}: {file.stat().st_size // 1024} KiB")


def study(browser: Browser, address: str, folder: Path) -> None:
    """The pages to analyse, review and set up."""
    with guest(browser, address, "/analyse", viewport=STUDY) as page:
        page.locator("#text").fill((EXAMPLES / "burgundy-midgame.json").read_text(encoding="utf-8"))
        page.locator("#by-text button").click()
        page.locator("#seconds").select_option("5")
        page.locator("#begin").click()
        page.wait_for_selector("#headline:not(:empty)", timeout=60_000)
        for number in (1, 0):
            page.locator('[data-part="all"] button').nth(number).dispatch_event("click")
            page.wait_for_selector("#headline:not(:empty)", timeout=60_000)
            page.locator("#step-back").click()
            page.wait_for_selector('[data-part="tree"] li:first-child [aria-current]')
        page.locator("#plans button").first.click()
        shoot(page, "analyse", folder)
    with guest(browser, address, "/review", viewport=STUDY) as page:
        page.locator("#file").set_input_files(EXAMPLES / "burgundy-game.jsonl")
        page.locator("#simulations").select_option("50")
        page.wait_for_selector("#result:not([hidden])", timeout=120_000)
        page.locator("#asking").evaluate("part => scrollTo(0, part.offsetTop - 20)")
        shoot(page, "review", folder)
    with guest(browser, address, "/setup", faults=False, viewport=STUDY) as page:
        page.wait_for_selector("#start-game option", state="attached")
        page.locator("#start-game").select_option("orleans")
        page.locator("form.start button").click()
        page.wait_for_selector(".verdict.good")
        text = page.locator("#text")
        text.fill(text.input_value().replace('"coins": 5', '"coins": "five"', 1))
        page.locator("#to-place").click()
        page.locator("#tidy").evaluate("() => getSelection().removeAllRanges()")
        shoot(page, "setup", folder)


def take(browser: Browser, address: str, folder: Path) -> None:
    """All pictures."""
    study(browser, address, folder)
    for width, height in SIZES.items():
        dark = width == 1024
        more = {"viewport": {"width": width, "height": height}, "color_scheme": "dark" if dark else "light"}
        played = new_table(address, game="burgundy", seed=8, players=person())
        language = "?lang=de" if width == min(SIZES) else ""
        with guest(browser, address, played["link"] + language, **more) as page:
            begun(page, 12)
            advised(page)
            shoot(page, f"play-{width}", folder, whole=width == 1024)
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
