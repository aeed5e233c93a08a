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
insert into rolloutdiff.audit_premium values
    ('u', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1.23456789, 1.2000004, 0.1000006, 12.00004, 3.99996, 0.8000005, 0.0049754, 1.1000006, 0.8000005, 'overpaid', null, null),
    ('u', 'r', 'x', 'run', 'reward', 'cooc', 2, 1, 5, 3, 0.5, 0.5, 0.25, 2.0, 4.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('u', 'r', 'x', 'onset', 'gap', 'adj', 3, null, 5, 3, 0.5, 0.5, 0.25, 2.0, 4.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('u', 'r', 'x', 'run', 'reward', 'single', 2, null, 9, 3, null, null, null, null, null, null, null, null, null, 'none', 1, 'folded'),
    ('u', 'r', 'x', 'run', 'gold', 'single', null, null, null, null, null, null, null, null, null, null, null, null, null, 'none', null, 'no_gold'),
    ('half', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'none', null, null),
    ('early', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'none', null, null);

-- case: figures are rounded, both names of a pair are given, and the feature that stands for a folded one
-- call:
select * from rolloutdiff.report_audit_premium as p order by p.span, p.outcome, p.kind, p.feature;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 'onset' | 'gap' | 'adj' | 'lex:go on' | 5 | 3 | 0.5 | 0.5 | 0.25 | 2.0 | 4.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'u' | 'a' | 'r' | 'x' | 'run' | 'gold' | 'single' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'none' | NULL | 'no_gold'
--   'u' | 'a' | 'r' | 'x' | 'run' | 'reward' | 'cooc' | 'ast:def:f & lex:go' | 5 | 3 | 0.5 | 0.5 | 0.25 | 2.0 | 4.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'u' | 'a' | 'r' | 'x' | 'run' | 'reward' | 'single' | 'ast:def:f' | 9 | 3 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'none' | 'lex:go' | 'folded'
--   'u' | 'a' | 'r' | 'x' | 'run' | 'reward' | 'single' | 'lex:go' | 10 | 4 | 1.234568 | 1.2 | 0.100001 | 12.0 | 4.0 | 0.800001 | 0.004975 | 1.100001 | 0.800001 | 'overpaid' | NULL | NULL
