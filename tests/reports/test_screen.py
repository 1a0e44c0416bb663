"""What a person reads of an analysis: the ranking and the words under it."""
from io import StringIO

from rich.console import Console

from reports.terminal.screen import ranking


def move(order, mean=0.5, p_best=0.1, loss=0.05, tied=False, visits=100):
    seen = visits > 0
    return {"order": order, "move": f"move{order}", "visits": visits, "winrate": mean, "winrateStderr": 0.05,
            "winrateMean": mean if seen else None, "winrateMeanStderr": 0.02 if seen else None,
            "pBest": p_best if seen else None, "loss": loss if seen else None, "tied": tied, "scoreMean": [1.0, 2.0],
            "pv": [f"move{order}", "reply"]}


def document(moves, **root):
    plain = {"visits": 300, "winrate": 0.52, "seconds": 0.5, "simulationsPerSecond": 600, "seed": 1, "solved": False,
             "treeFull": False, "scoreMean": [1.0, 2.0], "winChance": 0.53, "modelStderr": 0.03, "calibrated": True,
             "phase": 1, "pairedPlayouts": 40}
    return {"currentPlayer": 0, "rootInfo": plain | root, "moveInfos": moves}


def shown(*arguments):
    console = Console(width=200, record=True, file=StringIO())
    console.print(ranking(*arguments))
    return console.export_text()


def test_the_table_has_chance_and_loss_in_percent():
    text = shown(document([move(0, 0.55, 0.9, 0.001, True), move(1, 0.5, 0.1, 0.051), move(2, visits=0)]), 10)
    line = next(line for line in text.splitlines() if "move0" in line)
    assert line.split()[:7] == ["1", "move0", "100", "55.0", "3.9", "90.0", "0.1"]
    unseen = next(line for line in text.splitlines() if "move2" in line)
    assert unseen.split()[2:7] == ["0", "-", "-", "-", "-"]
    assert "P(best) %" in text
    assert "loss %" in text
    assert "better than the next best ones, at 95 %" in text


def test_moves_that_are_tied_are_said_to_be():
    text = shown(document([move(0, tied=True), move(1, tied=True), move(2), move(3, tied=True)]), 10)
    assert "Tied: moves 2 and 4 may be as good as the best one" in text
    assert "nor do 40 playouts" in text
    ranks = [line.split()[0] for line in text.splitlines() if "move" in line and "100" in line]
    assert ranks == ["1=", "2=", "3", "4="]
    assert "move 2 may be as good" in shown(document([move(0, tied=True), move(1, tied=True)]), 10)


def test_a_proven_or_only_move_is_not_compared():
    assert "solved" in shown(document([move(0, tied=True), move(1)], solved=True), 10)
    only = shown(document([move(0, tied=True)]), 10)
    assert "no other move" in only
    assert "1=" not in only


def test_the_win_chance_has_both_errors_where_they_were_measured():
    known = shown(document([move(0, tied=True), move(1)]), 10)
    assert "wins 53.0 ± 7.1 %" in known
    assert "rough" not in known
    bare = shown(document([move(0, tied=True), move(1)], winChance=None, modelStderr=None, calibrated=False), 10)
    assert "wins 52.0 %;" in bare
    assert "never measured" in bare


def test_moves_left_out_are_counted():
    text = shown(document([move(k, tied=k == 0) for k in range(5)]), 2)
    assert "3 more moves not shown" in text
    assert "move3" not in text
