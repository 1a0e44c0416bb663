"""The documents of the study of privileges: a page with the finding first, a figure, and all rows as CSV."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isnan
from pathlib import Path
from textwrap import fill
from typing import Any

import pandas as pd
from scipy import special

from bench import pictures
from bench.pages.age import signature
from bench.pages.contents import with_contents
from bench.pages.privileges_figure import figure
from bench.pages.privileges_rows import ANY, PRINTED, STEP, Q, Study, alone, called, sides, table, words
from bench.pages.privileges_worth import World, decks, pooled
from bench.peers.facts import facts
from bench.peers.table import piped
from games.api import InputError
from games.documents import write_file
from mcts.interval import LEVEL
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.blocks import q_values
from reports.statistics.verdicts import HOLDS, TURNS
from reports.wording import listed, minus, signed

WIDE = 120                          # characters of a line of the page
LEAD = """# 504: what privileges are worth

{finding}

{who}

{sure}

*Alone* is what a privilege is worth to who alone begins with it, in *spreads*: standard deviations of a seat's margin
in its world. The printed cost is the price in the shop of 3 Privileges at TOP III, and the least bid at an auction with
it at TOP I and II; a card left over costs nothing. A *price* here is the sum of money with which a seat would begin the
game as well as with the privilege, between `{agent}`. Figures in brackets and after ± are 95 % intervals. [How to read
all this](../../balance.md).

![What privileges are worth alone](worths.png)
"""
HOW = """## How it was estimated

In each world each seat begins with another privilege, a sum of money or nothing, and in a second game the other way
round (round robin). Points differ from world to world, so worths are in *spreads*: standard deviations of a seat's
margin in its world. The worth of a kind is the plain mean over its worlds; its error is what that mean's scatter from
world to world says, so that it counts how worlds differ. *Between* is how much they differ beyond the luck of the
games. The price of a kind is where the mean over its worlds of its worth less that of so many Mark is zero, in the same
games; its interval has all prices at which a t test of that finds nothing. Nothing above {most} Mark can be told, as
no seat was given more, and nothing below 0. Alone, as a gift against nothing, kinds were played in other games.

