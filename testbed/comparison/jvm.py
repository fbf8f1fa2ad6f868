"""Programs of rina-benchmarks."""

import subprocess
import sys
from pathlib import Path
from typing import List

from emulation.errors import RunError

HOME = Path(__file__).resolve().parent.parent.parent
OUTPUT = HOME / "rina-benchmarks" / "target"
BUILD = ["./mvnw", "-q", "-B", "-ntp", "-pl", "rina-benchmarks", "-am", "-DskipTests", "package"]
# Those of ./rina; JMH gives them to the processes that it measures.
OPTIONS = [
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-XX:+UseSerialGC",
]


def command(main: str, words: List[str]) -> List[str]:
    """That runs the program, which is built first."""
    if subprocess.run(BUILD, cwd=HOME, stdout=sys.stderr, check=False).returncode != 0:
        raise RunError("building rina-benchmarks failed")
    java = subprocess.run(
        ["sh", "-c", '. build/jdk.sh && printf %s "$JAVA_HOME"'],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    classes = f"{OUTPUT}/classes:{OUTPUT}/lib/*"
    return [f"{java}/bin/java", *OPTIONS, "-cp", classes, main, *words]
