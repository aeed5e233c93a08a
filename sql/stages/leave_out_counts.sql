-- name: leave_out_counts
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes out what can be computed again from the texts: extractions, and the counts of complete analyses that have no audit.
-- params: none
-- returns: none
-- requires: analysis, analysis_uncounted, audit, extraction, feature, feature_count
-- portable: no
insert into rolloutdiff.analysis_uncounted
select a.analysis_id
from rolloutdiff.analysis as a
where
    a.complete
    and a.analysis_id not in (select u.analysis_id from rolloutdiff.audit as u)
    and a.analysis_id not in (select u.analysis_id from rolloutdiff.analysis_uncounted as u);

delete from rolloutdiff.feature_count as n
where n.feature_id in (
    select f.feature_id
    from rolloutdiff.feature as f
    inner join rolloutdiff.analysis_uncounted as u on u.analysis_id = f.analysis_id
);

truncate rolloutdiff.extraction;
