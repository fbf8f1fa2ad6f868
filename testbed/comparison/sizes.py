"""Sizes of messages, times and memory, as words."""

import re
from typing import List

from emulation.errors import UsageError

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
MOST = 1 << 30


def sizes(text: str) -> List[int]:
    """"4K,1M" in bytes, each once, the least first."""
    return sorted({size(word) for word in text.split(",")})


def size(word: str) -> int:
    found = re.fullmatch(r"(\d+)([KMG]?)", word.strip().upper())
    number = int(found.group(1)) * UNITS[found.group(2)] if found else 0
    if not 4 <= number <= MOST or number % 4:
        raise UsageError(
            f"--sizes {word}: write bytes of float32, a multiple of 4 up to 1G, as in 4K,64K,1M"
        )
    return number


def bytes_text(number: int) -> str:
    for unit in "GMK":
        if number % UNITS[unit] == 0:
            return f"{number // UNITS[unit]} {unit}iB"
    return f"{number} B"


def time_text(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1e-1 else f"{seconds * 1e3:.0f} ms"
