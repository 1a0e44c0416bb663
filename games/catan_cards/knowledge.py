"""What seats know of others' cards: in a position's JSON, and as the belief shown beside moves. See README.md."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core_ext.state import State
from games.api import InputError, own
from games.catan_cards.names import KINDS, NOBODY, STAGES
from games.catan_cards.state import CatanState
from games.fields import Field, counted

FIELDS = ("known", "memory", "log")
WORDS = ("shuffle", "draw", "turn", "take", "show", "move", "give", "look")     # log entries, in the order of state.pxd
SEATS_NAMED = {"shuffle": 0, "draw": 1, "turn": 0, "take": 1, "show": 1, "move": 2, "give": 2, "look": 2}
CARRIES_CARDS = ("shuffle", "look")
ALL = 7                 # `look`: all seats see the hand
MOST = 100_000          # lines of a log; the longest games have a few thousand
PLAYERS, OTHERS = 6, 5

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def write(document: dict[str, Any], raw: Raw, seats: int, view: int | None) -> None:
    """Add what is known to a position's document: of all seats, or of one."""
    watchers = range(seats) if view is None else [view]
    known: list[dict[str, Any]] = [{} for _ in range(seats)]
    memory: list[dict[str, Any]] = [{} for _ in range(seats)]
    for i in watchers:
        count, others = raw["count"][i], [(i + 1 + j) % seats for j in range(seats - 1)]
        known[i] = {str(s): counted(count["known"][j], KINDS) for j, s in sorted(enumerate(others), key=lambda p: p[1])
                    if any(count["known"][j])}
        if any(count["older"]):
            memory[i]["older"] = {str(s): count["older"][j] for j, s in sorted(enumerate(others), key=lambda p: p[1])
                                  if count["older"][j]}
            memory[i]["old"] = counted(count["old"], KINDS)
        if raw["since"][i] < len(raw["log"]):
            memory[i]["from"] = raw["since"][i]
            memory[i]["unseen"] = counted(count["unseen"], KINDS)
    if view is not None:
        for s, player in enumerate(document["players"]):
            if s != view:
                player["known"] = known[view].get(str(s), {})
    elif any(known):
        document["known"] = known
    if any(memory):
        document["memory"] = memory
    log = log_text(raw["log"], 0, view)
    if log and any(memory):
        document["log"] = log


def log_text(entries: Sequence[Sequence[Any]], first: int, view: int | None) -> list[str]:
    """The log from entry `first` on in words, as seat `view` saw it, or all of it."""
    lines = []
    for number, a, b, cards in entries[first:]:
        word = WORDS[number]
        text = " ".join([word, *map(str, (a, b)[:SEATS_NAMED[word]])]).replace(f" {ALL}", " all")
        if view is None or sees(view, word, a, b):
            named = [f"{n} {name}" for n, name in zip(cards, KINDS, strict=True) if n] if word in CARRIES_CARDS \
                else [KINDS[k] for k in cards]
            text = " ".join([text, *named])
        elif word not in CARRIES_CARDS and len(cards) == 2:
            text += " twice"
        lines.append(text)
    return lines


def sees(seat: int, word: str, a: int, b: int) -> bool:
    """The seat saw which cards these were."""
    if word == "draw":
        return a == seat
    return word not in ("move", "give", "look") or seat in (a, b) or b == ALL


# ---- reading ---------------------------------------------------------------------------------


