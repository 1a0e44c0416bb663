"""The cards and acts of Kuhn poker in words, as a position and as a picture."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.cards import Cards, Raw, acts_told, view
from games.drawing import text_line
from games.fields import Field
from games.kuhn_poker.setup import ranks
from games.kuhn_poker.state import KuhnState

OPEN: tuple[str, ...] = ("check", "bet")
FACING: tuple[str, ...] = ("fold", "call")              # words of codes 0 and 1, before and after the first bet
MOST_ACTS = 9                   # of five seats: four passes, a bet, four answers
WIDTH, SEAT, HEIGHT = 168, 24, 372      # pixels


class KuhnCards(Cards):
    """`check`, `bet`, `fold`, `call`, and at a chance node `deal K`."""

    title = "Kuhn poker"
    same = (("pass", "check"), ("pass", "fold"), ("p", "check"), ("p", "fold"), ("b", "bet"), ("b", "call"),
            ("bet", "call"))
    felt, rail, pale, chip = "#2f6b4f", "#6b4a2f", "#e9f2ec", "#ffdf9a"

    def ranks(self, seats: int) -> str:
        return ranks(seats)

    def action_text(self, state: State, action: int) -> str:
        """The text of an act, or at a chance node of a card. ValueError for a code that is neither."""
        texts = FACING if self.raw(state)["opener"] else OPEN
        if state.is_chance_node():
            texts = tuple(f"deal {name}" for name in ranks(state.seats))
        if not 0 <= action < len(texts):
            raise ValueError(f"action {action} is none of 0 to {len(texts) - 1}")
        return texts[action]

    def acts(self, state: State) -> list[str]:
        """The acts so far, in order. The first bet and who has bet say what they were."""
        raw, acts = self.raw(state), []
        for n in range(raw["acts"]):
            opened = raw["opener"] and n >= raw["opener"]
            bet = raw["bets"] >> n % state.seats & 1 and n >= raw["opener"] - 1
            acts.append((FACING if opened else OPEN)[bool(bet)])
        return acts

    def written(self, state: State) -> Raw:
        return {"betting": self.acts(state)}

    def play(self, state: State, fields: dict[str, Field]) -> None:
        acts = fields["betting"].items(most=MOST_ACTS)
        if acts and state.is_chance_node():
            fields["betting"].fail("an empty list: not all cards are dealt")
        for act in acts:
            self.act(state, act, other="pass")

    def paid(self, state: State) -> list[int]:
        return [-int(by["antes"] + by["bets"]) for by in own(state, KuhnState).sources()]

    def folded(self, state: State) -> int:
        return int(self.raw(state)["folded"])

    def summary(self, state: State) -> str:
        return f"{state.seats} seats, cards {' '.join(ranks(state.seats))}"

    def status(self, state: State) -> str:
        if state.is_terminal():
            points = state.scores()
            return f"seat {points.index(max(points))} wins {max(points):g}"
        raw = self.raw(state)
        if state.is_chance_node():
            return f"a card for seat {raw['dealt']}"
        return f"seat {state.current_player()} {'folds or calls' if raw['opener'] else 'checks or bets'}"

    def told(self, state: State) -> list[str]:
        return [f"betting: {acts_told(self.acts(state), state.seats)}"]

    def svg(self, state: State, seat: int | None = None) -> str:
        """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
        width = max(480, SEAT * 2 + WIDTH * state.seats)
        parts = [text_line(width / 2, HEIGHT - 28, self.told(state)[0], 17 if state.seats < 4 else 12, self.pale)]
        for s, name in enumerate(self.names(state, seat)):
            x = (width - WIDTH * state.seats) / 2 + WIDTH * s + WIDTH / 2
            card, below = self.seat(state, s, x, 252, name)
            fade = ' opacity="0.6"' if self.folded(state) >> s & 1 else ""
            hint = f"seat {s}: {name} {self.seen_by(state, s)}".strip()
            parts += [f"<g><title>{hint}</title><g{fade}>", card, "</g>", *below, "</g>"]
        return self.page(state, f"Kuhn poker: {self.status(state)}{view(seat)}", width, HEIGHT, parts)


CARDS = KuhnCards("kuhn_poker", KuhnState)
