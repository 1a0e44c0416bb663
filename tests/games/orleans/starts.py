"""What the contract is asked of besides the defaults: the first edition, open plans, rulings the other way round."""
STARTS = (
    (2, {"planning": "open", "order": "seat", "take_back": "no"}),
    (3, {"preset": "first_2014", "start": "1", "technology_planning": "yes", "lost_followers": "supply",
         "town_hall": "all", "unpaid": "points"}),
    (4, {"preset": "first_2014", "piles": "random", "bathhouse_spends": "boatman", "route_good": "may",
         "harvest_to": "box", "plague_to": "box"}),
)
