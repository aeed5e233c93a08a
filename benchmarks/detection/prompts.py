"""Prompts that return: what the package reads from its tables about them, from counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Integers
from rolloutdiff.stats.prompt_design import PromptDesign, prompt_design
from rolloutdiff.stats.prompt_effects import PromptSums, prompt_sums


@dataclass(frozen=True, kw_only=True, eq=False)
class Revisits:
    """The design of a run, and its sums where the package would fit prompts."""

    design: PromptDesign
    sums: PromptSums | None

    @staticmethod
    def of(positives: Integers, completions: Integers, prompt: Integers) -> Revisits:
        """From counts of binary features.

        Args:
            positives: int64[S, T, P].
            completions: int64[T, P], 0 beyond a step's prompts.
            prompt: int64[T, P], number of the prompt in each cell.
        """
        step, place = np.nonzero(completions)
        _, at = np.unique(prompt[step, place], return_inverse=True)
        count = completions[step, place]
        design = prompt_design(step, at, count)
        if not design.fitted:
            return Revisits(design=design, sums=None)
        series = len(positives)
        cells = positives[:, step, place] / count
        # One entry per series and cell; entries of one series and prompt add up.
        sums = prompt_sums(
            design,
            series,
            np.repeat(np.arange(series), len(at)),
            np.tile(at, series),
            cells.ravel(),
        )
        return Revisits(design=design, sums=sums)
