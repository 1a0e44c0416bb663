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
from bench.pages.privileges_rows import ANY, PRINTED, STEP, Q, Study, called, table, words
from bench.pages.privileges_worth import World, decks, pooled
from bench.peers.facts import facts
from bench.peers.table import piped
from games.api import InputError
from games.documents import write_file
from mcts.interval import LEVEL
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.blocks import q_values
from reports.statistics.verdicts import HOLDS, OPEN, TURNS
from reports.wording import listed, minus, signed

WIDE = 120                          # characters of a line of the page
LEAD = """# 504: what privileges are worth

{finding}

{who}

{sure}

The printed cost is the price in the shop of 3 Privileges at TOP III, and the least bid at an auction with it at TOP I
and II; a card left over costs nothing. A price here is the sum of money with which a seat would begin the game as well
as with the privilege, for these agents, the same in both of two seats. Figures in brackets and after ± are 95 %
intervals. [How to read all this](../../balance.md).

![Prices of privileges in Mark](prices.png)
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
PLAYED = """`python -m bench privileges_study` plays {robin:,} games of the round robin in {worlds} worlds and {gift:,}
games with gifts in {gift_worlds} by each of {agents}, continues where it was stopped, and writes this page. The worlds
were drawn by lot from the 140 in which persons can have privileges, until each kind was in {least} of them: {names}."""


def write(out: Path, studies: Sequence[Study], money: Sequence[int], least: int, match: str = "") -> list[Path]:
    """README.md, figure and rows in the folder `out`, which is made, of one study, or of two, the weaker agent's first.

    `match` says how much the second is the stronger. Raises InputError where no round robin can say anything yet.
    """
    if not studies:
        raise InputError("nothing was played yet: there is nothing to write")
    out.mkdir(parents=True, exist_ok=True)
    marks = {f"money {mark}": float(mark) for mark in money}
    found = [table(study, marks) for study in studies]
    weak, strong = found[0] if len(found) > 1 else pd.DataFrame(), found[-1]
    said = words(weak, strong) if len(found) > 1 else {}
    rows = pd.concat([strong.assign(word=strong["privilege"].map(said)), *found[:-1]], ignore_index=True)
    files = [write_csv(rows, out / "privileges.csv"), pictures.save(figure(strong, weak, max(money)), out, "prices")]
    page = out / "README.md"
    write_file(page, text(weak, strong, said, studies, money, least, match).encode())
    return [page, *files]


def text(weak: pd.DataFrame, strong: pd.DataFrame, said: Mapping[str, str], studies: Sequence[Study],
         money: Sequence[int], least: int, match: str) -> str:
    """The page."""
    best = studies[-1]
    kinds = [row for row in records(strong) if row["privilege"] in called()]
    missing = [card for card in called() if not any(card in cards for cards in decks().values())]
    of_weak = {row["privilege"]: row for row in records(weak)}
    head = ["privilege", "worlds", *([f"price, {studies[0].agent}"] if of_weak else []), f"price, {best.agent}",
            *([f"worth, {studies[0].agent}"] if of_weak else []), f"worth, {best.agent}", "alone",
            *(["among better players"] if of_weak else [])]
    body = [[f"{r['privilege']}: {r['does']}", str(r["worlds"]), *map(_price, both), *map(_worth, both),
             _pm(r, "alone", "alone_low", "alone_high"), *([said.get(r["privilege"], "")] if of_weak else [])]
            for r in records(strong) for both in [[*filter(None, [of_weak.get(r["privilege"])]), r]]]
    coins = "\n".join(f"| {mark} Mark | {_mean(best.robin, f'money {mark}')} |" for mark in money)
    return with_contents("\n".join([
        LEAD.format(finding=fill(finding(strong, weak, said), WIDE), who=fill(who(studies, match), WIDE),
                    sure=fill(sure(kinds), WIDE)),
        "Prices are in Mark, worths in spreads.", "", *piped(head, body, 1), "",
        fill(COMPANIES.format(missing=listed(missing)), WIDE), "",
        HOW.format(most=max(money), money=coins), played(studies, least)]))


def who(studies: Sequence[Study], match: str) -> str:
    """Who played."""
    if len(studies) == 1:
        return f"Played by {studies[0].agent} in both of two seats."
    return f"Played by {studies[1].agent}, and again by {studies[0].agent}, in both of two seats. {match}".strip()


def finding(strong: pd.DataFrame, weak: pd.DataFrame, said: Mapping[str, str]) -> str:
    """What a privilege costs and is worth, what better players keep, and which kinds stand out."""
    of = {row["privilege"]: row for row in records(strong)}
    kinds = [row for row in of.values() if row["privilege"] in called()]
    whose = "better" if len(weak) else "weak"
    other = [f", between weak ones {_price(row)}" for row in records(weak) if row["privilege"] == ANY]
    by_step = listed([f"{_price(of[name])} Mark at step {step}" for step, name in STEP.items() if name in of])
    out = [f"**Between {whose} players a privilege is worth {_price(of[ANY])} Mark on average{''.join(other)}; its "
           f"printed cost is {PRINTED}.**", f"By step it is {by_step}."]
    shown: dict[bool, list[str]] = {True: [], False: []}
    for row in kinds:
        if row["q"] <= Q:
            shown[row["worth"] > 0].append(row["privilege"])
    if len(weak):
        kept, turned = ([name for name, word in said.items() if word == each] for each in (HOLDS, TURNS))
        only = [row["privilege"] for row in records(weak) if row["privilege"] in called() and row["q"] <= Q
                and said.get(row["privilege"]) == OPEN]
        out += [f"Both show that they are worth something: {listed(kept)}." if kept else
                "Of no kind both show that it is worth something."]
        out += [f"They show opposites of {listed(turned)}."] if turned else []
        out += [f"Only between weak players that is shown of {listed(only)}, which is not settled among better ones."
                ] if only else []
        shown[True] = [name for name in shown[True] if name not in kept]
    if shown[True]:
        out.append(f"{'Only between better ones it' if len(weak) else 'It'} is shown of {listed(shown[True])}."
                   if len(weak) else f"Shown to be worth anything: {listed(shown[True])}.")
    elif not len(weak):
        out.append("Of no single kind is it shown that it is worth anything.")
    out += _against_printed(kinds)
    return " ".join(out)


def _against_printed(kinds: Sequence[Mapping[str, Any]]) -> list[str]:
    """Which kinds are shown to have another price than the printed one."""
    more, less = ([row["privilege"] for row in kinds if row["q_printed"] <= Q and (row["price"] > PRINTED) == above]
                  for above in (True, False))
    named = [f"Worth {than} than the printed cost: {listed(names)}." for names, than in ((more, "more"), (less, "less"))
             if names]
    return named or [f"Of no single kind is it shown that its price is another than {PRINTED} Mark."]


def sure(kinds: Sequence[Mapping[str, Any]]) -> str:
    """How well prices are known, and whether kinds alone and in company agree."""
    wide = sorted(row["price_high"] - max(0.0, row["price_low"]) for row in kinds)
    apart = [row for row in kinds if not isnan(row["z"])]
    outside = [row["privilege"] for row in kinds if row["p_printed"] < 1 - LEVEL]
    said = [f"Prices of single kinds are known badly: half of the {len(wide)} intervals are wider than "
            f"{wide[len(wide) // 2]:.0f} Mark. Tests of {len(outside)} kinds leave out {PRINTED} Mark "
            f"({listed(outside or ['none'])}), where chance alone would leave out {(1 - LEVEL) * len(wide):.1f}.",
            f"What is called shown is so with a false discovery rate of {Q:.0%} among all kinds."]
    if apart:
        same = min(q_values([float(2 * special.ndtr(-abs(row["z"]))) for row in apart])) > Q
        most = max(apart, key=lambda row: abs(float(row["z"])))
        said.append(f"Alone and among others kinds are {'' if same else 'not '}worth the same, as far as these games "
                    f"tell: {most['privilege']} differs most, with z = {signed(most['z'])}.")
    return " ".join(said)


def played(studies: Sequence[Study], least: int) -> str:
    """How to play it again, and what this was made with."""
    robin, gifts = studies[-1].robin, studies[-1].gifts
    count, alone = (sum(world.games for world in worlds) for worlds in (robin, gifts))
    said = PLAYED.format(robin=count, worlds=len(robin), gift=alone, gift_worlds=len(gifts), least=least,
                         agents=listed([study.agent for study in studies]),
                         names=listed(sorted(world.name for world in robin)))
    about = [f"* {name.replace('_', ' ')}: {value}" for name, value in facts(search_signature=signature()).items()]
    return "\n".join([
        "## How it was played\n", fill(said, WIDE), "",
        "All rows by kind: [privileges.csv](privileges.csv). Written on:",
        "", *about, ""])


def _mean(worlds: Sequence[World], name: str) -> str:
    found = pooled(worlds, name)
    return signed_two(found.mean) + ("" if isnan(found.low) else f" ± {found.high - found.mean:.2f}")


def _worth(row: Mapping[str, Any]) -> str:
    return _pm(row, "worth", "low", "high")


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
