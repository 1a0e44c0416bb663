"""The tiles on the table and what is on them, as JSON, both ways.

Tiles are named by their space. On plans that grow, the order of the tiles in the document is that in which they were
laid.
"""
from __future__ import annotations

import re
from typing import Any

from games.checking import refuse
from games.fields import Field, counted, members
from games.packed import codes
from games.world504.names import NOBODY, NOWHERE, owner_word, read_owner, tile_name
from games.world504.tables import GOODS, KINDS, SIDES

TILES, CITIES = codes("world504", "TILES CITIES")
CITY, WATER = KINDS.index("city"), KINDS.index("water")
ALL_GOODS = (1 << len(GOODS)) - 1
OPEN = len(KINDS)               # the kind of a space that waits for its tile
WORDS = (*KINDS, "open")
SPACE = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")
ARMED = ("barracks", "militia")
LAND = ("plant", "points", "goods", "militia")
IN_CITY = ("city", "covered", "stock", "factories", "points", "goods", *ARMED)

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def write_tiles(raw: Raw, rules: Raw) -> dict[str, Any]:
    """All tiles by space, with what is not at rest."""
    return {f"{raw['q'][t]},{raw['r'][t]}": _write_tile(raw, rules, t) for t in range(raw["tiles"])}


def _write_tile(raw: Raw, rules: Raw, t: int) -> dict[str, Any]:
    tile: dict[str, Any] = {"kind": WORDS[raw["kind"][t]]}
    if raw["number"][t]:
        tile |= {"city": raw["number"][t], **_write_city(raw, rules, raw["number"][t] - 1)}
    if raw["plant"][t]:
        owner, good = divmod(raw["plant"][t] - 1, 8)
        tile["plant"] = {"good": GOODS[good], "owner": None if owner == NOBODY else owner_word(rules, owner)}
        if raw["ripe"] >> t & 1:
            tile["plant"]["ripe"] = True
    if raw["pile"][t]:
        tile["points"] = raw["pile"][t]
    if any(raw["lying"][t]):
        tile["goods"] = counted(raw["lying"][t], GOODS)
    return tile | {name: True for name in ARMED if raw[name] >> t & 1}


def _write_city(raw: Raw, rules: Raw, city: int) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    if covered := demanded(rules, city) & ~raw["demand"][city]:
        parts["covered"] = members(covered, GOODS)
    if raw["stock"][city]:
        parts["stock"] = raw["stock"][city]
    built = [None if factory == 1 + NOBODY else owner_word(rules, factory - 1)
             for factory in raw["factory"][city] if factory]
    return parts | ({"factories": built} if built else {})


def demanded(rules: Raw, city: int) -> int:
    """The goods that a city, by its number from 0, asks for at first, as bits."""
    return ALL_GOODS & ~(1 << rules["offers"][city]) if rules["goods_in_cities"] else 0


# ---- reading ---------------------------------------------------------------------------------


def read_tiles(field: Field, raw: Raw, rules: Raw) -> None:
    """The board with all that lies on it, its neighbours and the stacks of tiles not yet laid."""
    entries = field.entries()
    spaces = _spaces(field, entries)
    if len(spaces) > TILES:
        field.fail(f"at most {TILES} tiles")
    kinds = [entries[key].keys(("kind",), (*LAND, *IN_CITY))["kind"].index(WORDS, "a kind of tile")
             for key in spaces]
    _check_kinds(field, kinds, rules)
    places = _places(field, list(spaces.values()), rules)
    _lay(raw, places)
    for (key, space), kind in zip(spaces.items(), kinds, strict=True):
        raw["kind"][places.index(space)] = kind
        _check_printed(entries[key], kind, places.index(space), rules)
    raw["stack"] = [box - kinds.count(kind) for kind, box in enumerate(rules["kinds"])]
    for (key, space), kind in zip(spaces.items(), kinds, strict=True):
        if kind == CITY:
            _number_city(entries[key], raw, rules, places.index(space))
    laid = [t != NOWHERE for t in raw["city_at"]]
    if laid != sorted(laid, reverse=True):
        refuse(field.place, f"no city {1 + laid.index(False)}", "it, as a city of a higher number lies there")
    for key, space in spaces.items():
        _read_tile(entries[key], raw, rules, places.index(space))


def _spaces(field: Field, entries: dict[str, Field]) -> dict[str, tuple[int, int]]:
    """The space of each key."""
    spaces = {}
    for key in entries:
        match = SPACE.fullmatch(key)
        if not match or max(abs(int(match[1])), abs(int(match[2]))) > 60:
            refuse(field.place, f"the key '{key[:20]}'" if key.isprintable() else "an odd key",
                   "a space by its axial coordinates, such as '1,-2'")
        spaces[key] = (int(match[1]), int(match[2]))
    return spaces


def _check_kinds(field: Field, kinds: list[int], rules: Raw) -> None:
    for kind, box in enumerate(rules["kinds"]):
        if kinds.count(kind) > box:
            refuse(field.place, f"{kinds.count(kind)} tiles of kind {KINDS[kind]}",
                   f"at most {box}, as many as the box has")


