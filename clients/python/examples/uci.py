#!/usr/bin/env python3
"""Wraps a UCI engine: `uci.py ENGINE [ARGUMENT...]`.

The engine must know the positions and moves of the game.

    REFEREE_URL=http://127.0.0.1:7171 REFEREE_NAME=my-engine python3 uci.py ./my-engine

The engine gets `position fen TEXT` and `go` with the clocks: seat 0 is white.
"""

import subprocess
import sys
from typing import Optional

from referee_client import Action, Bot, Move, Turn, run


class Uci(Bot):
    def __init__(self, command: "list[str]") -> None:
        self.engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.match_id = ""
        self.say("uci")
        self.until("uciok")

    def say(self, line: str) -> None:
        assert self.engine.stdin
        print(line, file=self.engine.stdin, flush=True)

    def until(self, verb: str) -> "tuple[list[str], Optional[int]]":
        """Reads up to the first line with this verb. Returns the words of that line and the last
        score before it, in hundredths."""
        assert self.engine.stdout
        score = None
        for line in self.engine.stdout:
            words = line.split()
            if words[:1] == [verb]:
                return words, score
            if words[:1] == ["info"] and "cp" in words:
                score = int(words[words.index("cp") + 1])
        raise EOFError(f"the engine ended before it said `{verb}`")

    def choose(self, turn: Turn) -> "Move | Action":
        if turn.match_id != self.match_id:
            self.match_id = turn.match_id
            self.say("ucinewgame")
            self.say("isready")
            self.until("readyok")
        self.say(f"position fen {turn.position}")
        self.say("go" + limits(turn) + " searchmoves " + " ".join(turn.legal))
        words, score = self.until("bestmove")
        return Move(words[1], score) if words[1:2] != ["(none)"] else Action.RESIGN


def limits(turn: Turn) -> str:
    """Returns the limits of a turn in the notation of UCI."""
    words = ""
    if turn.remaining_ms and turn.seat not in turn.unlimited_seats:
        for color, remaining, increment in zip("wb", turn.remaining_ms, turn.increment_ms):
            words += f" {color}time {remaining} {color}inc {increment}"
    for name, value in (("movestogo", turn.moves_to_go), ("movetime", turn.move_limit_ms), ("nodes", turn.nodes), ("depth", turn.depth)):
        words += f" {name} {value}" if value is not None else ""
    # A turn without limits gets one second: after `go infinite`, an engine searches until `stop`.
    return words or " movetime 1000"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run(Uci(sys.argv[1:]))
