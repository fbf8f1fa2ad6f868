"""Counts bytes by the interfaces' own counters, and frames by kind with packet filters.

A super-packet counts once, with one header, so count with segmentation done at the sender
(network.set_segments(layout, 1)).
"""

import ctypes
import socket
import struct
from dataclasses import dataclass
from typing import Dict, List, Tuple

from .errors import RunError
from .layout import Layout, Link
from .network import drops, inside

ETH_P_ALL = 3
SO_ATTACH_FILTER = 26
SOL_PACKET = 263
PACKET_STATISTICS = 6

UP = "up"
DOWN = "down"
WAYS = (UP, DOWN)

# A frame without payload: our header, UDP, IPv4, Ethernet (io.rina.plan.Framing.INTERFACE).
EMPTY_BYTES = 40 + 8 + 20 + 14

# Classic BPF (linux/filter.h): load a byte, a half word, a word; and; jump if equal; return.
LOAD_BYTE, LOAD_HALF, LOAD_WORD, AND, JUMP_EQUAL, RETURN = 0x30, 0x28, 0x20, 0x54, 0x15, 0x06
PACKET_TYPE = 0xFFFFF000 + 4  # SKF_AD_OFF + SKF_AD_PKTTYPE
PACKET_OUTGOING = 4

# Kinds of frames: bit 0 of the type tells DATA and RESULT from CREDIT and RECEIPT, bit 1 of the
# flags tells what is sent again (docs/protocol.md).
KINDS: Dict[str, Tuple[int, int]] = {
    "data": (1, 0),
    "control": (0, 0),
    "data again": (1, 2),
    "control again": (0, 2),
}


@dataclass(frozen=True)
class Count:
    """What crossed a link in one direction, and what its queue had no room for before."""

    bytes: int
    packets: int
    frames: Dict[str, int]
    dropped: int
    full_bytes: int

    def minus(self, before: "Count") -> "Count":
        return Count(
            self.bytes - before.bytes,
            self.packets - before.packets,
            {kind: self.frames[kind] - before.frames[kind] for kind in KINDS},
            self.dropped - before.dropped,
            self.full_bytes,
        )

    @property
    def others(self) -> int:
        """Packets that are no frames: ARP."""
        return self.packets - sum(self.frames.values())

    @property
    def control_bytes(self) -> int:
        return self.frames["control"] * EMPTY_BYTES

    @property
    def again_bytes(self) -> int:
        """Taken to be full frames where they have a payload."""
        data = self.frames["data again"] * self.full_bytes
        return data + self.frames["control again"] * EMPTY_BYTES

    @property
    def data_bytes(self) -> int:
        """Of frames with payload, the first time; ARP takes 42 bytes."""
        return self.bytes - self.control_bytes - self.again_bytes - 42 * self.others


class Tap:
    """Counts the frames of one kind that an interface sends, or receives.

    The kernel counts what the filter lets pass even when there is no room to keep it, and nobody
    reads from this socket.
    """

    def __init__(self, interface: str, outgoing: bool, kind: str) -> None:
        # Protocol 0 receives nothing until the filter is there.
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        program = b"".join(frame_filter(outgoing, *KINDS[kind]))
        memory = ctypes.create_string_buffer(program, len(program))
        attached = struct.pack("HP", len(program) // 8, ctypes.addressof(memory))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, attached)
        self.socket.bind((interface, ETH_P_ALL))
        self.count = 0

    def read(self) -> int:
        """How many since the start."""
        raw = self.socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8)
        # Dropped ones are among the first number; reading sets it to 0.
        self.count += struct.unpack("II", raw)[0]
        return self.count

    def close(self) -> None:
        self.socket.close()


def frame_filter(outgoing: bool, type_bit: int, resent_bit: int) -> List[bytes]:
    """Offsets are from the Ethernet header: its type at 12, IPv4 at 14, UDP at 34, ours at 42."""
    tests = [
        (LOAD_WORD, PACKET_TYPE, None, PACKET_OUTGOING, outgoing),
        (LOAD_HALF, 12, None, 0x0800, True),
        (LOAD_BYTE, 23, None, socket.IPPROTO_UDP, True),
        (LOAD_HALF, 42, None, 0x5249, True),
        (LOAD_BYTE, 45, 1, type_bit, True),
        (LOAD_BYTE, 47, 2, resent_bit, True),
    ]
    left = sum(3 if mask else 2 for _, _, mask, _, _ in tests)
    program = []
    for load, offset, mask, value, wanted in tests:
        program.append(instruction(load, offset))
        if mask:
            program.append(instruction(AND, mask))
        left -= 3 if mask else 2
        # To the last instruction, which drops, past the one that lets pass.
        skip = left + 1
        program.append(
            instruction(JUMP_EQUAL, value, 0 if wanted else skip, skip if wanted else 0)
        )
    return program + [instruction(RETURN, 1), instruction(RETURN, 0)]


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


class Counters:
    """All links of a layout. Counts from its making on."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.links = list(layout.links())
        self.taps: Dict[Tuple[Link, str, str], Tap] = {}
        for link in self.links:
            with inside(layout.namespace(link.lower)):
                for kind in KINDS:
                    for way in WAYS:
                        self.taps[link, way, kind] = Tap(link.lower_interface, way == UP, kind)
        self.before = self.read()

    def since(self) -> Dict[Tuple[Link, str], Count]:
        now = self.read()
        return {key: now[key].minus(self.before[key]) for key in now}

    def read(self) -> Dict[Tuple[Link, str], Count]:
        full_bytes = EMPTY_BYTES + self.layout.full_payload_bytes()
        dropped = drops(self.layout)
        counts = {}
        for link in self.links:
            numbers = interface_numbers(self.layout.namespace(link.lower), link.lower_interface)
            for way in WAYS:
                size, packets = numbers[way]
                frames = {kind: self.taps[link, way, kind].read() for kind in KINDS}
                counts[link, way] = Count(
                    size, packets, frames, dropped[link, way], full_bytes
                )
        return counts

    def close(self) -> None:
        for tap in self.taps.values():
            tap.close()

    def __enter__(self) -> "Counters":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def interface_numbers(namespace: str, interface: str) -> Dict[str, Tuple[int, int]]:
    """Bytes and packets, sent (up) and received (down)."""
    with inside(namespace):
        with open("/proc/thread-self/net/dev") as table:
            for line in table:
                name, _, numbers = line.partition(":")
                if name.strip() == interface:
                    fields = [int(number) for number in numbers.split()]
                    return {DOWN: (fields[0], fields[1]), UP: (fields[8], fields[9])}
    raise RunError(f"{namespace} has no interface {interface}: are the racks up?")
