"""What one player has, as JSON, both ways."""
from __future__ import annotations

from typing import Any

from games.fields import Field, counted, members
from games.orleans.names import OFFICES, TECHNOLOGY, Spaces, rows_of
from games.orleans.tables import BOARD, GOODS, KINDS, TILES, TOWNS, TRACKS

MANY = 1_000            # largest count of coins; a real game stays below 300
MOST_FOLLOWERS = 200
LAST_STEP = {track: 8 if track == "farmer" else 5 for track in TRACKS}
HOLDS = ("", *KINDS, TECHNOLOGY)        # what each number there says

REQUIRED = ("coins", "goods", "tracks", "development", "merchant", "stations", "stock", "citizens", "market", "bag",
            "places", "tiles")
OPTIONAL = ("technology", "planned", "sent", "unpaid")

Raw = dict[str, Any]


# ---- writing ---------------------------------------------------------------------------------


def write_player(seat: Raw, spaces: Spaces) -> dict[str, Any]:
    """One player as plain data."""
    standing = {place: [HOLDS[seat["on"][space]] or None for space in row] for place, row in rows_of(spaces).items()}
    player: dict[str, Any] = {
        "coins": seat["coins"],
        "goods": counted(seat["goods"], GOODS),
        "tracks": dict(zip(TRACKS, seat["track"], strict=True)),
        "development": seat["development"],
        "merchant": TOWNS[seat["merchant"]],
        "stations": members(seat["stations"], TOWNS),
        "stock": seat["stock"],
        "citizens": seat["citizens"],
        "market": counted(seat["market"], KINDS),
        "bag": counted(seat["bag"], KINDS),
        "places": {place: standing[place] for place in BOARD},
        "tiles": {tile: standing[tile] for tile in members(seat["tiles"], TILES)},
    }
    if seat["kept"] or seat["placed"]:
        player["technology"] = {"kept": seat["kept"], "placed": seat["placed"]}
    if seat["fresh"]:
        player["planned"] = [space_word(space, spaces) for space in range(len(spaces)) if seat["fresh"] >> space & 1]
    if seat["sent"]:
        player["sent"] = members(seat["sent"], OFFICES)
    if seat["owed"]:
        player["unpaid"] = seat["owed"]
    return player


def space_word(space: int, spaces: Spaces) -> str:
    """A space as its place and its number there from 1, `Castle 2`."""
    place = spaces[space][0]
    return f"{place} {1 + rows_of(spaces)[place].index(space)}"


# ---- reading ---------------------------------------------------------------------------------


def read_player(field: Field, seat: Raw, spaces: Spaces) -> None:
    """One player into the plain fields of its seat; points given by option `gifts` are there already."""
    parts = field.keys(REQUIRED, OPTIONAL)
    seat["coins"] = parts["coins"].integer(0, MANY)
    seat["goods"] = parts["goods"].counts(GOODS, "a good", MOST_FOLLOWERS)
    steps = parts["tracks"].keys((), TRACKS)
    seat["track"] = [steps[t].integer(0, LAST_STEP[t], "a step") if t in steps else 0 for t in TRACKS]
    seat["development"] = parts["development"].integer(0, 30, "a space of the development track,")
    seat["merchant"] = parts["merchant"].index(TOWNS, "a town on the map")
    seat["stations"] = parts["stations"].members(TOWNS, "a town on the map")
    seat["stock"] = parts["stock"].integer(0, 20, "a number of stations not built,")
    seat["citizens"] = parts["citizens"].integer(0, 14, "a number of citizen tiles")
    seat["market"] = parts["market"].counts(KINDS, "a follower", MOST_FOLLOWERS)
    seat["bag"] = parts["bag"].counts(KINDS, "a follower", MOST_FOLLOWERS)
    _read_places(parts["places"], parts["tiles"], seat, spaces)
    technology = parts["technology"].keys(("kept", "placed")) if "technology" in parts else {}
    for key in ("kept", "placed"):
        seat[key] = technology[key].integer(0, 60) if technology else 0
    seat["fresh"] = 0
    for entry in parts.get("planned", Field([], "")).items(most=len(spaces)):
        seat["fresh"] |= 1 << read_space(entry, spaces)
    seat["sent"] = parts["sent"].members(OFFICES, "one of these places") if "sent" in parts else 0
    seat["owed"] = parts["unpaid"].integer(0, MANY) if "unpaid" in parts else 0


def _read_places(places: Field, tiles: Field, seat: Raw, spaces: Spaces) -> None:
    """Who stands on the spaces of the player board and of the place tiles owned."""
    rows = rows_of(spaces)
    seat["on"], seat["tiles"] = [0] * len(spaces), 0
    owned = tiles.entries()
    for tile in owned:
        seat["tiles"] |= 1 << tiles.key_index(tile, TILES, "a place tile")
    for name, row in {**places.keys((), BOARD), **owned}.items():
        if len(row.items()) != len(rows[name]):
            words = ", ".join(spaces[space][1] for space in rows[name]) or "none"
            row.fail(f"a list of {len(rows[name])}, as {name} has these spaces: {words}")
        for space, entry in zip(rows[name], row.items(), strict=True):
            seat["on"][space] = 0 if entry.value is None else entry.index(
                HOLDS, "null, a follower such as 'monk' or 'own farmer', or 'technology'")


def read_space(field: Field, spaces: Spaces) -> int:
    """A space written as `Castle 2`."""
    place, _, number = field.string().rpartition(" ")
    row = rows_of(spaces).get(place, [])
    if number not in map(str, range(1, len(row) + 1)):
        field.fail("a place and the number of a space there, such as 'Castle 2'")
    return row[int(number) - 1]


