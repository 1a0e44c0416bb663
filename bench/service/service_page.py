"""The page in a real browser on a busy machine: when a table is painted, and how long a click waits for its answer.

    python -m bench service_page --busy 2

It starts `ludosoph serve` with a database of its own and Debian's Chromium, keeps so many processors busy all the
while, and opens tables of the large games at the widths of a phone, a tablet and a desk, each in a browser that has
nothing stored; one table that is not counted comes first. A click is answered by the page alone: it narrows the moves,
or it plays one, and the page says which, and marks on the board what it touches. The server answers that, without a
search, and then the board is drawn anew.
"""
from __future__ import annotations

import asyncio
import multiprocessing
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import getloadavg
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from playwright.async_api import Browser, Page, async_playwright

from bench.command import said
from bench.service.service_load import ROOT, served

RESULT = ROOT / "bench" / "results" / "service-page.md"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GAMES = ("burgundy", "catan_cards", "orleans", "world504", "connect_four")
SIZES = {390: 844, 1024: 768, 1600: 1000}       # CSS pixels
ROW = re.compile(r"\| (\w+), (\d+) \|")       # how a line of the table begins
PAINTED, ANSWERED = 1000.0, 100.0               # ms, aims
WAIT = 60_000.0                                 # ms for anything at all

# Notes when all of the picture of the board is on the screen.
WATCH = """new MutationObserver((_, watch) => {
  if (!document.querySelector(".board > svg text") || !document.querySelector(".board + *")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.boardAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
# Milliseconds from the request until something was painted, and until the board was.
TIMES = """async () => {
  while (window.boardAt === undefined) await new Promise(requestAnimationFrame);
  const [{ startTime: painted }] = performance.getEntriesByName("first-contentful-paint");
  return [painted, Math.max(painted, window.boardAt)];
}"""
OVER = '[data-part="result-card"]:not([hidden])'
READY = 'body.mine:not(.busy) .over .lit, body.mine:not(.busy) [data-part="short"] button'
# Clicks what plays, or what narrows: milliseconds until what was clicked on is marked, and of what plays until the
# board is as it is after the move, each on the screen; null: there is no such thing.
CLICK = """(plays) => new Promise((done) => {
  const narrows = (each) => /\\d+ moves$/.test(each.getAttribute("aria-label"));
  const lit = [...document.querySelectorAll(".over .lit")].filter((each) => narrows(each) !== plays);
  const short = plays ? [...document.querySelectorAll('[data-part="short"]:not([hidden]) button')] : [];
  const chosen = lit[0] ?? short[0];
  if (!chosen) return done(null);
  const begun = performance.now(), board = document.querySelector(".board");
  const changed = (...watched) => new Promise((seen) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => seen(performance.now() - begun)));
    });
    for (const [element, what] of watched) watch.observe(element, what);
  });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  const line = document.querySelector('[data-part="hint-line"]');      // says the move, even one that touches nothing
  const marked = changed([board.querySelector(".over"), { childList: true }], [line, { childList: true }]);
  const drawn = plays ? changed([board, { childList: true }], [board.querySelector("svg"), all]) : marked;
  Promise.all([marked, drawn]).then(done);
  chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""

Busy = Annotated[int, typer.Option(min=0, help="processors that are kept busy")]
Tables = Annotated[int, typer.Option(min=1, help="tables of each game at each width")]
Clicks = Annotated[int, typer.Option(min=1, help="at each table")]


@dataclass
class Seen:
    """Milliseconds at the tables of a game at one width."""

    game: str
    width: int
    painted: list[float] = field(default_factory=list)      # the first thing of the page
    board: list[float] = field(default_factory=list)        # the picture of the board
    narrowed: list[float] = field(default_factory=list)     # clicks that narrow, until that is marked
    played: list[float] = field(default_factory=list)       # clicks that play, until the move is marked
    drawn: list[float] = field(default_factory=list)        # and until the board is as it is after the move


def run(busy: Busy = 2, tables: Tables = 3, clicks: Clicks = 8,
        game: Annotated[list[str] | None, typer.Option(help="these alone; lines of others stay")] = None,
        out: Annotated[Path, typer.Option(help="where the table goes")] = RESULT) -> None:
    """Open tables in a browser while the machine is busy, and write how long one waits. Exit status 1 where that is
    longer than it should be.
    """
    games = game or list(GAMES)
    before = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    kept = [line for line in before if (found := ROW.match(line)) and found[1] not in games]
    parts = "" if set(games) == set(GAMES) else " --game GAME"
    command = f"python -m bench service_page --busy {busy} --tables {tables} --clicks {clicks}{parts}"

    def write(seen: Sequence[Seen]) -> list[str]:
        """The table as far as it is known; its lines."""
        lines = sorted([*kept, *map(line_of, seen)], key=_place)
        out.write_text(page(lines, command, busy), encoding="utf-8")
        return lines

    with TemporaryDirectory() as folder, spinning(busy):
        seen = asyncio.run(measured(Path(folder), tables, clicks, games, then=write))
    print(out.read_text(encoding="utf-8"))
    if any(map(missed, write(seen))):
        raise typer.Exit(1)


