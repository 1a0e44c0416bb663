"""A balance report in words: what was found, then how sure that is and what is open, then how it was played."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from statistics import median
from typing import Any

import pandas as pd

from mcts.interval import ENOUGH
from reports.documents import against_kind, headline, pairs, strengths, what_if
from reports.documents import players as players_
from reports.documents.names import Meaning, aside, meanings
from reports.experiments import company, varied
from reports.experiments.items import OPENINGS, SKILL, STYLES
from reports.experiments.opening import OWN
from reports.experiments.plan import OUTCOMES, BalancePlan, Experiment
from reports.experiments.results import enough
from reports.experiments.rows import Row, is_shown
from reports.rows import records
from reports.statistics import verdicts
from reports.wording import abs_between, capitalised, counted, few, listed, rounded, signed, signed_between, whole

NAMED = 6               # items that a sentence names
WAITING = (verdicts.OPEN, verdicts.UNTRIED)
UP = (*verdicts.UP, "raises", "raises some", "costs", "costs some", "wins more", "wins some more")
DOWN = (*verdicts.DOWN, "lowers", "lowers some", "helps", "helps some", "wins less", "wins some less")
SKILFUL = ("depends on skill: with four times the thinking its effect is another one",
           "depend on skill: with four times the thinking their effects are others")
DECIDED = {"better": "better than an equal share of the win", "worse": "worse than an equal share of the win",
           "smaller": "nearer to an equal share of the win than what matters", "not settled": "not settled"}


@dataclass(frozen=True)
class Opening:
    """What stands at the top of a page."""

    finding: str
    more: list[str]         # what else was found
    sure: list[str]         # what holds it up or leaves it open, a sentence each
    played: str

    @property
    def paragraph(self) -> str:
        """All of it as running text."""
        return " ".join([self.finding, *self.more, *self.sure, self.played])


def title(plan: BalancePlan) -> str:
    """The page's heading."""
    kind = plan.kind.replace("-", " " if plan.kind.count("-") == 1 else ", ")
    what = plan.records[0].told.page.format(kind=kind, are="are" if kind.endswith("s") else "is")
    return f"{plan.rules_of_game.title}: {what}"


def opening(plan: BalancePlan, rows: Sequence[Row], tables: Mapping[str, pd.DataFrame], blocks: int,
            games: int, head: headline.Head | None = None) -> Opening:
    """The top of the page; `head` is what is known of its headline, which may not have come a second time."""
    found, nothing, sure = list[str](), list[str](), list[str]()
    if "depth" in tables:
        (found if _is_known(tables["depth"]) else nothing).append(depth(tables["depth"]))
    if "decisions" in tables:
        found.append(_decisions(tables["decisions"]))
    found += _balanced_at(plan, tables)
    (found if against_kind.is_found(plan, tables) else nothing).extend(
        against_kind.sentences(plan, tables, meaning_of(plan)))
    for record in plan.records:
        own = [each for each in rows if each.estimand == record.estimand and each.agent == plan.agents[-1]]
        if own:
            kept = strengths.flagged(plan, tables, own)
            (found if _is_found(kept or own) and kept else nothing).extend(findings(plan, record, own, kept))
            sure += _sure(record, own, several=len(plan.records) > 1)
    found += nothing
    if "not_estimated" in tables:
        names = list(tables["not_estimated"]["cell"])
        sure.append(f"Nothing can be said yet of {few(names, NAMED)}: too few games.")
    if refuted := headline.not_again(head, meaning_of(plan)):
        found.insert(0, refuted)
    sure = [headline.twice(head), *strengths.sentences(plan, tables), strengths.once(plan, tables, head), *sure]
    sure += [_need(rows, games), *pairs.sentences(plan, tables), *_checks(plan, tables)]
    return Opening(found[0] if found else "Nothing is settled yet.", found[1:], [each for each in sure if each],
                   _played(plan, rows, blocks, games))


def meaning_of(plan: BalancePlan) -> Meaning:
    """What the items of a run do."""
    return meanings(plan.game, plan.options, plan.vary)


