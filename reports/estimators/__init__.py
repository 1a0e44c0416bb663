"""Estimators of the experiments: arrays of outcomes in, effects with intervals out. They play nothing and know no game.

`rotated` has the core estimator and what all share; `rows` what a report shows. One experiment a file: `gift`,
`round_robin`, `take_or_leave`, `in_or_out`, `price`, `resource`, `komi`, `seats`, `boards`, `worlds`, `restricted`,
`matches`, `ratings`, `depth`, `shape`, `strategies`, `logs`. Planning and judging: `sizes`, `sequential`, `discovery`,
`verdicts`. Aids: `regression`, `contrasts`, `shrinkage`, `chance`, `calibration`, `naive`.
"""
