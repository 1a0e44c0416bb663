#!/usr/bin/env bash
# choix 0.4.1 with scipy 1.17.1 (Python 3.11): two of four estimators rate players that nothing compares, and say nothing.
#
# Where two pools of players never met, no likelihood sets one pool beside the other. `ilsr_pairwise` and `lsr_pairwise`
# refuse; `opt_pairwise` and `mm_pairwise` return one list, in which the best of the second pool stands above all of the
# first by an amount that the starting values decided: they do not agree on it. And who won every game has no finite
# rating: `mm_pairwise` says after 10,000 rounds that it did not converge, `opt_pairwise` returns where its optimizer gave
# up, also when that was after a single step. A table of ratings made so looks like any other.
#
# Seen: pools {0, 1} of 3:3 and {2, 3} of 3:1. opt_pairwise rates them 0, 0, 0.549, -0.549 and mm_pairwise 0.072, 0.072,
# 0.477, -0.621; the others raise ValueError. With ten wins of 0 over 1 and 5:5 of 1 and 2, opt_pairwise says 8.82, and
# with max_iter=1 something else, both without a warning; mm_pairwise raises RuntimeError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet choix==0.4.1 scipy==1.17.1 numpy==2.4.6
cat > ask.py <<'PY'
import warnings

import choix
import numpy as np

warnings.simplefilter("error")


def asked(name, items, games, **options):
    try:
        return np.round(getattr(choix, name)(items, games, **options), 3)
    except (ValueError, RuntimeError) as error:
        return type(error).__name__


pools = [(0, 1), (1, 0)] * 3 + [(2, 3)] * 3 + [(3, 2)]
found = {name: asked(name, 4, pools) for name in ("opt_pairwise", "mm_pairwise", "ilsr_pairwise", "lsr_pairwise")}
print("two pools:", found)
assert found["ilsr_pairwise"] == found["lsr_pairwise"] == "ValueError"
for name in ("opt_pairwise", "mm_pairwise"):
    assert np.isfinite(found[name]).all() and found[name].argmax() == 2, found
assert abs(found["opt_pairwise"] - found["mm_pairwise"]).max() > 0.05, found

always = [(0, 1)] * 10 + [(1, 2), (2, 1)] * 5
whole, step = asked("opt_pairwise", 3, always), asked("opt_pairwise", 3, always, max_iter=1)
print("0 won every game: opt_pairwise", whole, "after one step", step, "mm_pairwise", asked("mm_pairwise", 3, always))
assert np.isfinite(whole).all() and np.isfinite(step).all() and abs(whole - step).max() > 0.5
assert asked("mm_pairwise", 3, always) == "RuntimeError"
PY
venv/bin/python ask.py
