-- name: format_flip
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps from which on all texts have another form, by special tokens or lines of a chat template: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: dump_change
-- portable: no
select
    c.run, case c.place when 'prompts' then 'prompt_format' else 'completion_format' end as code, 'warning' as severity,
    count(*) as count, [c.step] as steps,
    'From this step on all ' || c.place || ' have another form ('
    || array_to_string(list_slice(list(c.sign order by c.sign), 1, 5), ', ')
    || '): the dump or the chat template has changed. What changes here is no behaviour'
    || case when count(c.feature_id) = 0 then '.' else ', and series that count just this are not scored.' end as message
from rolloutdiff.dump_change as c
where c.analysis_id = $analysis_id and c.sign <> 'any'
group by c.run, c.place, c.step
union all
select
    c.run, 'completion_format' as code, 'warning' as severity, count(*) as count, [c.step] as steps,
    'From this step on all completions have or lack special tokens: the dump or the chat template has changed. What changes'
    || ' here is no behaviour, and the series that counts just this is not scored.' as message
from rolloutdiff.dump_change as c
where
    c.analysis_id = $analysis_id
    and c.sign = 'any'
    and not exists (
        select o.sign
        from rolloutdiff.dump_change as o
        where o.analysis_id = $analysis_id and o.run = c.run and o.place = c.place and o.step = c.step and o.sign <> 'any'
    )
group by c.run, c.step
order by run, code, steps;
