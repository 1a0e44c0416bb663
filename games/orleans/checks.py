"""What a position of Orléans must fulfil to be one that the rules can reach: time, order of play, hourglass, stages.

Each check raises InputError naming the place, what was found and what was expected. They keep out what would mislead
an analysis, and everything that the compiled rules, which check nothing, could not play on from. What an action under
way needs is in checks_doing.py, the parts of the game in checks_parts.py.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from core_ext.state import State
from games.api import InputError
from games.orleans.names import STAGE_NAMES, Spaces, spaces_of
from games.orleans.numbers import UNGIVEN, numbers_in_force
from games.orleans.setup import DEFAULTS
from games.orleans.tables import EVENTS, FIRST_EVENT, PILES

SETUP = ("start-seat", "map-good", "remove-good")
PHASES = {                      # where each stage belongs
    **dict.fromkeys(SETUP, (0,)), "reveal": (1,), "take-back": (3,), "draw": (3,), "bath-look": (3,), "keep": (3,),
    "plan": (4,), "act": (5,), "route-good": (5,), "choose-tile": (5,), "send-more": (5,), "bath-draw": (5,),
    "bath-put": (5,), "technology": (5,), "shield": (6,), "food": (6,), "plague-draw": (6,), "torture": (2, 6),
    "lose-draw": (2, 6), "over": (6,),
}
HARMFUL = {"shield": ("Plague", "Taxes", "Harvest"), "food": ("Harvest",), "plague-draw": ("Plague",),
           "torture": ("Taxes", "Harvest"), "lose-draw": ("Taxes", "Harvest")}      # events of phase 6 that lead there
ONE_IS_ENOUGH = ("choose-tile", "torture", "plan")      # decisions asked even where there is one answer
LAST_ROUND = 18


def refuse(place: str, found: object, expected: str) -> NoReturn:
    """Raise InputError in the form that all refusals have."""
    raise InputError(f"{place}: found {found}, expected {expected}")


@dataclass
class Position:
    """A position as read, not yet judged: the fields of the compiled struct, and what they are judged by."""

    raw: dict[str, Any]
    seats: int
    options: Mapping[str, str]
    rules: Mapping[str, Any]

    @property
    def stage(self) -> str:
        return STAGE_NAMES[self.raw["stage"]]

    @property
    def players(self) -> list[dict[str, Any]]:
        return self.raw["seat"][:self.seats]

    @property
    def actor(self) -> dict[str, Any]:
        return self.raw["seat"][self.raw["actor"]]

    @property
    def me(self) -> str:
        """The place of the actor in the document."""
        return f"players[{self.raw['actor']}]"

    @property
    def piles(self) -> bool:
        """The hourglass tiles lie in three piles."""
        return self.option("preset") == "eighth" and self.option("piles") == "even"

    @property
    def spaces(self) -> Spaces:
        return spaces_of(self.rules, self.options)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The numbers in force, as the compiled rules read them."""
        return numbers_in_force(self.seats, {**DEFAULTS, **self.options}, dict(self.rules))

    def option(self, name: str) -> str:
        return self.options.get(name, DEFAULTS[name])

    def place_in_order(self, seat: int) -> int:
        return (seat - int(self.raw["start"])) % self.seats


def check(p: Position) -> None:
    """All that a position must fulfil but check_choice. Sets `cursor`, which follows from the rest."""
    from games.orleans.checks_doing import check_doing
    from games.orleans.checks_parts import check_parts
    check_time(p)
    check_hourglass(p)
    check_order(p)
    check_parts(p)
    check_doing(p)


def check_choice(p: Position, state: State) -> None:
    """The state that was made of `p` asks for something there is to choose, or to draw."""
    if p.stage == "over":
        return
    legal = state.legal_actions()
    enough = 1 if state.is_chance_node() or p.stage in ONE_IS_ENOUGH else 2
    if p.stage == "send-more" and p.option("town_hall") == "all":
        enough = 1
    if p.stage == "technology" and p.option("keep_technology") == "no":
        enough = 1
    if len(legal) < enough or (p.stage == "plan" and len(legal) == 1 and p.numbers["market"] >= sum(p.actor["market"])):
        refuse("stage", f"'{p.stage}', where there is nothing to choose", "a stage that fits the rest")


# ---- time ------------------------------------------------------------------------------------


