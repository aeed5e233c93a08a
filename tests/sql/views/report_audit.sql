-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 1.0, 0.5, null, null, null),
    ('u', 2, 'r', 1, 'y', 1, 2, null, 0.5, null, null, null),
    ('u', 3, 's', 1, 'x', 1, 1, 1.0, null, null, null, null),
    ('half', 1, 'r', 1, 'x', 1, 1, 1.0, 0.5, null, null, null),
    ('early', 1, 'r', 1, 'x', 1, 1, 1.0, 0.5, null, null, null);

-- case: complete audits of complete analyses, counted over all runs
-- call:
select * from rolloutdiff.report_audit;
-- expect:
--   'u' | 'a' | 3 | 3 | 2 | 2 | '{"slice": ["column", "slice"]}' | '{"seed": 1}' | 'q' | 'm:f' | '0.1.0'

-- case: slices are told apart run by run, each counted once
-- given:
insert into rolloutdiff.audit_rollout values
    ('u', 4, 'r', 2, 'x', 1, 1, null, null, null, null, null), ('u', 5, 'r x', 1, 'y', 1, 1, null, null, null, null, null),
    ('u', 6, 'r', 1, 'x y', 1, 3, null, null, null, null, null), ('u', 7, 'r', 1, 'it''s', 1, 4, null, null, null, null, null);
-- call:
select r.rollouts, r.slices, r.scored, r.with_gold from rolloutdiff.report_audit as r;
-- expect:
--   7 | 6 | 2 | 2
