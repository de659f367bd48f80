"""The stream of all seats of a player."""

from __future__ import annotations

import contextlib
import secrets
import threading
from typing import Any, Optional

import grpc

from .line import Line
from .messages import (
    MATCH_STATE_WAITING,
    PROPOSAL_DRAW,
    PROPOSAL_TAKEBACK,
    REMATCH_WISH_AGREE,
    REMATCH_WISH_WITHDRAW,
    PROPOSAL_ANSWER_ACCEPT,
    PROPOSAL_ANSWER_DECLINE,
    Hello,
    PlayRequest,
    RematchWish,
    Seated,
    Turn,
)
from .refused import ConnectionLost, of_call, of_message

#: Maximum wait of `close` until the server has received the last messages, in seconds.
PARTING = 5

# The newest protocol version of `Play` and `Attend` that this client supports.
PROTOCOL_VERSION = 1


class Seats:
    """The stream of a player. Iterate over it: each item is a pair of the message's name in
    `PlayResponse` and the message.

    Each match begins with `seated`. Then come `event` for each event, `turn` when the bot is to
    move, and `accepted` or `refused` for each command; after the match `rematch` and
    `rematch_proposed`.

    The iterator answers pings, so a bot that thinks for more than a minute must do so in another
    thread. It also sends a nonce to each match that waits for one. If the connection is lost, open
    another stream with `resume`: `known` has the last event of each unfinished match.

    Commands return the `request_id` that their reply carries. On a closed stream they raise
    `ConnectionLost`.
    """

    def __init__(self, matches: Any, metadata: list[tuple[str, str]], hello: Hello, nonces: bool = True) -> None:
        self._nonces = nonces
        self.known = {point.match_id: point.after_seq for point in hello.resume}
        self._line: Line[PlayRequest] = Line()
        hello.protocol_version = hello.protocol_version or PROTOCOL_VERSION
        self._say(hello=hello)
        self._call = matches.Play(self._line, metadata=metadata)
        # The callback wakes threads that wait to send when the stream ends. A stream that has
        # already ended accepts no callback.
        if not self._call.add_callback(self._line.close):
            self._line.close()

    def __iter__(self) -> Seats:
        return self

    def __next__(self) -> tuple[str, Any]:
        while True:
            try:
                said = next(self._call)
            except grpc.RpcError as error:
                raise of_call(error) from None
            kind = said.WhichOneof("message")
            if kind is None:
                continue  # A later server may send messages that this client does not know.
            message = getattr(said, kind)
            if kind == "ping":
                # If the stream has just ended, the next message has the reason.
                with contextlib.suppress(ConnectionLost):
                    self._say(pong={"nonce": message.nonce})
            elif kind == "refused" and not message.match_id and not message.request_id:
                # This refusal is the last message of the stream: the stream was replaced, the
                # server stops, ...
                raise of_message(message.refusal)
            else:
                if kind == "event" and message.event.HasField("match_ended"):
                    self.known.pop(message.match_id, None)
                elif kind == "event":
                    self.known[message.match_id] = message.event.seq
                elif kind == "seated" and self._waits_for_nonce(message):
                    with contextlib.suppress(ConnectionLost):
                        self.give_nonce(message.match_id, secrets.token_hex(16))
                return kind, message

    def answer(self, turn: Turn, notation: str, score: Optional[int] = None) -> int:
        """Answers a turn. `score` is the bot's evaluation in hundredths of a point. Returns the `turn_id` that the reply carries.
        Answer each id once; if you see it again, send the same answer again."""
        played: dict[str, Any] = {"turn_id": turn.turn_id, "notation": notation, "score": score}
        self._say(command={"match_id": turn.match_id, "play_move": played})
        return turn.turn_id

    def give_nonce(self, match_id: str, nonce: str) -> str:
        """Contributes a nonce to the luck of a match, once, before its first outcome of chance.
        The stream does this automatically if the match waits for it, unless the stream was
        opened with `nonces=False`."""
        return self._command(match_id, give_nonce={"nonce": nonce})

    def offer_draw(self, match_id: str) -> str:
        """Offers a draw to the other seats."""
        return self._command(match_id, propose={"proposal": PROPOSAL_DRAW})

    def accept_draw(self, match_id: str) -> str:
        """Accepts a draw offer, which `turn.draw_offered` or the event `proposed` shows."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_DRAW, "answer": PROPOSAL_ANSWER_ACCEPT})

    def decline_draw(self, match_id: str) -> str:
        """Declines a draw offer. Any move declines it, too."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_DRAW, "answer": PROPOSAL_ANSWER_DECLINE})

    def claim_draw(self, match_id: str) -> str:
        """Claims the draw that the rules allow if `turn.claimable` is set."""
        return self._command(match_id, claim_draw={})

    def propose_takeback(self, match_id: str) -> str:
        """Proposes to take back the bot's last move and all later ones."""
        return self._command(match_id, propose={"proposal": PROPOSAL_TAKEBACK})

    def accept_takeback(self, match_id: str) -> str:
        """Accepts a takeback, which the event `proposed` shows."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_TAKEBACK, "answer": PROPOSAL_ANSWER_ACCEPT})

    def decline_takeback(self, match_id: str) -> str:
        """Declines a takeback. Any move declines it, too."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_TAKEBACK, "answer": PROPOSAL_ANSWER_DECLINE})

    def resign(self, match_id: str) -> str:
        """Resigns a match."""
        return self._command(match_id, resign={})

    def abort(self, match_id: str) -> str:
        """Aborts a match. Allowed until every seat has moved."""
        return self._command(match_id, abort={})

    def rematch(self, match_id: str) -> str:
        """Requests or accepts a rematch of a finished match."""
        return self._wish(match_id, REMATCH_WISH_AGREE)

    def withdraw_rematch(self, match_id: str) -> str:
        """Withdraws the request for a rematch."""
        return self._wish(match_id, REMATCH_WISH_WITHDRAW)

    def close(self) -> None:
        """Closes the stream after the server has received all messages. The bot leaves its seats."""
        self._line.close()
        patience = threading.Timer(PARTING, self._call.cancel)
        patience.daemon = True
        patience.start()
        # The server answers all commands and then ends the stream.
        with contextlib.suppress(grpc.RpcError):
            for _ in self._call:
                pass
        patience.cancel()
        self._call.cancel()

    def _waits_for_nonce(self, seated: Seated) -> bool:
        rules, state = seated.summary.rules, seated.summary.state
        return self._nonces and state == MATCH_STATE_WAITING and rules.nonce_wait_ms > 0

    def _wish(self, match_id: str, wish: RematchWish) -> str:
        request_id = secrets.token_hex(16)
        self._say(rematch={"match_id": match_id, "request_id": request_id, "wish": wish})
        return request_id

    def _command(self, match_id: str, **command: Any) -> str:
        request_id = secrets.token_hex(16)
        self._say(command={"match_id": match_id, "request_id": request_id, **command})
        return request_id

    def _say(self, **message: Any) -> None:
        self._line.put(PlayRequest(**message))
