"""Standard errors of steps whose prompts come from a known pool."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.panel import LARGEST_VALUE, Floats, SeriesPanel
from rolloutdiff.stats.prompt_design import PromptDesign


def finite_population_se(panel: SeriesPanel, design: PromptDesign) -> Floats:
    """Standard errors of step means when the prompts are drawn from a pool that the run shows.

    A step that draws P of the Q prompts of the run cannot differ from another by more than the prompts left
    out allow: the part of se^2 that is due to prompts shrinks by 1 - P/Q (Cochran, Sampling Techniques,
    1977, section 2.6), the part due to completions, within_sd^2 / completions, does not:

        se^2 -> (1 - P/Q) max(se^2 - within, 0) + within.

    Where no prompt has two completions, all of se^2 counts as due to completions and stays. So it does where
    no prompt of the run is seen twice, for then the pool is not known.

    Args:
        panel: All series of one run, over the steps of the design.
        design: Its prompts.

    Returns:
        float64[S, T]; NaN where the panel's is.
    """
    if design.cells.nnz == design.cells.shape[1]:
        return panel.se.copy()
    usable = np.abs(panel.se) <= LARGEST_VALUE
    square = np.where(usable, panel.se, np.nan) ** 2
    within_sd = np.where(panel.within_sd <= LARGEST_VALUE, panel.within_sd, np.nan)
    inside = within_sd * within_sd / np.maximum(panel.samples, 1)
    inside = np.where(np.isnan(inside), square, np.minimum(inside, square))
    left_out = np.maximum(1.0 - panel.prompts / design.cells.shape[1], 0.0)
    return np.where(usable, np.sqrt(left_out * (square - inside) + inside), panel.se)
