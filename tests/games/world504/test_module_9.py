"""Rules of module 9, Shares; share rounds are in test_share_rounds.py, dividends and the end in test_dividends.py."""
from games.world504.setup import DEFAULTS, rules_in_force


def test_u10_option_share_track_says_where_prices_end():
    assert rules_in_force(2, {**DEFAULTS, "world": "912"})["top_quote"] == 14
    assert rules_in_force(2, {**DEFAULTS, "world": "912", "share_track": "open"})["top_quote"] == 255
