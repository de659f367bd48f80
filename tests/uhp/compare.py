#!/usr/bin/env python3
"""Compares the legal moves of `referee uhp` with those of another UHP engine. It compares the
resulting positions, so the spelling of moves does not matter:

    python3 compare.py ENGINE [GAMES [PLIES]]

Plays GAMES random games (default 100) of PLIES plies each (default 60), with and without
expansions, and compares every position. Prints the differences, and exits with 1 if there are any.
"""

import random
import sys

from test_uhp import PATIENCE, front
from uhp_utils import EngineWrapper, compare_valid_moves

TYPES = ["Base"] + [f"Base+{letters}" for letters in ("M", "L", "P", "ML", "MP", "LP", "MLP")]


def random_game(engine, game_type, plies):
    """Returns the game string of a random game."""
    game = engine.command(f"newgame {game_type}")[0]
    for _ in range(plies):
        moves = engine.command("validmoves")[0].split(";")
        played = engine.command(f"play {random.choice(moves)}")[0]
        if played.split(";")[1] != "InProgress":
            # The comparison needs positions with a side to move.
            break
        game = played
    return game


def main():
    other = sys.argv[1]
    games, plies = (int(text) for text in sys.argv[2:] + ["100", "60"][len(sys.argv) - 2 :])
    engine = EngineWrapper(front(1), command_timeout=PATIENCE)
    strings = [random_game(engine, TYPES[number % len(TYPES)], plies) for number in range(games)]
    engine.terminate()
    compared = compare_valid_moves(front(1), other, strings, full_game=True, timeout=PATIENCE)
    wrong = [of for of in compared.differences if of.error or of.rejected_by_engine_a or of.rejected_by_engine_b]
    spelt = len(compared.differences) - len(wrong)
    print(f"{games} games, {compared.total} positions: {spelt} spelt otherwise, {len(wrong)} different")
    for difference in wrong:
        print(difference)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
