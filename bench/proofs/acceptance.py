"""The promises of balance reports, tested on games whose truth is known: the whole table, in one command.

    python -m bench acceptance [--runs 1000] [--only rough_gifts,words] [--out bench/results/acceptance.md]

The games are the Ledger (tests/reports/ledger.py), in which everything is known in closed form, and rough games
(tests/reports/rough.py), drawn apart from the estimators: skewed, whole points, unequal variances. Coverage must be 93
to 97 % wherever a verdict may be printed, and of what is named at most as much may be named wrongly as was asked. The
exit status is 1 where a row is refused.
"""
from __future__ import annotations

import argparse
from pathlib import Path

from bench.peers.table import piped
from bench.proofs.ledger import CLAIMS as LEDGER
from bench.proofs.ledger import chosen, measured, refusals
from tests.reports import test_ledger_rough
from tests.reports.ledger import CI, Check, Claim

CLAIMS: list[Claim] = [*test_ledger_rough.CLAIMS, *LEDGER]
LEAD = """Rows are claims of [balance](../../docs/balance.md) about games whose truth is known; *found* must lie in
*accepted*. Coverage is the share of 95 % intervals that hold the truth; "named wrongly" is the share of what was picked
out that is nothing. Rough games are skewed, have whole points and unequal variances, and are drawn apart from the
estimators. Made by `python -m bench acceptance{only}`: {rows} rows, {refused} refused."""


def table(checks: list[Check]) -> list[str]:
    """The rows as Markdown."""
    lines = [[each.claim, f"{each.value:.4f}", f"{each.low:.4f} to {each.high:.4f}", f"{each.runs:,}",
              "yes" if each.accepted else "NO"] for each in checks]
    return piped(["claim", "found", "accepted", "replications", "holds"], lines, 1)


def main() -> int:
    """Print the table and write it; 1 where a row is refused."""
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("--runs", type=int, default=CI, help="replications of each claim, a multiple of 100")
    about.add_argument("--only", default="", help="names of claims, with commas")
    about.add_argument("--out", type=Path, help="file for the table, as Markdown")
    asked = about.parse_args()
    checks = measured(chosen(about, CLAIMS, asked.only), asked.runs)
    if asked.out:
        refused = sum(not each.accepted for each in checks)
        only = f" --runs {asked.runs}" if asked.runs != CI else ""
        lead = LEAD.format(only=only, rows=len(checks), refused=refused)
        asked.out.write_text("\n".join(["# What balance reports promise", "", lead, "", *table(checks), ""]),
                             encoding="utf-8")
    return refusals(checks)
