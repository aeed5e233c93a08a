"""Text of rollouts never reaches a report, except as vocabulary, and not even so when names are hidden."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table


def canary(tag):
    """A word that no report would hold by itself."""
    return f"zq{tag}xj"


CODE = f"""```python
import {canary("module")}
class {canary("class")}:
    pass
def {canary("def")}():
    {canary("name")} = {canary("call")}.{canary("attr")}("{canary("literal")}")
    try:
        return 1
    except {canary("error")}:
        return 2
```"""


@pytest.fixture(scope="module", params=["original", "calibrated"])
def analysis(request):
    rows = [
        {
            "step": step,
            "prompt": f"{canary('prompt')} {prompt} of a long question",
            "response": f"Once {canary('rare')}{step}x{prompt}x{sample} and the rest of a longer sentence"
            " that is never shown. "
            + (f"Now {canary('word')} appears.\n{CODE}" if step > 18 else f"{canary('think')} plain"),
            "reward": float(sample),
        }
        for step in range(1, 31)
        for prompt in range(4)
        for sample in range(2)
    ]
    settings = AnalysisSettings(profile=request.param)
    with analyze_rollouts(from_table(pd.DataFrame(rows), run="r"), settings=settings) as analysis:
        yield analysis


def written(analysis, tmp_path, hidden):
    analysis.write_json(tmp_path / "r.json", hash_features=hidden)
    analysis.write_html(tmp_path / "r.html", hash_features=hidden)
    return (tmp_path / "r.json").read_text(), (tmp_path / "r.html").read_text()


def test_prompts_literals_and_sentences_are_nowhere(analysis, tmp_path):
    for text in written(analysis, tmp_path, hidden=False):
        for word in (
            canary("prompt"),
            canary("literal"),
            canary("rare"),
            "longer sentence that is never shown",
        ):
            assert word not in text


def test_vocabulary_names_are_shown_and_only_as_feature_names(analysis, tmp_path):
    report = json.loads(written(analysis, tmp_path, hidden=False)[0])
    features = {row["feature"] for row in report["screening"]}
    assert f"ast:def:{canary('def')}" in features
    assert f"lex:{canary('word')}" in features
    texts = json.dumps([report["run"], report["file"], report["exemplar"], report["settings"]])
    texts = re.sub(r'"feature": "[^"]*"', "", texts)
    assert not re.search("zq[a-z]+xj", texts)


def test_hidden_names_hide_every_word_of_the_completions(analysis, tmp_path):
    for text in written(analysis, tmp_path, hidden=True):
        assert not re.search("zq[a-z]+xj", text)
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["hashed"] is True
    names = [row["feature"] for row in report["screening"] if row["rule"] == "frozen_z_v1"]
    assert len(set(names)) == len(names)
    assert {row["feature"] for row in report["screening"]} == set(names)
    assert {row["feature"] for row in report["series"]} == set(names)
    assert any(re.fullmatch("ast:h[0-9a-f]{12}", row["lead_feature"]) for row in report["event"])


def test_hidden_and_shown_reports_differ_in_names_alone(analysis, tmp_path):
    shown = json.loads(written(analysis, tmp_path, hidden=False)[0])
    hidden = json.loads(written(analysis, tmp_path, hidden=True)[0])
    for name, key in (("alert", "onset_step"), ("event", "event_rank"), ("evidence", "persistence")):
        assert len(shown[name]) == len(hidden[name]) > 0
        assert sorted(str(r[key]) for r in shown[name]) == sorted(str(r[key]) for r in hidden[name])
