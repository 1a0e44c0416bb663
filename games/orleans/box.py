"""A position of Orléans against its box: followers, goods, technology, place tiles, citizens, stations (rules 82-85).

Followers and goods never vanish: what is given up is counted as out of the game. Technology, place tiles and stations
given up in torture are not written down, so of these there may be fewer than the box has where that can have happened.
"""
from __future__ import annotations

from collections.abc import Set as AbstractSet

from games.checking import miscounted, misplaced
from games.fields import members
from games.orleans.checks import SETUP, Position
from games.orleans.names import CITIZEN_NAMES, TECHNOLOGY
from games.orleans.tables import DEEDS, GOODS, KINDS, PROFESSIONS, TILES, TILES_I, TRACKS

CRAFTSMAN, TRADER = TRACKS.index("craftsman"), TRACKS.index("trader")
LABORATORY = TILES.index("Laboratory")
FIRST_TILES = (1 << len(TILES_I)) - 1


def check_box(p: Position) -> None:
    """All parts, against the box. Raises Miscount."""
    for seat in range(p.seats):
        _check_own(p, seat)
    _check_tiles(p)
    _check_coins(p)
    _check_followers(p)
    _check_goods(p)
    _check_technology(p)
    _check_citizens(p)


def _check_own(p: Position, seat: int) -> None:
    """Player-coloured followers, which are never lost, stations and place tiles of one seat."""
    player, where, n = p.players[seat], f"players[{seat}]", p.numbers
    for own, due in enumerate(n["start_own"]):
        kind = len(PROFESSIONS) + own
        parts = {"on the market": player["market"][kind], "in the bag": player["bag"][kind],
                 "on places": player["on"].count(1 + kind),
                 "in doing.hand": p.raw["hand"][kind] if player is p.actor else 0}
        if sum(parts.values()) != due:
            miscounted(where, sum(parts.values()), f"'{KINDS[kind]}'", due, "each seat has its own", where=parts)
    built = player["stations"].bit_count()
    if built + player["stock"] > n["start_stations"]:
        miscounted(f"{where}.stock", player["stock"], f"stations besides {built} built", n["start_stations"] - built,
                   f"{n['start_stations']} in all", "at most")
    steps, gifts = player["track"][TRADER] - _choosing(p, seat), n["gift_tiles"][seat].bit_count()
    if player["tiles"].bit_count() > steps + gifts:
        miscounted(f"{where}.tiles", player["tiles"].bit_count(), "place tiles", steps + gifts,
                   "one for each step of the trader track" + (f", {gifts} by option gifts" if gifts else ""), "at most")


def _choosing(p: Position, seat: int) -> bool:
    """The seat has made a step on the trader track and is choosing the tile for it."""
    return p.stage == "choose-tile" and seat == p.raw["actor"]


def _check_tiles(p: Position) -> None:
    """Each place tile once; one is gone from the display for each step on a trader track (rule 40)."""
    owners: dict[str, str] = dict.fromkeys(members(p.raw["tiles"], TILES), "tiles")
    n = p.numbers
    for seat, player in enumerate(p.players):
        for tile in members(player["tiles"], TILES):
            if tile in owners:
                miscounted(f"players[{seat}].tiles", 2, f"'{tile}'", 1,
                           f"each place tile is there once, and {owners[tile]} has it too")
            owners[tile] = f"players[{seat}].tiles"
    for tile, where in owners.items():
        if not n["tiles"] >> TILES.index(tile) & 1:
            miscounted(where, 1, f"'{tile}'", 0, "option without leaves it out")
    shown, box = p.raw["tiles"].bit_count(), n["tiles"].bit_count()
    steps = sum(player["track"][TRADER] - _choosing(p, seat) for seat, player in enumerate(p.players))
    gifts = sum(tiles.bit_count() for tiles in n["gift_tiles"])
    due = max(0, box - gifts - steps)
    if shown < due or (shown > due and p.raw["tiles"] & FIRST_TILES):
        besides = f", {gifts} given by option gifts" if gifts else ""
        miscounted("tiles", shown, "place tiles on display", due,
                   f"{box} in the box{besides}, and {steps} steps on trader tracks took one each")


def _check_coins(p: Position) -> None:
    """Coins have no limit, unless an option sets one (U16)."""
    n, coins = p.numbers, sum(player["coins"] for player in p.players)
    most = max(n["coin_limit"], p.seats * n["start_coins"] + sum(n["gift_coins"]))
    if n["coin_limit"] >= 0 and coins > most:
        miscounted("players", coins, "coins together", most, "option coins sets that limit", "at most")


def followers(p: Position, who: int) -> dict[str, int]:
    """Where the neutral followers of a profession are, but for the supply."""
    word = PROFESSIONS[who]
    return {
        "with players": p.raw["hand"][who] + sum(
            player["market"][who] + player["bag"][who] + player["on"].count(1 + who) for player in p.players),
        "on deeds": sum(p.rules["deeds"][deed].get(word, 0) - p.raw["deed"][d][who] for d, deed in enumerate(DEEDS)),
        "out of the game": p.raw["lost"][who],
    }


def _check_followers(p: Position) -> None:
    """Followers of each profession are all somewhere (rule 83), and each came by a step of a track."""
    for who, word in enumerate(PROFESSIONS):
        supply, due = p.raw["supply"][who], p.numbers["supply"][who]
        parts = {"in the supply": supply} | followers(p, who)
        if sum(parts.values()) != due:
            miscounted(f"supply.{word}", sum(parts.values()), f"neutral {word}s in all", due,
                       f"so many with {p.seats} seats", where=parts)
        if word in TRACKS:
            steps = sum(player["track"][who] for player in p.players)
            if due - supply > steps:
                miscounted(f"supply.{word}", supply, f"{word}s", due - steps,
                           f"of {due} only {steps} can be recruited, by the steps on {word} tracks", "at least")


