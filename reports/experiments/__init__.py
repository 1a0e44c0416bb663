"""Randomised experiments: who has what is decided by us, never by who happened to take it. They know no game.

A game says in its `Game` record which kinds of items it has and by which options they are handed out; everything here
works on those words. `kinds` turns items into options, `plan` lays out the blocks, `lines` plays their games, `run`
writes them to a run directory; `gift`, `robin`, `take`, `supply`, `seats`, `boards` and `restrict` are the experiments,
one a file, each with the games of a block and the estimate from them; `what_if` changes a printed number over a grid;
`pilot` says how many games are needed; `results`, `words`, `page` and `report` make the report.
"""
