#!/usr/bin/env bash
# endplay 0.5.12 (Python 3.11): a copied contract of bridge forgets that it was doubled, or is doubled if it went down.
#
# `Contract.copy()` says that it returns a copy. It copies all but the penalty, and the new object derives that from the
# result: none if the contract was made, a double if it went down. For par contracts, which the double-dummy solver
# hands over, that is right. So a doubled or redoubled contract that was made scores too little, one that went down
# undoubled loses too much, and one that went down redoubled too little. `copy.copy` does the same, `copy.deepcopy` is
# right. Comparing does not show it, as `==` leaves the penalty out: four spades equal four spades redoubled.
#
# Who keeps copies of contracts, or looks for one in a list, counts other scores than were played.
#
# Seen, with nobody vulnerable: 4Sx made scores 590, its copy 420; 4Sxx made 880 and 420; 4S one down -50 and -100; 4Sxx
# one down -200 and -100. Of the 1,470 contracts and results of a declarer 980 have another score once copied.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet endplay==0.5.12 numpy==2.4.6 pyparsing==3.3.3 matplotlib==3.11.2
cat > ask.py <<'PY'
import copy

from endplay.types import Contract, Denom, Penalty, Player, Vul



def scores(contract):
    """Of the contract, two copies and a deep copy, nobody being vulnerable."""
    return [each.score(Vul.none) for each in (contract, contract.copy(), copy.copy(contract), copy.deepcopy(contract))]


seen = {text: scores(Contract(text)) for text in ("4SN=", "4SNx=", "4SNxx=", "4SN-1", "4SNx-1", "4SNxx-1")}
print("score, of two copies, of a deep copy:", *(f"{text} {each}" for text, each in seen.items()), sep="\n  ")
assert seen == {"4SN=": [420, 420, 420, 420], "4SNx=": [590, 420, 420, 590], "4SNxx=": [880, 420, 420, 880],
                "4SN-1": [-50, -100, -100, -50], "4SNx-1": [-100] * 4, "4SNxx-1": [-200, -100, -100, -200]}

every = [Contract(level=level, denom=denom, declarer=Player.north, penalty=penalty, result=tricks - level - 6)
         for level in range(1, 8) for denom in Denom for penalty in Penalty for tricks in range(14)]
other = sum(score != copied for score, copied, *_ in map(scores, every))
print(f"{other} of {len(every)} contracts and results have another score once copied; all equal their copies:",
      all(contract == contract.copy() for contract in every))
assert (other, len(every)) == (980, 1470) and all(contract == contract.copy() for contract in every)

plain, redoubled, over = map(Contract, ("4SN=", "4SNxx=", "4SN+1"))
print(f"4SN= == 4SNxx=: {plain == redoubled}; 4SN= == 4SN+1: {plain == over}")
assert plain == redoubled and plain != over
PY
venv/bin/python ask.py