| begins with | worth in spreads |
| --- | ---: |
{money}
"""
COMPANIES = """Worlds in which companies own the pieces (9 Shares at TOP I or II) are left out: there a
privilege belongs to a company, and no seat can be given one. {missing} occur in these worlds only and have no price."""
PLAYED = """`python -m bench privileges_study` plays {games}, continues where it was stopped, and writes this page. The
worlds were drawn by lot from the 140 in which persons can have privileges, until each kind was in {least} of them:
{names}."""


def write(out: Path, studies: Sequence[Study], money: Sequence[int], least: int, match: str = "") -> list[Path]:
    """README.md, figure and rows in the folder `out`, which is made, of the study of one agent, or of that and the
    gifts of a stronger one.

    `match` says how much the second is the stronger. Raises InputError where no round robin can say anything yet.
    """
    if not studies or not studies[0].robin:
        raise InputError("nothing was played yet: there is nothing to write")
    out.mkdir(parents=True, exist_ok=True)
    rows = table(studies[0], {f"money {mark}": float(mark) for mark in money})
    by = [alone(study) for study in studies]
    said = words(by[0], by[1]) if len(by) > 1 else {}
    both = pd.concat([each.assign(word=each["privilege"].map(said) if n else "") for n, each in enumerate(by)])
    files = [write_csv(rows, out / "privileges.csv"), write_csv(both, out / "alone.csv"),
             pictures.save(figure(by), out, "worths")]
    page = out / "README.md"
    write_file(page, text(rows, by, said, studies, money, least, match).encode())
    return [page, *files]


def text(rows: pd.DataFrame, by: Sequence[pd.DataFrame], said: Mapping[str, str], studies: Sequence[Study],
         money: Sequence[int], least: int, match: str) -> str:
    """The page."""
    kinds = [row for row in records(rows) if row["privilege"] in called()]
    missing = [card for card in called() if not any(card in cards for cards in decks().values())]
    known = [{row["privilege"]: row for row in records(each)} for each in by]
    head = ["privilege", "worlds", f"price, {studies[0].agent}", *(f"alone, {study.agent}" for study in studies),
            *(["among better players"] if said else [])]
    worth = {name: row["alone"] for name, row in known[-1].items()}
    means = [row for row in records(rows) if row["privilege"] not in called()]
    order = [*sorted(kinds, key=lambda row: -worth.get(row["privilege"], -inf)), *means]
    body = [[f"{r['privilege']}: {r['does']}", str(r["worlds"]), _price(r),
             *(_pm(each[r["privilege"]], "alone", "alone_low", "alone_high") if r["privilege"] in each else "—"
               for each in known), *([said.get(r["privilege"], "")] if said else [])] for r in order]
    coins = "\n".join(f"| {mark} Mark | {_mean(studies[0].robin, f'money {mark}')} |" for mark in money)
    return with_contents("\n".join([
        LEAD.format(finding=fill(finding(rows, by, said), WIDE), who=fill(who(studies, match), WIDE),
                    sure=fill(sure(kinds), WIDE), agent=studies[0].agent),
        "Prices are in Mark, worths in spreads.", "", *piped(head, body, 1), "",
        fill(COMPANIES.format(missing=listed(missing)), WIDE), "",
        HOW.format(most=max(money), money=coins), played(studies, least)]))


def who(studies: Sequence[Study], match: str) -> str:
    """Who played."""
    if len(studies) == 1:
        return f"Played by {studies[0].agent} in both of two seats."
    return f"Played by {studies[1].agent}, and again by {studies[0].agent}, in both of two seats. {match}".strip()


def finding(rows: pd.DataFrame, by: Sequence[pd.DataFrame], said: Mapping[str, str]) -> str:
    """What a privilege is worth alone, to better players first, what they keep, and what it costs weak ones."""
    of = {row["privilege"]: row for row in records(rows)}
    kinds = [row for row in of.values() if row["privilege"] in called()]
    means = [next(row for row in records(each) if row["privilege"] == ANY) for each in by]
    worth = [_pm(row, "alone", "alone_low", "alone_high") for row in means]
    by_step = listed([f"{_price(of[name])} at step {step}" for step, name in STEP.items() if name in of])
    first = (f"**Between better players a privilege alone is worth {worth[1]} spreads of a seat's margin, between weak "
             f"ones {worth[0]}.**" if said else
             f"**Between weak players a privilege alone is worth {worth[0]} spreads of a seat's margin.**")
    price = (f"Its price between weak players is {_price(of[ANY])} Mark on average, {by_step}; its printed cost is "
             f"{PRINTED}.")
    return " ".join([first, *_shown(by, said), price, *_against_printed(kinds)])


def _shown(by: Sequence[pd.DataFrame], said: Mapping[str, str]) -> list[str]:
    """Which kinds are shown to be worth something alone: by both, or by one of two players."""
    shown = [{name: side for name, side in sides(each).items() if side} for each in by]
    if not said:
        return [f"Shown to be worth anything: {listed([*shown[0]])}." if shown[0] else
                "Of no single kind is it shown that it is worth anything."]
    kept, turned = ([name for name, word in said.items() if word == each] for each in (HOLDS, TURNS))
    alone_by = [[name for name in each if name not in (*kept, *turned)] for each in shown]
    out = [f"Both show that they are worth something: {listed(kept)}." if kept else
           "Of no single kind both show that it is worth something."]
    out += [f"They show opposites of {listed(turned)}."] if turned else []
    out += [f"Only between weak players it is shown of {listed(alone_by[0])}, which is not settled among better ones."
            ] if alone_by[0] else []
    out += [f"Only between better players it is shown of {listed(alone_by[1])}."] if alone_by[1] else []
    return out


def _against_printed(kinds: Sequence[Mapping[str, Any]]) -> list[str]:
    """Which kinds are shown to have another price than the printed one."""
    more, less = ([row["privilege"] for row in kinds if row["q_printed"] <= Q and (row["price"] > PRINTED) == above]
                  for above in (True, False))
    named = [f"Worth {than} than the printed cost: {listed(names)}." for names, than in ((more, "more"), (less, "less"))
             if names]
    return named or [f"Of no single kind is it shown that its price is another than {PRINTED} Mark."]


def sure(kinds: Sequence[Mapping[str, Any]]) -> str:
    """How well prices are known, and whether kinds alone and in company agree."""
    wide = sorted(row["price_high"] - max(0.0, row["price_low"]) for row in kinds if not isnan(row["price_high"]))
    apart = [row for row in kinds if not isnan(row["z"])]
    outside = [row["privilege"] for row in kinds if row["p_printed"] < 1 - LEVEL]
    said = [f"Prices of single kinds are known badly: half of the {len(wide)} intervals are wider than "
            f"{wide[len(wide) // 2]:.0f} Mark. Tests of {len(outside)} kinds leave out {PRINTED} Mark "
            f"({listed(outside or ['none'])}), where chance alone would leave out {(1 - LEVEL) * len(wide):.1f}."
            ] if wide else []
    said.append(f"What is called shown is so with a false discovery rate of {Q:.0%} among all kinds.")
    if apart:
        same = min(q_values([float(2 * special.ndtr(-abs(row["z"]))) for row in apart])) > Q
        most = max(apart, key=lambda row: abs(float(row["z"])))
        said.append(f"Alone and among others kinds are {'' if same else 'not '}worth the same to weak players, as far "
                    f"as these games tell: {most['privilege']} differs most, with z = {signed(most['z'])}.")
    return " ".join(said)


def played(studies: Sequence[Study], least: int) -> str:
    """How to play it again, and what this was made with."""
    count = sum(world.games for world in studies[0].robin)
    gifts = [f"{sum(world.games for world in study.gifts):,} games with gifts in {len(study.gifts)} by {study.agent}"
             for study in studies]
    said = PLAYED.format(games=listed([f"{count:,} games of the round robin in {len(studies[0].robin)} worlds by "
                                       f"{studies[0].agent}", *gifts]), least=least,
                         names=listed(sorted(world.name for world in studies[0].robin)))
    about = [f"* {name.replace('_', ' ')}: {value}" for name, value in facts(search_signature=signature()).items()]
    return "\n".join([
        "## How it was played\n", fill(said, WIDE), "",
        "All rows by kind: [prices](privileges.csv), [worths alone](alone.csv). Written on:",
        "", *about, ""])


def _mean(worlds: Sequence[World], name: str) -> str:
    found = pooled(worlds, name)
    return signed_two(found.mean) + ("" if isnan(found.low) else f" ± {found.high - found.mean:.2f}")


def _pm(row: Mapping[str, Any], value: str, low: str, high: str) -> str:
    if isnan(row[value]):
        return "—"
    return signed_two(row[value]) + ("" if isnan(row[low]) else f" ± {(row[high] - row[low]) / 2:.2f}")


def signed_two(x: float) -> str:
    """Two decimals with a sign, as worths in spreads are small."""
    return minus(f"{x:+.2f}")


def _price(row: Mapping[str, Any]) -> str:
    """`36 (24 to 61)`; `< 0` and `> 160` are beyond what can be told."""
    value, low, high = ("< 0" if x == -inf else f"> {row['most']:g}" if x == inf else f"{x:.0f}"
                        for x in (row["price"], row["price_low"], row["price_high"]))
    return "—" if isnan(row["price"]) else f"{value} ({low} to {high})"
