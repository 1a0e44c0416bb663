"""The accounts of a game of 504, and what each step of it pays: the frame that payments are entered in.

All steps of a game are looked at together: tables have a row for each step and a column for each account. Accounts are
those of the owners, and where companies are owners those of the seats after them.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from games.packed import codes, enum
from games.world504.names import STAGE_NAMES
from games.world504.tables import PRIVILEGES

NOBODY, NOWHERE, SLOTS, A_SELL_OWN = codes("world504", "NOBODY NOWHERE SLOTS A_SELL_OWN")
OVER, EMPIRE = codes("world504", "OVER EMPIRE")
PHASES = enum("world504", "Phase")
MOST_INCOME = 2000
STEP = 10                               # Mark between two prices of the track of shares


class Ledger:
    """The payments of a game: `low` and `high` bound what each account has more after each step than before it."""

    def __init__(self, game: Any) -> None:
        self.game, self.rules, self.at, self.owner = game, game.rules, game.at, game.seat
        self.owners, self.seats = self.owner.shape[1], game.seats
        self.companies = bool(self.rules["companies"])
        done = np.array(game.actions)
        sells = (done == A_SELL_OWN) & (self.at["round"][:-1] > 0)     # before, chance has numbers of its own
        self.sells_own = np.flatnonzero(sells)          # at any question of a turn, which is then asked again
        self.action = np.where(sells, 0, done)
        self.stage, self.actor = self.at["stage"][:-1], self.at["actor"][:-1].astype(int)
        people = self.at["cash"][:, :self.seats if self.companies else 0]
        self.money = np.hstack([self.owner["money"], people]).astype(int)
        self.low = np.zeros((len(done), self.money.shape[1]), int)
        self.high = self.low.copy()
        self.wrong_incomes = np.zeros(len(done), bool)          # steps that make another income than they should
        self.made = self.incomes_made()

    def pay(self, steps: Any, accounts: Any, sums: Any) -> None:
        """To the bank; a negative sum comes from it."""
        np.subtract.at(self.low, (steps, accounts), sums)
        np.subtract.at(self.high, (steps, accounts), sums)

    def purse(self, seat: Any) -> Any:
        """The account from which a seat pays for itself: its own, which is that of its owner where both are one."""
        return self.owners + seat if self.companies else seat

    def capital_stock(self) -> np.ndarray:
        """What each company has at the start: so many issue prices (R9.S.4, R9.S.5)."""
        return STEP * self.rules["start_issues"] * np.array(self.rules["issue_quote"][:self.owners])

    def collect(self, step: int, account: int, least: int, most: int) -> tuple[int, int]:
        """Take a sum between these two as far as the account can pay after all that the step paid before.

        Returns how much is lacking, at least and at most.
        """
        money = int(self.money[step, account])
        low, high = max(0, money + int(self.low[step, account])), money + int(self.high[step, account])
        self.low[step, account], self.high[step, account] = max(0, low - most) - money, max(0, high - least) - money
        return max(0, least - high), max(0, most - low)

    def answering(self, *stages: str) -> np.ndarray:
        """The steps that answer a question of these stages."""
        return np.flatnonzero(np.isin(self.stage, [STAGE_NAMES.index(name) for name in stages]))

    def asked(self, steps: np.ndarray, field: str) -> np.ndarray:
        """A field of the owner that acts, before these steps."""
        return self.owner[field][steps, self.actor[steps]]

    def has(self, card: str, steps: Any, owners: Any) -> Any:
        """Whether these owners have a privilege before these steps."""
        return (self.owner["privileges"][steps, owners] >> np.uint64(PRIVILEGES.index(card)) & np.uint64(1)) > 0

    # ---- how far the game has come -------------------------------------------------------------------

    def passed(self, section: int, phase: str) -> np.ndarray:
        """Whether each position has this phase behind it in its round, or in its turn."""
        slots = self.rules["phases"][section * SLOTS:(section + 1) * SLOTS]
        sections, slot = np.divmod(self.at["phase"].astype(int), SLOTS)
        within = (self.at["stage"] == OVER) & (self.rules["goal"] == EMPIRE) & (self.at["capped"] == 0)
        cut_short = within & (section == 3)             # R4.E.1-3: over after a turn, without the end of the round
        return (sections > section) | (sections == section) & (slot > slots.index(PHASES.index(phase))) & ~cut_short

    def passing(self, section: int, phase: str) -> np.ndarray:
        """The steps that have this phase of a round behind them, each with the positions of one round."""
        rounds = self.at["round"].astype(int)
        return np.flatnonzero(np.diff(np.where(rounds > 0, rounds - 1 + self.passed(section, phase), 0)) > 0)

    def turns_over(self) -> np.ndarray:
        """How many owners have made their income of the round at each position, the first ones of the order."""
        section, place = self.at["phase"] // SLOTS, self.at["place"].astype(int)
        turns = np.where(section == 2, place + self.passed(2, "income"), (place + 1) * (section == 3))
        return np.minimum(turns, self.at["founded"])

    def incomes_made(self) -> dict[int, list[tuple[int, int]]]:
        """The incomes that steps make: round and owner. A company beaten in the step makes none."""
        over, rounds, order = self.turns_over(), self.at["round"].astype(int), self.at["order"]
        moved = (np.diff(over) != 0) | (np.diff(rounds) != 0) | (np.diff(self.at["founded"].astype(int)) != 0)
        made = {}
        for k in np.flatnonzero(moved):
            before, after = order[k, :over[k]], order[k + 1, :over[k + 1]]
            if rounds[k] == rounds[k + 1]:
                found = [(rounds[k], int(i)) for i in after if i not in before]
            else:
                late = order[k, over[k]:self.at["founded"][k]] if rounds[k] else ()
                found = [(rounds[k], int(i)) for i in late if self.at["agent"][k + 1, i] != NOBODY]
                found += [(rounds[k + 1], int(i)) for i in after]
            if found:
                made[int(k)] = found
        return made
