"""Which turns of CATAN's fast card game are possible: everything that the compiled rules, which check nothing, rely on.

Each check raises InputError naming the place, what was found and what was expected. First what is under way at a stage,
then what the seat in turn has done so far. Where the cards are: checks.py.
"""
from __future__ import annotations

from functools import cached_property
from typing import Any

from core_ext.state import State
from games.api import own
from games.catan_cards.names import EXPANSIONS, KINDS, NOBODY, REASONS, STAGES, THINGS, USED
from games.catan_cards.state import CatanState
from games.checking import Checked, refuse

# What `doing` holds: its key, the field of the packed position, what that is when nothing is under way, and where it
# is used. A stage `card` goes by why the card comes.
USES: tuple[tuple[str, str, Any, tuple[str, ...]], ...] = (
    ("cards", "batch", 0, ("discard", "take", "return", "fellow", "pick", "give", "card for trade", "card for fellow")),
    ("left", "need", 0, ("discard", "take", "return", "fellow", "pick", "give", "robber", "card for trade",
                         "card for fellow", "card for market")),
    ("from", "least", 0, ("discard", "take", "return", "give", "robber")),
    ("with", "partner", NOBODY, ("fellow", "pick", "give", "card for fellow", "card for guild")),
    ("build", "thing", 0, ("pay", "flip", "event", "robber", "card for market")),
    ("for", "coming", 0, tuple(f"card for {why}" for why in REASONS)),
    ("then", "back", 0, ("card for guild",)),
    ("given", "given", [0] * len(KINDS), ("return",)),
    ("drawn", "drawn", 0, ("setup", "draw", "card for draw")),
)
BATCHES, PARTNERED = USES[0][3], USES[3][3]
FROM_A_HAND = ("fellow", "pick", "card for fellow")         # cards still come from the partner
BUILT_WITH = {"flip": "settlement", "event": "city", "robber": "city", "card for market": "city"}
BEFORE = ("start", "setup")                 # stages before the first turn
TRADING = ("trade", *BATCHES)
BUILDING = ("build", "pay", *BUILT_WITH)


class Turn(Checked):
    """A position that is judged for its turn. Hands are filled in by now, if need be with stand-ins."""

    stages = STAGES

    @property
    def doing(self) -> str:
        """The stage, and where a card comes why."""
        return f"card for {REASONS[self.raw['coming']]}" if self.stage == "card" else self.stage

    @property
    def me(self) -> dict[str, Any]:
        """The seat in turn."""
        return self.players[self.raw["turn"]]

    @property
    def place(self) -> str:
        """Where the document has the seat in turn."""
        return f"players[{self.raw['turn']}]"

    @cached_property
    def hands(self) -> list[int]:
        return [sum(player["hand"]) for player in self.players]

    @property
    def step(self) -> str:
        """The step of the turn (rule 14); empty before the first and after the last."""
        doing = f"card for guild in {STAGES[self.raw['back']]}" if self.doing == "card for guild" else self.doing
        return ("trade" if doing in (*TRADING, "card for guild in trade") else
                "build" if doing in (*BUILDING, "card for guild in build") else
                "draw" if doing in ("draw", "card for draw") else "")

    def has(self, expansion: str) -> bool:
        """The seat in turn has it."""
        return bool(self.me["expansions"] >> EXPANSIONS.index(expansion) & 1)

    def used(self, expansion: str) -> bool:
        return bool(self.raw["used"] >> USED.index(expansion) & 1)


def check_turn(raw: dict[str, Any], rules: dict[str, Any], seats: int) -> None:
    """Raise InputError unless the stage has what it needs, and the turn can have come to it."""
    t = Turn(raw, seats, {}, rules)
    check_uses(t)
    check_seats(t)
    check_pile(t)
    if t.doing in FROM_A_HAND:
        check_library(t)
    check_choice(t)
    if t.doing in BATCHES:
        check_batch(t)
    check_cause(t)
    check_drawn(t)
    check_trades(t)
    check_done(t)
    if raw["round"] > rules["cap"]:
        refuse("round", raw["round"], f"at most {rules['cap']}, after which the game is stopped")


# ---- what is under way -----------------------------------------------------------------------


def check_uses(t: Turn) -> None:
    """Nothing under way that the stage does not know."""
    for key, field, nothing, where in USES:
        if t.raw[field] != nothing and t.doing not in where:
            refuse(f"doing.{key}", "one", f"none at stage {t.stage!r}" if t.stage != "card" else f"none in a {t.doing}")
    if t.doing == "card for guild" and not t.step:
        refuse("doing.then", "no stage", "trade or build, where the guild was used")


