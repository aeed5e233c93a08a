-- name: scan_rows
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: What staged rows hold, in one row: rows, those that cannot be used, steps, prompts, rows per prompt and step,
--   rewards, and signs of several turns: responses of more than one message, and lines that hold nothing but a role.
-- params: none
-- returns: rows, rejected, steps, first_step, last_step, prompts, returning_prompts, smallest_group, median_group, largest_group, scored, reward_low, reward_high, several_messages, role_lines
-- requires: none
-- portable: no
with
-- one row per usable row
good as (
    select
        s.step,
        coalesce(s.prompt_id, s.prompt) as prompt,
        s.response,
        case when isfinite(s.reward) then s.reward end as reward,
        greatest(
            json_array_length(s.extras, '$.messages'), json_array_length(s.extras, '$.completion_messages')
        ) as messages
    from staged_row as s
    where s.reject_reason is null
),
-- one row per step and prompt
visit as (
    select g.step, g.prompt, count(*) as n
    from good as g
    group by g.step, g.prompt
),
-- one row per prompt
prompt as (
    select v.prompt, count(*) as steps
    from visit as v
    group by v.prompt
)
select
    count(*) as rows,
    (select count(*) from staged_row as s where s.reject_reason is not null) as rejected,
    count(distinct g.step) as steps,
    min(g.step) as first_step,
    max(g.step) as last_step,
    (select count(*) from prompt as p) as prompts,
    (select count(*) from prompt as p where p.steps > 1) as returning_prompts,
    (select min(v.n) from visit as v) as smallest_group,
    (select median(v.n) from visit as v) as median_group,
    (select max(v.n) from visit as v) as largest_group,
    count(g.reward) as scored,
    min(g.reward) as reward_low,
    max(g.reward) as reward_high,
    count(*) filter (where g.messages > 1) as several_messages,
    count(*) filter (
        where regexp_matches(g.response, '(^|\n)(system|user|assistant|tool|observation)\r?\n')
    ) as role_lines
from good as g;
