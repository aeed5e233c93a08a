-- given:
insert into rolloutdiff.audit values
    ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true), ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false);
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'y', 'run', 'reward', 9, 3, 0.1, 0, null, false, 'none', null, null, null, null, true, null),
    ('u', 'r', 'x', 'run', 'reward', 9, 3, 0.1, 0, null, false, 'none', null, null, null, null, false, null),
    ('u', 'r', 'x', 'onset', 'reward', 9, 3, 0.1, 0, null, false, 'none', null, null, null, null, true, null);

-- case: each slice of a complete audit once
-- run: audit_slices_scored {"audit_id": "u"}
-- expect:
--   'r' | 'x'
--   'r' | 'y'
-- run: audit_slices_scored {"audit_id": "half"}
-- expect: none

-- case: runs in order, of a complete audit only
-- given:
insert into rolloutdiff.audit_slice_risk (audit_id, run, slice, span, outcome, rollouts, prompts, flag, status, leads) values
    ('u', 'q', 'z', 'run', 'reward', 0, 0, false, 'none', true), ('half', 'r', 'it''s', 'run', 'reward', 9, 3, false, 'none', true);
-- run: audit_slices_scored {"audit_id": "u"}
-- expect:
--   'q' | 'z'
--   'r' | 'x'
--   'r' | 'y'
-- run: audit_slices_scored {"audit_id": "half"}
-- expect: none
-- run: audit_slices_scored {"audit_id": "absent"}
-- expect: none
