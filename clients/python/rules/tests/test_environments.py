"""Runs the checks of PettingZoo and Gymnasium on the environments."""

import contextlib
import io
import unittest
import warnings

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from referee_rules import aec, games
from referee_rules.gym import SeatEnv

# Enough for a turn of every agent, and for whole matches of most games.
CYCLES = 500


class PettingZoo(unittest.TestCase):
    def test_every_game_passes_the_api_test(self):
        for name in games():
            for make in (aec.env, aec.raw_env):
                with self.subTest(name), warnings.catch_warnings():
                    warnings.simplefilter("error")
                    # The mask is part of a dictionary, as in PettingZoo's own games.
                    warnings.filterwarnings("ignore", message="Observation space for each agent probably")
                    warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
                    with contextlib.redirect_stdout(io.StringIO()) as said:
                        api_test(make(name), num_cycles=CYCLES)
                    self.assertIn("Passed API test", said.getvalue())

    def test_every_game_passes_the_seed_test(self):
        for name in games():
            with self.subTest(name):
                seed_test(lambda: aec.env(name), num_cycles=CYCLES)

    def test_an_agent_to_move_has_a_mask_and_no_other(self):
        env = aec.env("honest_john")
        env.reset(seed=1)
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            self.assertEqual(bool(mask.any()), agent == env.agent_selection)

    def test_rewards_add_up_to_the_result(self):
        for reward in ("place", "points"):
            env = aec.raw_env("honest_john", options={"rounds": 3}, reward=reward)
            env.reset(seed=2)
            sums = dict.fromkeys(env.agents, 0.0)
            luck = np.random.default_rng(1)
            for agent in env.agent_iter():
                observation, gained, terminated, truncated, _ = env.last()
                sums[agent] += gained
                done = terminated or truncated
                env.step(None if done else int(luck.choice(np.flatnonzero(observation["action_mask"]))))
            wanted = env.game.returns if reward == "place" else env.game.points
            self.assertEqual(list(sums.values()), wanted)
            self.assertTrue(any(wanted))

    def test_a_match_can_be_truncated(self):
        env = aec.raw_env("hive", max_steps=3)
        env.reset()
        for _ in range(3):
            env.step(env.game.legal()[0])
        self.assertEqual((set(env.truncations.values()), set(env.terminations.values())), ({True}, {False}))
        env = SeatEnv("hive", max_steps=3)
        env.reset(seed=1)
        results = [env.step(env.game.legal()[0])[2:4] for _ in range(2)]
        self.assertEqual(results, [(False, False), (False, True)])

    def test_illegal_moves_end_a_match_or_raise(self):
        env = aec.env("dvonn")
        env.reset(seed=1)
        env.step(2450)
        self.assertEqual(env.rewards["seat_0"], -1)
        self.assertTrue(all(env.terminations.values()))
        raw = aec.raw_env("dvonn")
        raw.reset(seed=1)
        self.assertRaises(ValueError, raw.step, 2450)
        self.assertRaises(ValueError, aec.raw_env, "dvonn", reward="stars")

    def test_pictures_show_what_all_may_see(self):
        env = aec.env("honest_john", render_mode="svg")
        env.reset(seed=1)
        self.assertEqual(env.render(), env.unwrapped.game.svg(None))


class Gymnasium(unittest.TestCase):
    def test_every_game_passes_the_checker(self):
        for name in games():
            for seat in (0, 1):
                with self.subTest(name), warnings.catch_warnings():
                    warnings.simplefilter("error")
                    # The environment is created directly, so it has no registered spec.
                    warnings.filterwarnings("ignore", message=".*spec.*")
                    check_env(SeatEnv(name, seat=seat, render_mode="svg"))

    def test_the_others_are_played(self):
        chosen = []

        def opponent(game):
            chosen.append(game.seat)
            return game.legal()[0]

        env = SeatEnv("honest_john", seat=2, options={"rounds": 1}, opponent=opponent)
        observation, _ = env.reset(seed=3)
        done, reward = False, 0.0
        while not done:
            self.assertEqual(env.game.seat, 2)
            self.assertEqual(reward, 0.0)
            action = int(np.flatnonzero(observation["action_mask"])[0])
            observation, reward, done, _, info = env.step(action)
        self.assertEqual((reward, info), (env.game.returns[2], {}))
        self.assertEqual(set(chosen) - {2}, set(chosen))
        self.assertRaises(ValueError, SeatEnv, "dvonn", seat=2)

    def test_an_illegal_action_loses(self):
        env = SeatEnv("kamisado")
        env.reset(seed=1)
        self.assertEqual(env.step(0)[1:], (-1.0, True, False, {"illegal": True}))


if __name__ == "__main__":
    unittest.main()
