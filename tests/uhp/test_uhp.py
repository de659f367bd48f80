"""Tests `referee uhp` with the package uhp-utils from PyPI."""

import os
import pathlib
import sys
import unittest

from golden_engine import positions
from uhp_utils import Arena, EngineWrapper, compare_valid_moves, parse_perft_results

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN_ENGINE = [sys.executable, str(pathlib.Path(__file__).with_name("golden_engine.py"))]
#: Timeout of an answer, in seconds.
PATIENCE = 60.0


def program():
    """Returns the program under test: `REFEREE`, or else the last build of cargo."""
    if named := os.environ.get("REFEREE"):
        return named
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    return str(target / "debug" / "referee")


def front(level):
    """Returns the command of an engine of this level."""
    return [program(), "uhp", "--level", str(level)]


class Uhp(unittest.TestCase):
    def test_the_legal_moves_are_those_of_another_program(self):
        games = list(positions())
        self.assertGreater(len(games), 10)
        engine, golden = EngineWrapper(front(1), command_timeout=PATIENCE), EngineWrapper(GOLDEN_ENGINE)
        try:
            for game in games:
                with self.subTest(game):
                    lists = []
                    for one in (engine, golden):
                        one.command(f"newgame {game}")
                        lists.append(sorted(one.command("validmoves")[0].split(";")))
                    self.assertEqual(*lists)
        finally:
            engine.terminate()
            golden.terminate()

    def test_every_position_of_a_game_is_the_same_to_a_second_engine(self):
        longest = max(positions(), key=len)
        compared = compare_valid_moves(front(1), front(9), [longest], full_game=True, timeout=PATIENCE)
        self.assertTrue(compared.ok, compared.differences)
        self.assertGreater(compared.total, 10)

    def test_perft_counts_what_another_program_counts(self):
        engine = EngineWrapper(front(1), command_timeout=PATIENCE)
        try:
            for game, line in positions().items():
                engine.command(f"newgame {game}")
                depth = min(2, len(line["perft"]))
                counts = parse_perft_results(engine.command(f"perft {depth}"))
                with self.subTest(game):
                    self.assertEqual([counts[ply] for ply in range(1, depth + 1)], line["perft"][:depth])
        finally:
            engine.terminate()

    def test_an_arena_plays_games(self):
        arena = Arena(front(2), front(1), results_file=None, game_type="Base+MLP", command_timeout=PATIENCE)
        for swap in (False, True):
            result = arena.play_match("depth 1", max_moves=60, swap_colors=swap, verbose=False)
            self.assertIn(result.result_desc, ("MaxMoves", "WhiteWins", "BlackWins", "Draw"), result)
            self.assertGreater(len(result.moves_played), 8, result)


if __name__ == "__main__":
    unittest.main()
