-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_run_assessment values
    ('u', 'r', 'balanced', true, null, null, null, 12.345678, 0.02000049, 'off_policy', false, ['balanced gain 0.020 below 0.03']),
    ('u', 'r', 'x', true, 'lex:go', 0.90500049, 2.5, 12.345678, 0.02, 'off_policy', true, []),
    ('half', 'r', 'x', true, 'lex:go', 0.9, 2.5, 12.3, 0.02, 'off_policy', true, []),
    ('early', 'r', 'x', true, 'lex:go', 0.9, 2.5, 12.3, 0.02, 'off_policy', true, []);

-- case: assessments of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_run_assessment as s order by s.slice;
-- expect:
--   'u' | 'a' | 'r' | 'balanced' | true | NULL | NULL | NULL | 12.3457 | 0.02 | 'off_policy' | false | ['balanced gain 0.020 below 0.03']
--   'u' | 'a' | 'r' | 'x' | true | 'lex:go' | 0.905 | 2.5 | 12.3457 | 0.02 | 'off_policy' | true | []

-- case: each figure is rounded
-- given:
delete from rolloutdiff.audit_run_assessment;
insert into rolloutdiff.audit_run_assessment values
    ('u', 'r', 'it''s', true, 'lex:go', -1.12345649, 2.12345649, 3.12345649, 4.12345649, 'off_policy', false, ['it''s', 'b']);
-- call:
select * from rolloutdiff.report_audit_run_assessment;
-- expect:
--   'u' | 'a' | 'r' | 'it''s' | true | 'lex:go' | -1.123456 | 2.123456 | 3.1235 | 4.123456 | 'off_policy' | false | ['it''s', 'b']
