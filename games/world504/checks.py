"""Whether the rules can reach a position of 504.

Each check raises InputError naming the place, what was found and what was expected. They keep out what would mislead an
analysis, and all that the compiled rules, which check nothing, could not play on from. Whether pieces add up: box.py.
"""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games.checking import Checked, refuse
from games.packed import codes, enum
from games.world504.names import NOBODY, NOWHERE, STAGE_NAMES, board_of, owner_names, seat_acts
from games.world504.seats import CITY_NAMES
from games.world504.setup import DEFAULTS
from games.world504.tables import COMPANIES, GOODS, KINDS, PRIVILEGES, STEPS

PHASE_NAMES = enum("world504", "Phase")
CITY, WATER, OPEN = KINDS.index("city"), KINDS.index("water"), len(KINDS)
MOUNTAIN = KINDS.index("mountain")
AT_RISK, BY_DICE, POOL_ROAD = codes("world504", "AT_RISK BY_DICE POOL_ROAD")
OPENING, ROUND, TURN, END = range(4)                # sections of the table of phases
EXPLORER_TILES = 6
SETTLING = [STAGE_NAMES.index(stage) for stage in ("act", "follow", "drive", "fight")]    # settlements recalled
STAGES = {                      # which stages a phase can ask at
    "lay-board": ("waters", "tile"), "draw-order": ("start-seat", "next-in-order"),
    "lay-privileges": ("extras", "draw-privilege"), "choose-capitals": ("capital",), "found-in-round": ("capital",),
    "set-order": ("sealed-bid", "sealed-units", "lot", "place", "capital"),
    "share-round": ("sealed-bid", "sealed-units", "lot", "place", "shares", "capital"),
    "share-deals": ("buy-foreign",), "dividends": ("payout",),
    "auction": ("draw-privilege", "bid", "bid-units"), "move-capital": ("new-capital",),
    "buy-privilege": ("draw-privilege", "take-privilege"), "upgrade": ("buy-upgrade",),
    "recruit": ("buy-resident", "recall-resident"),
    "residents": ("act", "run", "road-crew", "recall-settlement", "explored", "move-explorer", "explore-more",
                  "follow", "attack", "defence", "retreat", "assault", "takeover", "conquer", "new-home"),
    "trolley": ("drive", "enter", "recall-settlement", "explored", "move-explorer"), "factories": ("build-factory",),
    "fights": ("fight", "attack", "defence", "retreat", "takeover", "new-home", "recall-settlement"),
    "income": ("trade",), "score-card": ("turn-card", "remove", "over"), "end-check": ("over",),
}
FOUNDING = ("waters", "tile", "start-seat", "next-in-order", "extras", "draw-privilege", "capital", "sealed-bid",
            "sealed-units", "lot", "place")         # stages at which owners may still be without a capital

Raw = dict[str, Any]


