"""Kuhn poker as OpenSpiel writes it."""
from games.openspiel_history import reader

read = reader("kuhn_poker")
