-- name: custom_overflow
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The first rollout of a prompt and step in which the counts of a custom size add up to more than can be squared exactly; 3037000499 squared is the last square of 64 bits.
-- params: analysis_id VARCHAR: analysis
-- returns: name, rollout_id
-- requires: analysis_rollout
-- portable: no
select g.name, min(g.rollout_id) as rollout_id
from custom_gathered as g
inner join rolloutdiff.analysis_rollout as a on a.rollout_id = g.rollout_id
where a.analysis_id = $analysis_id
group by g.name, a.run, a.step, a.prompt_id
having sum(g.n::bigint) > 3037000499
order by rollout_id, g.name
limit 1;
