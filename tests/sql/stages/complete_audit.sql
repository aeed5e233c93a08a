-- given:
insert into rolloutdiff.audit values
    ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false);

-- case: that audit alone
-- given:
insert into rolloutdiff.audit values ('other', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false);
-- run: complete_audit {"audit_id": "half"}
-- call:
select a.audit_id, a.complete from rolloutdiff.audit as a order by a.audit_id;
-- expect:
--   'half' | true
--   'other' | false
--   'u' | true
