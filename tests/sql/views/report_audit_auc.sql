-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values
    ('u', 't', 0.98765432, 10, 20, 0.9, 0.05, null),
    ('half', 't', 0.9, 10, 20, 0.9, 0.05, null),
    ('early', 't', 0.9, 10, 20, 0.9, 0.05, null);

-- case: of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_auc;
-- expect:
--   'u' | 'a' | 't' | 0.987654 | 10 | 20 | 0.9 | 0.05 | NULL

-- case: each figure is rounded, and absent where labels have no second kind
-- given:
delete from rolloutdiff.audit_auc;
insert into rolloutdiff.audit_auc values
    ('u', 'it''s', 0.12345649, 1, 2, 0.23456749, 0.34567849, null), ('u', 'other', null, 1, 0, 1.0, null, 'no_clean');
-- call:
select * from rolloutdiff.report_audit_auc as r order by r.truth_sha256;
-- expect:
--   'u' | 'a' | 'it''s' | 0.123456 | 1 | 2 | 0.234567 | 0.345678 | NULL
--   'u' | 'a' | 'other' | NULL | 1 | 0 | 1.0 | NULL | 'no_clean'