def findings(plan: BalancePlan, record: Experiment, rows: Sequence[Row], kept: Sequence[Row] | None = None
             ) -> list[str]:
    """What an experiment found: the largest effect in a sentence, then the others that are shown.

    `kept` are the rows that may be named so, by default all.
    """
    if not any(each.outcome in OUTCOMES for each in rows):
        return _changes(plan, record, rows)
    own = sorted((r for r in rows if r.outcome == "margin" and not isnan(r.estimate) and OWN not in r.item),
                 key=lambda r: -r.estimate)
    named = {id(r) for r in (rows if kept is None else kept)}
    up, down = ([r for r in ordered if side(r) == sign and id(r) in named] for ordered, sign in ((own, 1),
                                                                                              (own[::-1], -1)))
    if not up and not down:
        if wins := _by_wins([r for r in rows if id(r) in named]):
            return [*wins, *_so_far(own, quoted=record.own_kind in (STYLES, OPENINGS))]
        if own and all(r.verdict in ("balanced", "no difference") for r in own):
            return [f"None of them makes a difference of {own[0].delta:g} points or more: {_listed(own)}."]
        return [_too_few(own) or record.told.none, *_so_far(own, quoted=record.own_kind in (STYLES, OPENINGS))]
    first = strongest([*up, *down])
    words = (record.told.up if side(first) > 0 else record.told.down).format(
        it=aside(first.item, meaning_of(plan)), points=f"{abs(first.estimate):.1f} points")
    said = [f"{capital(words)} (95 % interval {abs_between(first.low, first.high)})."]
    if plan.kind == OPENINGS:
        up = _by_board(up)
    near, far = (up, down) if side(first) > 0 else (down, up)
    if rest := [r for r in near if r is not first]:
        said.append(f"On the same side {'is' if len(rest) == 1 else 'are'} {_listed(rest)}.")
    if far:
        said.append(f"At the other end {'is' if len(far) == 1 else 'are'} {_listed(far)}.")
    return said


def strongest(rows: Sequence[Row]) -> Row:
    """Of effects that are shown, the one whose interval is furthest from nothing, in terms of what matters."""
    return max(rows, key=lambda r: (min(abs(r.low), abs(r.high)) / r.delta, abs(r.estimate)))


def _by_wins(rows: Sequence[Row]) -> list[str]:
    """What is shown by the share of the win, where nothing is by points."""
    shown = sorted((r for r in rows if r.outcome == "win" and side(r) and OWN not in r.item), key=lambda r: -r.estimate)
    if not shown:
        return []
    first = strongest(shown)
    return [f"By share of the win, {first.item} stands at {signed(100 * first.estimate)} percentage points "
            f"(95 % interval {signed_between(100 * first.low, 100 * first.high)})."]


def _is_found(rows: Sequence[Row]) -> bool:
    """Whether anything is shown, if only that nothing makes a difference."""
    margins = [r for r in rows if r.outcome not in ("win",)]
    return any(map(side, rows)) or all(r.verdict in ("balanced", "no difference") for r in margins)


def _too_few(rows: Sequence[Row]) -> str:
    """That no item was played often enough for a verdict; empty where one was."""
    if not rows or not all(r.verdict.startswith(verdicts.UNTRIED) for r in rows):
        return ""
    return (f"There are too few games for a verdict yet: it takes {enough(rows[0])} rounds of games of each, and "
            f"{max(r.blocks for r in rows)} were played.")


def _so_far(rows: Sequence[Row], quoted: bool) -> list[str]:
    """Which items stand highest and lowest, of those with an interval; where a lone one stands."""
    known = [r for r in rows if not isnan(r.low) and is_shown(r)]
    if not known:
        return []
    top, bottom = (f"{signed(r.estimate)}, 95 % interval {signed_between(r.low, r.high)}"
                   for r in (known[0], known[-1]))
    one, other = (f'"{r.item}"' if quoted else r.item for r in (known[0], known[-1]))
    if len(known) == 1:
        return [f"So far {one} stands at {signed(known[0].estimate)} points "
                f"(95 % interval {signed_between(known[0].low, known[0].high)})."]
    return [f"So far {one} stands highest ({top}) and {other} lowest ({bottom})."]


def side(row: Row) -> int:
    """1 or -1 for an effect shown to be above or below nothing by any amount, else 0."""
    verdict = row.verdict.partition(",")[0]
    if verdict in UP or verdict in DOWN:
        return 1 if verdict in UP else -1
    return 0 if verdict != "slight" else 1 if row.estimate > 0 else -1


