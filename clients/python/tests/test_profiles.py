"""Tests of the profiles: where a bot stores its token, and how it uses the token when it starts
again."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from bots import ASYNC_BOT, PATIENCE, open_match, run, start
from referee_client import BadProfile, Client, messages, profiles
from server import Server, program


class Profiles(unittest.TestCase):
    """The file with the token of a bot."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.file = self.home / "referee" / "profiles.toml"
        before = os.environ.get("XDG_CONFIG_HOME")
        os.environ["XDG_CONFIG_HOME"] = str(self.home)
        self.addCleanup(lambda: os.environ.pop("XDG_CONFIG_HOME") if before is None else os.environ.update(XDG_CONFIG_HOME=before))

    def test_the_same_file_plays_on_stdio_and_on_a_server_and_keeps_its_token(self):
        bot = self.home / "bot.py"
        bot.write_text(ASYNC_BOT)
        with Server() as server:
            for _ in range(2):
                environment = {**os.environ, "REFEREE_URL": server.url}
                words = [sys.executable, str(bot)]
                running = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                create = [program(), "match", "create", "kamisado", "--profile", "sleeper", "--player", "sleeper"]
                for _ in range(100):
                    opened = run(*create, "--player", "house-random", "-o", "length=single")
                    if opened.returncode == 0:
                        break
                    time.sleep(0.1)
                self.assertEqual(opened.returncode, 0, opened.stderr)
                _, said = running.communicate(timeout=PATIENCE)
                self.assertEqual(running.returncode, 0, said)
                self.assertIn("ended normal", said)
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)
        done = run(program(), "play", "kamisado", "-e", f"{sys.executable} {bot}", "-e", f"{program()} bot random", "--record", self.home)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_profiles_are_added_and_read(self):
        self.assertIsNone(profiles.load("home"))
        profiles.add("home", profiles.Profile("http://127.0.0.1:1", "secret"))
        profiles.add("a.b c", profiles.Profile("https://b", 'two"quotes'))
        self.assertEqual(profiles.load("home"), profiles.Profile("http://127.0.0.1:1", "secret"))
        self.assertEqual(profiles.load("a.b c"), profiles.Profile("https://b", 'two"quotes'))
        with self.assertRaisesRegex(BadProfile, "has a profile `home` already"):
            profiles.add("home", profiles.Profile("http://c", "other"))
        self.assertNotIn("secret", repr(profiles.load("home")))
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def sleeper(self, url, **environment):
        """Runs a bot that the server does not let play, and returns the finished process."""
        bot = self.home / "bot.py"
        bot.write_text(ASYNC_BOT)
        return run(sys.executable, bot, REFEREE_URL=url, XDG_CONFIG_HOME=str(self.home), **environment)

    def test_a_bot_that_is_killed_goes_on(self):
        bot = self.home / "bot.py"
        bot.write_text(ASYNC_BOT.replace("sleep(0.001)", "sleep(0.05)"))
        with Server() as server:
            running = start(bot, server.url)
            try:
                while profiles.load("sleeper") is None:
                    time.sleep(0.05)
                me = Client(server.url, profiles.load("sleeper").token)
                match_id = open_match(me, "sleeper", length="long")
                while me.match(match_id).summary.ply < 4:
                    time.sleep(0.05)
                running.kill()
                running.wait()
                running = start(bot, server.url)
                self.assertEqual(running.wait(PATIENCE), 0)
            finally:
                running.kill()
                running.wait()
            verdict = me.match(match_id).summary.verdict
            self.assertEqual(verdict.termination, messages.TERMINATION_NORMAL)

    def test_a_name_that_is_taken_leaves_no_profile(self):
        with Server() as server:
            Client(server.url).register("sleeper")
            done = self.sleeper(server.url)
            self.assertEqual(done.returncode, 1)
            self.assertIn("NAME_TAKEN", done.stderr)
            self.assertIsNone(profiles.load("sleeper"))

    def test_a_profile_of_another_server_is_not_used(self):
        profiles.add("sleeper", profiles.Profile("http://127.0.0.1:1", "secret"))
        done = self.sleeper("http://127.0.0.1:2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is for http://127.0.0.1:1, not for http://127.0.0.1:2", done.stderr)
        self.assertNotIn("secret", done.stderr)

    def test_an_address_without_a_scheme_means_http(self):
        self.assertTrue(profiles.Profile("127.0.0.1:7171").is_for("http://127.0.0.1:7171/"))
        self.assertFalse(profiles.Profile("https://home:7171").is_for("home:7171"))

    def test_a_server_that_cannot_be_reached_is_reported(self):
        bot = self.home / "bot.py"
        bot.write_text(ASYNC_BOT)
        environment = {**os.environ, "REFEREE_URL": "http://127.0.0.1:1"}
        words = [sys.executable, str(bot)]
        running = subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True)
        try:
            self.assertIn("cannot reach the server, trying again", running.stderr.readline())
            self.assertIsNone(running.poll())
        finally:
            running.kill()
            running.communicate()

    def test_a_token_that_the_server_does_not_know_registers_again(self):
        with Server() as server:
            token = "referee_" + "5" * 64
            profiles.add("sleeper", profiles.Profile(server.url, token))
            (self.home / "bot.py").write_text(ASYNC_BOT)
            running = start(self.home / "bot.py", server.url)
            try:
                open_match(Client(server.url, token), "sleeper", length="single")
                self.assertEqual(running.wait(PATIENCE), 0)
            finally:
                running.kill()
                running.wait()

    def test_a_file_that_others_can_read_is_refused(self):
        profiles.add("home", profiles.Profile("http://127.0.0.1:1", "secret"))
        self.file.chmod(0o640)
        with self.assertRaisesRegex(BadProfile, "has mode 640: .* expected 600"):
            profiles.load("home")

    def test_a_malformed_file_is_refused_without_its_text(self):
        self.file.parent.mkdir()
        tables = (b'[home]\ntoken = "secret"', b'[home]\ntoken = "secret', b'[home]\nurl = "a"\ntoken = 5')
        for text in (b'token = "secret"', *tables, b'[home]\nurl = "\xff"\ntoken = "secret"'):
            self.file.write_bytes(text)
            with self.assertRaisesRegex(BadProfile, "is malformed") as refused:
                profiles.load("home")
            self.assertNotIn("secret", str(refused.exception))


if __name__ == "__main__":
    unittest.main()
