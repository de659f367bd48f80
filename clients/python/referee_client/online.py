"""A bot on a server. It reconnects, resumes, and answers each turn once."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import inspect
import os
import random
import secrets
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from typing import Any, Callable, Optional

import grpc

from . import messages, profiles
from .aio import AsyncClient
from .bot import Bot
from .calls import new_request_id, new_secret
from .refused import ConnectionLost, Refused, of_call, of_message
from .seats import PROTOCOL_VERSION
from .turn import Action, Choice, Move, Result, Turn, turn_of

#: Delay before the second attempt to connect, in seconds; doubles each time, up to `MOST_DELAY`.
DELAY = 0.05
MOST_DELAY = 5.0
#: Time that the server has to end the stream after it requested a reconnect for one match, in
#: seconds.
LEAVE_WITHIN = 1.0
#: Reasons of refusals after which the server may accept the same answer to the same turn later.
LATER = ("TURN_NOT_OPEN", "MATCH_NOT_STARTED", "STARTING", "STORE_UNAVAILABLE", "LIMIT", "HOST_FAULT")
#: Maximum queued messages for `Session.step`. If the queue is full, the connection is not read.
MOST_WAITING = 256
#: The policy of a player that `run` registers.
ACCEPTS = {"min_base_ms": 1_000}


async def run(
    bot: Bot, url: str, at_once: int, until_ended: Optional[int], accepts: Optional[Mapping[str, Any]]
) -> list[Result]:
    """Plays on a server, with the token in the environment or in a profile."""
    client, is_new = await sign_in(bot, url)
    policy = accepts if accepts is not None else {**ACCEPTS, "max_matches": at_once}
    try:
        if is_new or accepts is not None:
            await keep_trying(lambda: client.accept(**policy))
        return await play(bot, client, at_once=at_once, until_ended=until_ended)
    finally:
        await client.close()


async def keep_trying(call: Callable[[], Any]) -> Any:
    """Retries a call until the server can be reached. Reports the first lost connection, which
    may be the fault of a wrong address."""
    failed, is_reported = 0, False
    while True:
        try:
            return await call()
        except ConnectionLost as lost:
            if not is_reported:
                print(f"cannot reach the server, trying again: {lost}", file=sys.stderr, flush=True)
            failed, is_reported = failed + 1, True
        except Refused as refused:
            if not refused.is_passing:
                raise
            failed += 1
        await asyncio.sleep(delay(failed))


async def sign_in(bot: Bot, url: str) -> tuple[AsyncClient, bool]:
    """Returns the client of the bot's player, and whether it is new."""
    token = os.environ.get("REFEREE_TOKEN")
    if token:
        return AsyncClient(url, token), False
    player = os.environ.get("REFEREE_NAME") or bot.full_name
    name = os.environ.get("REFEREE_PROFILE") or player
    profile = profiles.load(name)
    if profile and not profile.is_for(url):
        text = f"profile `{name}` is for {profile.url}, not for {url}: name another in REFEREE_PROFILE"
        raise profiles.BadProfile(text)
    if profile and profile.token:
        client = AsyncClient(url, profile.token)
        try:
            await keep_trying(client.check_token)
            return client, False
        except Refused as refused:
            if refused.reason != "UNAUTHENTICATED":
                raise
        # The last attempt to register was interrupted, or the server has lost its data.
        token = profile.token
        return await keep_trying(lambda: AsyncClient(url).register(player, token)), True
    # A wrong address leaves no profile.
    await keep_trying(AsyncClient(url).server_info)
    profile = profiles.Profile(url, new_secret())
    # The profile is stored before its token is used, so a crash in between loses no name.
    profiles.add(name, profile)
    try:
        client = await keep_trying(lambda: AsyncClient(url).register(player, profile.token))
    except (Refused, ValueError):
        profiles.remove(name, profile)
        raise
    code = client.recovery_code
    print(f"registered {player}; profile `{name}` in {profiles.path()}; recovery code {code}", file=sys.stderr)
    return client, True


