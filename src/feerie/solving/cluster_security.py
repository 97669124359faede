"""How the connections of a cluster are protected.

Whoever can connect to a process of a cluster can run programs in it. So its connections are encrypted and both ends
show certificates; those that do not leave this machine begin with a secret of the user's (`cluster_secret`). Neither is
asked for if the user insists.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from feerie.base.errors import ClusterError, Message, system_reason

__all__ = ["UNPROTECTED", "Protection", "distributed", "is_loopback"]

SECRET_SCHEME = "feerie"
"""What addresses begin with, inside the package distributed, where connections begin with the user's secret."""
PROTOCOLS = ("tcp", "tls")
"""What an address may begin with: without and with encryption."""


def distributed() -> Any:
    """The package of that name; ClusterError if it is not installed."""
    try:
        import distributed as package
    except ImportError:
        from feerie.base.extras import missing

        raise ClusterError(missing("distributed", "cluster")) from None
    return package


def is_loopback(host: str) -> bool:
    """Whether a host's addresses are all of this machine's loopback interface; ClusterError for an unknown host."""
    import ipaddress
    import socket

    try:
        found = {str(entry[4][0]).partition("%")[0] for entry in socket.getaddrinfo(host or "0.0.0.0", None)}
    except (OSError, UnicodeError) as error:
        raise ClusterError("there is no host {}", repr(host)) from error
    return all(ipaddress.ip_address(address).is_loopback for address in found)


class Protection(NamedTuple):
    """How the connections of a cluster are protected.

    `ca`, `cert`, `key`: files in PEM form: the certificate of the authority that signs those of all members, this
    member's certificate, and its key; all three or none. `insecure`: neither certificates nor the secret are asked for.
    """

    ca: str | None = None
    cert: str | None = None
    key: str | None = None
    insecure: bool = False

    @property
    def encrypts(self) -> bool:
        """Whether there are certificates; ClusterError if only some of the files are given."""
        given = [path is not None for path in self[:3]]
        if any(given) and not all(given):
            raise ClusterError("encryption needs three files: --tls-ca, --tls-cert and --tls-key")
        return all(given)

    @property
    def has_secret(self) -> bool:
        """Whether connections begin with the user's secret, which only this machine knows."""
        return not self.encrypts and not self.insecure

    @property
    def protocol(self) -> str:
        """What addresses begin with inside the package distributed."""
        return SECRET_SCHEME if self.has_secret else PROTOCOLS[self.encrypts]

    @staticmethod
    def shown(address: str) -> str:
        """An address as users write it."""
        return address.replace(f"{SECRET_SCHEME}://", "tcp://", 1)

    def require_for(self, host: str) -> None:
        """ClusterError if connections with this host may leave the machine and are not encrypted."""
        if not self.encrypts and not self.insecure and not is_loopback(host):
            raise ClusterError("{} can be reached from other machines, and whoever reaches a cluster can run programs "
                               "in it: give --tls-ca, --tls-cert and --tls-key, or --insecure", host)

    def security(self) -> Any:
        """The settings for the package distributed; ClusterError if the files cannot be used."""
        package = distributed()
        if self.has_secret:
            from feerie.solving.cluster_secret import register

            register(SECRET_SCHEME)
        if not self.encrypts:
            return package.Security(require_encryption=False)
        files = {f"tls_{role}_{kind}": path for role in ("client", "worker", "scheduler")
                 for kind, path in (("cert", self.cert), ("key", self.key))}
        security = package.Security(require_encryption=True, tls_ca_file=self.ca, **files)
        try:
            for role in ("client", "worker", "scheduler"):
                security.get_connection_args(role)
                security.get_listen_args(role) if role != "client" else None
        except OSError as error:        # ssl.SSLError is one
            raise ClusterError("the certificates or the key cannot be used: {}", system_reason(error)) from error
        return security

    def silence(self, address: str) -> Message:
        """What is said if no scheduler answers at an address."""
        if self.has_secret:
            return Message("no scheduler answers at {} with this user's secret (one that feerie did not start needs "
                           "--insecure)", address)
        return Message("no scheduler answers at {} and accepts these certificates" if self.encrypts else
                       "no scheduler answers at {}", address)

    def address(self, text: str) -> str:
        """A scheduler's address with its protocol; ClusterError if it is not one, or not one for this protection."""
        protocol, found, place = text.rpartition("://")
        host, _, port = place.rpartition(":")
        if (found and protocol not in PROTOCOLS) or not host or not port.isdigit():
            raise ClusterError("a scheduler's address is written tcp://host:port, not {}", repr(text))
        if found and protocol != PROTOCOLS[self.encrypts]:
            if self.encrypts:
                raise ClusterError("with certificates the address is written tls://{}", place)
            raise ClusterError("{} needs --tls-ca, --tls-cert and --tls-key", text)
        self.require_for(host.strip("[]"))
        return f"{self.protocol}://{place}"


UNPROTECTED = Protection()
"""Without certificates: for this machine only, by the user's secret."""
