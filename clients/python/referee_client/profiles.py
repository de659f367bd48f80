"""Profiles: servers by name, each with the token of a player, in the private file of the command line."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Optional

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


#: Time in which a bot without a lock, which had read the file before, may replace it, in seconds.
SETTLE = 0.1


class BadProfile(Exception):
    """A profile cannot be used. The message does not quote the file, because the file contains
    tokens."""


@dataclasses.dataclass(frozen=True)
class Profile:
    """A server, and the token of a player on it."""

    url: str
    token: Optional[str] = dataclasses.field(default=None, repr=False)

    def is_for(self, url: str) -> bool:
        """Returns whether an address means the profile's server: a scheme may be missing, which
        means `http`."""
        return bare(self.url) == bare(url)


def bare(url: str) -> str:
    """Returns an address without the scheme `http`."""
    return re.sub("^http://", "", url.rstrip("/").lower())


def path() -> pathlib.Path:
    """Returns the path of the user's file: `$XDG_CONFIG_HOME/referee/profiles.toml`, by default
    in `~/.config`."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    root = pathlib.Path(named) if os.path.isabs(named) else pathlib.Path.home() / ".config"
    return root / "referee" / "profiles.toml"


def load(name: str) -> Optional[Profile]:
    """Returns the profile with this name, if it exists."""
    file = path()
    try:
        with open(file, "rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode & 0o777
            text = opened.read()
    except FileNotFoundError:
        return None
    try:
        of = tomllib.loads(text.decode())
        profiles = {key: profile_of(value) for key, value in of.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadProfile(f'{file} is malformed: expected [NAME], then url = "..." and token = "..."') from None
    if os.name == "posix" and mode & 0o077 and any(profile.token for profile in profiles.values()):
        raise BadProfile(f"{file} has mode {mode:03o}: others can read or change the tokens in it; expected 600 (chmod 600 {file})")
    return profiles.get(name)


def profile_of(table: dict[str, object]) -> Profile:
    """Returns the profile of a table of the file."""
    url, token = table["url"], table.get("token")
    if not isinstance(url, str) or not isinstance(token, (str, type(None))):
        raise TypeError("expected texts")
    return Profile(url, token)


def add(name: str, profile: Profile) -> None:
    """Adds a profile. Raises `BadProfile` if a profile with this name exists."""
    file = path()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    while load(name) != profile:
        with locked(file.parent):
            if load(name):
                raise BadProfile(f"{file} has a profile `{name}` already")
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            replace(file, text + lines_of(name, profile))
        # A bot in JavaScript has no lock: it may replace the file by the version before this one.
        time.sleep(SETTLE)


def remove(name: str, profile: Profile) -> None:
    """Removes a profile, if it is unchanged since `add` added it."""
    file = path()
    with locked(file.parent):
        replace(file, file.read_text(encoding="utf-8").replace(lines_of(name, profile), ""))


def lines_of(name: str, profile: Profile) -> str:
    """Returns the lines of a profile in the file."""
    key = name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)
    return f"\n[{key}]\nurl = {quoted(profile.url)}\ntoken = {quoted(profile.token or '')}\n"


def quoted(text: str) -> str:
    """Returns a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def replace(file: pathlib.Path, text: str) -> None:
    """Replaces the file, so that it is whole after any crash. `mkstemp` gives the new file the
    mode 600."""
    # If the path is a symbolic link, its target is replaced.
    file = file.resolve()
    handle, new = tempfile.mkstemp(dir=file.parent, prefix=".profiles-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(new, file)
    except BaseException:
        os.unlink(new)
        raise


@contextlib.contextmanager
def locked(directory: pathlib.Path) -> Iterator[None]:
    """Keeps other bots from changing the file while the context is open."""
    if os.name != "posix":
        yield
        return
    import fcntl

    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