def goods(p: Position, good: int) -> dict[str, int]:
    """Where the goods of a kind are, but for the goods market and those out of the game."""
    return {"on routes": p.raw["road"].count(1 + good), "with players": sum(s["goods"][good] for s in p.players)}


def goods_out(p: Position) -> int:
    """Goods that are taken out of the game unseen at the start (rule 10)."""
    n = p.numbers
    spare = sum(n["goods"]) - sum(map(bool, n["road_used"])) - sum(map(sum, n["gift_goods"]))
    return 0 if p.stage in SETUP else max(0, min(n["goods_removed"], spare))


def _check_goods(p: Position) -> None:
    """Goods of each kind are all somewhere (rule 82)."""
    raw = p.raw
    for good, word in enumerate(GOODS):
        parts = {"on the market": raw["goods"][good], **goods(p, good), "out of the game": raw["gone"][good]}
        if sum(parts.values()) != p.numbers["goods"][good]:
            miscounted("goods", sum(parts.values()), f"{word} in all", p.numbers["goods"][good],
                       "so many are in the box", where=parts)
    if sum(raw["gone"]) < goods_out(p):
        miscounted("out_of_game.goods", sum(raw["gone"]), "goods", goods_out(p),
                   f"{p.seats} seats take so many out before the game", "at least")


def _check_technology(p: Position) -> None:
    """Technology is taken for a step on the craftsman track, or at the Laboratory; what torture took has vanished."""
    left, box, n = p.raw["technology"], p.numbers["technology"], p.numbers
    taken = sum(player["kept"] + player["placed"] for player in p.players)
    if left + taken > box:
        miscounted(TECHNOLOGY, left, f"tiles in the stack besides {taken} kept or placed", max(0, box - taken),
                   f"{box} in the box", "at most")
    steps = technology_steps(p)
    untouched = p.raw["tiles"] >> LABORATORY & 1 or not n["tiles"] >> LABORATORY & 1
    if left > max(0, box - steps) or (untouched and left < box - steps):
        miscounted(TECHNOLOGY, left, "tiles in the stack", max(0, box - steps),
                   f"of {box} {steps} were taken, by steps on craftsman tracks and gifts",
                   "" if untouched else "at most")


def technology_steps(p: Position) -> int:
    """Technology tiles that steps on the craftsman track and gifts brought."""
    return sum(player["track"][CRAFTSMAN] for player in p.players) + sum(p.numbers["gift_technology"])


def _check_citizens(p: Position) -> None:
    """Fourteen citizens; one is gone exactly when somebody has come to it (rules 37, 38, 51, 63)."""
    left, n = members(p.raw["citizens"], CITIZEN_NAMES), p.numbers
    owned = sum(player["citizens"] for player in p.players)
    if owned + len(left) != len(CITIZEN_NAMES):
        miscounted("citizens", owned + len(left), "citizens", len(CITIZEN_NAMES),
                   "so many are in the box", where={"still there": len(left), "with players": owned})
    reached: dict[str, bool] = {}
    for track in ("boatman", "knight"):
        steps, goal = [player["track"][TRACKS.index(track)] for player in p.players], n[f"citizen_{track}"]
        reached[track] = goal > 0 and max(steps) >= goal
    for d, deed in enumerate(DEEDS):
        reached[deed] = sum(n["deed"][d]) > 0 and not any(p.raw["deed"][d])
    stations = sorted(player["stations"].bit_count() for player in p.players)
    reached["most stations"] = p.stage == "over" and stations[-1] > stations[-2]
    for name, gone in reached.items():
        if gone == (name in left):
            misplaced("citizens", f"'{name}' {'still there' if gone else 'missing'}",
                   "it taken, as somebody came to it" if gone else "it there, as nobody has come to it")
    furthest = max(player["development"] for player in p.players)
    for space, which in enumerate(n["citizen_at"]):
        name = CITIZEN_NAMES[which - 1]
        if which and name in left and 0 < space <= furthest and not any(n["gift_steps"]):
            misplaced("citizens", f"'{name}' still there", f"it taken, as a seat is on space {furthest} of that track")


# ---- what a document leaves out --------------------------------------------------------------


def complete(p: Position, missing: AbstractSet[str]) -> None:
    """Fill the fields that a document has not: with what is nowhere else.

    `gone` stands for the goods out of the game: those taken out before the game are the rest of the box.
    """
    raw, n = p.raw, p.numbers
    if "supply" in missing:
        raw["supply"] = [max(0, due - sum(followers(p, who).values())) for who, due in enumerate(n["supply"])]
    rest = [due - sum(goods(p, good).values()) for good, due in enumerate(n["goods"])]
    if "goods_market" in missing:
        raw["goods"] = [max(0, left - gone) for left, gone in zip(rest, raw["gone"], strict=True)]
    elif "gone" in missing:
        gone = [left - shown for left, shown in zip(rest, raw["goods"], strict=True)]
        if min(gone) >= 0 and (p.stage == "remove-good" or sum(gone) == goods_out(p)):
            raw["gone"] = gone
    if "tiles" in missing:
        raw["tiles"] = n["tiles"]
        for player in p.players:
            raw["tiles"] &= ~player["tiles"]
    if TECHNOLOGY in missing:
        raw["technology"] = max(0, n["technology"] - max(
            technology_steps(p), sum(player["kept"] + player["placed"] for player in p.players)))
