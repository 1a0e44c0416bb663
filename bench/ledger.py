"""The estimators against known truth, at 10,000 replications: the table that their tests run at 1,000.

    python bench/ledger.py [--runs 10000] [--only gifts,seat_effects]

Each line is a number, where it must lie, and how many replications it rests on. The exit status is 1 where one is
refused.
"""
from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)      # the project, not this folder

from tests.reports import (  # noqa: E402
    test_ledger_atlas,
    test_ledger_decisions,
    test_ledger_effects,
    test_ledger_prices,
    test_ledger_ratings,
    test_ledger_shape,
    test_ledger_worlds,
)
from tests.reports.ledger import NIGHTLY, Claim  # noqa: E402

CLAIMS: list[Claim] = [
    claim for tests in (test_ledger_effects, test_ledger_prices, test_ledger_ratings, test_ledger_decisions,
                        test_ledger_shape, test_ledger_worlds, test_ledger_atlas) for claim in tests.CLAIMS]


def main() -> int:
    """Print the table; the number of refusals, at most 1, is the exit status."""
    about = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    about.add_argument("--runs", type=int, default=NIGHTLY, help="replications of each claim, a multiple of 100")
    about.add_argument("--only", default="", help="names of claims, with commas")
    asked = about.parse_args()
    known = {claim.__name__: claim for claim in CLAIMS}
    names = [name for name in asked.only.split(",") if name] or list(known)
    for name in names:
        if name not in known:
            about.error(f"no claim {name!r}; there are {', '.join(known)}")
    refused = 0
    for name in names:
        begun = time.monotonic()
        checks = known[name](asked.runs)
        refused += sum(not check.accepted for check in checks)
        print(f"{(known[name].__doc__ or name).splitlines()[0]} [{name}, {time.monotonic() - begun:.0f} s]")
        for check in checks:
            print(f"  {check}", flush=True)
    print(f"{refused} refused" if refused else "all accepted")
    return min(1, refused)


if __name__ == "__main__":
    sys.exit(main())
