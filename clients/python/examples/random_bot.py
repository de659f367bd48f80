#!/usr/bin/env python3
"""Plays any game by picking one of the legal moves that come with `go`. Needs only Python 3."""

import random
import shlex
import sys


def say(*lines):
    print(*lines, sep="\n", flush=True)


def legal_moves(line):
    r"""Returns the legal moves of a line `go`: all items after `legal`, the last key of the line.

    Moves of Hive have spaces and backslashes, so the line has them in quotes:
    `legal "wA1 \\wS1" "wG1 -bQ"` are the moves `wA1 \wS1` and `wG1 -bQ`.
    """
    words = shlex.split(line) if '"' in line else line.split()
    return words[words.index("legal") + 1 :]


def main():
    for line in sys.stdin:
        verb = line.split(maxsplit=1)[:1]
        if verb == ["referee"]:
            say("id name Random 1.0 author you", "refereeok")
        elif verb == ["isready"]:
            say("readyok")
        elif verb == ["go"]:
            say("bestmove " + random.choice(legal_moves(line)))
        elif verb == ["quit"]:
            break


if __name__ == "__main__":
    main()
