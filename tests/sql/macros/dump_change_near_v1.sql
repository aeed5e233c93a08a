-- given:
insert into rolloutdiff.analysis_step select 'a', 'r', 10 * x, x, 2, 4 from range(1, 10) as t(x);
insert into rolloutdiff.dump_change values
    ('a', 'r', 50, 'completions', '</s>', 1), ('a', 'r', 60, 'prompts', 'last line', null), ('a', 'it''s', 10, 'prompts', 'last line', null);

-- case: the first within two logged steps, of this run and analysis
-- call:
select s.step, rolloutdiff.dump_change_near_v1('a', 'r', s.step), rolloutdiff.dump_change_near_v1('b', 'r', s.step)
from rolloutdiff.analysis_step as s
order by s.step;
-- expect:
--   10 | NULL | NULL
--   20 | NULL | NULL
--   30 | 50 | NULL
--   40 | 50 | NULL
--   50 | 50 | NULL
--   60 | 50 | NULL
--   70 | 50 | NULL
--   80 | 60 | NULL
--   90 | NULL | NULL
