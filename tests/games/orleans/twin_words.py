"""The compiled game's numbers in words, as its README tells them: moves, chance outcomes and positions."""
from __future__ import annotations

from typing import Any

from . import facts
from .twin_player import TECHNOLOGY
from .twin_table import Table

STAGES = ("start-seat", "map-good", "remove-good", "reveal", "draw", "bath-look", "bath-draw", "plague-draw",
          "lose-draw", "take-back", "keep", "plan", "act", "route-good", "choose-tile", "send-more", "bath-put",
          "technology", "shield", "food", "torture", "over")
CHANCE = STAGES[:9]
TRACKS = tuple(facts.LAST_STEP)
GOODS = tuple(facts.GOODS)
TILES = tuple(facts.TILES)
ROUTES = tuple(facts.ROUTES)
DEEDS = tuple(facts.DEEDS)
ROAD_SPACES = tuple((route, n) for route, (_, _, spaces) in facts.ROUTES.items() for n in range(len(spaces)))
CITIZENS = (*(f"development {n}" for n in facts.CITIZEN_STEPS), *facts.CITIZEN_STEP, *DEEDS, "stations")
VEHICLES = ("Ship", "Wagon", "Horse Wagon")
OFFICES = ("Town Hall", "Gunpowder Tower")


def space_words(space: int, raw_options: dict[str, str]) -> str:
    """A space as moves name it."""
    place, _, word = facts.SPACES[space]
    if place == "Bathhouse" and raw_options.get("bathhouse_spends") == "boatman":
        word = "boatman"
    return f"{place} {word}"


def outcome_words(stage: str, code: int) -> str:
    """A chance outcome."""
    if stage == "start-seat":
        return f"start seat {code}"
    if stage == "map-good":
        return f"goods {GOODS[code]}"
    if stage == "remove-good":
        return f"remove {GOODS[code]}"
    return f"event {facts.EVENTS[code]}" if stage == "reveal" else f"draw {facts.KINDS[code]}"


