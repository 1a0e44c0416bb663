"""Worlds from which tests/games/test_contract.py plays besides the default: together they have all modules and plans.

123 and 731 have no residents; 275 and 586 grow their boards; 352 bids for places, 275 and 731 draw them; 618 and 867
have trading houses; 936 and 391 are played by companies, 679 by private ones.
"""

ROUNDS = {"max_rounds": "6"}
STARTS = [
    (2, {"world": "123", **ROUNDS}), (3, {"world": "275", **ROUNDS}), (4, {"world": "352", **ROUNDS}),
    (2, {"world": "586", **ROUNDS}), (3, {"world": "618", **ROUNDS}), (4, {"world": "731", **ROUNDS}),
    (3, {"world": "936", **ROUNDS}), (4, {"world": "391", **ROUNDS}), (2, {"world": "679", **ROUNDS}),
]
