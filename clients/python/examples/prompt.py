#!/usr/bin/env python3
"""Lets any program play that answers a prompt: `prompt.py PROGRAM [ARGUMENT...]`.

    referee play kamisado -e "python3 prompt.py my-model --short" -e "referee bot greedy"

The program reads the prompt on its standard input and answers on its standard output. The bot plays
the first legal move in the answer. If the answer has none, the bot asks once more. If the second
answer has none either, the bot plays any legal move.
"""

import random
import subprocess
import sys
from typing import Optional

from referee_client import Bot, Turn, run


class Prompt(Bot):
    def __init__(self, command: "list[str]") -> None:
        self.command = command

    def ask(self, turn: Turn) -> Optional[str]:
        """Asks the program and returns the first legal move in the answer. If several begin at
        the same place, returns the longest. `None` without a legal move."""
        prompt = (
            f"You play {turn.game} on seat {turn.seat} of {len(turn.players)}. Position: {turn.position}\n"
            f"Legal moves: {', '.join(turn.legal)}\nAnswer with one of these moves and nothing else.\n"
        )
        patience = turn.seconds_left and turn.seconds_left / 10
        try:
            done = subprocess.run(self.command, input=prompt, stdout=subprocess.PIPE, text=True, timeout=patience)
        except subprocess.TimeoutExpired:
            return None
        found = [(done.stdout.find(move), -len(move), move) for move in turn.legal if move in done.stdout]
        return min(found)[2] if found else None

    def choose(self, turn: Turn) -> str:
        return self.ask(turn) or self.ask(turn) or random.choice(turn.legal)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run(Prompt(sys.argv[1:]))