def move_words(raw: dict[str, Any], code: int, options: dict[str, str]) -> str:
    """A move of the seat to act, by the table of action codes."""
    seat = raw["seat"][raw["actor"]]
    if code < 616:
        return f"put {facts.KINDS[code % 11]} on {space_words(code // 11, options)}"
    if 620 <= code < 676:
        follower = facts.KINDS[seat["on"][code - 620] - 1]
        return f"take back {follower} from {space_words(code - 620, options)}"
    if 677 <= code < 690:
        return f"keep {facts.KINDS[code - 677]}"
    if 690 <= code < 720:
        return f"use {facts.ALL_PLACES[code - 690]}"
    if 720 <= code < 723:
        return f"use Village: {facts.PROFESSIONS[code - 719]}"
    if 723 <= code < 852:
        vehicle, route = VEHICLES[(code - 723) // 43], ROUTES[(code - 723) % 43]
        ends = facts.ROUTES[route][:2]
        return f"use {vehicle}: {route} to {ends[ends[0] == facts.TOWNS[seat['merchant']]]}"
    if 852 <= code < 978:
        office, rest = divmod(code - 852, 63)
        word, way = facts.PROFESSIONS[rest // 9], rest % 9
        deed = DEEDS[way] if way < 8 else f"{facts.POINT_FOR_COIN} for development"
        return f"use {OFFICES[office]}: {word} to {deed}"
    if 978 <= code < 981:
        return f"use Pharmacy: {code - 977} coin{'s' if code > 978 else ''}"
    return rare_words(code, options)


def rare_words(code: int, options: dict[str, str]) -> str:
    """A move of the later codes."""
    single = {616: "done", 676: "draw", 981: "pass", 987: "take nothing", 1064: "keep technology",
              1085: "give up follower", 1086: "give up station", 1110: "give up step", 1146: "give up technology",
              1150: "use Sacristy", 1151: "decline"}
    if code in single:
        return single[code]
    if code < 987:
        return f"take {GOODS[code - 982]}"
    if code < 1008:
        return f"choose {TILES[code - 988]}"
    if code < 1064:
        return f"technology on {space_words(code - 1008, options)}"
    if code < 1085:
        return f"give up {TILES[code - 1065]}"
    if code < 1110:
        return f"give up station in {facts.TOWNS[code - 1087]}"
    if code < 1116:
        return f"give up {GOODS[code - 1111]}"
    if code < 1146:
        return f"give up technology on {facts.ALL_PLACES[code - 1116]}"
    return f"hand in {GOODS[code - 1147]}"


# ---- positions -------------------------------------------------------------------------------


def named(numbers: list[int], names: tuple[str, ...]) -> dict[str, int]:
    """Counts by name, without zeros."""
    return {name: n for name, n in zip(names, numbers, strict=True) if n}


def bits(mask: int, names: tuple[str, ...]) -> list[str]:
    return sorted(name for n, name in enumerate(names) if mask >> n & 1)


def on_words(number: int) -> str | None:
    return None if number == 0 else TECHNOLOGY if number == 12 else facts.KINDS[number - 1]


def seat_words(seat: dict[str, Any]) -> dict[str, Any]:
    """A seat of the compiled game."""
    places: dict[str, list[str | None]] = {}
    for (place, _, _), number in zip(facts.SPACES, seat["on"], strict=True):
        places.setdefault(place, []).append(on_words(number))
    return {
        "coins": seat["coins"], "unpaid": seat["owed"], "gift": seat["bonus"],
        "bag": named(seat["bag"], facts.KINDS), "market": named(seat["market"], facts.KINDS),
        "places": {place: row for place, row in places.items() if any(row)},
        "tracks": named(seat["track"], TRACKS), "development": seat["development"],
        "goods": named(seat["goods"], GOODS), "town": facts.TOWNS[seat["merchant"]],
        "stations": bits(seat["stations"], facts.TOWNS), "stock": seat["stock"], "citizens": seat["citizens"],
        "technology": seat["kept"], "placed": seat["placed"], "tiles": bits(seat["tiles"], TILES),
        "sent": bits(seat["sent"], OFFICES),
    }


def position_words(raw: dict[str, Any], seats: int) -> dict[str, Any]:
    """A position of the compiled game, but for what only says where in a chain of choices it stands."""
    piles = [named(raw["hourglass"][n:n + 6], facts.EVENTS) for n in (0, 6, 12)]
    return {
        "seats": [seat_words(seat) for seat in raw["seat"][:seats]],
        "deeds": {deed: named(row, facts.PROFESSIONS)
                  for deed, row in zip(DEEDS, raw["deed"], strict=True) if any(row)},
        "routes": {f"{route} {n}": GOODS[good - 1]
                   for (route, n), good in zip(ROAD_SPACES, raw["road"], strict=True) if good},
        "supply": named(raw["supply"], facts.PROFESSIONS), "lost": named(raw["lost"], facts.PROFESSIONS),
        "goods": named(raw["goods"], GOODS), "gone": named(raw["gone"], GOODS),
        "hourglass": [pile for pile in piles if pile], "hand": named(raw["hand"], facts.KINDS),
        "display": bits(raw["tiles"], TILES), "citizens": bits(raw["citizens"], CITIZENS),
        "technology": raw["technology"], "stage": STAGES[raw["stage"]], "round": raw["round"], "phase": raw["phase"],
        "event": facts.EVENTS[raw["event"]], "start": raw["start"], "actor": raw["actor"],
        "passed": [seat for seat in range(seats) if raw["passed"] >> seat & 1],
    }


def twin_words(twin: Table, stage: str, actor: int) -> dict[str, Any]:
    """The same of the twin."""
    def some(counts: Any) -> dict[str, int]:
        return {name: n for name, n in counts.items() if n}

    return {
        "seats": [{
            "coins": p.coins, "unpaid": p.unpaid, "gift": p.gift, "bag": some(p.bag), "market": some(p.market),
            "places": {place: row for place, row in p.places.items() if any(row)}, "tracks": some(p.tracks),
            "development": p.development, "goods": some(p.goods), "town": p.town, "stations": sorted(p.stations),
            "stock": p.stock, "citizens": p.citizens, "technology": p.technology, "placed": p.placed,
            "tiles": sorted(p.tiles()), "sent": sorted(p.sent)} for p in twin.players],
        "deeds": {deed: some(row) for deed, row in twin.deeds.items() if any(row.values())},
        "routes": {f"{route} {n}": good for route, row in twin.routes.items() for n, good in enumerate(row) if good},
        "supply": some(twin.supply), "lost": some(twin.lost), "goods": some(twin.goods), "gone": some(twin.gone),
        "hourglass": [dict(some(pile)) for pile in twin.hourglass if pile.total()], "hand": some(twin.hand),
        "display": sorted(twin.display), "citizens": sorted(twin.citizens), "technology": twin.technology,
        "stage": stage, "round": twin.round, "phase": twin.phase, "event": twin.event, "start": twin.start,
        "actor": actor, "passed": sorted(twin.passed),
    }
