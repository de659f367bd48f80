"""A server, and who one is there."""

import hashlib
import secrets

import grpc
from referee.v1 import (
    admin_pb2_grpc,
    announcements_pb2_grpc,
    challenges_pb2_grpc,
    consents_pb2_grpc,
    contests_pb2_grpc,
    games_pb2_grpc,
    ladders_pb2_grpc,
    matches_pb2_grpc,
    players_pb2_grpc,
    server_pb2_grpc,
    tokens_pb2_grpc,
    tournaments_pb2_grpc,
)

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
    """A server, and who one is there: `Client("https://referee.example.org")`, or `http://127.0.0.1:7171`. `games`, `matches`,
    `players`, `tokens`, `challenges`, `consents`, `ladders`, `tournaments`, `contests`, `admin`, `announcements` and `server` are all
    calls of these services; they take `metadata=client.metadata`.

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
        self.challenges = challenges_pb2_grpc.ChallengeServiceStub(channel)
        self.consents = consents_pb2_grpc.ConsentServiceStub(channel)
        self.games = games_pb2_grpc.GameServiceStub(channel)
        self.matches = matches_pb2_grpc.MatchServiceStub(channel)
        self.players = players_pb2_grpc.PlayerServiceStub(channel)
        self.server = server_pb2_grpc.ServerServiceStub(channel)
        self.tokens = tokens_pb2_grpc.TokenServiceStub(channel)
        self.contests = contests_pb2_grpc.ContestServiceStub(channel)
        self.ladders = ladders_pb2_grpc.LadderServiceStub(channel)
        self.tournaments = tournaments_pb2_grpc.TournamentServiceStub(channel)
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)
        self.announcements = announcements_pb2_grpc.AnnouncementServiceStub(channel)

    def register(self, name, secret=None, display_name="", invite=""):
        """Makes a player, and gives its client. Its `token` is `secret`, or drawn here; the server knows the digest alone: keep it.
        The same again gives the same player, also where the answer to the first was lost."""
        secret = secret or new_secret()
        self._may_carry_tokens()
        asked = messages.RegisterRequest(name=name, display_name=display_name, invite=invite, token_digest=digest_of(secret))
        self._call(self.players.Register, asked)
        return Client(self.url, secret, **self._security)

    def create_bot(self, name, secret=None, display_name="", scopes=()):
        """Makes a bot of this player's, and gives its client. Its `token` is as in `register`, and good for `scopes`, or for
        `SCOPE_PLAY` alone."""
        secret = secret or new_secret()
        asked = messages.CreateBotRequest(
            name=name, display_name=display_name, scopes=scopes, token_digest=digest_of(secret)
        )
        self._call(self.players.CreateBot, asked)
        return Client(self.url, secret, **self._security)

    def create_token(self, name, scopes, secret=None, **more):
        """Makes another token of this player's, good for `scopes`, and gives its client. `more` are other fields of
        `CreateTokenRequest`: `player=` for a bot of its own, `expires_unix_ms=`, ..."""
        secret = secret or new_secret()
        asked = messages.CreateTokenRequest(name=name, scopes=scopes, token_digest=digest_of(secret), **more)
        self._call(self.tokens.CreateToken, asked)
        return Client(self.url, secret, **self._security)

    def list_tokens(self, player=""):
        """The tokens of this player, or of a bot of its own, without their secrets."""
        asked = messages.ListTokensRequest(player=player)
        while True:
            page = self._call(self.tokens.ListTokens, asked)
            yield from page.tokens
            if not page.next_page_token:
                return
            asked.page_token = page.next_page_token

    def revoke_token(self, token_id, reason=""):
        """Makes a token useless at once, and ends its streams. `reason` is needed where it is somebody else's."""
        self._call(self.tokens.RevokeToken, messages.RevokeTokenRequest(token_id=token_id, reason=reason))

    def retire_bot(self, name, reason=""):
        """Takes a bot out of play, and gives it as it is then. `reason` is needed where it is somebody else's."""
        return self._call(self.players.RetireBot, messages.RetireBotRequest(player=name, reason=reason)).player

    def revive_bot(self, name, reason=""):
        """Lets a retired bot play again, and gives it as it is then. `reason` is needed where it is somebody else's."""
        return self._call(self.players.ReviveBot, messages.ReviveBotRequest(player=name, reason=reason)).player

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

    def challenge(self, game, opponents=(), time_control="60+1", options=None, seat=None, request_id=None, **more):
        """Proposes a match to these opponents, or with none of them to anybody, and gives the challenge: it is a match at once where
        all opponents accept it by what they declared. `more` are other fields of `CreateChallengeRequest` (`keep=True`, `expires_in_ms`,
        `seats`), or of `MatchRules` (`rated=True`)."""
        of_request = {key: more.pop(key) for key in ("seats", "expires_in_ms", "keep") if key in more}
        controls = [time_control] if isinstance(time_control, str) else time_control
        asked = messages.CreateChallengeRequest(
            game=game,
            opponents=opponents,
            options=options,
            rules=messages.MatchRules(time_controls=controls, **more),
            seat=seat,
            request_id=request_id or new_request_id(),
            **of_request,
        )
        return self._call(self.challenges.CreateChallenge, asked).challenge

    def accept_challenge(self, challenge_id):
        """Agrees to a challenge: its match is opened once all have."""
        asked = messages.AcceptChallengeRequest(challenge_id=challenge_id)
        return self._call(self.challenges.AcceptChallenge, asked).challenge

    def decline_challenge(self, challenge_id, reason=messages.DECLINE_REASON_OTHER, text=""):
        """Declines a challenge."""
        asked = messages.DeclineChallengeRequest(challenge_id=challenge_id, reason=reason, text=text)
        return self._call(self.challenges.DeclineChallenge, asked).challenge

    def cancel_challenge(self, challenge_id):
        """Takes a challenge of this player's own back."""
        asked = messages.CancelChallengeRequest(challenge_id=challenge_id)
        return self._call(self.challenges.CancelChallenge, asked).challenge

    def open_challenges(self):
        """The challenges that are open: those of and to this player, and those to anybody."""
        challenges, page_token = [], ""
        while True:
            asked = messages.ListChallengesRequest(page_token=page_token)
            page = self._call(self.challenges.ListChallenges, asked)
            challenges.extend(page.challenges)
            page_token = page.next_page_token
            if not page_token:
                return challenges

    def watch_lobby(self):
        """The open challenges and who is connected, then `caught_up`, then what changes: pairs of a kind and a message."""
        for said in self._stream(self.challenges.WatchLobby, messages.WatchLobbyRequest()):
            kind = said.WhichOneof("message")
            yield kind, getattr(said, kind)

    def accept(self, **policy):
        """Says which matches this player accepts without being asked, in place of what it said before. `policy` are fields of
        `AcceptPolicy`: `min_base_ms=10_000`, `max_matches=4`, ...; none accepts every match with a clock and the usual rules."""
        asked = messages.SetAcceptPolicyRequest(policy=messages.AcceptPolicy(**policy))
        self._call(self.consents.SetAcceptPolicy, asked)

    def accept_nothing(self):
        """Takes that back: the player sits in no match to which it has not agreed itself."""
        self._call(self.consents.SetAcceptPolicy, messages.SetAcceptPolicyRequest())

    def enter_ladder(self, name, **entry):
        """Enters a ladder of the server, or changes what the player plays in it. Returns the entrant. `entry` has fields of
        `LadderEntry`: `categories=["kamisado"]` (default: all), `at_once=2` (default: 1), `matches_per_day`, `version_of`."""
        asked = messages.EnterContestRequest(contest=messages.Contest(ladder_id=name), entry=messages.LadderEntry(**entry))
        return self._call(self.contests.EnterContest, asked).entrant

    def withdraw_from_ladder(self, name, reason=""):
        """Withdraws from a ladder. Paired matches are still played, and the player keeps its rating. Returns the entrant."""
        asked = messages.WithdrawFromContestRequest(contest=messages.Contest(ladder_id=name), reason=reason)
        return self._call(self.contests.WithdrawFromContest, asked).entrant

    def enter_tournament(self, name):
        """Enters a tournament of the server. Returns its summary."""
        asked = messages.EnterContestRequest(contest=messages.Contest(tournament_id=name))
        return self._call(self.contests.EnterContest, asked).summary

    def withdraw_from_tournament(self, name, reason=""):
        """Withdraws from a tournament. Returns its summary."""
        asked = messages.WithdrawFromContestRequest(contest=messages.Contest(tournament_id=name), reason=reason)
        return self._call(self.contests.WithdrawFromContest, asked).summary

    def grant_consent(self, tournament):
        """Agrees to every match that a host opens for this tournament, which a program outside the server runs."""
        asked = messages.GrantConsentRequest(contest=messages.Contest(tournament_id=tournament))
        self._call(self.consents.GrantConsent, asked)

    def revoke_consent(self, tournament):
        """Withdraws that agreement for matches that are not open yet."""
        asked = messages.RevokeConsentRequest(contest=messages.Contest(tournament_id=tournament))
        self._call(self.consents.RevokeConsent, asked)

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
        `filter` are fields of `ResultFilter`: `contest={"tournament_id": "spring"}`, `player="ann"`, ... `None` comes once, when all that had ended
        was given."""
        asked = messages.WatchResultsRequest(after_number=after_number, filter=messages.ResultFilter(**filter))
        for said in self._stream(self.matches.WatchResults, asked):
            yield said.result if said.WhichOneof("message") == "result" else None

    def standings(self, **asked):
        """Returns standings. `asked` has fields of `GetStandingsRequest`: `contest={"tournament_id": "spring"}`, `category`, and
        `by_results={"game": ..., "created_by": ...}` for the standings by results. `results` continues after their `last_number`."""
        return self._call(self.contests.GetStandings, messages.GetStandingsRequest(**asked))

    def frames(self, match_id, round=None, from_ply=0, plies=None):
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
        # A move is named by its `turn_id`.
        request_id = "" if "play_move" in command else new_request_id()
        asked = messages.SubmitCommandRequest(match_id=match_id, request_id=request_id, **command)
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


def new_secret():
    """A token's secret, of 256 bits of the system's luck."""
    return "referee_" + secrets.token_hex(32)


def digest_of(secret):
    """The SHA-256 of a secret, which is all that a server keeps of it."""
    return hashlib.sha256(secret.encode()).digest()


def new_request_id():
    """A name for a request that nobody has used before."""
    return secrets.token_hex(16)
