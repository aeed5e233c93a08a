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
insert into rolloutdiff.audit_correction values
    ('u', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41000049, null),
    ('u', 'r', 'x', 2, 'onset', 'cooc', 1, 2, -0.5, null),
    ('u', 'r', 'y', 1, 'run', null, null, null, null, 'nothing_overpaid'),
    ('half', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41, null),
    ('early', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41, null);

-- case: terms of complete audits, and slices without one
-- call:
select * from rolloutdiff.report_audit_correction as c order by c.slice, c.place;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 1 | 'onset' | 'single' | 'lex:go' | 1.41 | NULL
--   'u' | 'a' | 'r' | 'x' | 2 | 'onset' | 'cooc' | 'lex:go & ast:def:f' | -0.5 | NULL
--   'u' | 'a' | 'r' | 'y' | 1 | 'run' | NULL | NULL | NULL | 'nothing_overpaid'
