"""The studies of the tabletop games: what is played, how it goes on where it was stopped, and the pages."""
