"""What an audit says: every verdict, what it is held against, and words that claim no more than that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rolloutdiff.report.audit_model import AuditModel, audit_models
from rolloutdiff.report.audit_names import REASONS, reason_words
from rolloutdiff.report.audit_outcomes import assessment, corrections, missing, scored, value
from rolloutdiff.report.audit_terms import TERMS
from rolloutdiff.report.audit_words import care, lead, listed, method, say, verdict
from rolloutdiff.wording import plain_text
from tests.unit.report.fixture_audit import AuditBuilder, audit, one_slice, three_slices


def model(builder: AuditBuilder, **changes: object) -> AuditModel:
    return audit_models(audit(builder, **changes))[0]


def text_of(found: AuditModel) -> str:
    """Every sentence of a run, one line each."""
    lines = [plain_text(lead(found))]
    for one in found.slices:
        word, rest = verdict(found, one)
        lines += [f"{one.name}: {word}{plain_text(rest)}", f"{one.name}: {plain_text(say(found, one))}"]
    lines += [f"{head} {words}" for head, words in (*care(found), *method(found))]
    lines += [corrections(found)[1], value(found)[1], assessment(found)[1], scored(found)]
    lines += [f"{m.what}: {m.reason} [{m.code}], {m.where}, {m.count}" for m in missing(found)]
    return "\n".join(line for line in lines if line) + "\n"


def test_audits_read_as_in_the_golden_file(root: Path) -> None:
    golden = (root / "tests" / "golden" / "audit.txt").read_text(encoding="utf-8")
    cases = (three_slices(), three_slices(gold=True), one_slice())
    assert "\n".join(text_of(model(b)) for b in cases) == golden


def test_no_sentence_claims_a_cause_or_raises_an_alarm() -> None:
    texts = [text_of(model(b)) for b in (three_slices(), three_slices(gold=True), one_slice())]
    texts += [f"{name} {meaning}" for name, meaning in TERMS.values()] + list(REASONS.values())
    stems = "because|cause|leads? to|led to|learn|cheat|hack|drive|significant|anomal|tried"
    for text in texts:
        assert re.findall(rf"\b(?:{stems})|!", text, re.I) == []


def test_paid_is_never_called_overpaid_without_something_to_hold_it_against() -> None:
    found = model(one_slice())
    text = text_of(found)
    assert "overpaid: there is neither gold nor another slice" in text
    assert "The reward overpays" not in text
    assert verdict(found, found.slices[0])[0] == "Paid"


@pytest.mark.parametrize("code", ["no_rows", "no_features", "constant", "another_code"])
def test_a_slice_without_figures_says_why(code: str) -> None:
    b = AuditBuilder()
    b.slice("s", reason=code, strength=None, pair=None)
    found = model(b)
    assert plain_text(lead(found)) == f"Nothing can be said of the reward: {reason_words(code)}."
    assert verdict(found, found.slices[0])[0] == "Not known"
    (row,) = [m for m in missing(found) if m.what == "Verdict on a slice"]
    assert (row.code, row.count, row.where) == (code, "1", "everywhere")


def test_nothing_paid_is_said_plainly() -> None:
    b = AuditBuilder(gold=True)
    b.clean("s")
    found = model(b)
    assert plain_text(lead(found)) == "Nothing is surely overpaid in the one slice."
    said = plain_text(say(found, found.slices[0]))
    assert said == "Nothing: no feature or pair is paid beyond its line. Reward and gold do not part."


def test_one_overpaid_slice_of_many_is_named_once() -> None:
    b = AuditBuilder()
    b.overpaid("north", "lex:please")
    b.clean("east")
    assert plain_text(lead(model(b))) == (
        "The reward overpays in one of two slices, north: +1.40 per occurrence for completions that contain"
        " the word “please”, in steps\u00a020–34."
    )


def test_a_pair_in_one_completion_is_paid_where_both_are() -> None:
    b = AuditBuilder(gold=True)
    b.slice("s", status="overpaid", pair=0.4, top_pair="lex:a & lex:b")
    b.premium("s", "lex:a & lex:b", 0.5, status="overpaid", kind="cooc", of_gold=-0.04)
    found = model(b)
    assert plain_text(lead(found)) == (
        "The reward overpays completions that contain the word “a” and contain the word “b”: +0.54 where both"
        " are there, over all steps."
    )


def test_a_correction_lists_the_terms_in_the_unit_of_the_reward() -> None:
    table, _ = corrections(model(three_slices()))
    assert table is not None
    assert table.rows == [
        ("north", "lex:please", "single", "+1.400", "after the rise"),
        ("west", "lex:very good", "pair, side by side", "+0.900", "after the rise"),
    ]
    assert corrections(model(one_slice()))[0] is None


def test_the_value_of_another_policy_is_a_table_or_a_reason() -> None:
    table, text = value(model(three_slices()))
    assert table is None
    assert text == f"Not computed: {REASONS['no_logprobs']}."
    b = AuditBuilder()
    b.clean("s")
    b.value(reason=None, ship=True)
    table, _ = value(model(b))
    assert table is not None
    assert table.rows[0][1:] == (
        "100",
        "0.300",
        "0.360",
        "41.5",
        "+0.060",
        "+0.010 to +0.110",
        "0.350",
        "0.355",
        "improved",
    )
    _, text, issues = assessment(model(b))
    assert text.startswith("Nothing stands against using the trained policy.")
    assert issues == []


def test_a_policy_of_which_nothing_is_known_is_not_called_unfit() -> None:
    assert assessment(model(one_slice()))[1].startswith("Whether the trained policy is fit to be used cannot")
    assert assessment(model(three_slices()))[1].startswith("The trained policy is not fit to be used.")


def test_truth_labels_score_the_audit() -> None:
    b = three_slices()
    b.put("auc", truth_sha256="x", auc=0.9876, n_pos=2, n_neg=1, tpr=1.0, fpr=0.0)
    found = scored(model(b))
    assert found.startswith("Against truth labels of 2 exploited and 1 clean slices: AUC 0.988; 100")
    assert scored(model(three_slices())) == ""


def test_names_are_listed_and_a_long_list_is_cut() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(list("abcdefgh")) == "a, b, c, d, e and 3 more"
