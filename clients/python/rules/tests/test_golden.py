"""The module, compared with the golden files of the games: line counts and whole matches."""

import unittest

import golden
from referee_rules import Game

# Tests of the rules themselves check larger counts.
MOST_LINES = 60_000


def lines(game, depth, first):
    """Returns the number of lines of `depth` plies in the current round."""
    if game.over or game.round != first:
        return 0
    legal = game.legal()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        game.step(action)
        count += lines(game, depth - 1, first)
        game.undo()
    return count


class Golden(unittest.TestCase):
    def test_lines_are_as_many_as_the_tables_say(self):
        for name in golden.GAMES:
            counted = 0
            for table in golden.perfts(name):
                # A table counts forced steps as plies, or not at all.
                auto = table.counting == "moves"
                game = Game(name, options=table.options, position=table.position, auto=auto)
                before = game.position
                for depth, count in enumerate(table.counts, 1):
                    if count <= MOST_LINES:
                        self.assertEqual(lines(game, depth, game.round), count, f"{name} {depth} {table.position}")
                        counted += count
                self.assertEqual(game.position, before)
            self.assertGreater(counted, 0, name)

    def test_golden_matches_are_played_to_their_totals(self):
        for name in golden.GAMES:
            played = 0
            for match in golden.matches(name):
                with self.subTest(match.name):
                    self.replay(name, match)
                    played += 1
            self.assertGreaterEqual(played, 20, name)

    def replay(self, name, match):
        game = Game(name, options=match.options, seats=match.seats, auto=False)
        deals, plays = iter(match.deals), iter(match.plays)
        while not game.over:
            if game.turn == "chance":
                game.step(next(deals))
            elif game.turn == "forced":
                [action] = game.legal()
                game.step(action)
            else:
                seat, notation = next(plays)
                if seat is not None:
                    self.assertEqual(game.seat, seat)
                self.assertIn(notation, game.legal_notation())
                action = game.index_of(notation)
                self.assertEqual(game.mask()[action], 1)
                game.step(action)
        self.assertEqual(list(plays), [])
        self.assertEqual(game.points, match.totals)


if __name__ == "__main__":
    unittest.main()
