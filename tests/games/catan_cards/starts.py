"""What the contract is asked of besides the defaults: games cut short, cards shown, rulings the other way round."""
STARTS = (
    (2, {"cap": "60", "events": "11-4", "market_day": "none", "given_back": "open", "library_look": "open"}),
    (3, {"cap": "40", "second_set": "expansions", "expansion_limit": "types", "guild": "trade", "taken_side": "kept",
         "end": "turn_end", "start": "2"}),
    (4, {"cap": "30", "university": "build", "robber_first": "next", "empty_hand_trade": "no", "reshuffle": "at_once",
         "library_without_road": "yes"}),
)
