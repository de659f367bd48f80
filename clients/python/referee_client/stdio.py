"""A bot on standard input and output: the lines of docs/stdio.md, as JSON."""

from __future__ import annotations

import asyncio
import inspect
import os
import secrets
import sys
import threading
import traceback
from typing import Any, BinaryIO, Optional

from google.protobuf import json_format
from referee.engine.v1.engine_pb2 import FromEngine, MatchResult, NewMatch, Position, ToEngine

from .bot import Bot
from .turn import Action, Choice, Move, Result, Turn, turn_of

#: Newest supported version of the protocol.
VERSION = 1


def play(bot: Bot) -> list[Result]:
    """Plays all matches that the referee starts. Returns after `quit` or the end of the input."""
    # The output of the bot goes to standard error, so that it cannot disturb the lines.
    sys.stdout.flush()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    session = Session(bot, out)
    for line in sys.stdin.buffer:
        if not session.take(line.decode()):
            break
    return session.results


class Session:
    """A dialogue with the referee. This thread reads; another one thinks, so `isready` and
    `stop` are answered while the bot thinks."""

    def __init__(self, bot: Bot, out: BinaryIO) -> None:
        self.bot, self.out = bot, out
        self.results: list[Result] = []
        self.match, self.position = NewMatch(), Position()
        self.turn: Optional[Turn] = None
        self.answer: Optional[dict[str, Any]] = None
        self.thinking: Optional[threading.Thread] = None
        # Guards `turn` and `answer`, and keeps lines whole.
        self.lock = threading.RLock()

    def take(self, line: str) -> bool:
        """Handles a line. Returns whether the dialogue continues."""
        if not line.startswith("{"):
            # Only these lines come as words; JSON begins after our `refereeok`.
            words = line.split()
            if words[:1] == ["referee"]:
                self.introduce()
            return words[:1] != ["quit"]
        said = json_format.Parse(line, ToEngine(), ignore_unknown_fields=True)
        verb = said.WhichOneof("message")
        if verb == "referee":
            self.introduce()
        elif verb == "isready":
            self.say(readyok={})
        elif verb == "newmatch":
            self.leave()
            self.match = said.newmatch
            if self.match.commitment:
                self.say(nonce={"value": secrets.token_hex(16)})
        elif verb == "position":
            self.position = said.position
        elif verb == "go":
            self.go(said)
        elif verb == "stop" and self.turn:
            self.turn.stop()
        elif verb == "matchresult":
            self.end(said.matchresult)
        return bool(verb != "quit")

    def introduce(self) -> None:
        """Sends the introduction of the bot."""
        about = {"name": self.bot.full_name, "author": self.bot.author}
        self.say(id={key: value for key, value in about.items() if value})
        if self.bot.games:
            self.say(games={"ids": list(self.bot.games)})
        self.say(refereeok={"version": VERSION})

    def go(self, said: ToEngine) -> None:
        """Starts to think about a turn, or sends its answer again."""
        with self.lock:
            if self.turn and self.turn.turn_id == said.go.turn_id:
                if self.answer:
                    self.say(**self.answer)
                return
            self.leave()
            options = dict(option.split("=", 1) for option in self.match.options)
            position = self.position.view or self.position.start
            self.turn = turn_of(said.go, self.position, self.match, position=position, options=options)
            self.thinking = threading.Thread(target=self.think, args=(self.turn, self.thinking), daemon=True)
            self.thinking.start()

    def think(self, turn: Turn, before: Optional[threading.Thread]) -> None:
        """Answers a turn, after the thread of the previous turn has ended."""
        if before:
            before.join()
        if self.turn is not turn:
            return
        try:
            chosen: Any = self.bot.choose(turn)
            if inspect.isawaitable(chosen):
                chosen = asyncio.run(awaited(chosen))
            answer = words_of(turn, chosen)
        except BaseException:
            # Without an answer, the referee would wait until the flag falls.
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        with self.lock:
            if self.turn is turn:
                self.answer = answer
                if isinstance(chosen, Move) and chosen.score is not None:
                    self.say(info={"score": chosen.score})
                self.say(**answer)

    def end(self, said: MatchResult) -> None:
        """Reports the result of the match."""
        self.leave()
        match, seat = self.match, said.seat if said.HasField("seat") else None
        ends = (said.termination, seat, tuple(said.points), tuple(said.places), said.detail)
        self.results.append(Result(match.match_id, match.game, match.seat, tuple(match.players), *ends))
        self.bot.ended(self.results[-1])

    def leave(self) -> None:
        """Closes the turn, so that an answer still being chosen is dropped."""
        with self.lock:
            if self.turn:
                self.turn.stop()
            self.turn = self.answer = None

    def say(self, **message: Any) -> None:
        """Writes a line."""
        line = json_format.MessageToJson(FromEngine(**message), indent=None)
        with self.lock:
            self.out.write(line.encode() + b"\n")
            self.out.flush()


async def awaited(chosen: Any) -> Any:
    """Awaits the result of an `async` bot."""
    return await chosen


def words_of(turn: Turn, chosen: Choice) -> dict[str, Any]:
    """Returns the message that answers a turn."""
    if isinstance(chosen, Action):
        return {{"resign": "resign", "accept_draw": "acceptdraw", "claim_draw": "claimdraw"}[chosen.value]: {}}
    move = chosen if isinstance(chosen, Move) else Move(chosen)
    return {"bestmove": {"notation": move.notation, "turn_id": turn.turn_id, "offer_draw": move.offer_draw}}
