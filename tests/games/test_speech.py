"""What games say, in every language: nothing stays in English, no two moves become one, and each is read back."""
import re
from collections.abc import Iterator
from random import Random

import pytest

import games
from games.api import InputError
from games.positions import play_moves
from games.registry import folders
from games.speech import Speech, field_in_english, languages, others, parse_action, speech, steps_of, table
from service.positions import named
from service.values import leaves
from tests.whole import amount

OTHERS = languages()[1:]
DONE = [name for name in folders() if table("de", name)]
# English words that are none of German: what a table says in German has none of them
ENGLISH = re.compile(r"\b(?:the|of|and|or|with|from|to|seat|is|are|may|take|place|build|end|one|two|goods|"
                     r"worker|workers|point|points|round|turn|card|cards|draw|pay|move|left|each)\b", re.IGNORECASE)
WORDS = re.compile(r"<(?:text|title|tspan)\b[^>]*>([^<]+)<")
WORLDS = ("867", "456", "294", "931", "735", "182", "918", "573", "349", "621")     # each module at each place, about
RARE = 20               # games of 504 are long, and have many moves
STEPS = 60              # of a game between two looks at all that is said


def positions(name: str, count: int, each: int) -> Iterator[object]:
    """Positions of random games, all numbers of seats in turn."""
    game = games.load(name)
    for number in range(count):
        draw = Random(number)
        options = {"world": WORLDS[number % len(WORLDS)]} if name == "world504" else {}
        state = game.start(game.seats[number % len(game.seats)], options)
        for step in range(5_000):
            if state.is_terminal():
                yield state
                break
            if step % each == number % each:
                yield state
            state.apply_action(state.keyed_chance(number) if state.is_chance_node()
                               else draw.choice(state.legal_actions()))


def shown(name: str, state) -> set[str]:
    """All that a game says of a position besides its moves."""
    game = games.load(name)
    found = {game.talk.when(state), game.talk.place(state)} if not state.is_terminal() else set()
    if not state.is_terminal() and (owner := game.talk.acting(state)):
        found.add(owner)
    for seat in (None, 0):
        found |= set(WORDS.findall(drawn := game.render.svg(state, seat))) | set(named(drawn).values())
    return found - {""}


@pytest.mark.parametrize("name", DONE)
def test_every_move_is_said_is_distinct_and_is_read_back(name):
    game, draw = games.load(name), Random(1)
    for state in positions(name, amount(40, 4), RARE if name == "world504" else 3):
        if state.is_terminal():
            continue
        legal = list(state.legal_actions())
        for words in others(name):
            said = {words(game.notation.action_text(state, action)): action for action in legal}
            assert len(said) == len(legal)
            assert [words.unknown(game.notation.action_text(state, action)) for action in legal] == [()] * len(legal)
            for text in draw.sample(sorted(said), min(3, len(said))):
                assert parse_action(game, state, text) == said[text], text
            if words.language == "de":
                assert not [text for text in said if ENGLISH.search(text)]


@pytest.mark.parametrize("name", DONE)
def test_boards_and_what_is_due_are_said_whole(name):
    texts = set().union(*(shown(name, state) for state in positions(name, amount(12, 3), STEPS)))
    for words in others(name):
        assert {text: words.unknown(text) for text in texts if words.unknown(text)} == {}
        if words.language == "de":
            assert [said for text in texts if ENGLISH.search(said := words(text))] == []


@pytest.mark.parametrize("name", DONE)
def test_options_sources_and_items_are_said_whole(name):
    game = games.load(name)
    texts = {game.title, *game.sources, *(item for kind in game.balance.items.values() for item in kind.items)}
    for option in game.options:
        texts |= {option.name.replace("_", " "), option.help, *option.values, *(told for _, told in option.presets)}
    for words in others(name):
        assert {text: words.unknown(text) for text in texts if words.unknown(text)} == {}


@pytest.mark.parametrize("name", DONE)
def test_fields_of_positions_have_names(name):
    game, steps = games.load(name), set()
    for state in positions(name, amount(24, 4), STEPS):
        steps |= {step for path, _ in leaves(game.notation.position_to_json(state)) for step in steps_of(path)}
    for words in others(name):
        said = {step for step in steps if step in words.fields or not words.unknown(step.replace("_", " "))}
        assert steps == said


def test_a_field_is_named_by_its_place():
    path = ["players", 1, "goods_supply", "red"]
    assert field_in_english(path) == "seat 1 · goods supply · red"
    words = speech("de", "burgundy")
    assert words is not None
    assert words.field(path) == "Platz 1 · Waren im Vorrat · rot"


def test_all_games_are_said_in_german():
    assert set(DONE) == set(folders())


def test_numbers_are_written_as_the_language_writes_them():
    words = speech("de")
    assert words is not None
    assert words("12,345.5") == "12.345,5"
    assert words("Seat 1 to move: win chance 31.3 % (95 %: 5 to 79)") == (
        "Platz 1 am Zug: Gewinnchance 31,3 % (95 %: 5 bis 79)")


def test_what_no_table_has_stays_and_is_named():
    words = Speech("xx", [{"take {a}: {b}": "nimm {a}: {b}", "mine": "Bergwerk"}], ",", ".")
    assert words("take 5: mine") == "nimm 5: Bergwerk"
    assert words("Take 5: mine") == "Nimm 5: Bergwerk"
    assert words("take 5: gold") == "nimm 5: gold"
    assert words.unknown("take 5: gold") == ("gold",)


def test_words_in_a_picture_are_said_and_all_else_stays():
    words = Speech("xx", [{"a & b": "c < d"}], ",", ".")
    assert words.picture('<g id="a"><title>a &amp; b</title><text x="1.5">1.5</text></g>') == (
        '<g id="a"><title>c &lt; d</title><text x="1.5">1,5</text></g>')


def test_letters_of_a_longer_text_shrink_and_stay_readable():
    words = Speech("xx", [{"any": "beliebig", "goods": "Waren"}], ",", ".")
    assert words.picture('<text font-size="10">goods</text>') == '<text font-size="10">Waren</text>'
    assert words.picture('<text font-size="10">any</text>') == '<text font-size="7">beliebig</text>'


def test_english_has_no_table_and_an_unknown_language_is_refused():
    assert speech("en") is None
    with pytest.raises(LookupError, match="expected one of en, "):
        speech("xx")


def test_tables_of_a_language_have_the_same_slots_as_the_english_phrase():
    for language in OTHERS:
        for name in ("common", *folders()):
            for phrase, said in [line for section in table(language, name).values() for line in section.items()]:
                assert set(re.findall(r"\{\w+\}", said)) == set(re.findall(r"\{\w+\}", phrase)), (name, phrase)


def test_moves_are_applied_in_german_and_a_refusal_is_in_english():
    pig = games.load("pig")
    state = pig.start()
    play_moves(pig, state, ["würfle", "Würfel 3", "sichere"], 0)
    assert state.current_player() == 1
    with pytest.raises(InputError, match="move 1: move: found 'springe', which is not possible here"):
        play_moves(pig, state, ["springe"], 0)
