-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis_uncounted (
    analysis_id
) values (
    'a''1'
);
-- call:
select
    x.analysis_id
from rolloutdiff.analysis_uncounted as x;
-- expect:
--   'a''1'

-- case: nothing may be absent
-- given:
insert into rolloutdiff.analysis_uncounted (
    analysis_id
) values (
    'a''1'
);
-- call:
update rolloutdiff.analysis_uncounted set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis_uncounted"?\."?analysis_id"?
