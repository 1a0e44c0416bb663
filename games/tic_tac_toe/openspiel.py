"""Tic-tac-toe as OpenSpiel writes it."""
from games.openspiel_history import reader

read = reader("tic_tac_toe")
