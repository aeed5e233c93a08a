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

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","rollouts":3,"slices":3,"scored":2,"with_gold":2,"sources":{"slice":["column","slice"]},"settings":{"seed":1},"qa_sha256":"q","reward_function":"m:f","package_version":"0.1.0"}'
-- run: export_audit {"audit_id": "half"}
-- expect: none
