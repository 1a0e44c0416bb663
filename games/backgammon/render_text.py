"""A position as text for a terminal: the board as it is drawn in books, seat 0 at the bottom, colours as an extra."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from games.backgammon.view import COLOURS, SIGNS, View

ROWS = 5                        # checkers of one point that are drawn; more are written as a number
TOP, BOTTOM = range(13, 25), range(12, 0, -1)
STYLES = ("bold black on white", "bold white on black")


def text_of(view: View) -> RenderableType:
    """The text of a view."""
    return Group(*_lines(view))


def _lines(view: View) -> Iterator[Text]:
    yield Text(f"Backgammon - {view.status}", style="bold")
    if view.played:
        yield Text(f"played so far: {' '.join(view.played)}")
    edge = f"+{'-' * 24}+-----+{'-' * 24}+"
    yield _row([_number(point) for point in TOP], Text("     "), frame=" ")
    yield Text(edge)
    for depth in range(ROWS):
        line = _row([_cell(view, point, depth) for point in TOP], _bar(view, 0, depth))
        yield _tray(line, view, 1) if depth == 0 else line
    yield Text(f"|{' ' * 24}| bar |{' ' * 24}|")
    for depth in reversed(range(ROWS)):
        line = _row([_cell(view, point, depth) for point in BOTTOM], _bar(view, 1, depth))
        yield _tray(line, view, 0) if depth == 0 else line
    yield Text(edge)
    yield _row([_number(point) for point in BOTTOM], Text("     "), frame=" ")
    for seat in range(2):
        way = "points as numbered, 24 to 1" if seat == 0 else "its point p is the one numbered 25 - p"
        yield Text(f"{SIGNS[seat]} seat {seat} ({COLOURS[seat]}): {view.pips[seat]} pips; {way}")


def _row(cells: Sequence[Text], middle: Text, frame: str = "|") -> Text:
    """One line across the board: twelve cells, the bar between the sixth and the seventh."""
    line = Text(frame)
    for number, cell in enumerate(cells):
        line.append_text(cell)
        if number == 5:
            line.append(frame).append_text(middle).append(frame)
    return line.append(frame)


def _number(point: int) -> Text:
    return Text(f"{point:>3} ")


def _tray(line: Text, view: View, seat: int) -> Text:
    """The line with the checkers that a seat has borne off behind it."""
    return line.append(f" {view.off[seat]:>2} off") if view.off[seat] else line


def _cell(view: View, point: int, depth: int) -> Text:
    """What stands on a point in row `depth` from the edge."""
    seat, checkers = view.at(point)
    return _checker(seat, checkers, depth, width=4)


def _bar(view: View, seat: int, depth: int) -> Text:
    """The bar: seat 0's checkers in the upper half, where they come in, seat 1's in the lower one."""
    return _checker(seat, view.bar[seat], ROWS - 1 - depth, width=5)


def _checker(seat: int, checkers: int, depth: int, width: int) -> Text:
    words = ""
    if depth < min(checkers, ROWS):
        words = str(checkers) if checkers > ROWS and depth == ROWS - 1 else SIGNS[seat]
    if not words:
        return Text("  . ".center(width) if depth == 0 and width == 4 else " " * width)
    left = width - len(words) - 1
    return Text(" " * left).append(words, style=STYLES[seat]).append(" ")
