"""Connect Four as OpenSpiel writes it."""
from games.openspiel_history import reader

read = reader("connect_four")
