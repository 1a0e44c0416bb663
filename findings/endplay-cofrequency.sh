#!/usr/bin/env bash
# endplay 0.5.12 (Python 3.11): its table of two quantities counts every pair of deals, so it never shows a connection.
#
# `stats.cofrequency`, and the action `frequency` with two expressions in a script for `endplay.dealer`, make a table of
# how many bridge deals have this value of one quantity and that of another. A deal should count in one cell. Instead
# each deal's value of the first is paired with the values of all deals of the second: a cell is the product of the
# counts in its row and column, whatever the two are. The cells of 100 deals add up to 10,000, which shows where the
# bounds leave no value out; scaled to shares the table looks right, and says of any two quantities that they are
# independent. `frequency` of one quantity is right.
#
# Who looks in such a table for how two hands go together, say to judge an opening bid, learns nothing about it.
#
# Seen: 100 deals with seed 1, spades of north and of south. By the table both together have 10 or more of the 13 in 800
# of 10,000 cases, and 14 or more in 8; counted deal by deal it is 2 of 100, and none. With north's spades for both
# quantities they differ in 7,796 of 10,000 cases.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet endplay==0.5.12 numpy==2.4.6 pyparsing==3.3.3 matplotlib==3.11.2
cat > spades.dl <<'DL'
produce 100
action frequency (spades(north), 0, 13, spades(south), 0, 13)
DL
venv/bin/python -m endplay.dealer -s 1 spades.dl > table.txt
cat > ask.py <<'PY'
from endplay.dealer import generate_deals
from endplay.stats import cofrequency, frequency
from endplay.types import Denom

NUMBERS = range(14)


def north(deal):
    return len(deal.north[Denom.spades])


def south(deal):
    return len(deal.south[Denom.spades])


def together(table, least):
    return sum(table[n][s] for n in NUMBERS for s in NUMBERS if n + s >= least)


deals = list(generate_deals(produce=100, seed=1))
true = [[sum((north(deal), south(deal)) == (n, s) for deal in deals) for s in NUMBERS] for n in NUMBERS]
table, same = cofrequency(deals, north, south, 0, 13, 0, 13), cofrequency(deals, north, north, 0, 13, 0, 13)
rows, columns = frequency(deals, north, 0, 13), frequency(deals, south, 0, 13)
assert rows == [sum(row) for row in true] and columns == [sum(column) for column in zip(*true)]
printed = [[int(cell) for cell in line.split("|")[1].split()] for line in open("table.txt") if "|" in line]
print(f"cells of {len(deals)} deals add up to {sum(map(sum, table))}, counted one by one to {sum(map(sum, true))}")
for least in (10, 14):
    print(f"{least} or more spades in both hands: {together(table, least)} and {together(true, least)}")
alike, all_cells = sum(same[n][n] for n in NUMBERS), sum(map(sum, same))
print(f"north's spades set against themselves differ in {all_cells - alike} of {all_cells}")
assert printed == table == [[n * s for s in columns] for n in rows] and table != true
assert sum(map(sum, table)) == all_cells == len(deals) ** 2 and alike < all_cells / 2
assert together(table, 14) > 0 == together(true, 14)
PY
venv/bin/python ask.py
