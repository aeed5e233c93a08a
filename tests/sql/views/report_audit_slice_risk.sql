-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (3, 'a', 'lexical', 'binary', 'lex:go on', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'x', 'onset', 'reward', 100, 10, 0.30000049, 0.05, 0.7768698, true, 'overpaid', 2, 1, 2, 25, true, null),
    ('u', 'r', 'y', 'run', 'reward', 100, 10, 0.1, 0.2, 0.6321206, true, 'overpaid', 1, 3, null, null, true, null),
    ('u', 'r', 'z', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, 'no_rows'),
    ('half', 'r', 'x', 'run', 'reward', 100, 10, 0, 0, 0, false, 'none', null, null, null, null, true, null),
    ('early', 'r', 'x', 'run', 'reward', 100, 10, 0, 0, 0, false, 'none', null, null, null, null, true, null);

-- case: names of features and pairs, rounded figures, and slices without any
-- call:
select * from rolloutdiff.report_audit_slice_risk as k order by k.slice;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 'onset' | 'reward' | 100 | 10 | 0.3 | 0.05 | 0.77687 | true | 'overpaid' | 'ast:def:f' | 'lex:go & ast:def:f' | 25 | true | NULL
--   'u' | 'a' | 'r' | 'y' | 'run' | 'reward' | 100 | 10 | 0.1 | 0.2 | 0.632121 | true | 'overpaid' | 'lex:go' | 'lex:go on' | NULL | true | NULL
--   'u' | 'a' | 'r' | 'z' | 'run' | 'reward' | 0 | 0 | NULL | NULL | NULL | false | 'none' | NULL | NULL | NULL | true | 'no_rows'

-- case: each figure is rounded
-- given:
delete from rolloutdiff.audit_slice_risk;
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'it''s', 'run', 'gap', 9, 3, 1.12345649, 2.12345649, 0.12345649, true, 'paid', null, null, null, null, false, null);
-- call:
select * from rolloutdiff.report_audit_slice_risk;
-- expect:
--   'u' | 'a' | 'r' | 'it''s' | 'run' | 'gap' | 9 | 3 | 1.123456 | 2.123456 | 0.123456 | true | 'paid' | NULL | NULL | NULL | false | NULL