def read(fields: Mapping[str, Field], raw: Raw, seats: int, view: int | None) -> None:
    """The counts and the log."""
    _read_log(fields, raw, seats)
    memory = [f.keys((), ("older", "old", "unseen", "from")) for f in fields["memory"].items(length=seats)] \
        if "memory" in fields else [{} for _ in range(seats)]
    raw["count"] = [_no_count() for _ in range(PLAYERS)]
    raw["since"] = [len(raw["log"])] * seats + [0] * (PLAYERS - seats)
    if STAGES[raw["stage"]] == "over":
        raw["log"], raw["since"] = [], [0] * PLAYERS
        return
    for i in range(seats) if view is None else [view]:
        count = raw["count"][i]
        places = _known_fields(fields, seats, i, view)
        for s, field in places.items():
            count["known"][(s - i - 1) % seats] = [0] * 5
            for key, value in field.entries().items():
                count["known"][(s - i - 1) % seats][field.key_index(key, KINDS, "one of")] = value.integer(0, 63)
        mine = memory[i]
        if "older" in mine:
            for key, value in mine["older"].entries().items():
                mine["older"].key_index(key, _others(seats, i), "another seat")
                count["older"][(int(key) - i - 1) % seats] = value.integer(0, 63)
        if "old" in mine:
            count["old"] = mine["old"].counts(KINDS, "one of", 63)
        if "from" in mine:
            raw["since"][i] = mine["from"].integer(0, len(raw["log"]), "an entry of the log, ")
        if raw["since"][i] < len(raw["log"]):
            if "unseen" not in mine:
                raise InputError(f"memory[{i}]: the key 'unseen' is missing, expected it beside 'from'")
            count["unseen"] = mine["unseen"].counts(KINDS, "one of", 63)
        else:
            _rest(raw, seats, i, places)


def _no_count() -> Raw:
    return {"known": [[0] * 5 for _ in range(OTHERS)], "older": [0] * OTHERS, "old": [0] * 5, "unseen": [0] * 5}


def _others(seats: int, i: int) -> list[str]:
    return [str(s) for s in range(seats) if s != i]


def _known_fields(fields: Mapping[str, Field], seats: int, i: int, view: int | None) -> dict[int, Field]:
    """By seat, the field that says what seat i knows of its hand."""
    if view is not None:
        players = [p.entries() for p in fields["players"].items()]
        return {s: players[s]["known"] for s in range(seats) if s != view and "known" in players[s]}
    if "known" not in fields:
        return {}
    mine = fields["known"].items(length=seats)[i]
    for key in mine.entries():
        mine.key_index(key, _others(seats, i), "another seat")
    return {int(key): field for key, field in mine.entries().items()}


def _rest(raw: Raw, seats: int, i: int, places: Mapping[int, Field]) -> None:
    """The unseen cards of a seat that has counted all: what lies hidden less what it knows of that."""
    count = raw["count"][i]
    hidden = [sum(c) for c in zip(raw["pile"], *(raw["seat"][s]["hand"] for s in range(seats) if s != i), strict=True)]
    for s in range(seats):
        j = (s - i - 1) % seats
        if s != i:
            cards, known = sum(raw["seat"][s]["hand"]), sum(count["known"][j]) + count["older"][j]
            if known > cards:
                place = places[s] if s in places else Field(None, f"memory[{i}]")
                raise InputError(f"{place.place}: found {known} known cards, "
                                 f"expected at most the {cards} of seat {s}'s hand")
            if raw["viewer"] == NOBODY and any(
                    k > n for k, n in zip(count["known"][j], raw["seat"][s]["hand"], strict=True)):
                raise InputError(f"{places[s].place}: found cards that seat {s} does not hold, "
                                 "expected part of its hand")
    if sum(count["older"]) != sum(count["old"]):
        raise InputError(f"memory[{i}].old: found {sum(count['old'])} cards, "
                         f"expected the {sum(count['older'])} of 'older'")
    for k, name in enumerate(KINDS):
        known = sum(row[k] for row in count["known"]) + count["old"][k]
        if known > hidden[k]:
            raise InputError(f"known: seat {i} knows of {known} {name} in hidden places, "
                             f"but only {hidden[k]} can be there")
        count["unseen"][k] = hidden[k] - known


