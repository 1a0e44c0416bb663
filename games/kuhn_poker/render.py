"""What a person sees of a position of Kuhn poker: `text` for a terminal, `svg` as a picture.

Both show every card, and say beside it from whom it is hidden.
"""
from __future__ import annotations

from xml.sax.saxutils import escape

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.kuhn_poker.position import acts_of, own
from games.kuhn_poker.setup import ranks

FELT, RAIL, CARD, INK, PALE, CHIP = "#2f6b4f", "#6b4a2f", "#fffdf6", "#22303c", "#e9f2ec", "#d9a441"
RED = {"Q": "#b3261e", "T": "#b3261e", "8": "#b3261e"}
WIDTH, SEAT, HEIGHT = 168, 24, 372


def names(state: State) -> list[str]:
    """The card of each seat; a dash where none is dealt yet."""
    return [ranks(state.seats)[card - 1] if card else "-" for card in own(state).raw()["card"]]


def chips(state: State) -> list[int]:
    """What each seat has put in."""
    return [-int(by["antes"] + by["bets"]) for by in own(state).sources()]


def hidden_from(state: State, seat: int) -> list[int]:
    """The seats that do not see this seat's card."""
    return [other for other in range(state.seats) if seat in own(state).unseen(other)[0]]


def status(state: State) -> str:
    """Who does what next, or how it ended."""
    mine = own(state)
    raw = mine.raw()
    if mine.is_terminal():
        points = mine.points()
        return f"seat {points.index(max(points))} wins {max(points):g}"
    if mine.is_chance():
        return f"a card for seat {raw['dealt']}"
    return f"seat {mine.current()} {'folds or calls' if raw['opener'] else 'checks or bets'}"


def seen_by(state: State, seat: int) -> str:
    """From whom this seat's card is hidden, in words."""
    if names(state)[seat] == "-":
        return ""
    others = hidden_from(state, seat)
    if not others:
        return "shown"
    return "hidden from the others" if len(others) == state.seats - 1 > 1 else \
        f"hidden from seat {', '.join(map(str, others))}"


def told(state: State) -> str:
    """The betting so far in words."""
    acts = acts_of(state)
    return ", ".join(f"seat {n % state.seats} {act}s" for n, act in enumerate(acts)) or "-"


def text(state: State) -> RenderableType:
    """The position for a rich console, in plain ASCII."""
    mine, cards, paid = own(state), names(state), chips(state)
    folded = mine.raw()["folded"]
    deck = " ".join(ranks(mine.seats))
    lines = [Text(f"Kuhn poker - {mine.seats} seats, cards {deck}, pot {sum(paid)}", style="bold"),
             Text(f"Next: {status(mine)}", style="bold"), Text()]
    for seat in range(mine.seats):
        mark = ">" if mine.current() == seat else " "
        line = Text(f"{mark} seat {seat}  ").append(f"[{cards[seat]}]", style="bold black on white")
        line.append(f"  in the pot {paid[seat]}  {'folded  ' if folded >> seat & 1 else ''}")
        lines.append(line.append(seen_by(mine, seat), style="dim"))
    return Text("\n").join([*lines, Text(), Text(f"betting: {told(mine)}")])


def svg(state: State) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    mine, paid = own(state), chips(state)
    width = max(480, SEAT * 2 + WIDTH * mine.seats)
    title = f"Kuhn poker: {status(mine)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" '
        'role="img" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{HEIGHT}" rx="28" fill="{RAIL}"/>',
        f'<rect x="12" y="12" width="{width - 24}" height="{HEIGHT - 24}" rx="20" fill="{FELT}"/>',
        _words(width / 2, 48, status(mine), 22, PALE, bold=True),
        _words(width / 2, 78, f"pot {sum(paid)}", 18, CHIP, bold=True),
        _words(width / 2, HEIGHT - 28, f"betting: {told(mine)}", 15 if mine.seats < 4 else 12, PALE),
    ]
    left = (width - WIDTH * mine.seats) / 2
    for seat in range(mine.seats):
        parts += _seat(mine, seat, left + WIDTH * seat + WIDTH / 2, paid[seat])
    return "\n".join([*parts, "</svg>", ""])


def _words(x: float, y: float, words: str, size: int, fill: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    style = f'font-size="{size}" fill="{fill}" text-anchor="middle"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def _seat(state: State, seat: int, x: float, paid: int) -> list[str]:
    """A seat's card, what it has put in, and who does not see the card (its edge is then dashed)."""
    mine, card, hint = own(state), names(state)[seat], seen_by(state, seat)
    folded = mine.raw()["folded"] >> seat & 1
    edge = CHIP if mine.current() == seat else INK
    dashes = ' stroke-dasharray="7 5"' if hidden_from(state, seat) else ""
    fade = ' opacity="0.45"' if folded else ""
    parts = [f"<g{fade}><title>{escape(f'seat {seat}: {card} {hint}'.strip())}</title>"]
    if card == "-":
        parts.append(f'<rect x="{x - 40:g}" y="112" width="80" height="112" rx="9" fill="none" stroke="{PALE}" '
                     'stroke-dasharray="3 6" opacity="0.6"/>')
    else:
        parts.append(f'<rect x="{x - 40:g}" y="112" width="80" height="112" rx="9" fill="{CARD}" stroke="{edge}" '
                     f'stroke-width="4"{dashes}/>')
        parts.append(_words(x, 188, card, 54, RED.get(card, INK), bold=True))
    called = f"seat {seat} (folded)" if folded else f"seat {seat}"
    parts += [
        _words(x, 252, called, 18, CHIP if mine.current() == seat else PALE, bold=True),
        _words(x, 276, f"{paid} in the pot", 15, PALE), _words(x, 298, hint, 13, PALE), "</g>",
    ]
    return parts
