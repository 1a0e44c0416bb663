"""The games of an atlas, watched: how long, how wide, who leads when, and where money and points come from."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from games.api import Game, TurnIncome, VariantKind
from mcts.agents import make
from mcts.seeds import derived
from mcts.simulate import Player
from mcts.table import Table
from reports.atlas.plan import AtlasPlan, Unit

ITEMS = 0xA71A5         # first word of every variant's key: a purpose that no other use of SeedSequence here has
WIDE = 0.95             # so many decisions have at most `options_95` options
Row = dict[str, Any]


@dataclass(frozen=True)
class Cartographer:
    """Plays units with one version of the program. A worker elsewhere may hold another: it refuses."""

    player: Player
    plan: AtlasPlan

    def __call__(self, unit: Unit) -> list[Row]:
        """The games of a unit, a row each. Raises InputError in another version."""
        self.player.check()
        return play_unit(self.plan, unit)


def play_unit(plan: AtlasPlan, unit: Unit) -> list[Row]:
    """The games of one pass in one variant, a row each, in order; they depend on nothing else.

    Each variant has luck of its own in each pass, so that what pooling takes for independent is so.
    """
    made_in, seed = unit.made_in, seed_of(plan.seed, unit)
    out = []
    for block in range(made_in.blocks):
        for rotation in range(made_in.seats):
            agents = [make(spec) for spec in made_in.agents(rotation)]
            state = plan.record.start(made_in.seats, plan.options_of(unit.item))
            luck = 0 if made_in.against else rotation
            watched = Watched(Table(state, agents, seed, block, luck), plan.record, plan.variants)
            out.append({"item": unit.item, "made_in": made_in.key, "block": block, "rotation": rotation,
                        **watched.play_out()})
    return out


def seed_of(seed: int, unit: Unit) -> int:
    """The seed of the games of a unit."""
    key = (ITEMS, seed, crc32(unit.item.encode()), crc32(unit.made_in.key.encode()))
    return derived(key) >> 1


class Watched:
    """A game at a table, and what is noted while it is played."""

    def __init__(self, table: Table, game: Game, variants: VariantKind) -> None:
        self.table, self.game, self.variants = table, game, variants
        self.options: list[int] = []                # of each decision
        self.leaders: list[int | None] = []         # at the end of each round; None: several are level
        self.places: Sequence[int] = ()             # seats in the first order
        self.turns = self.turn_decisions = 0
        self.money: Counter[str] = Counter()
        self.turn: TurnIncome | None = None         # as it was before the last decision

    def play_out(self) -> Row:
        """Play to the end; the game as a row."""
        table, state, rounds = self.table, self.table.state, 0
        while table.draw():
            legal = state.legal_actions()
            self.options.append(len(legal))
            self.look(self.variants.turn(state))
            self.places = self.places or self.game.balance.order(state) or ()
            if state.rounds() > rounds:
                rounds = self.next_round(rounds)
            table.apply_action(table.choice(legal), len(legal) == 1)
        self.look(None)
        self.places = self.places or self.game.balance.order(state) or range(state.seats)
        self.leaders.append(ahead(state.win_shares()))
        return self.row()

    def look(self, now: TurnIncome | None) -> None:
        """Count turns, and the income of each as it stood before its last decision."""
        before, self.turn = self.turn, now
        if before is not None and (now is None or now.number != before.number):
            self.turns += 1
            self.money.update(before.income)
        self.turn_decisions += now is not None

    def next_round(self, rounds: int) -> int:
        """Who led at the end of the rounds since the last look; the number of the round that is under way."""
        state = self.table.state
        if rounds:
            self.leaders += [ahead(state.scores())] * (state.rounds() - rounds)
        return state.rounds()

    def row(self) -> Row:
        """The finished game."""
        table, state = self.table, self.table.state
        scores, sources = state.scores(), state.sources()
        first, second = sorted(scores, reverse=True)[:2]
        place = {seat: at for at, seat in enumerate(self.places)}
        changes, decided = lead(self.leaders)
        return {
            "rounds": state.rounds(), "turns": self.turns, "decisions": sum(table.decisions),
            "turn_decisions": self.turn_decisions, "options_mean": float(np.mean(self.options)),
            "options_95": float(np.quantile(self.options, WIDE)), "capped": float(self.variants.capped(state)),
            "lead_changes": changes, "decided": decided, "winners_lead": first - second,
            **{f"score_{s}": x for s, x in enumerate(scores)},
            **{f"win_{s}": x for s, x in enumerate(state.win_shares())},
            **{f"place_{s}": place[s] for s in range(state.seats)},
            **{f"source_{name}": sum(each.get(name, 0.0) for each in sources) / len(sources) for name in sources[0]},
            **{f"money_{name}": paid / len(sources) for name, paid in sorted(self.money.items())}}


def ahead(values: Sequence[float]) -> int | None:
    """The seat with the most; None where several have it."""
    best = max(values)
    return values.index(best) if list(values).count(best) == 1 else None


def lead(leaders: Sequence[int | None]) -> tuple[int, float]:
    """How often the lead went to another seat, and the share of the game after which it no longer did.

    `leaders` are those at the end of each round, the winner last. A lead that others draw level with is kept until one
    of them passes. Without any leader the game was open to its end.
    """
    known = [(at, seat) for at, seat in enumerate(leaders, start=1) if seat is not None]
    changes = [at for (_, before), (at, seat) in zip(known, known[1:], strict=False) if seat != before]
    since = changes[-1] if changes else known[0][0] if known else len(leaders)
    return len(changes), since / len(leaders)
