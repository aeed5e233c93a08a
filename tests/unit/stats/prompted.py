"""Runs whose prompts are known cell by cell, and their two-way fit by brute force."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.prompt_design import PromptDesign, prompt_design
from rolloutdiff.stats.prompt_effects import PromptSums, prompt_sums


@dataclass(frozen=True, kw_only=True)
class Cells:
    """Cells in order of step: where they stand, and the values of their completions in every series."""

    step: np.ndarray
    prompt: np.ndarray
    size: np.ndarray
    values: list[np.ndarray]
    """Per cell float64[S, completions]."""

    @property
    def mean(self) -> np.ndarray:
        """float64[S, N]."""
        return np.stack([value.mean(axis=1) for value in self.values], axis=1)

    @property
    def design(self) -> PromptDesign:
        return prompt_design(self.step, self.prompt, self.size)

    @property
    def sums(self) -> PromptSums:
        level = np.zeros((len(self.mean), self.prompt.max() + 1))
        np.add.at(level.T, self.prompt, self.mean.T)
        row, prompt = np.nonzero(level)
        return prompt_sums(self.design, len(level), row, prompt, level[row, prompt])

    def panel(self, binary: bool = False) -> SeriesPanel:
        mean, steps = self.mean, self.step.max() + 1
        out = {name: np.full((len(mean), steps), np.nan) for name in ("mean", "se", "within_sd")}
        count = {name: np.zeros((len(mean), steps), dtype=np.int64) for name in ("prompts", "samples")}
        for t in range(steps):
            at = np.flatnonzero(self.step == t)
            n, size = len(at), self.size[at].sum()
            out["mean"][:, t] = mean[:, at].mean(axis=1)
            if n > 1:
                out["se"][:, t] = mean[:, at].std(axis=1, ddof=1) / np.sqrt(n)
            if size > n:
                square = sum(self.values[i].var(axis=1) * self.size[i] for i in at)
                out["within_sd"][:, t] = np.sqrt(square / (size - n))
            count["prompts"][:, t], count["samples"][:, t] = n, size
        return SeriesPanel(
            steps=np.arange(steps, dtype=np.int64),
            **out,
            **count,
            positives=np.zeros_like(count["samples"]),
            binary=np.full(len(mean), binary),
        )

    def dummies(self) -> np.ndarray:
        """float64[N, T + Q]: one column per step, one per prompt."""
        steps, prompts = self.step.max() + 1, self.prompt.max() + 1
        matrix = np.zeros((len(self.step), steps + prompts))
        matrix[np.arange(len(self.step)), self.step] = 1.0
        matrix[np.arange(len(self.step)), steps + self.prompt] = 1.0
        return matrix


def compact(step: np.ndarray, prompt: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Without repeated cells, and without numbers that no cell has."""
    pairs = np.unique(np.stack([step, prompt], axis=1), axis=0)
    return tuple(np.unique(column, return_inverse=True)[1].astype(np.int64) for column in pairs.T)


def random_cells(seed: int, *, series: int = 3, steps: int = 12, prompts: int = 9, largest: int = 3) -> Cells:
    """An unbalanced run: between one prompt per step and half of them, cells of unequal size."""
    rng = np.random.default_rng(seed)
    place = [
        (t, p)
        for t in range(steps)
        for p in rng.choice(prompts, size=rng.integers(1, prompts // 2 + 1), replace=False)
    ]
    step, prompt = compact(*np.array(place).T)
    size = rng.integers(1, largest + 1, len(step))
    effect = 5.0 * rng.standard_normal((series, prompts))
    values = [effect[:, [p]] + rng.standard_normal((series, n)) for p, n in zip(prompt, size, strict=True)]
    return Cells(step=step, prompt=prompt, size=size.astype(np.int64), values=values)


def cycled(steps: int, prompts: int, size: int, seed: int = 0) -> Cells:
    """One prompt per step, in turn; presence with a share that the prompt decides."""
    rng = np.random.default_rng(seed)
    prompt = np.arange(steps) % prompts
    share = np.linspace(0.05, 0.95, prompts)
    values = [(rng.random((2, size)) < share[p]).astype(float) for p in prompt]
    return Cells(
        step=np.arange(steps), prompt=prompt, size=np.full(steps, size, dtype=np.int64), values=values
    )
