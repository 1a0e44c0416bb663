"""What a run's manifest must say for the run to be read, and what the rows of a part must be for it to count."""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

import games
from games.api import InputError
from mcts.limits import MOST_SEED
from mcts.simulate import MOST_GAMES

FORMAT = "ludosoph-run/1"
KINDS = ("simulate", "balance", "atlas", "tournament")
SHARD = "shard"         # [k, n] for the k-th of n parts of a plan
MERGED = "merged"       # seed and blocks of each of the runs that were put together: they may be more than one could be
WHOLE = ("game", "block", "seat")       # columns of whole numbers in every part
NUMBERS = ("score", "win", "margin")    # columns of numbers, and so is every source

Check = tuple[str, Callable[[Any], bool], str]


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda found: isinstance(found, int) and not isinstance(found, bool) and least <= found <= most


def _texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(each, str) for each in found)


def check_manifest(manifest: Any, place: str) -> dict[str, Any]:
    """The manifest of a run, if all of it can be. Raises InputError naming what cannot."""
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise InputError(f"{place}: format: found {short(found)}, expected \"{FORMAT}\"")
    most = MOST_GAMES * (len(manifest[MERGED]) if isinstance(manifest.get(MERGED), list) else 1)
    _check(manifest, place, [
        ("kind", lambda kind: kind in KINDS, f"one of {', '.join(KINDS)}"),
        ("game", lambda name: isinstance(name, str) and games.known(name), "a game, by its name in `ludosoph games`"),
        ("version", _whole(1, 10**6), "a whole number from 1"),
        ("options", lambda o: isinstance(o, dict) and all(isinstance(v, str) for v in o.values()),
         "an object of texts"),
        ("seed", _whole(0, MOST_SEED), "a whole number from 0"),
        *((name, _whole(1, most), f"a whole number from 1 to {most}")
          for name in ("seats", "games", "blocks", "block_games", "part_blocks")),
    ])
    if SHARD in manifest and not is_shard(manifest[SHARD]):
        raise InputError(f"{place}: {SHARD}: found {short(manifest[SHARD])}, expected [K, N], K from 1 to N")
    if manifest["kind"] != "atlas":
        _check_games(manifest, place)
    return dict(manifest)


def _check_games(manifest: Mapping[str, Any], place: str) -> None:
    """What games of one table say: who sits there, and that blocks are whole. Raises InputError."""
    allowed, whole = games.load(manifest["game"]).seats, manifest["blocks"] * manifest["block_games"]
    _check(manifest, place, [
        ("seats", lambda seats: seats in allowed, f"one of {', '.join(map(str, allowed))} for {manifest['game']}"),
        ("agents", _texts, "a list of texts"),
        ("games", lambda found: found == whole, f"{whole}: {manifest['blocks']} blocks of {manifest['block_games']}"),
    ])


def _check(manifest: Mapping[str, Any], place: str, checks: list[Check]) -> None:
    for name, right, expected in checks:
        if name not in manifest:
            raise InputError(f"{place}: {name}: is missing; expected {expected}")
        if not right(manifest[name]):
            raise InputError(f"{place}: {name}: found {short(manifest[name])}, expected {expected}")


def is_shard(found: Any) -> bool:
    """Whether it is [k, n] with k from 1 to n."""
    return (isinstance(found, list) and len(found) == 2 and all(_whole(1, 10**9)(n) for n in found)
            and found[0] <= found[1])


def check_part(table: pa.Table, place: str, rows: int | None) -> None:
    """Raises InputError for a part with columns of another kind, or other rows than `rows`; None: any but none."""
    if len(table) != rows if rows is not None else not len(table):
        expected = "some" if rows is None else f"{rows:,}: a row a seat of each game"
        raise InputError(f"{place}: found {len(table):,} rows, expected {expected}; delete it, and the command that "
                         "played the run plays these games again")
    for field in table.schema:
        number = field.name in NUMBERS or field.name.startswith("source_")
        right = (pa.types.is_integer(field.type) if field.name in WHOLE else
                 not number or pa.types.is_integer(field.type) or pa.types.is_floating(field.type))
        if not right:
            raise InputError(f"{place}: column {field.name}: found {field.type}, expected numbers")


def short(value: Any) -> str:
    """A value as a message shows it."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
