"""The pages to analyse, review and set up in a real browser: a server on a thread, and a page that keeps its faults."""
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import uvicorn
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from playwright.sync_api import Browser, Page

import games
from mcts.play import Task, play
from service.api import lines
from service.pages import add_pages
from service.searches import Limits
from tests.service.browser.chromium import violations
from tests.service.house import Settings, app_of

ROOT = Path(__file__).parent.parent.parent.parent
SECRET = "a-seat-of-a-game-that-is-over"
REFUSED = "Failed to load resource: the server responded with a status of 400"      # the page says what was refused
LIMITS = Limits(seconds=60.0, review_simulations=100)


def a_game(name: str, agents: tuple[str, ...], seed: int = 1) -> str:
    """The record of a game between these agents."""
    return "\n".join(play(Task(name, len(agents), {}, seed, agents)).record) + "\n"


def app(reports: Path | None, record: str) -> FastAPI:
    """The pages with the API they ask, and one game that is over."""
    made = app_of(Settings(body_bytes=2_000_000, reports=reports), LIMITS)
    made.include_router(lines.router, prefix="/api/v1")

    @made.get("/api/v1/games")
    def listed() -> list[dict[str, object]]:
        found = [games.load(name) for name in games.names()]
        return [{"name": game.name, "title": game.title, "seats": game.seats,
                 "options": [asdict(option) | {"label": option.name, "labels": list(option.values)}
                             for option in game.options]} for game in found]

    @made.get(f"/api/v1/seats/{SECRET}/record", response_class=PlainTextResponse)
    def kept() -> str:
        return record

    add_pages(made)
    return made


@contextmanager
def served(made: FastAPI) -> Iterator[str]:
    """The address of an application while it runs on a thread."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(made, port=port, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@contextmanager
def page(opened: Browser, address: str, width: int = 1600, dark: bool = False) -> Iterator[Page]:
    """A page at this address. Whatever its console or its policy complains of fails the test."""
    context = opened.new_context(base_url=address, viewport={"width": width, "height": 1000}, locale="en-GB",
                                 color_scheme="dark" if dark else "light", reduced_motion="reduce")
    shown, faults = context.new_page(), list[str]()
    shown.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning")
             and not message.text.startswith(REFUSED) else None)
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.on("request", lambda request: faults.append(f"fetched {request.url}")
             if not request.url.startswith((address, "data:", "blob:")) else None)
    yield shown
    context.close()
    assert not faults, faults


def too_wide(shown: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(shown.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def pleases(shown: Page) -> None:
    """The page fits and axe finds nothing wrong with it, light and dark, at the widths of a phone, a tablet, a desk."""
    shapes: tuple[tuple[int, Literal["light", "dark"]], ...] = ((390, "light"), (1024, "dark"), (1600, "light"))
    for width, scheme in shapes:
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shown.set_viewport_size({"width": width, "height": 1000})
        assert not too_wide(shown), width
        assert violations(shown) == [], (width, scheme)
