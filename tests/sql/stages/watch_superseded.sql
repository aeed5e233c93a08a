-- given:
insert into rolloutdiff.analysis
select x, '{}', s, 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', done
from (values ('new', 's', true), ('it''s', 's', true), ('other run', 's', true), ('other settings', 't', true), ('of the user', 's', true), ('audited', 's', true), ('unfinished', 's', false)) as t(x, s, done);
insert into rolloutdiff.analysis_run
select a.analysis_id, case when a.analysis_id = 'other run' then 'q' else 'r' end, 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from rolloutdiff.analysis as a;
insert into rolloutdiff.watch_analysis
select a.analysis_id from rolloutdiff.analysis as a where a.analysis_id <> 'of the user';
insert into rolloutdiff.audit values ('u', 'audited', '{}', 's', 'h', '0.1.0', '{}', null, null, true);

-- case: of one of its runs, with its settings, complete, and audited by nobody
-- run: watch_superseded {"analysis_id": "new"}
-- expect:
--   'it''s'

-- case: an unknown analysis takes nobody's place
-- run: watch_superseded {"analysis_id": "none"}
-- expect: none
