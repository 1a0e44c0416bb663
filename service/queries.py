"""Queries of the analysis engine: one JSON object a line, read field by field.

Field names are those of KataGo's analysis engine where they mean the same.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import games
from games.api import Game, InputError
from games.fields import Field, listed, nearest, shown
from games.positions import draw_on, placed, play_moves
from games.records import other_version
from mcts.advice import search_params
from mcts.limits import LEAST_EVERY, LEAST_SECONDS, MOST_SECONDS, MOST_SEED, MOST_SIMULATIONS
from mcts.params import SearchParams
from mcts.unknown import view_of
from service.refusals import Refused
from service.replays import Replay, replayed

if TYPE_CHECKING:
    from core_ext.state import State

ACTIONS = ("analyze", "terminate", "terminate_all", "query_version")
WHERE = ("game", "position", "record")          # what a query is about: one of these
FIELDS = ("id", "action", *WHERE, "seats", "options", "moves", "analyzeTurns", "maxVisits", "maxSeconds",
          "reportDuringSearchEvery", "priority", "priorities", "seed", "trust", "overrideSettings")
MOST_MOVES, MOST_PRIORITY = 100_000, 1_000_000
NO_OVERRIDES = ("simulations", "seconds", "seed", "weights", "max_edges", "model")     # a client names no files here
OVERRIDES = tuple(f.name for f in fields(SearchParams) if f.name not in NO_OVERRIDES)


@dataclass(frozen=True)
class Question:
    """One position to analyse."""

    game: Game
    state: State
    turn: int               # how many moves have led to it
    params: SearchParams
    priority: int
    view: int | None = None     # the seat from whose view the position is told, if it is from one


@dataclass(frozen=True)
class Query:
    """What a line asks for: an analysis of some positions."""

    id: str
    questions: Sequence[Question]
    every: float | None     # seconds between two reports, if any are wanted
    warning: str = ""       # of a record of another version of the rules


def id_of(document: Any) -> str | None:
    """The id under which a line is answered, whatever else is wrong with it."""
    found = document.get("id") if isinstance(document, Mapping) else None
    return found if isinstance(found, str) else None


def read_query(document: Mapping[str, Any], threads: int, edges: int, replay: Replay | None = None) -> Query:
    """An analysis asked for, whose searches may use so many threads and edges a tree. Raises Refused.

    `replay` is that of the record in the document, where it is known.
    """
    asked = {name: Field(value, name) for name, value in document.items() if name in FIELDS}
    params = _params(asked, threads, edges)
    every = _number(asked, "reportDuringSearchEvery", LEAST_EVERY, MOST_SECONDS)
    game, states, last, view = _positions(asked, params.seed, replay)
    turns = _turns(asked, states, last)
    questions = [Question(game, states[turn].copy(), turn, params, priority, view)
                 for turn, priority in zip(turns, _priorities(asked, len(turns)), strict=True)]
    return Query(document["id"], questions, every, _other_rules(document, game, replay))


def unknown(document: Mapping[str, Any], allowed: Sequence[str]) -> list[Refused]:
    """What is wrong with the fields that are none of those allowed."""
    found = []
    for name in document:
        if name not in allowed:
            hint = nearest(name, allowed) or f", expected one of {listed(allowed, len(allowed))}"
            found.append(Refused(name, f"found the unknown field {shown(name)}{hint}"))
    return found


def _priorities(asked: Mapping[str, Field], turns: int) -> list[int]:
    """One for each turn."""
    if "priorities" not in asked:
        return [_whole(asked, "priority", -MOST_PRIORITY, MOST_PRIORITY, 0)] * turns
    if "priority" in asked or "analyzeTurns" not in asked:
        raise Refused("priorities", "expected analyzeTurns beside it, and no priority")
    items = _read("priorities", lambda: asked["priorities"].items(most=MOST_MOVES))
    found = [_read("priorities", lambda each=each: each.integer(-MOST_PRIORITY, MOST_PRIORITY)) for each in items]
    if len(found) != turns:
        raise Refused("priorities", f"found {len(found)}, expected {turns}, one for each turn of analyzeTurns")
    return found


# ---- the search -------------------------------------------------------------------------------------

def _params(asked: Mapping[str, Field], threads: int, edges: int) -> SearchParams:
    visits = _whole(asked, "maxVisits", 1, MOST_SIMULATIONS, 0) or None
    seconds = _number(asked, "maxSeconds", LEAST_SECONDS, MOST_SECONDS)
    seed = _whole(asked, "seed", 0, MOST_SEED, 0)
    try:
        params = search_params(_settings(asked), seconds, visits, 1, seed)
    except InputError as error:
        raise Refused("overrideSettings", str(error).removeprefix("settings: ")) from None
    if params.threads > threads:
        raise Refused("overrideSettings", f"threads: found {params.threads}, expected at most {threads}, "
                                          "the threads of this engine")
    return SearchParams(**{f.name: getattr(params, f.name) for f in fields(params)} | {
        "max_edges": max(1, edges // params.trees)})


def _settings(asked: Mapping[str, Field]) -> str:
    """Settings of the search as the command line writes them."""
    if "overrideSettings" not in asked:
        return ""
    entries = _read("overrideSettings", asked["overrideSettings"].entries)
    parts = []
    for name, each in entries.items():
        if name not in OVERRIDES:
            hint = nearest(name, OVERRIDES) or f", expected one of {listed(OVERRIDES, len(OVERRIDES))}"
            raise Refused("overrideSettings", f"found the unknown setting {shown(name)}{hint}")
        value = each.value
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if not isinstance(value, str | int | float) or "," in str(value):
            raise Refused("overrideSettings",
                          f"{name}: found {shown(each.value)}, expected a word, a number, true or false")
        parts.append(f"{name}={value}")
    return ",".join(parts)


# ---- the positions ----------------------------------------------------------------------------------

def _positions(asked: Mapping[str, Field], seed: int,
               replay: Replay | None) -> tuple[Game, Mapping[int, State], int, int | None]:
    """The game, the positions that are asked for by the moves before them, how many moves there are, and from whose
    view they are told, if from one.
    """
    given = [name for name in WHERE if name in asked]
    if len(given) != 1:
        found = " and ".join(given) or "none of them"
        raise Refused(given[1] if given else "game", f"found {found}, expected one of {', '.join(WHERE)}")
    if given != ["game"]:
        for name in ("seats", "options"):
            if name in asked:
                raise Refused(name, f"found it beside {given[0]}, which says that itself; expected it with game alone")
    if given == ["record"]:
        return _recorded(asked, replay)
    game, state = _begun(asked) if given == ["game"] else _placed(asked)
    if given == ["game"] and "moves" not in asked:
        draw_on(state, seed)
    wanted, states = _wanted(asked), {0: state.copy()}
    moves = _read("moves", lambda: asked["moves"].items(most=MOST_MOVES)) if "moves" in asked else []
    for number, each in enumerate(moves):
        text = _read("moves", each.string)
        try:
            play_moves(game, state, [text], seed)
        except InputError as error:
            raise Refused("moves", f"moves[{number}]: {str(error).removeprefix('move 1: ')}") from None
        if number + 1 in wanted:
            states[number + 1] = state.copy()
    states[len(moves)] = state
    return game, states, len(moves), asked["position"].value.get("view") if given == ["position"] else None


def _wanted(asked: Mapping[str, Field]) -> set[int]:
    """Turns that are asked for, before anybody has looked whether there are such turns."""
    given = asked["analyzeTurns"].value if "analyzeTurns" in asked else []
    return {turn for turn in given if isinstance(turn, int)} if isinstance(given, list) else set()


def _begun(asked: Mapping[str, Field]) -> tuple[Game, State]:
    name = _read("game", asked["game"].string)
    if not games.known(name):
        hint = nearest(name, games.names())
        raise Refused("game", f"found {shown(name)}, expected one of {', '.join(games.names())}{hint}")
    game = games.load(name)
    seats = _whole(asked, "seats", 1, 16, min(game.seats))
    if seats not in game.seats:
        raise Refused("seats", f"found {seats}, expected one of {', '.join(map(str, game.seats))}")
    options = _read("options", asked["options"].entries) if "options" in asked else {}
    texts = {name: _read("options", each.string) for name, each in options.items()}
    try:
        return game, game.start(seats, texts)
    except InputError as error:
        raise Refused("options", str(error)) from None


def _placed(asked: Mapping[str, Field]) -> tuple[Game, State]:
    trust = _read("trust", asked["trust"].boolean) if "trust" in asked else False
    found = _read("position", lambda: placed(asked["position"].value, trust))
    return found.game, found.state


def _recorded(asked: Mapping[str, Field], replay: Replay | None
              ) -> tuple[Game, Mapping[int, State], int, int | None]:
    """A game as `ludosoph` records it: its lines, as a list of objects."""
    if "moves" in asked:
        raise Refused("moves", "found it beside record, which has its own; expected one of the two")
    if replay is None:
        lines = "\n".join(json.dumps(each.value) for each in _read("record", asked["record"].items))
        replay = replayed(lines)
    last = len(replay.events)
    states = {turn: replay.at(turn) for turn in _wanted(asked) | {last} if 0 <= turn <= last}
    return replay.game, states, last, view_of(replay.record)


def _other_rules(document: Mapping[str, Any], game: Game, replay: Replay | None) -> str:
    """What is to be said of a record of another version of the rules."""
    if replay is not None:
        return replay.told
    lines = document.get("record")
    version = lines[0].get("version") if isinstance(lines, list) and lines else game.version
    told = other_version(game.name, version)
    return told and f"{told}; every event is checked by these"


def _turns(asked: Mapping[str, Field], states: Mapping[int, State], last: int) -> list[int]:
    """Those asked for, or the last one."""
    if "analyzeTurns" not in asked:
        turns = [last]
    else:
        items = _read("analyzeTurns", lambda: asked["analyzeTurns"].items(most=MOST_MOVES))
        turns = [_read("analyzeTurns", lambda each=each: each.integer(0, last)) for each in items]
        if not turns:
            raise Refused("analyzeTurns", "found [], expected one turn or more")
    for turn in turns:
        if states[turn].current_player() < 0:
            what = "the game is over" if states[turn].is_terminal() else "chance is to be drawn"
            place = next(name for name in ("analyzeTurns", "record", "moves", *WHERE) if name in asked)
            raise Refused(place, f"turn {turn}: nobody has to decide there: {what}")
    return turns


# ---- values -----------------------------------------------------------------------------------------

def _read(field: str, reader: Any) -> Any:
    """What a reader returns; its InputError as one of this field."""
    try:
        return reader()
    except InputError as error:
        raise Refused(field, str(error).removeprefix(f"{field}: ")) from None


def _whole(asked: Mapping[str, Field], name: str, low: int, high: int, usual: int) -> int:
    return _read(name, lambda: asked[name].integer(low, high)) if name in asked else usual


def _number(asked: Mapping[str, Field], name: str, low: float, high: float) -> float | None:
    if name not in asked:
        return None
    value = asked[name].value
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise Refused(name, f"found {shown(value)}, expected seconds from {low:g} to {high:g}")
    return float(value)
