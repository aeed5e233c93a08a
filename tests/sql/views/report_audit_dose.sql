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
insert into rolloutdiff.audit_dose values
    ('u', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25),
    ('u', 'r', 'x', 'run', 'reward', 1, 8, 5, 1.00000049),
    ('half', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25),
    ('early', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25);

-- case: doses of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_dose as d order by d.dose;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 'run' | 'reward' | 'lex:go' | 0 | 20 | -0.25
--   'u' | 'a' | 'r' | 'x' | 'run' | 'reward' | 'lex:go' | 8 | 5 | 1.0
