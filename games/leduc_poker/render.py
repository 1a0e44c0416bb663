"""What a person sees of a position of Leduc hold'em: `text` for a terminal, `svg` as a picture.

Both show both cards, or with a seat those that it sees, and say beside each from whom it is hidden.
"""
from __future__ import annotations

from xml.sax.saxutils import escape

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games.leduc_poker.position import UNSEEN, acts_of, own
from games.leduc_poker.tables import RANKS

FELT, RAIL, CARD, INK, PALE, CHIP, RED = "#37518a", "#54402c", "#fffdf6", "#22303c", "#e8edf7", "#e0b04a", "#b3261e"
BACK = "#8c3b3b"
WIDTH, HEIGHT = 620, 400


def card_name(code: int) -> str:
    """A card of the packed position; a dash where none is dealt."""
    return RANKS[code - 1] if code else "-"


def names(state: State, seat: int | None = None) -> list[str]:
    """The cards of the seats, `?` for one that is hidden from `seat`."""
    cards = [card_name(code) for code in own(state).raw()["card"]]
    if seat is not None and own(state).unseen(seat):
        cards[1 - seat] = UNSEEN
    return cards


def view(seat: int | None) -> str:
    """Whose view it is, in words."""
    return "" if seat is None else f" (as seat {seat} sees it)"


def status(state: State) -> str:
    """Who does what next, or how it ended."""
    mine = own(state)
    if mine.is_terminal():
        points = mine.scores()
        best = max(points)
        return f"seat {points.index(best)} wins {best:g}" if best else "the pot is shared"
    raw = mine.raw()
    if mine.is_chance_node():
        return f"a card for seat {raw['dealt']}" if raw["dealt"] < 2 else "a card for the board"
    owed = abs(raw["paid"][0] - raw["paid"][1])
    return f"seat {mine.current_player()} to act" + (f", {owed} to call" if owed else "")


def seen_by(state: State, seat: int) -> str:
    """From whom this seat's card is hidden, in words."""
    mine = own(state)
    if not mine.raw()["card"][seat]:
        return ""
    return f"hidden from seat {1 - seat}" if mine.unseen(1 - seat) else "shown"


def told(state: State, number: int) -> str:
    """The betting of a round in words."""
    return ", ".join(f"seat {n % 2} {act}s" for n, act in enumerate(acts_of(state)[number])) or "-"


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, in plain ASCII; with a seat, as it sees it."""
    mine, cards = own(state), names(state, seat)
    raw = mine.raw()
    lines = [Text(f"Leduc hold'em - round {raw['round'] + 1}, pot {sum(raw['paid'])}{view(seat)}", style="bold"),
             Text(f"Next: {status(mine)}", style="bold"), Text(),
             Text("  board   ").append(f"[{card_name(raw['board'])}]", style="bold black on yellow")]
    for s, card in enumerate(cards):
        line = Text(f"{'>' if mine.current_player() == s else ' '} seat {s}  ")
        line.append(f"[{card}]", style="bold black on white")
        line.append(f"  in the pot {raw['paid'][s]}  {'folded  ' if raw['folded'] == s + 1 else ''}")
        lines.append(line.append(seen_by(mine, s), style="dim"))
    lines += [Text(), *(Text(f"round {number + 1}: {told(mine, number)}") for number in range(2))]
    return Text("\n").join(lines)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    mine, cards = own(state), names(state, seat)
    raw = mine.raw()
    title = f"Leduc hold'em, round {raw['round'] + 1}: {status(mine)}{view(seat)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="60" fill="{RAIL}"/>',
        f'<rect x="14" y="14" width="{WIDTH - 28}" height="{HEIGHT - 28}" rx="48" fill="{FELT}"/>',
        _words(WIDTH / 2, 54, status(mine), 22, PALE, bold=True),
        _words(WIDTH / 2, 82, f"pot {sum(raw['paid'])}", 18, CHIP, bold=True),
        *(_words(WIDTH / 2, 342 + 22 * number, f"round {number + 1}: {told(mine, number)}", 14, PALE)
          for number in range(2)),
        *_card(WIDTH / 2, card_name(raw["board"]), INK, False, "board"),
        _words(WIDTH / 2, 256, "board", 18, PALE, bold=True),
    ]
    for s, x in ((0, 120), (1, WIDTH - 120)):
        hint, folded = seen_by(mine, s), raw["folded"] == s + 1
        ink = CHIP if mine.current_player() == s else PALE
        parts.append('<g opacity="0.45">' if folded else "<g>")
        edge = CHIP if mine.current_player() == s else INK
        parts += _card(x, cards[s], edge, hint.startswith("hidden"), f"seat {s}: {hint}")
        parts += [_words(x, 256, f"seat {s} (folded)" if folded else f"seat {s}", 18, ink, bold=True),
                  _words(x, 280, f"{raw['paid'][s]} in the pot", 15, PALE), _words(x, 302, hint, 13, PALE), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _words(x: float, y: float, words: str, size: int, fill: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    style = f'font-size="{size}" fill="{fill}" text-anchor="middle"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def _card(x: float, name: str, edge: str, hidden: bool, title: str) -> list[str]:
    """A card face up, with a dashed edge where somebody does not see it; its back; an outline where none is dealt."""
    if name == UNSEEN:
        return [f'<g><title>{escape(title)}</title><rect x="{x - 40:g}" y="114" width="80" height="112" rx="9" '
                f'fill="{CARD}" stroke="{edge}" stroke-width="4"/><rect x="{x - 32:g}" y="122" width="64" height="96" '
                f'rx="5" fill="{BACK}"/>', _words(x, 184, name, 40, PALE, bold=True), "</g>"]
    if name == "-":
        return [f'<rect x="{x - 40:g}" y="114" width="80" height="112" rx="9" fill="none" stroke="{PALE}" '
                'stroke-dasharray="3 6" opacity="0.6"/>']
    dashes = ' stroke-dasharray="7 5"' if hidden else ""
    return [f'<g><title>{escape(title)}</title><rect x="{x - 40:g}" y="114" width="80" height="112" rx="9" '
            f'fill="{CARD}" stroke="{edge}" stroke-width="4"{dashes}/>',
            _words(x, 190, name, 54, RED if name == "Q" else INK, bold=True), "</g>"]