@contextmanager
def spinning(processes: int) -> Iterator[None]:
    """So many processes that do nothing but take processor time."""
    started = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(processes)]
    for each in started:
        each.start()
    try:
        yield
    finally:
        for each in started:
            each.terminate()
            each.join()


def _spin() -> None:
    while True:
        pass


async def measured(folder: Path, tables: int, clicks: int, games: Sequence[str] = GAMES,
                   widths: Sequence[int] = tuple(SIZES),
                   then: Callable[[Sequence[Seen]], object] = lambda seen: None) -> list[Seen]:
    """Tables of each game at each width in a browser, one after the other; after each width `then` is called."""
    async with served(folder, ()) as (address, _), async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        found = [Seen(game, width) for game in games for width in widths]
        await at_table(browser, address, Seen(games[0], widths[0]), 0, 0)       # server and browser have just begun
        for number, each in enumerate(found, start=1):
            for seed in range(tables):
                await at_table(browser, address, each, seed, clicks)
            said(line_of(each))
            then(found[:number])
        await browser.close()
        return found


async def at_table(browser: Browser, address: str, seen: Seen, seed: int, clicks: int) -> None:
    """Open a table and click on it."""
    context = await browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce",
                                        viewport={"width": seen.width, "height": SIZES[seen.width]})
    await context.add_init_script(WATCH)
    shown = await context.new_page()
    answer = await shown.request.post("/api/v1/tables", data={
        "game": seen.game, "seed": seed, "players": [{"kind": "person"}, {"kind": "level", "level": 1}]})
    await shown.goto((await answer.json())["link"])
    await shown.wait_for_selector(READY, state="attached", timeout=WAIT)
    painted, board = await shown.evaluate(TIMES)
    seen.painted.append(painted)
    seen.board.append(board)
    await shown.locator('[data-part="ask"]').evaluate("each => { each.checked = false; }")     # one click plays at once
    for _ in range(clicks):
        if not await clicked(shown, seen):
            break
    await context.close()


async def clicked(shown: Page, seen: Seen) -> bool:
    """A click that narrows, if there is one, or else one that plays; whether there was anything to click."""
    await shown.wait_for_selector(f"{READY}, {OVER}", state="attached", timeout=WAIT)
    narrowed = await shown.evaluate(CLICK, False) if len(seen.narrowed) <= len(seen.played) else None
    if narrowed is not None:
        seen.narrowed.append(narrowed[0])
        return True
    played = await shown.evaluate(CLICK, True)
    if played is None:
        return False
    seen.played.append(played[0])
    seen.drawn.append(played[1])
    return True


def page(lines: Sequence[str], command: str, busy: int) -> str:
    """The table: medians, and in brackets the longest; last whether the aims are met."""
    short = [" at ".join(_place_of(line)) for line in lines if missed(line)]
    late = [" at ".join(_place_of(line)) for line in lines if (_medians(line)[4] or 0.0) >= ANSWERED]
    return "\n".join([
        "# The page on a busy machine", "",
        f"`{command}` on 2 cores, beside {busy} processes that never rest. Milliseconds, each the median, and in "
        "brackets the longest. A table is painted once the picture of its board is on the screen, in a browser that "
        "has nothing stored. A click is answered once the page has marked on the board what was clicked on, or what "
        "the move that it plays touches, and has said which move that is. The board after it comes from the server, "
        "without a search.", "",
        "| game, width | something painted | board painted | click that narrows | click that plays | board after it |",
        "| --- | ---: | ---: | ---: | ---: | ---: |", *lines, "",
        f"Aims: the board painted in {PAINTED:g} ms, a click answered in {ANSWERED:g} ms, by the medians. "
        + (f"Not met by {', '.join(short)}." if short else "All are met."),
        f"The board after the move was there in {ANSWERED:g} ms as well, "
        + (f"but not in {', '.join(late)}." if late else "everywhere."), "",
        f"The load of the machine in the last minute was {getloadavg()[0]:.0f}: more than {busy + 2} is that of other "
        "programs.", ""])


def missed(line: str) -> bool:
    """Whether the medians of a line are not what they should be."""
    _, board, *clicks, _ = _medians(line)
    return board is None or board >= PAINTED or any(click is not None and click >= ANSWERED for click in clicks)


def line_of(seen: Seen) -> str:
    """What is told of the tables of a game at one width."""
    times = (seen.painted, seen.board, seen.narrowed, seen.played, seen.drawn)
    return f"| {seen.game}, {seen.width} | {' | '.join(map(_between, times))} |"


def _between(times: Sequence[float]) -> str:
    return f"{median(times):.0f} ({max(times):.0f})" if times else "-"


def _medians(line: str) -> list[float | None]:
    return [None if cell == "-" else float(cell.split()[0]) for cell in line.strip("| ").split(" | ")[1:]]


def _place_of(line: str) -> tuple[str, str]:
    found = ROW.match(line)
    assert found is not None
    return found[1], found[2]


def _place(line: str) -> tuple[int, int]:
    game, width = _place_of(line)
    return GAMES.index(game), int(width)
