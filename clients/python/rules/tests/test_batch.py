"""Batches, compared with single matches."""

import threading
import unittest

import numpy as np
from referee_rules import Batch, Game, games

WORD = 2**64 - 1


def seeds(seed):
    """Yields the seeds of the matches of a batch, by SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & WORD
        mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        yield mixed ^ (mixed >> 31)


def choose(batch, luck):
    """Returns a random action for each match."""
    actions, starts = batch.legal()
    counts = np.diff(starts)
    return actions[starts[:-1] + (luck.random(len(counts)) * counts).astype(np.int64)]


class Batches(unittest.TestCase):
    def test_a_batch_plays_as_single_matches_do(self):
        for name in games():
            batch = Batch(name, 6, seed=11)
            singles = [Game(name, seed=seed) for _, seed in zip(range(6), seeds(11))]
            luck = np.random.default_rng(1)
            ends = 0
            for _ in range(150):
                self.assertEqual(batch.positions, [game.position for game in singles])
                self.assertEqual(batch.seat.tolist(), [game.seat for game in singles])
                self.assertEqual(batch.points.tolist(), [game.points for game in singles])
                actions, starts = batch.legal()
                legal = [part.tolist() for part in np.split(actions, starts[1:-1])]
                self.assertEqual(legal, [game.legal() for game in singles])
                self.assertTrue(np.array_equal(batch.mask(), [game.mask() for game in singles]))
                self.assertTrue(np.array_equal(batch.observe(), [game.observe(game.seat) for game in singles]))
                chosen = choose(batch, luck)
                over, returns = batch.step(chosen)
                for game, action, ended, result in zip(singles, chosen, over, returns):
                    game.step(action)
                    self.assertEqual((game.over, game.returns), (ended, result.tolist()))
                    if ended:
                        ends += 1
                        game.reset()
            self.assertTrue(ends or name in ("hive", "honest_john"), name)

    def test_sizes_are_those_of_a_match(self):
        for name in games():
            batch, game = Batch(name, 3), Game(name)
            for of in ("game", "seats", "actions", "planes", "shape"):
                self.assertEqual(getattr(batch, of), getattr(game, of))
            self.assertEqual(len(batch), 3)
            self.assertEqual(batch.observe().shape, (3, *game.shape))
            self.assertEqual(len(game.planes), game.shape[0])

    def test_an_illegal_action_is_named(self):
        batch = Batch("kamisado", 3)
        legal = Game("kamisado").legal()[0]
        with self.assertRaisesRegex(ValueError, "illegal action 0 in match 1; all legal ones were played"):
            batch.step(np.array([legal, 0, legal]))
        self.assertEqual(batch.seat.tolist(), [1, 0, 1])
        self.assertRaisesRegex(ValueError, "expected 3 actions, not 2", batch.step, np.array([legal, legal]))
        self.assertRaises(ValueError, batch.step, np.array([-1, -1, 2**40]))
        self.assertRaises(TypeError, batch.step, np.zeros(3))

    def test_long_matches_are_cut(self):
        batch = Batch("hive", 2, max_steps=5)
        luck = np.random.default_rng(2)
        for step in range(1, 16):
            over, returns = batch.step(choose(batch, luck))
            self.assertEqual(over.tolist(), [step % 5 == 0] * 2)
            self.assertFalse(returns.any())

    def test_a_seed_repeats_a_batch(self):
        batch, again = Batch("honest_john", 4, seed=3), Batch("honest_john", 4, seed=4)
        self.assertNotEqual(batch.positions, again.positions)
        batch.step(choose(batch, np.random.default_rng(3)))
        for twin in (batch, again):
            twin.reset(5)
        self.assertEqual(batch.positions, again.positions)
        self.assertEqual(len(set(batch.positions)), 4)

    def test_threads_step_batches_of_their_own(self):
        found = []

        def play():
            batch, luck = Batch("kamisado", 64, seed=1), np.random.default_rng(4)
            for _ in range(50):
                batch.step(choose(batch, luck))
            found.append(batch.positions)

        threads = [threading.Thread(target=play) for _ in range(3)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(len(found), 3)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])


if __name__ == "__main__":
    unittest.main()
