"""What balance reports promise, held against games whose truth is known: the whole table, in one command.

    python -m bench.acceptance [--runs 1000] [--only rough_gifts,words] [--out bench/results/acceptance.md]

The games are the Ledger (tests/reports/ledger.py), in which everything is known in closed form, and rough games
(tests/reports/rough.py), drawn apart from the estimators: skewed, whole points, unequal variances. Coverage must be 93
to 97 % wherever a verdict may be printed, and of what is named at most as much may be named wrongly as was asked. The
exit status is 1 where a row is refused.
"""
from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from bench.ledger import CLAIMS as LEDGER
from bench.peers.table import piped
from tests.reports import test_ledger_rough
from tests.reports.ledger import CI, Check, Claim

CLAIMS: list[Claim] = [*test_ledger_rough.CLAIMS, *LEDGER]
LEAD = """Rows are claims of [balance](../../docs/balance.md) about games whose truth is known; *found* must lie in
*accepted*. Coverage is the share of 95 % intervals that hold the truth; "named wrongly" is the share of what was picked
out that is nothing. Rough games are skewed, have whole points and unequal variances, and are drawn apart from the
estimators. Made by `python -m bench.acceptance{only}`: {rows} rows, {refused} refused."""


def table(checks: list[Check]) -> list[str]:
    """The rows as Markdown."""
    lines = [[each.claim, f"{each.value:.4f}", f"{each.low:.4f} to {each.high:.4f}", f"{each.runs:,}",
              "yes" if each.accepted else "NO"] for each in checks]
    return piped(["claim", "found", "accepted", "replications", "holds"], lines, 1)


def measured(claims: list[Claim], runs: int) -> list[Check]:
    """All checks, printed as they come."""
    out = list[Check]()
    for claim in claims:
        begun = time.process_time()
        checks = claim(runs)
        print(f"{(claim.__doc__ or claim.__name__).splitlines()[0]} [{claim.__name__}, "
              f"{time.process_time() - begun:.0f} s]")
        for each in checks:
            print(f"  {each}", flush=True)
        out += checks
    return out


def main() -> int:
    """Print the table and write it; 1 where a row is refused."""
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("--runs", type=int, default=CI, help="replications of each claim, a multiple of 100")
    about.add_argument("--only", default="", help="names of claims, with commas")
    about.add_argument("--out", type=Path, help="file for the table, as Markdown")
    asked = about.parse_args()
    known = {claim.__name__: claim for claim in CLAIMS}
    names = [name for name in asked.only.split(",") if name] or list(known)
    for name in names:
        if name not in known:
            about.error(f"no claim {name!r}; there are {', '.join(known)}")
    checks = measured([known[name] for name in names], asked.runs)
    refused = sum(not each.accepted for each in checks)
    if asked.out:
        only = f" --runs {asked.runs}" if asked.runs != CI else ""
        lead = LEAD.format(only=only, rows=len(checks), refused=refused)
        asked.out.write_text("\n".join(["# What balance reports promise", "", lead, "", *table(checks), ""]),
                             encoding="utf-8")
    print(f"{refused} refused" if refused else "all accepted")
    return min(1, refused)


if __name__ == "__main__":
    sys.exit(main())
