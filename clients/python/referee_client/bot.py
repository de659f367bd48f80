"""The stream of a bot: all its seats in all its matches."""

import contextlib
import secrets
import threading

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
    PlayRequest,
)
from .refused import of_call, of_message

#: How long `close` waits for the server to take what was said last, in seconds.
PARTING = 5

# The newest version of the protocol of `Play` and `Attend` that is spoken here.
PROTOCOL_VERSION = 1


class Bot:
    """The stream of a bot. Iterate over it: each item is what came, as its name in `PlayResponse` and the message.

    `seated` comes first of every match, `event` for all that becomes true there, `turn` when the bot is asked,
    `accepted` or `refused` for each of its commands, `rematch` and `rematch_proposed` after a match. Pings are answered
    here, while the bot listens: who thinks for more than a minute does so beside it. Where a match waits for nonces, one is
    added here, too. When the connection is cut, open another stream with `resume`: what is known of each match that has not
    ended is in `known`.

    Other commands give the `request_id` by which their reply is known. On a stream that has ended they raise `ConnectionError`.
    """

    def __init__(self, client, hello, nonces=True):
        self._nonces = nonces
        self.known = {point.match_id: point.after_seq for point in hello.resume}
        self._line = Line()
        hello.protocol_version = hello.protocol_version or PROTOCOL_VERSION
        self._say(hello=hello)
        self._call = client.matches.Play(self._line, metadata=client.metadata)
        # Whoever waits to say something to a stream that ends waits no longer. One that has ended takes no callback.
        if not self._call.add_callback(self._line.close):
            self._line.close()

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            try:
                said = next(self._call)
            except grpc.RpcError as error:
                raise of_call(error) from None
            kind = said.WhichOneof("message")
            if kind is None:
                continue  # A later server says more than this client knows.
            message = getattr(said, kind)
            if kind == "ping":
                # Where the stream has ended meanwhile, the next message says why.
                with contextlib.suppress(ConnectionError):
                    self._say(pong={"nonce": message.nonce})
            elif kind == "refused" and not message.match_id and not message.request_id:
                # The last word of the stream: another one has taken its place, the server stops, ...
                raise of_message(message.refusal)
            else:
                if kind == "event" and message.event.HasField("match_ended"):
                    self.known.pop(message.match_id, None)
                elif kind == "event":
                    self.known[message.match_id] = message.event.seq
                elif kind == "seated" and self._waits_for_nonce(message):
                    with contextlib.suppress(ConnectionError):
                        self.give_nonce(message.match_id, secrets.token_hex(16))
                return kind, message

    def answer(self, turn, notation, score=None):
        """Answers a turn; `score` is what the position is worth to the bot, in hundredths of a point. Gives the
        `turn_id`, by which the reply is known. Answer each once; if you see it again, send the same answer again."""
        played = {"turn_id": turn.turn_id, "notation": notation, "score": score}
        self._say(command={"match_id": turn.match_id, "play_move": played})
        return turn.turn_id

    def give_nonce(self, match_id, nonce):
        """Adds to the luck of a match, before its first outcome of chance, once. Where the match waits for it this is done
        by itself, unless the bot was opened with `nonces=False`."""
        return self._command(match_id, give_nonce={"nonce": nonce})

    def offer_draw(self, match_id):
        """Offers the others a draw."""
        return self._command(match_id, propose={"proposal": PROPOSAL_DRAW})

    def accept_draw(self, match_id):
        """Accepts the draw that another has offered: `turn.draw_offered` or the event `proposed` says so."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_DRAW, "answer": PROPOSAL_ANSWER_ACCEPT})

    def decline_draw(self, match_id):
        """Declines it; so does any move."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_DRAW, "answer": PROPOSAL_ANSWER_DECLINE})

    def claim_draw(self, match_id):
        """Claims the draw that the rules offer: `turn.claimable` says so."""
        return self._command(match_id, claim_draw={})

    def propose_takeback(self, match_id):
        """Asks the others to take the bot's last move back, and all that followed."""
        return self._command(match_id, propose={"proposal": PROPOSAL_TAKEBACK})

    def accept_takeback(self, match_id):
        """Lets another take its move back: the event `proposed` says that it asks."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_TAKEBACK, "answer": PROPOSAL_ANSWER_ACCEPT})

    def decline_takeback(self, match_id):
        """Does not; nor does any move."""
        return self._command(match_id, answer_proposal={"proposal": PROPOSAL_TAKEBACK, "answer": PROPOSAL_ANSWER_DECLINE})

    def resign(self, match_id):
        """Gives a match up."""
        return self._command(match_id, resign={})

    def abort(self, match_id):
        """Calls a match off, until every seat has moved."""
        return self._command(match_id, abort={})

    def rematch(self, match_id):
        """Asks for the rematch of a match that is over, or agrees to it."""
        return self._wish(match_id, REMATCH_WISH_AGREE)

    def withdraw_rematch(self, match_id):
        """Takes that back."""
        return self._wish(match_id, REMATCH_WISH_WITHDRAW)

    def close(self):
        """Leaves, when the server has taken what was said. The bot's seats are empty then."""
        self._line.close()
        patience = threading.Timer(PARTING, self._call.cancel)
        patience.daemon = True
        patience.start()
        # The server answers what it was told, and ends the stream.
        with contextlib.suppress(grpc.RpcError):
            for _ in self._call:
                pass
        patience.cancel()
        self._call.cancel()

    def _waits_for_nonce(self, seated):
        rules, state = seated.summary.rules, seated.summary.state
        return self._nonces and state == MATCH_STATE_WAITING and rules.nonce_wait_ms > 0

    def _wish(self, match_id, wish):
        request_id = secrets.token_hex(16)
        self._say(rematch={"match_id": match_id, "request_id": request_id, "wish": wish})
        return request_id

    def _command(self, match_id, **command):
        request_id = secrets.token_hex(16)
        self._say(command={"match_id": match_id, "request_id": request_id, **command})
        return request_id

    def _say(self, **message):
        self._line.put(PlayRequest(**message))
