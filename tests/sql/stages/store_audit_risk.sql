-- given:
create temp table risk_row (
    slice varchar, span varchar, outcome varchar, rollouts bigint, prompts bigint, strength_single double, strength_pair double,
    risk double, flag boolean, status varchar, top_single integer, top_pair integer, top_pair_other integer, onset_step bigint,
    leads boolean, reason varchar
);
insert into risk_row values
    ('it''s', 'run', 'reward', 64, 16, 0.25, 0.5, 0.875, true, 'paid', 1, 2, 3, 7, true, null),
    ('it''s', 'onset', 'gap', 32, 8, 0.125, null, 0.375, false, 'none', 4, null, null, null, false, null),
    ('all', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, 'no_groups');
insert into rolloutdiff.audit_slice_risk (audit_id, run, slice, span, outcome, rollouts, prompts, flag, status, leads) values
    ('other', 'r "1"', 'all', 'run', 'reward', 1, 1, true, 'paid', true);

-- case: rows are kept by slice and span, one without figures with its reason
-- run: store_audit_risk {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_slice_risk;
-- expect:
--   'other' | 'r "1"' | 'all' | 'run' | 'reward' | 1 | 1 | NULL | NULL | NULL | true | 'paid' | NULL | NULL | NULL | NULL | true | NULL
--   'a' | 'r "1"' | 'all' | 'run' | 'reward' | 0 | 0 | NULL | NULL | NULL | false | 'none' | NULL | NULL | NULL | NULL | true | 'no_groups'
--   'a' | 'r "1"' | 'it''s' | 'onset' | 'gap' | 32 | 8 | 0.125 | NULL | 0.375 | false | 'none' | 4 | NULL | NULL | NULL | false | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 64 | 16 | 0.25 | 0.5 | 0.875 | true | 'paid' | 1 | 2 | 3 | 7 | true | NULL

-- case: a row that leaves open whether it is flagged is refused
-- given:
update risk_row set flag = null;
-- run: store_audit_risk {"audit_id": "a", "run": "r"}
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?flag"?