def check_time(p: Position) -> None:
    """Stage, phase and round belong together."""
    raw, stage, round_ = p.raw, p.stage, p.raw["round"]
    if (round_ == 0) != (stage in SETUP):
        refuse("round", round_, "0, as during set-up" if stage in SETUP else f"1 to 18 at stage {stage}")
    if raw["phase"] not in PHASES[stage]:
        refuse("phase", raw["phase"], f"{' or '.join(map(str, PHASES[stage]))} at stage {stage}")
    if stage == "reveal" and round_ == 1:
        refuse("round", 1, f"2 to 18 at stage reveal: the first event is {FIRST_EVENT}")
    if stage == "over" and round_ != LAST_ROUND:
        refuse("round", round_, f"{LAST_ROUND} when the game is over")
    event = EVENTS[raw["event"]]
    if round_ == 1 and event != FIRST_EVENT:
        refuse("event", f"'{event}'", f"'{FIRST_EVENT}', as always in round 1")
    if raw["phase"] == 6 and stage in HARMFUL and event not in HARMFUL[stage]:
        refuse("event", f"'{event}'", f"{' or '.join(HARMFUL[stage])} at stage {stage}")
    fixed = p.numbers["start"]
    if fixed != UNGIVEN:
        turned = round_ if stage == "over" else max(round_ - 1, 0)
        if stage == "start-seat":
            refuse("stage", "'start-seat'", "another one: option start says who starts")
        if raw["start"] != (fixed + turned) % p.seats:
            refuse("start", raw["start"], f"{(fixed + turned) % p.seats}: seat {fixed} started the game")


def check_hourglass(p: Position) -> None:
    """Each round a tile of its pile is gone (rule 13)."""
    raw, at_start, ends = p.raw, p.numbers["hourglass"], p.numbers["pile_end"]
    revealed = raw["round"] - (p.stage == "reveal")
    if not p.piles:
        ends = [LAST_ROUND, LAST_ROUND, LAST_ROUND]
    for pile, letter in enumerate(PILES if p.piles else PILES[:1]):
        left, there = raw["hourglass"][6 * pile:6 * pile + 6], at_start[6 * pile:6 * pile + 6]
        first = ends[pile - 1] + 1 if pile else 2
        gone = max(0, min(revealed, ends[pile]) - first + 1)
        for event, tiles, most in zip(EVENTS, left, there, strict=True):
            if tiles > most:
                refuse(f"hourglass.{letter}.{event}", tiles, f"at most {most}")
        if sum(left) != sum(there) - gone:
            when = "before it is revealed in" if p.stage == "reveal" else "in"
            refuse(f"hourglass.{letter}", f"{sum(left)} tiles", f"{sum(there) - gone} {when} round {raw['round']}")
        event = raw["event"]
        if first <= revealed <= ends[pile] and left[event] >= there[event]:
            refuse(f"hourglass.{letter}.{EVENTS[event]}", left[event],
                   f"{there[event] - 1} or less: the event of the last round revealed lay there")


# ---- who is to act ---------------------------------------------------------------------------


def check_order(p: Position) -> None:
    """Who acts, who has passed; sets `cursor`."""
    raw, stage, actor = p.raw, p.stage, p.raw["actor"]
    fixed = {**dict.fromkeys((*SETUP, "over"), 0), "reveal": raw["start"]}.get(stage, actor)
    if actor != fixed:
        refuse("actor", actor, f"{fixed} at stage {stage}")
    raw["cursor"] = 0
    if raw["phase"] in (3, 4):
        raw["cursor"] = p.place_in_order(actor)
    if raw["phase"] == 6 and stage != "over":
        raw["cursor"] = actor if p.option("order") == "seat" else p.place_in_order(actor)
    passed = [seat for seat in range(p.seats) if raw["passed"] >> seat & 1]
    if passed and raw["phase"] != 5:
        refuse("passed", passed, f"an empty list in phase {raw['phase']}")
    if raw["phase"] == 5:
        if stage == "technology":
            if actor not in passed and p.option("technology") == "pass":
                refuse("passed", passed, f"seat {actor} among them: technology is placed after a pass")
        elif actor in passed:
            refuse("passed", passed, f"seat {actor} not among them at stage {stage}")
    if stage in ("torture", "lose-draw") and raw["phase"] == 2:
        steps = [player["track"][0] for player in p.players]
        if p.seats == 2 or steps[actor] != min(steps) or steps.count(min(steps)) > 1:
            refuse("actor", actor, "the one seat that is last on the farmer track, with 3 or more seats")
