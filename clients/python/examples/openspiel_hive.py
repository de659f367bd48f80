#!/usr/bin/env python3
"""Plays Hive with a bot of OpenSpiel: `openspiel_hive.py [mcts | random]`, by default `mcts`.

    pip install './clients/python[openspiel]'
    referee play hive -o expansions=MLP -e "python3 openspiel_hive.py" -e "referee bot greedy" --tc 60+1

Replace `make` to play with your own bot.
"""

import random
import sys
import time
from typing import Any

import pyspiel
from referee_client import Turn, run
from referee_client.openspiel import OpenSpielBot

#: Maximum time of a search, in seconds.
LONGEST = 5.0
#: The share of the remaining time for one move.
SHARE = 1 / 40
#: Maximum plausible speed, in simulations per second. A search in a won position ends early and
#: would seem faster.
FASTEST = 200.0


class OpenSpielRandom(OpenSpielBot):
    def make(self, game: Any, seat: int) -> Any:
        return pyspiel.make_uniform_random_bot(seat, random.randrange(1 << 30))


class OpenSpielMcts(OpenSpielBot):
    #: Speed of the last search, in simulations per second.
    speed = 10.0

    def make(self, game: Any, seat: int, simulations: int = 2) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=random.randrange(1 << 30))
        return pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=2.0,
            max_simulations=simulations,
            max_memory_mb=200,
            solve=True,
            seed=random.randrange(1 << 30),
            verbose=False,
        )

    def step(self, bot: Any, state: Any, turn: Turn) -> int:
        # Does not use `max_wall_clock_time`: OpenSpiel 2.0 crashes if that ends a search before its
        # first simulation.
        seconds = LONGEST if turn.seconds_left is None else min(LONGEST, turn.seconds_left * SHARE)
        simulations = min(max(2, int(seconds * self.speed)), turn.nodes or sys.maxsize)
        began = time.monotonic()
        # The number of simulations is fixed when a search is created. A search keeps nothing for
        # the next move.
        action = super().step(self.make(state.get_game(), turn.seat, simulations), state, turn)
        self.speed = min(FASTEST, simulations / (time.monotonic() - began))
        return action


if __name__ == "__main__":
    bots = {"mcts": OpenSpielMcts, "random": OpenSpielRandom}
    words = sys.argv[1:] or ["mcts"]
    if len(words) > 1 or words[0] not in bots:
        sys.exit(__doc__)
    run(bots[words[0]]())
