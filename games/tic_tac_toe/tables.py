"""Tic-tac-toe in numbers, as everybody plays it. The compiled rules are made for this board."""
SIDE = 3                # columns, rows, and marks in a line
