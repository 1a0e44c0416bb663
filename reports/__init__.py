"""Runs of many games, what they estimate, plots and documents. Stands on mcts, games and core_ext."""
