"""The game as a log of Board Game Arena is played through it: moves by their text, and how it then stands."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import games
from games.api import InputError, own
from games.bga import Notice
from games.burgundy.names import PHASE_NAMES, SOURCE_NAMES, STAGE_NAMES
from games.burgundy.state import BurgundyState
from games.records import Recorder

AT_END = ("goods", "silver", "workers", "knowledge")        # sources of points that only the end of the game brings

Where = tuple[int, int, int]        # phase, round, turn


class Table:
    """A game under way with its record. What cannot be played is refused with its place in the log and in the game."""

    def __init__(self, seats: int, options: Mapping[str, str], players: Sequence[str]) -> None:
        self.game = games.load("burgundy")
        self.state = own(self.game.start(seats, options), BurgundyState)
        self.recorder = Recorder(self.game, self.state, None, players)
        self.notice: Notice | None = None               # the notification under way
        self.passed_over: Counter[str] = Counter()      # types of notifications that were not understood

    # ---- how it stands -------------------------------------------------------------------------

    def raw(self) -> dict[str, Any]:
        """The position as plain numbers."""
        return self.state.raw()

    def stage(self) -> str:
        """What the game waits for, as `state.pxd` names it."""
        return STAGE_NAMES[self.raw()["stage"]]

    def turn(self) -> Where:
        """The turn under way."""
        raw = self.raw()
        return raw["phase"], raw["round"], raw["turn"]

    def sources(self, seat: int) -> dict[str, int]:
        """Points of a seat by where they came from."""
        return dict(zip(SOURCE_NAMES, self.raw()["seat"][seat]["sources"], strict=True))

    def points_in_game(self, seat: int) -> int:
        """Points of a seat without those that only the end brings."""
        over = self.state.is_terminal()
        return sum(points for name, points in self.sources(seat).items() if not (over and name in AT_END))

    def legal(self) -> dict[str, int]:
        """The actions of the seat to act by their texts; none where no seat is to act."""
        if self.state.current_player() < 0:
            return {}
        text = self.game.notation.action_text
        return {text(self.state, action): action for action in self.state.legal_actions()}

    def waits_for(self) -> str:
        """What the game waits for, for people."""
        if self.state.is_terminal():
            return "nothing, as the game is over"
        who, raw = self.state.current_player(), self.raw()
        place = f"phase {PHASE_NAMES[raw['phase']]}, round {raw['round'] + 1}"
        return f"{self.stage()} ({place}{'' if who < 0 else f', seat {who}'})"

    # ---- playing -------------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Play an action that is legal."""
        self.recorder.apply_action(action)

    def chance(self, outcome: int) -> None:
        """Let an outcome happen. Raises InputError."""
        if outcome not in self.state.legal_actions():
            text = self.game.notation.action_text(self.state, outcome)
            raise self.difference(f"{text} is not possible: all of them lie elsewhere")
        self.apply(outcome)

    def play(self, text: str) -> None:
        """Play a move by its text; effects of a tile that may be left out, and that it passes by, are declined."""
        while text not in (legal := self.legal()) and self.stage() != "main" and "decline" in legal:
            self.apply(legal["decline"])
        try:
            self.apply(self.game.notation.parse_action(self.state, text))
        except InputError as error:
            raise self.difference(str(error)) from None

    def leave_effect(self, why: str) -> None:
        """Leave an effect that was not used: decline it, or clear a depot from which nothing is loaded."""
        legal = self.legal()
        if "decline" in legal:
            self.apply(legal["decline"])
        elif (empty := self._depot_without_effect(legal) if self.stage() == "ship-depot" else None) is not None:
            self.apply(empty)
        else:
            raise self.difference(f"{why}; the replay waits for {self.waits_for()}")

    def _depot_without_effect(self, legal: Mapping[str, int]) -> int | None:
        """The choice of a ship after which the seat holds the same goods; a depot without goods comes first."""
        seat, raw = self.state.current_player(), self.raw()
        held = raw["seat"][seat]["goods"]
        fitting = []
        for text, action in legal.items():
            tried = self.state.copy()
            tried.apply_action(action)
            after = own(tried, BurgundyState).raw()
            if STAGE_NAMES[after["stage"]] != "ship-colour" and after["seat"][seat]["goods"] == held:
                depots = [int(word) - 1 for word in text.split()[-1].split("+")]
                fitting.append((sum(sum(raw["goods"][6 * d:6 * d + 6]) for d in depots), action))
        return min(fitting)[1] if fitting else None

    # ---- differences -----------------------------------------------------------------------------

    def same(self, what: str, told: Any, there: Any) -> None:
        """Compare what the log tells with the game. Raises InputError where they differ."""
        if told != there:
            told, there = (counted(value) if isinstance(value, Counter) else value for value in (told, there))
            raise self.difference(f"{what}: {told} in the log, {there} in the replay")

    def difference(self, what: str) -> InputError:
        """The first difference, with its place in the log and in the game."""
        raw, events = self.raw(), self.recorder.record.events
        place = "" if self.notice is None else self.notice.place
        where = f"phase {PHASE_NAMES[raw['phase']]}, round {raw['round'] + 1}, "
        where += f"after {events[-1].move}" if events else "at the start"
        others = f"; not understood before: {', '.join(sorted(self.passed_over))}" if self.passed_over else ""
        return InputError(f"{place} ({where}): {what}{others}")


def counted(names: Counter[str]) -> str:
    """`2 red, 1 pink`."""
    return ", ".join(f"{n} {name}" for name, n in sorted(names.items())) or "nothing"
