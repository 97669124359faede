"""`feerie serve`: the page, served to browsers."""
from __future__ import annotations

import contextlib
import ipaddress
import secrets
import socket
import sys
import threading
import time
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import DONE, emit, genre_file_option, is_closed, json_option, say, warn
from feerie.base.errors import Error, Message, system_reason
from feerie.base.extras import EXTRAS, missing

__all__ = ["serve"]

LARGEST_FRAME = 1024
"""Bytes of a WebSocket message from a browser, which has nothing to say there."""
CONNECTIONS = 2048
"""Simultaneous connections of all clients."""


class ServeError(Error, RuntimeError):
    """The page cannot be served."""


def _checked_address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """An address such as 127.0.0.1 or ::1, not a name, as the server will see it."""
    try:
        return None if value is None else str(ipaddress.ip_address(value))
    except ValueError:
        raise click.BadParameter(Message("{} is not an address like 127.0.0.1", repr(value))) from None


@click.command(cls=Program, short_help="Serve the page: play in a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to bind. Any but this machine's own "
              "needs a token, which is made if --token does not give one.")
@click.option("--port", type=click.IntRange(0, 65535), default=8017, show_default=True,
              help="The port; 0 for any that is free.")
@click.option("--token", metavar="TEXT", help="What a browser must know; at least 16 characters.")
@click.option("--proxy", callback=_checked_address, metavar="ADDRESS",
              help="The address of a reverse proxy in front of the server: its header X-Forwarded-For names the "
                   "clients. It needs a token, as --host does.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where games are kept; the user's data folder if not given.")
@click.option("--threads", type=click.IntRange(0, 256), default=0, show_default=True,
              help="Engine searches at a time, 0 for one a core.")
@click.option("--most-games", type=click.IntRange(1), default=100_000, show_default=True, metavar="N",
              help="Games that are stored; where they are too many, old ones that are over or abandoned go.")
@click.option("--most-mb", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="Megabytes that the games may take, and as many for problems and studies.")
@click.option("--back-up", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Copy games, problems and studies into a folder and end; a server may be running.")
@click.option("--restore", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="Put back what --back-up has copied into a folder and end; the server must not be running.")
@click.option("--browser/--no-browser", default=True, help="Open a browser; on by default.")
@genre_file_option
@json_option
def serve(host: str, port: int, token: str | None, proxy: str | None, data: Path | None, threads: int,
          most_games: int, most_mb: int, back_up: Path | None, restore: Path | None, browser: bool,
          as_json: bool) -> int:
    """Serve the page, on which games of every genre are played in a browser. Ctrl-C ends it.

    \b
    Example:
      feerie serve --port 8080
    """
    for module, name in next(extra for extra in EXTRAS if extra.name == "web").packages:
        if find_spec(module) is None:
            raise ServeError(missing(name, "web"))
    if back_up or restore:
        return _copy(data, back_up, restore, as_json)
    import uvicorn

    from feerie.apps.web.server import application
    from feerie.apps.web.serving.connections import PacedWebSocket, limited_protocol
    from feerie.apps.web.serving.database import StoreLimits
    from feerie.base.user_folder import user_data

    if proxy or not _is_loopback(host):
        token = token or secrets.token_urlsafe(24)
    if token is not None and (len(token) < 16 or not token.isascii() or set(token) & set(' ";,\\&=#?%+')):
        raise ServeError("the token must have at least 16 letters, digits, - or _")
    _allow_connections()
    listening = _bound(host, port)
    data = data or user_data()
    app = application(data, token, threads, StoreLimits(most_games, most_mb))
    address = _address(listening, token)
    if is_closed(sys.stdout):
        pass        # whoever starts a server so knows its address
    elif as_json:
        emit({"address": address, "port": listening.getsockname()[1], "token": token, "data": str(data)})
        sys.stdout.flush()
    else:
        say(address, flush=True)
    if browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, lifespan="on",
                            http=limited_protocol(proxy),
                            ws=PacedWebSocket, ws_max_size=LARGEST_FRAME, ws_ping_interval=20, ws_ping_timeout=20,
                            ws_per_message_deflate=False,       # it costs 300 kB a connection
                            timeout_keep_alive=10, timeout_graceful_shutdown=1, limit_concurrency=CONNECTIONS,
                            proxy_headers=proxy is not None, forwarded_allow_ips=proxy)
    with contextlib.suppress(KeyboardInterrupt):        # Ctrl-C is the way to end it
        uvicorn.Server(config).run(sockets=[listening])
    return DONE


def _copy(data: Path | None, back_up: Path | None, restore: Path | None, as_json: bool) -> int:
    """Copy the files of games and problems, or put copies back."""
    from feerie.apps.web import backup
    from feerie.base.user_folder import user_data

    if back_up and restore:
        raise click.UsageError(Message("--back-up and --restore exclude each other"))
    data = data or user_data()
    files = backup.back_up(data, back_up) if back_up else backup.restore(restore, data) if restore else []
    if as_json:
        emit({"data": str(data), "files": [str(path) for path in files]})
    else:
        for path in files:
            say(str(path))
    return DONE


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _bound(host: str, port: int) -> socket.socket:
    """A socket bound to an address; ServeError if that is in use."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(CONNECTIONS)
    except OSError as error:
        raise ServeError("cannot serve at {}:{}: {}", host, port, system_reason(error)) from None
    return bound


def _allow_connections() -> None:
    """Raise the limit on open files to the number of connections, where the system allows that."""
    try:
        import resource
    except ImportError:         # Windows has no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 512
    if now != resource.RLIM_INFINITY and now < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE,
                               (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def _address(listening: socket.socket, token: str | None) -> str:
    name: tuple[Any, ...] = listening.getsockname()
    host = f"[{name[0]}]" if ":" in name[0] else name[0]
    if token is None:
        return f"http://{host}:{name[1]}/"
    if host in ("0.0.0.0", "[::]"):
        host = _own_address() or socket.gethostname()
    return f"http://{host}:{name[1]}/?token={token}"


def _own_address() -> str:
    """The address by which other machines of the network reach this one; "" if it is in none.

    Phones do not know the names of the machines around them. Nothing is sent: the socket only chooses its way to an
    address that is reserved for documentation (RFC 5737).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
            return str(way.getsockname()[0])
        except OSError:
            return ""


def _open(address: str) -> None:
    time.sleep(0.5)
    try:
        if not webbrowser.open(address):
            warn("no browser could be opened")
    except webbrowser.Error as error:
        warn(str(error))
