"""What the parts of a position must fulfil: followers, places, goods, citizens, tiles, stations. See checks.py."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.orleans.checks import SETUP, Position, refuse
from games.orleans.checks_doing import market_size
from games.orleans.names import CITIZEN_NAMES, TECHNOLOGY, TECHNOLOGY_TILE, rows_of
from games.orleans.numbers import stands
from games.orleans.seats import members
from games.orleans.setup import new_state
from games.orleans.tables import DEEDS, GOODS, HOME, KINDS, PLACES, PROFESSIONS, ROUTES, TILES, TOWNS, TRACKS

AT_START = {                    # fields that set-up leaves alone, and their names in the document
    "seat": "players", "deed": "deeds", "supply": "supply", "lost": "out_of_game.followers", "tiles": "tiles",
    "citizens": "citizens", "technology": "technology",
}
ANYONE = 7


def check_parts(p: Position) -> None:
    """All parts, those of the players first."""
    if p.stage in SETUP:
        check_setup(p)
    for seat, player in enumerate(p.players):
        check_places(p, f"players[{seat}]", player)
        check_market(p, f"players[{seat}]", player)
        check_belongings(p, seat, player)
    check_tiles(p)
    check_stations(p)
    check_followers(p)
    check_routes(p)
    check_goods(p)
    check_technology(p)
    check_citizens(p)


def check_setup(p: Position) -> None:
    """During set-up nothing changes but the goods. Sets `cursor`."""
    raw, fresh = p.raw, new_state(p.seats, p.options).raw()
    for field, place in AT_START.items():
        if raw[field] != fresh[field]:
            refuse(place, "something else than at the start of the game", f"it unchanged at stage {p.stage}")
    used = [space for space, filled in enumerate(p.numbers["road_used"]) if filled]
    filled = [space for space in used if raw["road"][space]]
    if p.stage == "start-seat" and filled:
        refuse("routes", f"{len(filled)} goods", "none while the start player is drawn")
    if p.stage == "map-good":
        if filled != used[:len(filled)] or len(filled) == len(used):
            refuse("routes", f"{len(filled)} goods", f"the first of {len(used)} spaces filled, in order, not all")
        raw["cursor"] = used[len(filled)]
    if p.stage == "remove-good":
        raw["cursor"], most = sum(raw["gone"]), p.numbers["goods_removed"]
        if raw["cursor"] >= most or filled != used:
            refuse("out_of_game.goods", f"{raw['cursor']} goods", f"less than {most}, with all route spaces filled")
    elif any(raw["gone"]):
        refuse("out_of_game.goods", f"{sum(raw['gone'])} goods", f"none at stage {p.stage}")


# ---- players ---------------------------------------------------------------------------------


def check_places(p: Position, where: str, seat: dict[str, Any]) -> None:
    """Who stands where, and technology (rules 28, 30, 42). Puts spaces alike into their canonical order."""
    spaces, want = p.spaces, p.numbers["want"]
    variant = sum(bit for bit, tile in ((1, "Herb Garden"), (2, "School")) if _may_have_had(p, seat, tile))
    for place, row in rows_of(spaces).items():
        at = f"{where}.{'places' if PLACES.index(place) < 10 else 'tiles'}.{place}"
        if place == "Bathhouse" and not p.numbers["bath_action"] and seat["on"][row[0]]:
            refuse(at, "somebody", "null: its space is not in use in this preset")
        technology = [space for space in row if seat["on"][space] == TECHNOLOGY_TILE]
        if len(technology) > 1:
            refuse(at, f"{len(technology)} {TECHNOLOGY} tiles", "at most one on a place")
        for n, space in enumerate(row):
            there = seat["on"][space]
            if there == TECHNOLOGY_TILE:
                if not p.numbers["technical"] >> space & 1:
                    refuse(f"{at}[{n}]", f"'{TECHNOLOGY}'", "it on a place of two spaces or more, not for a monk and "
                           "not on Town Hall or Gunpowder Tower")
            elif there and not stands(_trade(there - 1), want[space], variant):
                refuse(f"{at}[{n}]", f"'{KINDS[there - 1]}'", f"a {spaces[space][1]}, or who may stand in for one")
        _tidy(p, seat, row)


def _trade(kind: int) -> int:
    """The profession of a kind of follower."""
    return kind if kind < len(PROFESSIONS) else kind - len(PROFESSIONS)


def _may_have_had(p: Position, seat: dict[str, Any], tile: str) -> bool:
    """A follower stays where it stands when the tile that let it go there is given up: then nobody has the tile."""
    bit = 1 << TILES.index(tile)
    elsewhere = p.raw["tiles"] | sum(other["tiles"] & bit for other in p.players if other is not seat)
    return bool(seat["tiles"] & bit) or not elsewhere & bit


def _tidy(p: Position, seat: dict[str, Any], row: Sequence[int]) -> None:
    """Spaces of one place that ask for the same: technology, followers by kind, empty ones; but not amid a plan."""
    untidy = p.stage == "take-back" and seat is p.actor and p.raw["last"]
    if untidy or any(seat["fresh"] >> space & 1 for space in row):
        return
    for want in {p.numbers["want"][space] for space in row}:
        alike = [space for space in row if p.numbers["want"][space] == want]
        held = sorted((seat["on"][space] for space in alike), key=lambda on: (on == 0, on != TECHNOLOGY_TILE, on))
        for space, there in zip(alike, held, strict=True):
            seat["on"][space] = there


def check_market(p: Position, where: str, seat: dict[str, Any]) -> None:
    """Eight spaces; ten with the Gunpowder Tower while followers are drawn and planned (rule 19, U14)."""
    room = market_size(p, seat) if p.raw["phase"] in (3, 4) else p.numbers["market"]
    room = max(room, sum(p.numbers["start_own"]))
    if sum(seat["market"]) > room:
        refuse(f"{where}.market", f"{sum(seat['market'])} followers", f"at most {room}, one on each market space")


def check_belongings(p: Position, seat: int, player: dict[str, Any]) -> None:
    """Own followers, stations, technology, and what options bring."""
    where, n = f"players[{seat}]", p.numbers
    for own, due in enumerate(n["start_own"]):
        kind = len(PROFESSIONS) + own
        found = player["market"][kind] + player["bag"][kind] + player["on"].count(1 + kind)
        found += p.raw["hand"][kind] if player is p.actor else 0
        if found != due:
            refuse(where, f"'{KINDS[kind]}' {found} times on market, in bag and on places", f"it {due} times")
    built = player["stations"].bit_count()
    if built + player["stock"] > n["start_stations"]:
        refuse(f"{where}.stock", f"{player['stock']} besides {built} built", f"{n['start_stations']} stations in all")
    on_board = player["on"].count(TECHNOLOGY_TILE)
    if on_board > player["placed"]:
        refuse(f"{where}.{TECHNOLOGY}.placed", player["placed"], f"at least {on_board}, as many as lie on places")
    if player["sent"] and p.option("town_hall_again") == "yes":
        refuse(f"{where}.sent", "a place", "nothing, with option town_hall_again=yes")
    if player["owed"] and p.option("unpaid") == "dropped":
        refuse(f"{where}.unpaid", player["owed"], "0, with option unpaid=dropped")
    gained = player["track"][TRACKS.index("trader")] + n["gift_tiles"][seat].bit_count()
    most = gained - (p.stage == "choose-tile" and player is p.actor)
    if player["tiles"].bit_count() > most:
        refuse(f"{where}.tiles", f"{player['tiles'].bit_count()} place tiles",
               f"at most {most}, one for each step of the trader track")


# ---- the table -------------------------------------------------------------------------------


def check_tiles(p: Position) -> None:
    """Each place tile once; those left out nowhere."""
    owners: dict[str, str] = dict.fromkeys(members(p.raw["tiles"], TILES), "tiles")
    box = p.numbers["tiles"]
    for seat, player in enumerate(p.players):
        for tile in members(player["tiles"], TILES):
            if tile in owners:
                refuse(f"players[{seat}].tiles.{tile}", f"it, though {owners[tile]} has it too", "each place tile once")
            owners[tile] = f"players[{seat}].tiles"
    for tile, where in owners.items():
        if not box >> TILES.index(tile) & 1:
            refuse(where, f"'{tile}'", "none that option without leaves in the box")


def check_stations(p: Position) -> None:
    """One station in a town, but in Orléans one of each seat (rule 47)."""
    owner: dict[int, int] = {}
    for seat, player in enumerate(p.players):
        for town in range(len(TOWNS)):
            if town == HOME or not player["stations"] >> town & 1:
                continue
            if town in owner:
                found = f"'{TOWNS[town]}', where players[{owner[town]}] has one too"
                refuse(f"players[{seat}].stations", found, "one station in a town")
            owner[town] = seat
    limit = p.numbers["coin_limit"]
    coins = sum(player["coins"] for player in p.players)
    if limit >= 0 and coins > max(limit, p.seats * p.numbers["start_coins"] + sum(p.numbers["gift_coins"])):
        refuse("players", f"{coins} coins together", f"at most {limit}, as option coins says")


def check_followers(p: Position) -> None:
    """Followers of each profession are all somewhere (rule 83), and each came by a step of a track."""
    raw = p.raw
    for who, word in enumerate(PROFESSIONS):
        on_deeds = sum(p.rules["deeds"][deed].get(word, 0) - raw["deed"][d][who] for d, deed in enumerate(DEEDS))
        with_players = raw["hand"][who] + sum(
            player["market"][who] + player["bag"][who] + player["on"].count(1 + who) for player in p.players)
        found, due = raw["supply"][who] + raw["lost"][who] + on_deeds + with_players, p.numbers["supply"][who]
        if found != due:
            parts = (f"{raw['supply'][who]} in the supply, {with_players} with players, {on_deeds} on deeds, "
                     f"{raw['lost'][who]} out of the game")
            refuse(f"{word}s", f"{found} neutral ones ({parts})", f"{due} with {p.seats} seats")
        if word in TRACKS:
            steps = sum(player["track"][who] for player in p.players)
            if due - raw["supply"][who] > steps:
                found_words = f"{raw['supply'][who]}, so that {due - raw['supply'][who]} were recruited"
                refuse(f"supply.{word}", found_words, f"at most {steps} recruited, by the steps on {word} tracks")


def check_routes(p: Position) -> None:
    """Goods lie only on spaces that this number of seats fills (rule 10)."""
    space = 0
    for name, _, _, fewest in ROUTES:
        for n, seats in enumerate(fewest):
            if p.raw["road"][space] and seats > p.seats:
                found = f"'{GOODS[p.raw['road'][space] - 1]}'"
                refuse(f"routes.{name}[{n}]", found, f"null: the space is for {seats} seats and more")
            space += 1


def check_goods(p: Position) -> None:
    """Goods of each kind are all somewhere (rule 82)."""
    raw = p.raw
    for good, word in enumerate(GOODS):
        owned = sum(player["goods"][good] for player in p.players)
        on_map = raw["road"].count(1 + good)
        found, due = owned + on_map + raw["goods"][good] + raw["gone"][good], p.numbers["goods"][good]
        if found != due:
            parts = (f"{raw['goods'][good]} on the market, {on_map} on routes, {owned} with players, "
                     f"{raw['gone'][good]} out of the game")
            refuse("goods", f"{found} {word} ({parts})", f"{due}")


def check_technology(p: Position) -> None:
    """No more technology tiles than there are."""
    taken = sum(player["kept"] + player["placed"] for player in p.players)
    if p.raw["technology"] + taken > p.numbers["technology"]:
        found = f"{p.raw['technology']} besides {taken} kept or placed"
        refuse(TECHNOLOGY, found, f"at most {p.numbers['technology']} tiles in all")


def check_citizens(p: Position) -> None:
    """Fourteen citizens; one is gone exactly when somebody has come to it (rules 37, 38, 51, 63)."""
    left, n = members(p.raw["citizens"], CITIZEN_NAMES), p.numbers
    owned = sum(player["citizens"] for player in p.players)
    if owned + len(left) != len(CITIZEN_NAMES):
        refuse("citizens", f"{len(left)} left and {owned} with players", f"{len(CITIZEN_NAMES)} together")
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
            refuse("citizens", f"'{name}' {'still there' if gone else 'missing'}",
                   "it taken, as somebody came to it" if gone else "it there, as nobody has come to it")
    furthest = max(player["development"] for player in p.players)
    for space, which in enumerate(n["citizen_at"]):
        name = CITIZEN_NAMES[which - 1]
        if which and name in left and 0 < space <= furthest and not any(n["gift_steps"]):
            refuse("citizens", f"'{name}' still there", f"it taken, as a seat is on space {furthest} of that track")
