"""A bot for a server that speaks JSON over HTTP/1.1 alone: `Attend`, and `SubmitCommand` for each answer. It needs nothing but
Python. The first argument is what is wrong with it: `nothing`, or see `is_wrong`; or `busy`, to play a match of its own beside."""

import http.client
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request

FLAW = sys.argv[1]
URL, TOKEN = os.environ["REFEREE_URL"], os.environ["REFEREE_TOKEN"]
known, answers = {}, {}


def is_wrong(flaw):
    return FLAW == flaw


def call(name, said):
    """Makes a call; returns the answer, which may be a stream of lines."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {TOKEN}"}
    return urllib.request.urlopen(urllib.request.Request(f"{URL}/referee.v1.{name}", json.dumps(said).encode(), headers))


def register():
    """Registers a player of its own in place of the one whose token was given, and says what it accepts."""
    global TOKEN
    TOKEN = json.load(call("PlayerService/Register", {"name": "attending"}))["token"]
    call("ConsentService/SetAcceptPolicy", {"policy": {"minBaseMs": 1000, "maxMatches": 4}})


def answer(turn):
    """Answers a turn, again after a fault of the host."""
    turn_id = int(turn["turnId"])
    notation = "e8e9" if is_wrong("illegal") else answers.setdefault((turn["matchId"], turn_id), turn["legal"][0])
    command = {"matchId": turn["matchId"], "playMove": {"turnId": turn_id + is_wrong("id"), "notation": notation}}
    while True:
        try:
            return call("MatchService/SubmitCommand", command)
        except urllib.error.HTTPError as refused:
            reason = json.load(refused)["details"][0]["debug"]["reason"]
            again = ("HOST_FAULT", "PAUSED") if is_wrong("impatient") else ("HOST_FAULT",)
            if reason not in again:
                return None
        except (OSError, http.client.HTTPException):
            # A cut: the turn is sent again.
            return None
        time.sleep(0.05)


def attend():
    """Holds the seats until the stream ends. Returns whether to come back."""
    resume = [{"matchId": of, "afterSeq": seq} for of, seq in known.items()]
    hello = {"games": ["chess"] if is_wrong("games") else [], "maxMatches": 4, "agent": "attending", "resume": resume}
    for line in call("MatchService/Attend", {"hello": hello}):
        said = json.loads(line).get("response", {})
        if "event" in said:
            of, event = said["event"]["matchId"], said["event"]["event"]
            known[of] = int(event["seq"])
            if "matchEnded" in event:
                del known[of]
        if "turn" in said and not is_wrong("silent"):
            threading.Thread(target=answer, args=[said["turn"]], daemon=True).start()
        if said.get("refused", {}).get("refusal", {}).get("reason") == "REASON_REPLACED" and not is_wrong("stubborn"):
            return False
    return not is_wrong("gone")


if is_wrong("dies"):
    sys.exit("no such book: openings.txt")
register()
if FLAW == "busy":
    rules = {"timeControls": ["60+1"]}
    call("MatchService/CreateMatch", {"game": "kamisado", "players": ["attending", "house-random"], "rules": rules})
comes_back = True
while comes_back:
    try:
        comes_back = attend()
    except (OSError, http.client.HTTPException):
        comes_back = not is_wrong("gone")
    time.sleep(0.02)
