"""A real server with an empty database, on a thread, and what tests do at its tables with a browser."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from service.app import create_app
from service.settings import Settings
from tests.service.browser.studio import served


@contextmanager
def server(folder: Path, **settings: Any) -> Iterator[str]:
    """The address of a server that keeps its tables in this folder."""
    database = f"sqlite:///{folder / 'tables.db'}"
    with served(create_app(Settings(database=database, requests_per_second=0.0, **settings))) as address:
        yield address


def new_table(address: str, **asked: Any) -> dict[str, Any]:
    """A new table, by the API: its secrets."""
    answer = httpx.post(f"{address}/api/v1/tables", json=asked)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def person(seats: int = 2, level: int = 3) -> list[dict[str, Any]]:
    """A person in seat 0, and a level in all others."""
    return [{"kind": "person"}, *({"kind": "level", "level": level} for _ in range(seats - 1))]


@contextmanager
def guest(opened: Browser, address: str, path: str, faults: bool = True, **more: Any) -> Iterator[Page]:
    """A page of its own browser context. With `faults`, whatever its console complains of fails the test."""
    context: BrowserContext = opened.new_context(base_url=address, locale="en-GB", reduced_motion="reduce",
                                                 **{"viewport": {"width": 1400, "height": 1000}, **more})
    page, found = context.new_page(), list[str]()
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.goto(path)
    yield page
    context.close()
    assert not faults or found == []


def part(page: Page, name: str) -> Locator:
    """A part of a table's page."""
    return page.locator(f'[data-part="{name}"]')


def settled(page: Page) -> None:
    """Wait until the person may do something, or the game is over."""
    page.wait_for_selector('body.mine:not(.busy) .over .lit, body.mine:not(.busy) [data-part="short"] button, '
                           '[data-part="status"]:text-is("The game is over")', state="attached", timeout=60_000)


def act(page: Page, number: int = 0, unlike: str = "none") -> None:
    """Click one of what is lit, if possible none whose id begins as `unlike`, or choose the first of a short list."""
    page.evaluate("""([number, unlike]) => {
      const short = document.querySelectorAll('[data-part="short"] button');
      const lit = [...document.querySelectorAll(".over .lit")];
      const liked = lit.filter((each) => !each.dataset.touch.match(`^(${unlike})`));
      const few = liked.length ? liked : lit;
      const chosen = few.length ? few[(7 * number) % few.length] : short[0];
      chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }""", [number, unlike])


# A point of something lit, from the one of this number on, where a click hits it: [x, y]; null: there is none in sight.
POINT = """(number) => {
  const lit = [...document.querySelectorAll(".over .lit")];
  for (let at = 0; at < lit.length; at++) {
    const each = lit[(7 * number + at) % lit.length], shape = each.querySelector(".shape");
    shape.scrollIntoView({ block: "center", inline: "center" });
    const box = shape.getBoundingClientRect();
    for (const sx of [.5, .25, .75, .1, .9]) for (const sy of [.5, .25, .75, .1, .9]) {
      const x = box.left + sx * box.width, y = box.top + sy * box.height;
      if (document.elementFromPoint(x, y)?.closest("[data-touch]")?.dataset.touch === each.dataset.touch) return [x, y];
    }
  }
  return null;
}"""


def click(page: Page, number: int = 0) -> None:
    """Click with the mouse: on the button that confirms, on something lit, on a short list, or on the strip of parts to
    see all of the board.
    """
    if part(page, "confirm").is_visible():
        part(page, "confirm").click()
    elif point := page.evaluate(POINT, number):
        page.mouse.click(*point)
    elif part(page, "short").is_visible():
        part(page, "short").locator("button").first.click()
    else:
        part(page, "areas").locator("[data-area='']").click()


def touches(page: Page) -> list[str]:
    """What is lit."""
    found = page.eval_on_selector_all(".over .lit", "all => all.map(each => each.dataset.touch)")
    return sorted(map(str, found))


def is_over(page: Page) -> bool:
    """Whether the game is over."""
    return part(page, "status").inner_text() == "The game is over"
