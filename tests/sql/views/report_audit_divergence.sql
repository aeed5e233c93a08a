-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_divergence values
    ('u', 'r', 'x', 9, 0.75000049, 0.25, 0.1234567, 0.5, 0.1, 0.0, 0.2, 0.15, true, null),
    ('u', 'r', 'y', 9, 0.75, null, null, null, null, null, null, null, false, 'no_gold'),
    ('half', 'r', 'x', 9, 0.75, 0.25, 0.1, 0.5, 0.1, 0.0, 0.2, 0.15, true, null),
    ('early', 'r', 'x', 9, 0.75, 0.25, 0.1, 0.5, 0.1, 0.0, 0.2, 0.15, true, null);

-- case: steps of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_divergence as d order by d.slice;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 9 | 0.75 | 0.25 | 0.123457 | 0.5 | 0.1 | 0.0 | 0.2 | 0.15 | true | NULL
--   'u' | 'a' | 'r' | 'y' | 9 | 0.75 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | false | 'no_gold'

-- case: each figure is rounded
-- given:
delete from rolloutdiff.audit_divergence;
insert into rolloutdiff.audit_divergence values
    ('u', 'r', 'it''s', 9, 1.12345649, 2.12345649, 0.12345649, 3.12345649, 4.12345649, -5.12345649, 6.12345649, 7.12345649, false, null);
-- call:
select * from rolloutdiff.report_audit_divergence;
-- expect:
--   'u' | 'a' | 'r' | 'it''s' | 9 | 1.123456 | 2.123456 | 0.123456 | 3.123456 | 4.123456 | -5.123456 | 6.123456 | 7.123456 | false | NULL
