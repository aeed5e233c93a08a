-- name: audit_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary tables of an audit: completions that can be compared, and the features it follows.
-- params: audit_id VARCHAR: audit; analysis_id VARCHAR: analysis
-- returns: none
-- requires: audit_excess_v1, feature
-- portable: no
create or replace temp table audit_excess as
select e.run, e.slice, e.outcome, e.step, e.prompt_no, e.group_no, e.rollout_id, e.value, e.excess, e.samples
from rolloutdiff.audit_excess_v1($audit_id) as e
order by e.run, e.outcome, e.slice, e.step, e.group_no, e.rollout_id;

create or replace temp table audit_feature as
with
-- one row per yes/no feature, its words counted
worded as (
    select
        f.feature_id, f.tier, f.name,
        case when f.tier = 'lexical' then len(string_split(f.name, ' ')) else 1 end as words
    from rolloutdiff.feature as f
    where f.analysis_id = $analysis_id and f.kind = 'binary' and f.tier in ('ast', 'custom', 'lexical', 'shape')
)
select
    w.feature_id, w.tier, w.name,
    case when w.words = 1 then 'single' else 'adj' end as kind,
    list_position(['ast', 'custom', 'lexical', 'shape'], w.tier)::integer as tier_place
from worded as w
where w.words <= 2
order by w.name;
