"""Clusters on the command line: who can reach them, certificates, and what is left when one is lost in mid-run."""
from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE, until

import feerie
from feerie.base.errors import ClusterError
from feerie.game.tables import Tables
from feerie.solving.cluster_security import Protection, is_loopback

pytestmark = [pytest.mark.end_to_end, pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX does")]
pytest.importorskip("distributed")

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
LONG = ("BeginProblem\nPieces White Kh1 Qa4 Rb2 Sg6 Black Kd5 Pb7 Sc2 Rg4 Bf7 Qc7\nStipulation h#6\n"
        "EndProblem\n")
SHORT = "BeginProblem\nPieces White Kb6 Rh1 Rg1 Black Ka8\nStipulation #1\nEndProblem\n"
OTHER_VERSION = """
import sys
import feerie
feerie.__version__ = "0.0.9"
from feerie.apps.cli import main
sys.exit(main())
"""


def run(*command: str, program: tuple[str, ...] = ("-m", "feerie"), **more: str) -> subprocess.Popen[str]:
    """The command line in a process of its own; `more`: variables of its environment."""
    return subprocess.Popen([sys.executable, *program, *command], env=ENVIRONMENT | more, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Services:
    """Processes of schedulers and workers, ended with the test."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []

    def __call__(self, *command: str, **more: Any) -> tuple[subprocess.Popen[str], str]:
        """Start one; returns its process and its address."""
        process = run(*command, "--json", **more)
        self.processes.append(process)
        assert process.stdout
        return process, json.loads(process.stdout.readline())["address"]

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()


@pytest.fixture
def service() -> Iterator[Services]:
    services = Services()
    yield services
    services.end()


def own_address() -> str:
    """This machine's address in a network; skips the test if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        try:
            link.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine is in no network")
        address = str(link.getsockname()[0])
    if is_loopback(address):
        pytest.skip("this machine is in no network")
    return address


def listening(process: subprocess.Popen[str]) -> set[str]:
    """The local addresses at which a process accepts connections."""
    psutil = pytest.importorskip("psutil")      # the package distributed needs it
    links = psutil.Process(process.pid).net_connections(kind="inet")
    return {link.laddr.ip for link in links if link.status == psutil.CONN_LISTEN}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The options of a member of a cluster, and of a stranger whose certificate another authority signed."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificates")
    folder = tmp_path_factory.mktemp("certificates")

    def call(*words: str) -> None:
        subprocess.run([openssl, *words], check=True, capture_output=True, cwd=folder)

    options = {}
    for name in ("member", "stranger"):
        new = ("-newkey", "rsa:2048", "-nodes")
        call("req", "-x509", *new, "-keyout", f"{name}-ca.key", "-out", f"{name}-ca.pem", "-subj", f"/CN={name} ca",
             "-days", "2")
        call("req", *new, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        call("x509", "-req", "-in", f"{name}.csr", "-CA", f"{name}-ca.pem", "-CAkey", f"{name}-ca.key",
             "-CAcreateserial", "-out", f"{name}.pem", "-days", "2")
        options[name] = ["--tls-ca", str(folder / "member-ca.pem"), "--tls-cert", str(folder / f"{name}.pem"),
                         "--tls-key", str(folder / f"{name}.key")]
    return options


# ------------------------------------------------------------------------------------------------- who gets in

def test_nothing_listens_beyond_this_machine(service: Services) -> None:
    scheduler, address = service("scheduler", "--port", "0")
    worker, _ = service("worker", address, "--threads", "1")
    assert listening(scheduler) == listening(worker) == {"127.0.0.1"}
    psutil = pytest.importorskip("psutil")
    for process in scheduler, worker:       # one port each: none for HTTP
        links = psutil.Process(process.pid).net_connections(kind="inet")
        assert len({link.laddr.port for link in links if link.status == psutil.CONN_LISTEN}) == 1


@pytest.mark.parametrize("command", [
    ["scheduler", "--host", "0.0.0.0"], ["scheduler", "--host", ""], ["scheduler", "--host", "::"],
    ["worker", "tcp://192.0.2.1:8786"], ["worker", "192.0.2.1:8786"],
    ["solve", "--fen", "8/8/8/8/8/8/8/K1k5", "--stipulation", "h#1", "--cluster", "tcp://192.0.2.1:8786"],
])
def test_other_interfaces_need_certificates(command: list[str]) -> None:
    out, errors = (process := run(*command)).communicate(timeout=PATIENCE)
    assert process.returncode == 2 and not out
    assert errors.startswith("error: ") and errors.count("\n") == 1 and "--insecure" in errors


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9, b"\xff" * 1000], ids=str)
def test_another_program_at_the_address_is_one_line(said: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        def answer() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = other.accept()
                    connections.append(connection)
                    connection.sendall(said)

        connections: list[socket.socket] = []
        threading.Thread(target=answer, daemon=True).start()
        process = run("solve", "--fen", "8/8/8/8/8/8/8/K1k5", "--stipulation", "h#1", "--cluster",
                      f"tcp://127.0.0.1:{other.getsockname()[1]}")
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and not out
    assert errors.startswith("error: no scheduler answers at ") and errors.count("\n") == 1


def test_a_stranger_on_the_same_machine_does_not_get_in(service: Services, tmp_path: Path) -> None:
    """Another user has another secret, which only he can read; he reaches neither the scheduler nor a worker."""
    _, address = service("scheduler", "--port", "0")
    _, worker = service("worker", address, "--threads", "1")
    path = tmp_path / "short.pop"
    path.write_text(SHORT, encoding="utf-8")

    def solved(where: str, *options: str, home: Path | None = None) -> tuple[int, str]:
        environment = ENVIRONMENT | ({"XDG_DATA_HOME": str(home)} if home else {})
        process = subprocess.run([sys.executable, "-m", "feerie", "solve", str(path), "--cluster", where, *options],
                                 env=environment, text=True, capture_output=True, timeout=60, check=False)
        return process.returncode, process.stdout or process.stderr

    assert solved(address)[0] == 0
    for where, options, home in [(address, [], tmp_path), (address, ["--insecure"], None), (worker, [], tmp_path)]:
        status, said = solved(where, *options, home=home)
        assert status == 2 and said.startswith(f"error: no scheduler answers at {where}") and said.count("\n") == 1
    secret = tmp_path / "feerie" / "cluster-secret"
    assert secret.stat().st_mode & 0o777 == 0o600 and len(secret.read_bytes()) == 32
    secret.chmod(0o644)
    assert "you alone can read" in solved(address, home=tmp_path)[1]


def test_insecure_is_said(service: Services) -> None:
    host = own_address()
    scheduler, address = service("scheduler", "--host", host, "--port", "0", "--insecure")
    assert listening(scheduler) == {host}
    worker, _ = service("worker", address, "--threads", "1", "--insecure")
    assert listening(worker) == {host}


@pytest.mark.long
def test_encrypted(service: Services, certificates: dict[str, list[str]], tmp_path: Path) -> None:
    """Members of the cluster get in, strangers and those without certificates do not."""
    host, member = own_address(), certificates["member"]
    scheduler, address = service("scheduler", "--host", host, "--port", "0", *member)
    worker, _ = service("worker", address, "--threads", "1", *member)
    assert address.startswith("tls://") and listening(scheduler) == listening(worker) == {host}
    path = tmp_path / "short.pop"
    path.write_text(SHORT, encoding="utf-8")

    def solved(*options: str, cluster: str = address) -> tuple[int, str, str]:
        process = run("solve", str(path), "--no-board", "--cluster", cluster, *options)
        out, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, out, errors

    status, out, errors = solved(*member)
    assert status == 0 and "Rg1-g8 #" in out and not errors
    bare = address.replace("tls", "tcp")
    for options, where, expected in [
            (certificates["stranger"], address, f"error: no scheduler answers at {address} and accepts"),
            (["--insecure"], bare, f"error: no scheduler answers at {bare}"),
            ([], address, f"error: {address} needs --tls-ca"), (member, bare, "error: with certificates the address"),
            (member[:2], address, "error: encryption needs three files")]:
        status, out, errors = solved(*options, cluster=where)
        assert status == 2 and not out and errors.startswith(expected) and errors.count("\n") == 1, errors


def test_files_that_are_no_certificates(tmp_path: Path) -> None:
    path = tmp_path / "nothing.pem"
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(ClusterError, match="certificates or the key"):
        Protection(str(path), str(path), str(path)).security()


@pytest.mark.parametrize(("host", "expected"), [("127.0.0.1", True), ("localhost", True), ("::1", True),
                                                ("0.0.0.0", False), ("", False), ("192.0.2.1", False)])
def test_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected


# ---------------------------------------------------------------------------------------- what a loss leaves

class Solving:
    """Two problems, the second a long one, solved by a cluster; begins when the first is printed."""

    def __init__(self, address: str, folder: Path) -> None:
        path = folder / "two.pop"
        path.write_text(SHORT + LONG, encoding="utf-8")
        self.written = [folder / "two.html", folder / "two.json"]
        self.process = run("solve", str(path), "--no-board", "--cluster", address, "-o", str(self.written[0]),
                           "-o", str(self.written[1]))
        assert self.process.stdout
        self.out = ""
        while "complete search" not in self.out:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()
            self.out += line
        time.sleep(1)
        assert self.process.poll() is None

    def check(self, trouble: str) -> None:
        """The second problem is printed as partial, both are written, and the reason is one line."""
        out, errors = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 1, errors
        assert errors == (f"error: {trouble}\n" if trouble else "")
        assert "partial search" in out
        assert "partial search" in self.written[0].read_text(encoding="utf-8")
        document = json.loads(self.written[1].read_text(encoding="utf-8"))
        assert [result["complete"] for result in document["results"]] == [True, False] and not document["complete"]
        assert document["results"][0]["keys"] == ["g1g8", "h1h8"]


@pytest.mark.long
def test_a_scheduler_that_dies(service: Services, tmp_path: Path) -> None:
    scheduler, address = service("scheduler", "--port", "0")
    service("worker", address, "--threads", "1")
    solving = Solving(address, tmp_path)
    scheduler.kill()
    solving.check(f"the cluster at {address} is gone")


@pytest.mark.long
def test_a_worker_of_another_version_gets_no_jobs(service: Services, tmp_path: Path) -> None:
    """It is named, and the others go on; where there is no other, that is an error."""
    _, address = service("scheduler", "--port", "0")
    _, stranger = service("worker", address, "--threads", "1", program=("-c", OTHER_VERSION))
    path = tmp_path / "one.pop"
    path.write_text(SHORT, encoding="utf-8")
    out, errors = (process := run("solve", str(path), "--cluster", address)).communicate(timeout=60)
    named = f"the worker {stranger} runs feerie 0.0.9, not {feerie.__version__}"
    assert process.returncode == 2 and not out and errors == f"error: {named}\n"
    service("worker", address, "--threads", "1")
    _, errors = (process := run("solve", str(path), "--cluster", address)).communicate(timeout=60)
    assert process.returncode == 0 and errors == f"warning: {named}: it gets no jobs\n"


@pytest.mark.long
def test_the_jobs_of_a_frozen_worker_go_to_others(service: Services) -> None:
    """The search ends with all solutions; the frozen worker, which had jobs, is left out."""
    _, address = service("scheduler", "--port", "0")
    workers = [service("worker", address, "--threads", "1")[0] for _ in range(2)]
    problem = feerie.Problem("roque", "4k3/8/2rpp1Nr/6n1/b1pp2K1/8/8/8 b - - 0 1", "h#4")
    alone = feerie.solve(problem, threads=1)
    frozen: list[float] = []

    def freeze(done: float, total: float) -> None:
        if not frozen:
            workers[0].send_signal(signal.SIGSTOP)
            frozen.append(done / total)

    shared = feerie.solve(problem, cluster=address, progress=freeze)
    assert frozen and frozen[0] < 1
    assert shared.complete and shared.lines == alone.lines


@pytest.mark.long
def test_workers_join_a_restarted_scheduler(service: Services) -> None:
    scheduler, address = service("scheduler", "--port", "0")
    worker, _ = service("worker", address, "--threads", "1", "--hash", "16")
    scheduler.kill()
    scheduler.wait()
    service("scheduler", "--port", address.rpartition(":")[2])
    problem = feerie.Problem("orthodox", "k7/8/1K6/8/8/8/8/6RR", "#1")
    end = time.monotonic() + 60
    while True:
        try:
            assert feerie.solve(problem, cluster=address).keys == ("g1g8", "h1h8")
            break
        except ClusterError:
            assert time.monotonic() < end
    worker.send_signal(signal.SIGINT)
    out, errors = worker.communicate(timeout=60)
    assert worker.returncode == 0 and not out and not errors


@pytest.mark.long
def test_ctrl_c_where_the_scheduler_hangs(service: Services, tmp_path: Path) -> None:
    scheduler, address = service("scheduler", "--port", "0")
    service("worker", address, "--threads", "1")
    solving = Solving(address, tmp_path)
    scheduler.send_signal(signal.SIGSTOP)
    solving.process.send_signal(signal.SIGINT)
    solving.check("")


# ------------------------------------------------------------------------------------------------- endgame tables

def makes_a_table(place: Path) -> bool:
    """Whether the worker with this folder for what is temporary makes a table."""
    return any(place.glob("feerie-tables-*"))


def test_tables_are_made_by_workers_that_share_no_folder(service: Services, tmp_path: Path) -> None:
    """One worker is killed while it makes a table; another one is stopped, and the last one makes the rest."""
    scheduler, address = service("scheduler", "--port", "0")
    places = [tmp_path / f"worker {number}" for number in range(3)]
    for place in places:
        place.mkdir()
    workers = [service("worker", address, "--threads", "1", TMPDIR=str(place))[0] for place in places]
    alone = Tables(tmp_path / "alone").make("orthodox", "KP-K")
    command = ("tables", "orthodox", "KP-K", "--folder", str(tmp_path / "shared"), "--cluster", address)
    making = run(*command)
    for number, how in enumerate((signal.SIGKILL, signal.SIGINT)):
        until(partial(makes_a_table, places[number]))
        workers[number].send_signal(how)
    out, errors = making.communicate(timeout=PATIENCE)
    assert making.returncode == 0 and not errors and "KP-K" in out
    for made in alone:
        assert (tmp_path / "shared" / "orthodox" / made.path.name).read_bytes() == made.path.read_bytes()
    scheduler.kill()
    _, errors = (again := run(*command)).communicate(timeout=PATIENCE)
    assert again.returncode == 2 and errors.startswith("error: no scheduler answers")


def test_a_table_too_large_for_the_workers(service: Services, tmp_path: Path) -> None:
    _, address = service("scheduler", "--port", "0")
    service("worker", address, "--threads", "1")
    making = run("tables", "rollerball", "KR-K", "--memory", "1", "--folder", str(tmp_path), "--cluster", address)
    _, errors = making.communicate(timeout=PATIENCE)
    assert making.returncode == 2 and errors.startswith("error: KR-K takes 2 MB of memory")