async def play(
    bot: Bot, client: AsyncClient, *, at_once: int = 1, until_ended: Optional[int] = None, **hello: Any
) -> list[Result]:
    """Plays every match of the client's player, `at_once` at a time, and returns after
    `until_ended` of them. Raises `Refused` if the server ends the stream for good. With the
    reason `REPLACED`, another program plays for the player. `hello` has further fields of
    `Hello`."""
    hello = {"games": bot.games, "agent": bot.full_name, "max_matches": at_once, "coalesce": True, **hello}
    # A bot that never returns keeps no results, because it may play for months.
    session = Session(bot, client, hello, asyncio.Semaphore(at_once), keeps_results=until_ended is not None)
    try:
        while until_ended is None or len(session.results) < until_ended:
            await session.step()
    finally:
        await session.close()
    return session.results


def delay(failed: int) -> float:
    """Returns the delay after this many consecutive failures, in seconds. It varies by a
    quarter, so that the clients of a restarted server do not all reconnect at the same time."""
    return float(min(DELAY * 2 ** min(failed, 16), MOST_DELAY) * random.uniform(0.75, 1.25)) if failed else 0.0


@dataclasses.dataclass
class Open:
    """The turn of a match, with its answer."""

    turn: Turn
    #: The messages of the answer; empty while the bot thinks.
    answer: list[messages.SubmitCommandRequest] = dataclasses.field(default_factory=list)
    #: Number of times that the server could not accept the answer.
    declined: int = 0


