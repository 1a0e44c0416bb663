"""A position of backgammon as a person sees it: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.backgammon.names import BAR, OFF, OPENING, OVER, PLAY, move_text, place_and_face
from games.backgammon.state import BackgammonState
from games.boards import COLUMNS, Part, fitted, folded
from games.drawing import PIPS, Drawing, one_of, tag
from games.frozen import frozen
from games.night import Night


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal, in plain ASCII and at most 72 columns, readable without colour."""
    view = view_of(own(state, BackgammonState))
    counts = next(s for s in (seat, view.seat, 0) if s is not None)
    rows = [list(_board_lines(view, deep, counts)) for deep in ROWS]
    played = Text(f"played so far: {' '.join(view.played)}")
    sides = [Text(f"{SIGNS[s]} seat {s} ({COLOURS[s]}): {view.pips[s]} pips") for s in (0, 1)]
    sides[counts].append("; points are numbered as this seat counts them")
    short = Text("   ".join(f"{SIGNS[s]} seat {s}: {view.pips[s]} pips" for s in (0, 1)))
    short.append(f"   numbered as seat {counts} counts")
    return fitted([Part([[Text(f"Backgammon - {view.status}", style="bold")]], []),
                   Part([folded(played, columns) if view.played else []], []),
                   Part(rows, [1, 3, 4]), Part([sides, [short]], [2])], room)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    return svg_of(view_of(own(state, BackgammonState)))


def touches(state: State, action: int) -> list[str]:
    """The ids of the die, of the point that a checker leaves, of the one it comes to; of a roll, whose turn it is."""
    view = view_of(own(state, BackgammonState))
    if state.is_chance_node():
        return ["turn"]
    place, face = place_and_face(action)
    faces = list(view.dice) * (2 if view.dice[0] == view.dice[1] else 1)
    left = faces.count(face) - view.used.count(face)
    return [f"seat-{view.seat}-die-{one_of([face] * left, 0)}", _place_id(view, place), _place_id(view, place - face)]


def _place_id(view: View, place: int) -> str:
    """The id of a place as the seat in turn numbers it."""
    if place == BAR or place <= OFF:
        return f"seat-{view.seat}-{'bar' if place == BAR else 'off'}"
    return f"point-{place if view.seat == 0 else 25 - place}"


RESULTS = {1: "wins", 2: "wins a gammon", 3: "wins a backgammon"}
SIGNS = ("O", "X")              # checkers of seat 0 and seat 1 in the text
COLOURS = ("white", "black")


@frozen
class View:
    """A position as it is drawn. Points are numbered as seat 0 counts them; seat 1's point p is 25 - p."""

    points: tuple[tuple[int, int], ...]     # (seat, checkers) of points 1-24; (0, 0) where none stands
    bar: tuple[int, int]
    off: tuple[int, int]
    pips: tuple[int, int]
    seat: int | None                        # who rolls, plays or has won
    dice: tuple[int, ...]                   # as rolled
    used: tuple[int, ...]                   # faces already played
    played: tuple[str, ...]
    status: str

    def at(self, point: int) -> tuple[int, int]:
        """Seat and number of the checkers on a point."""
        return self.points[point - 1]


def view_of(state: BackgammonState) -> View:
    """The view of a state."""
    raw = state.raw()
    first, second = raw["count"]
    faces = tuple(face for face in raw["dice"] if face)
    return View(
        points=tuple((0, first[p]) if first[p] else (1, second[25 - p]) if second[25 - p] else (0, 0)
                     for p in range(1, 25)),
        bar=(first[BAR], second[BAR]),
        off=(first[OFF], second[OFF]),
        pips=(state.pip_counts()[0], state.pip_counts()[1]),
        seat=None if raw["stage"] == OPENING else raw["seat"],
        dice=faces,
        used=tuple(raw["dice"][die] for _, die, _ in raw["played"]),
        played=tuple(move_text(place, raw["dice"][die], hit) for place, die, hit in raw["played"]),
        status=_status(state, raw["stage"], raw["seat"], faces),
    )