def check_seats(t: Turn) -> None:
    """Who is asked, and who is traded with."""
    raw, partner = t.raw, t.raw["partner"]
    if raw["actor"] != raw["turn"] and t.stage not in ("robber", "setup"):
        refuse("doing.seat", f"seat {raw['actor']}", f"the one in turn at stage {t.stage!r}")
    if t.doing in PARTNERED:
        if partner in (NOBODY, raw["turn"]):
            refuse("doing.with", "no other seat", "the seat that is traded with")
        if t.stage != "give" and not t.hands[partner]:
            refuse("doing.with", f"seat {partner}, which has no cards", "one that has")


def check_pile(t: Turn) -> None:
    """A card that is to come has to lie somewhere."""
    if t.doing in ("setup", "card for trade", "card for market", "card for draw") and not sum(t.raw["pile"]):
        refuse("pile", "no card", "the one that is to come")
    if t.stage == "draw" and not sum(t.raw["pile"]) + sum(t.raw["discard"]):
        refuse("pile", "no card, and none discarded", "one that may be drawn")
    if t.stage == "event" and not sum(t.raw["events"]):
        refuse("stacks.events", "none", "the one to come")


def check_library(t: Turn) -> None:
    """Who draws from a fellow player: by roads, or by a library that is not used yet (rules 15, 21)."""
    if t.doing != "card for fellow":
        if not t.has("library"):
            refuse("stage", repr(t.stage), f"another: seat {t.raw['turn']} has no library")
        if t.used("library") != (t.stage == "pick"):
            refuse("used", "the library" if t.used("library") else "no library",
                   "it among them once the hand is open" if t.stage == "pick" else "none before the hand is open")
    if not t.me["roads"] and (t.doing == "card for fellow" or not t.rules["roadless_library"]):
        refuse(f"{t.place}.roads", "none", "one, without which nobody trades with seats (rule 15)")


def check_choice(t: Turn) -> None:
    """As many cards as are to be chosen are there."""
    raw, hand = t.raw, t.hands[t.raw["turn"]]
    supply = {"discard": hand, "return": hand, "give": hand, "take": sum(raw["market"])}
    if t.doing in supply and not 1 <= raw["need"] <= supply[t.doing]:
        refuse("doing.left", raw["need"], f"1 to {supply[t.doing]}, the cards there are to choose")
    if t.doing == "robber":
        over = t.hands[raw["actor"]] - t.rules["robber_limit"]
        if raw["need"] != over or over < 1:
            refuse("doing.left", raw["need"], f"the cards of seat {raw['actor']} beyond {t.rules['robber_limit']}, "
                   f"which are {max(over, 0)}")
    short = t.rules["market"] - sum(raw["market"])
    if t.doing == "card for market" and (raw["need"] != short or short < 1):
        refuse("doing.left", raw["need"], f"the cards missing from a market of {t.rules['market']}, which are "
               f"{max(short, 0)}")


def check_batch(t: Turn) -> None:
    """The cards of a trade: those left are part of it, and those that came lie in the hand (rules 17 to 19)."""
    need, batch, hand = t.raw["need"], t.raw["batch"], t.hands[t.raw["turn"]]
    if not 1 <= need <= batch:
        refuse("doing.cards", f"{batch} with {need} left", "the cards of the trade")
    came = batch - need if t.doing not in ("discard", "return", "give") else 0
    if came > hand:
        refuse("doing.left", f"{need} of {batch}", f"at least {batch - hand}: seat {t.raw['turn']} holds no more than "
               f"{hand} cards")
    if t.doing in FROM_A_HAND and need > t.hands[t.raw["partner"]]:
        refuse("doing.left", need, f"at most the {t.hands[t.raw['partner']]} cards of seat {t.raw['partner']}")
    if t.doing == "return" and sum(t.raw["given"]) != batch - need:
        refuse("doing.given", f"{sum(t.raw['given'])} cards", f"{batch - need}: those of the trade that are not left")
    if not t.me["roads"] and t.doing in ("take", "return"):
        refuse(f"{t.place}.roads", "none", "one, without which nobody trades with the market (rule 15)")


def check_cause(t: Turn) -> None:
    """What was built comes before what that causes (rules 25, 27)."""
    due = BUILT_WITH.get(t.doing)
    if due is None:
        return
    if THINGS[t.raw["thing"]] != due:
        refuse("doing.build", repr(THINGS[t.raw["thing"]]), f"{due!r} at stage {t.stage!r}")
    if not t.raw["built"] >> THINGS.index(due) & 1:
        refuse("built", f"no {due}", f"it among them at stage {t.stage!r}")
    if t.doing == "flip" and t.seats == 2:
        refuse("stage", "'flip'", "another, as two seats do not use the destiny card")


