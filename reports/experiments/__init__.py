"""Experiments that play games: what is planned, played and told. They know no game."""
