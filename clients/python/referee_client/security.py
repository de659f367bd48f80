"""What secures a connection: TLS where the address says `https`, and no token in clear on its way to another machine."""

import dataclasses
import ipaddress
import os
import ssl
import urllib.parse

import grpc

#: The port of an address that names none.
PORTS = {"http": 80, "https": 443}


class CleartextToken(ValueError):
    """A token would be sent in clear to another machine, where everybody on the way can read it."""


@dataclasses.dataclass(frozen=True)
class Server:
    """Where a server is: `https://referee.example.org`, `http://127.0.0.1:7171`, or `127.0.0.1:7171`, which is the same."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url):
        """The server at an address; `ValueError` for one that cannot be called."""
        parts = urllib.parse.urlsplit(url if "://" in url else "http://" + url)
        if parts.scheme not in PORTS:
            raise ValueError(f"`{url}` is not taken: `{parts.scheme}` is not spoken, expected https:// or http://")
        if not parts.hostname:
            raise ValueError(f"`{url}` is not taken: expected an address like https://referee.example.org or http://127.0.0.1:7171")
        return cls(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme])

    @property
    def is_confidential(self):
        """Whether nobody else can read what is sent there: it is secured, or does not leave this machine. No name is looked up."""
        return self.scheme == "https" or is_loopback(self.host)

    def channel(self, options, tls_ca=None):
        """A channel to it. `tls_ca` is the file of the authorities that may vouch for it."""
        target = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        if self.scheme == "http":
            return grpc.insecure_channel(target, options)
        return grpc.secure_channel(target, grpc.ssl_channel_credentials(authorities(tls_ca)), options)


def is_loopback(host):
    """Whether a host is this machine, by its name or address alone."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def authorities(tls_ca):
    """The certificates of a file, or of the system; `None` for those that come with gRPC, where the system has none in a file."""
    path = tls_ca or ssl.get_default_verify_paths().cafile
    if path is None or not (tls_ca or os.path.exists(path)):
        return None
    with open(path, "rb") as file:
        pem = file.read()
    if b"-----BEGIN CERTIFICATE-----" not in pem:
        raise ValueError(f"`{path}` is not taken: expected PEM with a certificate")
    return pem