class Session:
    """All matches of a bot across its connections. Only `step` changes this object; tasks put
    events into `inbox`."""

    def __init__(
        self, bot: Bot, client: AsyncClient, hello: dict[str, Any], room: asyncio.Semaphore, *, keeps_results: bool
    ) -> None:
        self.bot, self.client, self.hello, self.room = bot, client, hello, room
        self.keeps_results = keeps_results
        self.results: list[Result] = []
        self.inbox: asyncio.Queue[Callable[[], None]] = asyncio.Queue(maxsize=MOST_WAITING)
        self.tasks: set[asyncio.Task[None]] = set()
        self.seats: dict[str, messages.Seated] = {}
        #: The number of the last event in each match in play.
        self.known: dict[str, int] = {}
        self.open: dict[str, Open] = {}
        #: Commands without a reply, by their request id or their match and turn.
        self.unanswered: dict[str, messages.SubmitCommandRequest] = {}
        self.failed = self.failed_before = 0
        self.link: Optional[asyncio.Task[None]] = None
        self.outgoing: Optional[asyncio.Queue[Optional[messages.PlayRequest]]] = None

    async def step(self) -> None:
        """Connects if necessary, and handles the next event."""
        if self.link is None:
            self.outgoing = asyncio.Queue()
            resume = [messages.ResumePoint(match_id=of, after_seq=seq) for of, seq in self.known.items()]
            hello = messages.Hello(protocol_version=PROTOCOL_VERSION, resume=resume, **self.hello)
            self.say(messages.PlayRequest(hello=hello))
            for command in self.unanswered.values():
                self.say(messages.PlayRequest(command=command))
            self.link = self.start(self.listen(self.outgoing, delay(self.failed)))
        (await self.inbox.get())()

    async def close(self) -> None:
        """Cancels all running tasks."""
        for opened in self.open.values():
            opened.turn.stop()
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def start(self, work: Any) -> asyncio.Task[None]:
        """Starts a task. `step` raises the exceptions of the task."""
        task: asyncio.Task[None] = asyncio.ensure_future(self.guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def guarded(self, work: Any) -> None:
        """Awaits the work, and puts its exception into `inbox`."""
        try:
            await work
        except Exception as error:
            failure = error

            def fail() -> None:
                raise failure

            await self.inbox.put(fail)

    async def listen(self, outgoing: asyncio.Queue[Optional[messages.PlayRequest]], wait: float) -> None:
        """Runs one connection after a delay."""
        await asyncio.sleep(wait)

        async def requests() -> AsyncIterator[messages.PlayRequest]:
            while (request := await outgoing.get()) is not None:
                yield request

        link = self.link
        call = self.client.matches.Play(requests(), metadata=self.client.metadata)
        end: Exception = ConnectionLost("the server ended the stream")
        try:
            async for said in call:
                kind = said.WhichOneof("message")
                if kind:
                    message = getattr(said, kind)
                    handle = getattr(self, "on_" + kind, ignore)
                    await self.inbox.put(functools.partial(handle, message))
        except grpc.RpcError as error:
            end = of_call(error)
        finally:
            # The end marker also ends the requests.
            outgoing.put_nowait(None)
            call.cancel()
        await self.inbox.put(lambda: self.lost(link, end))

    def lost(self, link: Optional[asyncio.Task[None]], end: Exception) -> None:
        """Prepares the next connection, unless a newer one already exists."""
        if isinstance(end, Refused) and not end.is_passing:
            raise end
        if link is self.link:
            self.link = self.outgoing = None
            self.failed += 1

    def say(self, said: messages.PlayRequest) -> None:
        """Sends a message if the connection is up."""
        if self.outgoing:
            self.outgoing.put_nowait(said)

    def command(self, command: messages.SubmitCommandRequest) -> None:
        """Sends a command, and sends it again after a cut until the reply arrives."""
        self.unanswered[key_of(command.match_id, command.request_id, command.play_move.turn_id)] = command
        self.say(messages.PlayRequest(command=command))

    def on_ping(self, ping: messages.Ping) -> None:
        """Answers the server's ping, even while the bot thinks."""
        self.say(messages.PlayRequest(pong=messages.Pong(nonce=ping.nonce)))

    def on_welcome(self, welcome: messages.Welcome) -> None:
        """Resets the count of failed attempts."""
        self.failed_before, self.failed = self.failed, 0

    def on_seated(self, seated: messages.Seated) -> None:
        """Takes a seat, and sends a nonce to a match that waits for it."""
        self.seats[seated.match_id] = seated
        self.known.setdefault(seated.match_id, 0)
        summary = seated.summary
        if summary.state == messages.MATCH_STATE_WAITING and summary.rules.nonce_wait_ms > 0:
            nonce = messages.GiveNonce(nonce=secrets.token_hex(16))
            self.command(
                messages.SubmitCommandRequest(match_id=seated.match_id, request_id=new_request_id(), give_nonce=nonce)
            )

    def on_event(self, said: messages.SeatEvent) -> None:
        """Follows a match up to its end."""
        event, match_id = said.event, said.match_id
        if event.seq <= self.known.get(match_id, 0):
            return
        self.known[match_id] = event.seq
        if event.HasField("match_ended"):
            self.leave(match_id)
            self.known.pop(match_id)
            self.unanswered = {key: of for key, of in self.unanswered.items() if of.match_id != match_id}
            result = result_of(self.seats.pop(match_id), event.match_ended.verdict)
            if self.keeps_results:
                self.results.append(result)
            self.bot.ended(result)

    def on_turn(self, said: messages.Turn) -> None:
        """Lets the bot think about a new turn. The same turn gets the same answer."""
        # The turn has the position after this event.
        self.known[said.match_id] = max(self.known.get(said.match_id, 0), said.turn_id)
        known = self.open.get(said.match_id)
        if known and known.turn.turn_id == said.turn_id:
            for command in known.answer:
                self.command(command)
            return
        self.leave(said.match_id)
        opened = self.open[said.match_id] = Open(turn_of(said))
        self.start(self.think(opened))

    def on_accepted(self, said: messages.Accepted) -> None:
        """Removes the command of a reply."""
        self.unanswered.pop(key_of(said.match_id, said.request_id, said.turn_id), None)

    def on_refused(self, said: messages.Refused) -> None:
        """Sends a command again later, if that helps."""
        refused = of_message(said.refusal)
        if not said.match_id and not said.request_id:
            # This refusal is the last message of the stream.
            if not refused.is_passing:
                raise refused
            self.failed = self.failed_before
            return
        if refused.reason in ("STOPPING", "LAGGED"):
            self.start(self.hang_up(self.link))
            return
        command = self.unanswered.pop(key_of(said.match_id, said.request_id, said.turn_id), None)
        opened = self.open.get(said.match_id)
        if not command or not opened or command not in opened.answer:
            return
        if refused.reason in LATER:
            opened.declined += 1
            self.start(self.again(opened, command))
        elif refused.reason != "PAUSED" and (command.HasField("claim_draw") or command.HasField("answer_proposal")):
            # After a pause the turn comes again, and so does the answer.
            if not opened.turn.draw_offered and not opened.turn.claimable:
                raise refused
            # The draw is no longer available, so the bot has to move.
            turn = dataclasses.replace(opened.turn, draw_offered=False, claimable=False)
            opened.turn, opened.answer = turn, []
            self.start(self.think(opened))

    def leave(self, match_id: str) -> None:
        """Closes the turn of a match, so that an answer still being chosen is dropped."""
        opened = self.open.pop(match_id, None)
        if opened:
            opened.turn.stop()

    async def hang_up(self, link: Optional[asyncio.Task[None]]) -> None:
        """Drops a connection that the server does not end itself."""
        await asyncio.sleep(LEAVE_WITHIN)
        if link:
            link.cancel()
        await self.inbox.put(lambda: self.lost(link, ConnectionLost("the server stops")))

    async def again(self, opened: Open, command: messages.SubmitCommandRequest) -> None:
        """Sends an answer again after a delay, if its turn is still open."""
        await asyncio.sleep(delay(opened.declined + 2))
        if self.open.get(command.match_id) is opened and command in opened.answer:
            await self.inbox.put(functools.partial(self.command, command))

    async def think(self, opened: Open) -> None:
        """Lets the bot choose an answer, and sends it."""
        turn = opened.turn
        async with self.room:
            if turn.must_stop:
                return
            chosen: Any = await in_thread(lambda: self.bot.choose(turn))
            if inspect.isawaitable(chosen):
                chosen = await chosen
        await self.inbox.put(lambda: self.answer(opened, turn, chosen))

    def answer(self, opened: Open, turn: Turn, chosen: Choice) -> None:
        """Sends the answer, unless another turn has opened since."""
        if opened.turn is turn and not turn.must_stop:
            opened.answer = commands_of(turn, chosen)
            for command in opened.answer:
                self.command(command)


def ignore(said: object) -> None:
    """Ignores a message that a bot does not need."""


async def in_thread(work: Callable[[], Any]) -> Any:
    """Runs work on a separate thread, which does not keep the program alive."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(set_it: Callable[[Any], None], value: Any) -> None:
        if not future.done():
            set_it(value)

    def thread() -> None:
        done: tuple[Callable[[Any], None], Any]
        try:
            done = future.set_result, work()
        except Exception as error:
            done = future.set_exception, error
        # The loop may have closed while the work ran.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, *done)

    threading.Thread(target=thread, daemon=True).start()
    return await future


def key_of(match_id: str, request_id: str, turn_id: int) -> str:
    """Returns the key of a command: its request id, or its match and turn."""
    return request_id or f"{match_id} {turn_id}"


def commands_of(turn: Turn, chosen: Choice) -> list[messages.SubmitCommandRequest]:
    """Returns the commands that answer a turn."""
    of_turn: dict[str, Any] = {"match_id": turn.match_id}
    of_other = {**of_turn, "request_id": new_request_id()}
    if chosen is Action.RESIGN:
        return [messages.SubmitCommandRequest(**of_other, resign=messages.Resign())]
    if chosen is Action.CLAIM_DRAW:
        return [messages.SubmitCommandRequest(**of_other, claim_draw=messages.ClaimDraw())]
    if chosen is Action.ACCEPT_DRAW:
        accept = messages.AnswerProposal(proposal=messages.PROPOSAL_DRAW, answer=messages.PROPOSAL_ANSWER_ACCEPT)
        return [messages.SubmitCommandRequest(**of_other, answer_proposal=accept)]
    move = chosen if isinstance(chosen, Move) else Move(str(chosen))
    played = messages.PlayMove(turn_id=turn.turn_id, notation=move.notation, score=move.score)
    commands = [messages.SubmitCommandRequest(**of_turn, play_move=played)]
    if move.offer_draw:
        offer = messages.Propose(proposal=messages.PROPOSAL_DRAW)
        commands.insert(0, messages.SubmitCommandRequest(**of_other, propose=offer))
    return commands


def result_of(seated: messages.Seated, verdict: messages.Verdict) -> Result:
    """Returns the result of a match."""
    summary, seat = seated.summary, verdict.seat if verdict.HasField("seat") else None
    word = messages.Termination.Name(verdict.termination).removeprefix("TERMINATION_").lower()
    of_match = (seated.match_id, summary.game, seated.seat, tuple(summary.players))
    return Result(*of_match, word, seat, tuple(verdict.points), tuple(verdict.places), verdict.detail)
