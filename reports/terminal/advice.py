"""Advice on the screen: the plans or moves ranked, and in words how sure that is, why, and what comes next.

Every number comes from the document of mcts/analysis.py. Differences are taken after rounding, so that the numbers of a
screen add up as they stand there.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mcts.confidence import Verdict
from mcts.interval import Z95
from reports.terminal.screen import belief_lines

SHOWN = 5               # plans
TURNS = 2               # of others after the plan
OWN, OTHERS = 4, 3      # differences in points that are told, of the seat to move and of the others
Document = Mapping[str, Any]


def suggestion(document: Document, top: int = SHOWN, moves: bool = False, details: bool = False,
               more_by: tuple[str, str] = ("--top", "--details")) -> RenderableType:
    """The answer to "what is my best move here?". `moves`: single moves are ranked; `details`: all that is known.

    `more_by` is what a reader types to see more of the list, and all that is known.
    """
    root = document["rootInfo"]
    ranked = document["moveInfos"] if moves else document["planInfos"]
    rows = ranked if details else ranked[:top]
    parts: list[RenderableType] = [Text(headline(document), style="bold")]
    if not (moves or details) and (common := in_all(rows)):
        parts.append(Text(f"All of these have: {'; '.join(common)}."))
    if details and not moves:
        parts.append(blocks(document, rows))
    else:
        parts.append(moves_table(document, rows) if moves else plans_table(document, rows))
    hidden = len(ranked) - len(rows)
    parts += map(Text, words(document, rows, moves, f"; {hidden} more are not shown ({more_by[0]})" if hidden else ""))
    if details:
        parts += map(Text, more(document))
    elif document.get("belief"):
        parts.append(Text(f"What seat {document['currentPlayer']} expects of hidden things: {more_by[1]}.",
                          style="dim"))
    if root["treeFull"]:
        parts.append(Text("The search tree reached its limit of memory and grew no further."))
    return Group(*parts)


def headline(document: Document) -> str:
    """Whose turn it is, and the win chance with the best plan."""
    root = document["rootInfo"]
    said = f"Seat {document['currentPlayer']} to move: win chance {percent(root['winChance'])} %"
    if root["winChanceLow"] < root["winChanceHigh"]:
        said += f" (95 %: {whole(root['winChanceLow'])} to {whole(root['winChanceHigh'])})"
    return said


def plans_table(document: Document, rows: Sequence[Document]) -> Table:
    """Plans, best first; what all of them have is left out."""
    root, seat = document["rootInfo"], document["currentPlayer"]
    common, seats = in_all(rows), len(root["scoreMean"])
    heads = ["you", "other" if seats == 2 else "best other"][:0 if root["scoreIsResult"] else seats]
    made = ranks("plan" if root["chained"] else "move", ["win %", "loss", "best %", *heads])
    for info in rows:
        text = "; ".join(without(info["moves"], common)) or "nothing else"
        cells = [f"{info['order'] + 1}", text, percent(info["winrate"]), lost(root, info), percent(info["pBest"], 0)]
        cells += [points(info, seat), best_other(info, seat)][:len(heads)]
        made.add_row(*map(Text, cells), style="" if info["level"] else "dim")
    return made


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


def words(document: Document, rows: Sequence[Document], moves: bool, left: str) -> list[str]:
    """What is said below the table."""
    root, first = document["rootInfo"], document["planInfos"][0]
    kind = "plan" if root["chained"] else "move"
    alike = any(info["winrate"] == first["winrate"] for info in document["planInfos"][1:])
    lines = [verdict(root, kind, len(document["planInfos"]), alike)]
    if len(first["moves"]) > 1:
        lines.append(order(first))
    if why := difference(document, first):
        lines.append(why)
    if coming := next_turns(document, first):
        lines.append(coming)
    lines.append(f"{root['visits']:,} simulations in {root['seconds']:.1f} s, seed {root['seed']}; {root['plans']:,} "
                 f"{kind}{'s' if root['plans'] != 1 else ''} met{left}.")
    if not root["calibrated"]:
        lines.append("Chances are rough: this game was never measured with so many seats or these options.")
    return lines


def verdict(root: Document, kind: str, valued: int, alike: bool) -> str:
    """How sure it is that the first plan is best, in a fixed phrase."""
    said, sure = Verdict(root["verdict"]), percent(1 - root["missed"], 0)
    if said is Verdict.ONLY:
        return f"There is no other {kind}."
    if said is Verdict.SOLVED:
        level = root["level"]
        others = f", and {level - 1} more {'is' if level == 2 else 'are'} as good" if level > 1 else ""
        return f"Solved: {kind} 1 is proven best{others}." + (
            " Others win as surely, but by less." if level == 1 and alike else "")
    risk = f"it loses {percent(root['lossAtMost'])} points of win chance at most (95 %)"
    if said is Verdict.LEVEL:
        some = "All" if root["level"] == valued and sure == "100" else \
            f"{kind.capitalize()}s 1 {'and' if root['level'] == 2 else 'to'} {root['level']}"
        return f"{some} are level for all that can be told. If {kind} 1 is not the best, {risk}."
    return f"{kind.capitalize()} 1 is {said.value}{'' if said is Verdict.CLEARLY else f'. If it is not, {risk}'}."


def order(first: Document) -> str:
    """Whether the order of the first plan's moves matters, and whether luck may change what follows."""
    bound, count = first["before"] or [], len(first["moves"])
    if not bound:
        said = "The moves of plan 1 lead to the same position in any order."
    elif all([i, i + 1] in bound for i in range(count - 1)):
        said = "Make the moves of plan 1 in this order."
    else:
        pairs = [f"'{first['moves'][i]}' before '{first['moves'][j]}'" for i, j in bound]
        said = f"In plan 1, {'; '.join(pairs)}; otherwise the order is free."
    return said + (" Make them first: the draw that comes next may change the rest." if first["goesOn"] else "")


