"""A record as a person would type it: the shortest forms that are understood, a turn and a run of draws in a line."""
from itertools import groupby

import games
from games.api import InputError
from games.records import Record, steps
from games.shorthand import read_action, read_outcomes, typed_words


def short_outcome(text, texts):
    """The shortest form of an outcome: the first letters of its words, as many as it takes."""
    _, *words = text.split()
    for letters in range(1, 20):
        form = " ".join(word[:letters] for word in words)
        try:
            typed = typed_words(form)
            if read_outcomes(typed, texts) == (texts[text], len(typed)):
                return form
        except InputError:
            pass
    return text


def short_action(text, texts, price):
    """The shortest form of a move: first letters of its words, without or with what stands in brackets."""
    for form in (text.partition("[")[0].split(), text.split()):
        for letters in (1, 2, 3, 4, 20):
            short = " ".join(word[:letters] for word in form)
            try:
                if read_action(typed_words(short), texts, price) == texts[text]:
                    return short
            except InputError:
                pass
    return text


def seen(record: Record, seat: int) -> list[str]:
    """What a seat would say of a game in full words, each event by itself: nothing of what it does not see."""
    game, said, last = games.load(record.game), [], None
    for step in steps(record):
        if last is not None:
            said += [text for text in game.talk.unasked(*last, step.state) if not text.startswith("give")]
        last = (step.state.copy(), step.action)
        if game.told(step.state, step.action, seat) is not None and step.event.move != "end build":
            said.append(step.event.move)
    return said


def without_bags(record: Record, seat: int) -> list[str]:
    """What a seat types of a game of Orléans that looks at nobody else's draws: an empty line for those in a row."""
    game, said = games.load(record.game), []
    for step in steps(record):
        if step.event.seat is None and game.talk.bag(step.state) not in (None, seat):
            said += [""] if said[-1] else []
        elif step.event.seat is None or len(step.state.legal_actions()) > 1:
            said.append(step.event.move)
    return said


def typed(record: Record, end: str = "") -> list[str]:
    """The lines; `end` is typed at the end of each turn."""
    game, parts = games.load(record.game), []
    for step in steps(record):
        texts = {game.notation.action_text(step.state, a): a for a in step.state.legal_actions()}
        if len(texts) == 1:
            continue
        text = game.notation.action_text(step.state, step.action)
        if step.event.seat is None:
            parts.append((None, short_outcome(text, texts)))
        else:
            parts.append((step.event.seat, short_action(text, texts, game.talk.price)))
    runs = [(who, [part for _, part in run]) for who, run in groupby(parts, key=lambda part: part[0])]
    return [", ".join(run) if who is None else "; ".join([*run, end]).strip("; ") for who, run in runs]
