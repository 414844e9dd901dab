"""Shards of scenes and crops from the native renderer, one process at a time."""

import subprocess
from pathlib import Path


def shards(
    binary: Path, out: Path, seed: int, count: int, scenes: int, crops: int, rest: list[str]
) -> None:
    """Write `count` shards of each kind under `out`; finished ones are kept.

    A shard is rendered into a hidden folder and renamed when it is whole, so
    that a training which is already running never sees half of one.
    """
    for i in range(count):
        for folder, flag, n in (("scenes", "--count", scenes), ("crops", "--crops", crops)):
            done = out / folder / f"seed{seed + i}"
            if n == 0 or done.exists():
                continue
            part = out / f".{folder}_seed{seed + i}.part"
            done.parent.mkdir(parents=True, exist_ok=True)
            command = [
                str(binary), "dataset", "render", "--seed", str(seed + i), flag, str(n),
                "--out", str(part), *rest,
            ]
            subprocess.run(command, check=True)
            part.rename(done)
