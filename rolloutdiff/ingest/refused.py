"""Kinds of files that are known and cannot be analysed: why, and what to do instead."""

from __future__ import annotations

from rolloutdiff.ingest.recognise import SQLITE_NAMES, Refused, Sign
from rolloutdiff.ingest.trl_files import LOG_NAME

_TABLE = "Write rows with run, step, prompt, response, reward as JSONL or parquet: --format table."

INSPECT = Refused(
    name="inspect",
    signs=(
        Sign(pattern=r"[^/]*\.eval", names="files named *.eval"),
        Sign(pattern=r"[^/]*\.json", names="files named *.json", keys=("eval", "samples")),
    ),
    refusal="A log of inspect holds one checkpoint, not a run of training.",
    remedy=_TABLE,
)

DISTILLATION = Refused(
    name="trl_distillation",
    signs=(
        Sign(
            pattern=LOG_NAME.pattern,
            names="files named completions_*.parquet",
            fits=lambda seen: (
                {name for name in seen if not name.startswith("__index_level_")}
                == {"step", "prompt", "completion"}
            ),
            schema="only the columns step, prompt, completion",
        ),
    ),
    refusal="TRL writes such files in distillation, which has no reward.",
    remedy="Give completions of a trainer that has one.",
)

OPEN_INSTRUCT = Refused(
    name="open_instruct",
    signs=(
        Sign(
            pattern=r"[^/]*_rollouts_[0-9]{6}\.jsonl",
            names="files named *_rollouts_NNNNNN.jsonl",
            keys=("prompt_tokens", "response_tokens"),
        ),
    ),
    refusal="open-instruct writes token ids and no text.",
    remedy=f"Decode them with the tokenizer of the model. {_TABLE}",
)

TINKER = Refused(
    name="tinker",
    signs=(
        Sign(
            pattern=r"iteration_[0-9]{6}/[^/]+_rollout_summaries\.jsonl",
            names="*_rollout_summaries.jsonl in folders iteration_*",
        ),
    ),
    refusal="Summaries of tinker-cookbook hold no text of prompts and responses.",
    remedy=_TABLE,
)

TRACKIO = Refused(
    name="trackio",
    signs=(
        Sign(
            pattern=r"[^/]*\.db",
            names="files named *.db",
            keys=SQLITE_NAMES,
            schema="a table metrics of SQLite",
        ),
    ),
    refusal="A database of trackio is not read.",
    remedy=f"Take the completions out of its table metrics. {_TABLE}",
    is_second=True,
)
