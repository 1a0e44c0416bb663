"""Advice on the screen: the plans or moves ranked, and in words how sure that is, why, and what comes next.

Every number comes from the document of mcts/analysis.py. Differences are taken after rounding, so that the numbers of a
screen add up as they stand there.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from os.path import commonprefix
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.api import InputError
from mcts.confidence import Verdict
from mcts.interval import Z95
from reports.terminal.screen import belief_lines

SHOWN = 5               # plans
ROOM = 150              # characters of a plan's moves in a table
TURNS = 2               # of others after the plan
OWN, OTHERS = 4, 3      # differences in points that are told, of the seat to move and of the others
Document = Mapping[str, Any]
# of chances to win where the game has no calibration
ROUGH = ("What chances mean was never measured with so many seats or these options: they are shares of the games won "
         "that the search played on.")


def suggestion(document: Document, top: int = SHOWN, moves: bool = False, details: bool = False,
               more_by: tuple[str, str] = ("--top", "--details")) -> RenderableType:
    """The answer to "what is my best move here?". `moves`: single moves are ranked; `details`: all that is known.

    `more_by` is what a reader types to see more of the list, and all that is known.
    """
    root = document["rootInfo"]
    ranked = document["moveInfos"] if moves else document["planInfos"]
    rows = ranked if details else ranked[:top]
    parts: list[RenderableType] = [Text(headline(document), style="bold")]
    if not (moves or details) and (common := beginning(rows)):
        parts.append(Text(f"All of these begin with: {'; '.join(common)}."))
    if details and not moves:
        parts.append(blocks(document, rows))
    else:
        parts.append(moves_table(document, rows) if moves else plans_table(document, rows))
    parts += map(Text, words(document, counted(document, moves, len(rows), more_by[0])))
    if details:
        parts += map(Text, more(document))
    elif document.get("belief"):
        parts.append(Text(f"What seat {document['currentPlayer']} expects of hidden things: {more_by[1]}.",
                          style="dim"))
    if root["treeFull"]:
        parts.append(Text("The search tree reached its limit of memory and grew no further."))
    return Group(*parts)


def seconds_asked(more: str) -> float:
    """Seconds to search for, from what a person types after `?`: 0 for nothing or `all`. Raises InputError."""
    if more in ("", "all"):
        return 0.0
    found = float(more) if re.fullmatch(r"\d{1,6}(\.\d*)?", more) else 0.0
    if not found:
        raise InputError(f"?: found {more!r}, expected seconds above 0, as in ? 10, or all")
    return found


def headline(document: Document) -> str:
    """Whose turn it is, and the win chance with the best plan."""
    root = document["rootInfo"]
    owner = f" for {document['acting']}" if "acting" in document else ""
    said = f"Seat {document['currentPlayer']}{owner} to move: win chance {percent(root['winChance'])} %"
    if root["winChanceLow"] < root["winChanceHigh"]:
        said += f" (95 %: {whole(root['winChanceLow'])} to {whole(root['winChanceHigh'])})"
    return said


def plans_table(document: Document, rows: Sequence[Document]) -> Table:
    """Plans, best first, without what all of them begin with."""
    root, seat = document["rootInfo"], document["currentPlayer"]
    shared, seats = len(beginning(rows)), len(root["scoreMean"])
    heads = ["you", "other" if seats == 2 else "best other"][:0 if root["scoreIsResult"] else seats]
    made = ranks(kind(root), ["win %", "loss", "best %", *heads])
    for info in rows:
        text = brief(info["moves"][shared:]) or "nothing else"
        cells = [f"{info['order'] + 1}", text, percent(info["winrate"]), lost(root, info), percent(info["pBest"], 0)]
        cells += [points(info, seat), best_other(info, seat)][:len(heads)]
        made.add_row(*map(Text, cells), style="" if info["level"] else "dim")
    return made


def brief(moves: Sequence[str]) -> str:
    """Moves in a row, as many as fit the room of a plan; of the others only how many there are."""
    kept = len(moves)
    while kept > 1 and len("; ".join(moves[:kept])) > ROOM:
        kept -= 1
    more = len(moves) - kept
    return "; ".join([*moves[:kept], *([f"and {more} more"] if more else [])])


def blocks(document: Document, rows: Sequence[Document]) -> Table:
    """All that is known of some plans."""
    made = Table.grid(padding=(0, 1))
    made.add_column(justify="right")
    made.add_column()
    for info in rows:
        made.add_row(f"{info['order'] + 1}", block(document, info))
    return made


def ranks(what: str, heads: Sequence[str]) -> Table:
    """An empty table: a rank, what it is, and numbers; what it is wraps at words."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0), expand=True)
    made.add_column("", justify="right", no_wrap=True)
    made.add_column(what, ratio=1)
    for head in heads:
        made.add_column(head, justify="right", no_wrap=True)
    return made


