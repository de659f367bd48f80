#!/usr/bin/env python3
"""An engine that behaves badly in one way: bad.py BEHAVIOUR PLACE [once]. `honest` plays the first legal move, `seeded` one by
the number of the match and the ply.

With `once` only the first process misbehaves that is started with the same PLACE, a directory. As long as this process or
one of its children lives, it holds the FIFO `alive` there open. Where there is a FIFO `begins`, the first process says there
that it is about to misbehave, and waits for the FIFO `measured`. tests/it/bad_bots says what each behaviour leads to.
"""

import os
import signal
import subprocess
import sys
import time

BEHAVIOUR, PLACE = sys.argv[1], sys.argv[2]
ONCE = "once" in sys.argv[3:]
LONG = 10_000_000
MEMORY = 128 * 1024 * 1024
HOLD = [sys.executable, "-c", "import time; time.sleep(1000)"]
SPIN = [sys.executable, "-c", "while True: pass"]


def write(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data) :]


def say(line):
    write(line + ("\r\n" if BEHAVIOUR == "crlf" else "\n"))


def first(what):
    """Whether PLACE has not been asked this before."""
    try:
        os.close(os.open(os.path.join(PLACE, what), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def misbehaves():
    return not ONCE or first("misbehaved")


def is_measured():
    """Waits for a memory measurement before the first misbehaviour."""
    if os.path.exists(os.path.join(PLACE, "begins")) and first("begun"):
        with open(os.path.join(PLACE, "begins"), "w") as begins:
            begins.write("now\n")
        with open(os.path.join(PLACE, "measured")) as measured:
            measured.read(1)


class Turn:
    """What a `go` line asks."""

    def __init__(self, words):
        self.legal = words[words.index("legal") + 1 :]
        self.id = int(words[words.index("turn_id") + 1])
        self.round = int(words[words.index("round") + 1])
        self.ply = int(words[words.index("ply") + 1])
        self.move_ms = int(words[words.index("move_limit_ms") + 1]) if "move_limit_ms" in words else 0

    def answer(self):
        say("bestmove " + self.legal[0])


def forever(line):
    while True:
        write(line)


def slowly(turn):
    """A line that never ends, a letter at a time."""
    write("bestmove ")
    while True:
        write("x")
        time.sleep(0.01)


def late(turn):
    """Takes twice its time: on a busy machine it may see its turn long before the referee is back from writing it."""
    time.sleep(turn.move_ms * 2 / 1000)
    turn.answer()


def exits(status, text=""):
    if text:
        print(text, file=sys.stderr, flush=True)
    os._exit(status)


def forks(turn):
    """Processes that outlive it: one in its process group, one in a session of its own, one without a parent."""
    subprocess.Popen(SPIN, close_fds=False)
    subprocess.Popen(HOLD, close_fds=False, start_new_session=True)
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            os.execv(HOLD[0], HOLD)
        os._exit(0)
    os.waitpid(child, 0)
    turn.answer()


def stops_parent(turn):
    """Keeps a killer of its children from its work."""
    subprocess.Popen(SPIN, close_fds=False)
    os.kill(os.getppid(), signal.SIGSTOP)
    turn.answer()


def eats(turn):
    """Takes memory and keeps it."""
    globals()["eaten"] = b"x" * MEMORY
    turn.answer()


def spins(turn):
    for _ in range(os.cpu_count() or 1):
        subprocess.Popen(SPIN, close_fds=False)


# The answer of each to its first turn.
WHEN_ASKED = {
    "no_answer": lambda turn: None,
    "ignores_stop": lambda turn: None,
    "late": late,
    "illegal": lambda turn: say("bestmove a1a1"),
    "unreadable": lambda turn: say("bestmove ?!"),
    "two_answers": lambda turn: write(f"bestmove {turn.legal[0]}\nbestmove {turn.legal[1]}\n"),
    "no_newline_then_exit": lambda turn: (write("bestmove " + turn.legal[0]), exits(0)),
    "answer_then_exit": lambda turn: (turn.answer(), exits(0)),
    "closed_stdout": lambda turn: os.close(1),
    "closed_stderr": lambda turn: (os.closerange(2, 3), turn.answer()),
    "invalid_utf8": lambda turn: write(b"bestmove \xff\xfe\n"),
    "nul_bytes": lambda turn: write(b"bestmove a1\0b2\n"),
    "long_line": lambda turn: write("bestmove " + "x" * LONG + "\n"),
    "flood": lambda turn: forever("info string " + "x" * 100 + "\n" + "info depth 1\n" * 500),
    "unending_line": lambda turn: forever("x" * 65536),
    "forks_grandchildren": forks,
    "stops_its_parent": stops_parent,
    "eats_memory": eats,
    "spins_on_all_cores": spins,
    "half_open": lambda turn: os.kill(os.getpid(), signal.SIGSTOP),
    "slow_loris": slowly,
    "second_hello": lambda turn: (say("id name another"), say("refereeok"), turn.answer()),
    "crashes": lambda turn: exits(3, "boom"),
    "segfaults": lambda turn: os.kill(os.getpid(), signal.SIGSEGV),
    "resigns": lambda turn: say("resign"),
}


def main():
    alive = os.open(os.path.join(PLACE, "alive"), os.O_WRONLY | os.O_NONBLOCK)
    os.set_inheritable(alive, True)
    if BEHAVIOUR == "ignores_quit_and_sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # The caller asks for its name before its first match.
    if BEHAVIOUR == "exit_before_handshake" and not first("introduced"):
        exits(7)
    asked, matches = [], 0
    for line in sys.stdin:
        words = line.split()
        verb = words[0]
        if verb == "referee":
            say("id name " + BEHAVIOUR)
            say("refereeok")
        elif verb == "isready":
            say("readyok")
        elif verb == "newmatch":
            asked, matches = [], matches + 1
            if BEHAVIOUR == "reconnect_storm" and misbehaves():
                exits(5)
            if BEHAVIOUR == "wrong_turn":
                say("bestmove a1a2")
        elif verb == "go":
            turn = Turn(words)
            # The referee repeats a turn whose flag is void because the host stalled.
            if (turn.round, turn.ply) not in asked:
                asked.append((turn.round, turn.ply))
            if BEHAVIOUR in WHEN_ASKED and len(asked) == 1 and misbehaves():
                is_measured()
                WHEN_ASKED[BEHAVIOUR](turn)
                continue
            if BEHAVIOUR == "stale_answer" and len(asked) == 2:
                say(f"bestmove a1a2 turn_id {turn.id - 2}")
            if BEHAVIOUR == "seeded":
                say("bestmove " + turn.legal[(matches * 7919 + turn.ply * 104729) % len(turn.legal)])
            else:
                turn.answer()
        elif verb == "stop" and BEHAVIOUR == "no_answer":
            say("bestmove a1a2")
        elif verb == "matchresult" and BEHAVIOUR == "move_after_end":
            say("bestmove a1a2")
        elif verb == "quit" and BEHAVIOUR != "ignores_quit_and_sigterm":
            return
    while BEHAVIOUR == "ignores_quit_and_sigterm":
        time.sleep(1000)


main()
