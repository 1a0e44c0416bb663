"""The options of a new game: what people choose stands first, and three wheels make a world of 504."""
import re

import pytest

import games
from service.pages.options import common, expert_ones


@pytest.mark.parametrize("name", games.names())
def test_every_option_but_files_is_in_the_form_once(name):
    game = games.load(name)
    listed = [each.option.name for each in (*common(game), *expert_ones(game))]
    assert sorted(listed) == sorted(option.name for option in game.options if not option.file)
    assert not any(each.option.aim for each in common(game))
    assert not any(re.search(r"\([A-Z]\d+\)", each.help) for each in (*common(game), *expert_ones(game)))


@pytest.mark.parametrize("name", games.names())
def test_presets_begin_with_the_default_and_the_game_takes_them(name):
    game = games.load(name)
    for option in game.options:
        if option.presets:
            assert option.presets[0][0] == option.default
            for value, words in option.presets:
                assert words
                game.start(game.seats[0], {option.name: value})


@pytest.mark.parametrize("name", games.names())
def test_what_is_chosen_by_picture_is_taken_by_the_game_and_drawn(name):
    game = games.load(name)
    for option, pictured in game.pictures.items():
        assert option in {each.option.name for each in common(game)}
        drawn = {pictured.draw(value) for value, words in pictured.values if words}
        assert len(drawn) == len(pictured.values) > 1
        for value, _ in pictured.values:
            game.start(game.seats[0], {option: value})
        with pytest.raises(LookupError, match="nonsense"):
            pictured.draw("nonsense")


def test_labels_of_options_have_no_terms_of_the_code():
    for game in map(games.load, games.names()):
        for each in expert_ones(game):
            assert not re.search(r"\butility\b|\bmargin weight\b|_", each.help), each.help


def test_the_wheels_make_every_world_and_no_other():
    [world] = [each.wheels for each in common(games.load("world504")) if each.wheels]
    assert len(world["variants"]) == 504
    assert sorted(world["variants"].values()) == sorted(games.load("world504").variants.kinds["worlds"].names())
    assert world["variants"][",".join(map(str, world["usual"]))] == "867"
    assert (len(world["factors"]), len(world["levels"])) == (3, 9)