def block(document: Document, info: Document) -> Text:
    """All that is known of one plan, as a paragraph."""
    root, seat = document["rootInfo"], document["currentPlayer"]
    lines = ["; ".join(info["moves"]), f"win {percent(info['winrate'])} %, loss {lost(root, info)}, best "
             f"{percent(info['pBest'], 0)} %, utility {info['utility']:.3f}, {info['simulations']:,} simulations"]
    if info["scoreMean"] is not None and not root["scoreIsResult"]:
        told = ", ".join(f"{'you' if s == seat else f'seat {s}'} {points(info, s)}"
                         for s in range(len(info["scoreMean"])))
        lines.append(f"points: {told}; margin {info['margin']:+.1f} ±{Z95 * info['marginStderr']:.1f}")
    return Text("\n".join(lines), style="" if info["level"] else "dim")


def moves_table(document: Document, rows: Sequence[Document]) -> Table:
    """Single moves, best first, each with the best plan that can begin with it."""
    root = document["rootInfo"]
    made = ranks("move", ["win %", "loss", "visits", "begins plan"])
    for info in rows:
        made.add_row(*map(Text, [f"{info['order'] + 1}", info["move"], percent(info["winrate"]), lost(root, info),
                                 f"{info['visits']:,}", "-" if info["plan"] is None else f"{info['plan'] + 1}"]))
    return made


def words(document: Document, count: str) -> list[str]:
    """What is said below the table; `count` of what was looked at."""
    root, said = document["rootInfo"], sentences(document)
    lines = [said["verdict"], said["order"], said["why"], said["contrast"], said["next"],
             f"{root['visits']:,} simulations in {root['seconds']:.1f} s, seed {root['seed']}; {count}.", said["rough"]]
    return list(filter(None, lines))


def sentences(document: Document) -> dict[str, str]:
    """What is said of advice in words, by what it is about; empty where there is nothing to say."""
    root, first = document["rootInfo"], document["planInfos"][0]
    alike = any(info["winrate"] == first["winrate"] for info in document["planInfos"][1:])
    return {"headline": headline(document),
            "verdict": verdict(root, len(document["planInfos"]), alike),
            "order": order(first) if len(first["moves"]) > 1 else "",
            "why": difference(document, first),
            "contrast": against_chance(document),
            "next": next_turns(document, first),
            "rough": rough(root)}


def against_chance(document: Document) -> str:
    """That the points of the first plan favour the other of two seats than its win chance does, where they do so for
    certain: what simple play comes to from there, and what the search saw, are not the same.
    """
    root, first = document["rootInfo"], document["planInfos"][0]
    if len(root["scoreMean"]) != 2 or root["scoreIsResult"] or first["scoreMean"] is None:
        return ""
    ahead, surely = first["margin"], abs(first["margin"]) > Z95 * first["marginStderr"]
    if not surely or (ahead > 0) == (first["winrate"] > 0.5):
        return ""
    where = "ahead" if ahead > 0 else "behind"
    return (f"The points come from quick games by the heuristics, in which you end {where}; the win chance comes from "
            "the search, which sees more.")


def rough(root: Document) -> str:
    """Where the chance comes from, if nobody calibrated it."""
    if root["calibrated"] or root["chanceGames"] is None:
        return "" if root["calibrated"] else ROUGH
    return (f"What chances mean was never measured with so many seats or these options: {percent(root['winChance'])} % "
            f"is the share of {root['chanceGames']:,} games won that the search played on from {kind(root)} 1.")


def kind(root: Document) -> str:
    """What is ranked, in a word."""
    return "plan" if root["chained"] else "move"


