"""What is read from the rows of an audit: order, shadows, spans, rises, where reward and gold part."""

from __future__ import annotations

import pytest

from rolloutdiff.report.audit_divergence import divergence_of
from rolloutdiff.report.audit_model import AuditModel, audit_models
from rolloutdiff.wording import plain_text
from tests.unit.report.fixture_audit import AuditBuilder, audit, one_slice, three_slices


def model(builder: AuditBuilder, **changes: object) -> AuditModel:
    return audit_models(audit(builder, **changes))[0]


def test_slices_stand_in_order_of_their_verdict() -> None:
    b = AuditBuilder()
    b.clean("a")
    b.clean("b", paid="lex:x")
    b.overpaid("z", "lex:y")
    b.overpaid("c", "lex:y")
    found = model(b)
    # The risks of the two flagged slices are equal, so that names decide.
    assert [one.name for one in found.slices] == ["c", "z", "b", "a"]
    assert [one.name for one in found.flagged] == ["c", "z"]
    assert [one.status for one in found.slices] == ["overpaid", "overpaid", "paid", "none"]


def test_terms_stand_in_order_of_what_is_sure_and_shadows_under_their_lead() -> None:
    b = AuditBuilder()
    b.slice("s", status="overpaid", strength=0.5)
    b.premium("s", "lex:small", 0.30, status="paid")
    b.premium("s", "lex:large", 0.90, status="paid")
    b.premium("s", "lex:most", 0.20, status="overpaid")
    b.premium("s", "lex:less", -0.90, status="underpaid")
    b.premium("s", "lex:noise", 2.0, se=None, strength=0.0)
    b.premium("s", "lex:twin b", 0.31, shadow_of="lex:small")
    b.premium("s", "lex:twin a", 0.31, shadow_of="lex:small")
    b.put(
        "premium",
        slice="s",
        span="run",
        outcome="reward",
        kind="adj",
        feature="lex:u v",
        status="none",
        reason="collinear",
    )
    b.put("premium", slice="s", span="run", outcome="gold", kind="single", status="none", reason="no_gold")
    (one,) = model(b).slices
    names = [term.feature for term in one.terms]
    assert names == ["lex:most", "lex:large", "lex:small", "lex:less", "lex:noise"]
    assert one.terms[2].shadows == ("lex:twin a", "lex:twin b")


def test_a_pair_is_both_of_its_features_and_its_phrases_are_joined() -> None:
    b = AuditBuilder()
    b.slice("s", status="overpaid")
    b.premium("s", "ast:def:f & lex:x", 0.5, status="overpaid", kind="cooc")
    found = model(b)
    (term,) = found.slices[0].terms
    assert term.parts == ("ast:def:f", "lex:x")
    assert plain_text(found.wording(term).plural) == "define f() and contain the word “x”"


def test_hidden_names_are_spoken_of_by_their_number() -> None:
    b = AuditBuilder()
    b.slice("s", status="overpaid")
    b.premium("s", "lex:h0123456789ab & ast:hfedcba987654", 0.5, status="overpaid", kind="cooc")
    found = model(b, hashed=True)
    words = plain_text(found.wording(found.slices[0].terms[0]).title)
    assert words == "behaviour 0123 (tier lexical) and behaviour fedc (tier ast)"


def test_a_span_after_a_rise_has_as_many_logged_steps_as_were_asked_for() -> None:
    found = model(three_slices())
    north = found.slices[0]
    assert found.span_steps(north, "run") == (1, 40)
    assert found.span_steps(north, "onset") == (20, 34)
    assert found.span_steps(north, "qa") is None
    assert found.span_steps(found.slices[2], "onset") is None
    late = three_slices()
    for row in late.rows["slice_risk"]:
        row["onset_step"] = 33
    assert model(late).span_steps(model(late).slices[0], "onset") == (33, 40)


def test_the_first_rule_that_tells_a_rise_dates_it_and_falls_do_not() -> None:
    b = three_slices()
    b.put(
        "premium_screening",
        slice="north",
        rule="a",
        feature="lex:please",
        status="alert",
        onset_step=3,
        alert_step=4,
        direction="fall",
    )
    found = model(b)
    rise = found.rise(found.slices[0], "lex:please")
    assert rise is not None
    assert (rise["rule"], rise["onset_step"], rise["alert_step"]) == ("frozen_z_v1", 20, 22)
    assert found.rise(found.slices[0], "lex:plain") is None
    assert found.rise(found.slices[1], "lex:please") is None


def test_reward_and_gold_part_where_the_audit_says_so() -> None:
    b = AuditBuilder(gold=True)
    b.slice("s")
    b.parting("s", since=30)
    for row in b.rows["divergence"]:
        row["diverging"] = row["step"] in (18, 31, 32, 35, 36)
    found = divergence_of(model(b), model(b).slices[0])
    assert found is not None
    assert (found.diverging, found.judged) == (5, 25)
    assert found.spells == [(18, 18), (31, 32), (35, 36)]
    assert found.longest == (31, 32)
    # The last five steps rise by 0.1 each up to 1.1: their mean is 0.9.
    assert found.reward_change == pytest.approx(0.9)
    assert found.gold_change == 0.0
    assert found.baseline == list(range(1, 16))


def test_without_gold_nothing_is_said_of_parting() -> None:
    found = model(one_slice())
    assert divergence_of(found, found.slices[0]) is None
    assert found.steps == list(range(1, 41))


def test_runs_are_apart() -> None:
    found = audit_models(audit(three_slices("b"), one_slice("a")))
    assert [(m.run, len(m.slices)) for m in found] == [("a", 1), ("b", 3)]
    assert {row["run"] for row in found[0].rows("premium")} == {"a"}
