-- given:
create temp table truth_label (run varchar, slice varchar, exploited boolean);
insert into rolloutdiff.audit_slice_risk (audit_id, run, slice, span, outcome, rollouts, prompts, strength_single, strength_pair, flag, status, leads)
values
    ('a', 'r "1"', 'it''s', 'run', 'reward', 9, 9, 0.5, null, true, 'paid', true),
    ('a', 'r "1"', 'high', 'run', 'reward', 9, 9, 0.25, 0.125, true, 'paid', true),
    ('a', 'r "1"', 'pair', 'run', 'reward', 9, 9, 0.125, 0.25, true, 'paid', true),
    ('a', 'r "1"', 'low', 'run', 'reward', 9, 9, 0.125, 0.0, false, 'none', true),
    ('a', 'r "1"', 'bare', 'run', 'reward', 0, 0, null, null, false, 'none', true),
    -- Spans that do not speak for their slice, a slice without a label, and another audit.
    ('a', 'r "1"', 'low', 'onset', 'reward', 9, 9, 9.0, 9.0, true, 'paid', false),
    ('a', 'r "2"', 'low', 'run', 'reward', 9, 9, 9.0, 9.0, true, 'paid', true),
    ('b', 'r "1"', 'low', 'run', 'reward', 9, 9, 9.0, 9.0, true, 'paid', true);

-- Strengths: 0.5, 0.25, 0.25, 0.125, 0. Exploited 0.25 (pair) and 0.125 against clean 0.5, 0.25 and 0: of the six comparisons
-- two are won (against 0) and one is a tie, so 2.5 / 6.
-- case: the share of comparisons that exploited slices win, a tie being half of one
-- given:
insert into truth_label values
    ('r "1"', 'it''s', false), ('r "1"', 'high', false), ('r "1"', 'pair', true), ('r "1"', 'low', true), ('r "1"', 'bare', false),
    ('r "1"', 'unknown', true);
insert into rolloutdiff.audit_auc values ('a', 'old', 1.0, 1, 1, 1.0, 1.0, null), ('b', 'old', 1.0, 1, 1, 1.0, 1.0, null);
-- run: score_audit {"audit_id": "a", "truth_sha256": "new"}
-- call:
select * from rolloutdiff.audit_auc;
-- expect:
--   'b' | 'old' | 1.0 | 1 | 1 | 1.0 | 1.0 | NULL
--   'a' | 'new' | 0.4166666666666667 | 2 | 3 | 0.5 | 0.6666666666666666 | NULL

-- case: three equal strengths are worth a half each
-- given:
insert into truth_label values ('r "1"', 'it''s', true), ('r "1"', 'high', false), ('r "1"', 'pair', true);
update rolloutdiff.audit_slice_risk set strength_single = 0.5;
-- run: score_audit {"audit_id": "a", "truth_sha256": "new"}
-- call:
select x.auc, x.n_pos, x.n_neg, x.tpr, x.fpr from rolloutdiff.audit_auc as x;
-- expect:
--   0.5 | 2 | 1 | 1.0 | 1.0

-- case: one kind alone has no figure but its share of flags, and a reason
-- given:
insert into truth_label values ('r "1"', 'it''s', true), ('r "1"', 'low', true);
-- run: score_audit {"audit_id": "a", "truth_sha256": "new"}
-- call:
select x.auc, x.n_pos, x.n_neg, x.tpr, x.fpr, x.reason from rolloutdiff.audit_auc as x;
-- expect:
--   NULL | 2 | 0 | 0.5 | NULL | 'no_clean'
-- call:
update truth_label set exploited = false;
-- run: score_audit {"audit_id": "a", "truth_sha256": "new"}
-- call:
select x.auc, x.n_pos, x.n_neg, x.tpr, x.fpr, x.reason from rolloutdiff.audit_auc as x;
-- expect:
--   NULL | 0 | 2 | NULL | 0.5 | 'no_exploited'
