-- name: report_run
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: What was read: one row per complete analysis and run.
-- params: none
-- returns: analysis_id: analysis; run: run; rows: completions analysed; steps: logged steps; first_step: lowest step; last_step: highest step; prompts: distinct prompts; files: source files; reward_formula: weighted sum of reward columns; unscored: completions without a finite reward; rejected: input rows set aside; missing_responses: completions whose text is NULL; format: loader; profile: rule set that leads the report
-- requires: analysis, analysis_run
-- portable: yes
create view rolloutdiff.report_run as
select
    r.analysis_id,
    r.run,
    r.rows,
    r.steps,
    r.first_step,
    r.last_step,
    r.prompts,
    r.files,
    a.reward_formula,
    r.unscored,
    r.rejected,
    r.missing_responses,
    r.format,
    a.profile
from rolloutdiff.analysis_run as r
inner join rolloutdiff.analysis as a on a.analysis_id = r.analysis_id
where a.complete;