def counted(document: Document, moves: bool, shown: int, more_by: str) -> str:
    """How many plans the search found, how many of them were compared, and how many are shown."""
    root, valued = document["rootInfo"], len(document["planInfos"])
    parts = [f"{root['plans']:,} {kind(root)}{'s' if root['plans'] != 1 else ''} found"]
    if valued < root["plans"]:
        parts.append(f"{valued} compared")
    listed = len(document["moveInfos"]) if moves else valued
    if shown < listed:
        parts.append(f"{shown}{f' of {listed} moves' if moves else ''} shown ({more_by})")
    return ", ".join(parts)


def verdict(root: Document, valued: int, alike: bool) -> str:
    """How sure it is that the first plan is best, in a fixed phrase."""
    what, said, missed = kind(root), Verdict(root["verdict"]), percent(root["missed"], 0)
    if root["handUnknown"] is not None:
        return (f"The hand of the seat to move is not known here: these are means over {root['handUnknown']} hands "
                f"that the position allows, and no {what} is called best.")
    if said is Verdict.ONLY:
        return f"There is no other {what}."
    if said is Verdict.SOLVED:
        level = root["level"]
        others = f", and {level - 1} more {'is' if level == 2 else 'are'} as good" if level > 1 else ""
        return f"Solved: {what} 1 is proven best{others}." + (
            " Others win as surely, but by less." if level == 1 and alike else "")
    if said is Verdict.DECIDED:
        level = root["level"]
        return "The game is decided. " + (
            f"{what.capitalize()} 1 brings the most points." if level == 1 else
            f"{what.capitalize()}s 1 {'and' if level == 2 else 'to'} {level} are about equal in points, too.")
    if said is Verdict.PROBABLY and percent(root["lossAtMost"]) == "0.0" and missed != "0":
        return f"{what.capitalize()} 1 is probably best. A better one may be among those not valued ({missed} %)."
    risk = f"it loses {percent(root['lossAtMost'])} points of win chance at most (95 %)"
    if said is Verdict.LEVEL:
        if root["hurried"]:
            return f"There was too little time to tell the {what}s apart. If {what} 1 is not the best, {risk}."
        some = f"All {what}s" if root["level"] == valued and missed == "0" else \
            f"{what.capitalize()}s 1 {'and' if root['level'] == 2 else 'to'} {root['level']}"
        return f"{some} are about equal: we cannot tell them apart. If {what} 1 is not the best, {risk}."
    return f"{what.capitalize()} 1 is {said.value}{'' if said is Verdict.CLEARLY else f'. If it is not, {risk}'}."


def order(first: Document) -> str:
    """Whether the order of the first plan's moves matters, and whether luck may change what follows."""
    return ordered(first["moves"], first["before"] or []) + (
        " Play these first: the next draw may change what follows." if first["goesOn"] else "")


def ordered(moves: Sequence[str], before: Sequence[Sequence[int]]) -> str:
    """The orders that moves can be made in, by the pairs of which one comes before the other."""
    steps = layers(len(moves), before)
    if not before:
        return "The moves of plan 1 lead to the same position in any order."
    if steps is None:
        pairs = [f"'{moves[i]}' before '{moves[j]}'" for i, j in before]
        return f"In plan 1, {'; '.join(pairs)}; otherwise the order is free."
    if len(steps) == 2 and min(map(len, steps)) == 1 < len(moves) - 1:
        alone, where = (steps[0][0], "first") if len(steps[0]) == 1 else (steps[1][0], "last")
        return f"The moves of plan 1 lead to the same position in any order with '{moves[alone]}' {where}."
    free = [" and ".join(f"'{moves[k]}'" for k in step) for step in steps if len(step) > 1]
    places = f"; {', so may '.join([f'{free[0]} may change places', *free[1:]])}" if free else ""
    return f"Make the moves of plan 1 in this order{places}."


