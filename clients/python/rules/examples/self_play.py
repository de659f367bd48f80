"""Learns Kamisado by playing against itself: `python self_play.py [SECONDS]`.

The value of a move is a sum of weights, one for the move with each tower on the board. After each
move, its value is corrected towards the result, or towards the value of the opponent's best reply.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from referee_rules import Batch

MATCHES, TOWERS, RATE, EXPLORE = 512, 16, 0.01, 0.1
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Learner:
    def __init__(self, batch: Batch) -> None:
        self.weights = np.zeros((batch.actions, TOWERS * 64), np.float32)

    def towers(self, batch: Batch) -> Ints:
        """Returns the positions of the 16 ones in the tower planes of each match."""
        planes = batch.observe()[:, :TOWERS].reshape(len(batch), -1)
        return np.nonzero(planes)[1].reshape(len(batch), TOWERS)

    def choose(self, batch: Batch, towers: Ints, noise: Floats) -> tuple[Ints, Floats]:
        """Returns the best move of each match by noisy value, and the value of the best move."""
        actions, starts = batch.legal()
        counts = np.diff(starts)
        match = np.repeat(np.arange(len(batch)), counts)
        worth = self.weights[actions[:, None], towers[match]].sum(1)
        noisy = worth + noise[match] * np.random.standard_normal(len(worth)).astype(np.float32)
        order = np.lexsort((noisy, match))
        return actions[order[starts[1:] - 1]], np.maximum.reduceat(worth, starts[:-1])

    def learn(self, seconds: float) -> int:
        batch, noise = Batch("kamisado", MATCHES, seed=1), np.full(MATCHES, EXPLORE, np.float32)
        end, steps = time.monotonic() + seconds, 0
        towers = self.towers(batch)
        chosen, _ = self.choose(batch, towers, noise)
        while time.monotonic() < end:
            seat, places = batch.seat, (chosen[:, None], towers)
            over, returns = batch.step(chosen)
            towers = self.towers(batch)
            chosen, best = self.choose(batch, towers, noise)
            result = returns[np.arange(MATCHES), seat]
            target = np.where(over, result, np.where(batch.seat == seat, best, -best))
            error = np.clip(target, -1, 1) - self.weights[places].sum(1)
            rate = RATE / np.bincount(places[0][:, 0])[places[0]]
            np.add.at(self.weights, places, rate * error[:, None])
            steps += MATCHES
        return steps

    def against_random(self, matches: int) -> float:
        """Returns the share of points against random moves, without noise, from both seats in turn.
        """
        batch, won, played = Batch("kamisado", MATCHES, seed=2), 0.0, 0
        own = np.arange(MATCHES) % 2
        while played < matches:
            noise = np.where(batch.seat == own, 0, 1e6).astype(np.float32)
            over, returns = batch.step(self.choose(batch, self.towers(batch), noise)[0])
            played += int(over.sum())
            won += float((returns[np.arange(MATCHES), own][over] + 1).sum() / 2)
        return won / played


if __name__ == "__main__":
    learner = Learner(Batch("kamisado", 1))
    steps = learner.learn(float(sys.argv[1]) if len(sys.argv) > 1 else 120)
    print(f"{steps:,} moves; {learner.against_random(2000):.1%} of the points against random moves")
