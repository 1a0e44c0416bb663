"""The cards and acts of Leduc hold'em in words, as a position and as a picture."""
from __future__ import annotations

from rich.text import Text

from core_ext.state import State
from games.cards import UNDEALT, Cards, Raw, acts_told, view
from games.drawing import text_line
from games.fields import Field
from games.leduc_poker.state import LeducState
from games.leduc_poker.tables import RANKS, SUITS

MOST_ACTS = 8                   # of a round
WIDTH, HEIGHT = 620, 400        # pixels


class LeducCards(Cards):
    """`fold`, `check`, `call`, `raise`; at chance nodes `deal K`, `board Q`."""

    title = "Leduc hold'em"
    copies = SUITS
    same = (("bet", "raise"), ("pass", "check"))
    more = ("board", "betting")
    felt, rail, pale, chip = "#37518a", "#54402c", "#e8edf7", "#ffdf9a"
    table = (14, 60, 48, 54, 82)
    top = 114

    def ranks(self, seats: int) -> str:
        return RANKS

    def action_text(self, state: State, action: int) -> str:
        """The text of an act, or at a chance node of a card. ValueError for a code that is neither."""
        raw = self.raw(state)
        if not 0 <= action <= 2:
            raise ValueError(f"action {action} is none of 0 to 2")
        if state.is_chance_node():
            return f"{'deal' if raw['dealt'] < 2 else 'board'} {RANKS[action]}"
        return ("fold", "call" if raw["paid"][0] != raw["paid"][1] else "check", "raise")[action]

    def acts(self, state: State) -> list[list[str]]:
        """The acts so far, a list for each of the two rounds. A call before any raise is a check."""
        return [[("fold", "call" if 2 in codes[:n] else "check", "raise")[code] for n, code in enumerate(codes)]
                for codes in self.raw(state)["act"]]

    def board(self, state: State) -> str:
        """The card on the board; a dash where none is dealt."""
        card = self.raw(state)["board"]
        return RANKS[card - 1] if card else UNDEALT

    def written(self, state: State) -> Raw:
        board = self.board(state)
        return {"board": None if board == UNDEALT else board, "betting": self.acts(state)}

    def beside(self, fields: dict[str, Field]) -> list[int]:
        return [] if fields["board"].value is None else [fields["board"].index(RANKS, "null or a card")]

    def play(self, state: State, fields: dict[str, Field]) -> None:
        rounds, board = fields["betting"].items(length=2), self.beside(fields)
        for number, acts in enumerate(entry.items(most=MOST_ACTS) for entry in rounds):
            if acts and state.is_chance_node():
                rounds[number].fail("an empty list: a card is still to be dealt")
            for act in acts:
                if self.raw(state)["round"] != number:
                    act.fail("no further act: this round of betting is over")
                self.act(state, act, what="this round of betting")
            if number == 0 and board:
                if not state.is_chance_node() or self.raw(state)["dealt"] < 2:
                    fields["board"].fail("null: the first round is not over, or ended with a fold")
                if board[0] not in state.legal_actions():
                    fields["board"].fail(f"a card of which one is left; there are {SUITS} of each")
                state.apply_action(board[0])

    def paid(self, state: State) -> list[int]:
        return list(self.raw(state)["paid"])

    def folded(self, state: State) -> int:
        return 1 << self.raw(state)["folded"] >> 1

    def summary(self, state: State) -> str:
        return f"round {self.raw(state)['round'] + 1}"

    def status(self, state: State) -> str:
        if state.is_terminal():
            points = state.scores()
            return f"seat {points.index(max(points))} wins {max(points):g}" if max(points) else "the pot is shared"
        raw = self.raw(state)
        if state.is_chance_node():
            return f"a card for seat {raw['dealt']}" if raw["dealt"] < 2 else "a card for the board"
        owed = abs(raw["paid"][0] - raw["paid"][1])
        return f"seat {state.current_player()} to act" + (f", {owed} to call" if owed else "")

    def told(self, state: State) -> list[str]:
        return [f"round {number + 1}: {acts_told(acts, 2)}" for number, acts in enumerate(self.acts(state))]

    def open_lines(self, state: State) -> list[Text]:
        return [Text("  board   ").append(f"[{self.board(state)}]", style="bold black on yellow")]

    def svg(self, state: State, seat: int | None = None) -> str:
        """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
        parts = [text_line(WIDTH / 2, 342 + 24 * n, told, 20, self.pale) for n, told in enumerate(self.told(state))]
        parts.append(titled("board", self.card(WIDTH / 2, self.board(state), "board")))
        parts.append(text_line(WIDTH / 2, 256, "board", 20, self.pale, bold=True))
        for s, (x, name) in enumerate(zip((120, WIDTH - 120), self.names(state, seat), strict=True)):
            card, below = self.seat(state, s, x, 256, name)
            fade = ' opacity="0.6"' if self.folded(state) >> s & 1 else ""
            parts += [f"<g{fade}>", titled(f"seat {s}: {self.seen_by(state, s)}", card), "</g>", *below]
        title = f"Leduc hold'em, {self.summary(state)}: {self.status(state)}{view(seat)}"
        return self.page(state, title, WIDTH, HEIGHT, parts)


def titled(title: str, card: str) -> str:
    """A card whose title a pointer shows."""
    return f"<g><title>{title}</title>{card}</g>"


CARDS = LeducCards("leduc_poker", LeducState)
