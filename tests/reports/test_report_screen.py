"""What `strategy` prints keeps to a screen: long sections end sooner, and no section is missing."""
from io import StringIO

from rich.console import Console

from reports.terminal.pages import MOST, Sections


def shown(*sentences):
    console = Console(width=80, file=StringIO())
    console.print(Sections({"sections": [{"title": f"Part {k}", "sentence": s} for k, s in enumerate(sentences)]}))
    return console.file.getvalue().splitlines()


def test_short_sections_are_shown_whole():
    text = " ".join(shown("No board is better. More games would tell.", "Seats are alike."))
    assert text == "Part 0: No board is better. More games would tell. Part 1: Seats are alike."


def test_long_sections_lose_their_last_sentences():
    long = " ".join(f"Sentence {k} says that something is better than something else by {k}.5 pp." for k in range(20))
    lines = shown(*[long] * 8, "Short.")
    text = " ".join(" ".join(lines).split())
    assert len(lines) <= MOST
    assert all(f"Part {k}: Sentence 0 says" in text for k in range(8))
    assert "pp. ..." in text
    assert text.endswith("Part 8: Short.")
