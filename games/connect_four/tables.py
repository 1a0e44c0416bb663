"""Connect Four in numbers. Source: the rules of the game as Milton Bradley published it (1974).

The compiled rules are made for this board; a test holds state.pxd to these numbers.
"""
COLUMNS = 7
ROWS = 6
IN_A_LINE = 4