def _status(state: BackgammonState, stage: int, seat: int, dice: tuple[int, ...]) -> str:
    who = f"seat {seat} ({COLOURS[seat]})"
    if stage == OPENING:
        return "each seat throws a die to start"
    if stage == OVER:
        return f"{who} {RESULTS[int(state.scores()[seat])]}"
    if stage == PLAY:
        return f"{who} plays {dice[0]} {dice[1]}"
    return f"{who} rolls"


ROWS = (5, 4, 3, 2)             # checkers of one point that are drawn, by room; more are written as a number
UPPER, LOWER = range(13, 25), range(12, 0, -1)
STYLES = ("bold black on white", "bold white on black")


def _board_lines(view: View, rows: int, seat: int) -> Iterator[Text]:
    """The board with so many checkers of each point drawn, and the points numbered as a seat counts them."""
    edge = f"+{'-' * 24}+-----+{'-' * 24}+"
    yield _row([_number(point, seat) for point in UPPER], Text("     "), frame=" ")
    yield Text(edge)
    for depth in range(rows):
        line = _row([_cell(view, point, depth, rows) for point in UPPER], _bar_line(view, 0, depth, rows))
        yield _tray(line, view, 1) if depth == 0 else line
    yield Text(f"|{' ' * 24}| bar |{' ' * 24}|")
    for depth in reversed(range(rows)):
        line = _row([_cell(view, point, depth, rows) for point in LOWER], _bar_line(view, 1, depth, rows))
        yield _tray(line, view, 0) if depth == 0 else line
    yield Text(edge)
    yield _row([_number(point, seat) for point in LOWER], Text("     "), frame=" ")


def _row(cells: Sequence[Text], middle: Text, frame: str = "|") -> Text:
    """One line across the board: twelve cells, the bar between the sixth and the seventh."""
    line = Text(frame)
    for number, cell in enumerate(cells):
        line.append_text(cell)
        if number == 5:
            line.append(frame).append_text(middle).append(frame)
    return line.append(frame)


def _number(point: int, seat: int) -> Text:
    return Text(f"{point if seat == 0 else 25 - point:>3} ")


def _tray(line: Text, view: View, seat: int) -> Text:
    """The line with the checkers that a seat has borne off behind it."""
    return line.append(f" {view.off[seat]:>2} off") if view.off[seat] else line


def _cell(view: View, point: int, depth: int, rows: int) -> Text:
    """What stands on a point in row `depth` from the edge."""
    seat, checkers = view.at(point)
    return _checker_letter(seat, checkers, depth, rows, width=4)


def _bar_line(view: View, seat: int, depth: int, rows: int) -> Text:
    """The bar: seat 0's checkers in the upper half, where they come in, seat 1's in the lower one."""
    return _checker_letter(seat, view.bar[seat], rows - 1 - depth, rows, width=5)


def _checker_letter(seat: int, checkers: int, depth: int, rows: int, width: int) -> Text:
    words = ""
    if depth < min(checkers, rows):
        words = str(checkers) if checkers > rows and depth == rows - 1 else SIGNS[seat]
    if not words:
        return Text("  . ".center(width) if depth == 0 and width == 4 else " " * width)
    left = width - len(words) - 1
    return Text(" " * left).append(words, style=STYLES[seat]).append(" ")


WIDTH, HEIGHT = 960, 640
LEFT, TOP, BOTTOM = 34.0, 74.0, 586.0       # inner edges of the playing field
PITCH, BAR_WIDTH = 60.0, 60.0               # of a point; of the bar
MIDDLE, REACH = (TOP + BOTTOM) / 2, 212.0   # REACH: length of a point
RADIUS, STACK = 25.0, 5                     # checkers of one point that are drawn apart; more are counted
BAR_LEFT = LEFT + 6 * PITCH
TRAY_LEFT = BAR_LEFT + BAR_WIDTH + 6 * PITCH + 20
TRAY_WIDTH = 74.0

