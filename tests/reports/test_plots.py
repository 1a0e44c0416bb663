"""Figures: they draw what the table says, keep their text inside, and repeat to the byte."""
from __future__ import annotations

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from reports.documents import tables
from reports.documents.simulate_report import figures
from reports.plots import style, tile_win_shares, win_shares
from tests.reports.synthetic import make_run
from tests.whole import mostly_whole

RUNS = {
    "usual": make_run(blocks=60),
    "four seats": make_run(blocks=20, agents=("mcts:0.5s", "greedy", "random", "flat:200"), boards=tuple(range(1, 10))),
    "one block": make_run(blocks=1),
    "alike": make_run(blocks=5, agents=("greedy", "greedy"), strength=0),
    "ties, no tiles": make_run(blocks=3, ties=True, tiles=False),
    "a long name": make_run(blocks=3, agents=("mcts:100000:" + "exploration" * 5, "greedy")),
}


@pytest.fixture(scope="module", params=mostly_whole(RUNS, {"four seats", "a long name"}.__contains__))
def drawn(request) -> dict[str, Figure]:
    return figures(tables.all_tables(RUNS[request.param]))


def test_no_text_is_cut_off_or_lies_on_other_text(drawn):
    for name, figure in drawn.items():
        canvas = figure.canvas
        assert isinstance(canvas, FigureCanvasAgg)
        canvas.draw()
        renderer = canvas.get_renderer()
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in _texts(figure)]
        for text, box in boxes:
            assert min(box.x0, box.y0) >= -1, f"{name}: {text!r}"
            assert box.x1 <= figure.bbox.x1 + 1, f"{name}: {text!r}"
            assert box.y1 <= figure.bbox.y1 + 1, f"{name}: {text!r}"
        for at, (text, box) in enumerate(boxes):
            for other, beside in boxes[at + 1:]:
                assert not _overlap(box, beside), f"{name}: {text!r} lies on {other!r}"


def _texts(figure: Figure) -> list[Text]:
    """Every text that is drawn; ticks beyond the ends of an axis exist but are not."""
    texts = [*figure.texts, *(text for legend in figure.legends for text in legend.get_texts())]
    for axes in figure.axes:
        texts += [*axes.texts, axes.title, axes.xaxis.label, axes.yaxis.label]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            texts += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [text for text in texts if text.get_visible() and text.get_text().strip()]


def _overlap(one, other) -> bool:
    return (min(one.x1, other.x1) - max(one.x0, other.x0) > 1) and (min(one.y1, other.y1) - max(one.y0, other.y0) > 1)


def test_every_axis_with_values_has_a_unit(drawn):
    for name, figure in drawn.items():
        labels = [axes.get_xlabel() + axes.get_ylabel() for axes in figure.axes]
        assert all("(" in text or "%" in text or "points" in text for text in labels), f"{name}: {labels}"


def test_the_figure_of_tiles_says_that_it_is_not_causal():
    figure = figures(tables.all_tables(RUNS["usual"]))["tile_win_shares"]
    texts = " ".join(text.get_text() for text in figure.texts)
    assert "Not the effect of a tile" in texts
    assert figure.axes[1].get_xlabel().endswith("not causal")


def test_tables_without_rows_have_no_figure():
    assert "tile_win_shares" not in figures(tables.all_tables(RUNS["ties, no tiles"]))


def test_estimates_without_an_interval_are_hollow():
    figure = figures(tables.all_tables(RUNS["one block"]))["win_shares"]
    dots = [line for line in figure.axes[0].lines if line.get_marker() in style.MARKERS]
    assert len(dots) == 4
    assert {line.get_markerfacecolor() for line in dots} == {"white"}
    assert any("no interval" in text.get_text() for text in figure.texts)


def test_the_same_table_gives_the_same_bytes_whatever_settings_surround_it(tmp_path):
    found = tables.all_tables(RUNS["usual"])
    for folder, size in (("a", 10), ("b", 33)):
        (tmp_path / folder).mkdir()
        with mpl.rc_context({"font.size": size, "svg.hashsalt": folder, "axes.facecolor": "red"}):
            style.save(win_shares.draw(found["win_shares"]), tmp_path / folder, "win_shares")
            style.save(tile_win_shares.draw(found["tile_win_shares"]), tmp_path / folder, "tile_win_shares")
    files = sorted((tmp_path / "a").iterdir())
    assert len(files) == 4
    for file in files:
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes(), file.name


def test_files_hold_no_date_and_no_program_version(tmp_path):
    png, svg = style.save(win_shares.draw(tables.all_tables(RUNS["alike"])["win_shares"]), tmp_path, "win_shares")
    assert b"<dc:date>" not in svg.read_bytes()
    assert b"matplotlib.org" not in svg.read_bytes()
    assert b"Software" not in png.read_bytes()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_drawing_leaves_the_settings_of_the_program_alone():
    before = dict(mpl.rcParams)
    figures(tables.all_tables(RUNS["alike"]))
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(("text", "short"), [("greedy", "greedy"), ("a" * 20 + "b" * 20, "aaaaa…bbbbb")])
def test_long_names_lose_their_middle(text, short):
    assert style.shorten(text, 11) == short
