"""Games of OpenSpiel (Lanctot et al., 2019) as games here, by its rules: `openspiel:hex(board_size=5)`.

A position is the actions and outcomes since the start, by OpenSpiel's numbers; its state is made of them where it is
missing. Moves that are simultaneous there are made one after another, as its own conversion has it.

Of a seat that has to act OpenSpiel redeals some games itself. Where it does not, or gives states whose histories lead
elsewhere, redeals are made here: from the start the seat's own actions are repeated, and all else is drawn again so
that it sees at each step what it saw.
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Self

from games.api import Game, InputError
from games.fields import nearest
from games.simple import CHANCE, TERMINAL, Rules, game

PREFIX = "openspiel:"
MOST_SEATS = 6              # core_ext/types.pxd
MAX_ACTIONS = 1024          # legal at a time, core_ext/types.pxd
CODES = 2**26               # action codes lie below this, core_ext/python_state.pyx
SEEDS = 2**30               # a few more than this fit into the 32 bits that OpenSpiel has for one
TRIES = 20_000              # actions and outcomes that a redeal may try before it gives up
PROBED = 6                  # random games whose redeals are looked at, to learn whether OpenSpiel's own are to be had
MISSING = "{name}: open_spiel is not installed; in a clone: pip install '.[interop]'"


@dataclass
class Spiel(Rules):
    """A position of a game of OpenSpiel; each game is a subclass."""

    theirs: ClassVar[Any]               # the game, a pyspiel.Game
    own_redeals: ClassVar[bool]         # redeals are made here, not by OpenSpiel
    chancy: ClassVar[bool]              # something is drawn in it
    worth: ClassVar[tuple[float, float]]        # the least and the most that can be won
    actions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Nothing is made yet."""
        self._state: Any = None             # the pyspiel.State of these very actions
        self._of: list[int] | None = None
        self._texts: dict[int, str] | None = None       # of what is possible there

    def state(self) -> Any:
        """The pyspiel.State of these actions. Raises ValueError for actions that are not possible."""
        kept = self._state
        if self._of is not self.actions:
            kept = self.theirs.new_initial_state()
            for number, action in enumerate(self.actions):
                if kept.is_terminal() or action not in _possible(kept):
                    raise ValueError(f"actions[{number}]: found {action!r:.20}, which is not possible there")
                kept.apply_action(action)
            self._keep(kept)
        return kept

    def _keep(self, state: Any) -> None:
        self._state, self._of, self._texts = state, self.actions, None

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))       # without a dataclass's own steps: a search copies at each simulation
        twin.actions = self.actions.copy()
        twin._keep(self.state().clone())
        return twin

    def current_player(self) -> int:
        """The seat to act, CHANCE or TERMINAL."""
        found = self.state().current_player()
        return int(found) if found >= 0 else CHANCE if found == CHANCE else TERMINAL

    def legal_actions(self) -> list[int]:
        """In ascending order, as OpenSpiel gives them."""
        return list(self.state().legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Those with a chance above 0, which sum to 1 to the last digit."""
        found = sorted((outcome, chance) for outcome, chance in self.state().chance_outcomes() if chance > 0)
        total = sum(chance for _, chance in found)
        return [(outcome, chance / total) for outcome, chance in found]

    def apply_action(self, action: int) -> None:
        """An action, or an outcome of chance."""
        self.state().apply_action(action)
        self.actions.append(action)
        self._texts = None

    def play_out(self, seed: int) -> tuple[int, int]:
        """Plays uniformly at random to the end, all of it in C++; how many decisions and draws that took."""
        import pyspiel

        state, before = self.state(), len(self.actions)
        first = seed % SEEDS
        luck, *seeds = range(first, first + self.theirs.num_players() + 1)      # equal ones might tie moves to luck
        bots = [pyspiel.make_uniform_random_bot(seat, own) for seat, own in enumerate(seeds)]
        pyspiel.evaluate_bots(state, bots, luck)
        self.actions = state.history()
        self._keep(state)
        made = len(self.actions) - before
        draws = sum(each.player < 0 for each in state.full_history()[before:]) if self.chancy else 0
        return made - draws, draws

    def scores(self) -> list[float]:
        """What each seat has won by now."""
        return [float(points) + 0.0 for points in self.state().returns()]

    def returns(self) -> list[float]:
        """The same from 0 to 1, by the least and the most that can be won."""
        low, high = self.worth
        return [min(1.0, max(0.0, (points - low) / (high - low))) if high > low else 0.5 for points in self.scores()]

    def action_text(self, action: int) -> str:
        """As OpenSpiel writes it; where two have one text, with their numbers."""
        state, texts = self.state(), self._texts
        if texts is None:
            who = state.current_player()
            plain = {each: " ".join(state.action_to_string(who, each).split()) for each in _possible(state)}
            often = list(plain.values())
            texts = {each: text if text and often.count(text) == 1 else f"{text} [{each}]".strip()
                     for each, text in plain.items()}
            self._texts = texts
        return str(texts[action]) if action in texts else str(action)

    def board(self, seat: int | None = None) -> str:
        """The state as OpenSpiel prints it, or what a seat knows."""
        return printable(str(self.state() if seat is None else self.view(seat)))


class SpielWithSecrets(Spiel):
    """One in which a seat does not know all."""

    def view(self, seat: int) -> str:
        """The seat's information state."""
        return str(self.state().information_state_string(seat))

    def resample(self, seat: int, random: Random) -> None:
        """A state that the seat cannot tell from this one."""
        state = self.state()
        if state.is_terminal():
            return
        if self.own_redeals or state.current_player() != seat:      # its pokers redeal wrongly while cards are dealt
            self.actions = redealt(self.theirs, state, seat, random)
            self.state()
        else:
            found = state.resample_from_infostate(seat, random.random)
            self.actions = list(found.history())
            self._keep(found)


def redealt(theirs: Any, state: Any, seat: int, random: Random) -> list[int]:
    """Actions and outcomes that lead to a state in which this seat has seen what it has seen here, step by step.

    Its own actions are repeated. Chance and the other seats draw, and what the seat would have seen otherwise is drawn
    again. Raises ValueError where that takes more than TRIES.
    """
    actions, seen = list(state.history()), list[tuple[int, str]]()
    replay = theirs.new_initial_state()
    for action in actions:
        replay.apply_action(action)
        seen.append((replay.current_player(), _seen(replay, seat)))
    path, left = [theirs.new_initial_state()], TRIES
    choices = [_order(path[0], seat, actions[0], random)] if actions else []
    made: list[int] = []
    while len(made) < len(actions):
        if not choices[-1]:                 # nothing fits what was seen later: another draw before it
            choices.pop()
            path.pop()
            made.pop()
            continue
        left -= 1
        if not left:
            raise ValueError(f"resample: no state found in {TRIES:,} tries that fits what seat {seat} has seen")
        action = choices[-1].pop()
        following = path[-1].child(action)
        if (following.current_player(), _seen(following, seat)) != seen[len(made)]:
            continue
        made.append(action)
        path.append(following)
        if len(made) < len(actions):
            choices.append(_order(following, seat, actions[len(made)], random))
    return made


def _order(state: Any, seat: int, action: int, random: Random) -> list[int]:
    """What may have been done here, the last one first to be tried: drawn by chance, or without preference."""
    if state.current_player() == seat:
        return [action]
    if state.is_chance_node():
        found = [(outcome, chance) for outcome, chance in state.chance_outcomes() if chance > 0]
        keyed = [(random.random() ** (1 / chance), outcome) for outcome, chance in found]
        return [outcome for _, outcome in sorted(keyed)]
    return random.sample(state.legal_actions(), len(state.legal_actions()))


def _seen(state: Any, seat: int) -> str:
    return str(state.information_state_string(seat)) if not state.is_terminal() else ""


def _possible(state: Any) -> Sequence[int]:
    """The actions or outcomes of a state that is not over."""
    return [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()


def printable(text: str) -> str:
    """A board without signs that no terminal shows."""
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in text.rstrip().split("\n"))


def load(name: str) -> Game:
    """The game of a name such as `openspiel:hex(board_size=5)`. Raises InputError for what cannot be played."""
    theirs = _theirs(name)
    kind = theirs.get_type()
    secret = kind.information.name != "PERFECT_INFORMATION"
    wrong = ("has no players one after another" if kind.dynamics.name != "SEQUENTIAL" else
             "draws its chance unseen" if kind.chance_mode.name == "SAMPLED_STOCHASTIC" else
             f"has {theirs.num_players()} players" if not 1 <= theirs.num_players() <= MOST_SEATS else
             "says nothing of what a seat knows" if secret and not kind.provides_information_state_string else "")
    if wrong:
        raise InputError(f"{name}: {wrong}; expected a game of OpenSpiel with 1 to {MOST_SEATS} players who act in "
                         "turn, whose chance is explicit and whose secrets have information states")
    _try_start(name, theirs)
    base = SpielWithSecrets if secret else Spiel
    own_redeals = secret and not _redeals_hold(theirs)
    rules = type("OpenSpielGame", (base,), {"__module__": __name__, "theirs": theirs, "seats": theirs.num_players(),
                                            "own_redeals": own_redeals,
                                            "chancy": kind.chance_mode.name != "DETERMINISTIC",
                                            "worth": (theirs.min_utility(), theirs.max_utility())})
    hidden = "what OpenSpiel's information states leave out" if secret else "nothing"
    return game(rules, title=f"{kind.long_name} (OpenSpiel)", hidden=hidden, name=name)


def _theirs(name: str) -> Any:
    """OpenSpiel's game, its moves one after another. Raises InputError."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise InputError(MISSING.format(name=name)) from None
    text = name.removeprefix(PREFIX)
    short = text.partition("(")[0]
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if short not in known:
        raise InputError(f"{name[:80]}: found no game {short!r:.40} in OpenSpiel{nearest(short, list(known))}")
    try:
        with _quiet():
            given = pyspiel.game_parameters_from_string(text)
        allowed = list(known[short].parameter_specification)
        for parameter in given:
            if parameter not in ("name", *allowed):
                raise InputError(f"{name[:80]}: found no parameter {parameter!r:.40}; there are: "
                                 f"{', '.join(allowed) or 'none'}")
            _refuse_below_zero(name, parameter, given[parameter], known[short].parameter_specification)
        with _quiet():
            found = pyspiel.load_game(text)
            return pyspiel.convert_to_turn_based(found) if found.get_type().dynamics.name == "SIMULTANEOUS" else found
    except pyspiel.SpielError as error:
        raise InputError(f"{name[:80]}: OpenSpiel refuses it: {str(error).splitlines()[0]:.160}") from None


def _refuse_below_zero(name: str, parameter: str, value: Any, usual: Mapping[str, Any]) -> None:
    """Refuse sizes below 0, which many games take and then end the whole program. Raises InputError.

    Where a game has a number below 0 of its own it means something, such as no limit.
    """
    wrong = isinstance(value, int | float) and value < 0
    own = usual.get(parameter)
    if wrong and not (isinstance(own, int | float) and own < 0):
        raise InputError(f"{name[:80]}: {parameter}: found {value:.6g}, expected 0 or more")


def _try_start(name: str, theirs: Any) -> None:
    """Raises InputError for a game that cannot begin: OpenSpiel takes any size, and some break only when played."""
    import pyspiel

    if not 0 < theirs.num_distinct_actions() <= CODES:
        raise InputError(f"{name[:80]}: found {theirs.num_distinct_actions():,} actions, expected "
                         f"1 to {CODES:,}")
    try:
        with _quiet():
            state = theirs.new_initial_state()
            over = state.is_terminal()
            count = 0 if over else len(_possible(state))
    except (pyspiel.SpielError, RuntimeError, ValueError, MemoryError) as error:
        raise InputError(f"{name[:80]}: OpenSpiel cannot begin it: {str(error).splitlines()[0]:.160}") from None
    if over or not 0 < count <= MAX_ACTIONS:
        found = "a game that is over at once" if over else f"{count:,} legal actions at the start"
        raise InputError(f"{name[:80]}: found {found}, expected 1 to {MAX_ACTIONS:,} legal actions")


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenSpiel writes its exceptions to standard error, too; here they are told once, or not at all."""
    with open(os.devnull, "wb") as nothing:
        kept = os.dup(2)
        os.dup2(nothing.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _redeals_hold(theirs: Any) -> bool:
    """Whether OpenSpiel redeals this game itself, into states whose histories lead to what they show."""
    import pyspiel

    for seed in range(PROBED):
        random, state = Random(seed), theirs.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            seat = state.current_player()
            try:
                with _quiet():
                    found = state.resample_from_infostate(seat, random.random)
                    again = theirs.new_initial_state()
                    for action in found.history():
                        again.apply_action(action)
            except pyspiel.SpielError:
                return False
            if str(again) != str(found) or _seen(again, seat) != _seen(state, seat):
                return False
            state.apply_action(random.choice(state.legal_actions()))
    return True
