#!/usr/bin/env python3
"""Plays any legal move of any game, on stdio and on a server.

    referee play hive -e "python3 any_move.py" -e "referee bot greedy"
    REFEREE_URL=http://127.0.0.1:7171 python3 any_move.py
"""

import random

from referee_client import Action, Bot, Result, Turn, run


class AnyMove(Bot):
    def choose(self, turn: Turn) -> "str | Action":
        if turn.draw_offered:
            return Action.ACCEPT_DRAW
        return Action.CLAIM_DRAW if turn.claimable else random.choice(turn.legal)

    def ended(self, result: Result) -> None:
        print(result.game, "ended by", result.termination, "places", result.places, flush=True)


if __name__ == "__main__":
    run(AnyMove())
