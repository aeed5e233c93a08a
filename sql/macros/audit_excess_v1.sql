-- name: audit_excess_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Every completion of an audit with its outcomes minus the mean of its group; completions alone in their group are left out.
-- params: p_audit_id VARCHAR: audit
-- returns: run: run; slice: slice; outcome: reward, gold, or gap (reward minus gold); step: training step; prompt_no: prompt; group_no: group, one prompt at one step; rollout_id: rollout; value: outcome; excess: value minus the mean of the group; samples: completions of the group that have the outcome
-- requires: audit_rollout
-- portable: yes
create macro rolloutdiff.audit_excess_v1(p_audit_id) as table (
    with
    -- one row per scored completion of the audit and outcome, also one that it does not have
    listed as (
        select
            r.run, r.slice, r.step, r.prompt_no, r.group_no, r.rollout_id,
            unnest(['reward', 'gold', 'gap']) as outcome,
            unnest([r.reward, r.gold, r.reward - r.gold]) as value
        from rolloutdiff.audit_rollout as r
        where r.audit_id = p_audit_id and r.reward is not null
    ),
    -- one row per completion and outcome that it has
    valued as (
        select n.run, n.slice, n.outcome, n.step, n.prompt_no, n.group_no, n.rollout_id, n.value
        from listed as n
        where n.value is not null
    ),
    -- one row per outcome and group; equal values have exactly their own mean
    centre as (
        select
            v.run, v.outcome, v.group_no, count(*) as samples,
            case
                when min(v.value) = max(v.value) then min(v.value)
                else sum(v.value order by v.value) / count(*)
            end as mean
        from valued as v
        group by v.run, v.outcome, v.group_no
        having count(*) > 1
    )
    select
        v.run, v.slice, v.outcome, v.step, v.prompt_no, v.group_no, v.rollout_id, v.value,
        v.value - c.mean as excess,
        c.samples
    from valued as v
    inner join centre as c on c.run = v.run and c.outcome = v.outcome and c.group_no = v.group_no
);
