-- given:
insert into rolloutdiff.analysis
select x, '{}', s, 'i', '0.1.0', '[]', 'calibrated', f, 'keep', done
from (values ('new', 's', 'score', false), ('it''s', 's', 'score', true), ('settings', 't', 'score', true), ('formula', 's', 'gold', true), ('half', 's', 'score', false)) as t(x, s, f, done);
insert into rolloutdiff.analysis_run select a.analysis_id, 'r', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from rolloutdiff.analysis as a;
insert into rolloutdiff.analysis_rollout
select a.analysis_id, r.rollout_id, 'r', r.step, 'p', 1, 0
from rolloutdiff.analysis as a
cross join (values (1, 10), (2, 20), (3, 30), (4, 30), (5, 40)) as r(rollout_id, step)
where a.analysis_id = 'new' or r.rollout_id <= 3;
insert into rolloutdiff.analysis_step
select a.analysis_id, a.run, a.step, a.step // 10, 1, count(*) from rolloutdiff.analysis_rollout as a group by all;

-- case: up to the step before the first with a new rollout
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 2}
-- expect:
--   20

-- case: not where the first cell could change
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 3}
-- expect: none

-- case: not from an analysis with other settings, of another reward, unfinished or unknown
-- run: carry_find {"analysis_id": "new", "earlier": "settings", "first_steps": 2}
-- expect: none
-- run: carry_find {"analysis_id": "new", "earlier": "formula", "first_steps": 2}
-- expect: none
-- run: carry_find {"analysis_id": "new", "earlier": "half", "first_steps": 2}
-- expect: none
-- run: carry_find {"analysis_id": "new", "earlier": "none", "first_steps": 2}
-- expect: none

-- case: not where the counts were taken out
-- call:
insert into rolloutdiff.analysis_uncounted values ('it''s');
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 2}
-- expect: none

-- case: not where nothing is new
-- call:
delete from rolloutdiff.analysis_rollout as a where a.rollout_id > 3;
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 1}
-- expect: none

-- case: not where a rollout is gone
-- call:
delete from rolloutdiff.analysis_rollout as a where a.analysis_id = 'new' and a.rollout_id = 1;
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 1}
-- expect: none

-- case: not of two runs
-- call:
insert into rolloutdiff.analysis_run values ('new', 'q', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl');
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 2}
-- expect: none

-- case: not with expressions of the user
-- call:
insert into rolloutdiff.feature values (1, 'it''s', 'custom', 'binary', 'custom:x', 'share', 1, 3, 'custom', 0);
-- run: carry_find {"analysis_id": "new", "earlier": "it's", "first_steps": 2}
-- expect: none
