"""What is said at a table of CATAN's card game: which card comes, where the game stands, what a move takes."""
from __future__ import annotations

from collections.abc import Sequence

from core_ext.state import State
from games.api import Talk, clockwise_from, own
from games.catan_cards.names import REASONS, STAGES
from games.catan_cards.state import CatanState
from games.catan_cards.tables import EVENTS, KINDS, RULES, THINGS
from games.packed import codes

NONE: Sequence[int] = (0,) * len(KINDS)
[THINGS_FROM] = codes("catan_cards", "A_BUILD")
DUE = {"trade": "trade", "discard": "a card to discard", "take": "a card to take", "return": "a card to give back",
       "fellow": "blind or open hand", "pick": "a card to take", "give": "a card to give back", "build": "build",
       "pay": "what it pays", "flip": "flip or keep the destiny card", "robber": "a card to discard",
       "draw": "draw or stop"}
DRAWS = {"trade": "drawn by seat {turn}", "fellow": "drawn by seat {turn} from seat {partner}",
         "market": "on the market", "guild": "drawn by seat {turn} from seat {partner}", "draw": "drawn by seat {turn}"}


def order(state: State) -> list[int] | None:
    """Seats clockwise from the start seat; None while it is drawn."""
    mine = own(state, CatanState)
    return None if mine.current_player() < 0 else clockwise_from(mine.raw()["start"], mine.seats)


def when(state: State) -> str:
    """`round 3`."""
    mine = own(state, CatanState)
    return "set-up" if STAGES[mine.stage()] in ("start", "setup") else f"round {mine.raw()['round']}"


def stage(state: State) -> str:
    """The stage, by its name."""
    return STAGES[own(state, CatanState).stage()]


def place(state: State) -> str:
    """Which card comes: `card drawn by seat 1`; or what the seat to act has to decide: `trade`."""
    mine = own(state, CatanState)
    stage = STAGES[mine.stage()]
    turn, partner, actor, coming, dealt = mine.who_sees()
    if stage == "setup":
        market, hand = mine.start_numbers()["market"], mine.start_numbers()["hand"]
        return f"market, card {dealt + 1} of {market}" if dealt < market else \
            f"hand of seat {actor}, card {(dealt - market) % hand + 1} of {hand}"
    if stage == "card":
        return "card " + DRAWS[REASONS[coming]].format(turn=turn, partner=partner)
    return {"start": "the seat that starts", "event": "the settlement's back"}.get(stage) or DUE.get(stage, "")


def wants(text: str) -> str:
    """The cards that whoever does this is likely to hold: those a move names, or those of the thing that it builds."""
    verb, _, thing = text.partition(" ")
    if verb == "build" and thing in THINGS:
        return " ".join(kind for kind, number in RULES["cost"][thing].items() if number)
    return text


def unasked(before: State, action: int, after: State) -> list[str]:
    """What an action led to without a question, as there was one answer only: cards laid down, given or paid."""
    was, now = own(before, CatanState).raw(), own(after, CatanState).raw()
    stage, moved = STAGES[was["stage"]], [int(k == action) for k in range(len(KINDS))]
    down = _more(now["discard"], was["discard"], moved if stage in ("discard", "robber") else NONE)
    if stage == "pay" or (stage == "event" and EVENTS[action] == "market"):
        return []
    if THINGS_FROM <= action < THINGS_FROM + len(THINGS) and stage == "build":
        paid = " ".join(f"{n} {kind}" for n, kind in zip(down, KINDS, strict=True) if n > 0)
        return [f"pay {paid}"] if paid else []
    back = _more([x + y for x, y in zip(now["market"], now["given"], strict=True)],
                 [x + y for x, y in zip(was["market"], was["given"], strict=True)],
                 [-n for n in moved] if stage == "take" else moved if stage == "return" else NONE)
    if stage == "card" and REASONS[was["coming"]] == "market":
        back = NONE
    over = NONE
    if stage in ("card", "give", "pick") and was["partner"] < before.seats:
        other = was["partner"]
        over = _more(now["seat"][other]["hand"], was["seat"][other]["hand"],
                     moved if stage == "give" else [-n for n in moved])
    return [f"{verb} {kind}" for verb, cards in (("discard", down), ("give", back), ("give", over))
            for n, kind in zip(cards, KINDS, strict=True) for _ in range(n)]


def _more(now: list[int], was: list[int], named: Sequence[int]) -> Sequence[int]:
    """What has come to a heap beyond the card that was named; nothing where it was shuffled."""
    more = [n - w - m for n, w, m in zip(now, was, named, strict=True)]
    return more if min(more) >= 0 else NONE


TALK = Talk(when, place, passes=("stop trading", "end build", "stop"), unordered=("discard", "give", "take"),
            wants=wants, whole=("pay",), unasked=unasked)
