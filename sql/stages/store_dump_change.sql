-- name: store_dump_change
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Finds the steps at which the form of all texts changes at once: special tokens of completions or prompts, and the first or last line that all prompts share.
-- params: analysis_id VARCHAR: analysis, whose series are stored
-- returns: none
-- requires: analysis_rollout, analysis_step, dump_change, feature, rollout, series_point
-- portable: no
insert into rolloutdiff.dump_change
with
-- one row per series of special tokens in completions, that of all tokens among them, and of prompts that open a thinking block
special as (
    select
        f.feature_id, case f.name when 'shape:think_opened_by_prompt' then 'prompts' else 'completions' end as place,
        case f.name
            when 'shape:special_tokens' then 'any'
            when 'shape:think_opened_by_prompt' then 'open thinking tag'
            else substr(f.name, 15)
        end as token
    from rolloutdiff.feature as f
    where f.analysis_id = $analysis_id and (f.name in ('shape:special_tokens', 'shape:think_opened_by_prompt') or starts_with(f.name, 'shape:special:'))
),
-- one row per run, token and step: share of completions with it
answer as (
    select p.run, p.step, s.place, s.token, s.feature_id, p.positives / p.samples as share
    from special as s
    inner join rolloutdiff.series_point as p on p.analysis_id = $analysis_id and p.feature_id = s.feature_id
),
-- one row per run and prompt: its special tokens, and its first and last line where these are short
prompt as (
    select
        a.run, a.prompt_id,
        list_distinct(regexp_extract_all(any_value(r.prompt), '<\|\w{1,40}\|>|</?s>|<(?:bos|eos|start_of_turn|end_of_turn)>|\[/?INST\]')) as tokens,
        regexp_extract(any_value(r.prompt), '^\s*([^\n]{1,40})(?:\n|$)', 1) as first_line,
        regexp_extract(any_value(r.prompt), '(?:^|\n)([^\n]{1,40})\s*$', 1) as last_line
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
    group by a.run, a.prompt_id
),
-- one row per run, step and prompt
asked as (
    select a.run, a.step, a.prompt_id, count(*) as n
    from rolloutdiff.analysis_rollout as a
    where a.analysis_id = $analysis_id
    group by a.run, a.step, a.prompt_id
),
-- one row per run, step and special token of prompts
question as (
    select u.run, u.step, u.token, sum(u.n::bigint) / any_value(s.samples) as share
    from (
        select a.run, a.step, unnest(p.tokens) as token, a.n
        from asked as a
        inner join prompt as p on p.run = a.run and p.prompt_id = a.prompt_id
    ) as u
    inner join rolloutdiff.analysis_step as s on s.analysis_id = $analysis_id and s.run = u.run and s.step = u.step
    group by u.run, u.step, u.token
),
-- one row per place and token
token as (
    select distinct a.place, a.run, a.token, a.feature_id from answer as a
    union all
    select distinct 'prompts' as place, q.run, q.token, null::integer as feature_id from question as q
),
-- one row per place, token and step, also of steps without the token
share as (
    select t.place, t.run, t.token, t.feature_id, s.step, s.step_index, coalesce(a.share, q.share, 0) as share
    from token as t
    inner join rolloutdiff.analysis_step as s on s.analysis_id = $analysis_id and s.run = t.run
    left join answer as a on a.place = t.place and a.run = t.run and a.token = t.token and a.step = s.step
    left join question as q on t.place = 'prompts' and q.run = t.run and q.token = t.token and q.step = s.step
),
-- one row per place and token that most texts of a step have or hardly any, and either in nearly all or in
-- none and as many: no training does that from one step to the next, a decoder does
flipped as (
    select s.place, s.run, s.token
    from share as s
    group by s.place, s.run, s.token
    having
        bool_and(s.share <= 0.05 or s.share >= 0.5)
        and count(*) filter (where s.share >= 0.5) between 1 and count(*) - 1
        and (
            min(s.share) filter (where s.share >= 0.5) >= 0.95
            or (
                max(s.share) filter (where s.share <= 0.05) = 0
                and min(s.share) filter (where s.share >= 0.5) >= 0.8 * max(s.share)
            )
        )
),
-- one row per step at which such a token comes or goes; one that does so more than three times belongs to some prompts
turned as (
    select x.place, x.run, x.token, x.feature_id, x.step
    from (
        select s.*, (s.share >= 0.5) <> lag(s.share >= 0.5) over (partition by s.place, s.run, s.token order by s.step_index) as turns
        from share as s
        inner join flipped as f on f.place = s.place and f.run = s.run and f.token = s.token
    ) as x
    where x.turns
    qualify count(*) over (partition by x.place, x.run, x.token) <= 3
),
-- one row per run, step and end of the prompts whose line all prompts of the step share
line as (
    select a.run, a.step, e.sign, any_value(e.line) as line, count(*) as prompts
    from asked as a
    inner join (
        select p.run, p.prompt_id, 'first line' as sign, p.first_line as line from prompt as p
        union all
        select p.run, p.prompt_id, 'last line' as sign, p.last_line as line from prompt as p
    ) as e on e.run = a.run and e.prompt_id = a.prompt_id
    group by a.run, a.step, e.sign
    having min(e.line) = max(e.line) and min(e.line) <> ''
),
-- one row per step at which this line becomes another one
other_line as (
    select l.run, l.step, l.sign, count(*) over (partition by l.run, l.sign) as turns
    from (
        select x.*, lag(x.line) over (partition by x.run, x.sign order by x.step) as previous
        from line as x
    ) as l
    where l.line <> l.previous
),
-- one row per run: its steps, and those of the fewest prompts
run_step as (
    select s.run, count(*) as steps, min(s.prompts) as prompts
    from rolloutdiff.analysis_step as s
    where s.analysis_id = $analysis_id
    group by s.run
)
select $analysis_id, t.run, t.step, t.place, t.token, t.feature_id
from turned as t
union all
-- the number of all special tokens changes with each of them
select distinct $analysis_id, t.run, t.step, t.place, 'any', s.feature_id
from turned as t
cross join special as s
where t.place = 'completions' and s.token = 'any' and t.token <> 'any' and not exists (select u.step from turned as u where u.place = t.place and u.run = t.run and u.token = 'any' and u.step = t.step)
union all
select $analysis_id, o.run, o.step, 'prompts', o.sign, null
from other_line as o
inner join run_step as r on r.run = o.run
where
    o.turns = 1
    and r.prompts > 1
    and r.steps = (select count(*) from line as l where l.run = o.run and l.sign = o.sign)
order by all;