def stand_in(fields: Mapping[str, Field], raw: Raw, numbers: Mapping[str, Any], seats: int, view: int) -> None:
    """Any cards in the hidden places, in the right numbers; they are dealt properly once the counts are known.

    Where they do not add up to the box, its hidden cards are stretched or thinned evenly to as many as there are.
    """
    seen = [sum(c) for c in zip(raw["market"], raw["discard"], raw["given"], raw["seat"][view]["hand"], strict=True)]
    hidden = [k for k in range(5) for _ in range(numbers["cards"][k] - seen[k])]
    players = fields["players"].items()
    many = sum(raw["pile"]) + sum(players[s].entries()["cards"].integer(0, 134) for s in range(seats) if s != view)
    hidden = hidden or list(range(5))
    hidden = [hidden[n * len(hidden) // many] for n in range(many)]
    for s in range(seats):
        if s != view:
            n = players[s].entries()["cards"].integer(0, 134)
            raw["seat"][s]["hand"] = [hidden[:n].count(k) for k in range(5)]
            hidden = hidden[n:]
    raw["pile"] = [hidden.count(k) for k in range(5)]


def _read_log(fields: Mapping[str, Field], raw: Raw, seats: int) -> None:
    """Pack the log."""
    raw["log"] = [_entry(line, seats) for line in fields["log"].items(most=MOST)] if "log" in fields else []


def _entry(line: Field, seats: int) -> list[Any]:
    words = line.string().split()
    word = words[0] if words else ""
    if word not in WORDS:
        line.fail(f"a line that begins with one of {', '.join(WORDS)}")
    named = SEATS_NAMED[word]
    places = [str(ALL) if w == "all" and word == "look" and n == 1 else w for n, w in enumerate(words[1:1 + named])]
    if len(places) < named or any(p not in map(str, (*range(seats), ALL)[:seats + (word == "look")]) for p in places):
        line.fail(f"{named} seats after {word!r}, as in 'move 1 2 ore'")
    a, b = ([int(p) for p in places] + [0, 0])[:2]
    if word in ("draw", "take", "show"):
        b = a
    rest = words[1 + named:]
    if word in CARRIES_CARDS:
        return [WORDS.index(word), a, b, _named_cards(line, rest)]
    if rest == ["twice"]:
        return [WORDS.index(word), a, b, [0, 0]]
    if len(rest) > 2 or any(name not in KINDS for name in rest):
        line.fail(f"one or two resources of: {', '.join(KINDS)}")
    return [WORDS.index(word), a, b, list(map(KINDS.index, rest)) or [0]]


def _named_cards(line: Field, rest: list[str]) -> list[int]:
    cards = [0] * 5
    text = " ".join(rest)
    if text and not re.fullmatch(r"\d\d? [a-z]+( \d\d? [a-z]+)*", text):
        line.fail("numbers and resources after the seats, as in '2 ore 1 wool'")
    for n, name in zip(rest[::2], rest[1::2], strict=True):
        if name not in KINDS or int(n) > 63:
            line.fail(f"resources of: {', '.join(KINDS)}")
        cards[KINDS.index(name)] = int(n)
    return cards


def settle(state: CatanState, fields: Mapping[str, Field], raw: Raw, seats: int, view: int | None) -> None:
    """Check that what is known can be true; deal what a view leaves open."""
    if STAGES[raw["stage"]] == "over":
        return
    for i in range(seats) if view is None else [view]:
        if raw["since"][i] < len(raw["log"]) and not state.counts_fit(i):
            raise InputError(f"memory[{i}]: the log does not lead to these hands, "
                             "expected as many cards as they have")
    if view is not None:
        state.settle_counts(view)
        state.resample(view, 0)


# ---- belief ----------------------------------------------------------------------------------


def belief(state: State, seat: int) -> dict[str, Any]:
    """What a seat expects in the other hands and in the draw pile: mean numbers of cards by kind, and sure ones.

    `hands` by seat: `cards`, `known` (certainly there) and `expected`; `pile`: `cards` and `expected`.
    """
    state = own(state, CatanState)
    raw, seats = state.raw(), state.seats
    nothing = [[0.0] * 5] * (seats - 1), [[0] * 5] * (seats - 1), [0.0] * 5
    hands, sure, pile = state.expected(seat) if not state.is_terminal() else nothing
    sizes = [sum(raw["seat"][(seat + 1 + j) % seats]["hand"]) for j in range(seats - 1)]
    deck = sum(raw["pile"])
    return {
        "hands": {str((seat + 1 + j) % seats): {
            "cards": sizes[j], "known": counted(sure[j], KINDS),
            "expected": {name: round(n, 3) for name, n in zip(KINDS, hands[j], strict=True)}}
            for j in range(seats - 1)},
        "pile": {"cards": deck, "expected": {name: round(n, 3) for name, n in zip(KINDS, pile, strict=True)}},
    }
