"""Our games as environments to learn in: of PettingZoo for all seats, of Gymnasium for one seat against our agents.

Both need `pip install '.[interop]'`. Observations are a dict of numbers and of a mask of the legal actions.
"""
from __future__ import annotations

from operator import index
from secrets import randbits
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import games as library
from core_ext.state import State
from games.positions import draw_on
from ludosoph.tensors import Actions, actions_of, fill, width
from mcts.agents import make
from mcts.table import decision_seed

Seen = dict[str, NDArray[Any]]
MODES = (None, "ansi")          # in which boards are shown


def _check_mode(mode: str | None) -> None:
    if mode not in MODES:
        raise ValueError(f"render_mode: found {mode!r}, expected None or 'ansi'")


class _Board:
    """A game under way, with what all environments ask of it."""

    def __init__(self, name: str, seats: int | None, options: dict[str, str]) -> None:
        self.rules = library.load(name)
        self.seats, self.options = self.rules.checked(seats, {key: str(value) for key, value in options.items()})
        self.actions: Actions = actions_of(self.rules)
        self.state: State = self.rules.start(self.seats, self.options)
        self.width, self.seed, self.begun = width(self.state), 0, False

    def space(self) -> spaces.Dict:
        return spaces.Dict({"observation": spaces.Box(-np.inf, np.inf, (self.width,), np.float32),
                            "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8)})

    def begin(self, seed: int) -> None:
        """A new game, whose luck this seed says."""
        self.seed, self.begun, self.state = seed, True, self.rules.start(self.seats, self.options)
        draw_on(self.state, seed)

    def seen(self, seat: int) -> Seen:
        """What a seat knows, and the mask of what it may do: of nothing while it is not to act."""
        numbers, mask = np.zeros(self.width, np.float32), np.zeros(self.actions.count, np.int8)
        fill(self.state, seat, numbers)
        if self.state.current_player() == seat:
            mask[self.actions.legal(self.state)] = 1
        return {"observation": numbers, "action_mask": mask}

    def play(self, number: int) -> None:
        """An action of the seat to act, and the chance events after it. Raises ValueError for one that is not legal."""
        if not self.begun or self.state.is_terminal():
            raise ValueError("found no game under way, expected a reset before this step")
        legal = self.actions.legal(self.state)
        if number not in legal:
            raise ValueError(f"found action {number}, expected one of {legal[:20]}, as the mask says")
        self.state.apply_action(self.actions.code(self.state, number))
        draw_on(self.state, self.seed)

    def text(self, seat: int | None = None) -> str:
        """The board."""
        return self.rules.render.text(self.state, seat).plain


class AEC(AECEnv):
    """A game for agents that act in turn, `seat_0` to the last. Rewards come at the end: utilities from 0 to 1."""

    def __init__(self, name: str, seats: int | None = None, render_mode: str | None = None, **options: str) -> None:
        """Raises ValueError (`games.api.InputError`) for a game, seats, options or a mode that there are not."""
        super().__init__()
        _check_mode(render_mode)
        self.board, self.render_mode = _Board(name, seats, options), render_mode
        self.metadata = {"name": f"ludosoph_{name}_v{self.board.rules.version}", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.board.seats)]
        self.observation_spaces = {agent: self.board.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.board.actions.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What this agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What this agent may do at some time; the mask says what it may do now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed says all its luck; without one it is drawn."""
        self.board.begin(randbits(62) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.board.state.current_player())]

    def observe(self, agent: str) -> Seen:
        """What this agent knows, and what it may do."""
        return self.board.seen(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; `None` of one for which the game is over. Raises ValueError for no
        move, and before a reset.
        """
        if not self.board.begun:
            raise ValueError("found no game under way, expected a reset before this step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"found no action of {agent}, expected one, as the game goes on")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.board.play(index(action))
        state = self.board.state
        if state.is_terminal():
            self.rewards = dict(zip(self.agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.current_player()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The whole board as text, in the mode `ansi`."""
        return self.board.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class Against(gymnasium.Env):
    """A game of one seat against our agents, such as `greedy` or `mcts:100`. The reward is its utility, at the end."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, name: str, against: str = "greedy", seat: int = 0, seats: int | None = None,
                 render_mode: str | None = None, **options: str) -> None:
        """Raises ValueError (`games.api.InputError`) for a game, agent, seats, options or a mode that there are not."""
        _check_mode(render_mode)
        self.board, self.agent, self.seat = _Board(name, seats, options), make(against), seat
        if not 0 <= seat < self.board.seats:
            raise ValueError(f"seat: found {seat}, expected 0 to {self.board.seats - 1}")
        self.render_mode = render_mode
        self.observation_space = self.board.space()
        self.action_space = spaces.Discrete(self.board.actions.count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game, up to the first decision of this seat. A seed says all luck, of later games too."""
        super().reset(seed=seed)
        self.decisions = [0] * self.board.seats
        while True:
            self.board.begin(int(self.np_random.integers(2**62)))
            self._answer()
            if not self.board.state.is_terminal():          # others may end a game before this seat has acted
                return self.board.seen(self.seat), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """An action of this seat, and all that the others do until it is asked again. Raises ValueError for no move,
        before a reset, and after the end.
        """
        self.board.play(index(action))
        self._answer()
        over = self.board.state.is_terminal()
        reward = self.board.state.returns()[self.seat] if over else 0.0
        return self.board.seen(self.seat), float(reward), bool(over), False, {}

    def _answer(self) -> None:
        """The others play until this seat is to act."""
        state = self.board.state
        while not state.is_terminal() and (who := state.current_player()) != self.seat:
            seed = decision_seed(self.board.seed, self.agent.name, 0, who, self.decisions[who])
            self.decisions[who] += 1
            state.apply_action(self.agent.choose(state, seed))
            draw_on(state, self.board.seed)

    def render(self) -> str | None:
        """The board as this seat sees it, in the mode `ansi`."""
        return self.board.text(self.seat) if self.render_mode == "ansi" else None