def _places(field: Field, spaces: list[tuple[int, int]], rules: Raw) -> list[tuple[int, int]]:
    """The spaces by number of tile: those of the plan, then the others as they come."""
    plan = list(zip(rules["cell_q"], rules["cell_r"], strict=True))[:rules["cells"]]
    for space in plan:
        if space not in spaces:
            refuse(field.place, f"no tile at {space[0]},{space[1]}", "one, as the board plan has it")
    more = [space for space in spaces if space not in set(plan)]
    if more and rules["free_cells"]:
        refuse(field.place, f"a tile at {more[0][0]},{more[0][1]}", "none there: the board plan has no such space")
    laid = list(plan)
    for q, r in more:
        if not any((q + a, r + b) in laid for a, b in SIDES):
            refuse(field.place, f"a tile at {q},{r}", "it beside a tile that is named before it")
        laid.append((q, r))
    return laid


def _lay(raw: Raw, places: list[tuple[int, int]]) -> None:
    """Coordinates and neighbours; all else as before anything lies."""
    number = {space: t for t, space in enumerate(places)}
    rest = TILES - len(places)
    raw["tiles"] = len(places)
    raw["q"], raw["r"] = [q for q, _ in places] + [0] * rest, [r for _, r in places] + [0] * rest
    raw["near"] = [[number.get((q + a, r + b), NOWHERE) for a, b in SIDES] for q, r in places]
    raw["near"] += [[NOWHERE] * len(SIDES)] * rest
    for name in ("kind", "number", "plant", "pile"):
        raw[name] = [0] * TILES
    raw["lying"] = [[0] * len(GOODS) for _ in range(TILES)]
    raw["city_at"], raw["demand"], raw["stock"] = [NOWHERE] * CITIES, [0] * CITIES, [0] * CITIES
    raw["factory"] = [[0] * 3 for _ in range(CITIES)]
    raw["ripe"] = raw["barracks"] = raw["militia"] = 0


def _check_printed(field: Field, kind: int, t: int, rules: Raw) -> None:
    """What the board plan prints lies there; only its free spaces may be open."""
    printed = rules["cell_kind"][t] if t < rules["cells"] else OPEN
    if printed != OPEN and kind != printed:
        refuse(f"{field.place}.kind", f"'{WORDS[kind]}'", f"'{KINDS[printed]}', as the board plan prints it")
    if kind == OPEN and t >= rules["cells"]:
        refuse(f"{field.place}.kind", "'open'", "the kind of a tile")
    if kind == CITY and printed != CITY and rules["free_cells"]:
        refuse(f"{field.place}.kind", "'city'", "another kind: the board plan prints all cities")


def _number_city(field: Field, raw: Raw, rules: Raw, t: int) -> None:
    """The number of a city: the one printed, or the next one where the board grows."""
    printed = rules["cell_number"][t] if t < rules["cells"] else 0
    given = field.entries().get("city")
    number = given.integer(1, CITIES, "a city's number") if given else printed or 1 + raw["city_at"].index(NOWHERE)
    if printed and number != printed:
        refuse(f"{field.place}.city", number, f"{printed}, as the board plan prints it")
    if raw["city_at"][number - 1] != NOWHERE:
        refuse(f"{field.place}.city", number, "each city once")
    raw["number"][t], raw["city_at"][number - 1] = number, t


def _read_tile(field: Field, raw: Raw, rules: Raw, t: int) -> None:
    """What lies on one tile."""
    kind = raw["kind"][t]
    parts = field.keys(("kind",), IN_CITY if kind == CITY else LAND)
    raw["pile"][t] = parts["points"].integer(0, 4) if "points" in parts else 0
    raw["lying"][t] = parts["goods"].counts(GOODS, "a good", 48) if "goods" in parts else [0] * len(GOODS)
    if kind in (WATER, OPEN) and len(parts) > 1:
        refuse(field.place, f"something on {tile_name(kind, raw['q'][t], raw['r'][t], 0)}", "only its kind")
    for name in ARMED:
        if name in parts and parts[name].boolean():
            raw[name] |= 1 << t
    if "plant" in parts:
        _read_plant(parts["plant"], raw, rules, t)
    if kind == CITY:
        _read_city(parts, raw, rules, raw["number"][t] - 1)


def _read_plant(field: Field, raw: Raw, rules: Raw, t: int) -> None:
    parts = field.keys(("good",), ("owner", "ripe"))
    good = parts["good"].index(GOODS, "a good")
    owner = parts.get("owner", Field(None, ""))
    whose = NOBODY if owner.value is None else read_owner(owner, rules)
    raw["plant"][t] = 1 + good + 8 * whose
    if "ripe" in parts and parts["ripe"].boolean():
        raw["ripe"] |= 1 << t


def _read_city(parts: dict[str, Field], raw: Raw, rules: Raw, city: int) -> None:
    asked = demanded(rules, city)
    covered = parts["covered"].members(GOODS, "a good") if "covered" in parts else 0
    if covered & ~asked:
        refuse(parts["covered"].place, f"'{members(covered & ~asked, GOODS)[0]}'",
               "a good that the city demands" + ("" if asked else ", none in this world"))
    raw["demand"][city] = asked & ~covered
    raw["stock"][city] = parts["stock"].integer(0, rules["city_stock"], "a number of goods") if "stock" in parts else 0
    built = [1 + NOBODY if entry.value is None else 1 + read_owner(entry, rules)
             for entry in parts["factories"].items(most=3)] if "factories" in parts else []
    raw["factory"][city] = built + [0] * (3 - len(built))
