"""Search, agents, self-play, analysis."""
