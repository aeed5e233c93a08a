-- name: watch_superseded
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Analyses that watch made and whose place a later one takes: of one of its runs, with its settings, and audited by nobody.
-- params: analysis_id VARCHAR: the later analysis
-- returns: analysis_id
-- requires: analysis, analysis_run, audit, watch_analysis
-- portable: yes
select w.analysis_id
from rolloutdiff.watch_analysis as w
inner join rolloutdiff.analysis as a on a.analysis_id = w.analysis_id
where
    a.complete
    and w.analysis_id <> $analysis_id
    and a.settings_sha256 in (select n.settings_sha256 from rolloutdiff.analysis as n where n.analysis_id = $analysis_id)
    and w.analysis_id in (
        select o.analysis_id
        from rolloutdiff.analysis_run as o
        inner join rolloutdiff.analysis_run as n on n.run = o.run
        where n.analysis_id = $analysis_id
    )
    and w.analysis_id not in (select u.analysis_id from rolloutdiff.audit as u)
order by w.analysis_id;
