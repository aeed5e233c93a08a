"""`rolloutdiff certify` on the command line: table, verdicts in words, and the file."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from rolloutdiff import AuditSettings, certify
from rolloutdiff.cli.certificate import certification_lines
from rolloutdiff.cli.certify import parse_weights
from rolloutdiff.errors import UsageError


@pytest.fixture
def gold(tmp_path):
    """Slices that gain, lose, stay, and one that the target policy has left."""
    rng = np.random.default_rng(4)
    rows = []
    for name, shift in (("gains", 0.6), ("left behind", 9.0), ("loses", -0.8), ("stays 汉", 0.02)):
        q = rng.normal(size=120)
        b = rng.normal(-60, 2, 120)
        rows.append(
            pd.DataFrame(
                {
                    "family": name,
                    "expert": 0.4 + 0.1 * q,
                    "ref_logprob": b,
                    "logprob": b + shift * q,
                    "rm": 0.3 + 0.5 * q,
                    "rm_target": 0.3 + 0.5 * q + 0.1,
                }
            )
        )
    path = tmp_path / "gold.csv"
    pd.concat(rows).to_csv(path, index=False)
    return path


FAMILY = ("--slice-column", "family", "--gold-column", "expert")


def test_a_table_with_one_row_per_slice_and_one_for_all(command_line, gold, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = command_line("certify", gold, *FAMILY, "--bootstrap", "200")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "gold.csv: 480 labelled rows in 4 slices, weighted from ref_logprob to logprob"
    assert lines[2].split() == [
        "slice",
        "n",
        "mean",
        "SNIPS",
        "ESS",
        "gain",
        "95",
        "%",
        "interval",
        "verdict",
    ]
    verdicts = {line.split("  ")[0]: line.split("  ")[-1] for line in lines[3:7]}
    assert verdicts == {
        "gains": "improved",
        "left behind": "low overlap",
        "loses": "regressed",
        "stays 汉": "inconclusive",
    }
    assert set(lines[7]) == {"-"}
    assert lines[8].startswith("balanced")
    assert lines[8].endswith("low overlap")
    assert "Insufficient overlap, fewer than 10 effective rows: left behind (1." in out
    assert "interval from 200 bootstraps" in " ".join(out.split())
    assert "seed 902" in " ".join(out.split())


def test_what_lacks_overlap_shows_neither_gain_nor_interval(gold):
    result = certify(gold, slice_column="family", gold_column="expert")
    line = next(text for text in certification_lines(result, 120) if text.startswith("left behind"))
    cells = [cell for cell in line.split("  ") if cell]
    assert [cell.strip() for cell in cells[-3:]] == ["–", "–", "insufficient overlap"]
    assert [row["gain"] is None for row in result.slices] == [False] * 4


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("scored", [False, True])
def test_no_line_is_wider_than_the_terminal(gold, width, scored):
    from rich.cells import cell_len

    scores = {"score_column": "rm", "target_score": "rm_target"} if scored else {}
    result = certify(gold, slice_column="family", gold_column="expert", **scores)
    lines = list(certification_lines(result, width))
    assert max(cell_len(line) for line in lines) <= width
    assert ("direct" in "\n".join(lines)) == scored
    # Columns stand under their heads, wide characters counted as they are drawn.
    rows = lines[2:9]
    ends = {
        cell_len(row[: row.index(word)])
        for row, word in zip(
            rows[1:5],
            ("improved", "low" if width < 104 else "insufficient", "regressed", "inconclusive"),
            strict=True,
        )
    }
    assert len(ends) == 1


def test_long_names_give_way(gold, tmp_path):
    data = pd.read_csv(gold)
    data["family"] = "a very long name of a family of prompts that nobody can read " + data["family"]
    lines = list(certification_lines(certify(data, slice_column="family", gold_column="expert"), 80))
    assert lines[3].startswith("a very long")
    assert "…" in lines[3]
    assert all(len(line) <= 80 for line in lines)


def test_control_characters_are_shown_as_signs(gold):
    data = pd.read_csv(gold).assign(family="a\x1b[31m\nb")
    text = "\n".join(certification_lines(certify(data, slice_column="family", gold_column="expert"), 80))
    assert "\x1b" not in text


def test_all_options(command_line, gold, tmp_path):
    output = tmp_path / "certify.json"
    code, out, err = command_line(
        *("certify", gold, *FAMILY, "--behavior-column", "ref_logprob", "--target-column", "logprob"),
        *("--score-column", "rm", "--target-score", "rm_target", "--mix", 'gains=3,"stays 汉"=1'),
        *("--min-ess", "2", "--bootstrap", "100", "--seed", "5", "--memory-limit", "4GB", "--output", output),
    )
    assert (code, err) == (0, "")
    assert out.rstrip().endswith(f"certificate: {output}")
    assert "mix" in out
    told = " ".join(out.split())
    assert "Slices that weigh nothing in the mix: left behind, loses." in told
    report = json.loads(output.read_text(encoding="utf-8"))
    assert {k: report["settings"][k] for k in ("min_ess", "bootstrap", "seed")} == {
        "min_ess": 2.0,
        "bootstrap": 100,
        "seed": 5,
    }
    assert report["mix"] == {"gains": 3.0, "stays 汉": 1.0}
    by_name = {row["slice"]: row for row in report["rows"]}
    expected = (3 * by_name["gains"]["snips"] + by_name["stays 汉"]["snips"]) / 4
    assert by_name[None]["snips"] == pytest.approx(expected, rel=1e-12)
    assert by_name[None]["direct"] is not None
    means = "gains=0.4,left behind=0.4,loses=0.4,stays 汉=0.4"
    code, out, _ = command_line("certify", gold, *FAMILY, "--score-column", "rm", "--target-score", means)
    assert code == 0
    assert "direct" in out


def test_remarks_on_what_is_left_out_and_what_looks_wrong(gold):
    data = pd.read_csv(gold)
    data.loc[0, "expert"] = None
    data.loc[1, "logprob"] = None
    data.loc[2, "family"] = None
    data.loc[3:5, "logprob"] = 0.5
    data.loc[data["family"] == "loses", "expert"] = None
    result = certify(data, slice_column="family", gold_column="expert", score_column="rm")
    told = " ".join(" ".join(certification_lines(result, 80)).split())
    assert (
        "Left out of 480 rows: 1 without a slice, 121 without gold, 1 without both log-probabilities." in told
    )
    assert "In 3 rows a log-probability is above 0" in told
    assert "No row has gold and both log-probabilities in loses, and so there is no mean" in told
    assert (
        "No direct and adjusted estimate where the target's own scores are not given (--target-score)."
        in told
    )


def test_one_slice_has_a_row_and_its_mean(gold):
    data = pd.read_csv(gold).query("family == 'gains'").drop(columns="family")
    lines = list(certification_lines(certify(data, gold_column="expert"), 80))
    assert lines[0] == "dataframe: 120 labelled rows, weighted from ref_logprob to logprob"
    assert lines[3].startswith("all ")
    assert lines[3].split()[1:] == lines[5].split()[1:]


def test_large_numbers_keep_their_size(gold):
    data = pd.read_csv(gold)
    data["expert"] *= 1e5
    lines = list(
        certification_lines(
            certify(data, slice_column="family", gold_column="expert", settings=AuditSettings(bootstrap=19)),
            80,
        )
    )
    assert "e+04" in lines[3]


def test_errors_are_one_sentence_and_a_code(command_line, gold):
    code, _, err = command_line("certify", gold, "--gold-column", "label")
    assert code == 3
    assert err.startswith("error[column_mapping]: ")
    assert "has no column 'label'" in err
    code, _, err = command_line("certify", gold, *FAMILY, "--mix", "gains")
    assert code == 2
    assert err.startswith("error[usage]: --mix is 'gains'. Write slice=number")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1", {"a": 1.0}),
        ("a=1,b=0.5", {"a": 1.0, "b": 0.5}),
        (" a b = 1 , c=2 ", {"a b": 1.0, "c": 2.0}),
        ('"a, b"=1,"say ""x"""=2', {"a, b": 1.0, 'say "x"': 2.0}),
    ],
)
def test_weights_are_read(text, expected):
    assert parse_weights("--mix", text) == expected


@pytest.mark.parametrize("text", ["", "a", "a=", "a=x", "=1", "a=1,a=2", "a=1,,b=2", "a=nan", "a=1;b=2"])
def test_other_texts_are_refused(text):
    with pytest.raises(UsageError, match="--mix is"):
        parse_weights("--mix", text)
