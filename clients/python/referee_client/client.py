"""A connection to a server, with or without a token."""

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

#: Time limit of a call, in seconds.
TIMEOUT = 30
#: The largest message that is accepted, in bytes: a record can be long.
MAX_MESSAGE = 64 << 20
#: Keep-alive interval and its time limit, in milliseconds.
KEEPALIVE_MS = 20_000


class Client:
    """A connection to a server: `Client("https://referee.example.org")` or `Client("http://127.0.0.1:7171")`.

    `games`, `matches`, `players`, `tokens`, `challenges`, `consents`, `contests`, `ladders`, `tournaments`, `admin`,
    `announcements` and `server` are the stubs of these services. Their calls take `metadata=client.metadata`.

    `tls_ca` is a PEM file with the certificate authorities of an `https` server; default: those of the system. Raises `ValueError`
    for an address of another protocol. Raises `CleartextToken` if a token would be sent unencrypted to another machine, unless
    `allow_cleartext_token` is set."""

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
        """Registers a player and returns its client. The `token` of the client is `secret`, or a new one: keep it, since the server
        stores only its digest. You can retry with the same `secret`: the same call returns the same player. `recovery_code` of the
        client is the code that `RecoverAccount` takes if the token is lost."""
        secret = secret or new_secret()
        self._may_carry_tokens()
        asked = messages.RegisterRequest(name=name, display_name=display_name, invite=invite, token_digest=digest_of(secret))
        made = Client(self.url, secret, **self._security)
        made.recovery_code = self._call(self.players.Register, asked).recovery_code
        return made

    def create_bot(self, name, secret=None, display_name="", scopes=()):
        """Creates a bot that this player owns and returns its client. Its `token` is as in `register`. `scopes` default to
        `SCOPE_PLAY`."""
        secret = secret or new_secret()
        asked = messages.CreateBotRequest(
            name=name, display_name=display_name, scopes=scopes, token_digest=digest_of(secret)
        )
        self._call(self.players.CreateBot, asked)
        return Client(self.url, secret, **self._security)

    def create_token(self, name, scopes, secret=None, **more):
        """Creates another token of this player with these `scopes`, and returns its client. `more` has other fields of
        `CreateTokenRequest`: `player=` for a bot that it owns, `expires_unix_ms=`, ..."""
        secret = secret or new_secret()
        asked = messages.CreateTokenRequest(name=name, scopes=scopes, token_digest=digest_of(secret), **more)
        self._call(self.tokens.CreateToken, asked)
        return Client(self.url, secret, **self._security)

    def list_tokens(self, player=""):
        """Yields the tokens of this player, or of a bot that it owns, without their secrets."""
        asked = messages.ListTokensRequest(player=player)
        while True:
            page = self._call(self.tokens.ListTokens, asked)
            yield from page.tokens
            if not page.next_page_token:
                return
            asked.page_token = page.next_page_token

    def revoke_token(self, token_id, reason=""):
        """Revokes a token and ends its streams. `reason` is required for the token of another player."""
        self._call(self.tokens.RevokeToken, messages.RevokeTokenRequest(token_id=token_id, reason=reason))

    def retire_bot(self, name, reason=""):
        """Retires a bot and returns it. `reason` is required for the bot of another player."""
        return self._call(self.players.RetireBot, messages.RetireBotRequest(player=name, reason=reason)).player

    def revive_bot(self, name, reason=""):
        """Lets a retired bot play again and returns it. `reason` is required for the bot of another player."""
        return self._call(self.players.ReviveBot, messages.ReviveBotRequest(player=name, reason=reason)).player

    def create(self, game, players, time_control="60+1", options=None, occasion=None, labels=None, request_id=None, **rules):
        """Creates a match and returns its summary. `time_control` is one for all seats, or a list with one for each. `rules` has the
        other fields of `MatchRules`, such as `rated=True`."""
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
        """Challenges these opponents, or without `opponents` any player, and returns the challenge. If the policies of all opponents
        accept it, the match opens at once. `more` has other fields of `CreateChallengeRequest` (`keep=True`, `expires_in_ms`,
        `seats`) or of `MatchRules` (`rated=True`)."""
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
        """Accepts a challenge. Its match opens once all opponents have accepted."""
        asked = messages.AcceptChallengeRequest(challenge_id=challenge_id)
        return self._call(self.challenges.AcceptChallenge, asked).challenge

    def decline_challenge(self, challenge_id, reason=messages.DECLINE_REASON_OTHER, text=""):
        """Declines a challenge."""
        asked = messages.DeclineChallengeRequest(challenge_id=challenge_id, reason=reason, text=text)
        return self._call(self.challenges.DeclineChallenge, asked).challenge

    def cancel_challenge(self, challenge_id):
        """Cancels a challenge of this player."""
        asked = messages.CancelChallengeRequest(challenge_id=challenge_id)
        return self._call(self.challenges.CancelChallenge, asked).challenge

    def open_challenges(self):
        """Returns the open challenges by and to this player, and those to any player."""
        challenges, page_token = [], ""
        while True:
            asked = messages.ListChallengesRequest(page_token=page_token)
            page = self._call(self.challenges.ListChallenges, asked)
            challenges.extend(page.challenges)
            page_token = page.next_page_token
            if not page_token:
                return challenges

    def watch_lobby(self):
        """Yields the open challenges and the connected players, then `caught_up`, then changes: pairs of a kind and a message."""
        for said in self._stream(self.challenges.WatchLobby, messages.WatchLobbyRequest()):
            kind = said.WhichOneof("message")
            yield kind, getattr(said, kind)

    def accept(self, **policy):
        """Replaces the policy of matches that this player accepts in advance. `policy` has fields of `AcceptPolicy`:
        `min_base_ms=10_000`, `max_matches=4`, ... Without fields it accepts every match with a clock and the usual rules."""
        asked = messages.SetAcceptPolicyRequest(policy=messages.AcceptPolicy(**policy))
        self._call(self.consents.SetAcceptPolicy, asked)

    def accept_nothing(self):
        """Removes the policy: the player must agree to each match itself."""
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
        """Returns a match: its `summary`, its `position`, and its `legal` moves for the player to move."""
        return self._call(self.matches.GetMatch, messages.GetMatchRequest(match_id=match_id))

    def watch(self, match_id, after_seq=0):
        """Yields the events of a match after the number `after_seq`, past and live."""
        asked = messages.WatchMatchRequest(match_id=match_id, after_seq=after_seq)
        for said in self._stream(self.matches.WatchMatch, asked):
            if said.WhichOneof("message") == "event":
                yield said.event

    def watch_matches(self, **asked):
        """Watches many matches: yields pairs of a match id and a message. `asked` has fields of `WatchMatchesRequest`: `newest=50`,
        `detail=messages.DETAIL_FRAMES`, ... The first pair is an empty id and `WatchOpened`, whose `watch_id` `change_watch` takes."""
        for said in self._stream(self.matches.WatchMatches, messages.WatchMatchesRequest(**asked)):
            yield said.match_id, getattr(said, said.WhichOneof("message"))

    def change_watch(self, watch_id, add=(), remove=()):
        """Adds matches to an open `watch_matches`, and removes some, by their ids."""
        add = [messages.ResumePoint(match_id=match_id) for match_id in add]
        self._call(self.matches.ChangeWatch, messages.ChangeWatchRequest(watch_id=watch_id, add=add, remove=remove))

    def results(self, after_number=0, **filter):
        """Yields the results after the number `after_number` in the order of ending, past and live. `filter` has fields of
        `ResultFilter`: `contest={"tournament_id": "spring"}`, `player="ann"`, ... Yields `None` once, after all past results."""
        asked = messages.WatchResultsRequest(after_number=after_number, filter=messages.ResultFilter(**filter))
        for said in self._stream(self.matches.WatchResults, asked):
            yield said.result if said.WhichOneof("message") == "result" else None

    def standings(self, **asked):
        """Returns standings. `asked` has fields of `GetStandingsRequest`: `contest={"tournament_id": "spring"}`, `category`, and
        `by_results={"game": ..., "created_by": ...}` for the standings by results. `results` continues after their `last_number`."""
        return self._call(self.contests.GetStandings, messages.GetStandingsRequest(**asked))

    def frames(self, match_id, round=None, from_ply=0, plies=None):
        """Yields the positions of a match from a round and ply on, as this player may see them."""
        asked = messages.ListFramesRequest(match_id=match_id, round=round, from_ply=from_ply, plies=plies)
        for said in self._stream(self.matches.ListFrames, asked):
            yield said.frame

    def attend(self, **hello):
        """Takes all seats of this player while you read it. Yields what `bot` yields, as pairs of a kind and a message. Answer with
        `submit`. `hello` has fields of `Hello`."""
        asked = messages.AttendRequest(hello=messages.Hello(**{"protocol_version": PROTOCOL_VERSION, **hello}))
        for said in self._stream(self.matches.Attend, asked):
            kind = said.response.WhichOneof("message")
            yield kind, getattr(said.response, kind)

    def record(self, match_id):
        """Returns the record of a finished match: one event a line as JSON, then a seal."""
        asked = messages.GetRecordRequest(match_id=match_id)
        try:
            return "".join(part.record for part in self.matches.GetRecord(asked, metadata=self.metadata))
        except grpc.RpcError as error:
            raise of_call(error) from None

    def record_key(self):
        """Returns the public key of the server's records: 64 hexadecimal digits; empty if it signs none."""
        return self._call(self.matches.GetRecordKey, messages.GetRecordKeyRequest()).public_key

    def rematch(self, match_id):
        """Requests or accepts a rematch of a finished match, and returns its state."""
        asked = messages.RematchRequest(match_id=match_id, request_id=new_request_id())
        return self._call(self.matches.Rematch, asked)

    def submit(self, match_id, **command):
        """Sends a command in one call, as in `submit(match_id, resign={})`. Returns the number of its event."""
        # A move is named by its `turn_id`.
        request_id = "" if "play_move" in command else new_request_id()
        asked = messages.SubmitCommandRequest(match_id=match_id, request_id=request_id, **command)
        return self._call(self.matches.SubmitCommand, asked).seq

    def bot(self, nonces=True, **hello):
        """Opens the stream of this bot. `hello` has fields of `Hello`: `games`, `max_matches`, `resume`, ... With `nonces` the
        stream sends a nonce to each match that waits for one."""
        return Bot(self, messages.Hello(**hello), nonces)

    def _may_carry_tokens(self):
        if not self._server.is_confidential and not self._security["allow_cleartext_token"]:
            raise security.CleartextToken(
                f"refusing to send a token unencrypted to {self._server.host}: use https://, or set allow_cleartext_token"
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
    """Returns a new secret for a token, with 256 random bits."""
    return "referee_" + secrets.token_hex(32)


def digest_of(secret):
    """Returns the SHA-256 of a secret: the server stores nothing else."""
    return hashlib.sha256(secret.encode()).digest()


def new_request_id():
    """Returns a new, random request id."""
    return secrets.token_hex(16)