def difference(document: Document, first: Document) -> str:
    """Where the points of the first plan come from that the next one has not, and what it denies to others."""
    against, seat = first["against"], document["currentPlayer"]
    if against is None or not against["points"] or document["rootInfo"]["scoreIsResult"]:
        return ""
    own = [d for d in against["points"] if d["seat"] == seat][:OWN]
    parts = [f"you {', '.join(signed(d) for d in own)}"] if own else []
    for other in sorted({d["seat"] for d in against["points"]} - {seat}):
        told = [signed(d) for d in against["points"] if d["seat"] == other][:OTHERS]
        parts.append(f"seat {other} {', '.join(told)}")
    return f"Why 1 rather than {against['plan'] + 1}: {'; '.join(parts)}."


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
            told = ", ".join(f"seat {d['seat']} {signed(d)}" for d in info["against"]["points"])
            lines.append(f"Plan {info['order'] + 1} rather than 1: {told}.")
    if document.get("belief"):
        lines += [f"What seat {document['currentPlayer']} expects of hidden things:", *belief_lines(document["belief"])]
    return lines


# ---- cells and phrases -----------------------------------------------------------------------------------------------


def in_all(rows: Sequence[Document]) -> list[str]:
    """The moves that all of several plans have, in the first one's order."""
    if len(rows) < 2:
        return []
    return [move for move in rows[0]["moves"] if all(move in row["moves"] for row in rows[1:])]


def without(moves: Sequence[str], common: Sequence[str]) -> list[str]:
    """The moves less those that all have, each once."""
    kept, left = [], list(common)
    for move in moves:
        if move in left:
            left.remove(move)
        else:
            kept.append(move)
    return kept


def signed(difference: Document) -> str:
    """A difference in points with its source: `+3.1 animals`."""
    return f"{difference['points']:+.1f} {difference['source']}"


def points(info: Document, seat: int) -> str:
    """A seat's points with a plan; a dash where nothing was played on."""
    if info["scoreMean"] is None:
        return "-"
    return f"{info['scoreMean'][seat]:.1f} ±{Z95 * info['scoreStderr'][seat]:.1f}"


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
