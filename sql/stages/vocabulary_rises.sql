-- name: vocabulary_rises
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Tokens that may be admitted after first cells: logged steps, counted from 0, at which the share of rollouts with a token is above that in the first cell of the run by at least min_change and by min_errors standard errors of two independent shares; the largest such ratio over the runs counts, equal ones in byte order of the names.
-- params: min_change DOUBLE: smallest rise that admits a token, as a share; min_errors DOUBLE: smallest rise in standard errors
-- returns: tier, step_index, token_id, rollouts
-- requires: none
-- portable: no
with
-- one row per later cell and token: how many rollouts of how many, and of the first cell of the run
compared as (
    select
        c.token_id, k.step_index, c.rollouts, k.samples, coalesce(f.rollouts, 0) as first_rollouts, o.samples as first_samples
    from vocabulary_count as c
    inner join vocabulary_cell as k on k.cell = c.cell
    inner join vocabulary_cell as o on o.cell = k.first_cell
    left join vocabulary_count as f on f.cell = k.first_cell and f.token_id = c.token_id
    anti join admitted_token as a on a.token_id = c.token_id
    where not k.is_first
),
-- one row per later cell and token
differing as (
    select
        d.token_id, d.step_index, d.rollouts, 1 / d.samples::double + 1 / d.first_samples::double as per_rollout,
        d.rollouts / d.samples::double - d.first_rollouts / d.first_samples::double as rise,
        (d.rollouts + d.first_rollouts) / (d.samples + d.first_samples)::double as share
    from compared as d
),
-- one row per later cell and token that rises: rounded, so that a rise of exactly the bar is one
risen as (
    select d.token_id, d.step_index, d.rollouts, round(d.rise / sqrt(d.share * (1 - d.share) * d.per_rollout), 6) as errors
    from differing as d
    where d.rise > 0 and round(d.rise, 9) >= $min_change
),
-- one row per logged step and token
largest as (
    select r.token_id, r.step_index, max(r.errors) as errors, sum(r.rollouts::bigint)::bigint as rollouts
    from risen as r
    where r.errors >= $min_errors
    group by r.token_id, r.step_index
)
select v.tier, l.step_index, l.token_id, l.rollouts
from largest as l
inner join vocabulary_token as v on v.token_id = l.token_id
order by v.tier, l.step_index, l.errors desc, l.token_id;
