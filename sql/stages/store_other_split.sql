-- name: store_other_split
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Finds the steps of runs that look like another split than the rest, before an analysis of them begins.
-- params: analysis_id VARCHAR: analysis; runs VARCHAR[]: runs to analyse; unscored VARCHAR: policy; left_out BOOLEAN: whether such steps are left out
-- returns: none
-- requires: other_split_step, rollout
-- portable: no
insert into rolloutdiff.other_split_step
with
-- one row per run, step and prompt
cell as (
    select r.run, r.step, r.prompt_id, count(*) as n
    from rolloutdiff.rollout as r
    where list_contains($runs, r.run) and ($unscored <> 'drop' or r.reward is not null)
    group by r.run, r.step, r.prompt_id
),
-- one row per step: its place in the run, and what tells its set of prompts from others
logged as (
    select
        c.run, c.step, row_number() over (partition by c.run order by c.step) as place, count(*) as prompts,
        sum(c.n::bigint)::bigint as samples, bit_xor(hash(c.prompt_id)) as prompt_set
    from cell as c
    group by c.run, c.step
),
-- one row per set of prompts that three or more steps have, at one distance and none next to another
regular as (
    select x.run, x.prompt_set, x.prompts, count(*) as steps, count(distinct x.ahead) <= 1 and count(*) >= 3 as is_regular
    from (
        select
            l.run, l.prompt_set, l.prompts, l.place,
            lead(l.step) over (partition by l.run, l.prompt_set, l.prompts order by l.place) - l.step as ahead,
            lead(l.place) over (partition by l.run, l.prompt_set, l.prompts order by l.place) - l.place as places
        from logged as l
    ) as x
    group by x.run, x.prompt_set, x.prompts
    having count(*) > 1 and min(x.places) > 1
),
-- one row per step with such a set, where no other set comes again and no other step has a prompt of it
fixed as (
    select l.run, l.step
    from logged as l
    inner join regular as r on r.run = l.run and r.prompt_set = l.prompt_set and r.prompts = l.prompts
    inner join cell as c on c.run = l.run and c.step = l.step
    inner join (select x.run, x.prompt_id, count(*) as steps from cell as x group by x.run, x.prompt_id) as p
        on p.run = c.run and p.prompt_id = c.prompt_id
    where r.is_regular and r.run in (select o.run from regular as o group by o.run having count(*) = 1)
    group by l.run, l.step
    having max(p.steps) = any_value(r.steps)
),
-- one row per run: the usual step among the others
usual as (
    select l.run, median(l.samples) as samples, median(l.samples / l.prompts) as size
    from logged as l
    where not exists (select f.step from fixed as f where f.run = l.run and f.step = l.step)
    group by l.run
),
-- one row per step: whether its completions, or those of one prompt, are twice as many or half as many as usual, and
-- whether it is short of prompts alone, as a trainer leaves it that drops groups by their reward
shape as (
    select
        l.run, l.step, l.prompts, l.prompt_set,
        greatest(l.samples / u.samples, u.samples / l.samples) >= 2
        or greatest(l.samples / l.prompts / u.size, u.size / (l.samples / l.prompts)) >= 2 as odd,
        l.samples < u.samples and greatest(l.samples / l.prompts / u.size, u.size / (l.samples / l.prompts)) < 2 as is_short
    from logged as l
    inner join usual as u on u.run = l.run
),
-- one row per prompt of a run: how many steps of either kind have it
prompt as (
    select c.run, c.prompt_id, count(*) filter (where s.odd) as odd_steps, count(*) filter (where not s.odd) as usual_steps
    from cell as c
    inner join shape as s on s.run = c.run and s.step = c.step
    group by c.run, c.prompt_id
),
-- one row per run: how surely a prompt of a usual step comes in another one, of how many
again as (
    select p.run, sum(p.usual_steps::bigint) as cells, coalesce(sum(p.usual_steps::bigint) filter (where p.usual_steps > 1) / sum(p.usual_steps::bigint), 0) as share
    from prompt as p
    group by p.run
),
-- one row per odd step: how many steps of the run are odd, and how many of these have its prompts and no other
odd as (
    select
        s.run, s.step, s.prompts, s.is_short, count(*) over (partition by s.run) as odd_steps,
        count(*) over (partition by s.run, s.prompt_set, s.prompts) as same_steps
    from shape as s
    where s.odd
),
-- one row per odd step that shares no prompt with a usual one: by chance alone in less than one of a hundred such runs,
-- or two odd steps have the same prompts, some of them or where no prompt of a usual step comes again. Of n prompts that
-- all come again one in n / 3 may not
apart as (
    select o.run, o.step
    from odd as o
    inner join cell as c on c.run = o.run and c.step = o.step
    inner join prompt as p on p.run = c.run and p.prompt_id = c.prompt_id
    inner join again as g on g.run = o.run
    group by o.run, o.step
    having
        max(p.usual_steps) = 0
        and (
            any_value(o.odd_steps)
            * pow(
                greatest(1 - any_value(g.share), case when any_value(o.is_short) then least(1, 3 / any_value(g.cells)) else 0 end),
                count(*)
            ) <= 0.01
            or (
                any_value(o.same_steps) > 1
                and (count(*) > case when any_value(o.is_short) then 2 else 1 end or any_value(g.share) = 0)
            )
        )
),
-- one row per step that either rule tells
told as (
    select l.run, l.step, l.place, l.prompts, l.samples, l.prompt_set
    from logged as l
    inner join (select a.run, a.step from apart as a union select f.run, f.step from fixed as f) as x
        on x.run = l.run and x.step = l.step
),
-- one row per run: whether these are the fewer, or at least of one set of prompts while the others are not
fewer as (
    select t.run
    from told as t
    inner join (select l.run, count(*) as steps from logged as l group by l.run) as n on n.run = t.run
    group by t.run
    having 2 * count(*) < any_value(n.steps) or (2 * count(*) = any_value(n.steps) and count(distinct t.prompt_set) = 1)
),
-- one row per told step: how many lie side by side
neighbour as (
    select b.*, count(*) over (partition by b.run, b.block) as beside
    from (select t.*, t.place - row_number() over (partition by t.run order by t.place) as block from told as t) as b
)
select $analysis_id, n.run, n.step, n.prompts, n.samples, $left_out
from neighbour as n
inner join fewer as f on f.run = n.run
where n.beside <= 2
order by n.run, n.step;
