"""The section on items or boards: what each is worth against the mean of its kind, with several players."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan

import pandas as pd
from matplotlib.figure import Figure

from bench.peers.table import piped
from bench.study.chapters import Change, Chapter, Line, changes, effects, leader, of, players, steps, swaps
from bench.study.kept_words import kept, sentence
from bench.study.parts import BOARDS, QUICK
from reports.documents import against_kind
from reports.documents import balance_words as words
from reports.documents.names import labels
from reports.plots import forest
from reports.statistics.blocks import FEW
from reports.statistics.verdicts import HELD, OPEN, UNTRIED
from reports.wording import few, listed, signed, signed_between

KEPT = "among better players"           # the column of words
WEAK_ONLY = "Only weak players were asked."
NAMED = 6               # items that a sentence names
FEW_ITEMS = 12          # of which wins have a table as well
UP = ("well above", "above", "slightly above", "strong")
DOWN = ("well below", "below", "slightly below", "weak")


@dataclass(frozen=True)
class Section:
    """A section of the page, and what it found, for the list at the top: a line a player, then what changes."""

    title: str
    finding: list[str]
    text: list[str]
    pictures: dict[str, Figure] = field(default_factory=dict)


def section(title: str, one: str, many: str, chapters: Sequence[Chapter], name: str) -> Section:
    """What the players found of the same items; `name` is that of the picture."""
    found = effects(chapters)
    called = labels(found["item"], words.meaning_of(chapters[0].plan))
    finding = [WEAK_ONLY if players(found) == [QUICK] else sentence(found), *(_finding(c, one) for c in chapters),
               " ".join(_changed(found, one, many))]
    tables = [_table(found, called, one, "margin")]
    if len(called) <= FEW_ITEMS:
        tables.append(_table(found, called, one, "win"))
    pictures = {name: figure} if (figure := picture(found, called, title)) is not None else {}
    text = [f"## {title}", _note(chapters[0], one), *(f"![{title}]({each}.png)" for each in pictures), *tables,
            _orders(found) if name == BOARDS else "",
            *(f"With `{c.best}`: {said}" for c in chapters if (said := c.checks()))]
    return Section(title, [each for each in finding if each], [each for each in text if each], pictures)


def _finding(c: Chapter, one: str) -> str:
    """What a part found, said of its players, and how far it is from settled."""
    who = listed([f"`{agent}`" for agent in c.plan.agents])
    own = of(effects([c]), c.best)
    if all(row["verdict"] == UNTRIED for row in own.values()):
        most = max((row["blocks"] for row in own.values()), default=0)
        return (f"With {who} there are too few games for a verdict, {c.games:,}: no {one} is in more than {most:,} "
                f"rounds, and it takes {HELD['margin']}.")
    if c.part.kind == BOARDS:
        rows = [row for row in c.rows if row.agent == c.best]
        said = words.findings(c.plan, c.plan.records[0], rows)
    else:
        said = against_kind.sentences(c.plan, c.tables, words.meaning_of(c.plan))
    return f"With {who}: {' '.join(said)} {_open(own)}".rstrip()


def _open(own: dict[str, Line]) -> str:
    """How many items are not settled, and how many more rounds that may take."""
    left = [row for row in own.values() if row["verdict"] in (OPEN, UNTRIED)]
    if not left:
        return f"By points, all {len(own)} are settled."
    more = max(row["blocks_to_go"] for row in left)
    return (f"By points, {len(left)} of {len(own)} {'is' if len(left) == 1 else 'are'} not settled: that may take "
            f"{more:,} more rounds of each.")


def _changed(found: pd.DataFrame, one: str, many: str) -> list[str]:
    """Of which items it is shown that a stronger player finds another worth, and whether their order turns round."""
    said, still, open_ = list[str](), list[str](), list[str]()
    for first, second in steps(found):
        known = [each for each in changes(found, first, second) if each.is_known]
        pair, turned = f"from `{first}` to `{second}`", swaps(found, first, second)
        shown = sorted((each for each in known if each.is_shown), key=lambda each: -abs(each.difference))
        if not shown and not turned:
            (still if known else open_).append(pair)
            continue
        tested = "" if len(known) == found["item"].nunique() else f", of {len(known)} that were played often enough"
        said.append(f"No {one} is shown to change in worth {pair}{tested}." if not shown else
                    f"Shown to change in worth {pair}: {few([_moved(each) for each in shown], NAMED)}{tested}.")
        said.append(f"The order turns round: {few([f'{a} was ahead of {b}' for a, b in turned], NAMED)}." if turned else
                    f"No two {many} are shown to change places.")
    if still:
        said.append(f"No {one} is shown to change in worth, and no two to change places, {listed(still, 'or')}.")
    if open_:
        said.append(f"Whether worths change {listed(open_, 'or')} cannot be said yet.")
    return said


def _moved(each: Change) -> str:
    return f"{each.item} ({signed(each.first)} to {signed(each.second)})"


def _orders(found: pd.DataFrame) -> str:
    """The items in the order of their estimates, player by player."""
    said = [f"with `{agent}` {', '.join(item.removeprefix('board ') for item in of(found, agent))}"
            for agent in players(found)]
    return f"In the order of the estimates, which noise moves as well: {'; '.join(said)}."


def _note(c: Chapter, one: str) -> str:
    record = c.plan.records[0]
    return f"{record.told.played} Each {one} is compared with the mean of all of them. {record.note}".rstrip()


def _table(found: pd.DataFrame, called: dict[str, str], one: str, outcome: str) -> str:
    """An item a line, the best first: its effect with each player, the last change, and verdicts."""
    who, times = players(found), 100 if outcome == "win" else 1
    by = {agent: of(found, agent, outcome) for agent in who}
    order = [item for item in of(found, leader(found)) if item in called]
    order += [item for item in called if item not in order]
    last, words_of = {}, kept(found, outcome)
    if len(who) > 1:
        last = {each.item: each for each in changes(found, who[-2], who[-1], outcome)}
    head = [one, *(f"`{agent}`" for agent in who), *([f"change to `{who[-1]}`"] if last else []),
            *(["verdict"] if len(who) < 2 else [f"verdict, `{who[0]}`", "verdict, search", KEPT])]
    body = [[called[item], *(plus_minus(by[agent].get(item), times) for agent in who),
             *([_change(last.get(item), times)] if last else []),
             *(short(by[agent][item]) if item in by[agent] else "—" for agent in dict.fromkeys((who[0], who[-1]))),
             *([words_of.get(item, "—")] if len(who) > 1 else [])]
            for item in order]
    unit = "In points:" if outcome == "margin" else "In wins, percentage points:"
    return "\n".join([unit, "", *piped(head, body, 1)])


def short(row: Line) -> str:
    """The verdict in a table."""
    return "too few" if row["verdict"] == UNTRIED else str(row["verdict"])


def plus_minus(row: Line | None, times: float) -> str:
    """The estimate and half its interval; a dash below the least number of rounds."""
    if row is None or isnan(row["estimate"]) or row["blocks"] < FEW:
        return "—"
    half = "" if isnan(row["low"]) else f" ± {times * (row['high'] - row['low']) / 2:.1f}"
    return signed(times * row["estimate"]) + half


def _change(each: Change | None, times: float) -> str:
    if each is None or not each.is_known:
        return "too few"
    return signed_between(times * each.low, times * each.high) + (" (shown)" if each.is_shown else "")


def picture(found: pd.DataFrame, called: dict[str, str], title: str) -> Figure | None:
    """A forest of all effects that have games enough; none where there are none."""
    own = found[(found["blocks"] >= found["enough"]) & found["low"].notna()]
    own = own[own["outcome"].isin(["margin"] if len(called) > FEW_ITEMS else ["margin", "win"])]
    if not len(own):
        return None
    order = list(of(own, leader(found)))
    own = own.assign(place=own["item"].map(order.index)).sort_values("place", kind="stable")
    return forest.draw(own.assign(item=own["item"].map(called)), f"{title}, against the mean",
                       "Right of the dashed line: above the mean. Shaded: too small to matter.\n"
                       "Bars: where the true value lies (95 %). Items with too few games are left out.",
                       ranked=False, what="above mean")
