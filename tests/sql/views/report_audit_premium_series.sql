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
insert into rolloutdiff.audit_premium_series values
    ('u', 'r', 'x', 1, 7, 0.12345678, 0.0500004, 2.46914, 3, 10.1234567),
    ('u', 'r', 'x', 1, 8, 0.5, null, null, 1, 0.5),
    ('half', 'r', 'x', 1, 7, 0.5, 0.1, 5.0, 3, 10),
    ('early', 'r', 'x', 1, 7, 0.5, 0.1, 5.0, 3, 10);

-- case: points of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_premium_series as s order by s.step;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 'lex:go' | 7 | 0.123457 | 0.05 | 2.4691 | 3 | 10.123457
--   'u' | 'a' | 'r' | 'x' | 'lex:go' | 8 | 0.5 | NULL | NULL | 1 | 0.5
