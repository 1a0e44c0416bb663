"""How the code of 504 is kept: rules ask settings, one function knows the table of phases, positions are small."""
import random
import re
from pathlib import Path

import games.world504
from games.world504.conditions import worlds
from games.world504.setup import new_state
from games.world504.worlds import rows
from tests.games.packed import Layout

HERE = Path(games.world504.__file__).parent
SUFFIXES = (".pxi", ".pyx")
COMPILED = sorted(path for path in HERE.iterdir() if path.suffix in SUFFIXES)
PROSE = re.compile(r'"""[\s\S]*?"""|#.*')               # docstrings and comments
PLACES = re.compile(r"\bmodules?\b|\bworld\b|\bpages?\b|\btop\b|\btop_i+\b|\b[1-9]\.I{1,3}\b", re.IGNORECASE)
MOST_BYTES = 4096               # of a position
USUALLY = 128                   # actions that 99 of 100 lists have at most
AT_MOST = 1024                  # actions that any list has, and outcomes of chance


def code(path: Path) -> str:
    """A file without its docstrings and comments."""
    return PROSE.sub("", path.read_text("utf-8"))


def test_compiled_code_never_asks_which_module_stands_where():
    assert {path.name: asked for path in COMPILED if (asked := PLACES.findall(code(path)))} == {}


def test_such_a_question_would_be_noticed():
    for line in ("if r.world == 867:", "if r.module[0] == 6:", 'if page == "6.II":', "if r.top_i == 8:"):
        assert PLACES.search(line)


def test_one_function_reads_the_table_of_phases():
    lines = [line for path in COMPILED for line in code(path).splitlines() if re.search(r"\.phases\b", line)]
    assert lines == ["    return r.phases[at.phase]"]


def test_every_setting_is_asked():
    compiled = set(re.findall(r"\br\.(\w+)", "".join(map(code, COMPILED))))
    python = set(re.findall(r'"(\w+)"\]', "".join(path.read_text("utf-8") for path in HERE.glob("*.py"))))
    assert {row.setting for row in rows()} - compiled - python == set()


def test_a_position_is_small():
    """That no byte of it is padding, a test of all games says (tests/games/test_packed.py)."""
    assert "world504" in games.names()
    assert Layout(games.world504).position.itemsize == new_state(2, {}).size <= MOST_BYTES


def test_lists_of_actions_are_short_and_never_longer_than_the_search_takes():
    lengths, most_outcomes = [], 0
    for number, world in enumerate(worlds()):
        state, choice = new_state(2 + number % 3, {"world": world, "max_rounds": "4"}), random.Random(world)
        while not state.is_terminal():
            if state.is_chance_node():
                most_outcomes = max(most_outcomes, len(state.chance_outcomes()))
                state.apply_action(state.keyed_chance(number))
            else:
                legal = state.legal_actions()
                lengths.append(len(legal))
                state.apply_action(choice.choice(legal[1:] if len(legal) > 1 and choice.random() < 0.5 else legal))
    assert len(lengths) > 10_000
    assert sum(length <= USUALLY for length in lengths) >= 0.99 * len(lengths)
    assert max(*lengths, most_outcomes) <= AT_MOST
