"""From options and tables to a starting position; option `rules` goes over the printed numbers."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from games.api import InputError, Option
from games.burgundy import duchy, gifts, tables, tuning
from games.burgundy.heuristics import read_heuristics
from games.burgundy.names import COLOUR_NAMES, HEX_NAMES, TILE_NAMES
from games.burgundy.state import BurgundyState
from games.options import share, start_seat, unusual
from games.overrides import Given, overridden

YES_NO = ("yes", "no")
ANY = 255                       # the state's word for "not given"
OPTIONS = (
    Option("boards", "1", "1 (all), a list like 1,5, random, or choose (in play)", presets=(
        ("1", "board 1 for everyone, as printed for a first game"), ("choose", "everyone chooses in the game"),
        ("random", "drawn at random"))),
    Option("castles", "default", "default (board 1: d4, others chosen in play), choose, or a list of hexes like d4,b3",
           presets=(("default", "as printed"), ("choose", "everyone chooses in the game"))),
    Option("secret", "no", "boards and castles are chosen secretly", YES_NO),
    Option("distinct", "yes", "random and chosen boards differ (A11)", YES_NO),
    Option("start", "random", "who starts: random, or a seat",
           presets=(("random", "drawn at random"), ("0", "seat 0"))),
    Option("castle_scores", "no", "a start castle that fills its region scores it (A1)", YES_NO),
    Option("buy_discard", "yes", "a purchase with full storage may throw a tile out (A2)", YES_NO),
    Option("free_discard", "no", "with full storage a tile may be thrown out at any time (A3)", YES_NO),
    Option("empty_ship_depot", "yes", "a ship may choose a depot without goods (A4)", YES_NO),
    Option("tile5_one", "yes", "with tile 5 a ship may clear one depot only (A5)", YES_NO),
    Option("tile5_joint", "yes", "with tile 5 both depots' goods are taken as one set (A5)", YES_NO),
    Option("tile8_widens_free", "no", "tile 8 doubles the free steps of tiles 9-12 (A6)", YES_NO),
    Option("free_adds", "yes", "free steps and workers add up on one die (A7)", YES_NO),
    Option("pass_die", "no", "a die may be left unused (A8)", YES_NO),
    Option("buy", "between", "when a purchase is possible: between actions, or also at a castle's action (A9)",
           ("between", "anytime")),
    Option("margin_weight", "0.75", "how much the lead in points counts beside winning, 0 to 1", aim=True),
    Option("rivalry", "1", "how much others' points count in that margin against one's own, 0 to 1; or one a seat",
           aim=True),
    Option("gifts", "",
           "what seats begin with: 0:knowledge 7,1:bank,1:silver 2 (a tile, points, silver, workers, null)"),
    Option("without", "", "tiles left out, a blank in the place of each: knowledge 7,bank"),
    Option("rules", "", "a TOML or JSON file that overrides printed numbers", file=True),
    Option("heuristics", "", "a TOML or JSON file that overrides numbers of the heuristics", file=True),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
COUNT_LIMIT = 15                # copies of a tile type of which one is drawn; the packed supplies hold no more
ALIKE_LIMIT = 31                # of castles, mines and ships with coloured backs, which are not drawn
ALIKE = ("tiles.coloured.castle", "tiles.coloured.mine", "tiles.coloured.ship")
NUMBER_LIMIT = 200              # any other printed number


def checked(given: Given, _: Any) -> int:
    """A printed number within what the packed position can hold."""
    if given.place.startswith("setup.black_depot."):
        return given.whole(0, 8)
    if given.place in ALIKE:
        return given.whole(0, ALIKE_LIMIT)
    if given.place.startswith("tiles."):
        return given.whole(0, COUNT_LIMIT)
    return given.whole(0, 10 if given.place.startswith("goods.") else NUMBER_LIMIT)


def read_rules(text: str) -> dict[str, Any]:
    """The printed numbers, with those of option `rules` over them."""
    rules: dict[str, Any] = overridden(tables.RULES, "rules", text, checked)
    return rules


def yes(options: Mapping[str, str], name: str) -> bool:
    """The option is yes, given or by default."""
    return options.get(name, DEFAULTS[name]) == "yes"


def given_boards(text: str, seats: int) -> list[int]:
    """Board numbers by seat, 0 where play decides."""
    if text in ("random", "choose"):
        return [0] * seats
    words = text.split(",")
    if any(w.strip() not in map(str, tables.BOARDS) for w in words) or len(words) not in (1, seats):
        raise InputError(f"option boards: found {text!r}, expected a number from 1 to 9, one for each "
                         f"of {seats} seats as in {','.join('1567'[:seats])}, random or choose")
    boards = [int(w) for w in words]
    return boards * seats if len(boards) == 1 else boards


def given_castles(text: str, boards: list[int]) -> list[int]:
    """Hexes of the start castles by seat, ANY where the board or a choice in play decides."""
    if text in ("choose", "default"):
        return [ANY] * len(boards)
    words = [w.strip() for w in text.split(",")]
    if any(w not in HEX_NAMES for w in words) or len(words) != len(boards):
        raise InputError(f"option castles: found {text!r}, expected {len(boards)} hexes such as d4, default or choose")
    hexes = [HEX_NAMES.index(w) for w in words]
    for seat, (board, hex_) in enumerate(zip(boards, hexes, strict=True)):
        if board == 0:
            raise InputError("option castles: a list of hexes needs a list of boards (option boards)")
        if duchy.colours(board)[hex_] != COLOUR_NAMES.index("castle"):
            right = ", ".join(n for n, c in zip(HEX_NAMES, duchy.colours(board), strict=True) if c == 3)
            raise InputError(f"option castles: found {words[seat]} for board {board}, expected one of {right}")
    return hexes


def rivalries(text: str, seats: int) -> list[float]:
    """Option `rivalry` as a share for each seat. Raises InputError."""
    words = text.split(",")
    if len(words) not in (1, seats):
        raise InputError(f"option rivalry: found {len(words)} numbers, expected one, or one for each of {seats} seats")
    found = [share("rivalry", word) for word in words]
    return found if len(found) == seats else found * seats


def gift_numbers(text: str, seats: int) -> dict[str, Any]:
    """The gifts by seat in the numbers of the compiled position."""
    given = gifts.given(text, seats) + [gifts.Given([], [])] * (4 - seats)
    return {
        "gift_knowledge": [sum(1 << int(name.split()[1]) for name in gift.knowledge) for gift in given],
        "gift_tiles": [[TILE_NAMES.index(name) for name in gift.tiles] + [0] * (gifts.STORAGE - len(gift.tiles))
                       for gift in given],
        "gift_points": [gift.points for gift in given], "gift_silver": [gift.silver for gift in given],
        "gift_workers": [gift.workers for gift in given],
    }


def within(numbers: Sequence[int]) -> list[list[int]]:
    """By face and steps: bits of the places of the numbers that are at most so many steps from the face."""
    apart = [[min((face - n) % 6, (n - face) % 6) for n in numbers] for face in range(7)]
    return [[sum(1 << i for i, far in enumerate(row) if far <= steps and face) for steps in range(4)]
            for face, row in enumerate(apart)]


NEAR = [sum(1 << other for other in near) for near in duchy.NEIGHBOURS]
DEPOTS_WITHIN = within(range(1, 7))
SLOTS_WITHIN = [[sum(0xF << 4 * d for d in range(6) if bits >> d & 1) for bits in row] for row in DEPOTS_WITHIN]


@cache
def board_numbers(board: int) -> dict[str, Any]:
    """The fields of the compiled Board struct; all 0 for board 0."""
    if board == 0:
        blank = [0] * len(HEX_NAMES)
        return {"colour": blank, "die": blank, "size": blank, "row": blank, "region": blank, "of_colour": [0] * 6,
                "within": [[0] * 4] * 7}
    colours, dice = duchy.colours(board), [int(space[1]) for space in tables.BOARDS[board].replace("/", " ").split()]
    region_of = {hex_: region for region in duchy.regions(board) for hex_ in region}
    regions = [region_of[hex_] for hex_ in range(len(HEX_NAMES))]
    return {
        "colour": colours, "die": dice, "size": [len(region) for region in regions],
        "row": [9 * len(region) for region in regions],
        "region": [sum(1 << hex_ for hex_ in region) for region in regions],
        "of_colour": [sum(1 << hex_ for hex_, c in enumerate(colours) if c == colour) for colour in range(6)],
        "within": within(dice),
    }


def numbers_in_force(seats: int, options: Mapping[str, str], rules: dict[str, Any]) -> dict[str, Any]:
    """The fields of the compiled Rules struct."""
    text = {**DEFAULTS, **options}
    boards = given_boards(text["boards"], seats)
    castles = given_castles(text["castles"], boards)
    slots = [space for depot in tables.DEPOTS for space in depot]
    scoring, actions, n = rules["scoring"], rules["actions"], str(seats)
    if 6 * rules["goods"]["copies"] < 3 * seats:
        raise InputError(f"option rules: goods.copies: found {rules['goods']['copies']}, too few for the first goods "
                         f"of {seats} seats")
    region, rivalry = scoring["region"], rivalries(text["rivalry"], seats)
    knowledge = [0, *(rules["knowledge"][str(t)] for t in range(1, 27))]
    pays_for = [TILE_NAMES.index(tables.PAYS_FOR[t]) if t in tables.PAYS_FOR else 0 for t in range(27)]
    return {
        "seats": seats, "board": [board_numbers(board) for board in range(10)],
        "near": NEAR, "slots_within": SLOTS_WITHIN, "goods_within": DEPOTS_WITHIN,
        "slot_colour": [COLOUR_NAMES.index(colour) for colour, _ in slots],
        "slot_active": [int(fewest <= seats) for _, fewest in slots],
        "mine_slot": tables.MINE_SLOT if seats == tables.MINE_SEATS else ANY,
        "mine_phases": sum(1 << p for p in tables.MINE_PHASES),
        "twins": int(seats > 2), "black_slots": rules["setup"]["black_depot"][n],
        "supply": [0, *(rules["tiles"]["coloured"][t] for t in TILE_NAMES[1:])],
        "dark": [0, *(rules["tiles"]["dark"][t] for t in TILE_NAMES[1:])],
        "goods_copies": rules["goods"]["copies"],
        "start_silver": rules["setup"]["silver"], "start_workers": rules["setup"]["workers"],
        "purchase": actions["purchase"], "workers": actions["workers"], "sale_silver": actions["sale_silver"],
        "boarding_workers": rules["buildings"]["boarding-house"], "bank_silver": rules["buildings"]["bank"],
        "watchtower_points": rules["buildings"]["watchtower"], "mine_silver": rules["mine_silver"],
        "region_points": [0, *region, *[region[-1]] * (37 - len(region))], "phase_points": scoring["phase"],
        "large_bonus": scoring["large_bonus"][n], "small_bonus": scoring["small_bonus"][n],
        "sold_goods": scoring["sold_goods"][n], "end_goods": scoring["goods"], "end_silver": scoring["silver"],
        "end_workers": scoring["workers"],
        "tile": knowledge, "live": sum(1 << t for t, number in enumerate(knowledge) if number),
        "pays_for": pays_for,
        "payers": [sum(1 << t for t, pays in enumerate(pays_for) if pays == building) if building else 0
                   for building in range(9)],
        "given_board": boards + [0] * (4 - seats), "given_castle": castles + [ANY] * (4 - seats),
        "basic_castle": tables.CENTRE if text["castles"] == "default" else ANY,
        "start": start_seat(text["start"], seats, ANY), "choose_boards": text["boards"] == "choose",
        "secret": yes(text, "secret"), "distinct": yes(text, "distinct"),
        "castle_scores": yes(text, "castle_scores"), "buy_discard": yes(text, "buy_discard"),
        "free_discard": yes(text, "free_discard"), "empty_ship_depot": yes(text, "empty_ship_depot"),
        "tile5_one": yes(text, "tile5_one"), "tile5_joint": yes(text, "tile5_joint"),
        "tile8_widens_free": yes(text, "tile8_widens_free"), "free_adds": yes(text, "free_adds"),
        "pass_die": yes(text, "pass_die"), "buy_anytime": text["buy"] == "anytime",
        "left_out": sum(1 << TILE_NAMES.index(name) for name in gifts.left_out(text["without"])),
        **gift_numbers(text["gifts"], seats),
        "margin_weight": share("margin_weight", text["margin_weight"]),
        "rivalry": rivalry + [0.0] * (4 - seats), "rivals": min(rivalry) == 1,
        "usual_points": tuning.USUAL_POINTS[seats], "usual_worth": tuning.USUAL_WORTH[seats],
        "heuristics": read_heuristics(text["heuristics"]),
    }


def new_state(seats: int, options: Mapping[str, str]) -> BurgundyState:
    """The position before the first goods are dealt. Raises InputError naming the option refused."""
    rules = read_rules(options.get("rules", ""))
    return BurgundyState(seats, unusual(options, OPTIONS), numbers_in_force(seats, options, rules), rules)
