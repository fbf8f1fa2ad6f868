#!/usr/bin/env bash
# Regenerates the Fashion-MNIST subset that rina-train carries in its resources: the first 600 training
# and the first 100 test images of each of the ten classes, in the order of the original files. The choice
# is balanced and needs no random numbers, so that anybody can check it against the original.
#
# Usage: build/make-fashion-subset.sh [folder with the four original files]
# The default folder is that of Debian's package: apt-get install dataset-fashion-mnist
set -euo pipefail

source_folder="${1:-/usr/share/datasets/fashion-mnist}"
target_folder="$(cd "$(dirname "$0")/.." && pwd)/rina-train/src/main/resources/io/rina/train/fashion-mnist"

python3 - "$source_folder" "$target_folder" <<'PYTHON'
import gzip
import os
import struct
import sys

IMAGE_BYTES = 28 * 28
CLASSES = 10


def read(folder, name):
    with gzip.open(os.path.join(folder, name)) as stream:
        return stream.read()


def write(folder, name, content):
    # No name and no time in the gzip header: the same input gives the same bytes.
    with open(os.path.join(folder, name), "wb") as raw:
        with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=raw, mtime=0) as stream:
            stream.write(content)


def subset(source, target, prefix, per_class):
    images_name = prefix + "-images-idx3-ubyte.gz"
    labels_name = prefix + "-labels-idx1-ubyte.gz"
    images = read(source, images_name)[16:]
    labels = read(source, labels_name)[8:]
    room = [per_class] * CLASSES
    chosen = []
    for index, label in enumerate(labels):
        if room[label] > 0:
            room[label] -= 1
            chosen.append(index)
    if any(room):
        sys.exit(f"{source}/{labels_name} has too few images of some class: {room} are missing")
    pixels = b"".join(images[i * IMAGE_BYTES:(i + 1) * IMAGE_BYTES] for i in chosen)
    write(target, images_name, struct.pack(">IIII", 0x803, len(chosen), 28, 28) + pixels)
    write(target, labels_name, struct.pack(">II", 0x801, len(chosen)) + bytes(labels[i] for i in chosen))


source_folder, target_folder = sys.argv[1:]
os.makedirs(target_folder, exist_ok=True)
subset(source_folder, target_folder, "train", 600)
subset(source_folder, target_folder, "t10k", 100)
PYTHON

ls -l "$target_folder"
