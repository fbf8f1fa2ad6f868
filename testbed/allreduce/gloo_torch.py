#!/usr/bin/python3
"""All-reduces by torch.distributed over Gloo, on orders as orders.h has them.

gloo_torch.py SOCKET RANK RANKS FILE, where processes find each other by the file.
"""

import datetime
import os
import socket
import sys
import time
from typing import Iterator

import torch
import torch.distributed as dist

PERIOD = 4093
TOLERANCE = 2.0**-13


def contributions(rank: int) -> torch.Tensor:
    index = torch.arange(PERIOD, dtype=torch.int64)
    return ((rank * 7919 + index * 104729) % 65536).double() * 2.0**-15 - 1


def periods(data: torch.Tensor) -> Iterator[torch.Tensor]:
    """One by one, so that filling and checking take no memory worth counting."""
    for at in range(0, data.numel(), PERIOD):
        yield data[at : at + PERIOD]


def wrong(data: torch.Tensor, sums: torch.Tensor, tolerance: float) -> int:
    found = 0
    for part in periods(data):
        off = (part - sums[: part.numel()]).abs()
        # Not "more than", so that NaN is wrong as well.
        found += int((~(off <= tolerance)).sum())
    return found


def main() -> None:
    path, rank, ranks, file = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo",
        init_method="file://" + file,
        rank=rank,
        world_size=ranks,
        timeout=datetime.timedelta(seconds=120),
    )
    own = contributions(rank)
    total = sum(contributions(each) for each in range(ranks))
    data = torch.zeros(0)
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(path)
    orders = peer.makefile("rw", buffering=1)
    print("ready", rank, os.getpid(), file=orders)
    for line in orders:
        words = line.split()
        if words[0] == "fill":
            count = int(words[1]) // 4
            if data.numel() != count:
                data = torch.empty(count)
            period = (own * float(words[2])).float()
            for part in periods(data):
                part.copy_(period[: part.numel()])
            print("filled", file=orders)
        elif words[0] == "run":
            dist.barrier()
            start = time.perf_counter_ns()
            for _ in range(int(words[2])):
                dist.all_reduce(data)
            print("ran", time.perf_counter_ns() - start, file=orders)
        elif words[0] == "check":
            factor = float(words[1])
            found = wrong(data, total * factor, ranks * TOLERANCE * factor)
            print("checked", found, file=orders)
        elif words[0] == "end":
            break
        else:
            sys.exit(f"no order is: {line}")
    dist.barrier()
    os._exit(0)


if __name__ == "__main__":
    main()
