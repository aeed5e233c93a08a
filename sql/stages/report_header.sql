-- name: report_header
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Version, settings and SQL objects of a complete analysis.
-- params: analysis_id VARCHAR: analysis
-- returns: package_version, settings, object_versions
-- requires: analysis
-- portable: yes
select a.package_version, a.settings::varchar as settings, a.object_versions::varchar as object_versions
from rolloutdiff.analysis as a
where a.analysis_id = $analysis_id and a.complete;
