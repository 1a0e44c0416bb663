"""The estimators against known truth, at 10,000 replications: the table that their tests run at 1,000.

    python -m bench ledger [--runs 10000] [--only gifts,seat_effects]

Each line is a number, where it must lie, and how many replications it rests on. The exit status is 1 where one is
refused.
"""
from __future__ import annotations

import argparse
import time

from tests.reports import (
    test_ledger_atlas,
    test_ledger_decisions,
    test_ledger_effects,
    test_ledger_four,
    test_ledger_prices,
    test_ledger_ratings,
    test_ledger_shape,
    test_ledger_worlds,
)
from tests.reports.ledger import NIGHTLY, Check, Claim

CLAIMS: list[Claim] = [
    claim for tests in (test_ledger_effects, test_ledger_prices, test_ledger_ratings, test_ledger_decisions,
                        test_ledger_shape, test_ledger_worlds, test_ledger_atlas,
                        test_ledger_four) for claim in tests.CLAIMS]


def chosen(about: argparse.ArgumentParser, claims: list[Claim], only: str) -> list[Claim]:
    """The claims with these names, with commas between them; all where there is none. Ends the program for others."""
    known = {claim.__name__: claim for claim in claims}
    names = [name for name in only.split(",") if name] or list(known)
    for name in names:
        if name not in known:
            about.error(f"no claim {name!r}; there are {', '.join(known)}")
    return [known[name] for name in names]


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


def refusals(checks: list[Check]) -> int:
    """Say how many are refused; the exit status, which is 1 where one is."""
    refused = sum(not each.accepted for each in checks)
    print(f"{refused} refused" if refused else "all accepted")
    return min(1, refused)


def main() -> int:
    """Print the table; the number of refusals, at most 1, is the exit status."""
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("--runs", type=int, default=NIGHTLY, help="replications of each claim, a multiple of 100")
    about.add_argument("--only", default="", help="names of claims, with commas")
    asked = about.parse_args()
    return refusals(measured(chosen(about, CLAIMS, asked.only), asked.runs))