class Position(Checked):
    """A position as read, not yet judged; `rules` are the fields of the Rules struct."""

    stages, defaults = STAGE_NAMES, DEFAULTS

    @property
    def players(self) -> list[Raw]:
        """The owners: seats, or companies."""
        return self.raw["owner"][:self.rules["owners"]]

    def where(self, i: int) -> str:
        """The place of an owner in the document."""
        return f"companies.{COMPANIES[i]}" if self.rules["companies"] else f"players[{i}]"

    def founded(self, i: int) -> bool:
        """Whether there is such an owner yet; only companies wait for their founders."""
        return bool(self.raw["agent"][i] != NOBODY)

    @property
    def actor(self) -> Raw:
        return self.players[self.raw["actor"]]

    @property
    def turn(self) -> Raw:
        return self.raw["turn"]

    @property
    def phase(self) -> str:
        return PHASE_NAMES[self.rules["phases"][self.raw["phase"]]]

    @property
    def section(self) -> int:
        """Which of the four tables the phase is in."""
        return int(self.raw["phase"] // (len(self.rules["phases"]) // 4))

    def tile(self, t: int) -> str:
        return board_of(self.raw).tiles[t]


def check(p: Position) -> None:
    """All that a position must fulfil but its totals and check_choice."""
    check_time(p)
    check_order(p)
    check_open(p)
    for i in range(p.rules["owners"]):
        check_owner(p, i)
    check_capitals(p)
    check_privileges(p)
    check_modules(p)
    check_turn(p)
    check_auction(p)
    check_exploring(p)
    check_war(p)


def check_choice(p: Position, state: State) -> None:
    """The state that was made of `p` asks for something there is to choose, or to draw."""
    if p.stage != "over" and not state.legal_actions():
        refuse("stage", f"'{p.stage}', where there is nothing to choose", "a stage that fits the rest")


# ---- time ------------------------------------------------------------------------------------


def check_time(p: Position) -> None:
    """Round, phase and stage belong together."""
    if p.stage not in STAGES.get(p.phase, ()):
        can = STAGES.get(p.phase)
        refuse("stage", f"'{p.stage}'", f"{' or '.join(can)} in phase {p.phase}" if can
               else f"another phase, as {p.phase} asks nobody")
    if (p.raw["round"] == 0) != (p.section == OPENING):
        refuse("round", p.raw["round"], "0 before the first round" if p.section == OPENING else "1 or more")
    if p.raw["round"] > p.rules["max_rounds"]:
        refuse("round", p.raw["round"], f"at most {p.rules['max_rounds']}, as option max_rounds says")
    if p.phase in ("set-order", "found-in-round") and p.raw["round"] != 1:
        refuse("round", p.raw["round"], f"1 in phase {p.phase}")
    if p.raw["capped"] and (p.stage != "over" or p.raw["round"] != p.rules["max_rounds"]):
        refuse("capped", "true", "it only when the last allowed round is over")


def check_order(p: Position) -> None:
    """Who acts, by the order of the round."""
    raw, owners = p.raw, p.rules["owners"]
    for key, field in (("order", "order"), ("former_order", "former")):
        drawing = p.stage in ("start-seat", "next-in-order", "waters", "tile")
        if sorted(raw[field][:owners]) != list(range(owners)) and not drawing:
            refuse(key, str(raw[field][:owners]), "each seat once" if owners == p.seats else "each company once")
    waiting = raw["order"][raw["founded"]:owners]
    if any(p.founded(i) for i in waiting) or waiting != sorted(waiting):
        refuse("order", ", ".join(owner_names(p.rules)[i] for i in raw["order"][:owners]),
               "companies that are not founded last, in the order of their names")
    if raw["place"] >= max(1, raw["founded"]):
        refuse("place", raw["place"], f"a place in the order, 0 to {max(1, raw['founded']) - 1}")
    if not seat_acts(raw, p.rules) and raw["founded"] and not p.founded(raw["actor"]):
        refuse("actor", owner_names(p.rules)[raw["actor"]], "a company that is founded")
    acts = p.section == TURN and p.stage not in ("remove", "new-home", "over")
    if acts and raw["actor"] != raw["order"][raw["place"]]:
        refuse("actor", raw["actor"], f"{raw['order'][raw['place']]}, who is at place {raw['place']} of the order")
    if p.phase in ("choose-capitals", "found-in-round"):
        due = raw["order"][max(0, p.seats - 1 - raw["cursor"])]
        if raw["cursor"] >= p.seats or raw["actor"] != due:
            refuse("actor", raw["actor"], f"{due}: capitals are chosen in reverse order, and cursor is {raw['cursor']}")
    start = raw["start"]
    if start >= p.seats:
        refuse("start", "null", "the seat with the start card")


def check_open(p: Position) -> None:
    """Spaces wait for tiles while the board is laid, and only then."""
    waiting = [t for t in range(p.raw["tiles"]) if p.raw["kind"][t] == OPEN]
    if (p.phase == "lay-board") != bool(waiting):
        refuse("tiles", f"{len(waiting)} open spaces", "some while the board is laid" if not waiting else "none by now")
    spare = p.rules["kinds"][WATER] - sum(kind == WATER for kind in p.rules["cell_kind"][:p.rules["cells"]])
    if p.stage == "waters" and (p.raw["stack"][WATER] != spare or len(waiting) != p.rules["free_cells"]):
        refuse("stage", "'waters'", "another one, as tiles lie on the free spaces already")
    if p.stage == "tile":
        free = [cell for cell in p.rules["free_cell"][:p.rules["free_cells"]] if p.raw["kind"][cell] == OPEN]
        at = p.raw["cursor"]
        if p.raw["stack"][WATER]:
            refuse("stage", "'tile'", "waters, as two waters are still to be laid")
        if at >= p.rules["free_cells"] or p.rules["free_cell"][at] != free[0]:
            refuse("cursor", at, f"{p.rules['free_cell'].index(free[0])}, the first free space that is open")


# ---- owners ----------------------------------------------------------------------------------


def check_owner(p: Position, seat: int) -> None:
    """Where the pieces of one owner are."""
    owner, where = p.players[seat], p.where(seat)
    founding = p.stage in FOUNDING if not p.rules["companies"] else (
        not p.founded(seat) or (p.stage == "capital" and p.raw["actor"] == seat))
    if owner["capital"] == NOWHERE and not (founding or is_beaten(p, seat)):
        refuse(f"{where}.capital", "none", "the city of its headquarters")
    if owner["capital"] != NOWHERE and p.raw["kind"][owner["capital"]] != CITY:
        refuse(f"{where}.capital", f"'{p.tile(owner['capital'])}'", "a city")
    _check_trolley(p, seat, owner, where)
    tiles = range(p.raw["tiles"])
    for t in tiles:
        settled = owner["settled"] >> t & 1
        if settled and (p.raw["kind"][t] in (WATER, OPEN) or t == owner["capital"]):
            refuse(f"{where}.settlements", f"'{p.tile(t)}'",
                   "one headquarters or settlement on a tile" if t == owner["capital"] else "land or a city")
        there = owner["active"][t] + owner["spent"][t]
        if there and not (settled or t == owner["capital"] or attacks(p, seat, t)):
            refuse(f"{where}.{'active' if owner['active'][t] else 'exhausted'}", f"residents in {p.tile(t)}",
                   "residents on own tiles only, with a settlement or the headquarters")
        limit = p.rules["town_limit"][t == owner["capital"]]
        if there > limit:
            refuse(where, f"{there} residents in {p.tile(t)}", f"at most {limit} {_beside(t == owner['capital'])}")
    for city, house in enumerate(owner["house"]):
        if any(house) and (not p.rules["house_delivery"] or p.raw["city_at"][city] == NOWHERE):
            refuse(f"{where}.houses.{CITY_NAMES[city]}", "goods on a trading house", "none there")
    for city in range(len(CITY_NAMES)):
        if owner["cards"] >> city & 1 and (not p.rules["mark"] or p.raw["city_at"][city] == NOWHERE):
            refuse(f"{where}.city_cards", f"'{CITY_NAMES[city]}'",
                   "cities on the board" if p.rules["mark"] else "none: this world has no city cards")


def _beside(capital: bool) -> str:
    return "beside the headquarters" if capital else "beside a settlement"


def _check_trolley(p: Position, i: int, owner: Raw, where: str) -> None:
    """Worlds with transport have trolleys, from the day their owner has a capital; never on water."""
    due = bool(p.rules["carts"]) and (owner["capital"] != NOWHERE or (p.founded(i) and p.stage not in FOUNDING))
    if due != (owner["trolley"] != NOWHERE):
        refuse(f"{where}.trolley", "none" if due else f"'{p.tile(owner['trolley'])}'",
               "the tile where it is" if due else "none here")
    if not due:
        for key, field in (("speed", "speed"), ("holds", "holds"), ("load", "hold")):
            if owner[field] not in (0, [0, 0]):
                refuse(f"{where}.{key}", owner[field], "nothing of a trolley here")
        return
    if p.raw["kind"][owner["trolley"]] in (WATER, OPEN):
        refuse(f"{where}.trolley", f"'{p.tile(owner['trolley'])}'", "land or a city")
    least = p.rules["cart_holds"]
    if not least <= owner["holds"] <= 2 * least:
        refuse(f"{where}.holds", owner["holds"], f"{least} or {2 * least}" if least
               else "0: trolleys here carry nothing")
    for hold, load in enumerate(owner["hold"]):
        if load and hold >= owner["holds"]:
            refuse(f"{where}.load", f"{1 + hold} loads", f"at most {owner['holds']}, one a hold")
        if load > len(GOODS) and not p.rules["carts_carry_people"]:
            refuse(f"{where}.load", "residents", "goods: no trolley here carries residents")


def check_capitals(p: Position) -> None:
    """Separate capitals are in different cities, until one can be moved."""
    taken: dict[int, int] = {}
    shared = p.rules["move_capital"] or p.rules["common_capital"]
    for seat, owner in enumerate(p.players):
        if owner["capital"] != NOWHERE and not shared and owner["capital"] in taken:
            refuse(f"{p.where(seat)}.capital", f"'{p.tile(owner['capital'])}'",
                   f"another city than {owner_names(p.rules)[taken[owner['capital']]]} has")
        taken.setdefault(owner["capital"], seat)


def check_privileges(p: Position) -> None:
    """Cards of this world's deck; a kind once for each owner."""
    deck = [card for bit, card in enumerate(PRIVILEGES) if p.rules["kinds_in_deck"] >> bit & 1]

    def known(place: str, bit: int) -> None:
        if PRIVILEGES[bit] not in deck:
            refuse(place, f"'{PRIVILEGES[bit]}'", "a privilege of this world" + (
                f": {', '.join(deck)}" if deck else "; it has none"))

    for seat, owner in enumerate(p.players):
        for bit in range(len(PRIVILEGES)):
            if owner["privileges"] >> bit & 1 and not p.rules["gift_privileges"][seat] >> bit & 1:
                known(f"{p.where(seat)}.privileges", bit)
    for at, card in enumerate(p.raw["row"]):
        if card:
            known(f"row[{at}]", card - 1)
    for bit, gone in enumerate(p.raw["drawn"]):
        if gone:
            known("drawn", bit)
    for step, extras in enumerate(p.raw["extras"]):
        seconds = sum(gone > 1 and p.rules["step_of"][bit] == step for bit, gone in enumerate(p.raw["drawn"]))
        if not p.rules["copies"] and seconds > extras:
            refuse("extras", str(p.raw["extras"]), f"{seconds} or more for step {STEPS[step]}, as so many were drawn")
    row = [bool(card) for card in p.raw["row"]]
    if row != sorted(row, reverse=True):
        refuse("row", "a gap in it", "cards side by side")
    if p.raw["free_row"] > sum(row):
        refuse("free_row", p.raw["free_row"], f"at most {sum(row)}, the cards of the row")


def check_modules(p: Position) -> None:
    """Fields of modules that the world has not are at rest."""
    rules = p.rules
    if not rules["road_pool"] and POOL_ROAD in p.raw["neutral"]:
        refuse("neutral_roads", "a road without a seat", "the seat that built it")
    if not rules["roads_each"]:
        for seat, owner in enumerate(p.players):
            if any(owner["road"]) or (owner["linked"] and not rules["road_pool"]):
                refuse(f"{p.where(seat)}.roads", "roads", "none: this world has no roads" if not rules["road_pool"]
                       else "neutral_roads, as all roads of this world are")
    if not rules["plants"] and any(p.raw["plant"]):
        refuse("tiles", "a plant", "none: this world has no plants")
    if not rules["factories"] and any(map(any, p.raw["factory"])):
        refuse("tiles", "factories", "none: this world has no factories")
    if not rules["people"] and any(any(owner["active"]) or any(owner["spent"]) for owner in p.players):
        refuse("players", "residents", "none: this world has no residents")
    if p.raw["ripe"] and not rules["goods_on_plants"]:
        refuse("tiles", "a ripe plant", "none: goods of plants lie in front of their owners")
    if not rules["scoring_cards"] and (any(p.raw["ticks"]) or p.raw["scorings"] or p.raw["to_remove"]):
        refuse("ticks", "scoring cards", "none: this world has none")


# ---- the turn --------------------------------------------------------------------------------


def check_turn(p: Position) -> None:
    """What a stage needs to go on from; outside of turns nothing is left of one."""
    raw, stage = p.raw, p.stage
    at_rest = {key: 0 if isinstance(value, int) else [0] * len(value) for key, value in p.turn.items()}
    selling = p.stage == "shares" and p.turn == at_rest | {"sold": raw["turn"]["sold"]}
    if p.section != TURN and p.turn != at_rest and not selling:
        refuse("turn", "a turn under way", f"none in phase {p.phase}")
    if raw["turn"]["last"] > raw["tiles"]:
        refuse("turn.last", raw["turn"]["last"], f"at most {raw['tiles']}")
    if p.phase == "residents":
        spent = p.players[raw["order"][raw["place"]]]["spent"]
        for t, idle in enumerate(p.turn["idle"]):
            if idle > spent[t]:
                refuse("turn.idle", f"{idle} in {p.tile(t)}", f"at most {spent[t]}, the exhausted residents there")
    source, target = p.turn["source"], p.turn["target"]
    if stage == "run" and not p.actor["active"][source]:
        refuse("turn.source", f"'{p.tile(source)}'", "the tile of an active resident, which runs")
    if stage == "recall-resident" and (not p.turn["last"] or p.actor["residents"]):
        refuse("stage", f"'{stage}'", "another one, as a resident is recalled for a tile when the supply has none")
    if stage == "recall-settlement":
        if p.turn["settle_from"] not in SETTLING or p.raw["kind"][target] == WATER or _owns(p.actor, target):
            refuse("turn", "a settlement recalled for nothing", "the tile for it in target, and settle_from")


def _owns(owner: Raw, t: int) -> bool:
    return bool(owner["settled"] >> t & 1) or owner["capital"] == t


def check_auction(p: Position) -> None:
    """Who bids how much for what."""
    raw, stage = p.raw, p.stage
    if stage in ("bid-units", "sealed-units") and not raw["bid_tens"]:
        refuse("bid_tens", 0, f"the tens of the bid at stage {stage}")
    if stage not in ("bid-units", "sealed-units") and raw["bid_tens"]:
        refuse("bid_tens", raw["bid_tens"], f"none at stage {stage}")
    if stage in ("bid", "bid-units") and (raw["card"] >= len(raw["row"]) or not raw["row"][raw["card"]]):
        refuse("card", raw["card"], "the place in the row of the card that is auctioned")
    if stage in ("bid", "bid-units") and not raw["bidding"] >> raw["actor"] & 1:
        refuse("bidding", "the actor out", "the actor among those who bid")
    if stage == "lot" and not raw["lots"]:
        refuse("lots", "nobody", "the seats that are tied")


def check_exploring(p: Position) -> None:
    """The space that is explored, and the explorer tiles that say which tile is found there."""
    turn, raw = p.turn, p.raw
    odds = turn["odds"]
    if p.stage not in ("explored", "move-explorer"):
        if any(odds):
            refuse("turn.explorer_tiles", "explorer tiles", f"none at stage {p.stage}")
        return
    if raw["near"][turn["source"]][turn["side"]] != NOWHERE:
        refuse("turn.side", turn["side"], "a side of the source where no tile lies")
    if sum(odds) != EXPLORER_TILES or any(n and not raw["stack"][kind] for kind, n in enumerate(odds)):
        refuse("turn.explorer_tiles", f"{sum(odds)} explorer tiles", f"{EXPLORER_TILES}, on stacks that have tiles")


# ---- war -------------------------------------------------------------------------------------


def is_beaten(p: Position, seat: int) -> bool:
    """Whether the owner may be without a capital: it has just lost it, or all it had in the turn that ends the game."""
    if p.turn["beaten"] == 1 + seat:
        return True
    owner = p.players[seat]
    left = owner["settled"] or any(owner["active"]) or any(owner["spent"])
    return bool(p.rules["siege"] == AT_RISK and not left and (p.turn["ends"] or p.stage == "over"))


def attacks(p: Position, seat: int, t: int) -> bool:
    """Whether exhausted residents of the owner may be on a tile that is not its own: they attack it."""
    fighting = p.section == TURN and p.phase in ("residents", "trolley", "factories", "fights")
    mine = seat == p.raw["order"][p.raw["place"]] and not p.players[seat]["active"][t]
    waiting = p.rules["fights"] == BY_DICE or p.rules["unloaded_wait"]
    return bool(waiting and fighting and mine and p.raw["kind"][t] not in (WATER, OPEN))


def check_war(p: Position) -> None:
    """Each tile has one owner, and garrisons are on no owner's tile (R4.3D.1, R4.S.5)."""
    rules, raw = p.rules, p.raw
    for t in range(raw["tiles"]):
        armed = [name for name in ("barracks", "militia") if raw[name] >> t & 1]
        held = [i for i, owner in enumerate(p.players) if _owns(owner, t)]
        place = f"tiles.{raw['q'][t]},{raw['r'][t]}"
        if armed and not all(rules[name] for name in armed):
            refuse(place, armed[-1], "none in this world" if not rules["war"] else "barracks only in this world")
        if armed and raw["kind"][t] != CITY and not (armed == ["militia"] and rules["land_gifts"]
                                                      and raw["kind"][t] == MOUNTAIN):
            refuse(place, f"{armed[0]} on {p.tile(t)}", "garrisons in cities only")
        peace = rules["city_peace"] and raw["kind"][t] == CITY
        capital = [seat for seat in held if p.players[seat]["capital"] == t]
        late = rules["move_capital"] or rules["companies"]          # headquarters that come after the garrisons
        if armed and ([] if peace and late else capital if peace else held):
            refuse(place, f"{armed[0]} on {'the capital' if capital else 'a tile'} of seat {(capital or held)[0]}",
                   "a garrison in free cities only")
        if rules["war"] and len(held) > 1 and not peace:
            refuse(f"players[{held[1]}].{'capital' if held[1] in capital else 'settlements'}", f"'{p.tile(t)}'",
                   f"a tile of its own, as seat {held[0]} holds this one")
    check_battle(p)


def check_battle(p: Position) -> None:
    """What a stage of a fight needs to go on from."""
    turn, stage, battle = p.turn, p.stage, p.turn["battle"] - 1
    if stage in ("attack", "defence", "retreat") and (
            battle < 0 or not p.actor["spent"][battle] or _owns(p.actor, battle)):
        refuse("turn.battle", f"'{p.tile(battle)}'" if battle >= 0 else "none", "the tile where the actor attacks")
    if stage in ("attack", "defence") and (not turn["foe"] or turn["foe"] - 1 == p.raw["actor"]):
        refuse("turn.foe", turn["foe"] - 1 if turn["foe"] else "none", "who holds the tile that is attacked")
    if stage in ("defence", "assault") and not turn["dice"]:
        refuse("turn.dice", 0, "dice of the defender" if stage == "defence" else "residents that are still needed")
    if stage == "assault" and not any(i != p.raw["actor"] and owner["capital"] == turn["target"]
                                      for i, owner in enumerate(p.players)):
        refuse("turn.target", f"'{p.tile(turn['target'])}'", "the capital that is assaulted")
    if stage == "conquer" and (battle < 0 or any(_owns(owner, battle) for owner in p.players)):
        refuse("turn.battle", f"'{p.tile(battle)}'" if battle >= 0 else "none", "the capital that has fallen")
    if stage in ("takeover", "conquer", "new-home"):
        if not 0 < turn["beaten"] <= len(p.players):
            refuse("turn.beaten", "none", "the owner whose capital has fallen")
        if (stage == "new-home") != (turn["beaten"] - 1 == p.raw["actor"]):
            refuse("actor", p.raw["actor"], "the owner who picks a new capital" if stage == "new-home"
                   else "the owner who takes over")
