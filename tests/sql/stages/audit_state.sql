-- given:
insert into rolloutdiff.audit values
    ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false);

-- case: complete, begun, and unknown
-- run: audit_state {"audit_id": "u"}
-- expect:
--   true
-- run: audit_state {"audit_id": "half"}
-- expect:
--   false
-- run: audit_state {"audit_id": "none"}
-- expect: none
