"""Numbers that games and advice rest on, found by playing: weights, value functions, how sure a search is."""
