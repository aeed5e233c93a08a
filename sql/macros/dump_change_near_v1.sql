-- name: dump_change_near_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: First step at which the form of a dump changes within two logged steps of a step, NULL where none does.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run; p_step BIGINT: step
-- returns: BIGINT: step or NULL
-- requires: analysis_step, dump_change
-- portable: no
create macro rolloutdiff.dump_change_near_v1(p_analysis_id, p_run, p_step) as (
    select min(c.step)
    from rolloutdiff.dump_change as c
    inner join rolloutdiff.analysis_step as i on i.analysis_id = c.analysis_id and i.run = c.run and i.step = c.step
    inner join rolloutdiff.analysis_step as o on o.analysis_id = c.analysis_id and o.run = c.run
    where c.analysis_id = p_analysis_id and c.run = p_run and o.step = p_step and abs(i.step_index - o.step_index) <= 2
);
