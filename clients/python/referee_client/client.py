"""A connection to a server, with or without a token."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional, Union

from google.protobuf.message import Message

from . import messages
from .calls import Calls, digest_of, new_request_id, new_secret
from .seats import PROTOCOL_VERSION


class Client(Calls):
    """A connection to a server: `Client("https://referee.example.org")` or
    `Client("http://127.0.0.1:7171")`.

    `games`, `matches`, `players`, `tokens`, `challenges`, `consents`, `contests`, `ladders`,
    `tournaments`, `admin`, `announcements` and `server` have every call of these services. Pass
    `metadata=client.metadata` to each call.

    Calls raise `Refused` or `ConnectionLost`. `tls_ca` is a PEM file with the certificate
    authorities of an `https` server; default: those of the system. Raises `ValueError` for an
    address of another protocol. Raises `CleartextToken` if a token would be sent unencrypted to
    another machine, unless `allow_cleartext_token` is set."""

    def register(self, name: str, secret: Optional[str] = None, display_name: str = "", invite: str = "") -> Client:
        """Registers a player and returns its client. The `token` of the client is `secret`, or a
        new one: store it, because the server stores only its digest. You can retry with the same
        `secret`: the same call returns the same player. The `recovery_code` of the client is the
        code for `RecoverAccount` if the token is lost."""
        secret = secret or new_secret()
        self._may_carry_tokens()
        asked = messages.RegisterRequest(name=name, display_name=display_name, invite=invite, token_digest=digest_of(secret))
        made = Client(self.url, secret, self._tls_ca, self._allow_cleartext_token)
        made.recovery_code = (self._call(self.players.Register, asked, messages.RegisterResponse)).recovery_code
        return made

    def create_bot(
        self, name: str, secret: Optional[str] = None, display_name: str = "", scopes: Sequence[messages.Scope] = ()
    ) -> Client:
        """Creates a bot that this player owns, and returns the client of the bot. The `token` of
        that client is as in `register`. `scopes` default to `SCOPE_PLAY`."""
        secret = secret or new_secret()
        asked = messages.CreateBotRequest(
            name=name, display_name=display_name, scopes=scopes, token_digest=digest_of(secret)
        )
        self._call(self.players.CreateBot, asked, messages.CreateBotResponse)
        return Client(self.url, secret, self._tls_ca, self._allow_cleartext_token)

    def create_token(self, name: str, scopes: Sequence[messages.Scope], secret: Optional[str] = None, **more: Any) -> Client:
        """Creates another token of this player with these `scopes`, and returns its client.
        `more` has other fields of `CreateTokenRequest`: `player=` for a bot that this player
        owns, `expires_unix_ms=`, ..."""
        secret = secret or new_secret()
        asked = messages.CreateTokenRequest(name=name, scopes=scopes, token_digest=digest_of(secret), **more)
        self._call(self.tokens.CreateToken, asked, messages.CreateTokenResponse)
        return Client(self.url, secret, self._tls_ca, self._allow_cleartext_token)

    def server_info(self) -> messages.GetServerInfoResponse:
        """Returns the server's version, its limits and what it can do."""
        return self._call(self.server.GetServerInfo, messages.GetServerInfoRequest(), messages.GetServerInfoResponse)

    def check_token(self) -> None:
        """Raises `Refused` with the reason `UNAUTHENTICATED` if the server does not know the token."""
        self._call(self.consents.GetAcceptPolicy, messages.GetAcceptPolicyRequest(), messages.GetAcceptPolicyResponse)

    def list_tokens(self, player: str = "") -> Iterator[messages.Token]:
        """Yields the tokens of this player, or of a bot that this player owns, without their
        secrets."""
        asked = messages.ListTokensRequest(player=player)
        while True:
            page = self._call(self.tokens.ListTokens, asked, messages.ListTokensResponse)
            for token in page.tokens:
                yield token
            if not page.next_page_token:
                return
            asked.page_token = page.next_page_token

    def revoke_token(self, token_id: str, reason: str = "") -> None:
        """Revokes a token and ends its streams. `reason` is required for the token of another
        player."""
        asked = messages.RevokeTokenRequest(token_id=token_id, reason=reason)
        self._call(self.tokens.RevokeToken, asked, messages.RevokeTokenResponse)

    def retire_bot(self, name: str, reason: str = "") -> messages.Player:
        """Retires a bot and returns it. `reason` is required for the bot of another player."""
        said = self._call(self.players.RetireBot, messages.RetireBotRequest(player=name, reason=reason), messages.RetireBotResponse)
        return said.player

    def revive_bot(self, name: str, reason: str = "") -> messages.Player:
        """Revives a retired bot, so that it can play again, and returns it. `reason` is required
        for the bot of another player."""
        said = self._call(self.players.ReviveBot, messages.ReviveBotRequest(player=name, reason=reason), messages.ReviveBotResponse)
        return said.player

    def create(
        self,
        game: str,
        players: Sequence[str],
        time_control: Union[str, Sequence[str]] = "60+1",
        options: Optional[Mapping[str, str]] = None,
        occasion: Any = None,
        labels: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        **rules: Any,
    ) -> messages.MatchSummary:
        """Creates a match and returns its summary. `time_control` is one for all seats, or a
        list with one for each. `rules` has the other fields of `MatchRules`, such as
        `rated=True`."""
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
        said = self._call(self.matches.CreateMatch, asked, messages.CreateMatchResponse)
        return said.summary

    def challenge(
        self,
        game: str,
        opponents: Sequence[str] = (),
        time_control: Union[str, Sequence[str]] = "60+1",
        options: Optional[Mapping[str, str]] = None,
        seat: Optional[int] = None,
        request_id: Optional[str] = None,
        **more: Any,
    ) -> messages.Challenge:
        """Challenges these opponents, or without `opponents` any player, and returns the
        challenge. If the policies of all opponents accept it, the match opens immediately.
        `more` has other fields of `CreateChallengeRequest` (`keep=True`, `expires_in_ms`,
        `seats`) or of `MatchRules` (`rated=True`)."""
        of_request: dict[str, Any] = {key: more.pop(key) for key in ("seats", "expires_in_ms", "keep") if key in more}
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
        said = self._call(self.challenges.CreateChallenge, asked, messages.CreateChallengeResponse)
        return said.challenge

    def accept_challenge(self, challenge_id: str) -> messages.Challenge:
        """Accepts a challenge. Its match opens once all opponents have accepted."""
        asked = messages.AcceptChallengeRequest(challenge_id=challenge_id)
        said = self._call(self.challenges.AcceptChallenge, asked, messages.AcceptChallengeResponse)
        return said.challenge

    def decline_challenge(
        self, challenge_id: str, reason: messages.DeclineReason = messages.DECLINE_REASON_OTHER, text: str = ""
    ) -> messages.Challenge:
        """Declines a challenge."""
        asked = messages.DeclineChallengeRequest(challenge_id=challenge_id, reason=reason, text=text)
        said = self._call(self.challenges.DeclineChallenge, asked, messages.DeclineChallengeResponse)
        return said.challenge

    def seek(self, game: str, time_control: Union[str, Sequence[str]] = "60+1", **more: Any) -> messages.Challenge:
        """Proposes a match to any player, and returns the proposal. `more` is as in `challenge`."""
        return self.challenge(game, (), time_control, **more)

    def cancel_challenge(self, challenge_id: str) -> messages.Challenge:
        """Cancels a challenge of this player."""
        asked = messages.CancelChallengeRequest(challenge_id=challenge_id)
        said = self._call(self.challenges.CancelChallenge, asked, messages.CancelChallengeResponse)
        return said.challenge

    def open_challenges(self) -> list[messages.Challenge]:
        """Returns the open challenges by and to this player, and those to any player."""
        challenges: list[messages.Challenge] = []
        page_token = ""
        while True:
            asked = messages.ListChallengesRequest(page_token=page_token)
            page = self._call(self.challenges.ListChallenges, asked, messages.ListChallengesResponse)
            challenges.extend(page.challenges)
            page_token = page.next_page_token
            if not page_token:
                return challenges

    def watch_lobby(self) -> Iterator[tuple[str, Message]]:
        """Yields pairs of a kind and a message: the open challenges and the connected players,
        then `caught_up`, then changes."""
        for said in self._stream(self.challenges.WatchLobby, messages.WatchLobbyRequest(), messages.WatchLobbyResponse):
            kind = said.WhichOneof("message")
            if kind:
                yield kind, getattr(said, kind)

    def accept(self, **policy: Any) -> None:
        """Replaces the policy of matches that this player accepts in advance. `policy` has
        fields of `AcceptPolicy`: `min_base_ms=10_000`, `max_matches=4`, ... Without fields, the
        policy accepts every match with a clock and the default rules."""
        asked = messages.SetAcceptPolicyRequest(policy=messages.AcceptPolicy(**policy))
        self._call(self.consents.SetAcceptPolicy, asked, messages.SetAcceptPolicyResponse)

    def accept_nothing(self) -> None:
        """Removes the policy, so that the player must accept each match itself."""
        self._call(self.consents.SetAcceptPolicy, messages.SetAcceptPolicyRequest(), messages.SetAcceptPolicyResponse)

    def enter_ladder(self, name: str, **entry: Any) -> messages.LadderEntrant:
        """Enters a ladder of the server, or changes the categories that the player plays in it.
        Returns the entrant. `entry` has fields of `LadderEntry`: `categories=["kamisado"]`
        (default: all), `at_once=2` (default: 1), `matches_per_day`, `version_of`."""
        asked = messages.EnterContestRequest(contest=messages.Contest(ladder_id=name), entry=messages.LadderEntry(**entry))
        said = self._call(self.contests.EnterContest, asked, messages.EnterContestResponse)
        return said.entrant

    def withdraw_from_ladder(self, name: str, reason: str = "") -> messages.LadderEntrant:
        """Withdraws from a ladder. Paired matches are still played, and the player keeps its rating. Returns the entrant."""
        asked = messages.WithdrawFromContestRequest(contest=messages.Contest(ladder_id=name), reason=reason)
        said = self._call(self.contests.WithdrawFromContest, asked, messages.WithdrawFromContestResponse)
        return said.entrant

    def enter_tournament(self, name: str) -> messages.ContestSummary:
        """Enters a tournament of the server. Returns its summary."""
        asked = messages.EnterContestRequest(contest=messages.Contest(tournament_id=name))
        said = self._call(self.contests.EnterContest, asked, messages.EnterContestResponse)
        return said.summary

    def withdraw_from_tournament(self, name: str, reason: str = "") -> messages.ContestSummary:
        """Withdraws from a tournament. Returns its summary."""
        asked = messages.WithdrawFromContestRequest(contest=messages.Contest(tournament_id=name), reason=reason)
        said = self._call(self.contests.WithdrawFromContest, asked, messages.WithdrawFromContestResponse)
        return said.summary

    def tournament(self, name: str) -> messages.GetTournamentResponse:
        """Returns a tournament: its `summary`, its `rules` and its `progress`."""
        asked = messages.GetTournamentRequest(tournament_id=name)
        return self._call(self.tournaments.GetTournament, asked, messages.GetTournamentResponse)

    def ladder(self, name: str) -> messages.GetLadderResponse:
        """Returns a ladder: its `summary`, its rules and the first page of its `entrants`."""
        return self._call(self.ladders.GetLadder, messages.GetLadderRequest(ladder_id=name), messages.GetLadderResponse)

    def list_contests(self, kind: messages.ContestKind) -> Iterator[messages.ContestSummary]:
        """Yields the tournaments or the ladders of the server."""
        asked = messages.ListContestsRequest(kind=kind)
        while True:
            page = self._call(self.contests.ListContests, asked, messages.ListContestsResponse)
            for contest in page.contests:
                yield contest
            if not page.next_page_token:
                return
            asked.page_token = page.next_page_token

    def grant_consent(self, tournament: str) -> None:
        """Agrees to every match that a host opens for this tournament. The tournament is run by
        a program outside the server."""
        asked = messages.GrantConsentRequest(contest=messages.Contest(tournament_id=tournament))
        self._call(self.consents.GrantConsent, asked, messages.GrantConsentResponse)

    def revoke_consent(self, tournament: str) -> None:
        """Withdraws the consent of `grant_consent` for matches that are not open yet."""
        asked = messages.RevokeConsentRequest(contest=messages.Contest(tournament_id=tournament))
        self._call(self.consents.RevokeConsent, asked, messages.RevokeConsentResponse)

    def match(self, match_id: str) -> messages.GetMatchResponse:
        """Returns a match: its `summary`, its `position`, and its `legal` moves for the player to move."""
        return self._call(self.matches.GetMatch, messages.GetMatchRequest(match_id=match_id), messages.GetMatchResponse)

    def watch(self, match_id: str, after_seq: int = 0) -> Iterator[messages.MatchEvent]:
        """Yields the events of a match after the number `after_seq`, past and live."""
        asked = messages.WatchMatchRequest(match_id=match_id, after_seq=after_seq)
        for said in self._stream(self.matches.WatchMatch, asked, messages.WatchMatchResponse):
            if said.WhichOneof("message") == "event":
                yield said.event

    def watch_matches(self, **asked: Any) -> Iterator[tuple[str, Message]]:
        """Watches many matches: yields pairs of a match id and a message. `asked` has fields of
        `WatchMatchesRequest`: `newest=50`, `detail=messages.DETAIL_FRAMES`, ... The first pair
        is an empty id and `WatchOpened`; its `watch_id` is an argument of `change_watch`."""
        for said in self._stream(self.matches.WatchMatches, messages.WatchMatchesRequest(**asked), messages.WatchMatchesResponse):
            kind = said.WhichOneof("message")
            if kind:
                yield said.match_id, getattr(said, kind)

    def change_watch(self, watch_id: str, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        """Adds matches to an open `watch_matches`, and removes others, by their ids."""
        points = [messages.ResumePoint(match_id=match_id) for match_id in add]
        asked = messages.ChangeWatchRequest(watch_id=watch_id, add=points, remove=remove)
        self._call(self.matches.ChangeWatch, asked, messages.ChangeWatchResponse)

    def results(self, after_number: int = 0, **filter: Any) -> Iterator[Optional[messages.MatchResult]]:
        """Yields the results after the number `after_number` in the order of ending, past and
        live. `filter` has fields of `ResultFilter`: `contest={"tournament_id": "spring"}`,
        `player="ann"`, ... Yields `None` once, after all past results."""
        asked = messages.WatchResultsRequest(after_number=after_number, filter=messages.ResultFilter(**filter))
        for said in self._stream(self.matches.WatchResults, asked, messages.WatchResultsResponse):
            yield said.result if said.WhichOneof("message") == "result" else None

    def standings(self, **asked: Any) -> messages.GetStandingsResponse:
        """Returns standings. `asked` has fields of `GetStandingsRequest`:
        `contest={"tournament_id": "spring"}`, `category`, and `by_results={"game": ...,
        "created_by": ...}` for the standings by results. `results` continues after their
        `last_number`."""
        return self._call(self.contests.GetStandings, messages.GetStandingsRequest(**asked), messages.GetStandingsResponse)

    def frames(
        self, match_id: str, round: Optional[int] = None, from_ply: int = 0, plies: Optional[int] = None
    ) -> Iterator[messages.Frame]:
        """Yields the positions of a match, as this player may see them, starting at a round and
        ply."""
        asked = messages.ListFramesRequest(match_id=match_id, round=round, from_ply=from_ply, plies=plies)
        for said in self._stream(self.matches.ListFrames, asked, messages.ListFramesResponse):
            yield said.frame

    def attend(self, **hello: Any) -> Iterator[tuple[str, Message]]:
        """Takes all seats of this player while you iterate over it. Yields the same pairs of a
        kind and a message as `seats`. Answer with `submit`. `hello` has fields of `Hello`."""
        asked = messages.AttendRequest(hello=messages.Hello(**{"protocol_version": PROTOCOL_VERSION, **hello}))
        for said in self._stream(self.matches.Attend, asked, messages.AttendResponse):
            kind = said.response.WhichOneof("message")
            if kind:
                yield kind, getattr(said.response, kind)

    def record(self, match_id: str) -> str:
        """Returns the record of a finished match: one JSON event per line, then a seal."""
        asked = messages.GetRecordRequest(match_id=match_id)
        parts = []
        for said in self._stream(self.matches.GetRecord, asked, messages.GetRecordResponse):
            parts.append(said.record)
        return "".join(parts)

    def record_key(self) -> str:
        """Returns the public key of the server's records: 64 hexadecimal digits; empty if the
        server does not sign."""
        said = self._call(self.matches.GetRecordKey, messages.GetRecordKeyRequest(), messages.GetRecordKeyResponse)
        return said.public_key

    def rematch(self, match_id: str) -> messages.RematchResponse:
        """Requests or accepts a rematch of a finished match, and returns its state."""
        asked = messages.RematchRequest(match_id=match_id, request_id=new_request_id())
        return self._call(self.matches.Rematch, asked, messages.RematchResponse)

    def submit(self, match_id: str, **command: Any) -> int:
        """Sends a command in one call, as in `submit(match_id, resign={})`. Returns the number
        of its event."""
        # A move needs no request id, because its `turn_id` serves as one.
        request_id = "" if "play_move" in command else new_request_id()
        asked = messages.SubmitCommandRequest(match_id=match_id, request_id=request_id, **command)
        said = self._call(self.matches.SubmitCommand, asked, messages.SubmitCommandResponse)
        return said.seq
