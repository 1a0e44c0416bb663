"""What a move of the fast card game of CATAN touches: ids of the picture, in the order a hand would touch them."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core_ext.state import State
from games.api import own
from games.catan_cards.names import EVENTS, KINDS, REASONS, STAGES, THINGS
from games.catan_cards.notation import BUILD, GUILD, MARKET, PAY, PILE, PLAIN, SEAT, STOP
from games.catan_cards.render import faces_of
from games.catan_cards.state import CatanState
from games.drawing import one_of

Raw = dict[str, Any]


def touches(state: State, action: int) -> Sequence[str]:
    """The ids that a legal action or an outcome touches: a card, and where it goes; for a trade a pile, once a card."""
    mine = own(state, CatanState)
    raw = mine.raw()
    stage = STAGES[raw["stage"]]
    if mine.is_chance_node():
        return list(_chance(raw, stage, action, mine.start_numbers()["market"]))
    me = f"seat-{raw['actor']}"
    if action < STOP:
        return _card(raw, stage, me, action)
    if action in PLAIN:
        return _plain(raw, me, PLAIN[action])
    if action < MARKET:
        return ["pile"] * (action - PILE)
    if action < SEAT:
        return ["market"] * (action - MARKET)
    if action < GUILD:
        other, cards = divmod(action - SEAT, 16)
        return [f"seat-{other}-hand"] * cards
    if action < BUILD:
        return [f"{me}-guild", f"seat-{action - GUILD}-hand"]
    if action < PAY:
        return _built(raw, me, THINGS[action - BUILD])
    hand = faces_of(dict(zip(KINDS, raw["seat"][raw["actor"]]["hand"], strict=True)))
    paid = [f"{me}-hand-{one_of(hand, hand.index(kind) + n)}" for k, kind in enumerate(KINDS)
            for n in range(action >> 5 * (4 - k) & 31)]
    return [*paid, "discard"] if paid else ["turn"]


def _plain(raw: Raw, me: str, words: str) -> list[str]:
    """Moves of fixed words."""
    other = f"seat-{raw['partner']}-hand"
    return {"draw": ["pile"], "flip": ["destiny"], "blind": [other], "open hand": [f"{me}-library", other]}.get(
        words, ["turn"])


def _built(raw: Raw, me: str, thing: str) -> list[str]:
    """A card that is laid out: a city is a settlement turned over."""
    if thing != "city":
        return [f"stack-{thing}", f"{me}-buildings"]
    return [f"{me}-{one_of(['settlement'] * raw['seat'][raw['actor']]['settlements'], 0)}"]


def _card(raw: Raw, stage: str, me: str, kind: int) -> list[str]:
    """A card that is chosen."""
    if stage == "take":
        return [_first("market", raw["market"], kind), f"{me}-hand"]
    if stage == "pick":
        other = f"seat-{raw['partner']}-hand"
        return [_first(other, raw["seat"][raw["partner"]]["hand"], kind), f"{me}-hand"]
    where = {"return": "market", "give": f"seat-{raw['partner']}-hand"}.get(stage, f"discard-{KINDS[kind]}")
    return [_first(f"{me}-hand", raw["seat"][raw["actor"]]["hand"], kind), where]


def _first(name: str, row: Sequence[int], kind: int) -> str:
    """The first card of this kind in a row of cards."""
    return f"{name}-{one_of([KINDS[kind]] * row[kind], 0)}"


def _chance(raw: Raw, stage: str, outcome: int, open_cards: int) -> Iterator[str]:
    """A draw; the first `open_cards` of the set-up lie open on the market."""
    if stage == "start":
        yield f"seat-{outcome}"
    elif stage == "event":
        yield f"event-{EVENTS[outcome]}"
    else:
        reason = REASONS[raw["coming"]] if stage == "card" else "setup"
        if reason in ("fellow", "guild"):
            other = raw["partner"]
            yield _first(f"seat-{other}-hand", raw["seat"][other]["hand"], outcome)
        else:
            yield f"pile-{KINDS[outcome]}"
        to_market = reason == "market" or (reason == "setup" and raw["drawn"] < open_cards)
        yield "market" if to_market else f"seat-{raw['actor']}-hand"
