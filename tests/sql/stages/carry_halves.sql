-- given: create_half_series
insert into rolloutdiff.feature values
    (1, 'it''s', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'other', 'lexical', 'binary', 'lex:gone', 'share', 1, 1, 'vocabulary', 0);
create temp table kept_half as
select 'r' as run, h.part, f.feature_id, s.step, 0.5 as mean, null::double as se, 3 as prompts, 6 as samples, 2 as positives, 0.25 as within_sd
from (values (0), (1)) as h(part)
cross join (values (1), (2)) as f(feature_id)
cross join (values (10), (20), (30)) as s(step);

-- case: of features of the analysis, up to the last step
-- run: carry_halves {"analysis_id": "it's", "last_step": 20}
-- call:
select * from half_point order by all;
-- expect:
--   'r' | 0 | 1 | 10 | 0.5 | NULL | 3 | 6 | 2 | 0.25
--   'r' | 0 | 1 | 20 | 0.5 | NULL | 3 | 6 | 2 | 0.25
--   'r' | 1 | 1 | 10 | 0.5 | NULL | 3 | 6 | 2 | 0.25
--   'r' | 1 | 1 | 20 | 0.5 | NULL | 3 | 6 | 2 | 0.25
