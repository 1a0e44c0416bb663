"""What the contract is asked of besides the defaults: dice in secret, other boards, rulings the other way round."""
STARTS = (
    (2, {"secret": "yes", "boards": "random"}),
    (3, {"boards": "random", "distinct": "no", "castle_scores": "yes", "free_discard": "yes", "pass_die": "yes",
         "buy": "anytime", "empty_ship_depot": "no"}),
    (4, {"boards": "1,2,6,9", "start": "3", "gifts": "1:knowledge 7,1:silver 2,1:points 4",
         "without": "knowledge 9,cow 2"}),
)
