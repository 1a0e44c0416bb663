"""The limits of what may be asked for are written once, and every way to ask has the same ones."""
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import cli
import ludosoph
from mcts.limits import MOST_JOBS, MOST_SECONDS, MOST_SEED, MOST_SIMULATIONS, MOST_THREADS, SEEDS
from mcts.params import SearchParams
from service.models import Advising, NewTable
from service.queries import read_query
from service.refusals import Refused
from tests.test_layers import ROOT, place, sources

# how one would write one of them again: seeds, simulations, threads, jobs, seconds
AGAIN = re.compile(r"(?i)seed.*\b2 ?\*\* ?63\b|\b10 ?\*\* ?10\b|10_000_000_000|<= 256\b|\(1, 256\)|\(1, 1024\)"
                   r"|=86_?400\b|, 86_?400")
PIG = ludosoph.new("pig")


def asked(**fields):
    return read_query({"id": "q", "game": "pig", **fields}, threads=MOST_THREADS, edges=10**6)


def test_no_limit_is_written_a_second_time():
    files = [path for path in sources() if path.suffix == ".py" and place(path) != "mcts/limits.py"]
    assert [place(path) for path in files if AGAIN.search(path.read_text(encoding="utf-8"))] == []
    assert AGAIN.search(Path(ROOT, "mcts/limits.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("call", "most"), [
    (lambda n: SearchParams(simulations=1, threads=n), MOST_THREADS), (lambda n: SearchParams(seconds=n), MOST_SECONDS),
    (lambda n: ludosoph.new("pig", seed=n), MOST_SEED), (lambda n: asked(seed=n), MOST_SEED),
    (lambda n: asked(maxVisits=n), MOST_SIMULATIONS), (lambda n: asked(maxSeconds=n), MOST_SECONDS),
    (lambda n: asked(overrideSettings={"threads": n}), MOST_THREADS)])
def test_the_most_is_taken_and_no_more(call, most):
    call(most)
    said = f"{most:g}" if isinstance(most, float) else str(most)
    with pytest.raises((ValueError, Refused), match=rf"found {most + 1}.*, expected .*\b{re.escape(said)}\b"):
        call(most + 1)


@pytest.mark.parametrize("call", [lambda: PIG.search(simulations=MOST_SIMULATIONS + 1),
                                  lambda: ludosoph.match("pig", ["greedy", "random"], games=2, jobs=MOST_JOBS + 1)])
def test_python_refuses_what_is_more(call):
    with pytest.raises(ValueError, match=f"expected 1 to ({MOST_SIMULATIONS}|{MOST_JOBS})$"):
        call()


@pytest.mark.parametrize(("line", "most"), [
    ("new pig --seed", MOST_SEED), ("play pig --seed", MOST_SEED), ("suggest - --simulations", MOST_SIMULATIONS),
    ("suggest - --seconds", MOST_SECONDS), ("bench --seconds", MOST_SECONDS), ("check pig --seconds", MOST_SECONDS),
    ("suggest - --threads", MOST_THREADS), ("analyze --threads", MOST_THREADS), ("serve --threads", MOST_THREADS),
    ("bench --threads", MOST_THREADS), ("play pig --threads", MOST_THREADS), ("review - --threads", MOST_THREADS),
    ("match pig --jobs", MOST_JOBS), ("simulate pig --jobs", MOST_JOBS)])
def test_the_command_line_refuses_what_is_more(line, most, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        cli.main([*line.split(), str(most + 1)])
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert f"found '{most + 1}'" in said
    assert str(most) in said


@pytest.mark.parametrize(("model", "field", "most"), [
    (NewTable, "seed", SEEDS - 1), (Advising, "seconds", MOST_SECONDS), (Advising, "every", MOST_SECONDS),
    (Advising, "simulations", MOST_SIMULATIONS)])
def test_the_api_refuses_what_is_more(model, field, most):
    model(**{field: most})
    with pytest.raises(ValidationError, match=field):
        model(**{field: most + 1})