FRAME, FIELD, EDGE, INK = "#5b3416", "#e9d8b4", "#3a200c", "#2a1a0c"
POINT_FILL = ("#b5523b", "#3f6b57")
CHECKER_FILL = ("#fbf6ea", "#2d2a2e")
CHECKER_EDGE = ("#8c7f66", "#000000")
CHECKER_INK = ("#2d2a2e", "#fbf6ea")
PAPER, TRAY, LETTERS = "#f4efe4", "#3f2410", "#f4e3c0"
NIGHT = Night("backgammon", grounds={PAPER: "#14171a", FIELD: "#33291f", FRAME: "#4a2c15", TRAY: "#2c190b",
                                     POINT_FILL[0]: "#8c3f2d", POINT_FILL[1]: "#355949"},
              words={INK: "#ede5d4"}, lines={EDGE: "#6d4a2b", CHECKER_EDGE[1]: "#8b8590"})


def svg_of(view: View) -> str:
    """The picture of a view as a complete SVG."""
    d = Drawing("backgammon")
    _board(d)
    _points(d, view)
    _bar(d, view)
    _trays(d, view)
    _dice(d, view)
    _words(d, view)
    title = f"Backgammon: {view.status}. Pips: {view.pips[0]} and {view.pips[1]}."
    return d.document(WIDTH, HEIGHT, title, PAPER, NIGHT.name)


def _checker(d: Drawing, x: float, y: float, seat: int, words: str = "") -> None:
    d.circle(x, y, RADIUS, CHECKER_FILL[seat], stroke=CHECKER_EDGE[seat], stroke_width=2)
    d.circle(x, y, RADIUS - 7, "none", stroke=CHECKER_EDGE[seat], stroke_opacity=0.45, stroke_width=2)
    if words:
        d.text(x, y + 6, words, 18, CHECKER_INK[seat], bold=True)


def _x(point: int) -> float:
    """The middle of a point, numbered as seat 0 counts."""
    column = 12 - point if point <= 12 else point - 13
    return LEFT + PITCH * (column + 0.5) + (BAR_WIDTH if column >= 6 else 0)


def _y(point: int, n: int) -> float:
    """The middle of the checker with n checkers between it and the edge."""
    away = RADIUS + 2 + n * 2 * (RADIUS - 3.5)
    return TOP + away if point > 12 else BOTTOM - away


def _board(d: Drawing) -> None:
    d.rect(8, 48, WIDTH - 16, HEIGHT - 76, FRAME, 10, stroke=EDGE, stroke_width=3)
    for left in (LEFT, BAR_LEFT + BAR_WIDTH):
        d.rect(left, TOP, 6 * PITCH, BOTTOM - TOP, FIELD, stroke=EDGE, stroke_width=2)
    for point in range(1, 25):
        d.text(_x(point), BOTTOM + 18 if point <= 12 else TOP - 8, str(point), 14, LETTERS)


def _points(d: Drawing, view: View) -> None:
    for point in range(1, 25):
        x, base, tip = (_x(point), TOP, TOP + REACH) if point > 12 else (_x(point), BOTTOM, BOTTOM - REACH)
        uppermost = min(max(view.at(point)[1], 1), STACK) - 1
        with d.group(**tag(f"point-{point}", x, _y(point, uppermost), 2 * RADIUS)):
            d.polygon([(x - PITCH / 2 + 1, base), (x + PITCH / 2 - 1, base), (x, tip)], POINT_FILL[point % 2])
            _checkers(d, view, point)


def _checkers(d: Drawing, view: View, point: int) -> None:
    """What stands on a point."""
    seat, checkers = view.at(point)
    if not checkers:
        return
    place = point if seat == 0 else 25 - point
    many = f"{checkers} checkers" if checkers > 1 else "1 checker"
    with d.group(f"seat {seat}, its point {place}: {many}", data_point=str(point), data_seat=str(seat)):
        for n in range(min(checkers, STACK)):
            top = n == STACK - 1 and checkers > STACK
            _checker(d, _x(point), _y(point, n), seat, str(checkers) if top else "")


