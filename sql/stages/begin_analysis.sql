-- name: begin_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Opens an analysis: its row, the rollouts it covers, and what was read per run; steps that store_other_split left out are not covered.
-- params: analysis_id VARCHAR: analysis; settings VARCHAR: settings as JSON; settings_sha256 VARCHAR: their hash; input_hash VARCHAR: hash of the input; package_version VARCHAR: version; object_versions VARCHAR: SQL objects as JSON; profile VARCHAR: leading rule set; reward_formula VARCHAR: formula; unscored VARCHAR: policy; runs VARCHAR[]: runs to analyse
-- returns: none
-- requires: analysis, analysis_file, analysis_rollout, analysis_run, analysis_step, ingest, other_split_step, rollout
-- portable: no
insert into rolloutdiff.analysis
select
    $analysis_id, $settings::json, $settings_sha256, $input_hash, $package_version, $object_versions::json,
    $profile, $reward_formula, $unscored, false;

insert into rolloutdiff.analysis_rollout
with
-- one row per rollout that is covered
covered as (
    select r.rollout_id, r.run, r.step, r.prompt_id
    from rolloutdiff.rollout as r
    where
        list_contains($runs, r.run)
        and ($unscored <> 'drop' or r.reward is not null)
        and not exists (
            select o.step
            from rolloutdiff.other_split_step as o
            where o.analysis_id = $analysis_id and o.left_out and o.run = r.run and o.step = r.step
        )
),
-- one row per run and prompt
prompt as (
    select
        p.run, p.prompt_id,
        row_number() over (partition by p.run order by p.prompt_id)::integer as prompt_no,
        (md5_number(p.prompt_id) % 2)::tinyint as prompt_half
    from (select distinct c.run, c.prompt_id from covered as c) as p
)
select $analysis_id, c.rollout_id, c.run, c.step, c.prompt_id, p.prompt_no, p.prompt_half
from covered as c
inner join prompt as p on p.run = c.run and p.prompt_id = c.prompt_id
order by c.run, c.step, c.rollout_id;

insert into rolloutdiff.analysis_file
select $analysis_id, i.run, i.source_file, i.sha256, i.bytes, i.rows, i.rejected, i.format
from rolloutdiff.ingest as i
where list_contains($runs, i.run)
order by i.run, i.source_file;

insert into rolloutdiff.analysis_step
select
    $analysis_id, a.run, a.step, row_number() over (partition by a.run order by a.step) as step_index,
    count(distinct a.prompt_id) as prompts, count(*) as samples
from rolloutdiff.analysis_rollout as a
where a.analysis_id = $analysis_id
group by a.run, a.step
order by a.run, a.step;

insert into rolloutdiff.analysis_run
with
-- one row per run: files, rows set aside, loader
file_count as (
    select i.run, count(*) as files, sum(i.rejected::bigint)::bigint as rejected, min(i.format) as format
    from rolloutdiff.ingest as i
    group by i.run
),
-- one row per run: its steps
logged as (
    select s.run, count(*) as steps, min(s.step) as first_step, max(s.step) as last_step
    from rolloutdiff.analysis_step as s
    where s.analysis_id = $analysis_id
    group by s.run
),
-- one row per run; what is there is counted, since a column without a gap need not be read for that
held as (
    select a.run, count(*) as rows, max(a.prompt_no) as prompts, count(r.reward) as scored, count(r.response) as responses
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
    group by a.run
)
select
    $analysis_id,
    l.run,
    h.rows,
    l.steps,
    l.first_step,
    l.last_step,
    h.prompts,
    f.files,
    h.rows - h.scored as unscored,
    f.rejected,
    h.rows - h.responses as missing_responses,
    f.format
from logged as l
inner join held as h on h.run = l.run
left join file_count as f on f.run = l.run
order by l.run;
