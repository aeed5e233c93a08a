"""`--feature` and `--features`, and the settings that they become."""

from __future__ import annotations

import shutil

import pytest

from rolloutdiff.cli.options import parse_features
from rolloutdiff.errors import FeatureRefused, UsageError
from rolloutdiff.settings import AnalysisSettings


def test_options_and_file_are_put_together(tmp_path):
    file = tmp_path / "f.toml"
    file.write_text('[features]\nlong = "length(response) > 2000"\n', encoding="utf-8")
    assert parse_features(["a=response = 'x=y'", "b = true"], file) == (
        ("a", "response = 'x=y'"),
        ("b", " true"),
        ("long", "length(response) > 2000"),
    )
    assert parse_features(None, None) == ()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (None, "No such file"),
        ("[features", "not TOML"),
        ("a = 1", r"no table \[features\]"),
        ("features = 'x'", r"no table \[features\]"),
        ("[features]\nlong = 3", "'long'"),
        ("[features.long]\nsql = 'x'", "'long'"),
    ],
)
def test_a_file_that_is_not_one_of_features_is_named(tmp_path, text, part):
    file = tmp_path / "f.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=part) as caught:
        parse_features(None, file)
    assert caught.value.exit_code == 2


def test_an_entry_without_a_name_is_named():
    with pytest.raises(UsageError, match="'length'"):
        parse_features(["length"], None)


@pytest.mark.parametrize("name", ["", "two words", "a-b", "é", "a:b", "x" * 65, "a\n"])
def test_names_are_letters_digits_and_underscores(name):
    with pytest.raises(FeatureRefused, match="has the name"):
        AnalysisSettings(features=((name, "true"),))


def test_names_are_distinct_whatever_their_case():
    with pytest.raises(FeatureRefused, match="Two custom features"):
        AnalysisSettings(features=(("a", "x"), ("A", "y")))


@pytest.mark.parametrize("features", ["abc", (("a",),), (("a", 1),), {"a": "x"}])
def test_features_are_pairs_of_text(features):
    with pytest.raises(UsageError, match="features"):
        AnalysisSettings(features=features)


def test_the_hash_knows_features_but_not_their_order():
    a, b = ("a", "response = ''"), ("b", "prompt = ''")
    digests = [AnalysisSettings(features=f).sha256() for f in ((), (a,), (b,), (a, b))]
    assert len(set(digests)) == 4
    assert AnalysisSettings(features=(b, a)).sha256() == digests[3]
    assert AnalysisSettings(features=[list(a)]).features == (a,)


def test_analyze_takes_them(command_line, loophole_path, tmp_path):
    dump = tmp_path / "completions"
    dump.mkdir()
    for step in range(36, 62):
        name = f"completions_{step:05d}.parquet"
        shutil.copy(loophole_path / "completions" / name, dump / name)
    file = tmp_path / "f.toml"
    file.write_text('[features]\nlong = "length(response) > 200"\n', encoding="utf-8")
    common = ("analyze", dump, "--reward-column", "training_passed")
    feature = "mentions_tests=regexp_matches(response, 'run_tests')"
    code, _, err = command_line(
        *common, "--feature", feature, "--features", file, "--output", tmp_path / "r.json"
    )
    assert (code, err) == (0, "")
    assert {"custom:mentions_tests", "custom:long"} <= set((tmp_path / "r.json").read_text().split('"'))
    code, out, err = command_line(*common, "--feature", "peek=read_text('/etc/hosts')")
    assert (code, out) == (2, "")
    assert "feature_refused" in err and "read_text" in err
    code, _, err = command_line(*common, "--feature", "number=response::int")
    assert code == 3
    assert "feature_failed" in err and "'number'" in err and "completions_00036.parquet" in err
