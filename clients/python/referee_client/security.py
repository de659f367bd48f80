"""Secures a connection: TLS for `https`, and no unencrypted token to another machine."""

from __future__ import annotations

import dataclasses
import ipaddress
import os
import ssl
import urllib.parse
from typing import Any, Optional

import grpc

#: The default port of each scheme.
PORTS = {"http": 80, "https": 443}


class CleartextToken(ValueError):
    """A token would be sent unencrypted to another machine, where others can read it."""


@dataclasses.dataclass(frozen=True)
class Server:
    """The address of a server: `https://referee.example.org`, `http://127.0.0.1:7171`, or `127.0.0.1:7171`, which means `http`."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Server:
        """Parses an address. Raises `ValueError` if it is invalid."""
        parts = urllib.parse.urlsplit(url if "://" in url else "http://" + url)
        if parts.scheme not in PORTS:
            raise ValueError(f"invalid address `{url}`: unknown scheme `{parts.scheme}`, expected https:// or http://")
        if not parts.hostname:
            raise ValueError(f"invalid address `{url}`: expected https://referee.example.org or http://127.0.0.1:7171")
        return cls(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme])

    @property
    def is_confidential(self) -> bool:
        """Returns whether messages are encrypted or stay on this machine. Does not resolve the
        name."""
        return self.scheme == "https" or is_loopback(self.host)

    def channel(self, library: Any, options: list[tuple[str, int]], tls_ca: Optional[str] = None) -> Any:
        """Returns a channel of `library`, which is `grpc` or `grpc.aio`. `tls_ca` is a file with certificate authorities."""
        target = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        if self.scheme == "http":
            return library.insecure_channel(target, options)
        return library.secure_channel(target, grpc.ssl_channel_credentials(authorities(tls_ca)), options)


def is_loopback(host: str) -> bool:
    """Returns whether a name or an address means this machine. Does not resolve the name."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def authorities(tls_ca: Optional[str]) -> Optional[bytes]:
    """Returns the certificates in a file or of the system. `None` means those that gRPC
    contains."""
    path = tls_ca or ssl.get_default_verify_paths().cafile
    if path is None or not (tls_ca or os.path.exists(path)):
        return None
    with open(path, "rb") as file:
        pem = file.read()
    if b"-----BEGIN CERTIFICATE-----" not in pem:
        raise ValueError(f"invalid certificate file `{path}`: expected PEM with a certificate")
    return pem
