"""What other seats are asked because of their cards is not told: that they were asked would tell of the cards."""
import random

import games

SECRET = {"discard": "discard", "robber": "discard", "return": "give", "give": "give", "pay": "pay"}


def test_choices_that_a_hand_decides_are_untold_to_others():
    """In the stages of these questions a seat whose hand leaves one answer is not asked; in the others all is open."""
    game, stages = games.load("catan_cards"), set()
    for seed in range(40):
        choice, state = random.Random(seed), game.start(3)
        while not state.is_terminal() and len(stages) < 12:
            if state.is_chance_node():
                action = state.keyed_chance(seed)
                assert not any(game.untold(state, action, seat) for seat in range(3))
            else:
                action, who = choice.choice(state.legal_actions()), state.current_player()
                stage = game.notation.position_to_json(state)["stage"]
                stages.add(stage)
                text = game.notation.action_text(state, action)
                assert not game.untold(state, action, who)
                for seat in {0, 1, 2} - {who}:
                    hidden = text == "end build" or SECRET.get(stage, "-") == text.split()[0] \
                        or stage == "pick" and not game.sees(state, action, seat)
                    assert game.untold(state, action, seat) == hidden, (stage, text)
            state.apply_action(action)
    assert {"trade", "discard", "take", "return", "give", "build", "pay", "draw"} <= stages
