"""The games both sides play: positions to measure from, and OpenSpiel's action codes in ours."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.peers import backgammon
from bench.peers.worker import Worker
from bench.peers.yardsticks import OPENING_31, QUEEN_FIRST
from core_ext.state import State
from games.registry import load

ROLL, STOP = 0, 1               # OpenSpiel's codes in Pig


@dataclass(frozen=True)
class Position:
    """Actions in OpenSpiel's codes, then actions at random until there are `plies` of them and a seat has a choice."""

    actions: tuple[int, ...] = ()
    plies: int = 0
    seed: int = 1

    def walk(self, peer: Worker, game: str) -> list[int]:
        """All the actions that lead there."""
        answer = peer.ask("walk", game=game, actions=list(self.actions), plies=self.plies, seed=self.seed)
        return [int(a) for a in answer["actions"]]


@dataclass(frozen=True)
class Pairing:
    """One game on both sides. Our utilities lie in [0, 1], OpenSpiel's have the width `span`."""

    name: str
    span: float
    simulations: int            # of one measurement, unless said otherwise
    positions: Mapping[str, Position]
    codes: int                  # OpenSpiel's actions of a seat are 0 to codes - 1
    translate: Callable[[State, int], int]      # in a position of ours, OpenSpiel's action, or chance outcome, to ours

    def exploration(self, ours: float) -> float:
        """OpenSpiel's constant that explores as `ours` does: it is in units of utility."""
        return ours * self.span

    def ours(self, actions: Sequence[int], peer: Worker) -> State:
        """Our state after these actions of OpenSpiel's."""
        if self.name == "backgammon":
            return backgammon.position(peer.ask("describe", game=self.name, actions=list(actions)))
        state = load(self.name).start()
        for action in actions:
            state.apply_action(self.translate(state, action))
        return state

    def theirs(self, state: State, action: int) -> int:
        """A seat's action of ours in OpenSpiel's code. Raises ValueError if none means the same."""
        for code in range(self.codes):
            if self.translate(state, code) == action:
                return code
        raise ValueError(f"{self.name}: our action {action} is none of OpenSpiel's {self.codes}")


def same(state: State, action: int) -> int:
    """Columns, cells, cards and what is done with them: the same numbers on both sides."""
    return action


def leduc(state: State, action: int) -> int:
    """OpenSpiel deals one of six cards, two of each rank, and we deal its rank."""
    return action // 2 if state.is_chance_node() else action


def pig(state: State, action: int) -> int:
    """OpenSpiel counts a die's faces from 0."""
    return action + 1 if state.is_chance_node() else action


def pig_score(first: int, second: int, pot: int) -> tuple[int, ...]:
    """Pig actions of OpenSpiel's that bank these totals in one turn each, and roll the pot; each 0 or 2 and more."""
    return (*_rolls(first), STOP, *_rolls(second), STOP, *_rolls(pot))


def _rolls(total: int) -> list[int]:
    faces = [6] * (total // 6)
    rest = total % 6
    if rest == 1:               # a 1 is a bust
        faces[-1:] = [5, 2]
    elif rest:
        faces.append(rest)
    return [code for face in faces for code in (ROLL, face - 1)]


def untranslated(state: State, action: int) -> int:
    """A whole turn of backgammon is no single action of ours: positions are carried over, and there is no match."""
    raise ValueError("OpenSpiel's backgammon actions have no twin here")


PAIRINGS = {p.name: p for p in (
    Pairing("connect_four", 2.0, 50_000,
            {"start": Position(), "8 plies": Position(plies=8), "20 plies": Position(plies=20)}, 7, same),
    Pairing("pig", 2.0, 50_000, {"start": Position(), "45 to 52, pot 12": Position(pig_score(45, 52, 12)),
                                 "88 to 90, no pot": Position(pig_score(88, 90, 0))}, 2, pig),
    Pairing("backgammon", 2.0, 1_000, {"start": Position((OPENING_31,)), "40 plies": Position(plies=40),
                                       "120 plies": Position(plies=120)}, 0, untranslated),
    Pairing("kuhn_poker", 4.0, 50_000,
            {"start": Position((1, 2)), "second seat, after a bet": Position((2, 1, 1))}, 2, same),
    Pairing("leduc_poker", 26.0, 50_000,
            {"start": Position(QUEEN_FIRST), "second round": Position((*QUEEN_FIRST, 1, 1, 4))}, 3, leduc),
    Pairing("tic_tac_toe", 2.0, 50_000, {"start": Position(), "3 plies": Position(plies=3)}, 9, same),
)}
