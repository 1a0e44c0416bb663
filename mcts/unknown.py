"""Advice for a seat whose own hand is not known, since the position is told from another seat's view.

What is best depends on the hand, and nobody who asks can know it. So hands that the position allows are dealt, each is
searched with its part of the budget, and the answer is the mean over them. It is no advice for one of these hands: its
plans are never called best, and the interval spans what the hands say.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from mcts.analysis import number, numbers
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
    compared in a deal has the chance of its first move there, or the least one where that is not possible. Points and
    utilities are means over the deals that have them.
    """
    known = [{tuple(info["moves"]): info for info in d["planInfos"]} for d in documents]
    first = [{info["move"]: info["winrate"] for info in d["moveInfos"]} for d in documents]
    least = [min(info["winrate"] for info in d["planInfos"]) for d in documents]

    def chances(plan: tuple[str, ...]) -> list[float]:
        return [k[plan]["winrate"] if plan in k else min(f.get(plan[0], low), k_best(k)) if plan else low
                for k, f, low in zip(known, first, least, strict=True)]

    def k_best(k: dict[tuple[str, ...], Document]) -> float:
        return max(info["winrate"] for info in k.values())

    seat = documents[0]["currentPlayer"]
    every = {plan: [k[plan] for k in known if plan in k] for plan in dict.fromkeys(plan for k in known for plan in k)}
    told = {plan: chances(plan) for plan in every}
    mean = {plan: fmean(told[plan]) for plan in every}
    order = sorted(every, key=lambda plan: (-mean[plan], plan))
    top = mean[order[0]]
    plans = [{**every[plan][0], **estimates(every[plan], seat), "order": place, "winrate": mean[plan],
              "winrateStderr": error_of(told[plan], *columns(every[plan], "winrateStderr")),
              "loss": top - mean[plan], "level": True, "proven": False, "against": None, "next": [],
              "simulations": sum(info["simulations"] for info in every[plan]),
              "pBest": sum(info["pBest"] for info in every[plan]) / len(documents)}
             for place, plan in enumerate(order)]
    moves: dict[str, list[Document]] = {}
    for d in documents:
        for info in d["moveInfos"]:
            moves.setdefault(info["move"], []).append(info)
    ranked = sorted(({**infos[0], **estimates(infos, seat), "proven": None,
                      "winrate": min(top, fmean(info["winrate"] for info in infos)),
                      "winrateStderr": error_of(*columns(infos, "winrate", "winrateStderr")),
                      "visits": sum(info["visits"] for info in infos),
                      "pBest": sum(info["pBest"] for info in infos) / len(documents),
                      "plan": next((n for n, plan in enumerate(order) if plan and plan[0] == text), None)}
                     for text, infos in moves.items()), key=lambda info: (-info["winrate"], info["move"]))
    roots = [d["rootInfo"] for d in documents]
    lost = max(max(k_best(k) - c for k, c in zip(known, told[order[0]], strict=True)), 0.0)
    points = estimates(every[order[0]], seat) if plans[0]["scoreMean"] else estimates(roots, seat)
    root = {**roots[0], **estimates(roots, seat), **{name: points[name] for name in ("scoreMean", "scoreStderr")},
            **{name: sum(r[name] for r in roots) for name in SUMS}, "winrate": top, "winChance": top,
            "winChanceLow": min(r["winChanceLow"] for r in roots),
            "winChanceHigh": max(r["winChanceHigh"] for r in roots), "utility": plans[0]["utility"],
            "verdict": Verdict.LEVEL.value, "level": len(plans), "lossAtMost": lost,
            "plans": max(len(plans), *(r["plans"] for r in roots)), "solved": False,
            "hurried": any(r["hurried"] for r in roots), "handUnknown": len(documents)}
    root["simulationsPerSecond"] = number(root["visits"] / root["seconds"] if root["seconds"] > 0 else 0.0)
    document = {**documents[0], "rootInfo": root, "planInfos": plans,
                "moveInfos": [{**info, "order": n, "loss": top - info["winrate"]} for n, info in enumerate(ranked)]}
    document.pop("belief", None)
    return document


def estimates(infos: Sequence[Document], seat: int) -> Document:
    """What several deals say of the points and the utility of one plan, move or position: their means, with errors, of
    those that say anything. The scatter of a game's points holds that from hand to hand.
    """
    known = [info for info in infos if info["scoreMean"] is not None]
    made: Document = {"scoreMean": None, "scoreStderr": None,
                      "utility": number(fmean(info["utility"] for info in infos))}
    if "utilityStderr" in infos[0]:
        made["utilityStderr"] = error_of(*columns(infos, "utility", "utilityStderr"))
    if "margin" in infos[0]:
        rows = [info for info in infos if info["margin"] is not None]
        made["margin"] = number(fmean(info["margin"] for info in rows)) if rows else None
        made["marginStderr"] = error_of(*columns(rows, "margin", "marginStderr")) if rows else None
    if known:
        means, errors = (list(zip(*own, strict=True)) for own in columns(known, "scoreMean", "scoreStderr"))
        made |= {"scoreMean": numbers(map(fmean, means)), "scoreStderr": list(map(error_of, means, errors))}
    if "scoreStdev" in infos[0]:
        within = [info["scoreStdev"] for info in known]
        made["scoreStdev"] = number((fmean(s * s for s in within) + spread(means[seat]) ** 2) ** 0.5) if known else None
    return made


def columns(infos: Sequence[Document], *names: str) -> list[list[Any]]:
    """The values of each of these fields."""
    return [[info[name] for info in infos] for name in names]


def error_of(means: Sequence[float], errors: Sequence[float]) -> float | None:
    """Standard error of the mean of several deals: by how far they lie apart, and at least by the error of each."""
    within = (fmean(e * e for e in errors) / len(errors)) ** 0.5
    return number(max(within, spread(means) / len(means) ** 0.5))


def spread(means: Sequence[float]) -> float:
    """Standard deviation; 0 of a single one."""
    return stdev(means) if len(means) > 1 else 0.0