def depth(table: pd.DataFrame) -> str:
    """How many doublings of the budget win something, and the Elo from random up to there."""
    row = records(table)[0]
    elo = "" if isnan(row["elo_from_random"]) else (
        f", {row['elo_from_random']:.0f} Elo above random moves ({row['low']:.0f} to {row['high']:.0f})")
    times = counted(row["doublings"], "doubling")
    if row["blocks"] < ENOUGH["win"]:
        return (f"There are too few games to say where skill ends: each step takes {ENOUGH['win']} games in every "
                f"seat, and {row['blocks']:,} were played. Counted so far: {times}{elo}.")
    if row["saturated"]:
        return f"Skill ends after {times} of the budget{elo}: two more in a row win next to nothing."
    return f"Skill does not end within the {times} played{elo}: the game is that deep, or deeper."


def _is_known(table: pd.DataFrame) -> bool:
    """Whether the ladder of skill has games enough to say how deep the game is."""
    return bool(table.iloc[0]["blocks"] >= ENOUGH["win"])


def capital(text: str) -> str:
    """With a capital letter, unless it begins with the name of an agent, such as mcts:100."""
    return text if ":" in text.split(" ")[0] else capitalised(text)


def _by_board(up: Sequence[Row]) -> list[Row]:
    """The best first move of each board; all of them where there are no boards."""
    boards: dict[str, Row] = {}
    for each in up:
        where, colon, _ = each.item.partition(": ")
        boards.setdefault(where if colon and where.startswith("board ") else each.item, each)
    return list(boards.values())


def _changes(plan: BalancePlan, record: Experiment, rows: Sequence[Row]) -> list[str]:
    """What the presence of items changes, the largest change in terms of what matters first."""
    moved = sorted((r for r in rows if side(r)), key=lambda r: -abs(r.estimate) / r.delta)
    if not moved:
        return [record.told.none]
    first = moved[0]
    words = (record.told.up if first.estimate > 0 else record.told.down).format(
        it=aside(first.item, meaning_of(plan)), measure=first.outcome, points=f"{abs(first.estimate):.1f}")
    said = [f"{capital(words)} (95 % interval {abs_between(first.low, first.high)})."]
    for outcome in dict.fromkeys(r.outcome for r in moved[1:]):
        mine = [r for r in moved[1:] if r.outcome == outcome]
        small = all(r.verdict == "slight" for r in mine)
        said.append(f"{'Small changes of' if small else 'Changes of'} the {outcome}: {_listed(mine)}.")
    return said


def _sure(record: Experiment, rows: Sequence[Row], several: bool) -> list[str]:
    """What is shown by wins, what is shown to be small, what is open; one experiment."""
    of = f" ({record.name})" if several else ""
    said, open_ = list[str](), dict[str, list[str]]()
    for outcome in dict.fromkeys(each.outcome for each in rows):
        mine = [each for each in rows if each.outcome == outcome]
        by = {"margin": "points", "win": "share of the win"}.get(outcome, outcome)
        groups: dict[str, list[Row]] = {}
        for each in mine:
            groups.setdefault(each.verdict.partition(",")[0], []).append(each)
        if outcome == "win" and (shown := [r for r in mine if side(r)]):
            said.append(f"By share of the win, in percentage points{of}: "
                        f"{_listed(sorted(shown, key=lambda r: -r.estimate))}.")
        if alike := groups.get("balanced", []) + groups.get("no difference", []):
            size = {"win": f"{100 * alike[0].delta:g} percentage points of difference to the win",
                    "margin": f"{alike[0].delta:g} points of difference"}.get(
                        outcome, f"{alike[0].delta:.2g} of difference to the {by}")
            said.append(f"Shown to make less than {size}{of}: {_names(alike)}.")
        if skilful := groups.get("depends on skill", []):
            said.append(f"By {by}, {_names(skilful)} {SKILFUL[len(skilful) > 1]}{of}.")
        if waiting := [r for word in WAITING for r in groups.get(word, [])]:
            what = "nothing is settled yet" if len(waiting) == len(mine) else (
                f"{_names(sorted(waiting, key=place))} {'is' if len(waiting) == 1 else 'are'} not settled")
            open_.setdefault(what, []).append(by)
    return [*said, *(f"By {listed(by)}{of}, {what}." for what, by in open_.items())]


def place(row: Row) -> tuple[int, str]:
    """By number where items have one, else by name."""
    number = row.item.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0, row.item


