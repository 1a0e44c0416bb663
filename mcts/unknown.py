"""Advice for a seat whose own hand is not known, since the position is told from another seat's view.

What is best depends on the hand, and nobody who asks can know it. So hands that the position allows are dealt, each is
searched with its part of the budget, and the answer is the mean over them. It is no advice for one of these hands: its
plans are never called best, and the interval spans what the hands say.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcts.confidence import Verdict
from mcts.pairs import STRIDES
from mcts.redeals import resampled

if TYPE_CHECKING:
    from core_ext.state import State
    from games.records import Record
    from mcts.params import SearchParams

Document = dict[str, Any]
HANDS = 8           # that are dealt; some may be alike
NOBODY = -1         # the view of who has followed a table of which draws were not seen, without a seat at it
GUESSED = "hidden"  # key of a record's event that was not seen, and dealt
SUMS = ("visits", "nodes", "seconds", "playouts")


def hidden_from(state: State, view: int | None) -> bool:
    """Whether the seat to act holds something that the seat whose view this is cannot know."""
    return view is not None and state.hides and 0 <= state.current_player() != view


def view_of(record: Record) -> int | None:
    """The seat from whose view a game is told: that of who followed it and did not see all, or of the position that it
    begins with; NOBODY where who followed it had no seat. None: all hands are known.
    """
    if any(GUESSED in event.more for event in record.events):
        seat = record.more.get("seat")
        return seat if isinstance(seat, int) else NOBODY
    view = (record.position or {}).get("view")
    return view if isinstance(view, int) else None


def dealt_for(state: State, view: int, seed: int) -> State:
    """A position dealt anew of all that this view does not know. Nobody knows any hand: first what the next seat cannot
    see is dealt, then what the seat to act cannot see beside that, and then its own hand once more.
    """
    if view != NOBODY:
        return resampled(state, view, seed)
    mover, others = state.current_player(), state.seats
    other = (mover + 1) % others
    for step, seat in enumerate((other, mover, other)):
        state = resampled(state, seat, seed + step)
    return state


def over_hands(state: State, view: int, params: SearchParams,
               advised: Callable[[State, SearchParams, int], tuple[Document, bool]]) -> tuple[Document, bool]:
    """The mean of what `advised` says of each of HANDS deals, and whether any search was stopped.

    It is given a position, its part of the budget, and the number of the deal.
    """
    share = replace(params, simulations=None if params.simulations is None else max(1, params.simulations // HANDS),
                    seconds=None if params.seconds is None else params.seconds / HANDS)
    made, stopped = list[Document](), False
    for k in range(HANDS):
        dealt = dealt_for(state, view, params.seed + STRIDES[1] * (k + 1))
        document, ended = advised(dealt, share, k)
        made.append(document)
        stopped = stopped or ended
        if ended:
            break
    return mean_of(made), stopped


def mean_of(documents: Sequence[Document]) -> Document:
    """One document out of those of several deals. Plans and moves have the mean of their chances; a plan that was not
    compared in a deal has the chance of its first move there, or the least one where that is not possible.
    """
    known = [{tuple(info["moves"]): info for info in d["planInfos"]} for d in documents]
    first = [{info["move"]: info["winrate"] for info in d["moveInfos"]} for d in documents]
    least = [min(info["winrate"] for info in d["planInfos"]) for d in documents]

    def chances(plan: tuple[str, ...]) -> list[float]:
        return [k[plan]["winrate"] if plan in k else min(f.get(plan[0], low), k_best(k)) if plan else low
                for k, f, low in zip(known, first, least, strict=True)]

    def k_best(k: dict[tuple[str, ...], Document]) -> float:
        return max(info["winrate"] for info in k.values())

    every = {plan: next(k[plan] for k in known if plan in k) for k in known for plan in k}
    mean = {plan: sum(chances(plan)) / len(documents) for plan in every}
    order = sorted(every, key=lambda plan: (-mean[plan], plan))
    top = mean[order[0]]
    plans = [{**every[plan], "order": number, "winrate": mean[plan], "loss": top - mean[plan], "level": True,
              "proven": False, "against": None, "next": [],
              "pBest": sum(k[plan]["pBest"] for k in known if plan in k) / len(documents)}
             for number, plan in enumerate(order)]
    moves: dict[str, list[Document]] = {}
    for d in documents:
        for info in d["moveInfos"]:
            moves.setdefault(info["move"], []).append(info)
    ranked = sorted(({**infos[0], "winrate": min(top, sum(i["winrate"] for i in infos) / len(infos)), "proven": None,
                      "visits": sum(i["visits"] for i in infos),
                      "plan": next((n for n, plan in enumerate(order) if plan and plan[0] == text), None)}
                     for text, infos in moves.items()), key=lambda info: (-info["winrate"], info["move"]))
    roots = [d["rootInfo"] for d in documents]
    lost = max(max(k_best(k) - c for k, c in zip(known, chances(order[0]), strict=True)), 0.0)
    root = {**roots[0], **{name: sum(r[name] for r in roots) for name in SUMS}, "winrate": top, "winChance": top,
            "winChanceLow": min(r["winChanceLow"] for r in roots),
            "winChanceHigh": max(r["winChanceHigh"] for r in roots),
            "scoreMean": plans[0]["scoreMean"] or roots[0]["scoreMean"], "verdict": Verdict.LEVEL.value,
            "level": len(plans), "lossAtMost": lost, "plans": max(len(plans), *(r["plans"] for r in roots)),
            "solved": False, "hurried": any(r["hurried"] for r in roots), "handUnknown": len(documents)}
    document = {**documents[0], "rootInfo": root, "planInfos": plans,
                "moveInfos": [{**info, "order": n, "loss": top - info["winrate"]} for n, info in enumerate(ranked)]}
    document.pop("belief", None)
    return document
