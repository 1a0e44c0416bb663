"""Our games for programs written for OpenSpiel; needs `pip install '.[interop]'`.

>>> from ludosoph import interop                            # doctest: +SKIP
>>> game = interop.openspiel_game("burgundy", seats=3)      # doctest: +SKIP
>>> game.new_initial_state().is_chance_node()               # doctest: +SKIP
True
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

import games as library
from core_ext.state import State
from games.api import InputError
from ludosoph.tensors import actions_of, fill, width

OUTCOMES = 4096             # codes of outcomes lie below this
LONGEST = 100_000           # moves and draws of a game, at most (games/records.py)
OUR_CHANCE = -1
REMEMBERED = 1000           # boards as texts, which take long to lay out
USUAL = "usual"             # what the parameter `options` says where all are as usual


class _Kept:
    """A position inside a state of OpenSpiel, which copies it by `copy.deepcopy` and serialises it by `pickle`."""

    def __init__(self, name: str, state: State) -> None:
        self.name, self.state = name, state

    def __deepcopy__(self, memo: dict[int, Any]) -> _Kept:
        return _Kept(self.name, self.state.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """As a position: what a redealt one holds are the cards that were dealt, not those of the history."""
        return _read, (self.name, library.load(self.name).notation.position_to_json(self.state))


def _read(name: str, document: dict[str, Any]) -> _Kept:
    return _Kept(name, library.load(name).notation.position_from_json(document, trust=True))


class OpenSpielState(pyspiel.State):
    """A position of one of our games as OpenSpiel asks for it."""

    def __init__(self, game: Any, state: State | None = None) -> None:
        """The start, or a position of that game."""
        super().__init__(game)
        self.kept = _Kept(game.rules.name, game.start() if state is None else state)

    @property
    def inner(self) -> State:
        """The position (`core_ext.state.State`)."""
        return self.kept.state

    def current_player(self) -> int:
        """The seat to act, or what OpenSpiel says of chance and the end."""
        who = self.inner.current_player()
        return who if who >= 0 else pyspiel.PlayerId.CHANCE if who == OUR_CHANCE else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.get_game().actions.legal(self.inner))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes by their codes, with probabilities."""
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(self._code(action))

    def _code(self, action: int) -> int:
        """The code of an action here."""
        return int(action if self.inner.is_chance_node() else self.get_game().actions.code(self.inner, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.get_game().rules.notation.action_text(self.inner, self._code(action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.inner.is_terminal())

    def returns(self) -> list[float]:
        """The utility of each seat from 0 to 1; 0 while the game goes on."""
        return self.inner.returns() if self.inner.is_terminal() else [0.0] * int(self.inner.seats)

    def __str__(self) -> str:
        """The whole board as text."""
        return self.get_game().rules.render.text(self.inner).plain

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """A position that the player cannot tell from this one, without a history, which nobody knows."""
        dealt = self.inner.copy()
        dealt.resample(player, int(sampler() * 2**53))
        return OpenSpielState(self.get_game(), dealt)


class Observer:
    """What a seat knows: a text, and numbers as in ludosoph/tensors.py."""

    def __init__(self, game: Any, recall: bool) -> None:
        """With `recall` texts are keys of information sets, otherwise the board as the seat sees it."""
        self.recall = recall
        self.boards: dict[tuple[int, int], str] = {}    # the same for all that a player cannot tell apart
        self.tensor = np.zeros(width(game.start()), np.float32)
        self.dict = {"known": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what this player knows."""
        fill(state.inner, player, self.tensor)

    def string_from(self, state: Any, player: int) -> str:
        """The text of what this player knows."""
        key = state.inner.information_state_key(player)
        if self.recall:
            return f"seat {player}, {key:016x}"
        if (player, key) not in self.boards:
            if len(self.boards) >= REMEMBERED:
                self.boards.clear()
            self.boards[player, key] = str(state.get_game().rules.render.text(state.inner, player).plain)
        return self.boards[player, key]


@cache
def _registered(name: str) -> Any:
    """The class of our game of this name, registered as `ludosoph_NAME`."""
    rules = library.load(name)
    actions = actions_of(rules)
    parameters = {"seats": rules.seats[0], "options": USUAL}
    kind = pyspiel.GameType(
        short_name=f"ludosoph_{name}", long_name=f"{rules.title} (ludosoph)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(pyspiel.GameType.Information.IMPERFECT_INFORMATION if rules.start().hides
                     else pyspiel.GameType.Information.PERFECT_INFORMATION),
        utility=pyspiel.GameType.Utility.GENERAL_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.seats), min_num_players=min(rules.seats),
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False, parameter_specification=parameters)

    class OpenSpielGame(pyspiel.Game):
        """One of our games, with its seats and options."""

        def __init__(self, params: Any = None) -> None:
            given = {**parameters, **(params or {})}
            self.seats, self.options = rules.checked(int(given["seats"]), _read_options(str(given["options"])))
            self.rules, self.actions = rules, actions
            info = pyspiel.GameInfo(num_distinct_actions=actions.count, max_chance_outcomes=OUTCOMES,
                                    num_players=self.seats, min_utility=0.0, max_utility=1.0, utility_sum=None,
                                    max_game_length=LONGEST)
            self.first = rules.start(self.seats, self.options)
            super().__init__(kind, info, params or {})

        def start(self) -> State:
            """The state before the first event."""
            return self.first.copy()

        def new_initial_state(self) -> OpenSpielState:
            """The state before the first event, as OpenSpiel asks for it."""
            return OpenSpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            """What seats know, or see."""
            return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    pyspiel.register_game(kind, OpenSpielGame)
    return kind


def openspiel_game(name: str, seats: int | None = None, **options: str) -> Any:
    """Our game of this name as a `pyspiel.Game`, with explicit chance, information states, tensors and redeals.

    Afterwards `pyspiel.load_game("ludosoph_NAME(seats=3)")` gives it too. Raises ValueError (`games.api.InputError`)
    for seats or options that the game has not.
    """
    rules = library.load(name)
    count, given = rules.checked(seats, {key: str(value) for key, value in options.items()})
    kind = _registered(name)
    return pyspiel.load_game(kind.short_name, {"seats": count, "options": _written_options(given)})


def _written_options(options: Mapping[str, str]) -> str:
    """Options as one parameter, without signs that OpenSpiel reads as its own: `boards:1%2C6;start:0`."""
    return ";".join(f"{name}:{quote(value, safe='')}" for name, value in sorted(options.items())) or USUAL


def _read_options(text: str) -> dict[str, str]:
    """The same back. Raises InputError."""
    parts = [] if text == USUAL else [part.partition(":") for part in text.split(";")]
    if not all(colon for _, colon, _ in parts):
        raise InputError(f"options: found {text[:60]!r}, expected {USUAL} or NAME:VALUE, several with ; between them")
    return {name: unquote(value) for name, _, value in parts}
