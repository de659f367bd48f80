"""Random play: indices match notations, undo matches clones, and the tables of indices are right.
"""

import copy
import random
import unittest

import golden
import numpy as np
from referee_rules import Game, games

# Options that change the legal moves, and rounds that end quickly enough for a test.
SETTINGS = [
    ("dvonn", {}),
    ("hive", {"expansions": "MLP"}),
    ("hive", {"queen_first_turn": True, "repetition": "auto"}),
    ("honest_john", {"rounds": 2}),
    ("honest_john", {"version": 2, "set": 12}),
    ("kamisado", {"length": "standard"}),
]
MOST_STEPS = 400


def state(game):
    """Returns everything that distinguishes two matches."""
    seen = game.observe("arbiter").tobytes()
    return (game.position, game.turn, game.seat, game.round, game.points, game.returns, game.legal(), game.steps, seen)


class Play(unittest.TestCase):
    def test_indices_play_as_notations_do(self):
        for name, options in SETTINGS:
            luck = random.Random(1)
            by_index, by_text = (Game(name, options=options, seed=3) for _ in range(2))
            while not by_index.over and by_index.steps < MOST_STEPS:
                legal, notations = by_index.legal(), by_text.legal_notation()
                self.assertEqual(len(set(legal)), len(notations))
                self.assertEqual(np.flatnonzero(by_index.mask()).tolist(), sorted(legal))
                at = luck.randrange(len(legal))
                self.assertEqual(by_index.index_of(notations[at]), legal[at])
                self.assertEqual(by_index.notation_of(legal[at]), notations[at])
                by_index.step(np.int64(legal[at]))
                by_text.step(notations[at])
                self.assertEqual(state(by_index), state(by_text))
            self.assertGreater(by_index.steps, 10)

    def test_undo_returns_to_every_earlier_state(self):
        for name, options in SETTINGS:
            luck = random.Random(2)
            game = Game(name, options=options, seed=4)
            states = [state(game)]
            while not game.over and game.steps < 150:
                game.step(luck.choice(game.legal()))
                states.append(state(game))
            while len(states) > 1:
                self.assertEqual(state(game), states.pop())
                game.undo()
            self.assertEqual(state(game), states.pop())
            self.assertRaisesRegex(IndexError, "no step to undo", game.undo)

    def test_the_same_deals_come_again_after_undo(self):
        game = Game("honest_john", options={"rounds": 5}, seed=4)
        while game.round == 1:
            game.step(game.legal()[0])
        after = state(game)
        game.undo()
        game.step(game.legal()[0])
        self.assertEqual(state(game), after)

    def test_clones_go_their_own_way(self):
        for name, options in SETTINGS:
            luck = random.Random(3)
            game = Game(name, options=options, seed=5)
            for _ in range(20):
                game.step(luck.choice(game.legal()))
            before = state(game)
            twins = [game.clone(), copy.copy(game), copy.deepcopy(game)]
            for twin in twins:
                self.assertEqual(state(twin), before)
                twin.step(twin.legal()[0])
                twin.undo()
                twin.undo()
                self.assertEqual(twin.steps, 19)
            self.assertEqual(state(game), before)
            game.undo()
            self.assertEqual(state(game), state(twins[0]))

    def test_a_long_past_is_kept_and_dropped(self):
        game = Game("hive", options={"repetition": "off"}, seed=1)
        luck = random.Random(4)
        while game.steps < 3000:
            game.step(luck.choice(game.legal()))
            if game.over:
                game.undo()
        self.assertFalse(game.over)
        twin = game.clone()
        del game
        for _ in range(50):
            twin.undo()
        del twin

    def test_deals_come_from_the_seed(self):
        hands = [Game("honest_john", seed=seed).position for seed in range(20)]
        self.assertEqual(len(set(hands)), 20)
        self.assertEqual(hands, [Game("honest_john", seed=seed).position for seed in range(20)])
        game = Game("honest_john", seed=7)
        first = game.position
        game.reset()
        self.assertNotEqual(game.position, first)
        game.reset(7)
        self.assertEqual(game.position, first)

    def test_a_deal_can_be_asked_for(self):
        game = Game("honest_john", auto=False)
        self.assertEqual((game.turn, game.seat, game.legal()), ("chance", None, []))
        game.deal()
        self.assertEqual(game.turn, "forced")
        self.assertRaisesRegex(ValueError, "no deal is due", game.deal)
        self.assertEqual(game.legal_notation()[0].split()[0], "start")

    def test_results_are_places(self):
        game = Game("honest_john", options={"rounds": 1}, seed=2)
        self.assertEqual(game.returns, [0.0] * 5)
        luck = random.Random(5)
        while not game.over:
            game.step(luck.choice(game.legal()))
        for own, result in zip(game.points, game.returns):
            better, worse = (sum(own < other for other in game.points), sum(own > other for other in game.points))
            self.assertEqual(result, (worse - better) / 4)
        self.assertEqual(sum(game.returns), 0)
        self.assertEqual((game.seat, game.legal(), game.turn), (None, [], "over"))
        self.assertRaises(ValueError, game.step, 0)
        self.assertRaises(ValueError, game.step, "play 1-0")


