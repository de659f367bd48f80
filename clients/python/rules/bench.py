"""Measures random play: `python bench.py [--referee PATH] [--seconds N]`.

Prints steps per second of CPU time: in a batch, in a plain loop, and with observations. With
`--referee`, also prints the speed of `referee rules --stdin`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable
from typing import Optional

import numpy as np

from referee_rules import Batch, Game, games

# Large enough to hide the cost of a call, and small enough for the cache.
MATCHES = 512
# Speeds that the package promises for Kamisado.
PROMISED = {"batch": 1_000_000, "loop": 50_000}


def rate(play: Callable[[], int], seconds: float) -> float:
    """Returns the steps that `play` makes per second of CPU time, which other programs do not
    affect."""
    play()
    began, steps = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        steps += play()
    return steps / spent


def batch(game: str, observed: bool) -> Callable[[], int]:
    """Plays random moves in many matches; numpy chooses them from the legal ones."""
    matches, luck = Batch(game, MATCHES, seed=1), np.random.default_rng(1)

    def play() -> int:
        actions, starts = matches.legal()
        if observed:
            matches.observe()
        at = starts[:-1] + (luck.random(MATCHES) * np.diff(starts)).astype(np.int64)
        matches.step(actions[at])
        return MATCHES

    return play


def loop(game: str, observed: bool) -> Callable[[], int]:
    """Plays random moves in one match; Python chooses them from the legal ones."""
    match, luck = Game(game, seed=1), random.Random(1)

    def play() -> int:
        steps = 0
        while not match.over and steps < 200:
            legal = match.legal()
            if observed:
                match.observe(match.seat)
            match.step(legal[int(luck.random() * len(legal))])
            steps += 1
        if match.over:
            match.reset()
        return steps

    return play


def program(referee: str, game: str, seconds: float) -> Optional[float]:
    """Plays random moves through `referee rules --stdin`, one question per move. `None` for games
    that deal."""
    asked = subprocess.Popen([referee, "rules", "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with asked:
        assert asked.stdin and asked.stdout
        luck, steps = random.Random(1), 0
        question: dict[str, object] = {"game": game}
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            print(json.dumps(question), file=asked.stdin, flush=True)
            answer = json.loads(asked.stdout.readline())
            if answer["turn"] == "TURN_KIND_CHANCE":
                return None
            question = {"game": game}
            if answer.get("legal"):
                question |= {"start": answer["position"], "moves": [luck.choice(answer["legal"])["notation"]]}
                steps += 1
    return steps / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--referee", help="the program, to measure `rules --stdin` too")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure takes [default: 2]")
    wanted = parser.parse_args()
    ways = [("batch", batch, False), ("batch, observed", batch, True), ("loop", loop, False), ("loop, observed", loop, True)]
    print(f"{'steps/s on one core':<20}", *(f"{name:>16}" for name in games()))
    for name, way, observed in ways:
        figures = [rate(way(game, observed), wanted.seconds) for game in games()]
        print(f"{name:<20}", *(f"{figure:>16,.0f}" for figure in figures))
        if name in PROMISED:
            kamisado = figures[games().index("kamisado")]
            verdict = "kept" if kamisado >= PROMISED[name] else "BROKEN"
            print(f"{'':<20} promised for Kamisado: {PROMISED[name]:,}: {verdict}")
    if wanted.referee:
        answered = [program(wanted.referee, game, wanted.seconds) for game in games()]
        print(f"{'rules --stdin':<20}", *(f"{'-' if figure is None else f'{figure:,.0f}':>16}" for figure in answered))


if __name__ == "__main__":
    main()
