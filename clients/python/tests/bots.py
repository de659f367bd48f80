"""Bots for the tests, and functions that run programs and open matches."""

import asyncio
import os
import subprocess
import sys
import threading
import time

from referee_client import AsyncClient, Bot, Refused, play
from server import program

#: Maximum time for one program, in seconds.
PATIENCE = 120

ASYNC_BOT = """
import asyncio, sys
from referee_client import Bot, Move, run

class Sleeper(Bot):
    games = ["kamisado"]
    async def choose(self, turn):
        print("this is not a line of the protocol, and resigns nothing")
        await asyncio.sleep(0.001)
        return Move(turn.legal[-1], score=turn.ply)
    def ended(self, result):
        print("ended", result.termination, file=sys.stderr)

run(Sleeper(), until_ended=1)
"""


def run(*words, **environment):
    """Runs a program to its end, without the caller's variables `REFEREE_...`: only
    `environment` can set `REFEREE_URL`."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    own.update(environment, REFEREE=str(program()))
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=PATIENCE, env=own)


def start(bot, url, *more, **environment):
    """Starts a bot on a server and returns its process."""
    words, environment = [sys.executable, str(bot), *more], {**os.environ, "REFEREE_URL": url, **environment}
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Recorder(Bot):
    """A bot that plays the last legal move after a short while, and records each turn."""

    name = "recorder"

    def __init__(self, seconds=0.02):
        self.asked, self.seconds = [], seconds
        self.has_moved = threading.Event()

    def choose(self, turn):
        self.asked.append((turn.match_id, turn.turn_id))
        if len(self.asked) > 3:
            self.has_moved.set()
        time.sleep(self.seconds)
        return turn.legal[-1]


#: gRPC supports only one event loop per process.
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


class Playing:
    """A call of `play` that runs in the background."""

    def __init__(self, bot, url, token, **more):
        async def go():
            client = AsyncClient(url, token)
            try:
                return await play(bot, client, **more)
            finally:
                await client.close()

        self.future = asyncio.run_coroutine_threadsafe(go(), LOOP)

    def results(self):
        return self.future.result(PATIENCE)


def open_match(me, name, time_control="60+1", game="kamisado", other="house-random", **options):
    """Opens a match of the bot against a house bot as soon as the bot is connected; returns the
    id of the match."""
    for _ in range(100):
        try:
            return me.create(game, [name, other], time_control, options=options).match_id
        except Refused as refused:
            # The bot is not registered or not connected yet.
            if refused.reason not in ("BOT_UNAVAILABLE", "UNAUTHENTICATED"):
                raise
            time.sleep(0.1)
    raise TimeoutError("the bot did not come")
