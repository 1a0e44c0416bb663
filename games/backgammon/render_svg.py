"""A position as one picture: a wooden board, seat 0 (white) at the bottom with its home on the right."""
from __future__ import annotations

from games.backgammon.view import COLOURS, View
from games.drawing import PIPS, Drawing

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
    return d.document(WIDTH, HEIGHT, title, "#f4efe4")


def _checker(d: Drawing, x: float, y: float, seat: int, words: str = "") -> None:
    d.circle(x, y, RADIUS, CHECKER_FILL[seat], stroke=CHECKER_EDGE[seat], stroke_width=2)
    d.circle(x, y, RADIUS - 7, "none", stroke=CHECKER_EDGE[seat], stroke_opacity=0.45, stroke_width=2)
    if words:
        d.text(x, y + 6, words, 18, CHECKER_INK[seat], bold=True)


def _x(point: int) -> float:
    """The middle of a point, numbered as seat 0 counts."""
    column = 12 - point if point <= 12 else point - 13
    return LEFT + PITCH * (column + 0.5) + (BAR_WIDTH if column >= 6 else 0)


def _board(d: Drawing) -> None:
    d.rect(8, 48, WIDTH - 16, HEIGHT - 76, FRAME, 10, stroke=EDGE, stroke_width=3)
    for left in (LEFT, BAR_LEFT + BAR_WIDTH):
        d.rect(left, TOP, 6 * PITCH, BOTTOM - TOP, FIELD, stroke=EDGE, stroke_width=2)
    for point in range(1, 25):
        x, base, tip = _x(point), BOTTOM, BOTTOM - REACH
        if point > 12:
            base, tip = TOP, TOP + REACH
        d.polygon([(x - PITCH / 2 + 1, base), (x + PITCH / 2 - 1, base), (x, tip)], POINT_FILL[point % 2])
        d.text(x, BOTTOM + 18 if point <= 12 else TOP - 8, str(point), 14, "#f4e3c0")


def _points(d: Drawing, view: View) -> None:
    for point in range(1, 25):
        seat, checkers = view.at(point)
        if not checkers:
            continue
        place = point if seat == 0 else 25 - point
        many = f"{checkers} checkers" if checkers > 1 else "1 checker"
        with d.group(f"seat {seat}, its point {place}: {many}", data_point=str(point), data_seat=str(seat)):
            for n in range(min(checkers, STACK)):
                away = RADIUS + 2 + n * 2 * (RADIUS - 3.5)
                top = n == STACK - 1 and checkers > STACK
                _checker(d, _x(point), TOP + away if point > 12 else BOTTOM - away, seat, str(checkers) if top else "")


def _bar(d: Drawing, view: View) -> None:
    """Seat 0's checkers on the bar wait in the upper half, where they come in; seat 1's in the lower one."""
    for seat, checkers in enumerate(view.bar):
        if checkers:
            y = (TOP + MIDDLE) / 2 if seat == 0 else (MIDDLE + BOTTOM) / 2
            with d.group(f"seat {seat}: {checkers} on the bar", data_bar=str(seat)):
                _checker(d, BAR_LEFT + BAR_WIDTH / 2, y, seat, str(checkers) if checkers > 1 else "")


def _trays(d: Drawing, view: View) -> None:
    """Checkers borne off, seen from the side."""
    for seat, top in ((1, TOP), (0, MIDDLE + 14)):
        height = MIDDLE - 14 - TOP
        d.rect(TRAY_LEFT, top, TRAY_WIDTH, height, "#3f2410", 4, stroke=EDGE, stroke_width=2)
        with d.group(f"seat {seat}: {view.off[seat]} off", data_off=str(seat)):
            for n in range(view.off[seat]):
                y = top + 4 + n * 15 if seat == 1 else top + height - 17 - n * 15
                d.rect(TRAY_LEFT + 6, y, TRAY_WIDTH - 12, 13, CHECKER_FILL[seat], 3, stroke=CHECKER_EDGE[seat])
        if view.off[seat]:
            d.text(TRAY_LEFT + TRAY_WIDTH / 2, MIDDLE + (-2 if seat == 1 else 11), f"{view.off[seat]} off", 12,
                   "#f4e3c0")


def _dice(d: Drawing, view: View) -> None:
    """The roll on the right half for seat 0 and on the left one for seat 1; faces already played are faint."""
    if not view.dice or view.seat is None:
        return
    faces = list(view.dice) * (2 if view.dice[0] == view.dice[1] else 1)
    used = list(view.used)
    middle = BAR_LEFT + BAR_WIDTH + 3 * PITCH if view.seat == 0 else LEFT + 3 * PITCH
    x = middle - 54 * (len(faces) - 1) / 2
    for face in faces:
        faint = face in used
        if faint:
            used.remove(face)
        with d.group(f"die {face}{' (played)' if faint else ''}", opacity=0.35 if faint else 1):
            d.rect(x - 22, MIDDLE - 22, 44, 44, CHECKER_FILL[view.seat], 8, stroke=CHECKER_EDGE[view.seat],
                   stroke_width=2)
            for dx, dy in PIPS[face]:
                d.circle(x + 12 * dx, MIDDLE + 12 * dy, 4.2, CHECKER_INK[view.seat])
        x += 54


def _words(d: Drawing, view: View) -> None:
    """What is going on, above the board; pips and played moves below it."""
    d.text(18, 31, f"Backgammon - {view.status}", 20, INK, "start", bold=True)
    if view.played:
        d.text(WIDTH - 18, 31, f"played: {' '.join(view.played)}", 17, INK, "end")
    for seat, x, anchor in ((0, 18, "start"), (1, WIDTH - 18, "end")):
        d.text(x, HEIGHT - 8, f"seat {seat} ({COLOURS[seat]}): {view.pips[seat]} pips", 14, INK, anchor)