def _bar(d: Drawing, view: View) -> None:
    """Seat 0's checkers on the bar wait in the upper half, where they come in; seat 1's in the lower one."""
    for seat, checkers in enumerate(view.bar):
        if checkers:
            y = (TOP + MIDDLE) / 2 if seat == 0 else (MIDDLE + BOTTOM) / 2
            with d.group(f"seat {seat}: {checkers} on the bar", data_bar=str(seat),
                         **tag(f"seat-{seat}-bar", BAR_LEFT + BAR_WIDTH / 2, y, 2 * RADIUS)):
                _checker(d, BAR_LEFT + BAR_WIDTH / 2, y, seat, str(checkers) if checkers > 1 else "")


def _trays(d: Drawing, view: View) -> None:
    """Checkers borne off, seen from the side."""
    for seat, top in ((1, TOP), (0, MIDDLE + 14)):
        height = MIDDLE - 14 - TOP
        with d.group(**tag(f"seat-{seat}-off", TRAY_LEFT + TRAY_WIDTH / 2, top + height / 2, TRAY_WIDTH, height)):
            d.rect(TRAY_LEFT, top, TRAY_WIDTH, height, TRAY, 4, stroke=EDGE, stroke_width=2)
        with d.group(f"seat {seat}: {view.off[seat]} off", data_off=str(seat)):
            for n in range(view.off[seat]):
                y = top + 4 + n * 15 if seat == 1 else top + height - 17 - n * 15
                d.rect(TRAY_LEFT + 6, y, TRAY_WIDTH - 12, 13, CHECKER_FILL[seat], 3, stroke=CHECKER_EDGE[seat])
        if view.off[seat]:
            d.text(TRAY_LEFT + TRAY_WIDTH / 2, MIDDLE + (-2 if seat == 1 else 11), f"{view.off[seat]} off", 12,
                   LETTERS)


def _dice(d: Drawing, view: View) -> None:
    """The roll on the right half for seat 0 and on the left one for seat 1; faces already played are faint."""
    if not view.dice or view.seat is None:
        return
    faces, used, left = list(view.dice) * (2 if view.dice[0] == view.dice[1] else 1), list(view.used), []
    for face in faces:
        played = face in used
        if played:
            used.remove(face)
        left.append("" if played else str(face))
    middle = BAR_LEFT + BAR_WIDTH + 3 * PITCH if view.seat == 0 else LEFT + 3 * PITCH
    x = middle - 54 * (len(faces) - 1) / 2
    for n, face in enumerate(faces):
        if left[n]:
            with d.group(f"die {face}", **tag(f"seat-{view.seat}-die-{one_of(left, n)}", x, MIDDLE, 44)):
                _die(d, x, face, view.seat)
        else:
            with d.group(f"die {face} (played)", opacity=0.35):
                _die(d, x, face, view.seat)
        x += 54


def _die(d: Drawing, x: float, face: int, seat: int) -> None:
    d.rect(x - 22, MIDDLE - 22, 44, 44, CHECKER_FILL[seat], 8, stroke=CHECKER_EDGE[seat], stroke_width=2)
    for dx, dy in PIPS[face]:
        d.circle(x + 12 * dx, MIDDLE + 12 * dy, 4.2, CHECKER_INK[seat])


def _words(d: Drawing, view: View) -> None:
    """What is going on, above the board; pips and played moves below it."""
    with d.group(**tag("turn", 190, 25, 344, 26)):
        d.text(18, 31, f"Backgammon - {view.status}", 20, INK, "start", bold=True)
    if view.played:
        d.text(WIDTH - 18, 31, f"played: {' '.join(view.played)}", 17, INK, "end")
    for seat, x, anchor in ((0, 18, "start"), (1, WIDTH - 18, "end")):
        d.text(x, HEIGHT - 8, f"seat {seat} ({COLOURS[seat]}): {view.pips[seat]} pips", 14, INK, anchor)