class Arguments(unittest.TestCase):
    def test_wrong_arguments_are_told_apart(self):
        self.assertEqual(games(), golden.GAMES)
        self.assertRaisesRegex(ValueError, "unknown game \"chess\"; expected one of dvonn", Game, "chess")
        self.assertRaisesRegex(ValueError, "invalid length = `long-ish`", Game, "kamisado", options={"length": "long-ish"})
        self.assertRaisesRegex(ValueError, "invalid seats = `9`", Game, "dvonn", seats=9)
        self.assertRaisesRegex(ValueError, "invalid set", Game, "honest_john", options={"version": 1, "set": 12})
        self.assertRaisesRegex(ValueError, "at byte 0", Game, "dvonn", position="nothing")
        game = Game("kamisado")
        for wrong in (-1, 4098, 2**40, 0):
            self.assertRaisesRegex(ValueError, f"illegal action {wrong}", game.step, wrong)
        self.assertRaisesRegex(ValueError, "not a legal move", game.step, "a1a2")
        self.assertRaisesRegex(ValueError, "expected a file", game.step, "z1a2")
        self.assertRaises(TypeError, game.step, 1.5)
        self.assertRaisesRegex(ValueError, "unknown seat 2", game.observe, 2)
        self.assertRaises(TypeError, game.observe, "everyone")
        self.assertEqual(game.steps, 0)

    def test_indices_never_change(self):
        tables = {
            "kamisado": ("h8h2", 63 * 64 + 57),
            "dvonn": ("c1", 7),
            "honest_john": None,
            "hive": ("wA1", 7 * (28 * 14 + 14)),
        }
        actions = {"kamisado": 4098, "dvonn": 2451, "honest_john": 115, "hive": 5489}
        for name in games():
            game = Game(name)
            self.assertEqual(game.actions, actions[name])
            if tables[name]:
                notation, index = tables[name]
                self.assertEqual(game.index_of(notation), index)

    def test_later_indices_never_change(self):
        hive = Game("hive", options={"expansions": "P"})
        for notation in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
            hive.step(notation)
        # East is 1, followed clockwise by the other directions. On top is 0.
        self.assertEqual(hive.index_of("wA1 -wQ"), 7 * (28 * 14 + 25) + 4)
        self.assertEqual(hive.index_of("wP \\wQ"), 7 * (28 * 24 + 25) + 5)
        john = Game("honest_john", seed=1)
        for action, notation in zip(john.legal(), john.legal_notation()):
            verb, tile = notation.split()
            high, low = map(int, tile.split("-"))
            self.assertEqual(action, {"play": 0, "give": 55}[verb] + high * (high + 1) // 2 + low)
        dvonn = Game("dvonn")
        luck = random.Random(6)
        while dvonn.steps < 49:
            dvonn.step(luck.choice(dvonn.legal()))
        cells = Game("dvonn").legal_notation()
        for action, notation in zip(dvonn.legal(), dvonn.legal_notation()):
            source, landing = cells.index(notation[:2]), cells.index(notation[2:])
            self.assertEqual(action, 49 + 49 * source + landing)

    def test_kamisado_is_the_same_turned_around(self):
        black = Game("kamisado")
        white = Game("kamisado", position=black.position.replace(" b ", " w "))
        self.assertEqual((black.seat, white.seat), (0, 1))
        self.assertEqual(sorted(4095 - action for action in black.legal()), sorted(white.legal()))

    def test_forced_steps_have_the_last_indices(self):
        wanted = {"kamisado": set(range(0, 4096, 65)), "dvonn": {2450}, "hive": {5488}, "honest_john": set(range(110, 115))}
        for name in games():
            forced = set()
            for seed in range(40):
                game = Game(name, seed=seed, auto=False, options={"rounds": 2} if name == "honest_john" else {})
                luck = random.Random(seed)
                while not game.over and game.steps < MOST_STEPS:
                    if game.turn == "chance":
                        game.deal()
                        continue
                    if game.turn == "forced":
                        forced.update(game.legal())
                    game.step(luck.choice(game.legal()))
            self.assertTrue(forced, name)
            self.assertLessEqual(forced, wanted[name], name)


if __name__ == "__main__":
    unittest.main()
