"""A server, and who one is there."""

import secrets

import grpc
from referee.v1 import games_pb2_grpc, matches_pb2_grpc, players_pb2_grpc

from . import messages, security
from .bot import PROTOCOL_VERSION, Bot
from .refused import Refused, of_call

#: How long a call may take, in seconds.
TIMEOUT = 30
#: The largest message that is read, in bytes: a record can be long.
MAX_MESSAGE = 64 << 20
#: A connection that is silent for so long is asked whether it is there, and has so long to answer, in milliseconds.
KEEPALIVE_MS = 20_000


class Client:
    """A server, and who one is there: `Client("https://referee.example.org")`, or `http://127.0.0.1:7171`. `games`, `matches` and
    `players` are all calls of these services; they take `metadata=client.metadata`.

    `tls_ca` is a file with the certificates (PEM) of the authorities that may vouch for an `https` server; those of the system, unless
    given. `ValueError` for an address of another protocol, and `CleartextToken` where a token would be sent in clear to another
    machine, unless `allow_cleartext_token`."""

    def __init__(self, url, token=None, tls_ca=None, allow_cleartext_token=False):
        self.url, self.token = url, token
        self._security = {"tls_ca": tls_ca, "allow_cleartext_token": allow_cleartext_token}
        self.metadata = [("authorization", "Bearer " + token)] if token else []
        options = {
            "grpc.max_receive_message_length": MAX_MESSAGE,
            "grpc.keepalive_time_ms": KEEPALIVE_MS,
            "grpc.keepalive_timeout_ms": KEEPALIVE_MS,
        }
        self._server = security.Server.of(url)
        if token:
            self._may_carry_tokens()
        channel = self._server.channel(list(options.items()), tls_ca)
        self.games = games_pb2_grpc.GameServiceStub(channel)
        self.matches = matches_pb2_grpc.MatchServiceStub(channel)
        self.players = players_pb2_grpc.PlayerServiceStub(channel)

    def register(self, name):
        """Makes a player, and gives its client. Its `token` is shown this once: keep it."""
        self._may_carry_tokens()
        asked = messages.RegisterRequest(name=name, request_id=new_request_id())
        return Client(self.url, self._call(self.players.Register, asked).token, **self._security)

    def create(self, game, players, time_control="60+1", options=None, occasion=None, labels=None, request_id=None, **rules):
        """Opens a match, and gives its summary. `time_control` is one for every seat, or a list of one for each; `rules` are the
        other fields of `MatchRules`: `rated=True`."""
        controls = [time_control] if isinstance(time_control, str) else time_control
        asked = messages.CreateMatchRequest(
            game=game,
            players=players,
            options=options,
            rules=messages.MatchRules(time_controls=controls, **rules),
            occasion=occasion,
            labels=labels,
            request_id=request_id or new_request_id(),
        )
        return self._call(self.matches.CreateMatch, asked).summary

    def match(self, match_id):
        """A match as it stands: its `summary`, its `position`, its `legal` moves."""
        return self._call(self.matches.GetMatch, messages.GetMatchRequest(match_id=match_id))

    def watch(self, match_id, after_seq=0):
        """Every event of a match after the one numbered `after_seq`: those that were, and those that come."""
        asked = messages.WatchMatchRequest(match_id=match_id, after_seq=after_seq)
        for said in self._stream(self.matches.WatchMatch, asked):
            if said.WhichOneof("message") == "event":
                yield said.event

    def watch_matches(self, **asked):
        """Many matches at once, as pairs of a match's id and a message. `asked` are fields of `WatchMatchesRequest`: `newest=50`,
        `detail=messages.DETAIL_FRAMES`, ..."""
        for said in self._stream(self.matches.WatchMatches, messages.WatchMatchesRequest(**asked)):
            yield said.match_id, getattr(said, said.WhichOneof("message"))

    def results(self, after_number=0, **filter):
        """How matches ended, in the order in which they did, behind the result with that number; it goes on as matches end.
        `filter` are fields of `ResultFilter`: `tournament="spring"`, `player="ann"`, ... `None` comes once, when all that had ended
        was given."""
        asked = messages.WatchResultsRequest(after_number=after_number, filter=messages.ResultFilter(**filter))
        for said in self._stream(self.matches.WatchResults, asked):
            yield said.result if said.WhichOneof("message") == "result" else None

    def frames(self, match_id, round=0, from_ply=0, plies=0):
        """The positions of a match one after another, from a round and ply on, as this player may know them."""
        asked = messages.ListFramesRequest(match_id=match_id, round=round, from_ply=from_ply, plies=plies)
        for said in self._stream(self.matches.ListFrames, asked):
            yield said.frame

    def attend(self, **hello):
        """Takes all seats of this player for as long as it is read, and gives what `bot` gives, as pairs of a kind and a message. It
        is answered by `submit`. `hello` are fields of `Hello`."""
        asked = messages.AttendRequest(hello=messages.Hello(**{"protocol_version": PROTOCOL_VERSION, **hello}))
        for said in self._stream(self.matches.Attend, asked):
            kind = said.response.WhichOneof("message")
            yield kind, getattr(said.response, kind)

    def record(self, match_id):
        """The record of a match that is over: an event a line, as JSON, and a seal behind them."""
        asked = messages.GetRecordRequest(match_id=match_id)
        try:
            return "".join(part.record for part in self.matches.GetRecord(asked, metadata=self.metadata))
        except grpc.RpcError as error:
            raise of_call(error) from None

    def record_key(self):
        """The key by which the signatures of the server's records are checked: 64 hexadecimal digits; empty for none."""
        return self._call(self.matches.GetRecordKey, messages.GetRecordKeyRequest()).public_key

    def rematch(self, match_id):
        """Asks for the rematch of a match that is over, or agrees to it, and gives how far it is."""
        asked = messages.RematchRequest(match_id=match_id, request_id=new_request_id())
        return self._call(self.matches.Rematch, asked)

    def submit(self, match_id, **command):
        """Does in one call what a message of a stream does, `submit(match_id, resign={})`; gives the event's number."""
        asked = messages.SubmitCommandRequest(match_id=match_id, request_id=new_request_id(), **command)
        return self._call(self.matches.SubmitCommand, asked).seq

    def bot(self, nonces=True, **hello):
        """The stream of this bot. `hello` are fields of `Hello`: `games`, `max_matches`, `resume`, ... With `nonces` it adds
        to the luck of each match that waits for that."""
        return Bot(self, messages.Hello(**hello), nonces)

    def _may_carry_tokens(self):
        if not self._server.is_confidential and not self._security["allow_cleartext_token"]:
            raise security.CleartextToken(
                f"a token is not sent to {self._server.host} in clear: call https://, or allow it (allow_cleartext_token)"
            )

    def _stream(self, call, asked):
        answers = call(asked, metadata=self.metadata)
        try:
            yield from answers
        except grpc.RpcError as error:
            raise of_call(error) from None
        finally:
            answers.cancel()

    def _call(self, call, asked):
        try:
            return call(asked, timeout=TIMEOUT, metadata=self.metadata)
        except grpc.RpcError as error:
            raise of_call(error) from None


def new_request_id():
    """A name for a request that nobody has used before."""
    return secrets.token_hex(16)
