#!/usr/bin/env python3
"""One table of faults for the bots of all clients: the example `any_move` of each plays a match on a server while
connections, the server and the bot itself fail. Every match must end normally, by moves alone.

The three bots play at the same time, each through a proxy of its own, so that a server fails for all of them."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "clients"
sys.path.insert(0, str(CLIENTS / "python" / "tests"))

from bots import PATIENCE, Playing, Recorder, open_match
from proxy import Proxy
from referee_client import Client, ConnectionLost, Refused, messages
from server import Server, program

BOTS = {
    "rust": [program().with_name("examples") / "any_move"],
    "python": [sys.executable, CLIENTS / "python" / "examples" / "any_move.py"],
    "typescript": ["node", CLIENTS / "typescript" / "examples" / "any_move.mjs"],
}
#: Seconds that the opponent takes for a move, so that a match is still in progress when something fails.
PACE = 0.1


def run(words, variables):
    """Starts a program without the caller's variables `REFEREE_...`."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")} | variables
    words = [str(word) for word in words]
    return subprocess.Popen(words, env=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


class SeatedBot:
    """The bot of one client, its player, its opponent and its match. Both players connect through proxies."""

    def __init__(self, client, home):
        self.client, self.home = client, home
        self.proxy, self.other_proxy = Proxy("http://127.0.0.1:1"), Proxy("http://127.0.0.1:1")
        self.processes = []

    def register(self, url):
        self.proxy.target = self.other_proxy.target = url
        self.player, opponent = Client(url).register(self.client), Client(url).register(f"against-{self.client}")
        opponent.accept()
        self.playing = Playing(Recorder(PACE), self.other_proxy.url, opponent.token, until_ended=1)

    def start(self, *words):
        """Starts the bot, or the program that `words` are, for the player."""
        more = {"REFEREE_URL": self.proxy.url, "REFEREE_TOKEN": self.player.token, "XDG_CONFIG_HOME": self.home}
        self.processes.append(run(words or BOTS[self.client], more))

    def kill(self):
        self.processes[-1].kill()
        self.processes[-1].wait()

    def open_match(self):
        self.match_id = open_match(self.player, self.client, "600+1", other=f"against-{self.client}", length="long")

    def wait(self, is_reached):
        """Waits until `is_reached` of the match's summary; returns the summary."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # The server may be away, or just back.
            with contextlib.suppress(ConnectionLost, Refused):
                summary = self.player.match(self.match_id).summary
                if is_reached(summary):
                    return summary
            time.sleep(0.1)
        raise TimeoutError(f"{self.client}: {self.match_id}")

    def is_under_way(self):
        summary = self.wait(lambda summary: summary.ply >= 4 or summary.round > 1)
        assert summary.state == messages.MATCH_STATE_LIVE, f"{self.client}: the match ended before anything failed"


class Table:
    """A server and one bot of each client, each in a match against a slow opponent."""

    def __init__(self, data):
        self.data = data
        self.bots = [SeatedBot(client, data) for client in BOTS]

    def __enter__(self):
        with contextlib.ExitStack() as exits:
            self.serve()
            exits.callback(self.stop)
            for bot in self.bots:
                exits.enter_context(bot.proxy)
                exits.enter_context(bot.other_proxy)
                bot.register(self.server.url)
                bot.start()
            for bot in self.bots:
                bot.open_match()
            for bot in self.bots:
                bot.is_under_way()
            self.exits = exits.pop_all()
        return self

    def __exit__(self, *_):
        self.exits.close()

    def stop(self):
        for process in [process for bot in self.bots for process in bot.processes]:
            process.kill()
            process.wait()
            process.stderr.close()
        self.server.__exit__()

    def serve(self):
        self.server = Server("--data", self.data).__enter__()

    def kill_server(self):
        self.server.__exit__()
        for bot in self.bots:
            bot.proxy.cut()
            bot.other_proxy.cut()

    def serve_again(self):
        """Starts the killed server again, at another address."""
        self.serve()
        for bot in self.bots:
            bot.proxy.target = bot.other_proxy.target = self.server.url
            bot.player = Client(self.server.url, bot.player.token)


def cut_connections(table):
    for _ in range(6):
        for bot in table.bots:
            bot.proxy.cut()
        time.sleep(0.4)


def half_open_connections(table):
    for bot in table.bots:
        bot.proxy.deafen()


def killed_server(table):
    for _ in range(2):
        table.kill_server()
        time.sleep(0.5)
        table.serve_again()
        for bot in table.bots:
            bot.is_under_way()


def killed_bot(table):
    for _ in range(3):
        for bot in table.bots:
            bot.kill()
            bot.start()
        time.sleep(0.5)


def killed_server_and_bot(table):
    table.kill_server()
    for bot in table.bots:
        bot.kill()
        bot.start()
    time.sleep(0.5)
    table.serve_again()


def replaced_connection(table):
    for bot in table.bots:
        bot.start(program(), "join", table.server.url, "--engine", f"{program()} bot random")
    for bot in table.bots:
        first, second = bot.processes
        try:
            assert first.wait(PATIENCE) != 0, f"{bot.client}: the replaced bot ended as if nothing had happened"
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{bot.client} was not replaced; `join` ended with {second.poll()}") from None
        said = first.stderr.read()
        assert "replaced" in said.lower(), f"{bot.client}: {said}"


class Faults(unittest.TestCase):
    def play(self, fault):
        with tempfile.TemporaryDirectory() as data, Table(data) as table:
            fault(table)
            for bot in table.bots:
                with self.subTest(bot.client):
                    summary = bot.wait(lambda summary: summary.state == messages.MATCH_STATE_OVER)
                    self.assertEqual(summary.verdict.termination, messages.TERMINATION_NORMAL)
                    self.assertFalse(summary.losses)

    def test_cut_connections(self):
        self.play(cut_connections)

    def test_half_open_connections(self):
        self.play(half_open_connections)

    def test_killed_server(self):
        self.play(killed_server)

    def test_killed_bot(self):
        self.play(killed_bot)

    def test_killed_server_and_bot(self):
        self.play(killed_server_and_bot)

    def test_replaced_connection(self):
        self.play(replaced_connection)

    def test_a_wrong_address_leaves_no_profile(self):
        for client, words in BOTS.items():
            with self.subTest(client), tempfile.TemporaryDirectory() as home:
                bot = run(words, {"REFEREE_URL": "http://127.0.0.1:1", "XDG_CONFIG_HOME": home})
                self.assertIn("trying again", bot.stderr.readline())
                bot.kill()
                bot.communicate()
                self.assertEqual(list(pathlib.Path(home).rglob("*.toml")), [])


if __name__ == "__main__":
    unittest.main()