def check_drawn(t: Turn) -> None:
    """Cards dealt, or drawn at the end of a turn (rules 10, 32)."""
    drawn, base, knights = t.raw["drawn"], t.rules["base_draw"], t.me["knights"] - t.me["knight_sides"].bit_count()
    dealt = t.rules["market"], t.rules["hand"]
    if t.stage == "setup":
        if drawn >= dealt[0] + t.seats * dealt[1]:
            refuse("doing.drawn", drawn, f"fewer than the {dealt[0] + t.seats * dealt[1]} cards that are dealt")
        due = (drawn - dealt[0]) // dealt[1] if drawn >= dealt[0] else 0
        if t.raw["actor"] != due:
            refuse("doing.seat", f"seat {t.raw['actor']}", f"seat {due}, to whom card {drawn + 1} is dealt")
    if t.doing == "card for draw" and drawn >= base + knights:
        refuse("doing.drawn", drawn, f"fewer than {base + knights}, the cards that may be drawn")
    if t.stage == "draw" and not base <= drawn < base + knights:
        span = f"{base}" if knights == 1 else f"{base} to {base + knights - 1}"
        refuse("doing.drawn", drawn, f"{span}: only cards for knights are drawn at will" if knights else
               f"another stage: seat {t.raw['turn']} has no knight to draw for")


# ---- what the seat in turn has done ----------------------------------------------------------


def check_trades(t: Turn) -> None:
    """Trades left, with the one under way, are within what roads allow (rule 15)."""
    allowed = t.me["roads"] - t.me["road_sides"].bit_count() if t.me["roads"] else 1
    found = t.raw["left"] + t.raw["batch"]
    if t.step != "trade" and t.raw["left"]:
        refuse("trades_left", t.raw["left"], f"0 at stage {t.stage!r}")
    if t.step == "trade" and found > allowed:
        under_way = f" with {t.raw['batch']} under way" if t.raw["batch"] else ""
        refuse("trades_left", f"{t.raw['left']}{under_way}", f"at most {allowed} in all, as seat {t.raw['turn']} has "
               + (f"{allowed} roads with side A up" if t.me["roads"] else "no road"))


def check_done(t: Turn) -> None:
    """What the seat in turn has used and built this turn is in front of it."""
    me, raw = t.me, t.raw
    for name in USED:
        if t.used(name) and not (t.has(name) and t.step):
            refuse("used", name, f"it with {t.place} and at a stage of a turn")
    cities = me["cities"] + me["expansions"].bit_count()
    there = {"road": me["roads"], "knight": me["knights"], "settlement": me["settlements"] + cities, "city": cities,
             **{name: t.has(name) for name in EXPANSIONS}}
    built = raw["built"] | raw["laid"] << THINGS.index(EXPANSIONS[0])
    for n, thing in enumerate(THINGS):
        if built >> n & 1 and not (there[thing] and t.step in ("build", "draw")):
            refuse("built", thing, f"it with {t.place} and not before the step of building")
    if raw["laid"].bit_count() > 1 and not t.rules["types_limit"]:
        refuse("built", f"{raw['laid'].bit_count()} expansions", "one a turn at most (rule 24)")


# ---- once the position is packed -------------------------------------------------------------


def check_packed(state: State, raw: dict[str, Any], rules: dict[str, Any]) -> None:
    """What the compiled rules tell themselves: what can be built, and who has won."""
    mine, turn, stage = own(state, CatanState), raw["turn"], STAGES[raw["stage"]]
    if stage == "pay" and not mine.can_build(raw["thing"]):     # whether it can pay, a hand dealt anew may not tell
        refuse("doing.build", repr(THINGS[raw["thing"]]), f"what seat {turn} can build")
    points, goal = [round(n) for n in state.scores()], rules["goal"]
    if stage == "over":
        winner = raw["winner"]
        if winner == NOBODY and raw["round"] != rules["cap"]:
            refuse("winner", "none", f"a seat, as the game is not stopped before round {rules['cap']} is over")
        if winner != NOBODY and points[winner] < goal:
            refuse("winner", f"seat {winner} with {points[winner]} points", f"one with {goal}")
    late = rules["end_turn"] or rules["end_late"] and stage not in ("trade", "build")
    if stage not in (*BEFORE, "over") and points[turn] >= goal and not late:
        refuse("stage", repr(stage), f"'over', as seat {turn} has {points[turn]} points")
