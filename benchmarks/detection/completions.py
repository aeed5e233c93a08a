"""Panels from completions: prompts that differ, completions inside them, and the package's own summaries."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from rolloutdiff.stats.panel import Floats, Integers, SeriesPanel

# Shares are kept off the ends, where a beta distribution has none.
NEAR_ZERO = 1e-9


def panel_of_counts(positives: Integers, completions: Integers) -> SeriesPanel:
    """Binary series from counts, by the formulas of the package's own aggregation.

    Args:
        positives: int64[S, T, P], completions of a prompt that show the feature.
        completions: int64[T, P], completions of a prompt; 0 where a step has fewer than P prompts.

    Returns:
        The panel over steps 1 to T.
    """
    series, steps, _ = positives.shape
    visited = completions > 0
    prompts = visited.sum(axis=1)
    share = positives / np.maximum(completions, 1)
    mean = share.sum(axis=2) / np.maximum(prompts, 1)
    deviation = np.where(visited, share - mean[:, :, None], 0.0)
    inside = (positives - positives * share).sum(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        se = np.sqrt((deviation * deviation).sum(axis=2) / (prompts * (prompts - 1)))
        within = np.sqrt(np.maximum(inside, 0.0) / (completions.sum(axis=1) - prompts))
    shape = (series, steps)
    return SeriesPanel(
        steps=np.arange(1, steps + 1, dtype=np.int64),
        mean=np.where(prompts > 0, mean, np.nan),
        se=np.where(prompts > 1, se, np.nan),
        prompts=np.broadcast_to(prompts, shape).astype(np.int64),
        samples=np.broadcast_to(completions.sum(axis=1), shape).astype(np.int64),
        positives=positives.sum(axis=2),
        within_sd=np.where(completions.sum(axis=1) > prompts, within, np.nan),
        binary=np.ones(series, dtype=np.bool_),
    )


def design(prompts: int | Integers, per_prompt: int, steps: int) -> Integers:
    """int64[T, P]: completions of each prompt, for a number of prompts that may change by step."""
    count = np.broadcast_to(np.asarray(prompts, dtype=np.int64), steps)
    return np.where(np.arange(count.max()) < count[:, None], per_prompt, 0).astype(np.int64)


def draw_counts(
    rng: np.random.Generator, prevalence: Floats, deff: Floats, completions: Integers
) -> Integers:
    """Beta-binomial counts: fresh prompts in every step, each with a share of its own.

    With m completions per prompt and a share from Beta(p nu, (1 - p) nu), the variance of the step mean is
    that of independent completions times deff = 1 + (m - 1) / (nu + 1).

    Args:
        rng: Random numbers.
        prevalence: float64[S, T].
        deff: float64[S], above 1.
        completions: int64[T, P].

    Returns:
        int64[S, T, P].
    """
    per_prompt = int(completions.max())
    correlation = (deff - 1.0) / max(per_prompt - 1, 1)
    return _counts(
        rng, prevalence, correlation, np.broadcast_to(completions, (len(deff), *completions.shape))
    )


def add_counts(
    rng: np.random.Generator, added: Floats, deff: Floats, positives: Integers, completions: Integers
) -> Integers:
    """Counts in which completions without the feature show it with a chance that differs by prompt.

    Args:
        rng: Random numbers.
        added: float64[S, T], mean chance.
        deff: float64[S], design effect of the chance, above 1.
        positives: int64[S, T, P], counts before.
        completions: int64[T, P].

    Returns:
        int64[S, T, P].
    """
    correlation = (deff - 1.0) / max(int(np.median(completions[completions > 0])) - 1, 1)
    return positives + _counts(rng, added, correlation, completions - positives)


def _counts(rng: np.random.Generator, chance: Floats, correlation: Floats, trials: Integers) -> Integers:
    nu = (1.0 / correlation - 1.0)[:, None, None]
    p = np.clip(chance, NEAR_ZERO, 1.0 - NEAR_ZERO)[:, :, None]
    share = rng.beta(p * nu, (1.0 - p) * nu, size=trials.shape)
    return rng.binomial(trials, np.where(chance[:, :, None] <= 0.0, 0.0, share)).astype(np.int64)


def size_panel(
    rng: np.random.Generator,
    level: Floats,
    between: Floats,
    within: Floats,
    prompts: int,
    per_prompt: int,
) -> SeriesPanel:
    """Positive sizes: log-normal prompts, and log-normal completions around each.

    Args:
        rng: Random numbers.
        level: float64[S, T], mean size.
        between: float64[S], standard deviation of a prompt's log level.
        within: float64[S], standard deviation of a completion's log size around it.
        prompts: Prompts per step.
        per_prompt: Completions per prompt.

    Returns:
        The panel over steps 1 to T.
    """
    series, steps = level.shape
    of_prompt = rng.standard_normal((series, steps, prompts, 1)) * between[:, None, None, None]
    of_one = rng.standard_normal((series, steps, prompts, per_prompt)) * within[:, None, None, None]
    centre = 0.5 * (between * between + within * within)[:, None, None, None]
    value = level[:, :, None, None] * np.exp(of_prompt + of_one - centre)
    prompt_mean = value.mean(axis=3)
    inside = np.full((series, steps), np.nan)
    if per_prompt > 1:
        inside = np.sqrt(value.var(axis=3, ddof=1).mean(axis=2))
    error = np.full((series, steps), np.nan)
    if prompts > 1:
        error = prompt_mean.std(axis=2, ddof=1) / np.sqrt(prompts)
    return _sizes(prompt_mean.mean(axis=2), error, inside, prompts, prompts * per_prompt)


def step_panel(
    rng: np.random.Generator, mean: Floats, sampling_sd: Floats, prompts: int, per_prompt: int
) -> SeriesPanel:
    """Sizes whose step means are given; their standard errors are estimates from `prompts` prompts.

    Args:
        rng: Random numbers.
        mean: float64[S, T], step means.
        sampling_sd: float64[S, T], standard deviation of a step mean over the draw of its completions.
        prompts: Prompts per step, at least 2.
        per_prompt: Completions per prompt.
    """
    freedom = prompts - 1
    error = sampling_sd * np.sqrt(rng.chisquare(freedom, size=mean.shape) / freedom)
    inside = np.broadcast_to(sampling_sd, mean.shape) * np.sqrt(prompts * per_prompt)
    return _sizes(mean, error, inside, prompts, prompts * per_prompt)


def joined(*panels: SeriesPanel) -> SeriesPanel:
    """Panels over the same steps, one below the other."""
    stacked = {
        one.name: np.concatenate([getattr(panel, one.name) for panel in panels])
        for one in fields(SeriesPanel)
        if one.name != "steps"
    }
    return SeriesPanel(steps=panels[0].steps, **stacked)


def _sizes(mean: Floats, error: Floats, inside: Floats, prompts: int, samples: int) -> SeriesPanel:
    series, steps = mean.shape
    return SeriesPanel(
        steps=np.arange(1, steps + 1, dtype=np.int64),
        mean=mean,
        se=error,
        prompts=np.full((series, steps), prompts, dtype=np.int64),
        samples=np.full((series, steps), samples, dtype=np.int64),
        positives=np.full((series, steps), samples, dtype=np.int64),
        within_sd=inside,
        binary=np.zeros(series, dtype=np.bool_),
    )
