"""Modules 4 and 9 together on the slow side (twin_takeover.py): capitals of companies that fall, and who takes over."""
import pytest

from .twin import Twin


def at_war(world, residents):
    """Company 0 stands with active residents beside the capital of company 1, city 7, which also has a town."""
    game = Twin(world, 2, start=0)
    while game.player() == "chance":
        game.play(game.moves()[0])
    game.round, game.share_rounds = 2, 2
    for company, number in ((0, 9), (1, 7)):
        game.founded.append(company)
        game.founding_round[company] = 1
        game.order.append(company)
        game.price[company] = 30
        game.lay_marker(company)
        game.owners[company].agent = company
        game.people[company].shares[company] = 5
        for heap in (game.unsold, game.bank):
            heap[company] -= 5 if heap[company] else 0
        game.found(game.owners[company], game.city(number))
    winner, loser = game.owners[:2]
    camp = next(tile for tile in game.near(game.city(7)) if game.kind[tile] in ("meadow", "forest", "field", "desert"))
    town = next(tile for tile in game.near(game.city(5)) if game.kind[tile] in ("meadow", "forest", "field", "desert"))
    for owner, tile, count in ((winner, camp, residents), (loser, town, 2)):
        owner.settled.add(tile)
        owner.settlements -= 1
        owner.active[tile] = count
        owner.residents -= count
    game.begin_turn(winner)
    game.acting_now = True
    return game, winner, loser, camp, town


def drive(course, *texts):
    """Run a part of the course; questions with one answer are answered, the others by `texts`."""
    left, answer = list(texts), None
    while True:
        try:
            question = course.send(answer)
        except StopIteration:
            assert not left
            return
        answer = question.moves[0] if len(question.moves) == 1 else left.pop(0)
        assert answer in question.moves


def is_new(game, number):
    """Has the company nothing but what every company begins with?"""
    owner = game.owners[number]
    return not owner.tiles() and owner.agent is None and number not in game.founded + game.order \
        and game.unsold[number] + game.bank[number] == 10 and not any(person.shares[number] for person in game.people)


def test_conquest_of_a_lonely_headquarters():             # R4.3D.11
    game, winner, loser, camp, town = at_war("964", residents=4)
    drive(game.assault(winner, game.city(7), camp), f"conquer city 7 from {game.name(camp)}")
    assert winner.tiles() == {game.city(9), game.city(7), camp, town}
    assert (winner.exhausted[town], winner.on(camp), winner.settlements) == (2, 0, 15 - 3)
    assert is_new(game, 1)
    assert (game.owners[1].residents, game.owners[1].settlements, game.owners[1].money) == (14, 15, 0)


@pytest.mark.parametrize("residents, answers", [(4, ["done"]), (3, [])])
def test_without_conquest_all_is_lost(residents, answers):        # R4.3D.11
    game, winner, loser, camp, town = at_war("194", residents)
    loser.delivered["ore"] = 3
    drive(game.assault(winner, game.city(7), camp), *answers)
    assert winner.tiles() == {game.city(9), camp}
    assert is_new(game, 1)
    assert game.owners[1].money == 150
    assert game.lost_goods == 3                           # R1.E.3


@pytest.mark.parametrize("hits, taken", [("hits 3", True), ("hits 2", False)])
def test_conquest_by_dice(hits, taken):                   # R4.3G.4, R4.3G.11
    game, winner, loser, camp, town = at_war("943", residents=0)
    winner.exhausted[game.city(7)] = 4
    winner.residents -= 4
    drive(game.fight(winner, game.city(7)), hits, "defence 0")
    assert is_new(game, 1) == taken
    assert winner.owns(town) == taken
    assert winner.on(camp) == (0 if taken else 4)


def test_another_city_becomes_the_capital():              # R4.3D.9
    game, winner, loser, camp, town = at_war("924", residents=3)
    loser.settled.add(game.city(8))
    loser.settlements -= 1
    drive(game.assault(winner, game.city(7), camp))
    assert (loser.capital, loser.settled) == (game.city(8), {town})
    assert 1 in game.founded


def test_a_company_is_sheltered_in_its_first_round():     # R9.SR.8
    game, winner, loser, camp, town = at_war("964", residents=4)
    assert game.assaults(winner)
    game.founding_round[1] = game.round
    assert not game.assaults(winner)
    assert not game.may_step(winner, camp, game.city(7))


def test_who_founds_later_drives_others_out():            # R9.SR.8
    game, winner, loser, camp, town = at_war("964", residents=0)
    city = game.city(5)
    game.garrison_cities()
    assert game.garrison[city]
    loser.settled.add(city)
    loser.settlements -= 1
    game.founded.append(2)
    game.owners[2].agent = 0
    drive(game.found_company(game.owners[2]), "capital city 5")
    assert game.owners[2].capital == city
    assert not game.garrison.get(city)
    assert not loser.owns(city)
    assert loser.settlements == 15 - 1
