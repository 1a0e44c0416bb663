"""Any text is taken for the first move."""
from dataclasses import replace

from core_ext.state import State
from games.simple import game
from tests.games.single_files.race import Race

FAULT = "refused moves", "parse_action"


class Words(type(game(Race, title="Race").notation)):
    """Moves by their first letters."""

    def parse_action(self, state: State, text: str) -> int:
        return next((a for a in state.legal_actions() if self.action_text(state, a) == text), state.legal_actions()[0])


class EasyWords(Race):
    """Race with that fault."""

    seats = (2, 3)


GAME = replace(game(EasyWords, title="EasyWords"), notation=Words("easywords", EasyWords))
