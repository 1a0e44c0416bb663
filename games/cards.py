"""Small pokers with one hidden card a seat: moves, positions, beliefs and pictures.

A `Cards` is the notation and the render of such a game, and what a seat sees and believes of hidden cards. A game says
in a subclass what it has of its own.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from rich.text import Text

from core_ext.state import State
from games import headings
from games.api import own
from games.boards import COLUMNS, Part, fitted, folded
from games.drawing import tagged, text_line
from games.fields import Field
from games.moves import read_move
from games.night import Night

UNSEEN, UNDEALT = "?", "-"
CARD, INK, BACK = "#fffdf6", "#22303c", "#8c3b3b"
NIGHT = Night("cards")          # felt and wood are dark as they are
RED = dict.fromkeys("QT8", "#b3261e")

Raw = dict[str, Any]


class Cards(ABC):
    """The cards and acts of a game. Its states have `unseen(seat)`: the seats whose cards are hidden, and their ranks.

    `card` of its packed position has 1 + the rank of each seat's card, 0 where none is dealt; `dealt` counts the deals.
    """

    title = ""
    copies = 1                      # cards of each rank
    same: tuple[tuple[str, str], ...] = ()      # other words for acts
    more: tuple[str, ...] = ("betting",)        # what a document has beside the cards
    felt, rail, pale, chip = "", "", "", ""     # colours of the picture
    table = (12, 28, 20, 48, 78)    # pixels: the rail, how round it and the felt are, y of the status and of the pot
    top = 112                       # y of the cards
    night = NIGHT

    def __init__(self, name: str, state_type: type[Any]) -> None:
        self.name, self.state_type = name, state_type

    # ---- what a game says --------------------------------------------------------------------

    @abstractmethod
    def ranks(self, seats: int) -> str:
        """The names of the cards, low to high."""

    @abstractmethod
    def action_text(self, state: State, action: int) -> str:
        """The text of an act, or at a chance node of a card. ValueError for a code that is neither."""

    @abstractmethod
    def written(self, state: State) -> Raw:
        """What a document has beside the cards."""

    @abstractmethod
    def play(self, state: State, fields: dict[str, Field]) -> None:
        """Play what a document has beside the cards of the seats, which are dealt."""

    def beside(self, fields: dict[str, Field]) -> list[int]:
        """The ranks that lie open beside the cards of the seats."""
        return []

    @abstractmethod
    def paid(self, state: State) -> list[int]:
        """The chips that each seat has put in."""

    @abstractmethod
    def folded(self, state: State) -> int:
        """Bit seat: out of the betting."""

    @abstractmethod
    def summary(self, state: State) -> str:
        """The position in a few words, for the first line."""

    @abstractmethod
    def status(self, state: State) -> str:
        """Who does what next, or how it ended."""

    def place(self, state: State) -> str:
        """What is drawn."""
        return self.status(state) if state.is_chance_node() else ""

    @abstractmethod
    def told(self, state: State) -> list[str]:
        """The betting so far in words, a line a round."""

    def open_lines(self, state: State) -> list[Text]:
        """What lies open beside the seats, as text."""
        return []

    # ---- moves -------------------------------------------------------------------------------

    def raw(self, state: State) -> Raw:
        """The packed position. TypeError for a state of another game."""
        return own(state, self.state_type).raw()

    def parse_action(self, state: State, text: str) -> int:
        """The legal act or the card that a text names; `K` alone or `deal K` is the card that is due.

        Raises InputError naming what was found and what is possible.
        """
        mine = own(state, self.state_type)
        legal = {self.action_text(mine, action): action for action in mine.legal_actions()}
        also = {word: legal[known] for word, known in self.same if known in legal}
        if mine.is_chance_node():
            also = {f"{deal}{known[-1]}": action for known, action in legal.items() for deal in ("", "deal ")}
        return read_move(text, legal, also=also)

    def touches(self, state: State, action: int) -> list[str]:
        """The ids of the card that is folded or dealt, or of the chips that are paid and the pot."""
        seat, words = state.current_player(), self.action_text(state, action)
        if state.is_chance_node():
            return ["board" if words.startswith("board") else f"seat-{self.raw(state)['dealt']}-card"]
        return {"check": ["turn"], "fold": [f"seat-{seat}-card"], "call": ["pot"]}.get(
            words, [f"seat-{seat}-chips", "pot"])

    # ---- hidden cards ------------------------------------------------------------------------

    def belief(self, state: State, seat: int) -> dict[str, dict[str, float]]:
        """For each seat whose card is hidden from `seat`: the cards it may have, with their probabilities.

        By the cards that this seat sees alone, whatever the betting may tell.
        """
        hidden, unseen = own(state, self.state_type).unseen(seat)
        chances = {self.ranks(state.seats)[rank]: unseen.count(rank) / len(unseen) for rank in dict.fromkeys(unseen)}
        return {f"seat {other}": dict(chances) for other in hidden}

    def sees(self, state: State, action: int, seat: int) -> bool:
        """A card is seen by the seat it is dealt to, one for the board by all; betting is open."""
        dealt = self.raw(state)["dealt"]
        return not state.is_chance_node() or dealt >= state.seats or bool(dealt == seat)

    def names(self, state: State, seat: int | None = None) -> list[str]:
        """The card of each seat; a dash where none is dealt yet, `?` where it is hidden from `seat`."""
        hidden = own(state, self.state_type).unseen(seat)[0] if seat is not None else []
        return [UNSEEN if s in hidden else self.ranks(state.seats)[card - 1] if card else UNDEALT
                for s, card in enumerate(self.raw(state)["card"][:state.seats])]

    def hidden_from(self, state: State, seat: int) -> list[int]:
        """The seats that do not see this seat's card."""
        return [other for other in range(state.seats) if seat in own(state, self.state_type).unseen(other)[0]]

    def seen_by(self, state: State, seat: int) -> str:
        """From whom this seat's card is hidden, in words."""
        if self.names(state)[seat] == UNDEALT:
            return ""
        others = self.hidden_from(state, seat)
        if not others:
            return "shown"
        return "hidden from the others" if len(others) == state.seats - 1 > 1 else \
            f"hidden from seat {', '.join(map(str, others))}"

    # ---- positions ---------------------------------------------------------------------------

    def position_to_json(self, state: State, view: int | None = None) -> Raw:
        """The position as plain data, ready for json.dumps; position_from_json gives an equal state back.

        With `view`, a seat, the cards that this seat does not see are written `?`.
        """
        cards = [None if card == UNDEALT else card for card in self.names(state, view)]
        return {**headings.heading(state, self.name), **({"view": view} if view is not None else {}), "cards": cards,
                **self.written(state)}

    def position_from_json(self, document: Any, trust: bool = False) -> State:
        """The state that a document describes; each `?` becomes the lowest card that is left, in seat order.

        It is dealt and played again. Raises InputError, and nothing else, for any JSON value that is no position the
        rules can reach: the message names the place in the document, what was found there and what was expected.
        """
        fields = Field(document, "").keys((*headings.REQUIRED, "cards", *self.more), (*headings.OPTIONAL, "view"))
        state = own(headings.start(fields, self.name), self.state_type)
        view = fields["view"].integer(0, state.seats - 1, "a seat") if "view" in fields else None
        beside, entries = self.beside(fields), fields["cards"].items(length=state.seats)
        for card in self._cards(entries, view, self.ranks(state.seats), beside):
            state.apply_action(card)
        self.play(state, fields)
        for seat, entry in enumerate(entries):
            if entry.value == UNSEEN and seat not in state.unseen(view)[0]:
                entry.fail("its card, which lies open")
        return state

    def _cards(self, entries: Sequence[Field], view: int | None, ranks: str, beside: list[int]) -> list[int]:
        """The ranks dealt to the seats."""
        cards: list[int | None] = []
        for seat, entry in enumerate(entries):
            if entry.value is None:
                break
            if entry.value == UNSEEN and view in (None, seat):
                entry.fail("a card" if view is None else "the card of the seat whose view this is")
            cards.append(None if entry.value == UNSEEN else entry.index(ranks, "null or a card"))
            if cards[-1] is not None and cards.count(cards[-1]) > self.copies:
                entry.fail("a card that no other seat has")
        for entry in entries[len(cards):]:
            if entry.value is not None:
                entry.fail(f"null, as seat {len(cards)} has no card yet")
        left = [rank for rank in range(len(ranks)) for _ in range(self.copies - [*cards, *beside].count(rank))]
        return [left.pop(0) if card is None else card for card in cards]

    def act(self, state: State, act: Field, other: str | None = None, what: str = "the betting") -> None:
        """Play one act of a document; `other`: a word that also stands for the first legal one."""
        if state.current_player() < 0:
            act.fail(f"no further act: {what} is over")
        legal = {self.action_text(state, action): action for action in state.legal_actions()}
        if act.value != other and act.value not in list(legal):
            act.fail(" or ".join(f"'{word}'" for word in legal))
        state.apply_action(legal.get(act.value, min(legal.values())))

    # ---- pictures ----------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
        """The position for a terminal, in plain ASCII; with a seat, as it sees it."""
        paid, out = self.paid(state), self.folded(state)
        heads = [Text(f"{self.title} - {self.summary(state)}, pot {sum(paid)}{view(seat)}", style="bold"),
                 Text(f"Next: {self.status(state)}", style="bold")]
        lines = self.open_lines(state)
        for s, card in enumerate(self.names(state, seat)):
            line = Text(f"{'>' if state.current_player() == s else ' '} seat {s}  ")
            line.append(f"[{card}]", style="bold black on white")
            line.append(f"  in the pot {paid[s]}  {'folded  ' if out >> s & 1 else ''}")
            lines.append(line.append(self.seen_by(state, s), style="dim"))
        gap = Part([[Text()], []], [1])
        parts = [[piece for line in part for piece in folded(line, columns)]
                 for part in (heads, lines, map(Text, self.told(state)))]
        return fitted([Part([parts[0]], []), gap, Part([parts[1]], []), gap, Part([parts[2]], [])], room)

    def page(self, state: State, title: str, width: int, height: int, parts: Iterable[str]) -> str:
        """A complete SVG document: rail, felt, status and pot, and these elements on it."""
        inset, outer, inner, status, pot = self.table
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'data-colours="{NIGHT.name}" role="img" font-family="Helvetica, Arial, sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="{outer}" fill="{self.rail}"/>',
            f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" rx="{inner}" '
            f'fill="{self.felt}"/>',
            tagged("turn", width / 2, status - 7, 240,
                   [text_line(width / 2, status, self.status(state), 22, self.pale, bold=True)], 26),
            tagged("pot", width / 2, pot - 6, 70,
                   [text_line(width / 2, pot, f"pot {sum(self.paid(state))}", 20, self.chip, bold=True)], 22),
            *parts, "</svg>", ""])

    def card(self, x: float, name: str, place: str, edge: str = INK, dashed: bool = False) -> str:
        """The card at a place: face up, its edge dashed where somebody does not see it; its back; an outline."""
        return tagged(place, x, self.top + 56, 80, self._drawn(x, name, edge, dashed), 112)

    def _drawn(self, x: float, name: str, edge: str, dashed: bool) -> list[str]:
        box = f'x="{x - 40:g}" y="{self.top}" width="80" height="112" rx="9"'
        if name == UNDEALT:
            return [f'<rect {box} fill="none" stroke="{self.pale}" stroke-dasharray="3 6" opacity="0.6"/>']
        face = f'<rect {box} fill="{CARD}" stroke="{edge}" stroke-width="4"'
        if name == UNSEEN:
            back = f'<rect x="{x - 32:g}" y="{self.top + 8}" width="64" height="96" rx="5" fill="{BACK}"/>'
            return [f"{face}/>{back}", text_line(x, self.top + 70, name, 40, self.pale, bold=True)]
        dashes = ' stroke-dasharray="7 5"' if dashed else ""
        return [f"{face}{dashes}/>", text_line(x, self.top + 76, name, 54, RED.get(name, INK), bold=True)]

    def seat(self, state: State, seat: int, x: float, y: int, name: str) -> tuple[str, list[str]]:
        """The card of a seat, and below it from y on: the seat, what it has put in, who does not see the card."""
        acting, out = state.current_player() == seat, self.folded(state) >> seat & 1
        ink = self.chip if acting else self.pale
        edge = self.chip if acting else INK
        few = state.seats < 3       # there is room for letters that a phone shows large enough
        return self.card(x, name, f"seat-{seat}-card", edge, bool(self.hidden_from(state, seat))), [
            text_line(x, y, f"seat {seat}{' (folded)' if out else ''}", 20, ink, bold=True),
            tagged(f"seat-{seat}-chips", x, y + 19, 90,
                   [text_line(x, y + 24, f"{self.paid(state)[seat]} in the pot", 20 if few else 16, self.pale)], 18),
            text_line(x, y + 48, self.seen_by(state, seat), 20 if few else 14, self.pale)]


def view(seat: int | None) -> str:
    """Whose view it is, in words."""
    return "" if seat is None else f" (as seat {seat} sees it)"


def acts_told(acts: Iterable[str], seats: int) -> str:
    """A round of betting in words."""
    return ", ".join(f"seat {n % seats} {act}s" for n, act in enumerate(acts)) or "-"
