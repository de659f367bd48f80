"""Tests that observations do not depend on anything that the viewer cannot know."""

import random
import unittest
import xml.etree.ElementTree as Tree

import numpy as np
from referee_rules import Game, games

SETTINGS = [{"rounds": 2}, {"version": 2, "set": 12}]


def played(options, seed, steps):
    game = Game("honest_john", options=options, seed=seed)
    luck = random.Random(seed)
    for _ in range(steps):
        if not game.over:
            game.step(luck.choice(game.legal()))
    return game


class Hidden(unittest.TestCase):
    def test_a_viewer_cannot_tell_other_hands_apart(self):
        swapped = 0
        for options in SETTINGS:
            for seed in range(30):
                game = played(options, seed, seed)
                for viewer in (*range(game.seats), None):
                    other = game.resample(viewer, seed)
                    if game.over or other is None:
                        continue
                    swapped += other.position != game.position
                    self.assertTrue(np.array_equal(other.observe(viewer), game.observe(viewer)))
                    self.assertEqual(other.view(viewer), game.view(viewer))
                    self.assertEqual(other.svg(viewer), game.svg(viewer))
                    self.assertEqual((other.seat, other.points, other.steps), (game.seat, game.points, game.steps))
                    self.assertRaises(IndexError, other.undo)
                    if viewer == game.seat:
                        self.assertEqual(other.legal(), game.legal())
        self.assertGreater(swapped, 200)

    def test_only_the_arbiter_sees_all_hands(self):
        game = played(SETTINGS[0], 1, 5)
        hands = [plane for plane in game.planes if plane.startswith("hand of seat")]
        self.assertEqual(len(hands), game.seats)
        at = game.planes.index(hands[0])

        def shown(viewer):
            return [bool(plane.any()) for plane in game.observe(viewer)[at : at + game.seats]]

        for seat in range(game.seats):
            self.assertEqual(shown(seat), [True] + [False] * (game.seats - 1))
        self.assertEqual(shown(None), [False] * game.seats)
        self.assertEqual(shown("arbiter"), [True] * game.seats)

    def test_each_seat_sees_its_own_hand(self):
        game = played(SETTINGS[0], 2, 3)
        hands = game.position.split("hands=")[1].split()[0].split("/")
        for seat, hand in enumerate(hands):
            plane = game.observe(seat)[0]
            tiles = {tuple(map(int, tile.split("-"))) for tile in hand.split(",") if tile}
            self.assertEqual({(high, low) for high, low in zip(*np.nonzero(plane)) if high >= low}, tiles)

    def test_a_resampled_match_goes_on(self):
        for seed in range(10):
            game = played(SETTINGS[0], seed, 8).resample(0, seed)
            luck = random.Random(seed)
            while not game.over:
                game.step(luck.choice(game.legal()))
            self.assertEqual(sum(game.returns), 0)


class Pictures(unittest.TestCase):
    def test_pictures_are_well_formed_and_hide_hands(self):
        for name in games():
            game = Game(name, seed=1)
            luck = random.Random(1)
            while not game.over and game.steps < 30:
                game.step(luck.choice(game.legal()))
            for viewer in (0, 1, None, "arbiter"):
                picture = Tree.fromstring(game.svg(viewer))
                self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
                self.assertGreater(len(list(picture.iter())), 20)
            self.assertEqual(game._repr_svg_(), game.svg(None))

    def test_a_hand_is_drawn_for_those_that_may_see_it(self):
        game = played(SETTINGS[0], 3, 0)
        hands = game.position.split("hands=")[1].split()[0].split("/")
        for seat, hand in enumerate(hands):
            for tile in hand.split(","):
                self.assertIn(f">{tile}<", game.svg(seat))
                self.assertIn(f">{tile}<", game.svg("arbiter"))
                self.assertNotIn(f">{tile}<", game.svg(None))
                self.assertNotIn(f">{tile}<", game.svg((seat + 1) % 5))


if __name__ == "__main__":
    unittest.main()
