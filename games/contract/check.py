"""All promises of a game, checked by random games: of ours in the tests, of anybody's by `ludosoph check`."""
from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from core_ext.state import EndlessGame, State
from games.api import Game, InputError
from games.contract import pictures, rules, secrets, words
from games.contract.play import Broken, Play, Start
from games.documents import write_file
from games.drawing import slug
from games.faults import method_of, of_the_rules
from games.fields import one_line

LOOKS = 24                          # close looks at a game, about
RAISES = "raises nothing"           # the promise that is broken by an error
BEGUN = "start"                     # the method without which no game begins


class Promise(NamedTuple):
    """What every game promises: a name, and what raises Broken where a game does not keep it."""

    name: str
    check: Callable[[Play], None]
    once: bool = False              # games after the first one show nothing new

    @property
    def says(self) -> str:
        """The promise in a sentence."""
        return " ".join((self.check.__doc__ or "").partition("\n\n")[0].split())


PROMISES = (
    Promise("facts", rules.says_what_it_is, once=True),
    Promise("starts", rules.starts_anew, once=True),
    Promise("refused starts", rules.refuses_starts, once=True),
    Promise("lists", rules.lists_ascend),
    Promise("chances", rules.chances_sum_to_one),
    Promise("weights", rules.weights_are_positive),
    Promise("random choices", rules.random_choices_are_uniform),
    Promise("questions", rules.asking_changes_nothing),
    Promise("copies", rules.copies_are_independent),
    Promise("same game", rules.keys_say_all),
    Promise("keyed luck", rules.luck_is_keyed),
    Promise("ends", rules.one_win_is_shared),
    Promise("refused actions", rules.refused_actions_change_nothing),
    Promise("moves", words.moves_are_read_back),
    Promise("refused moves", words.no_move_is_refused, once=True),
    Promise("positions", words.positions_are_read_back),
    Promise("records", words.records_replay),
    Promise("known after redeals", secrets.redeals_keep_what_is_known),
    Promise("blind redeals", secrets.redeals_follow_the_stream),
    Promise("redealt positions", secrets.redeals_are_positions),
    Promise("likely redeals", secrets.redeals_are_those_that_can_be, once=True),
    Promise("open for good", secrets.open_stays_open),
    Promise("views", secrets.views_tell_no_more),
    Promise("news", secrets.seats_are_told_what_they_see),
    Promise("boards", pictures.positions_are_shown),
    Promise("touches", pictures.touched_things_are_there),
    Promise("clicks", pictures.clicks_reach_every_move),
)


@dataclass(frozen=True)
class Failure:
    """A promise that is broken: how, and in which position of which game."""

    promise: str
    method: str
    said: str                       # what was found and expected
    start: Start
    seed: int                       # of the random game
    actions: tuple[int, ...]        # moves and draws of that game until then
    state: State | None             # the position; None where there is none yet
    endless: bool = False           # no game from this start ends, and nothing more can be said of it

    def document(self) -> dict[str, Any]:
        """The position as its notation writes it, or the way to it from the start where that fails."""
        try:
            document = self.start.game.notation.position_to_json(self.state)      # type: ignore[arg-type]
            json.dumps(document, allow_nan=False)
        except Exception:           # whatever a notation that is broken raises
            return {"game": self.start.game.name, "seats": self.start.seats, "options": self.start.options,
                    "actions": list(self.actions)}
        return document


@dataclass
class Report:
    """What was checked, and what is broken."""

    game: Game
    starts: list[Start]
    games: int = 0                  # random games, of each promise and start
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)       # of each promise and method the first one
    broken: set[str] = field(default_factory=set)               # names of promises


def starts_of(game: Game, seats: int | None, options: dict[str, str]) -> list[Start]:
    """What to play a game from: these seats, or each number of them, with these options. Raises InputError."""
    return [_paced(Start(game, *game.checked(each, options))) for each in ([seats] if seats else game.seats)]


def _paced(start: Start) -> Start:
    """The start with close looks in proportion to the length of a game; of one that cannot be played, at each step."""
    play = Play(start, 0)
    try:
        play.finished()
    except Exception:               # it is met again, and told, by the promises
        return start
    return start._replace(every=max(1, play.steps // LOOKS))


def check(starts: Sequence[Start], games: int | None, seconds: float, seed: int = 0,
          progress: Callable[[float], None] = lambda share: None) -> Report:
    """Check all promises by so many random games each, or for about so many seconds, by at least one game each."""
    report, began = Report(starts[0].game, list(starts)), perf_counter()
    broken: set[tuple[str, int]] = set()        # promise, start
    told: set[tuple[str, str]] = set()          # promise, method
    for number in count():
        if number == games:
            break
        tried = False
        for at, start in enumerate(starts):
            for promise in PROMISES:
                report.seconds = perf_counter() - began
                if games is None and number and report.seconds >= seconds:
                    return report
                if (promise.name, at) in broken or (promise.once and number):
                    continue
                tried = True
                progress(min(1.0, number / games if games else report.seconds / seconds))
                failure = failing(promise, Play(start, seed + number))
                if failure is not None:
                    broken.add((promise.name, at))
                    report.broken.add(promise.name)
                    if (failure.promise, failure.method) not in told:
                        told.add((failure.promise, failure.method))
                        report.failures.append(failure)
                    if failure.endless or failure.method == BEGUN:
                        broken |= {(each.name, at) for each in PROMISES}
                        report.broken |= {each.name for each in PROMISES}
        if not tried:       # no game can be played, or all that more of them could show is broken already
            break
        report.games = number + 1
    report.seconds = perf_counter() - began
    return report


def failing(promise: Promise, play: Play) -> Failure | None:
    """How a promise is broken in a random game, if it is. What the game raises breaks the promise to raise nothing."""
    try:
        promise.check(play)
    except Broken as error:
        return Failure(promise.name, error.method, f"found {error.found}, expected {error.expected}", play.start,
                       play.seed, tuple(play.actions), error.state)
    except Exception as error:
        said = one_line(of_the_rules(error) or InputError(f"{type(error).__name__}: {error}"))
        return Failure(RAISES, method_of(error), said, play.start, play.seed, tuple(play.actions), play.state,
                       isinstance(error, EndlessGame))
    return None


def write_positions(report: Report, folder: Path) -> list[Path]:
    """The position of each failure in a file of its own, in the order of the failures. Raises InputError."""
    if not report.failures:
        return []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror}") from error
    paths = []
    for failure in report.failures:
        paths.append(folder / f"{slug(failure.promise)}-{slug(failure.method.replace('_', '-'))}.json")
        text = json.dumps(failure.document(), ensure_ascii=False, indent=1, default=repr)
        write_file(paths[-1], f"{text}\n".encode())
    return paths
