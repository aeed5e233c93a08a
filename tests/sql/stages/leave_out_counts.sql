-- given:
insert into rolloutdiff.analysis
select x, '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', x <> 'begun'
from (values ('it''s'), ('audited'), ('begun'), ('gone')) as t(x);
insert into rolloutdiff.analysis_uncounted values ('gone');
insert into rolloutdiff.audit values ('u', 'audited', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'it''s', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0),
    (2, 'audited', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0),
    (3, 'begun', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.feature_count values (1, 1, 1, 1), (2, 1, 1, 1), (3, 1, 1, 1);
insert into rolloutdiff.extraction values (1, 'x', 'ok', null, [], []);

-- case: counts of complete analyses go unless they are audited, extractions all
-- run: leave_out_counts
-- call:
select n.feature_id from rolloutdiff.feature_count as n order by 1;
-- expect:
--   2
--   3
-- call:
select u.analysis_id from rolloutdiff.analysis_uncounted as u order by 1;
-- expect:
--   'gone'
--   'it''s'
-- call:
select count(*) from rolloutdiff.extraction as e;
-- expect:
--   0
-- call:
select count(*) from rolloutdiff.feature as f;
-- expect:
--   3
