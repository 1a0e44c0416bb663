"""Statistics of experiments: arrays of outcomes in, effects with intervals out. They play nothing and know no game."""
