-- name: store_integrity
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Findings about the dump that bear on the conclusions.
-- params: analysis_id VARCHAR: analysis; min_steps BIGINT: fewest steps a rule needs; after BIGINT: texts up to this step have no unmarked turn, NULL where that is not known
-- returns: none
-- requires: analysis_file, analysis_run, analysis_step, integrity, rejected_row, rollout
-- portable: no
insert into rolloutdiff.integrity
with
-- one row per run: what was read
read_run as (
    select r.run, r.rows, r.steps, r.first_step, r.last_step, r.files, r.rejected, r.unscored, r.missing_responses
    from rolloutdiff.analysis_run as r
    where r.analysis_id = $analysis_id
),
-- one row per run and reason why rows were set aside; the reason names a column and never a value
set_aside as (
    select f.run, concat_ws(' ', j.column_name, j.reason) as reason, count(*) as rows
    from rolloutdiff.rejected_row as j
    inner join rolloutdiff.analysis_file as f
        on f.analysis_id = $analysis_id and f.source_file = j.source_file and f.run = coalesce(j.run, f.run)
    group by f.run, concat_ws(' ', j.column_name, j.reason)
),
-- one row per run: the commonest reasons
reasons as (
    select
        s.run, string_agg(s.reason || ' (' || s.rows::varchar || ')', ', ' order by s.rows desc, s.reason) filter (where s.place <= 3) as said,
        count(*) as different
    from (select a.run, a.reason, a.rows, row_number() over (partition by a.run order by a.rows desc, a.reason) as place from set_aside as a) as s
    group by s.run
),
-- one row per run: files with rows set aside
short_file as (
    select f.run, count(*) as files, list(f.source_file order by f.source_file)[1:10] as names
    from rolloutdiff.analysis_file as f
    where f.analysis_id = $analysis_id and f.rejected > 0
    group by f.run
),
-- one row per run: steps in which a reward is missing
unscored_step as (
    select
        a.run, min(a.step) as first_step, max(a.step) as last_step, count(distinct r.source_file) as files,
        list(distinct r.source_file order by r.source_file)[1:10] as names
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where r.reward is null
    group by a.run
),
-- one row per run with missing texts: the steps in which they are; DuckDB before 1.4.4 filters a stored text column of
-- nothing but NULL wrongly, so every row is told apart here first
missing_step as (
    select
        a.run,
        min(case when r.response is null then a.step end) as first_step,
        max(case when r.response is null then a.step end) as last_step,
        count(distinct case when r.response is null then r.source_file end) as files,
        list_sort(list_distinct(list(case when r.response is null then r.source_file end order by r.source_file)))[1:10] as names
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.run in (select q.run from read_run as q where q.missing_responses > 0)
    group by a.run
),
-- one row per run: its files
run_file as (
    select f.run, list(f.source_file order by f.source_file)[1:10] as names
    from rolloutdiff.analysis_file as f
    where f.analysis_id = $analysis_id
    group by f.run
),
-- one row per run with steps of a single prompt
single_prompt as (
    select
        a.run, count(distinct a.step) as steps, min(a.step) as first_step, max(a.step) as last_step,
        count(distinct r.source_file) as files, list(distinct r.source_file order by r.source_file)[1:10] as names
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    inner join rolloutdiff.analysis_step as s
        on s.analysis_id = $analysis_id and s.run = a.run and s.step = a.step
    where s.prompts < 2
    group by a.run
),
-- one row per run whose reward never varies
constant_reward as (
    select a.run, count(*) as rows, min(a.step) as first_step, max(a.step) as last_step
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where r.reward is not null
    group by a.run
    having min(r.reward) = max(r.reward)
),
-- one row per run and reason why token log-probabilities cannot be compared
unmatched as (
    select
        a.run, r.mismatch_fault as fault, count(*) as rows, min(a.step) as first_step, max(a.step) as last_step,
        count(distinct r.source_file) as files, list(distinct r.source_file order by r.source_file)[1:10] as names
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where r.mismatch_fault is not null
    group by a.run, r.mismatch_fault
),
-- one row per run with texts that name roles as a chat template without its special tokens does: a line with the word
-- user or tool alone, no tagged result behind it, and later one with the word assistant
unmarked_turn as (
    select
        a.run, count(*) as rows, min(a.step) as first_step, max(a.step) as last_step,
        count(distinct r.source_file) as files,
        list(distinct r.source_file order by r.source_file)[1:10] as names
    from run_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where
        r.step > coalesce($after, -9223372036854775808)
        and contains(r.response, chr(10) || 'assistant')
        and regexp_matches(
            r.response, '\n(?:user|tool)[ \t]*\n\s*[^<\s](?s:.*)\nassistant[ \t]*(?:\n|$)'
        )
    group by a.run
)
select $analysis_id, r.run, 'rejected_rows', 'warning', r.rejected, null, null, coalesce(f.files, r.files),
    'Input rows set aside because a value could not be used' || coalesce(': ' || w.said, '')
    || case when w.different > 3 then ' and ' || (w.different - 3)::varchar || ' more' else '' end
    || '. They count nowhere; the table rejected_row names each of them.',
    f.names
from read_run as r
left join reasons as w on w.run = r.run
left join short_file as f on f.run = r.run
where r.rejected > 0
union all
select $analysis_id, r.run, 'short_run', 'warning', r.steps, r.first_step, r.last_step, r.files, 'Fewer logged steps than the rule needs: no series can be scored.', n.names
from read_run as r
left join run_file as n on n.run = r.run
where r.steps < $min_steps
union all
select $analysis_id, r.run, 'unscored_reward', 'note', r.unscored, u.first_step, u.last_step, u.files, 'Completions without a finite reward: their text counts, reward figures leave them out.', u.names
from read_run as r
inner join unscored_step as u on u.run = r.run
union all
select $analysis_id, r.run, 'missing_response', 'note', r.missing_responses, m.first_step, m.last_step, m.files, 'Completions whose text is absent from the dump: they count as completions that show nothing.', m.names
from read_run as r
inner join missing_step as m on m.run = r.run
where m.first_step is not null
union all
select $analysis_id, p.run, 'single_prompt', 'warning', p.steps, p.first_step, p.last_step, p.files, 'Steps with one prompt: no standard error exists there. frozen_z_v1 leaves them out; the anchored rules take their noise from the completions alone, so a change of prompt can look like a change of behaviour.', p.names
from single_prompt as p
union all
select $analysis_id, c.run, 'constant_reward', 'warning', c.rows, c.first_step, c.last_step, r.files, 'The reward is the same in every completion: no behaviour can be related to it.', n.names
from constant_reward as c
inner join read_run as r on r.run = c.run
left join run_file as n on n.run = c.run
union all
select $analysis_id, t.run, 'turns_unmarked', 'warning', t.rows, t.first_step, t.last_step, t.files, 'Completions in which the words of roles stand on lines of their own, as a chat template leaves them without its special tokens: what users or tools wrote there cannot be told from the words of the model and counts as its own. Log message lists, or keep special tokens when decoding.', t.names
from unmarked_turn as t
union all
select
    $analysis_id, u.run, 'logprob_' || u.fault, 'warning', u.rows, u.first_step, u.last_step, u.files,
    case u.fault
        when 'one_side' then 'Completions with token log-probabilities of one side only, trainer or engine: they have no figures of mismatch.'
        when 'length' then 'Completions whose token log-probabilities of trainer and engine differ in length: they have no figures of mismatch.'
        else 'Completions with a token whose log-probability is missing or not finite: they have no figures of mismatch.'
    end,
    u.names
from unmatched as u;
