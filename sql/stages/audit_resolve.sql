-- name: audit_resolve
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes slice, gold and log-probabilities of every rollout from the columns that were chosen; wanted_column is an Arrow table with columns role, source and name.
-- params: analysis_id VARCHAR: analysis; reward_unit DOUBLE: reward and gold are divided by it
-- returns: none
-- requires: analysis_rollout, rollout
-- portable: no
create or replace temp table audit_resolved as
with
-- one row per rollout of the analysis and column that was chosen: its value as text
found as (
    select
        a.rollout_id,
        w.role,
        case w.source
            when 'column' then
                case w.name
                    when 'slice' then r.slice
                    when 'split' then r.split
                    when 'gold' then r.gold::varchar
                    when 'logprob' then r.logprob::varchar
                    when 'ref_logprob' then r.ref_logprob::varchar
                    when 'target_logprob' then r.target_logprob::varchar
                end
            when 'part' then r.reward_parts[w.name]::varchar
            -- By place, since a key of JSON may hold the signs of a path.
            when 'extra' then (json_extract(r.extras, '$.*'))[list_position(json_keys(r.extras), w.name)] ->> '$'
        end as value
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    cross join wanted_column as w
    where a.analysis_id = $analysis_id
),
-- one row per rollout and column: its value as a number, NULL where it is none
numeric_value as (
    select
        f.rollout_id, f.role, f.value,
        case lower(f.value) when 'true' then 1.0 when 'false' then 0.0 else try_cast(f.value as double) end as amount
    from found as f
),
-- one row per rollout with a column: its values side by side
chosen as (
    select
        n.rollout_id,
        max(case when n.role = 'slice' then n.value end) as slice,
        max(case when n.role = 'gold' and isfinite(n.amount) then n.amount end) as gold,
        max(case when n.role = 'logprob' and isfinite(n.amount) then n.amount end) as logprob,
        max(case when n.role = 'ref_logprob' and isfinite(n.amount) then n.amount end) as ref_logprob,
        max(case when n.role = 'target_logprob' and isfinite(n.amount) then n.amount end) as target_logprob
    from numeric_value as n
    group by n.rollout_id
)
select
    a.rollout_id, a.run, a.step, a.prompt_no,
    case
        when exists (select 1 from wanted_column as w where w.role = 'slice') then coalesce(c.slice, 'none')
        else 'all'
    end as slice,
    r.reward / $reward_unit as reward,
    c.gold / $reward_unit as gold,
    c.logprob, c.ref_logprob, c.target_logprob
from rolloutdiff.analysis_rollout as a
inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
left join chosen as c on c.rollout_id = a.rollout_id
where a.analysis_id = $analysis_id;
