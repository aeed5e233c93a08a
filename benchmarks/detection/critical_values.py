"""Simulates the null distribution of `anchored_lr_v1` and writes the table that the package ships.

    python -m benchmarks.detection.critical_values            # about an hour on two cores
    python -m benchmarks.detection.critical_values --steps 80 --draws 2000

Every series is noise that the drift grid allows for: white, or white with an AR(1) of any pair (kappa, rho)
of the grid. Its scale is known with a limited number of degrees of freedom, and it is prepared as in a run.
The last column says how many series of each kind of noise were drawn. A quantile of the table is the largest
over the pairs, so that the chance that it states holds for each.
"""

from __future__ import annotations

import argparse
import csv
import sys
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from rolloutdiff.stats.critical import COLUMNS, GRIDS, POWER, PROBABILITIES, TABLE
from rolloutdiff.stats.dictionary import STEP, dictionary
from rolloutdiff.stats.likelihood import ANCHOR_FREEDOM, SINGLE_FREEDOM, independent_steps, whiten
from rolloutdiff.stats.noise import correlation
from rolloutdiff.stats.preparation import prepare
from rolloutdiff.stats.scan import scan

SEED = 7_000_000
STEPS = (20, 25, 30, 40, 50, 60, 80, 100, 120, 160, 200, 300, 400, 600, 1000)
# Degrees of freedom of the scale: a run with eight prompts a step; one with a single prompt.
SCALE_FREEDOM = {ANCHOR_FREEDOM: 100.0, SINGLE_FREEDOM: 18.0}


def noise(rng, count, n, kappa, rho, freedom):
    """float64[count, n]: one null series per row."""
    x = rng.standard_normal((count, n))
    if kappa > 0:
        root = np.linalg.cholesky(correlation(np.arange(n), rho))
        x = x + kappa * rng.standard_normal((count, n)) @ root.T
    return x * np.sqrt(freedom / rng.chisquare(freedom, (count, 1)))


def row(task):
    """One row of the table: quantiles of the ratio, and the step that is found in nine series of ten."""
    grid, freedom, n, draws = task
    known = SCALE_FREEDOM[freedom]
    whitenings = whiten(
        independent_steps(np.ones(n)), np.arange(n, dtype=np.int64), GRIDS[grid], dictionary(n).shape
    )

    def ratios(rng, count, kappa, rho, change=0.0):
        out = []
        while count > 0:
            part = min(count, 2048)
            x = noise(rng, part, n, kappa, rho, known)
            x[:, n // 2 :] += change
            out.append(scan(prepare(x)[0], whitenings, freedom).ratio)
            count -= part
        return np.concatenate(out)

    rng = np.random.default_rng([SEED, n, int(freedom), list(GRIDS).index(grid)])
    by_pair = [ratios(rng, draws, kappa, rho) for kappa, rho in GRIDS[grid]]
    quantiles = [max(np.quantile(r, 1 - p) for r in by_pair) for p in PROBABILITIES]
    # Beyond the table the tail is exponential; its rate is that above the 2 % quantile.
    tails = []
    for r in by_pair:
        start = np.quantile(r, 0.98)
        tails.append(np.mean(r[r > start] - start))
    # The step in the middle that exceeds the line with probability POWER, by bisection on common draws.
    line = quantiles[PROBABILITIES.index(0.004)]
    low, high = 0.0, 64.0
    for _ in range(10):
        middle = (low + high) / 2
        rng = np.random.default_rng([SEED, n, int(freedom), 99])
        found = np.mean(ratios(rng, max(draws // 20, 500), 0.0, 0.0, middle * 2 / np.sqrt(n)) > line)
        low, high = (middle, high) if found < POWER else (low, middle)
    return (
        [grid, int(freedom), n, round(float(np.median(by_pair[0])), 3)]
        + [round(float(q), 3) for q in quantiles]
        + [round(float(max(tails)), 3), round(high, 3), draws]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, nargs="*", default=STEPS)
    parser.add_argument("--draws", type=int, default=20_000)
    parser.add_argument("--output", type=Path, default=TABLE)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--resume", action="store_true", help="keep the rows that the output holds")
    args = parser.parse_args()
    rows = []
    if args.resume and args.output.exists():
        with args.output.open(newline="") as file:
            rows = [[r[0], int(r[1]), int(r[2]), *r[3:]] for r in list(csv.reader(file))[1:]]
    done = {tuple(r[:3]) for r in rows}
    tasks = [
        (grid, freedom, n, args.draws if n <= 200 else max(args.draws * 200 // n, 4000))
        for n in args.steps
        for grid in GRIDS
        for freedom in (ANCHOR_FREEDOM, SINGLE_FREEDOM)
        if (grid, int(freedom), n) not in done
    ]
    with get_context("spawn").Pool(args.workers) as pool:
        for new in pool.imap(row, tasks):
            rows.append(new)
            print(*new, file=sys.stderr, flush=True)
            with args.output.open("w", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(COLUMNS)
                writer.writerows(sorted(rows, key=lambda r: r[:3]))


if __name__ == "__main__":
    assert STEP == 0
    main()
