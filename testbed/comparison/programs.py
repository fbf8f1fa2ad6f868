"""The libraries that Rina is compared with: their packages, and our programs that call them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

from emulation.errors import RunError, UsageError

HOME = Path(__file__).resolve().parent.parent.parent
SOURCES = HOME / "testbed" / "allreduce"
BUILT = HOME / "target" / "peers"
# What a package is needed for: a file that it brings.
PACKAGES = {
    "g++": Path("/usr/bin/g++"),
    "openmpi-bin": Path("/usr/bin/mpirun"),
    "libopenmpi-dev": Path("/usr/bin/mpicc"),
    "libgloo-dev": Path("/usr/include/gloo/allreduce.h"),
    "python3-torch": Path("/usr/lib/python3/dist-packages/torch"),
}
MPI = BUILT / "mpi"
GLOO = BUILT / "gloo"
TORCH = SOURCES / "gloo_torch.py"
FLAGS = ["-O3", "-march=native", "-Wall", "-Wextra"]
# Freed memory is kept: else each buffer that a library takes for an operation is mapped anew, and a
# first touch of a page takes as long as sending several kilobytes.
ENVIRONMENT = {
    "MALLOC_MMAP_THRESHOLD_": "2000000000",
    "MALLOC_TRIM_THRESHOLD_": "8000000000",
    "MALLOC_TOP_PAD_": "0",
    "OMP_NUM_THREADS": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def missing() -> List[str]:
    """The packages that are not here."""
    return [package for package, file in PACKAGES.items() if not file.exists()]


def require(build: bool = True) -> None:
    """Installs what is missing, as root on Debian, and builds what is older than its source."""
    absent = missing()
    if absent:
        install(absent)
    if build:
        BUILT.mkdir(parents=True, exist_ok=True)
        compile_one(MPI, ["mpicc"], SOURCES / "mpi.c", [])
        compile_one(GLOO, ["g++", "-std=c++17"], SOURCES / "gloo.cc", ["-lgloo", "-lpthread"])


def install(packages: List[str]) -> None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise UsageError(
            f"missing here: install the packages {' '.join(packages)}, or run this as root on Debian"
        )
    print(f"installing {' '.join(packages)} ...", file=sys.stderr)
    checked(["apt-get", "update", "-q"])
    checked(["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages])


def compile_one(program: Path, compiler: List[str], source: Path, libraries: List[str]) -> None:
    newest = max(file.stat().st_mtime for file in (source, SOURCES / "orders.h"))
    if program.exists() and program.stat().st_mtime > newest:
        return
    print(f"building {source.relative_to(HOME)} ...", file=sys.stderr)
    checked([*compiler, *FLAGS, str(source), "-o", str(program), *libraries])


def checked(command: List[str]) -> None:
    done = subprocess.run(command, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise RunError(f"{command[0]} ended with code {done.returncode}: {' '.join(command)}")


def versions() -> Dict[str, str]:
    """Of the packages, as Debian numbers them."""
    found = {}
    for package in ("openmpi-bin", "libgloo-dev", "python3-torch"):
        command = ["dpkg-query", "-W", "-f", "${Version}", package]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found[package] = done.stdout if done.returncode == 0 else "unknown"
    return found
