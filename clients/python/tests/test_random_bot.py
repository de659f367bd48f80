"""Run with `python3 -m unittest discover clients/python/tests`."""

import pathlib
import subprocess
import sys
import unittest

BOT = pathlib.Path(__file__).parents[1] / "examples" / "random_bot.py"


def talk(*lines):
    """Returns the answers of the bot to the lines, and its exit code."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([sys.executable, BOT], input=text, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines(), done.returncode


class RandomBot(unittest.TestCase):
    def test_it_introduces_itself(self):
        answers, status = talk("referee 1", "isready", "quit")
        self.assertEqual(answers, ["id name Random 1.0 author you", "refereeok", "readyok"])
        self.assertEqual(status, 0)

    def test_it_plays_a_legal_move(self):
        answers, _ = talk("position round 1", "go turn_id 4 round 1 ply 0 legal e8e5 e8d7", "quit")
        self.assertIn(answers, [["bestmove e8e5"], ["bestmove e8d7"]])

    def test_it_plays_every_legal_move(self):
        answers, _ = talk(*["go legal a b c"] * 200)
        self.assertEqual(set(answers), {"bestmove a", "bestmove b", "bestmove c"})

    def test_it_reads_quoted_moves(self):
        answers, _ = talk(r'go turn_id 4 round 1 ply 0 legal "wS1 \\bQ"')
        self.assertEqual(answers, [r"bestmove wS1 \bQ"])
        answers, _ = talk(*[r'go turn_id 4 round 1 ply 4 legal "wA1 \\wS1" "wG1 -bQ" "wG1 bQ/" pass'] * 200)
        self.assertEqual(set(answers), {f"bestmove {move}" for move in ("wA1 \\wS1", "wG1 -bQ", "wG1 bQ/", "pass")})

    def test_it_passes_over_what_it_does_not_know(self):
        answers, status = talk("", "hello", "newmatch kamisado seat 1", "stop", "matchresult termination board")
        self.assertEqual((answers, status), ([], 0))


if __name__ == "__main__":
    unittest.main()
