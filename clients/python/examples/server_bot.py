#!/usr/bin/env python3
"""Plays on a server: `server_bot.py http://127.0.0.1:7171 NAME [OPPONENT [GAME]]`.

It registers under NAME, opens a match against OPPONENT if one is given, plays any legal move, agrees to every draw and
takeback, claims every draw it can, and asks for one rematch. `pip install ./clients/python` comes first.
"""

import random
import sys

from referee_client import Client
from referee_client.messages import PROPOSAL_DRAW, PROPOSAL_TAKEBACK, Termination


def main(url, name, opponent=None, game="kamisado"):
    me = Client(url).register(name)
    me.accept(min_base_ms=1_000, max_matches=1)  # others may open such matches with it
    bot = me.bot(agent="server_bot", max_matches=1)
    if opponent:
        print("match", me.create(game, [name, opponent]).match_id, flush=True)
    ended = 0
    for kind, said in bot:
        if kind == "turn" and said.claimable:
            bot.claim_draw(said.match_id)
        elif kind == "turn":
            bot.answer(said, random.choice(said.legal))
        elif kind == "event" and said.event.HasField("proposal_made"):
            agree = {PROPOSAL_DRAW: bot.accept_draw, PROPOSAL_TAKEBACK: bot.accept_takeback}
            agree[said.event.proposal_made.proposal](said.match_id)
        elif kind == "event" and said.event.HasField("match_ended"):
            verdict = said.event.match_ended.verdict
            print("ended by", Termination.Name(verdict.termination), "places", verdict.places, flush=True)
            ended += 1
            if ended == 2:
                return bot.close()
            bot.rematch(said.match_id)
        elif kind == "rematch":
            print("rematch", said.rematch_match_id or f"waits for the others, {said.agreed_seats} agree", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