def layers(count: int, before: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """Moves as steps, each of which has to be made before all of the next one; None: they are not ordered like that."""
    steps: list[list[int]] = []
    for k in range(count):
        if steps and steps[-1][0] not in {i for i, j in before if j == k}:
            steps[-1].append(k)
        else:
            steps.append([k])
    pairs = [[i, j] for one, other in pairwise(steps) for i in one for j in other]
    return steps if sorted(map(list, before)) == sorted(pairs) else None


def difference(document: Document, first: Document) -> str:
    """Where the first plan has more points than the next and what it denies to others; then what speaks against it.

    Nothing is said where these points come to no gain: they are not why the plan is first. Nor where they are what the
    seats pay each other, as in poker: what one stakes less another wins less, and the columns have said it.
    """
    against, seat, root = first["against"], document["currentPlayer"], document["rootInfo"]
    paid = abs(sum(root["scoreMean"])) < 1e-6
    if against is None or root["scoreIsResult"] or paid or gain(document, against["points"]) <= 0:
        return ""
    good, bad = ([d for d in against["points"] if ((d["points"] > 0) == (d["seat"] == seat)) is side]
                 for side in (True, False))
    said = f"Why 1 rather than {against['plan'] + 1}, in points: {by_source(good, seat)}."
    return said + (f" Against it: {by_source(bad, seat)}." if bad else "")


def gain(document: Document, differences: Sequence[Document]) -> float:
    """Points of the seat to move less the mean of those of the others."""
    seat, others = document["currentPlayer"], len(document["rootInfo"]["scoreMean"]) - 1
    return sum(round(d["points"], 1) / (1 if d["seat"] == seat else -others) for d in differences)


def by_source(differences: Sequence[Document], seat: int, own: int = OWN, others: int = OTHERS) -> str:
    """`your animals +3.1, silver -1.0; seat 2's regions -2.3`, so many of each seat at most."""
    parts = []
    for whose in sorted({d["seat"] for d in differences}, key=lambda s: (s != seat, s)):
        told = [f"{d['source']} {d['points']:+.1f}" for d in differences if d["seat"] == whose]
        name = "your" if whose == seat else f"seat {whose}'s"
        parts.append(f"{name} {', '.join(told[:own if whose == seat else others])}")
    return "; ".join(parts)


def next_turns(document: Document, first: Document) -> str:
    """What the search expects after the first plan."""
    turns = [f"seat {turn['seat']} {'; '.join(turn['moves'])}" for turn in first["next"][:TURNS]]
    return f"Likely next: {' | '.join(turns)}." if turns else ""


def more(document: Document) -> list[str]:
    """For all plans that were played on: their points against the first, and what follows; and what is thought
    hidden.
    """
    lines = []
    for info in document["planInfos"][1:]:
        if info["against"] and info["against"]["points"]:
            found = info["against"]["points"]
            lines.append(f"{kind(document['rootInfo']).capitalize()} {info['order'] + 1} rather than 1, in points: "
                         f"{by_source(found, document['currentPlayer'], len(found), len(found))}.")
    if document.get("belief"):
        lines += [f"What seat {document['currentPlayer']} expects of hidden things:", *belief_lines(document["belief"])]
    return lines


# ---- cells and phrases -----------------------------------------------------------------------------------------------


def beginning(rows: Sequence[Document]) -> list[str]:
    """The moves with which all of several plans begin: what they share later stands after moves that differ."""
    return list(commonprefix([row["moves"] for row in rows])) if len(rows) > 1 else []


def points(info: Document, seat: int) -> str:
    """A seat's points with a plan; a dash where nothing was played on."""
    if info["scoreMean"] is None:
        return "-"
    mean = round(info["scoreMean"][seat], 1) + 0.0      # no minus before a zero
    return f"{mean:.1f} ±{Z95 * info['scoreStderr'][seat]:.1f}"


def best_other(info: Document, seat: int) -> str:
    """The points of the best of the others."""
    if info["scoreMean"] is None:
        return "-"
    others = (s for s in range(len(info["scoreMean"])) if s != seat)
    return points(info, max(others, key=lambda s: info["scoreMean"][s]))


def lost(root: Document, info: Document) -> str:
    """Win chance lost to the first row, in points, between the numbers as they are shown."""
    return f"{round(100 * root['winChance'], 1) - round(100 * info['winrate'], 1):.1f}"


def percent(share: float, digits: int = 1) -> str:
    """A share in percent."""
    return f"{100 * share:.{digits}f}"


def whole(share: float) -> str:
    """A bound in whole percent, or tenths near the ends."""
    return percent(share, 0 if 0.01 <= share <= 0.99 or share in (0, 1) else 1)
