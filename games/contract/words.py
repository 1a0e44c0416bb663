"""What the words of a game promise: moves, positions and records are read back as they were written."""
from __future__ import annotations

import io
import json

from core_ext.state import State
from games import records
from games.api import InputError
from games.contract.play import Play, Words

NO_MOVES = ("", "xyzzy", "take", "\x00\x1b[31m", "9" * 5000)
LONGEST = 2000              # characters of a refusal


def moves_are_read_back(play: Play) -> None:
    """The text of a move or outcome is its own among those possible, one line, and is read back as that move."""
    notation = play.game.notation
    for state in play.close():
        actions = state.legal_actions()
        texts = [notation.action_text(state, action) for action in actions]
        twice = sorted({text for text in texts if texts.count(text) > 1}) if len(set(texts)) < len(texts) else []
        play.hold(not twice, "action_text", twice, "another text for each action")
        for action, text in zip(actions, texts, strict=True):
            play.hold(text == text.strip() and text.isprintable() and text != "", "action_text", text,
                      "one line of words without spaces at its ends")
            try:
                found: object = notation.parse_action(state, text)
            except InputError as error:
                found = Words(str(error))
            play.hold(found == action, "parse_action", found, f"action {action}, whose text is {text!r}")


def no_move_is_refused(play: Play) -> None:
    """A text that is no move is refused in a line or two."""
    state = play.first_decision()
    for text in NO_MOVES:
        try:
            play.game.notation.parse_action(state, text)
        except InputError as error:
            said = str(error)
            play.hold(1 <= len(said.splitlines()) <= 2 and len(said) < LONGEST, "parse_action",
                      Words(f"a refusal of {len(said)} characters"), "one or two lines")
        else:
            play.hold(False, "parse_action", Words(f"no refusal of {text[:20]!r}"), "an InputError")


def positions_are_read_back(play: Play) -> None:
    """A position is read back equal from its JSON, is written alike again, and plays on alike."""
    notation = play.game.notation
    for state in play.close():
        document = notation.position_to_json(state)
        try:
            again = notation.position_from_json(json.loads(json.dumps(document, allow_nan=False)))
            trusted = notation.position_from_json(document, trust=True)
        except (InputError, ValueError, TypeError) as error:
            play.hold(False, "position_from_json", Words(f"a refusal: {error}"), "the position that was written")
        play.hold(again == state and trusted == state, "position_from_json", Words("another position"),
                  "an equal one")
        play.hold(notation.position_to_json(again) == document, "position_to_json", Words("another document of it"),
                  "the document that was read")
        play.hold(again.current_player() == state.current_player(), "position_from_json", again.current_player(),
                  f"{state.current_player()} to act")
        play.hold(again.legal_actions() == state.legal_actions(), "position_from_json", again.legal_actions(),
                  f"the legal actions {state.legal_actions()[:12]}")
        _play_on(play, state.copy(), again)


def _play_on(play: Play, state: State, again: State, steps: int = 20) -> None:
    """Play both on alike; a position that was read must hold all that the rules look at."""
    before = state.copy()
    for step in range(steps):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        action = state.keyed_chance(play.seed) if state.is_chance_node() else legal[(7 * step) % len(legal)]
        state.apply_action(action)
        again.apply_action(action)
        play.hold(again == state and again.legal_actions() == state.legal_actions(), "position_from_json",
                  Words(f"another game after {step + 1} more steps"), "one that plays on as the one written", before)


def records_replay(play: Play) -> None:
    """A game that is written down as it is played replays to the same position, event by event."""
    recorder = records.Recorder(play.game, play.start.state(), play.seed)
    for _ in play:
        if play.actions:
            recorder.apply_action(play.actions[-1])
    text = recorder.finish().text()
    try:
        (record,) = records.read_all(io.StringIO(text))
        again = records.replay(record)
    except InputError as error:
        play.hold(False, "record", Words(f"a record that does not replay: {error}"), "the game that was written down")
    play.hold(again == play.state, "record", Words("another end when it is replayed"), "the one it had")
