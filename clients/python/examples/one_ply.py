#!/usr/bin/env python3
"""Plays any game by looking one move ahead.

It plays the move that wins the most points. Among equal moves, it plays the one that leaves the
opponents the fewest replies.

The positions come from `referee rules --stdin`, which works on stdio and on a server alike.
`GetPosition` of a server returns the same positions, but a bot on stdio has no server. If `referee`
is not on the PATH, the environment variable REFEREE names the program. The rules need the whole
position: in a game with hidden hands (Honest John), this bot plays any legal move.
"""

import json
import os
import random
import subprocess
import time
from typing import Any

from referee_client import Bot, Turn, run


class OnePly(Bot):
    def __init__(self) -> None:
        command = [os.environ.get("REFEREE", "referee"), "rules", "--stdin"]
        self.rules = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def after(self, turn: Turn, moves: "list[str]") -> Any:
        """Returns the rules' answer for the position after these moves."""
        assert self.rules.stdin and self.rules.stdout
        question = {
            "game": turn.game,
            "options": dict(turn.options),
            "seats": len(turn.players),
            "round": turn.round,
            "points": turn.points,
            "start": turn.position,
            "viewer": turn.seat,
            "moves": moves,
        }
        print(json.dumps(question), file=self.rules.stdin, flush=True)
        return json.loads(self.rules.stdout.readline())

    def value(self, turn: Turn, move: str) -> "tuple[float, float, float]":
        """Returns the value of a move. Its parts are compared in order: the lead in points, the
        number of replies (negative if an opponent moves next), and a random number."""
        answer = self.after(turn, [move])
        if "error" in answer:
            return 0.0, 0.0, random.random()
        points = answer.get("points", turn.points)
        lead = points[turn.seat] - max(points[:turn.seat] + points[turn.seat + 1 :])
        replies = len(answer.get("legal", ()))
        is_mine = answer.get("seat") == turn.seat
        return lead, replies if is_mine else -replies, random.random()

    def choose(self, turn: Turn) -> str:
        until = time.monotonic() + (turn.seconds_left or 60) / 20
        best, move = (float("-inf"), 0.0, 0.0), turn.legal[0]
        for legal in random.sample(turn.legal, len(turn.legal)):
            if turn.must_stop or time.monotonic() > until:
                break
            value = self.value(turn, legal)
            if value > best:
                best, move = value, legal
        return move


if __name__ == "__main__":
    run(OnePly())
