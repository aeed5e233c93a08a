-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_ope values
    ('u', 'r', 'balanced', 'target_logprob', 200, 0.40000049, 0.45, 23.456789, 0.05, 0.01, 0.09, null, null, 'improved', null),
    ('u', 'r', 'x', 'target_logprob', 0, null, null, null, null, null, null, null, null, null, 'no_gold'),
    ('half', 'r', 'x', 'target_logprob', 1, 0.4, 0.45, 23, 0.05, 0.01, 0.09, null, null, 'improved', null),
    ('early', 'r', 'x', 'target_logprob', 1, 0.4, 0.45, 23, 0.05, 0.01, 0.09, null, null, 'improved', null);

-- case: values of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_ope as o order by o.slice;
-- expect:
--   'u' | 'a' | 'r' | 'balanced' | 'target_logprob' | 200 | 0.4 | 0.45 | 23.4568 | 0.05 | 0.01 | 0.09 | NULL | NULL | 'improved' | NULL
--   'u' | 'a' | 'r' | 'x' | 'target_logprob' | 0 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'no_gold'

-- case: each figure is rounded
-- given:
delete from rolloutdiff.audit_ope;
insert into rolloutdiff.audit_ope values
    ('u', 'r', 'it''s', 't', 3, 1.12345649, 2.12345649, 3.12345649, 4.12345649, -5.12345649, 6.12345649, 7.12345649, 8.12345649, 'inconclusive', null);
-- call:
select * from rolloutdiff.report_audit_ope;
-- expect:
--   'u' | 'a' | 'r' | 'it''s' | 't' | 3 | 1.123456 | 2.123456 | 3.1235 | 4.123456 | -5.123456 | 6.123456 | 7.123456 | 8.123456 | 'inconclusive' | NULL
