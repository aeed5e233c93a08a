-- case: a row is kept as it is
-- call:
insert into rolloutdiff.watch_analysis (
    analysis_id
) values (
    'a''1'
);
-- call:
select
    x.analysis_id
from rolloutdiff.watch_analysis as x;
-- expect:
--   'a''1'

-- case: nothing may be absent
-- given:
insert into rolloutdiff.watch_analysis (
    analysis_id
) values (
    'a''1'
);
-- call:
update rolloutdiff.watch_analysis set analysis_id = null;
-- fails: NOT NULL constraint failed: "?watch_analysis"?\."?analysis_id"?
