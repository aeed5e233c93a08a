-- name: other_split
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps that look like another split than the rest, such as an evaluation logged over a training step: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis, other_split_step
-- portable: no
select
    o.run, 'other_split' as code, case any_value(a.settings->>'$.other_split') when 'ask' then 'warning' else 'note' end as severity,
    count(*) as count, list(o.step order by o.step) as steps,
    'Steps with prompts of their own that differ from the rest as evaluations do that were written over training steps, whose'
    || ' completions are lost then. '
    || case when any_value(o.left_out)
        then 'The analysis leaves them out' || case any_value(a.settings->>'$.other_split') when 'ask' then ': --other-split keep counts them, drop leaves them out for good.' else '.' end
        else 'They count like all others: a change seen at these steps alone is one of the prompts.'
    end as message
from rolloutdiff.other_split_step as o
inner join rolloutdiff.analysis as a on a.analysis_id = o.analysis_id
where o.analysis_id = $analysis_id
group by o.run
order by o.run;
