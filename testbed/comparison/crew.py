"""The processes of one library, one a rank, which wait for orders between their turns."""

import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Sequence, TextIO, Tuple

from emulation.errors import RunError

START_SECONDS = 300.0
ANSWER_SECONDS = 150.0
END_SECONDS = 15.0


class Crew:
    """What its ranks obey is in testbed/allreduce/orders.h."""

    def __init__(self, name: str, ranks: int, folder: Path) -> None:
        self.name = name
        self.ranks = ranks
        self.socket = folder / f"{name}.socket"
        self.log = folder / f"{name}.log"
        self.processes: List[subprocess.Popen] = []
        self.ends: Dict[int, Tuple[socket.socket, TextIO]] = {}
        self.pids: Dict[int, int] = {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.socket))
        self.listener.listen(ranks)

    def start(self, commands: Sequence[List[str]], environment: Dict[str, str]) -> None:
        """Returns when all ranks are ready."""
        with self.log.open("w") as log:
            for command in commands:
                self.processes.append(
                    subprocess.Popen(
                        command,
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        env={**os.environ, **environment},
                        start_new_session=True,
                    )
                )
        deadline = time.monotonic() + START_SECONDS
        while len(self.ends) < self.ranks:
            self.listener.settimeout(0.5)
            try:
                connection, _ = self.listener.accept()
            except socket.timeout:
                self.check_alive()
                if time.monotonic() > deadline:
                    raise RunError(
                        f"{self.name}: {len(self.ends)} of {self.ranks} ranks were ready after"
                        f" {START_SECONDS:g} s: {self.complaint()}"
                    ) from None
                continue
            connection.settimeout(ANSWER_SECONDS)
            reader = connection.makefile("r")
            _, rank, pid = self.read(reader, "the start")
            self.ends[int(rank)] = (connection, reader)
            self.pids[int(rank)] = int(pid)

    def order(self, line: str) -> List[str]:
        """Gives all ranks the order; returns the second words of their answers, by rank."""
        for rank in range(self.ranks):
            try:
                self.ends[rank][0].sendall(f"{line}\n".encode())
            except OSError as error:
                raise RunError(f"{self.name}: rank {rank} hears nothing: {self.complaint()}") from error
        return [self.read(self.ends[rank][1], line)[-1] for rank in range(self.ranks)]

    def read(self, reader: TextIO, of: str) -> List[str]:
        try:
            words = reader.readline().split()
        except OSError as error:
            raise RunError(
                f"{self.name}: no answer to '{of}' within {ANSWER_SECONDS:g} s: {self.complaint()}"
            ) from error
        if not words:
            self.check_alive()
            raise RunError(f"{self.name}: a rank has ended at '{of}': {self.complaint()}")
        return words

    def check_alive(self) -> None:
        for process in self.processes:
            if process.poll() not in (None, 0):
                raise RunError(
                    f"{self.name}: a process ended with code {process.returncode}:"
                    f" {self.complaint()}"
                )

    def complaint(self) -> str:
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return "\n".join(lines[-8:]) or "it wrote nothing"

    def end(self) -> None:
        """In good order if they still obey, else by signals to what was started here."""
        for connection, _ in self.ends.values():
            try:
                connection.sendall(b"end\n")
            except OSError:
                pass
        deadline = time.monotonic() + (END_SECONDS if len(self.ends) == self.ranks else 0)
        for process in self.processes:
            for stop in (lambda: None, process.terminate, process.kill):
                try:
                    stop()
                    process.wait(max(0.0, deadline - time.monotonic()))
                    break
                except subprocess.TimeoutExpired:
                    deadline = time.monotonic() + 5
        for connection, _ in self.ends.values():
            connection.close()
        self.listener.close()
        self.socket.unlink(missing_ok=True)

    def helpers(self, word: str) -> List[int]:
        """Processes below those started here that have this word on their command line."""
        found = []
        below = [process.pid for process in self.processes]
        while below:
            pid = below.pop()
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                for task in Path(f"/proc/{pid}/task").iterdir():
                    below += [int(child) for child in (task / "children").read_text().split()]
            except OSError:
                continue
            if word.encode() in words:
                found.append(pid)
        return found
