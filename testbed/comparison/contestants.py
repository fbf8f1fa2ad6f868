"""Who is compared, and how their processes are started."""

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Union

from . import programs
from .crew import Crew
from .places import Loopback, Racks

Place = Union[Racks, Loopback]
RINA = "rina"


@dataclass(frozen=True)
class Contestant:
    """An algorithm of a library. Contestants of one crew are served by the same processes."""

    name: str
    crew: str
    algorithm: str

    @property
    def is_peer(self) -> bool:
        return self.crew != RINA


# By the number that Open MPI has for it; none: what it decides on by size and ranks.
MPI_ALGORITHMS = {"default": None, "ring": 4}

PEERS = [
    Contestant("gloo-ring", "gloo", "ring"),
    Contestant("gloo-ring-chunked", "gloo", "ring-chunked"),
    Contestant("gloo-halving-doubling", "gloo", "halving-doubling"),
    Contestant("torch-gloo", "torch", "-"),
    *(Contestant(f"mpi-{algorithm}", f"mpi-{algorithm}", "-") for algorithm in MPI_ALGORITHMS),
]
SHARED_MEMORY_PEERS = [
    Contestant(f"mpi-shm-{algorithm}", f"mpi-shm-{algorithm}", "-") for algorithm in MPI_ALGORITHMS
]


def peers_at(place: Place) -> List[Contestant]:
    return PEERS + (SHARED_MEMORY_PEERS if place.shares_memory else [])


def strategies(names: List[str]) -> List[Contestant]:
    return [Contestant(name, RINA, name) for name in names]


def start(name: str, place: Place, folder: Path, rina: List[str]) -> Crew:
    """Returns when all its ranks wait for orders."""
    crew = Crew(name, place.ranks, folder)
    kind = name.split("-")[0]
    commands: Dict[str, Callable[[], List[List[str]]]] = {
        RINA: lambda: [rina_command(place, crew, folder, rina)],
        "gloo": lambda: gloo_commands(place, crew, folder),
        "torch": lambda: torch_commands(place, crew, folder),
        "mpi": lambda: [mpi_command(place, crew, folder)],
    }
    environment = {"GLOO_SOCKET_IFNAME": place.interface, **programs.ENVIRONMENT}
    try:
        crew.start(commands[kind](), {} if name == RINA else environment)
    except BaseException:
        crew.end()
        raise
    return crew


def rina_command(place: Place, crew: Crew, folder: Path, rina: List[str]) -> List[str]:
    cluster = folder / "cluster.yaml"
    cluster.write_text(place.cluster_file())
    return place.launch(rina, cluster, ["obey", str(crew.socket)])


def gloo_commands(place: Place, crew: Crew, folder: Path) -> List[List[str]]:
    meeting = folder / "gloo-meeting"
    meeting.mkdir()
    return [
        place.inside(
            rank,
            [str(programs.GLOO), str(crew.socket), str(rank), str(place.ranks), place.interface]
            + [str(meeting)],
        )
        for rank in range(place.ranks)
    ]


def torch_commands(place: Place, crew: Crew, folder: Path) -> List[List[str]]:
    words = [str(place.ranks), str(folder / "torch-meeting")]
    # Debian's packages are Debian's Python's.
    program = ["/usr/bin/python3", str(programs.TORCH), str(crew.socket)]
    return [place.inside(rank, [*program, str(rank), *words]) for rank in range(place.ranks)]


def mpi_command(place: Place, crew: Crew, folder: Path) -> List[str]:
    by_memory = crew.name.startswith("mpi-shm")
    transport = "vader,self" if by_memory else "tcp,self"
    options = f"--bind-to none -np {place.ranks} --mca pml ob1 --mca btl {transport}"
    if not by_memory:
        options += f" --mca btl_tcp_if_include {place.interface}"
    number = MPI_ALGORITHMS[crew.name.rsplit("-", 1)[1]]
    if number is not None:
        options += " --mca coll_tuned_use_dynamic_rules 1"
        options += f" --mca coll_tuned_allreduce_algorithm {number}"
    return [*place.mpirun(folder), *options.split(), str(programs.MPI), str(crew.socket)]
