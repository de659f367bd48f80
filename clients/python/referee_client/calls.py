"""The parts that `Client` and `AsyncClient` share, and how each of them makes a call."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import AsyncIterator, Iterator
from typing import Any, Optional, TypeVar

import grpc
import grpc.aio
from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from . import messages, security
from .refused import of_call
from .seats import Seats

#: Time limit of a call, in seconds.
TIMEOUT = 30
OPTIONS = [
    # The limit is in bytes, because a record can be long.
    ("grpc.max_receive_message_length", 64 << 20),
    # Pings detect a connection that was cut silently.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    # A short delay finds a restarted server soon.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
]

Answer = TypeVar("Answer", bound=Message)


class Service:
    """The calls of a service by their names, as in `matches.GetMatch(request,
    metadata=client.metadata)`."""

    def __init__(self, channel: Any, name: str) -> None:
        service = descriptor_pool.Default().FindServiceByName(f"referee.v1.{name}")
        for method in service.methods:
            kinds = ("stream" if streams else "unary" for streams in (method.client_streaming, method.server_streaming))
            call = getattr(channel, "_".join(kinds))(
                f"/{service.full_name}/{method.name}",
                request_serializer=GetMessageClass(method.input_type).SerializeToString,
                response_deserializer=GetMessageClass(method.output_type).FromString,
            )
            setattr(self, method.name, call)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the service has no call `{name}`")


class Connection:
    """A connection to a server, with the calls of every service."""

    #: The code for `RecoverAccount` if the token is lost. Set only after `register`.
    recovery_code = ""

    def __init__(
        self, url: str, token: Optional[str] = None, tls_ca: Optional[str] = None, allow_cleartext_token: bool = False
    ) -> None:
        self.url, self.token = url, token
        self.metadata = [("authorization", "Bearer " + token)] if token else []
        self._tls_ca, self._allow_cleartext_token = tls_ca, allow_cleartext_token
        self._server = security.Server.of(url)
        if token:
            self._may_carry_tokens()
        self._channel = channel = self._open()
        self.admin = Service(channel, "AdminService")
        self.announcements = Service(channel, "AnnouncementService")
        self.challenges = Service(channel, "ChallengeService")
        self.consents = Service(channel, "ConsentService")
        self.contests = Service(channel, "ContestService")
        self.games = Service(channel, "GameService")
        self.ladders = Service(channel, "LadderService")
        self.matches = Service(channel, "MatchService")
        self.players = Service(channel, "PlayerService")
        self.server = Service(channel, "ServerService")
        self.tokens = Service(channel, "TokenService")
        self.tournaments = Service(channel, "TournamentService")

    def _open(self) -> Any:
        raise NotImplementedError

    def _may_carry_tokens(self) -> None:
        if not self._server.is_confidential and not self._allow_cleartext_token:
            raise security.CleartextToken(
                f"refusing to send a token unencrypted to {self._server.host}: use https://, or set allow_cleartext_token"
            )


class Calls(Connection):
    """Calls that block."""

    def seats(self, nonces: bool = True, **hello: Any) -> Seats:
        """Opens the stream of this player's seats. `hello` has fields of `Hello`: `games`,
        `max_matches`, `resume`, ... With `nonces`, the stream sends a nonce to each match that
        waits for one."""
        return Seats(self.matches, self.metadata, messages.Hello(**hello), nonces)

    def close(self) -> None:
        """Closes the connection."""
        self._channel.close()

    def _open(self) -> Any:
        return self._server.channel(grpc, OPTIONS, self._tls_ca)

    def _call(self, call: Any, asked: Message, answer: type[Answer]) -> Answer:
        try:
            said: Answer = call(asked, timeout=TIMEOUT, metadata=self.metadata)
        except grpc.RpcError as error:
            raise of_call(error) from None
        return said

    def _stream(self, call: Any, asked: Message, answer: type[Answer]) -> Iterator[Answer]:
        answers = call(asked, metadata=self.metadata)
        try:
            yield from answers
        except grpc.RpcError as error:
            raise of_call(error) from None
        finally:
            answers.cancel()


class AsyncCalls(Connection):
    """Calls that are awaited."""

    async def close(self) -> None:
        """Closes the connection."""
        await self._channel.close()

    def _open(self) -> Any:
        return self._server.channel(grpc.aio, OPTIONS, self._tls_ca)

    async def _call(self, call: Any, asked: Message, answer: type[Answer]) -> Answer:
        try:
            said: Answer = await call(asked, timeout=TIMEOUT, metadata=self.metadata)
        except grpc.RpcError as error:
            raise of_call(error) from None
        return said

    async def _stream(self, call: Any, asked: Message, answer: type[Answer]) -> AsyncIterator[Answer]:
        answers = call(asked, metadata=self.metadata)
        try:
            async for said in answers:
                yield said
        except grpc.RpcError as error:
            raise of_call(error) from None
        finally:
            answers.cancel()


def new_secret() -> str:
    """Returns a new secret for a token, with 256 random bits."""
    return "referee_" + secrets.token_hex(32)


def digest_of(secret: str) -> bytes:
    """Returns the SHA-256 of a secret. The server stores nothing else of it."""
    return hashlib.sha256(secret.encode()).digest()


def new_request_id() -> str:
    """Returns a new, random request id."""
    return secrets.token_hex(16)
