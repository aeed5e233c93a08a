"""What scans cost: a long list at once, and one more step of a running one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from benchmarks.speed.measure import run_task
from benchmarks.speed.results import table

SERIES, STEPS = 100_000, 200
FOLLOWED = 4_000
LIMITS = (60.0, 2000.0, 1.0)


def lines(scale: float, workers: int) -> list[str]:
    """Time and memory, measured when nothing else of the benchmark runs."""
    share = round(SERIES * scale) // workers
    given = [{"series": share, "steps": STEPS, "seed": place} for place in range(workers)]
    with ThreadPoolExecutor(workers) as threads:
        costs = list(threads.map(lambda one: run_task("benchmarks.detection.task_retrospective", one), given))
    added = run_task("benchmarks.detection.task_added_step", {"series": FOLLOWED, "steps": STEPS, "seed": 0})
    seconds = max(cost.seconds for cost in costs)
    peak = sum(cost.peak_bytes for cost in costs) / 1e6
    held = sum(cost.found["panel_bytes"] for cost in costs) / 1e6
    rows = [
        [
            f"retrospective scan, {share * workers:,} series × {STEPS} steps, in runs of up to 8,000",
            f"{workers}",
            f"{seconds:.1f} s",
            _verdict(seconds, LIMITS[0], scale),
        ],
        [
            f"memory of all processes, of which the panels in hand {held:.0f} MB",
            f"{workers}",
            f"{peak:.0f} MB",
            _verdict(peak, LIMITS[1], scale),
        ],
        [
            f"sequential rule, one more step of {FOLLOWED:,} series after {STEPS - 1}",
            "1",
            f"{added.seconds:.2f} s",
            _verdict(added.seconds, LIMITS[2], 1.0),
        ],
    ]
    return ["### Cost", "", *table(["what", "processes", "measured", "required"], rows)]


def _verdict(value: float, limit: float, scale: float) -> str:
    if scale < 1.0:
        return ""
    return f"≤ {limit:g}: {'met' if value <= limit else 'missed'}"
