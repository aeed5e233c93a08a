"""Which prompts stood in which step of a run, and what that tells about steps once prompts are set aside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from rolloutdiff.stats.panel import Booleans, Floats, Integers
from rolloutdiff.stats.prompt_information import between_steps, linked_steps, pseudo_inverse, step_efficiency

# With fewer visits on average, the two-way fit spends more on the prompts than it saves.
LEAST_VISITS = 3.0
# Share of the information about a change of level that a design must keep at every step.
LEAST_EFFICIENCY = 0.5
# Steps at either end where a change is not looked for and the share kept does not matter.
EDGE_STEPS = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class PromptDesign:
    """The T x Q incidence of the steps and prompts of one run.

    A cell is a step and a prompt that stood in it. The model behind it is

        mean of the cell (t, p) = alpha_p + beta_t + noise,

    fitted by least squares with equal weight for every cell, as the step mean weighs them. With N the
    incidence, D_T and D_P the cells per step and per prompt, prompts leave the normal equations as

        M beta = r,   M = D_T - N D_P^-1 N',   r = step sums of cells - N D_P^-1 prompt sums of cells

    (a block design with prompts as blocks: Bose, "Least squares aspects of analysis of variance", 1949).
    M is singular: a constant added to all steps that are linked by prompts, directly or through others, and
    taken from their prompts changes nothing.

    Attributes:
        cells: float64 CSR array [T, Q]: 1 where the prompt stood in the step.
        completions: float64 CSR array [T, Q] of the same structure: completions of the prompt in the step.

    Raises:
        ValueError: The two differ in structure, or a prompt or a step has no cell.
    """

    cells: sparse.csr_array
    completions: sparse.csr_array

    def __post_init__(self) -> None:
        same = np.array_equal(self.cells.indptr, self.completions.indptr) and np.array_equal(
            self.cells.indices, self.completions.indices
        )
        if not same or self.cells.shape != self.completions.shape:
            raise ValueError("Cells and completions must have the same structure.")
        if not self.prompts.all() or not self.visits_of.all():
            raise ValueError("Every step and every prompt must have a cell.")

    @cached_property
    def prompts(self) -> Integers:
        """int64[T]: prompts in the step."""
        return np.diff(self.cells.indptr).astype(np.int64)

    @cached_property
    def samples(self) -> Integers:
        """int64[T]: completions in the step."""
        return np.rint(self.completions.sum(axis=1)).astype(np.int64)

    @cached_property
    def visits_of(self) -> Integers:
        """int64[Q]: steps in which the prompt stood."""
        return np.bincount(self.cells.indices, minlength=self.cells.shape[1]).astype(np.int64)

    @property
    def visits(self) -> float:
        """Steps per prompt, on average over prompts."""
        return float(self.cells.nnz / self.cells.shape[1])

    @cached_property
    def completions_per_cell(self) -> float:
        """Harmonic mean over cells: the variance of a cell is that of a completion over this, on average."""
        return float(self.cells.nnz / (1.0 / self.completions.data).sum())

    @cached_property
    def group(self) -> Integers:
        """int64[T]: number of the step's group; prompts link the steps of a group, and no others, from 0."""
        return linked_steps(self.cells)

    @property
    def groups(self) -> int:
        """Groups of linked steps; 1 where all steps can be compared with each other."""
        return int(self.group.max()) + 1

    @cached_property
    def between_steps(self) -> Floats:
        """float64[T, T]: M, the information about the steps in cells, once prompt effects are removed."""
        return between_steps(self.cells, self.visits_of)

    @property
    def information(self) -> Floats:
        """float64[T, T]: M in completions; without prompt effects it would be diag(completions per step)."""
        result: Floats = self.between_steps * self.completions_per_cell
        return result

    @cached_property
    def inverse(self) -> Floats:
        """float64[T, T]: the pseudo-inverse of M, in 1/cells."""
        return pseudo_inverse(self.between_steps, self.groups)

    @cached_property
    def efficiency(self) -> Floats:
        """float64[T - 1]: share of the information about a change after each step that the design keeps."""
        return step_efficiency(self.between_steps, self.prompts)

    def noise_factor(self, steps: Booleans) -> float:
        """How much more the adjusted means of some steps vary around their mean than raw ones would.

        Prompts of steps that the whole run links weakly are known less well, so that adjusted means vary by
        more than the variance of a completion over the completions of the step; independent steps have 1.

        Args:
            steps: bool[T], two steps or more.
        """
        at = np.flatnonzero(steps)
        adjusted = self.inverse[np.ix_(at, at)] / self.completions_per_cell
        raw = 1.0 / self.samples[at]
        around = float(np.trace(adjusted) - adjusted.mean() * len(at))
        return around / float(raw.sum() - raw.mean())

    @cached_property
    def fitted(self) -> bool:
        """Whether steps are compared by the two-way fit instead of by their means.

        They are where prompts are visited three times or more on average, and nowhere, five steps from the
        ends or more, is more than half of the information about a change lost: where prompts change with
        the step, as in a curriculum, a change of behaviour there would be taken for one of prompts.
        """
        if self.visits < LEAST_VISITS or self.cells.shape[0] <= 2 * EDGE_STEPS:
            return False
        inner = self.efficiency[EDGE_STEPS - 1 : -(EDGE_STEPS - 1)]
        return bool((inner >= LEAST_EFFICIENCY).all())

    @property
    def degrees_of_freedom(self) -> int:
        """Cells less the parameters of the two-way fit."""
        steps, prompts = self.cells.shape
        return int(self.cells.nnz - steps - prompts + self.groups)

    def group_sum(self, values: Floats) -> Floats:
        """float64[S, T]: sums of float64[S, T] over the steps of a group, at each of its steps."""
        steps = len(self.group)
        member = sparse.csr_array((np.ones(steps), (self.group, np.arange(steps))))
        # Sparse products: a row depends on that row alone, to the bit.
        per_group = np.asarray(member @ values.T, dtype=np.float64)
        return np.ascontiguousarray(per_group[self.group].T)

    def centred(self, values: Floats) -> Floats:
        """float64[S, T]: values less the mean of the step's group, of which M knows nothing.

        M values stays as it is. With one prompt per step the levels of the prompts go, so that neighbouring
        steps can be compared.
        """
        result: Floats = values - self.group_sum(values) / self.group_sum(np.ones((1, values.shape[1])))
        return result


def prompt_design(step: Integers, prompt: Integers, completions: Integers) -> PromptDesign:
    """The design of the cells of one run.

    Args:
        step: int64[N], place of the cell's step among the logged steps, all of 0 to T - 1.
        prompt: int64[N], place of its prompt, all of 0 to Q - 1; no cell twice.
        completions: int64[N], completions in the cell, 1 or more.
    """
    shape = (int(step.max(initial=-1)) + 1, int(prompt.max(initial=-1)) + 1)
    counted = sparse.csr_array((completions.astype(np.float64), (step, prompt)), shape=shape)
    counted.sort_indices()
    ones = sparse.csr_array((np.ones(counted.nnz), counted.indices, counted.indptr), shape=shape)
    return PromptDesign(cells=ones, completions=counted)
