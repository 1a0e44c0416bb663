"""A position as one picture: a wooden board, seat 0 (white) at the bottom with its home on the right."""
from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from games.backgammon.view import COLOURS, View

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
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1))}


def svg_of(view: View) -> str:
    """The picture of a view as a complete SVG."""
    title = f"Backgammon: {view.status}. Pips: {view.pips[0]} and {view.pips[1]}."
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'role="img" font-family="Helvetica, Arial, sans-serif"><title>{escape(title)}</title>')
    parts = [*_board(), *_points(view), *_bar(view), *_trays(view), *_dice(view), *_words(view)]
    return "\n".join([head, *parts, "</svg>", ""])


def _n(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def _rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"{more}/>'


def _text(x: float, y: float, words: str, size: float, fill: str, more: str = ' text-anchor="middle"') -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"{more}>{escape(words)}</text>'


def _checker(x: float, y: float, seat: int, words: str = "") -> str:
    disc = (f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS)}" fill="{CHECKER_FILL[seat]}" '
            f'stroke="{CHECKER_EDGE[seat]}" stroke-width="2"/>'
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS - 7)}" fill="none" stroke="{CHECKER_EDGE[seat]}" '
            'stroke-opacity="0.45" stroke-width="2"/>')
    return disc + (_text(x, y + 6, words, 18, CHECKER_INK[seat], ' text-anchor="middle" font-weight="bold"')
                   if words else "")


def _x(point: int) -> float:
    """The middle of a point, numbered as seat 0 counts."""
    column = 12 - point if point <= 12 else point - 13
    return LEFT + PITCH * (column + 0.5) + (BAR_WIDTH if column >= 6 else 0)


def _board() -> Iterator[str]:
    yield _rect(0, 0, WIDTH, HEIGHT, "#f4efe4")
    yield _rect(8, 48, WIDTH - 16, HEIGHT - 76, FRAME, f' rx="10" stroke="{EDGE}" stroke-width="3"')
    for left in (LEFT, BAR_LEFT + BAR_WIDTH):
        yield _rect(left, TOP, 6 * PITCH, BOTTOM - TOP, FIELD, f' stroke="{EDGE}" stroke-width="2"')
    for point in range(1, 25):
        x, base, tip = _x(point), BOTTOM, BOTTOM - REACH
        if point > 12:
            base, tip = TOP, TOP + REACH
        corners = f"{_n(x - PITCH / 2 + 1)},{_n(base)} {_n(x + PITCH / 2 - 1)},{_n(base)} {_n(x)},{_n(tip)}"
        yield f'<polygon points="{corners}" fill="{POINT_FILL[point % 2]}"/>'
        yield _text(x, BOTTOM + 18 if point <= 12 else TOP - 8, str(point), 14, "#f4e3c0")


def _points(view: View) -> Iterator[str]:
    for point in range(1, 25):
        seat, checkers = view.at(point)
        if not checkers:
            continue
        place = point if seat == 0 else 25 - point
        many = f"{checkers} checkers" if checkers > 1 else "1 checker"
        yield f'<g data-point="{point}" data-seat="{seat}"><title>seat {seat}, its point {place}: {many}</title>'
        for n in range(min(checkers, STACK)):
            away = RADIUS + 2 + n * 2 * (RADIUS - 3.5)
            top = n == STACK - 1 and checkers > STACK
            yield _checker(_x(point), TOP + away if point > 12 else BOTTOM - away, seat, str(checkers) if top else "")
        yield "</g>"


def _bar(view: View) -> Iterator[str]:
    """Seat 0's checkers on the bar wait in the upper half, where they come in; seat 1's in the lower one."""
    x = BAR_LEFT + BAR_WIDTH / 2
    for seat, checkers in enumerate(view.bar):
        if checkers:
            y = (TOP + MIDDLE) / 2 if seat == 0 else (MIDDLE + BOTTOM) / 2
            yield f'<g data-bar="{seat}"><title>seat {seat}: {checkers} on the bar</title>'
            yield _checker(x, y, seat, str(checkers) if checkers > 1 else "") + "</g>"


def _trays(view: View) -> Iterator[str]:
    """Checkers borne off, seen from the side."""
    for seat, top in ((1, TOP), (0, MIDDLE + 14)):
        height = MIDDLE - 14 - TOP
        yield _rect(TRAY_LEFT, top, TRAY_WIDTH, height, "#3f2410", f' rx="4" stroke="{EDGE}" stroke-width="2"')
        yield f'<g data-off="{seat}"><title>seat {seat}: {view.off[seat]} off</title>'
        for n in range(view.off[seat]):
            y = top + 4 + n * 15 if seat == 1 else top + height - 17 - n * 15
            yield _rect(TRAY_LEFT + 6, y, TRAY_WIDTH - 12, 13, CHECKER_FILL[seat],
                        f' rx="3" stroke="{CHECKER_EDGE[seat]}"')
        yield "</g>"
        if view.off[seat]:
            yield _text(TRAY_LEFT + TRAY_WIDTH / 2, MIDDLE + (-2 if seat == 1 else 11), f"{view.off[seat]} off", 12,
                        "#f4e3c0")


def _dice(view: View) -> Iterator[str]:
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
        yield f'<g opacity="{0.35 if faint else 1}"><title>die {face}{" (played)" if faint else ""}</title>'
        yield _rect(x - 22, MIDDLE - 22, 44, 44, CHECKER_FILL[view.seat],
                    f' rx="8" stroke="{CHECKER_EDGE[view.seat]}" stroke-width="2"')
        for dx, dy in PIPS[face]:
            yield (f'<circle cx="{_n(x + 12 * dx)}" cy="{_n(MIDDLE + 12 * dy)}" r="4.2" '
                   f'fill="{CHECKER_INK[view.seat]}"/>')
        yield "</g>"
        x += 54


def _words(view: View) -> Iterator[str]:
    """What is going on, above the board; pips and played moves below it."""
    yield _text(18, 31, f"Backgammon - {view.status}", 20, INK, ' font-weight="bold"')
    if view.played:
        yield _text(WIDTH - 18, 31, f"played: {' '.join(view.played)}", 17, INK, ' text-anchor="end"')
    for seat, x, anchor in ((0, 18, "start"), (1, WIDTH - 18, "end")):
        yield _text(x, HEIGHT - 8, f"seat {seat} ({COLOURS[seat]}): {view.pips[seat]} pips", 14, INK,
                    f' text-anchor="{anchor}"')
