"""Time of a dump comparison: `python -m benchmarks.speed.consistency [LAYERS ...]`.

Both sides are those of the tests' GLM-5-like model; training leaves out the activation of every layer.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from rolloutdiff import compare_dumps
from tests.oracle.glm5 import dump


def measure(layers: int, folder: Path) -> tuple[int, int, int, list[tuple[float, float]]]:
    """Modules of both sides, bytes of both dumps, and clock: to begin with, when compared, when written."""
    sizes = []
    for side in ("train", "rollout"):
        held = dump(side, activation=side == "rollout", layers=layers)
        (folder / f"{side}.json").write_text(json.dumps(held), encoding="utf-8")
        sizes.append(len(held["data"]))
    clocks = [clock()]
    with compare_dumps(folder / "train.json", folder / "rollout.json") as comparison:
        clocks.append(clock())
        comparison.write_outputs(folder / "out")
        comparison.write_html(folder / "page.html")
        clocks.append(clock())
    total = sum((folder / f"{side}.json").stat().st_size for side in ("train", "rollout"))
    return sizes[0], sizes[1], total, clocks


def clock() -> tuple[float, float]:
    """Seconds that have passed, and seconds of processor time."""
    return time.perf_counter(), time.process_time()


def main() -> None:
    layers = [int(text) for text in sys.argv[1:]] or [20, 60, 1200]
    print("| layers | modules | both dumps | compare | of it processor | write all | of it processor |")
    print("|---|---|---|---|---|---|---|")
    for number in layers:
        with tempfile.TemporaryDirectory() as folder:
            train, rollout, size, clocks = measure(number, Path(folder))
        spent = [f"{b - a:.2f} s" for one, other in pairwise(clocks) for a, b in zip(one, other, strict=True)]
        print(
            " | ".join([f"| {number}", f"{train:,} and {rollout:,}", f"{size / 1e6:.1f} MB", *spent]) + " |"
        )


if __name__ == "__main__":
    main()
