"""What a person sees of a position of Kuhn poker: `text` for a terminal, `svg` as a picture.

Both show every card, or with a seat those that it sees, and say beside each from whom it is hidden.
"""
from __future__ import annotations

from xml.sax.saxutils import escape

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.kuhn_poker.position import UNSEEN, acts_of, own
from games.kuhn_poker.setup import ranks

FELT, RAIL, CARD, INK, PALE, CHIP = "#2f6b4f", "#6b4a2f", "#fffdf6", "#22303c", "#e9f2ec", "#d9a441"
BACK = "#8c3b3b"
RED = {"Q": "#b3261e", "T": "#b3261e", "8": "#b3261e"}
WIDTH, SEAT, HEIGHT = 168, 24, 372


def names(state: State, seat: int | None = None) -> list[str]:
    """The card of each seat; a dash where none is dealt yet, `?` where it is hidden from `seat`."""
    hidden = own(state).unseen(seat)[0] if seat is not None else []
    return [UNSEEN if s in hidden else ranks(state.seats)[card - 1] if card else "-"
            for s, card in enumerate(own(state).raw()["card"])]


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
        points = mine.scores()
        return f"seat {points.index(max(points))} wins {max(points):g}"
    if mine.is_chance_node():
        return f"a card for seat {raw['dealt']}"
    return f"seat {mine.current_player()} {'folds or calls' if raw['opener'] else 'checks or bets'}"


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


def view(seat: int | None) -> str:
    """Whose view it is, in words."""
    return "" if seat is None else f" (as seat {seat} sees it)"


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, in plain ASCII; with a seat, as it sees it."""
    mine, cards, paid = own(state), names(state, seat), chips(state)
    folded = mine.raw()["folded"]
    deck = " ".join(ranks(mine.seats))
    lines = [Text(f"Kuhn poker - {mine.seats} seats, cards {deck}, pot {sum(paid)}{view(seat)}", style="bold"),
             Text(f"Next: {status(mine)}", style="bold"), Text()]
    for s, card in enumerate(cards):
        mark = ">" if mine.current_player() == s else " "
        line = Text(f"{mark} seat {s}  ").append(f"[{card}]", style="bold black on white")
        line.append(f"  in the pot {paid[s]}  {'folded  ' if folded >> s & 1 else ''}")
        lines.append(line.append(seen_by(mine, s), style="dim"))
    return Text("\n").join([*lines, Text(), Text(f"betting: {told(mine)}")])


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    mine, cards, paid = own(state), names(state, seat), chips(state)
    width = max(480, SEAT * 2 + WIDTH * mine.seats)
    title = f"Kuhn poker: {status(mine)}{view(seat)}"
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
    for s in range(mine.seats):
        parts += _seat(mine, s, left + WIDTH * s + WIDTH / 2, cards[s], paid[s])
    return "\n".join([*parts, "</svg>", ""])


def _words(x: float, y: float, words: str, size: int, fill: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    style = f'font-size="{size}" fill="{fill}" text-anchor="middle"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def _seat(state: State, seat: int, x: float, card: str, paid: int) -> list[str]:
    """A seat's card, what it has put in, and who does not see the card (its edge is then dashed)."""
    mine, hint = own(state), seen_by(state, seat)
    folded = mine.raw()["folded"] >> seat & 1
    edge = CHIP if mine.current_player() == seat else INK
    dashes = ' stroke-dasharray="7 5"' if hidden_from(state, seat) else ""
    fade = ' opacity="0.45"' if folded else ""
    parts = [f"<g{fade}><title>{escape(f'seat {seat}: {card} {hint}'.strip())}</title>"]
    if card == "-":
        parts.append(f'<rect x="{x - 40:g}" y="112" width="80" height="112" rx="9" fill="none" stroke="{PALE}" '
                     'stroke-dasharray="3 6" opacity="0.6"/>')
    elif card == UNSEEN:
        parts.append(f'<rect x="{x - 40:g}" y="112" width="80" height="112" rx="9" fill="{CARD}" stroke="{edge}" '
                     f'stroke-width="4"/><rect x="{x - 32:g}" y="120" width="64" height="96" rx="5" fill="{BACK}"/>')
        parts.append(_words(x, 182, card, 40, PALE, bold=True))
    else:
        parts.append(f'<rect x="{x - 40:g}" y="112" width="80" height="112" rx="9" fill="{CARD}" stroke="{edge}" '
                     f'stroke-width="4"{dashes}/>')
        parts.append(_words(x, 188, card, 54, RED.get(card, INK), bold=True))
    called = f"seat {seat} (folded)" if folded else f"seat {seat}"
    parts += [
        _words(x, 252, called, 18, CHIP if mine.current_player() == seat else PALE, bold=True),
        _words(x, 276, f"{paid} in the pot", 15, PALE), _words(x, 298, hint, 13, PALE), "</g>",
    ]
    return parts