def _need(rows: Sequence[Row], games: int) -> str:
    """The games after which all is settled."""
    open_ = [r for r in rows if r.verdict.startswith(WAITING) and r.blocks]
    times = max((1 + verdicts.blocks_to_go(each.verdict) / each.blocks for each in open_), default=1.0)
    if times == 1.0:
        return ""
    least = max((enough(r) / r.blocks for r in rows if r.verdict.startswith(verdicts.UNTRIED) and r.blocks
                 and r.outcome == "margin"), default=0.0)
    first = f"A verdict on each, by points, takes about {rounded(round(games * least))} games. " if least > 1 else ""
    return (f"{first}To settle all of it, including what is near nothing, may take about "
            f"{rounded(round(games * times))} games; {games:,} were played.")


def _played(plan: BalancePlan, rows: Sequence[Row], blocks: int, games: int) -> str:
    who = plan.agents[0] if len(plan.agents) == 1 else f"{plan.agents[0]}, and again by {plan.agents[1]}"
    players = "" if plan.kind == SKILL else f", all played by {who}"
    of = "" if blocks >= plan.blocks else f" (of at most {plan.games:,})"
    how = " ".join(f"{record.name.capitalize()}: {record.told.played}" if len(plan.records) > 1 else record.told.played
                   for record in plan.records)
    left = [r.luck_left for r in rows if r.outcome == "margin" and isfinite(r.luck_left)]
    luck = (f" This leaves {whole(median(left))} of the luck that as many unrelated games would have."
            if left and 0.02 < median(left) < 0.95 else "")
    numbers = what_if.played(plan)
    strong = "" if plan.kind == SKILL else f" {players_.strength(plan.game, plan.seats, plan.agents)}"
    return (f"The numbers come from {counted(games, 'game')}{of} with {plan.seats} seats and "
            f"{_options(plan)}{players}.{strong} {how} Games that are compared share their dice and draws.{luck}"
            f"{numbers} Other players may get other results.")


def _options(plan: BalancePlan) -> str:
    """The options of the games, by name; what a file of numbers holds is not repeated."""
    chosen = [name if name == "rules" else f"{name}={value}" for name, value in plan.options.items()]
    return f"the option{'s' if len(chosen) > 1 else ''} {listed(chosen)}" if chosen else "the usual options"


def _decisions(table: pd.DataFrame) -> str:
    """What sequential tests decided; they do not estimate."""
    several = table["experiment"].nunique() > 1
    names = [f"{row['item']} ({row['experiment']})" if several else str(row["item"]) for row in records(table)]
    parts = [f"{few(own, NAMED)} {'is' if len(own) == 1 else 'are'} {DECIDED[word]}"
             for word in dict.fromkeys(map(str, table["decision"]))
             if (own := [name for name, said in zip(names, table["decision"], strict=True) if said == word])]
    return f"{capital('; '.join(parts))}. Sequential tests decide this, and do not say by how much."


def _balanced_at(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """At which value of its printed number an item would be what it should be; with several, at which settings."""
    tokens = {estimand for record in plan.records for estimand in record.also}
    known, settings = ([row for row in _rows(tables, name, plan)
                        if row["estimand"] not in tokens and varied.is_of(plan, row["item"])]
                       for name in ("balanced_at", "settings"))
    said = [what_if.crossing(plan, row) for row in known]
    items = dict.fromkeys((row["item"], row["estimand"]) for row in settings)
    return said + [what_if.fitting(plan, [row for row in settings if (row["item"], row["estimand"]) == key])
                   for key in items]


def _checks(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    said = [table.says(row) for name, table in {n: t for r in plan.records for n, t in r.tables.items()}.items()
            if table.says is not None for row in _rows(tables, name, plan)]
    if alone := _rows(tables, "company", plan):
        said.append(company.in_words(pd.DataFrame(alone)))
    return said


def _listed(rows: Sequence[Row]) -> str:
    """Items with their effects."""
    return few([f"{r.item} ({signed((100 if r.outcome == 'win' else 1) * r.estimate)})" for r in rows], NAMED)


def _names(rows: Sequence[Row]) -> str:
    return few([r.item for r in rows], NAMED)


def _rows(tables: Mapping[str, pd.DataFrame], name: str, plan: BalancePlan) -> list[dict[str, Any]]:
    """Rows of a table about the margin, of the strongest agent."""
    if name not in tables:
        return []
    table = tables[name]
    table = table[(table["outcome"] == "margin") & (table["agent"] == plan.agents[-1])]
    return [{str(k): v for k, v in row.items()} for row in table.to_dict("records")]
