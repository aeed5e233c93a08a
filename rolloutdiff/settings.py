"""Settings of an analysis: frozen, validated, hashed into the analysis row."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from rolloutdiff.errors import FeatureRefused, UsageError

Unscored = Literal["error", "drop", "keep"]
Profile = Literal["calibrated", "original"]
Vocabulary = Literal["run", "prefix"]
PromptEffects = Literal["auto", "off"]
Engine = Literal["duckdb", "spark"]
OtherSplit = Literal["ask", "keep", "drop"]


def _require(condition: bool, name: str, value: object, wanted: str) -> None:
    if not condition:
        raise UsageError(f"Setting {name} is {value!r}.", f"Give {wanted}.")


_FEATURE_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")


def _named_features(features: object) -> tuple[tuple[str, str], ...]:
    """The custom features, sorted by name; what their expressions hold is not looked at here."""
    pairs: list[tuple[str, str]] = []
    for pair in features if isinstance(features, tuple | list) else (features,):
        fits = isinstance(pair, tuple | list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
        _require(fits, "features", pair, "pairs of a name and an SQL expression")
        pairs.append((pair[0], pair[1]))
    seen: set[str] = set()
    for name, _ in sorted(pairs):
        if _FEATURE_NAME.fullmatch(name) is None:
            raise FeatureRefused(
                f"A custom feature has the name {name!r}.",
                "Name it with ASCII letters, digits and underscores, 64 of them at most.",
            )
        if name.lower() in seen:
            raise FeatureRefused(
                f"Two custom features have the name {name!r}.", "Give every feature a name of its own."
            )
        seen.add(name.lower())
    return tuple(sorted(pairs))


@dataclass(frozen=True, kw_only=True)
class FrozenZSettings:
    """Settings of the sequential rule `frozen_z_v1`.

    Attributes:
        baseline_steps: Number of first scorable steps whose mean is frozen as the baseline.
        consecutive_steps: Scorable steps in a row that must be beyond the line.
        max_gap: Most logged but unscorable steps allowed inside such a row.
        z: Line in standard errors; strict, two-sided for continuous, one-sided for binary features.
        min_rise: Smallest rise of prevalence over the baseline for binary features, as a share.
        min_effect: Smallest absolute change for continuous features, in their own unit.
        sparse_steps: A binary feature seen in fewer scorable steps than this, and never `min_rise`
            above its baseline, is reported as unscorable (`sparse`).
    """

    baseline_steps: int = 15
    consecutive_steps: int = 3
    max_gap: int = 3
    z: float = 4.0
    min_rise: float = 0.10
    min_effect: float = 0.0
    sparse_steps: int = 8

    def __post_init__(self) -> None:
        _require(self.baseline_steps >= 2, "baseline_steps", self.baseline_steps, "an integer of at least 2")
        _require(
            self.consecutive_steps >= 1,
            "consecutive_steps",
            self.consecutive_steps,
            "an integer of at least 1",
        )
        _require(self.max_gap >= 0, "max_gap", self.max_gap, "an integer of at least 0")
        _require(0 < self.z < float("inf"), "z", self.z, "a positive number")
        _require(0 <= self.min_rise < 1, "min_rise", self.min_rise, "a share of at least 0 and below 1")
        _require(0 <= self.min_effect < float("inf"), "min_effect", self.min_effect, "a number of at least 0")
        _require(self.sparse_steps >= 0, "sparse_steps", self.sparse_steps, "an integer of at least 0")

    @property
    def min_steps(self) -> int:
        """Fewest scorable steps a series needs."""
        return self.baseline_steps + self.consecutive_steps


@dataclass(frozen=True, kw_only=True)
class L2Ar1Settings:
    """Settings of the retrospective rule `l2_ar1_v1`.

    Attributes:
        min_segment: Fewest scorable steps on each side of the split; a binary feature seen in fewer
            scorable steps is reported as unscorable (`sparse`).
        alpha: Largest p-value with which a change counts as found.
        draws: Series without a change that are simulated for a table of p-values.
        confirm: Whether the split must stand out from autocorrelated noise; off, from independent noise.
        winsorise: Whether spikes are clipped before the split is sought.
    """

    min_segment: int = 8
    alpha: float = 0.0025
    draws: int = 999
    confirm: bool = True
    winsorise: bool = False

    def __post_init__(self) -> None:
        _require(self.min_segment >= 2, "min_segment", self.min_segment, "an integer of at least 2")
        _require(self.draws >= 19, "draws", self.draws, "an integer of at least 19")
        _require(0 < self.alpha < 1, "alpha", self.alpha, "a share above 0 and below 1")
        _require(
            self.alpha * (self.draws + 1) >= 1 - 1e-9,
            "alpha",
            self.alpha,
            f"a share of at least {1 / (self.draws + 1):.6g}, the smallest p-value of {self.draws} draws",
        )


@dataclass(frozen=True, kw_only=True)
class AnchoredSettings:
    """Settings of the calibrated rules `anchored_seq_v1` and `anchored_lr_v1`.

    Attributes:
        baseline_steps: Number of first scored steps from which noise and level are taken.
        min_change: Smallest change of a binary feature that may alert, as a share of completions.
        min_relative: Smallest change of a continuous feature that may alert, as a share of its baseline.
        headline_change: Smallest change of the headline list, as a share (of completions; of the baseline).
        alpha: Chance of a retrospective alert in a series without a change.
        e_value: Evidence against no change at which the sequential rule alerts.
        fdr: Expected share of false findings in the headline list.
        window: Sequential rule: a change that began more than this many steps ago is not looked for.
        prompt_effects: Retrospective rule: whether prompts that are visited three times or more are compared
            with themselves (`auto`) or not (`off`).
    """

    baseline_steps: int = 15
    min_change: float = 0.02
    min_relative: float = 0.05
    headline_change: float = 0.10
    alpha: float = 0.004
    e_value: float = 200.0
    fdr: float = 0.05
    window: int = 20
    prompt_effects: PromptEffects = "auto"

    def __post_init__(self) -> None:
        _require(self.baseline_steps >= 8, "baseline_steps", self.baseline_steps, "an integer of at least 8")
        for name in ("min_change", "headline_change"):
            value = getattr(self, name)
            _require(0 <= value < 1, name, value, "a share of at least 0 and below 1")
        _require(
            0 <= self.min_relative < float("inf"), "min_relative", self.min_relative, "a share of at least 0"
        )
        _require(0.0005 <= self.alpha <= 0.05, "alpha", self.alpha, "a share from 0.0005 to 0.05")
        _require(1 < self.e_value < float("inf"), "e_value", self.e_value, "a number above 1")
        _require(0 < self.fdr < 1, "fdr", self.fdr, "a share above 0 and below 1")
        _require(4 <= self.window <= 200, "window", self.window, "an integer from 4 to 200")
        _require(self.prompt_effects in ("auto", "off"), "prompt_effects", self.prompt_effects, "auto or off")

    @property
    def min_steps(self) -> int:
        """Fewest scored steps a series needs."""
        return self.baseline_steps + 5


@dataclass(frozen=True, kw_only=True)
class AnalysisSettings:
    """Everything that changes the numbers of an analysis.

    Attributes:
        vocabulary_size: Most features kept per tier.
        min_document_frequency: Tokens in fewer completions than this are no features: one that is seen
            in fewer completions than a rule needs steps in a row can never alert.
        fragment_max_bytes: Code fragments longer than this many UTF-8 bytes are not parsed.
        fragment_max_depth: Code fragments nested deeper than this are not parsed.
        unscored: What to do with rollouts whose reward is not a finite number: stop, leave them
            out, or keep their text and leave them out of reward statistics.
        other_split: What to do with steps that look like another split, such as an evaluation logged over
            a training step: leave them out and warn, count them like all others, or leave them out.
        vocabulary: Whether the features are chosen from the whole run, or at every step from the steps so
            far, so that no verdict depends on later ones.
        profile: Whose evidence and events lead a report: the calibrated rules or the original's.
        features: Features of the user's own, as pairs of a name and one SQL expression over `prompt` and
            `response`; kept sorted by name.
        frozen_z: Settings of the original's sequential rule.
        l2_ar1: Settings of the original's retrospective rule.
        anchored: Settings of the calibrated rules.
    """

    vocabulary_size: int = 2000
    min_document_frequency: int = 3
    fragment_max_bytes: int = 65_536
    fragment_max_depth: int = 90
    unscored: Unscored = "keep"
    other_split: OtherSplit = "ask"
    vocabulary: Vocabulary = "run"
    profile: Profile = "calibrated"
    features: tuple[tuple[str, str], ...] = ()
    frozen_z: FrozenZSettings = field(default_factory=FrozenZSettings)
    l2_ar1: L2Ar1Settings = field(default_factory=L2Ar1Settings)
    anchored: AnchoredSettings = field(default_factory=AnchoredSettings)

    def __post_init__(self) -> None:
        _require(
            1 <= self.vocabulary_size <= 2000,
            "vocabulary_size",
            self.vocabulary_size,
            "an integer from 1 to 2000",
        )
        _require(
            self.min_document_frequency >= 1,
            "min_document_frequency",
            self.min_document_frequency,
            "an integer of at least 1",
        )
        _require(
            self.fragment_max_bytes >= 1, "fragment_max_bytes", self.fragment_max_bytes, "a positive integer"
        )
        _require(
            1 <= self.fragment_max_depth <= 90,
            "fragment_max_depth",
            self.fragment_max_depth,
            "an integer from 1 to 90",
        )
        _require(
            self.unscored in ("error", "drop", "keep"), "unscored", self.unscored, "one of error, drop, keep"
        )
        _require(
            self.other_split in ("ask", "keep", "drop"),
            "other_split",
            self.other_split,
            "one of ask, keep, drop",
        )
        _require(self.vocabulary in ("run", "prefix"), "vocabulary", self.vocabulary, "run or prefix")
        _require(
            self.profile in ("calibrated", "original"), "profile", self.profile, "calibrated or original"
        )
        object.__setattr__(self, "features", _named_features(self.features))

    def as_dict(self) -> dict[str, Any]:
        """The settings as plain JSON values, nested as declared."""
        return asdict(self)

    def sha256(self) -> str:
        """Hex digest of the canonical JSON form: equal settings, equal digest."""
        return _digest(self.as_dict())

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> AnalysisSettings:
        """The settings that `as_dict` gave, also after a way through JSON.

        Args:
            values: Plain values; settings that are missing take their defaults.
        """
        known = {name: value for name, value in values.items() if name not in _RULES}
        rules = {name: kind(**values[name]) for name, kind in _RULES.items() if name in values}
        return cls(**known, **rules)


_RULES: dict[str, Any] = {"frozen_z": FrozenZSettings, "l2_ar1": L2Ar1Settings, "anchored": AnchoredSettings}


def _digest(values: Mapping[str, Any]) -> str:
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class AuditSettings:
    """Settings of the reward audit.

    Attributes:
        penalty: Ridge penalty of single features, in squared occurrences.
        pair_penalty: The same of a pair.
        nuisance_penalty: The same of nuisance columns, which are scaled to standard deviation 1.
        flag_single: Strength above which an overpaid single feature flags its slice, in units of reward.
        flag_pair: The same for the interaction of a pair.
        risk_scale: Strength at which the risk of a slice is 1 - 1/e.
        window_steps: Logged steps of the window that starts where the reward starts to pay.
        min_pair_rollouts: Fewest rollouts that show a feature or pair.
        min_pair_prompts: Fewest prompts in which they stand.
        max_pairs: Most pairs per slice, by support.
        max_singles: Most single features per slice, by the size of their own t.
        fold: Correlation inside prompt groups from which two features are one.
        placebo_draws: Permutations of the residuals for the placebo line.
        placebo_quantile: Quantile of their largest |t| that is the line.
        reward_unit: Reward and gold are divided by this.
        min_ess: Effective sample size below which an off-policy value is not judged.
        bootstrap: Bootstrap draws of rows.
        min_gain: Smallest gain of an off-policy value that counts as improved.
        max_loss: Loss from which it counts as regressed, and largest loss of a slice in a run that may ship.
        ship_gain: Smallest balanced gain of a run that may ship.
        baseline_steps: First logged steps that later ones are held against.
        seed: Seed of permutations and bootstraps.
    """

    penalty: float = 2.0
    pair_penalty: float = 0.5
    nuisance_penalty: float = 10.0
    flag_single: float = 0.15
    flag_pair: float = 0.10
    risk_scale: float = 0.20
    window_steps: int = 15
    min_pair_rollouts: int = 5
    min_pair_prompts: int = 3
    max_pairs: int = 2000
    max_singles: int = 256
    fold: float = 0.95
    placebo_draws: int = 200
    placebo_quantile: float = 0.95
    reward_unit: float = 1.0
    min_ess: float = 10.0
    bootstrap: int = 4000
    min_gain: float = 0.02
    max_loss: float = 0.03
    ship_gain: float = 0.03
    baseline_steps: int = 15
    seed: int = 902

    def __post_init__(self) -> None:
        for name in ("penalty", "pair_penalty", "nuisance_penalty", "risk_scale", "reward_unit"):
            value = getattr(self, name)
            _require(0 < value < float("inf"), name, value, "a positive number")
        for name in ("flag_single", "flag_pair", "min_ess", "min_gain", "max_loss", "ship_gain"):
            value = getattr(self, name)
            _require(0 <= value < float("inf"), name, value, "a number of at least 0")
        for name in ("window_steps", "min_pair_rollouts", "max_singles", "baseline_steps"):
            _require(getattr(self, name) >= 1, name, getattr(self, name), "an integer of at least 1")
        _require(self.min_pair_prompts >= 2, "min_pair_prompts", self.min_pair_prompts, "at least 2")
        for name in ("max_pairs", "seed"):
            _require(getattr(self, name) >= 0, name, getattr(self, name), "an integer of at least 0")
        for name in ("placebo_draws", "bootstrap"):
            _require(getattr(self, name) >= 19, name, getattr(self, name), "an integer of at least 19")
        for name in ("fold", "placebo_quantile"):
            _require(0 < getattr(self, name) < 1, name, getattr(self, name), "a share above 0 and below 1")

    def as_dict(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return asdict(self)

    def sha256(self) -> str:
        """Hex digest of the canonical JSON form: equal settings, equal digest."""
        return _digest(self.as_dict())


@dataclass(frozen=True, kw_only=True)
class Resources:
    """Limits for DuckDB instances that we open ourselves; they never change a result.

    Attributes:
        threads: Worker threads; None leaves DuckDB's choice.
        memory_limit: DuckDB size text such as `2GB`; None leaves DuckDB's choice.
        temp_directory: Folder for spilled data; None makes a private one that is removed at the end.
    """

    threads: int | None = None
    memory_limit: str | None = None
    temp_directory: str | None = None

    def __post_init__(self) -> None:
        _require(
            self.threads is None or self.threads >= 1, "threads", self.threads, "an integer of at least 1"
        )


def setting_names() -> list[str]:
    """Dotted names of all settings of analyses and audits, for documentation and its test."""
    names = [f.name for f in fields(AnalysisSettings) if f.name not in _RULES]
    groups = _RULES | {"audit": AuditSettings}
    return names + [f"{group}.{f.name}" for group, kind in groups.items() for f in fields(kind)]
