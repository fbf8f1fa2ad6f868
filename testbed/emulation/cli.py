"""Options that both commands have, and how errors end a command."""

import argparse
import re
import signal
import sys
from typing import Callable, Tuple

from . import network
from .errors import RunError, UsageError
from .layout import Job, Layout


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        default="rina",
        help="what the namespaces' names begin with (default: %(default)s)",
    )


def add_layout(parser: argparse.ArgumentParser) -> None:
    add_name(parser)
    parser.add_argument(
        "--racks", type=int, metavar="R", help="how many racks (default: as --hosts lists, or 2)"
    )
    parser.add_argument(
        "--hosts",
        default="2",
        metavar="K",
        help="hosts in each rack, or one number for each rack, as in 2,3,1 (default: %(default)s)",
    )
    parser.add_argument(
        "--rate",
        default="0",
        metavar="RATE",
        help="limit of each host's link, each way, as in 200mbit; 0: none (default: %(default)s)",
    )
    parser.add_argument(
        "--uplink", metavar="RATE", help="limit of each rack's uplink (default: that of --rate)"
    )
    parser.add_argument(
        "--burst", default="16kb", metavar="SIZE", help="of the limits (default: %(default)s)"
    )
    parser.add_argument(
        "--queue",
        default="256kb",
        metavar="SIZE",
        help="what may wait at a switch's port; more is dropped (default: %(default)s)",
    )
    parser.add_argument(
        "--host-queue",
        default="1500kb",
        metavar="SIZE",
        help="the same at a host (default: %(default)s, about 1,000 packets as Linux has it)",
    )
    parser.add_argument(
        "--segments",
        type=int,
        default=8,
        metavar="N",
        help="packets in a super-packet (GSO) at most that crosses a link whole"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--mtu", type=int, default=1500, metavar="BYTES", help="of all links (default: %(default)s)"
    )


def layout(arguments: argparse.Namespace) -> Layout:
    for option in ("rate", "uplink"):
        rate = getattr(arguments, option)
        if rate is not None and not re.fullmatch(r"0|\d+(\.\d+)?[kmg]bit", rate):
            raise UsageError(f"--{option} {rate}: write a rate as in 200mbit or 1gbit, or 0")
    return Layout(
        name=checked_name(arguments.name),
        sizes=sizes(arguments.racks, arguments.hosts),
        rate=arguments.rate,
        uplink=arguments.rate if arguments.uplink is None else arguments.uplink,
        burst=arguments.burst,
        queue=arguments.queue,
        host_queue=arguments.host_queue,
        mtu=arguments.mtu,
        segments=arguments.segments,
    )


def checked_name(name: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9]{0,30}", name):
        raise UsageError(f"--name {name}: write small letters and digits, a letter first")
    return name


def sizes(racks: "int | None", hosts: str) -> Tuple[int, ...]:
    if not re.fullmatch(r"\d+(,\d+)*", hosts):
        raise UsageError(f"--hosts {hosts}: write a number, or one for each rack, as in 2,3,1")
    numbers = tuple(int(number) for number in hosts.split(","))
    if len(numbers) == 1:
        return numbers * (2 if racks is None else racks)
    if racks is not None and racks != len(numbers):
        raise UsageError(f"--racks says {racks} but --hosts lists {len(numbers)}")
    return numbers


def add_job(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ina",
        default="all",
        metavar="RACKS",
        help="whose switches aggregate: none, all, or names, as in rack0,rack2"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--core-ina", action="store_true", help="the core switch aggregates as well"
    )
    parser.add_argument(
        "--pool",
        type=int,
        default=Job.pool,
        metavar="N",
        help="frames that a worker may have under way on a channel (default: %(default)s)",
    )
    parser.add_argument(
        "--interleave",
        action="store_true",
        help="number the ranks over the racks in turn, not rack by rack",
    )


def job(arguments: argparse.Namespace, of: Layout) -> Job:
    racks = {"none": (), "all": tuple(of.racks())}
    ina = racks.get(arguments.ina, tuple(arguments.ina.split(",")))
    return Job(of, ina, arguments.core_ina, arguments.interleave, arguments.pool)


def standing(name: str) -> Layout:
    network.require_means()
    found = network.current(name)
    if found is None:
        raise UsageError(f"no racks named {name} are up: testbed/racks up --name {name}")
    return found


def guarded(program: str, main: Callable[[], int]) -> int:
    """Runs main. Exit codes: 1 failed while running, 2 what was asked for cannot be."""

    def stop(number: int, _: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        return main()
    except UsageError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    except RunError as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{program}: interrupted", file=sys.stderr)
        return 130
