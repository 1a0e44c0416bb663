"""The studies of the tabletop games: what is played, how it continues after a stop, and the pages."""
