"""What is made before anybody comes."""
import logging

from service import warming
from service.pages import frame, play


def test_a_game_that_fails_is_told_of_and_the_next_is_ready(monkeypatch, caplog):
    seen, whole = [], warming.picture
    names = [game.name for game in play.all_games()]

    def picture(game, state, seat):
        seen.append(game.name)
        if game.name == names[0]:
            raise RuntimeError("no picture")
        return whole(game, state, seat)

    monkeypatch.setattr(warming, "picture", picture)
    frame.TEMPLATES.cache.clear()
    with caplog.at_level(logging.ERROR):
        warming.warm()
    assert seen == names
    assert [record.game for record in caplog.records] == names[:1]
    assert len(frame.TEMPLATES.cache) == len(frame.TEMPLATES.list_templates())
