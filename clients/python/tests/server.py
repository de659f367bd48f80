"""A server for the tests: the program of the last build, in memory, on any free port."""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).parents[3]


def program():
    """Returns the path of the program under test: `REFEREE`, or else the last build of cargo."""
    if named := os.environ.get("REFEREE"):
        return pathlib.Path(named)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    built = [path for path in (target / "debug" / "referee", target / "release" / "referee") if path.exists()]
    if not built:
        raise FileNotFoundError("there is no program to test: run `cargo build`, or name it in REFEREE")
    return max(built, key=lambda path: path.stat().st_mtime)


class Server:
    """A running `referee serve` with further options, until the end of the `with` block. The
    server runs in memory unless `--data` is one of the options. `url` is its address."""

    def __init__(self, *options):
        self._options = options

    def __enter__(self):
        command = [program(), "serve", "--listen", "127.0.0.1:0", *self._options]
        if "--data" not in self._options:
            command.append("--memory")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = re.search(r"https?://[\d.:]+", self._process.stdout.readline()).group()
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


def host_token(data):
    """Returns a token of a host of the server over this data directory. The host can also open
    matches."""
    command = [program(), "admin", "token", "--data", data, "--player", "organiser", "--scope", "host", "--scope", "create"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
