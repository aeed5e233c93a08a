-- A schema of version 1, as package 0.1.0 made it: the plan of its installation, written out. The tests
-- upgrade what it makes, so that it never changes.
begin transaction;

create schema if not exists "rolloutdiff";

create table rolloutdiff.alert (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    peak_mean double not null,
    peak_step bigint not null,
    recent_mean double not null,
    rise double not null,
    folded_under integer
);

comment on table rolloutdiff.alert is 'One row per alert: its size, and the alert it is shown under.';

comment on column rolloutdiff.alert."analysis_id" is 'analysis';

comment on column rolloutdiff.alert."run" is 'run';

comment on column rolloutdiff.alert."rule" is 'rule';

comment on column rolloutdiff.alert."feature_id" is 'feature';

comment on column rolloutdiff.alert."peak_mean" is 'step mean farthest from the baseline in the alert direction, from the onset on';

comment on column rolloutdiff.alert."peak_step" is 'its step';

comment on column rolloutdiff.alert."recent_mean" is 'mean of the last five steps';

comment on column rolloutdiff.alert."rise" is 'recent mean minus baseline mean';

comment on column rolloutdiff.alert."folded_under" is 'feature_id of the alert that already shows the same rollouts';

create table rolloutdiff.analysis (
    analysis_id varchar not null,
    settings json not null,
    settings_sha256 varchar not null,
    input_hash varchar not null,
    package_version varchar not null,
    object_versions json not null,
    profile varchar not null,
    reward_formula varchar not null,
    unscored varchar not null,
    complete boolean not null
);

comment on table rolloutdiff.analysis is 'One row per analysis: what was computed, from which input, with which settings and versions; complete is set last.';

comment on column rolloutdiff.analysis."analysis_id" is 'hash of input, settings and versions';

comment on column rolloutdiff.analysis."settings" is 'settings as JSON';

comment on column rolloutdiff.analysis."settings_sha256" is 'hash of the settings';

comment on column rolloutdiff.analysis."input_hash" is 'hash over all rollouts analysed';

comment on column rolloutdiff.analysis."package_version" is 'version of the package';

comment on column rolloutdiff.analysis."object_versions" is 'SQL objects and hashes used, as JSON';

comment on column rolloutdiff.analysis."profile" is 'rule set that leads the report';

comment on column rolloutdiff.analysis."reward_formula" is 'weighted sum of reward columns';

comment on column rolloutdiff.analysis."unscored" is 'what was done with rollouts without a reward';

comment on column rolloutdiff.analysis."complete" is 'false until every stage is done';

create table rolloutdiff.analysis_file (
    analysis_id varchar not null,
    run varchar not null,
    source_file varchar not null,
    sha256 varchar,
    bytes bigint,
    rows bigint not null,
    rejected bigint not null,
    format varchar not null
);

comment on table rolloutdiff.analysis_file is 'One row per analysis, run and source file, as it was when the analysis began.';

comment on column rolloutdiff.analysis_file."analysis_id" is 'analysis';

comment on column rolloutdiff.analysis_file."run" is 'run';

comment on column rolloutdiff.analysis_file."source_file" is 'path relative to the dump';

comment on column rolloutdiff.analysis_file."sha256" is 'hex digest when loaded, NULL for tables';

comment on column rolloutdiff.analysis_file."bytes" is 'size';

comment on column rolloutdiff.analysis_file."rows" is 'rows loaded';

comment on column rolloutdiff.analysis_file."rejected" is 'rows set aside';

comment on column rolloutdiff.analysis_file."format" is 'loader';

create table rolloutdiff.analysis_rollout (
    analysis_id varchar not null,
    rollout_id bigint not null,
    run varchar not null,
    step bigint not null,
    prompt_id varchar not null,
    prompt_no integer not null,
    prompt_half tinyint not null
);

comment on table rolloutdiff.analysis_rollout is 'One row per rollout that an analysis covers, with the keys its series are built on.';

comment on column rolloutdiff.analysis_rollout."analysis_id" is 'analysis';

comment on column rolloutdiff.analysis_rollout."rollout_id" is 'rollout';

comment on column rolloutdiff.analysis_rollout."run" is 'run';

comment on column rolloutdiff.analysis_rollout."step" is 'training step';

comment on column rolloutdiff.analysis_rollout."prompt_id" is 'prompt, the cluster of the standard error';

comment on column rolloutdiff.analysis_rollout."prompt_no" is 'number of the prompt in its run, in order of prompt_id';

comment on column rolloutdiff.analysis_rollout."prompt_half" is '0 or 1, the half of the prompts it belongs to, by hash and never at random';

create table rolloutdiff.analysis_run (
    analysis_id varchar not null,
    run varchar not null,
    rows bigint not null,
    steps bigint not null,
    first_step bigint not null,
    last_step bigint not null,
    prompts bigint not null,
    files bigint not null,
    unscored bigint not null,
    rejected bigint not null,
    missing_responses bigint not null,
    format varchar not null
);

comment on table rolloutdiff.analysis_run is 'One row per analysis and run: what was read.';

comment on column rolloutdiff.analysis_run."analysis_id" is 'analysis';

comment on column rolloutdiff.analysis_run."run" is 'run';

comment on column rolloutdiff.analysis_run."rows" is 'rollouts analysed';

comment on column rolloutdiff.analysis_run."steps" is 'logged steps';

comment on column rolloutdiff.analysis_run."first_step" is 'lowest step';

comment on column rolloutdiff.analysis_run."last_step" is 'highest step';

comment on column rolloutdiff.analysis_run."prompts" is 'distinct prompts';

comment on column rolloutdiff.analysis_run."files" is 'source files';

comment on column rolloutdiff.analysis_run."unscored" is 'rollouts without a finite reward';

comment on column rolloutdiff.analysis_run."rejected" is 'input rows set aside';

comment on column rolloutdiff.analysis_run."missing_responses" is 'rollouts whose response is NULL';

comment on column rolloutdiff.analysis_run."format" is 'loader';

create table rolloutdiff.analysis_step (
    analysis_id varchar not null,
    run varchar not null,
    step bigint not null,
    step_index bigint not null,
    prompts bigint not null,
    samples bigint not null
);

comment on table rolloutdiff.analysis_step is 'One row per analysis, run and logged step; distances between steps are counted in logged steps.';

comment on column rolloutdiff.analysis_step."analysis_id" is 'analysis';

comment on column rolloutdiff.analysis_step."run" is 'run';

comment on column rolloutdiff.analysis_step."step" is 'training step';

comment on column rolloutdiff.analysis_step."step_index" is 'place of the step in its run, from 1';

comment on column rolloutdiff.analysis_step."prompts" is 'distinct prompts';

comment on column rolloutdiff.analysis_step."samples" is 'completions';

create table rolloutdiff.calibration (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    series bigint not null,
    alerts bigint not null,
    headlines bigint,
    alpha double,
    threshold double,
    expected_false_alerts double,
    bulk_ratio double,
    deff double,
    kappa_squared double,
    kappa_squared_high double,
    drift varchar,
    prompts varchar
);

comment on table rolloutdiff.calibration is 'One row per run and rule: how many series it scored, how many alerts, and how many of them noise alone would give; figures that a rule does not have are NULL.';

comment on column rolloutdiff.calibration."analysis_id" is 'analysis';

comment on column rolloutdiff.calibration."run" is 'run';

comment on column rolloutdiff.calibration."rule" is 'rule and version';

comment on column rolloutdiff.calibration."series" is 'scorable series';

comment on column rolloutdiff.calibration."alerts" is 'those that alert';

comment on column rolloutdiff.calibration."headlines" is 'alerts on the headline list';

comment on column rolloutdiff.calibration."alpha" is 'chance of an alert in a series without a change';

comment on column rolloutdiff.calibration."threshold" is 'line of the statistic, of a retrospective rule the one of the median series';

comment on column rolloutdiff.calibration."expected_false_alerts" is 'alerts that a list of as many series without a change would give';

comment on column rolloutdiff.calibration."bulk_ratio" is 'median statistic over its median without a change, near 1 when the noise is understood';

comment on column rolloutdiff.calibration."deff" is 'design effect, completions of a prompt against independent ones';

comment on column rolloutdiff.calibration."kappa_squared" is 'variance of drift over sampling variance, from the baseline steps';

comment on column rolloutdiff.calibration."kappa_squared_high" is 'its upper bound';

comment on column rolloutdiff.calibration."drift" is 'noise that was allowed for, in words';

comment on column rolloutdiff.calibration."prompts" is 'how prompts were taken into account, fresh, pool, effects or single';

create table rolloutdiff.event (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    event_rank integer not null,
    name varchar not null,
    onset_step bigint not null,
    alert_step bigint not null,
    direction varchar not null,
    members integer not null,
    lead_feature_id integer not null
);

comment on table rolloutdiff.event is 'One row per event: alerts that coincide in time and rollouts, ranked within a run.';

comment on column rolloutdiff.event."analysis_id" is 'analysis';

comment on column rolloutdiff.event."run" is 'run';

comment on column rolloutdiff.event."rule" is 'rule';

comment on column rolloutdiff.event."event_rank" is 'where to look first, from 1';

comment on column rolloutdiff.event."name" is 'readable name';

comment on column rolloutdiff.event."onset_step" is 'earliest onset';

comment on column rolloutdiff.event."alert_step" is 'earliest alert';

comment on column rolloutdiff.event."direction" is 'rise or fall';

comment on column rolloutdiff.event."members" is 'alerts it folds together';

comment on column rolloutdiff.event."lead_feature_id" is 'strongest member';

create table rolloutdiff.event_member (
    analysis_id varchar not null,
    run varchar not null,
    event_rank integer not null,
    feature_id integer not null,
    onset_step bigint not null,
    jaccard_with_lead double
);

comment on table rolloutdiff.event_member is 'One row per member of an event.';

comment on column rolloutdiff.event_member."analysis_id" is 'analysis';

comment on column rolloutdiff.event_member."run" is 'run';

comment on column rolloutdiff.event_member."event_rank" is 'event';

comment on column rolloutdiff.event_member."feature_id" is 'member';

comment on column rolloutdiff.event_member."onset_step" is 'onset of the member';

comment on column rolloutdiff.event_member."jaccard_with_lead" is 'overlap of positive rollouts with the lead';

create table rolloutdiff.evidence (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    status varchar not null,
    replication boolean,
    window_corroborated boolean,
    persistence double,
    reward_association double,
    reward_association_se double,
    same_prompt_shift double,
    prompt_mix_shift double,
    prompt_breadth double,
    half_onset_a bigint,
    half_onset_b bigint,
    groups_used bigint,
    groups_skipped bigint,
    reward_part_association map(varchar, double),
    baseline_prompts_showing bigint,
    later_steps bigint,
    beyond_steps bigint,
    split_step bigint,
    split_p_value double,
    whole_shift double,
    alert_prompts bigint,
    alert_prompts_showing bigint,
    baseline_prompts bigint,
    unscored_skipped bigint,
    reason varchar
);

comment on table rolloutdiff.evidence is 'One row per series and rule: figures that speak for or against a change.';

comment on column rolloutdiff.evidence."analysis_id" is 'analysis';

comment on column rolloutdiff.evidence."run" is 'run';

comment on column rolloutdiff.evidence."rule" is 'rule';

comment on column rolloutdiff.evidence."feature_id" is 'feature';

comment on column rolloutdiff.evidence."status" is 'status of the series';

comment on column rolloutdiff.evidence."replication" is 'both prompt halves alert in the same direction';

comment on column rolloutdiff.evidence."window_corroborated" is 'the retrospective rule dates a change in the event window';

comment on column rolloutdiff.evidence."persistence" is 'share of later steps that keep the change';

comment on column rolloutdiff.evidence."reward_association" is 'reward difference inside prompt and step';

comment on column rolloutdiff.evidence."reward_association_se" is 'its standard error';

comment on column rolloutdiff.evidence."same_prompt_shift" is 'part of the change on prompts seen on both sides';

comment on column rolloutdiff.evidence."prompt_mix_shift" is 'rest of the change';

comment on column rolloutdiff.evidence."prompt_breadth" is 'share of prompts showing it at the alert';

comment on column rolloutdiff.evidence."half_onset_a" is 'onset in one half of the prompts';

comment on column rolloutdiff.evidence."half_onset_b" is 'onset in the other';

comment on column rolloutdiff.evidence."groups_used" is 'groups compared';

comment on column rolloutdiff.evidence."groups_skipped" is 'groups that could not be';

comment on column rolloutdiff.evidence."reward_part_association" is 'the same difference on each reward part';

comment on column rolloutdiff.evidence."baseline_prompts_showing" is 'prompts that showed it in the baseline';

comment on column rolloutdiff.evidence."later_steps" is 'scorable steps after the alert';

comment on column rolloutdiff.evidence."beyond_steps" is 'those that keep the change';

comment on column rolloutdiff.evidence."split_step" is 'onset of the strongest change of the retrospective rule';

comment on column rolloutdiff.evidence."split_p_value" is 'its chance under the null';

comment on column rolloutdiff.evidence."whole_shift" is 'change from baseline to alert window';

comment on column rolloutdiff.evidence."alert_prompts" is 'prompts from onset to alert';

comment on column rolloutdiff.evidence."alert_prompts_showing" is 'those that show it';

comment on column rolloutdiff.evidence."baseline_prompts" is 'prompts of the baseline';

comment on column rolloutdiff.evidence."unscored_skipped" is 'completions of the event window without a reward, left out of the reward difference';

comment on column rolloutdiff.evidence."reason" is 'figure=code for every figure that is missing';

create table rolloutdiff.exemplar (
    analysis_id varchar not null,
    run varchar not null,
    event_rank integer not null,
    feature_id integer not null,
    role varchar not null,
    place integer not null,
    rollout_id bigint not null
);

comment on table rolloutdiff.exemplar is 'One row per reference to a rollout worth reading; never its text.';

comment on column rolloutdiff.exemplar."analysis_id" is 'analysis';

comment on column rolloutdiff.exemplar."run" is 'run';

comment on column rolloutdiff.exemplar."event_rank" is 'event';

comment on column rolloutdiff.exemplar."feature_id" is 'feature';

comment on column rolloutdiff.exemplar."role" is 'exemplar, pair or before';

comment on column rolloutdiff.exemplar."place" is 'which exemplar of the feature, from 1, a pair or before belongs to';

comment on column rolloutdiff.exemplar."rollout_id" is 'rollout';

create table rolloutdiff.extraction (
    rollout_id bigint not null,
    extractor varchar not null,
    status varchar not null,
    prose varchar,
    feature varchar[] not null,
    count integer[] not null
);

comment on table rolloutdiff.extraction is 'One row per rollout: parse outcome, prose outside code, and the sparse list of structural and shape counts.';

comment on column rolloutdiff.extraction."rollout_id" is 'rollout';

comment on column rolloutdiff.extraction."extractor" is 'version of the extraction';

comment on column rolloutdiff.extraction."status" is 'parse outcome of the whole answer';

comment on column rolloutdiff.extraction."prose" is 'text outside code fences and thinking';

comment on column rolloutdiff.extraction."feature" is 'names of the features with a count above zero, sorted';

comment on column rolloutdiff.extraction."count" is 'their counts, same order';

create table rolloutdiff.feature (
    feature_id integer not null,
    analysis_id varchar not null,
    tier varchar not null,
    kind varchar not null,
    name varchar not null,
    unit varchar not null,
    scale integer not null,
    document_frequency bigint not null,
    origin varchar not null,
    admitted_index integer not null
);

comment on table rolloutdiff.feature is 'One row per feature of an analysis: its name, tier, kind and unit.';

comment on column rolloutdiff.feature."feature_id" is 'number of the feature in this warehouse';

comment on column rolloutdiff.feature."analysis_id" is 'analysis';

comment on column rolloutdiff.feature."tier" is 'ast, lexical, shape, custom, mismatch or reward';

comment on column rolloutdiff.feature."kind" is 'binary (present or not) or continuous (a size)';

comment on column rolloutdiff.feature."name" is 'tier prefix, colon, token';

comment on column rolloutdiff.feature."unit" is 'unit of the mean';

comment on column rolloutdiff.feature."scale" is 'a stored count divided by this is the value';

comment on column rolloutdiff.feature."document_frequency" is 'rollouts with a count above zero, of those that the choice of a token saw';

comment on column rolloutdiff.feature."origin" is 'fixed or vocabulary';

comment on column rolloutdiff.feature."admitted_index" is 'logged step, from 0, at which a token was chosen, 0 when the choice saw the whole run or there was none';

create table rolloutdiff.feature_count (
    feature_id integer not null,
    rollout_id bigint not null,
    step bigint not null,
    n integer not null
);

comment on table rolloutdiff.feature_count is 'Sparse integer counts: one row per feature and rollout with a count above zero.';

comment on column rolloutdiff.feature_count."feature_id" is 'feature';

comment on column rolloutdiff.feature_count."rollout_id" is 'rollout';

comment on column rolloutdiff.feature_count."step" is 'training step of the rollout';

comment on column rolloutdiff.feature_count."n" is 'count, an integer';

create table rolloutdiff.ingest (
    run varchar not null,
    source_file varchar not null,
    sha256 varchar,
    bytes bigint,
    modified_ns bigint,
    rows bigint not null,
    rejected bigint not null,
    format varchar not null,
    evidence varchar not null,
    reward_formula varchar not null
);

comment on table rolloutdiff.ingest is 'One row per source file that was loaded, with its hash and the formula its rewards were read by.';

comment on column rolloutdiff.ingest."run" is 'run the file belongs to';

comment on column rolloutdiff.ingest."source_file" is 'path relative to the dump';

comment on column rolloutdiff.ingest."sha256" is 'hex digest of the file, NULL for tables';

comment on column rolloutdiff.ingest."bytes" is 'file size';

comment on column rolloutdiff.ingest."modified_ns" is 'file time when read, nanoseconds';

comment on column rolloutdiff.ingest."rows" is 'rows loaded';

comment on column rolloutdiff.ingest."rejected" is 'rows set aside';

comment on column rolloutdiff.ingest."format" is 'loader';

comment on column rolloutdiff.ingest."evidence" is 'why this format';

comment on column rolloutdiff.ingest."reward_formula" is 'weighted sum of reward columns';

create table rolloutdiff.install_log (
    installed_at timestamp not null default make_timestamp(epoch_us(current_timestamp)),
    package_version varchar not null,
    schema_version integer not null,
    duckdb_version varchar not null,
    action varchar not null,
    object_count integer not null
);

comment on table rolloutdiff.install_log is 'One row per installation that changed this schema.';

comment on column rolloutdiff.install_log."installed_at" is 'time of the installation, UTC';

comment on column rolloutdiff.install_log."package_version" is 'version of the package';

comment on column rolloutdiff.install_log."schema_version" is 'version of the schema as a whole';

comment on column rolloutdiff.install_log."duckdb_version" is 'DuckDB that ran the script';

comment on column rolloutdiff.install_log."action" is 'what was done';

comment on column rolloutdiff.install_log."object_count" is 'objects made';

create table rolloutdiff.integrity (
    analysis_id varchar not null,
    run varchar not null,
    code varchar not null,
    severity varchar not null,
    count bigint not null,
    first_step bigint,
    last_step bigint,
    files bigint,
    message varchar not null
);

comment on table rolloutdiff.integrity is 'One row per finding about the dump itself.';

comment on column rolloutdiff.integrity."analysis_id" is 'analysis';

comment on column rolloutdiff.integrity."run" is 'run';

comment on column rolloutdiff.integrity."code" is 'stable code of the finding';

comment on column rolloutdiff.integrity."severity" is 'note or warning';

comment on column rolloutdiff.integrity."count" is 'rows or steps concerned';

comment on column rolloutdiff.integrity."first_step" is 'first step concerned';

comment on column rolloutdiff.integrity."last_step" is 'last step concerned';

comment on column rolloutdiff.integrity."files" is 'files concerned';

comment on column rolloutdiff.integrity."message" is 'what it means for the conclusions';

create table rolloutdiff.object (
    name varchar not null,
    kind varchar not null,
    version integer not null,
    sha256 varchar not null,
    since varchar not null,
    summary varchar not null,
    package varchar not null
);

comment on table rolloutdiff.object is 'One row per object that the installer made in this schema; the row about this table marks the schema as ours.';

comment on column rolloutdiff.object."name" is 'name of the object';

comment on column rolloutdiff.object."kind" is 'table, macro, table_macro or view';

comment on column rolloutdiff.object."version" is 'version in the header of its file';

comment on column rolloutdiff.object."sha256" is 'hex digest of the file it was made from';

comment on column rolloutdiff.object."since" is 'package version that first shipped it';

comment on column rolloutdiff.object."summary" is 'what it is';

comment on column rolloutdiff.object."package" is 'package that made it';

create table rolloutdiff.rejected_row (
    run varchar,
    source_file varchar not null,
    source_row bigint not null,
    column_name varchar,
    value varchar,
    reason varchar not null
);

comment on table rolloutdiff.rejected_row is 'One row per input row that was set aside, with the reason; never shown in a report view.';

comment on column rolloutdiff.rejected_row."run" is 'run';

comment on column rolloutdiff.rejected_row."source_file" is 'file';

comment on column rolloutdiff.rejected_row."source_row" is 'zero-based row or line';

comment on column rolloutdiff.rejected_row."column_name" is 'offending column, NULL for the whole row';

comment on column rolloutdiff.rejected_row."value" is 'offending value as text';

comment on column rolloutdiff.rejected_row."reason" is 'what is wrong with it';

create table rolloutdiff.rollout (
    rollout_id bigint not null,
    run varchar not null,
    step bigint not null,
    sample_id varchar not null,
    prompt_id varchar not null,
    prompt varchar not null,
    response varchar,
    reward double,
    group_id varchar,
    split varchar,
    reward_parts map(varchar, double),
    extras json,
    source_file varchar not null,
    source_row bigint not null
);

comment on table rolloutdiff.rollout is 'One row per completion as the trainer wrote it; text is kept byte for byte.';

comment on column rolloutdiff.rollout."rollout_id" is 'number of the row in this warehouse';

comment on column rolloutdiff.rollout."run" is 'training run';

comment on column rolloutdiff.rollout."step" is 'training step';

comment on column rolloutdiff.rollout."sample_id" is 'name of the row, unique in a run';

comment on column rolloutdiff.rollout."prompt_id" is 'hash of the canonical prompt';

comment on column rolloutdiff.rollout."prompt" is 'prompt text';

comment on column rolloutdiff.rollout."response" is 'completion text, NULL when the dump has none';

comment on column rolloutdiff.rollout."reward" is 'finite reward, NULL when not scored';

comment on column rolloutdiff.rollout."group_id" is 'sampling group';

comment on column rolloutdiff.rollout."split" is 'train or eval';

comment on column rolloutdiff.rollout."reward_parts" is 'every reward component';

comment on column rolloutdiff.rollout."extras" is 'other columns as JSON';

comment on column rolloutdiff.rollout."source_file" is 'file the row came from';

comment on column rolloutdiff.rollout."source_row" is 'zero-based row or line in that file';

create table rolloutdiff.screening (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    status varchar not null,
    reason varchar,
    baseline_mean double,
    baseline_sd double,
    onset_step bigint,
    alert_step bigint,
    direction varchar,
    statistic double,
    threshold double,
    p_value double,
    q_value double,
    detectable_rise double,
    e_value double,
    change double,
    headline boolean
);

comment on table rolloutdiff.screening is 'One row per series and rule: alert, quiet or unscorable with the reason.';

comment on column rolloutdiff.screening."analysis_id" is 'analysis';

comment on column rolloutdiff.screening."run" is 'run';

comment on column rolloutdiff.screening."rule" is 'detection rule and version';

comment on column rolloutdiff.screening."feature_id" is 'feature';

comment on column rolloutdiff.screening."status" is 'alert, quiet or unscorable';

comment on column rolloutdiff.screening."reason" is 'why a series is unscorable';

comment on column rolloutdiff.screening."baseline_mean" is 'frozen baseline';

comment on column rolloutdiff.screening."baseline_sd" is 'standard deviation of the step means in the baseline, as the rule takes it';

comment on column rolloutdiff.screening."onset_step" is 'first step of the change';

comment on column rolloutdiff.screening."alert_step" is 'step at which the rule is met';

comment on column rolloutdiff.screening."direction" is 'rise or fall';

comment on column rolloutdiff.screening."statistic" is 'statistic of the rule';

comment on column rolloutdiff.screening."threshold" is 'its line';

comment on column rolloutdiff.screening."p_value" is 'NULL for rules without one';

comment on column rolloutdiff.screening."q_value" is 'NULL for rules without one';

comment on column rolloutdiff.screening."detectable_rise" is 'smallest lasting change the rule could have seen';

comment on column rolloutdiff.screening."e_value" is 'evidence against no change, NULL for rules without one';

comment on column rolloutdiff.screening."change" is 'estimated change from the baseline';

comment on column rolloutdiff.screening."headline" is 'whether the alert is large and sure enough for the headline list, NULL for rules without one';

create table rolloutdiff.series_point (
    analysis_id varchar not null,
    feature_id integer not null,
    run varchar not null,
    step bigint not null,
    mean double not null,
    se double,
    prompts bigint not null,
    samples bigint not null,
    positives bigint not null,
    within_sd double
);

comment on table rolloutdiff.series_point is 'One row per feature, run and step: prompt-balanced mean and its standard error.';

comment on column rolloutdiff.series_point."analysis_id" is 'analysis';

comment on column rolloutdiff.series_point."feature_id" is 'feature';

comment on column rolloutdiff.series_point."run" is 'run';

comment on column rolloutdiff.series_point."step" is 'training step';

comment on column rolloutdiff.series_point."mean" is 'mean over prompts of the mean inside each prompt';

comment on column rolloutdiff.series_point."se" is 'cluster-robust standard error, clusters are prompts, NULL with one prompt';

comment on column rolloutdiff.series_point."prompts" is 'prompts with a value';

comment on column rolloutdiff.series_point."samples" is 'rollouts with a value';

comment on column rolloutdiff.series_point."positives" is 'rollouts with a count above zero';

comment on column rolloutdiff.series_point."within_sd" is 'standard deviation inside prompts, pooled, NULL without repeats';

create table rolloutdiff.shift (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    shape varchar,
    onset_step bigint,
    onset_low bigint,
    onset_high bigint,
    start_step bigint,
    half_step bigint,
    end_step bigint,
    before_mean double,
    after_mean double,
    statistic double,
    threshold double,
    p_value double,
    q_value double,
    place integer,
    onset_at varchar
);

comment on table rolloutdiff.shift is 'One row per change found by a retrospective rule, and per series in which it looked and found none.';

comment on column rolloutdiff.shift."analysis_id" is 'analysis';

comment on column rolloutdiff.shift."run" is 'run';

comment on column rolloutdiff.shift."rule" is 'rule';

comment on column rolloutdiff.shift."feature_id" is 'feature';

comment on column rolloutdiff.shift."shape" is 'step, pulse, ramp, drift or spike, NULL where nothing was found';

comment on column rolloutdiff.shift."onset_step" is 'onset';

comment on column rolloutdiff.shift."onset_low" is 'lower end of the onset set';

comment on column rolloutdiff.shift."onset_high" is 'upper end';

comment on column rolloutdiff.shift."start_step" is 'first tenth of the change';

comment on column rolloutdiff.shift."half_step" is 'half of the change';

comment on column rolloutdiff.shift."end_step" is 'end of a pulse';

comment on column rolloutdiff.shift."before_mean" is 'level before';

comment on column rolloutdiff.shift."after_mean" is 'level after';

comment on column rolloutdiff.shift."statistic" is 'test statistic';

comment on column rolloutdiff.shift."threshold" is 'its line';

comment on column rolloutdiff.shift."p_value" is 'chance under the null';

comment on column rolloutdiff.shift."q_value" is 'adjusted over the list';

comment on column rolloutdiff.shift."place" is 'which change of the series, from 1, the strongest first';

comment on column rolloutdiff.shift."onset_at" is 'what the onset means, ten_points (level before plus ten points) or half_change, NULL for the first step after a split';

create macro rolloutdiff.extras_v1(p_names, p_values) as
    case
        when len(list_filter(p_values, lambda x: x is not null)) > 0 then
            to_json(map_from_entries(list_filter(
                list_transform(p_names, lambda n, i: {'name': n, 'value': p_values[i]}),
                lambda e: e.value is not null
            )))
    end;

comment on macro rolloutdiff.extras_v1 is 'JSON object of names and values; a name whose value is absent (SQL NULL) is left out, a JSON null is kept.';

create macro rolloutdiff.finite_number_v1(p_text) as
    case
        when lower(p_text) = 'true' then 1.0::double
        when lower(p_text) = 'false' then 0.0::double
        when isfinite(try_cast(p_text as double)) then try_cast(p_text as double)
    end;

comment on macro rolloutdiff.finite_number_v1 is 'Number that a text stands for: true and false are 1 and 0; NULL when it is no number, NaN or infinite.';

create macro rolloutdiff.messages_kept_v1(p_messages) as
    case
        when json_type(p_messages) = 'ARRAY' and not coalesce(
            json_array_length(p_messages) = 1
            and json_extract_string(p_messages, '$[0].role') = 'assistant'
            and json_type(p_messages, '$[0].content') = 'VARCHAR'
            and len(list_filter(
                json_keys(p_messages, '$[0]'),
                lambda k: k not in ('role', 'content')
                    and json_type(p_messages, '/0/' || replace(replace(k, '~', '~0'), '/', '~1')) <> 'NULL'
            )) = 0,
            false
        ) then p_messages
    end;

comment on macro rolloutdiff.messages_kept_v1 is 'The messages of a response when the response text alone does not hold them all: more than one message, another role, a content that is not text, or further members. NULL when one plain assistant message is all there is.';

create macro rolloutdiff.messages_prompt_v1(p_messages) as
    case
        when json_type(p_messages) = 'VARCHAR' then json_extract_string(p_messages, '$')
        when json_array_length(p_messages) = 1
            and json_extract_string(p_messages, '$[0].role') = 'user'
            and json_type(p_messages, '$[0].content') = 'VARCHAR'
            and len(list_filter(
                json_keys(p_messages, '$[0]'),
                lambda k: k not in ('role', 'content')
                    and json_type(p_messages, '/0/' || replace(replace(k, '~', '~0'), '/', '~1')) <> 'NULL'
            )) = 0
            then json_extract_string(p_messages, '$[0].content')
        when json_type(p_messages) = 'ARRAY' then
            -- Both patterns take a whole string literal or nothing of it, so that no text inside one is changed:
            -- the first drops members that are null, the second the comma left before a closing brace.
            regexp_replace(
                regexp_replace(
                    '[' || coalesce(array_to_string(
                        list_transform(
                            p_messages::json[],
                            lambda m: case
                                when json_type(m) <> 'OBJECT' then m::varchar
                                else '{' || coalesce(array_to_string(
                                    list_transform(
                                        list_sort(json_keys(m)),
                                        lambda k: to_json(k)::varchar || ':'
                                            || json_extract(m, '/' || replace(replace(k, '~', '~0'), '/', '~1'))::varchar
                                    ),
                                    ','
                                ), '') || '}'
                            end
                        ),
                        ','
                    ), '') || ']',
                    '("(?:[^"\\]|\\.)*"):null,?|("(?:[^"\\]|\\.)*")',
                    '\2',
                    'g'
                ),
                '("(?:[^"\\]|\\.)*")|,(})',
                '\1\2',
                'g'
            )
        when json_type(p_messages) <> 'NULL' then json_extract(p_messages, '$')::varchar
    end;

comment on macro rolloutdiff.messages_prompt_v1 is 'Prompt of a conversation as text. One user message with text and nothing else is that text, so that it equals the same prompt logged as plain text; anything else is the list of messages as JSON, keys of a message sorted, members that are null left out. A prompt that is a JSON text is that text.';

create macro rolloutdiff.messages_response_v1(p_messages) as
    case
        when json_type(p_messages) = 'VARCHAR' then json_extract_string(p_messages, '$')
        when json_type(p_messages) = 'ARRAY' then
            list_aggregate(
                list_filter(
                    list_transform(
                        list_filter(
                            p_messages::json[],
                            lambda m: json_extract_string(m, '$.role') = 'assistant'
                        ),
                        lambda m: case json_type(m, '$.content')
                            when 'VARCHAR' then json_extract_string(m, '$.content')
                            when 'ARRAY' then list_aggregate(
                                list_filter(
                                    list_transform(
                                        json_extract(m, '$.content')::json[],
                                        lambda b: case json_type(b)
                                            when 'VARCHAR' then json_extract_string(b, '$')
                                            else json_extract_string(b, '$.text')
                                        end
                                    ),
                                    lambda t: t is not null
                                ),
                                'string_agg',
                                chr(10)
                            )
                        end
                    ),
                    lambda t: t is not null
                ),
                'string_agg',
                chr(10)
            )
    end;

comment on macro rolloutdiff.messages_response_v1 is 'What the model wrote in a conversation: the contents of the assistant messages, and of a content made of blocks the text blocks, joined by line feeds. NULL when there is none. A response that is a JSON text is that text.';

create macro rolloutdiff.number_fault_v1(p_value) as
    case
        when json_type(p_value) = 'OBJECT' then 'an object, not a number'
        when json_type(p_value) = 'ARRAY' then 'a list, not a number'
        when json_type(p_value) = 'VARCHAR' and not regexp_full_match(
            json_extract_string(p_value, '$'),
            '[Tt]rue|[Ff]alse|[+-]?(0|[1-9][0-9]*)([.][0-9]*)?([eE][+-]?[0-9]+)?|[+-]?[.][0-9]+([eE][+-]?[0-9]+)?'
        ) then 'text, not a number'
    end;

comment on macro rolloutdiff.number_fault_v1 is 'Why a JSON value cannot be read as a reward; NULL when it is absent, null, a number, a boolean, or the exact text of a finite number or a boolean.';

create macro rolloutdiff.public_name_v1(p_name, p_hash) as (
    case
        when p_hash and (
            starts_with(p_name, 'lex:')
            or starts_with(p_name, 'custom:')
            or (
                regexp_matches(p_name, '^ast:(def|class|call|import|except|assign|decorator):')
                and p_name <> 'ast:except:bare'
            )
        )
            then split_part(p_name, ':', 1) || ':h' || left(sha256(p_name), 12)
        else p_name
    end
);

comment on macro rolloutdiff.public_name_v1 is 'Name of a feature as a report shows it: with p_hash, words and identifiers that come from completions are replaced by a hash.';

create macro rolloutdiff.weighted_sum_v1(p_values, p_weights) as
    list_sum(list_transform(p_values, lambda x, i: x * p_weights[i]));

comment on macro rolloutdiff.weighted_sum_v1 is 'Sum of weight times value over the values that are not NULL, in list order; NULL when all are.';

create macro rolloutdiff.whole_number_v1(p_text) as
    case
        when regexp_full_match(p_text, '[+-]?[0-9]{1,18}([.]0*)?')
            then try_cast(split_part(p_text, '.', 1) as bigint)
    end;

comment on macro rolloutdiff.whole_number_v1 is 'Integer that a text stands for, 7, 7.0 and +7 alike; NULL when it has a fraction or is no number.';

create macro rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as table (
    with
    -- one row per alert
    alerting as (
        select s.run, s.feature_id, f.kind, s.direction, s.onset_step, s.alert_step
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    ),
    -- one row per alert and scorable step of its series, numbered
    scorable as (
        select
            a.run, a.feature_id, p.step,
            row_number() over (partition by a.run, a.feature_id order by p.step) as place
        from alerting as a
        inner join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = a.run and p.feature_id = a.feature_id
        where p.prompts >= p_min_prompts and (p_min_prompts < 2 or p.se is not null)
    ),
    -- one row per alert: its frozen baseline
    baseline as (
        select c.run, c.feature_id, min(c.step) as first_step, max(c.step) as last_step
        from scorable as c
        where c.place <= p_baseline_steps
        group by c.run, c.feature_id
    ),
    -- one row per alert: places of onset and alert among the logged steps of the run
    place as (
        select a.run, a.feature_id, o.step_index as onset_index, t.step_index as alert_index
        from alerting as a
        inner join rolloutdiff.analysis_step as o
            on o.analysis_id = p_analysis_id and o.run = a.run and o.step = a.onset_step
        inner join rolloutdiff.analysis_step as t
            on t.analysis_id = p_analysis_id and t.run = a.run and t.step = a.alert_step
    ),
    -- one row per alert: steps within the margin
    margin as (
        select l.run, l.feature_id, min(i.step) as first_step, max(i.step) as last_step
        from place as l
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = l.run
            and i.step_index between l.onset_index - p_margin and l.alert_index + p_margin
        group by l.run, l.feature_id
    )
    select
        a.run, a.feature_id, a.kind, a.direction, a.onset_step, a.alert_step,
        m.first_step as event_first, m.last_step as event_last,
        b.first_step as baseline_first, b.last_step as baseline_last
    from alerting as a
    inner join margin as m on m.run = a.run and m.feature_id = a.feature_id
    inner join baseline as b on b.run = a.run and b.feature_id = a.feature_id
);

comment on macro table rolloutdiff.alert_window_v1 is 'Windows of every alert of a rule: baseline, onset to alert, and the same widened by p_margin logged steps.';

create macro rolloutdiff.jaccard_v1(p_analysis_id, p_rule, p_window) as table (
    with
    -- one row per alert of a yes/no feature
    changing as (
        select s.run, s.feature_id, s.direction, i.step_index as onset_index, l.step_index as alert_index
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = s.analysis_id and i.run = s.run and i.step = s.onset_step
        inner join rolloutdiff.analysis_step as l
            on l.analysis_id = s.analysis_id and l.run = s.run and l.step = s.alert_step
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert' and f.kind = 'binary'
    ),
    -- one row per pair of alerts of one direction: first onset and last alert, as places among the logged steps
    together as (
        select
            a.run,
            a.feature_id as feature_a,
            b.feature_id as feature_b,
            a.direction,
            least(a.onset_index, b.onset_index) as first_index,
            greatest(a.alert_index, b.alert_index) as last_index
        from changing as a
        inner join changing as b on b.run = a.run and b.direction = a.direction and b.feature_id > a.feature_id
        where abs(a.onset_index - b.onset_index) <= p_window
    ),
    -- one row per pair: its window
    pair as (
        select t.run, t.feature_a, t.feature_b, i.step as first_step, l.step as last_step
        from together as t
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = t.run
            and i.step_index = case when t.direction = 'rise' then t.first_index else greatest(2 * t.first_index - t.last_index - 1, 1) end
        inner join rolloutdiff.analysis_step as l
            on l.analysis_id = p_analysis_id and l.run = t.run
            and l.step_index = case when t.direction = 'rise' then t.last_index else greatest(t.first_index - 1, 1) end
    ),
    -- one row per alerting feature and completion that shows it
    hit as (
        select r.run, n.feature_id, n.rollout_id, n.step
        from rolloutdiff.feature_count as n
        inner join changing as r on r.feature_id = n.feature_id
        inner join rolloutdiff.analysis_rollout as m
            on m.rollout_id = n.rollout_id and m.run = r.run and m.analysis_id = p_analysis_id
    ),
    -- one row per pair: completions showing the first
    size_a as (
        select p.run, p.feature_a, p.feature_b, count(*) as hits
        from pair as p
        inner join hit as h on h.run = p.run and h.feature_id = p.feature_a and h.step between p.first_step and p.last_step
        group by p.run, p.feature_a, p.feature_b
    ),
    -- one row per pair: completions showing the second
    size_b as (
        select p.run, p.feature_a, p.feature_b, count(*) as hits
        from pair as p
        inner join hit as h on h.run = p.run and h.feature_id = p.feature_b and h.step between p.first_step and p.last_step
        group by p.run, p.feature_a, p.feature_b
    ),
    -- one row per pair: completions showing both
    overlap as (
        select p.run, p.feature_a, p.feature_b, count(*) as hits
        from pair as p
        inner join hit as g on g.run = p.run and g.feature_id = p.feature_a and g.step between p.first_step and p.last_step
        inner join hit as h on h.run = p.run and h.feature_id = p.feature_b and h.rollout_id = g.rollout_id
        group by p.run, p.feature_a, p.feature_b
    )
    select
        p.run,
        p.feature_a,
        p.feature_b,
        coalesce(o.hits, 0) as shared_hits,
        coalesce(a.hits, 0) + coalesce(b.hits, 0) - coalesce(o.hits, 0) as union_hits,
        coalesce(o.hits, 0)::double / nullif(coalesce(a.hits, 0) + coalesce(b.hits, 0) - coalesce(o.hits, 0), 0) as jaccard
    from pair as p
    left join size_a as a on a.run = p.run and a.feature_a = p.feature_a and a.feature_b = p.feature_b
    left join size_b as b on b.run = p.run and b.feature_a = p.feature_a and b.feature_b = p.feature_b
    left join overlap as o on o.run = p.run and o.feature_a = p.feature_a and o.feature_b = p.feature_b
);

comment on macro table rolloutdiff.jaccard_v1 is 'Overlap of the completions that show two alerting yes/no features, for pairs of alerts of one run, rule and direction whose onsets lie within p_window logged steps: of rises from the first onset to the last alert, of falls in as many logged steps before the first onset.';

create macro rolloutdiff.persistence_v1(p_analysis_id, p_rule, p_baseline_steps, p_z, p_min_rise, p_min_effect) as table (
    with
    -- one row per alert and later scorable step
    later as (
        select
            s.run,
            s.feature_id,
            s.direction,
            p.mean - s.baseline_mean as change,
            sqrt(
                greatest(p.se * p.se, s.baseline_sd * s.baseline_sd)
                + s.baseline_sd * s.baseline_sd / p_baseline_steps
            ) as se,
            case when f.kind = 'binary' then p_min_rise else p_min_effect end - 1e-12 as least_change
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        inner join rolloutdiff.series_point as p
            on p.analysis_id = s.analysis_id and p.run = s.run and p.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
            and p.step > s.alert_step and p.prompts >= 2 and p.se is not null
    ),
    -- one row per alert and later scorable step: beyond the line or not
    judged as (
        select
            l.run,
            l.feature_id,
            case
                when l.direction = 'rise' then l.change > p_z * l.se and l.change >= l.least_change
                else -l.change > p_z * l.se and -l.change >= l.least_change
            end as beyond
        from later as l
    )
    select
        s.run,
        s.feature_id,
        count(j.beyond) as later_steps,
        count(*) filter (where j.beyond) as beyond_steps,
        case when count(j.beyond) >= 3 then (count(*) filter (where j.beyond))::double / count(j.beyond) end as persistence
    from rolloutdiff.screening as s
    left join judged as j on j.run = s.run and j.feature_id = s.feature_id
    where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    group by s.run, s.feature_id
);

comment on macro table rolloutdiff.persistence_v1 is 'Share of the scorable steps after an alert that are still beyond the line of frozen_z_v1, on the side of the alert.';

create macro rolloutdiff.persistence_v2(p_analysis_id, p_rule, p_min_change, p_min_relative) as table (
    with
    -- one row per alert: the change that a step must show, in the direction of the alert
    alerting as (
        select
            s.run,
            s.feature_id,
            s.alert_step,
            s.baseline_mean,
            case when s.direction = 'rise' then 1 else -1 end as side,
            greatest(
                abs(s.change) / 2,
                case when f.kind = 'binary' then p_min_change else p_min_relative * abs(s.baseline_mean) end
            ) - 1e-12 as least_change
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    ),
    -- one row per alert: later steps, and those that keep the change
    lasting as (
        select
            a.run,
            a.feature_id,
            count(p.step) as later_steps,
            count(*) filter (where a.side * (p.mean - a.baseline_mean) >= a.least_change) as beyond_steps
        from alerting as a
        left join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = a.run and p.feature_id = a.feature_id and p.step > a.alert_step
        group by a.run, a.feature_id
    )
    select
        l.run,
        l.feature_id,
        l.later_steps,
        l.beyond_steps,
        case when l.later_steps >= 3 then l.beyond_steps::double / l.later_steps end as persistence
    from lasting as l
);

comment on macro table rolloutdiff.persistence_v2 is 'Share of the steps after an alert that keep at least half of the change that the rule estimated, and at least the smallest change that may alert, on the side of the alert; for rules that estimate a change.';

create macro rolloutdiff.prompt_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as table (
    with
    -- one row per completion of the steps
    completion as (
        select
            r.rollout_id,
            r.step,
            r.prompt_id,
            r.prompt_no,
            r.prompt_half,
            count(*) over (partition by r.step, r.prompt_no) as samples
        from rolloutdiff.analysis_rollout as r
        where r.analysis_id = p_analysis_id and r.run = p_run and r.step between p_first_step and p_last_step
    ),
    -- one row per feature of the analysis that is counted from text
    counted_feature as (
        select f.feature_id, f.kind = 'binary' as is_binary, f.scale
        from rolloutdiff.feature as f
        where f.analysis_id = p_analysis_id and f.tier <> 'reward'
    ),
    -- one row per feature and completion with a count above zero
    shown as (
        select n.feature_id, n.n, f.is_binary, f.scale, c.step, c.prompt_id, c.prompt_no, c.prompt_half, c.samples
        from rolloutdiff.feature_count as n
        inner join completion as c on c.rollout_id = n.rollout_id
        inner join counted_feature as f on f.feature_id = n.feature_id
        where n.step between p_first_step and p_last_step
    ),
    -- one row per feature, step and prompt with a count above zero; presence needs no sums, which cost more
    -- than the rest of the macro
    hit as (
        select
            s.feature_id,
            s.step,
            s.prompt_no,
            s.prompt_half,
            s.samples,
            any_value(s.prompt_id) as prompt_id,
            1 as scale,
            count(*) as positives,
            count(*) as total,
            count(*) as total_square
        from shown as s
        where s.is_binary
        group by s.feature_id, s.step, s.prompt_no, s.prompt_half, s.samples
        union all
        select
            s.feature_id,
            s.step,
            s.prompt_no,
            s.prompt_half,
            s.samples,
            any_value(s.prompt_id) as prompt_id,
            any_value(s.scale) as scale,
            count(*) as positives,
            sum(s.n::bigint)::bigint as total,
            sum((s.n::bigint * s.n)::bigint)::bigint as total_square
        from shown as s
        where not s.is_binary
        group by s.feature_id, s.step, s.prompt_no, s.prompt_half, s.samples
    )
    select
        h.feature_id,
        h.step,
        h.prompt_id,
        h.prompt_half,
        h.samples,
        h.positives,
        h.total,
        h.total_square,
        h.total::double / (h.samples * h.scale) as mean
    from hit as h
);

comment on macro table rolloutdiff.prompt_mean_v1 is 'Mean of every feature inside every prompt of a range of steps; prompts without a count above zero are left out.';

create macro rolloutdiff.prompt_shift_v1(p_analysis_id, p_rule, p_baseline_steps, p_min_prompts) as table (
    with
    -- one row per alert of a feature counted from text
    alert_span as (
        select w.run, w.feature_id, w.kind, f.scale, w.onset_step, w.alert_step, w.baseline_first, w.baseline_last
        from rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, 0, p_min_prompts) as w
        inner join rolloutdiff.feature as f on f.feature_id = w.feature_id
        where f.tier <> 'reward'
    ),
    -- one row per run, step and prompt
    prompt_size as (
        select a.run, a.step, a.prompt_id, count(*) as samples
        from rolloutdiff.analysis_rollout as a
        where a.analysis_id = p_analysis_id
        group by a.run, a.step, a.prompt_id
    ),
    -- one row per alerting feature, step and prompt that shows it
    hit as (
        select
            n.feature_id, m.run, n.step, m.prompt_id,
            sum(case when s.kind = 'binary' then 1 else n.n end::bigint)::bigint as total
        from rolloutdiff.feature_count as n
        inner join alert_span as s on s.feature_id = n.feature_id
        inner join rolloutdiff.analysis_rollout as m
            on m.rollout_id = n.rollout_id and m.run = s.run and m.analysis_id = p_analysis_id
        where n.step between s.baseline_first and s.baseline_last or n.step between s.onset_step and s.alert_step
        group by n.feature_id, m.run, n.step, m.prompt_id
    ),
    -- one row per alert, window, step and prompt: the mean inside the prompt
    prompt_step as (
        select
            s.run, s.feature_id, p.prompt_id, p.step,
            p.step >= s.onset_step as in_alert,
            coalesce(h.total, 0)::double / (p.samples * s.scale) as mean,
            coalesce(h.total, 0) > 0 as showing
        from alert_span as s
        inner join prompt_size as p
            on p.run = s.run
            and (p.step between s.baseline_first and s.baseline_last or p.step between s.onset_step and s.alert_step)
        left join hit as h
            on h.feature_id = s.feature_id and h.run = s.run and h.step = p.step and h.prompt_id = p.prompt_id
    ),
    -- one row per alert, window and prompt
    prompt_window as (
        select
            p.run, p.feature_id, p.prompt_id, p.in_alert,
            count(*) as steps,
            sum(p.mean order by p.mean) / count(*) as mean,
            bool_or(p.showing) as showing
        from prompt_step as p
        group by p.run, p.feature_id, p.prompt_id, p.in_alert
    ),
    -- one row per alert and prompt seen in both windows
    shared as (
        select a.run, a.feature_id, a.prompt_id, a.steps, a.mean - b.mean as difference
        from prompt_window as a
        inner join prompt_window as b
            on b.run = a.run and b.feature_id = a.feature_id and b.prompt_id = a.prompt_id and not b.in_alert
        where a.in_alert
    ),
    -- one row per alert with shared prompts
    same_prompt as (
        select
            h.run, h.feature_id, count(*) as prompts,
            sum(h.steps * h.difference order by h.steps * h.difference) / sum(h.steps::bigint) as shift
        from shared as h
        group by h.run, h.feature_id
    ),
    -- one row per alert: mean of the step means from onset to alert
    alert_level as (
        select s.run, s.feature_id, sum(p.mean order by p.step) / count(*) as mean
        from alert_span as s
        inner join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = s.run and p.feature_id = s.feature_id
        where p.step between s.onset_step and s.alert_step
            and p.prompts >= p_min_prompts and (p_min_prompts < 2 or p.se is not null)
        group by s.run, s.feature_id
    ),
    -- one row per alert: prompts of each window, and those that show the feature
    breadth as (
        select
            w.run, w.feature_id,
            count(*) filter (where w.in_alert) as alert_prompts,
            count(*) filter (where w.in_alert and w.showing) as alert_prompts_showing,
            count(*) filter (where not w.in_alert) as baseline_prompts,
            count(*) filter (where not w.in_alert and w.showing) as baseline_prompts_showing
        from prompt_window as w
        group by w.run, w.feature_id
    )
    select
        b.run,
        b.feature_id,
        l.mean - s.baseline_mean as whole_shift,
        q.shift as same_prompt_shift,
        l.mean - s.baseline_mean - q.shift as prompt_mix_shift,
        coalesce(q.prompts, 0) as shared_prompts,
        b.alert_prompts,
        b.alert_prompts_showing,
        b.baseline_prompts,
        b.baseline_prompts_showing
    from breadth as b
    inner join alert_level as l on l.run = b.run and l.feature_id = b.feature_id
    inner join rolloutdiff.screening as s
        on s.analysis_id = p_analysis_id and s.rule = p_rule and s.run = b.run and s.feature_id = b.feature_id
    left join same_prompt as q on q.run = b.run and q.feature_id = b.feature_id
);

comment on macro table rolloutdiff.prompt_shift_v1 is 'How much of the change between baseline and alert window remains on prompts seen in both, and how many prompts show the feature in each.';

create macro rolloutdiff.reward_association_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as table (
    with
    -- one row per alert of a yes/no feature
    alert_span as (
        select w.run, w.feature_id, w.event_first, w.event_last
        from rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as w
        where w.kind = 'binary'
    ),
    -- one row per completion inside some event window
    completion as (
        select a.run, a.step, a.prompt_id, a.rollout_id, r.reward, r.reward_parts
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id
            and exists (
                select 1 from alert_span as s where s.run = a.run and a.step between s.event_first and s.event_last
            )
    ),
    -- one row per completion and reward part
    part as (
        select
            c.run, c.step, c.prompt_id, c.rollout_id,
            unnest(map_keys(c.reward_parts)) as part_name, unnest(map_values(c.reward_parts)) as amount
        from completion as c
    ),
    -- one row per completion and reward series; an unscored one has no amount
    scored as (
        select c.run, c.step, c.prompt_id, c.rollout_id, 'reward:total' as name, c.reward as amount
        from completion as c
        union all
        select p.run, p.step, p.prompt_id, p.rollout_id, 'reward:' || p.part_name, case when isfinite(p.amount) then p.amount end
        from part as p
        where p.part_name <> 'total'
    ),
    -- one row per alerting feature and completion that shows it
    hit as (
        select n.feature_id, n.rollout_id
        from rolloutdiff.feature_count as n
        where n.feature_id in (select s.feature_id from alert_span as s)
    ),
    -- one row per alert, reward series, prompt and step
    prompt_group as (
        select
            s.run,
            s.feature_id,
            c.name,
            c.step,
            c.prompt_id,
            count(c.amount) filter (where h.rollout_id is not null) as present,
            count(c.amount) filter (where h.rollout_id is null) as absent,
            count(*) filter (where c.amount is null) as unscored,
            sum(c.amount order by c.amount) filter (where h.rollout_id is not null) as present_sum,
            sum(c.amount order by c.amount) filter (where h.rollout_id is null) as absent_sum
        from alert_span as s
        inner join scored as c on c.run = s.run and c.step between s.event_first and s.event_last
        left join hit as h on h.feature_id = s.feature_id and h.rollout_id = c.rollout_id
        group by s.run, s.feature_id, c.name, c.step, c.prompt_id
    ),
    -- one row per alert and reward series: the mean difference over groups that can be compared
    compared as (
        select
            g.run,
            g.feature_id,
            g.name,
            count(*) filter (where g.present > 0 and g.absent > 0) as groups_used,
            count(*) filter (where g.present = 0 or g.absent = 0) as groups_skipped,
            sum(g.unscored::bigint)::bigint as unscored_skipped,
            -- Rounded, since a reward of 0.1 everywhere is a difference of 0 and not of 1e-17 or of minus 0.
            round(
                sum(
                    g.present_sum / g.present - g.absent_sum / g.absent
                    order by g.present_sum / g.present - g.absent_sum / g.absent
                ) filter (where g.present > 0 and g.absent > 0)
                / nullif(count(*) filter (where g.present > 0 and g.absent > 0), 0),
                12
            ) + 0.0 as association
        from prompt_group as g
        group by g.run, g.feature_id, g.name
    ),
    -- one row per alert, reward series and prompt: summed deviation of its groups from the mean
    cluster as (
        select
            g.run,
            g.feature_id,
            g.name,
            g.prompt_id,
            sum(
                g.present_sum / g.present - g.absent_sum / g.absent - c.association
                order by g.present_sum / g.present - g.absent_sum / g.absent
            ) as deviation
        from prompt_group as g
        inner join compared as c on c.run = g.run and c.feature_id = g.feature_id and c.name = g.name
        where g.present > 0 and g.absent > 0
        group by g.run, g.feature_id, g.name, g.prompt_id
    ),
    -- one row per alert and reward series: spread between prompts
    spread as (
        select
            k.run,
            k.feature_id,
            k.name,
            count(*) as prompts,
            sum(k.deviation * k.deviation order by k.deviation * k.deviation) as square
        from cluster as k
        group by k.run, k.feature_id, k.name
    )
    select
        c.run,
        c.feature_id,
        c.name,
        c.groups_used,
        c.groups_skipped,
        c.unscored_skipped,
        c.association,
        case
            when d.prompts > 1 then sqrt(d.square * d.prompts / (d.prompts - 1.0)) / c.groups_used
        end as se
    from compared as c
    left join spread as d on d.run = c.run and d.feature_id = c.feature_id and d.name = c.name
);

comment on macro table rolloutdiff.reward_association_v1 is 'Reward of completions that show a feature minus reward of those that do not, inside one prompt and step of the event window, averaged over groups; for the reward and every reward part.';

create macro rolloutdiff.reward_step_mean_v1(p_analysis_id, p_run) as table (
    with
    -- one row per completion of the run
    completion as (
        select a.step, a.prompt_id, r.reward, r.reward_parts
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id and a.run = p_run
    ),
    -- one row per completion and reward part
    part as (
        select c.step, c.prompt_id, unnest(map_keys(c.reward_parts)) as name, unnest(map_values(c.reward_parts)) as amount
        from completion as c
    ),
    -- one row per completion and reward series with a finite value
    scored as (
        select c.step, c.prompt_id, 'reward:total' as name, c.reward as amount
        from completion as c
        where c.reward is not null
        union all
        select p.step, p.prompt_id, 'reward:' || p.name as name, p.amount
        from part as p
        where p.amount is not null and isfinite(p.amount)
    ),
    -- one row per reward series, step and prompt
    prompt_mean as (
        select
            s.name,
            s.step,
            s.prompt_id,
            count(*) as samples,
            count(*) filter (where s.amount > 0) as positives,
            sum(s.amount order by s.amount) / count(*) as mean
        from scored as s
        group by s.name, s.step, s.prompt_id
    ),
    -- one row per reward series, step and prompt: squared deviations inside the prompt
    prompt_square as (
        select
            s.name,
            s.step,
            s.prompt_id,
            sum((s.amount - m.mean) * (s.amount - m.mean) order by s.amount) as square
        from scored as s
        inner join prompt_mean as m on m.name = s.name and m.step = s.step and m.prompt_id = s.prompt_id
        group by s.name, s.step, s.prompt_id
    ),
    -- one row per reward series and step
    step_mean as (
        select
            m.name,
            m.step,
            count(*) as prompts,
            sum(m.samples::bigint)::bigint as samples,
            sum(m.positives::bigint)::bigint as positives,
            sum(m.mean order by m.mean) / count(*) as mean
        from prompt_mean as m
        group by m.name, m.step
    ),
    -- one row per reward series and step: squared deviations between and inside prompts
    step_square as (
        select
            m.name,
            m.step,
            sum((m.mean - t.mean) * (m.mean - t.mean) order by m.mean) as between_square,
            sum(q.square order by q.square) as within_square
        from prompt_mean as m
        inner join step_mean as t on t.name = m.name and t.step = m.step
        inner join prompt_square as q on q.name = m.name and q.step = m.step and q.prompt_id = m.prompt_id
        group by m.name, m.step
    )
    select
        f.feature_id,
        t.step,
        t.mean,
        case when t.prompts > 1 then sqrt(q.between_square / (t.prompts * (t.prompts - 1.0))) end as se,
        t.prompts,
        t.samples,
        t.positives,
        case when t.samples > t.prompts then sqrt(q.within_square / (t.samples - t.prompts)) end as within_sd
    from step_mean as t
    inner join step_square as q on q.name = t.name and q.step = t.step
    inner join rolloutdiff.feature as f on f.name = t.name and f.analysis_id = p_analysis_id and f.tier = 'reward'
);

comment on macro table rolloutdiff.reward_step_mean_v1 is 'Prompt-balanced mean of the reward and of every reward part per step; rollouts without a finite value are left out.';

create macro rolloutdiff.split_step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step, p_by_half) as table (
    with
    -- one row per step and prompt
    prompt_size as (
        select
            r.step,
            r.prompt_no,
            any_value(case when p_by_half then r.prompt_half else 0 end) as part,
            count(*) as samples
        from rolloutdiff.analysis_rollout as r
        where r.analysis_id = p_analysis_id and r.run = p_run and r.step between p_first_step and p_last_step
        group by r.step, r.prompt_no
    ),
    -- one row per step, part and group size: how many prompts have it
    size_class as (
        select s.step, s.part, s.samples as size, count(*) as prompts
        from prompt_size as s
        group by s.step, s.part, s.samples
    ),
    -- one row per step and part
    part_size as (
        select
            k.step,
            k.part,
            sum(k.prompts::bigint)::bigint as prompts,
            sum((k.prompts * k.size)::bigint)::bigint as samples
        from size_class as k
        group by k.step, k.part
    ),
    -- one row per feature, step and prompt with a hit
    prompt_total as (
        select
            p.feature_id,
            p.step,
            case when p_by_half then p.prompt_half else 0 end as part,
            p.samples as size,
            p.positives,
            p.total,
            p.total_square
        from rolloutdiff.prompt_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as p
    ),
    -- one row per feature, step, part and group size with a hit: exact integer sums
    class_sum as (
        select
            t.feature_id,
            t.step,
            t.part,
            t.size,
            sum(t.positives::bigint)::bigint as positives,
            sum(t.total::bigint)::hugeint as s1,
            sum((t.total * t.total)::bigint)::hugeint as s2,
            sum(t.total_square::bigint)::hugeint as q
        from prompt_total as t
        group by t.feature_id, t.step, t.part, t.size
    ),
    -- one row per feature, step and part: an integer near its mean, so that squares are taken of small numbers
    centre as (
        select c.feature_id, c.step, c.part, (sum(c.s1::hugeint) // any_value(t.samples))::hugeint as c0
        from class_sum as c
        inner join part_size as t on t.step = c.step and t.part = c.part
        group by c.feature_id, c.step, c.part
    ),
    -- one row per feature, step, part and group size, zeros included: sums of centred prompt totals
    centred as (
        select
            e.feature_id,
            e.step,
            e.part,
            k.size,
            e.c0,
            coalesce(c.positives, 0) as positives,
            coalesce(c.s1, 0) - k.size * e.c0 * k.prompts as d1,
            coalesce(c.s2, 0) - 2 * k.size * e.c0 * coalesce(c.s1, 0) + k.size * k.size * e.c0 * e.c0 * k.prompts as d2,
            coalesce(c.s2, 0) as s2,
            coalesce(c.q, 0) as q
        from centre as e
        inner join size_class as k on k.step = e.step and k.part = e.part
        left join class_sum as c
            on c.feature_id = e.feature_id and c.step = e.step and c.part = e.part and c.size = k.size
    ),
    -- one row per feature, step and part with a hit: group sizes combined in one fixed order
    combined as (
        select
            d.feature_id,
            d.step,
            d.part,
            any_value(d.c0)::double as c0,
            sum(d.positives::bigint)::bigint as positives,
            sum(d.d1::double / d.size order by d.size) as deviation,
            sum(d.d2::double / (d.size * d.size) order by d.size) as square,
            sum((d.q * d.size - d.s2)::double / d.size order by d.size) as within_square
        from centred as d
        group by d.feature_id, d.step, d.part
    )
    select
        f.feature_id,
        t.step,
        t.part,
        coalesce(m.c0 + m.deviation / t.prompts, 0.0) / f.scale as mean,
        case
            when t.prompts > 1
                then sqrt(
                    greatest(coalesce(m.square - m.deviation * m.deviation / t.prompts, 0.0), 0.0)
                    / (t.prompts * (t.prompts - 1.0))
                ) / f.scale
        end as se,
        t.prompts,
        t.samples,
        coalesce(m.positives, 0) as positives,
        case
            when t.samples > t.prompts
                then sqrt(greatest(coalesce(m.within_square, 0.0), 0.0) / (t.samples - t.prompts)) / f.scale
        end as within_sd
    from rolloutdiff.feature as f
    cross join part_size as t
    left join combined as m on m.feature_id = f.feature_id and m.step = t.step and m.part = t.part
    where f.analysis_id = p_analysis_id and f.tier <> 'reward'
);

comment on macro table rolloutdiff.split_step_mean_v1 is 'Prompt-balanced mean of every feature in a range of steps, for all prompts together or for each half of them; prompts are split by hash, never at random.';

create macro rolloutdiff.step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as table (
    select m.feature_id, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
    from rolloutdiff.split_step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step, false) as m
);

comment on macro table rolloutdiff.step_mean_v1 is 'Prompt-balanced mean of every feature in a range of steps with its cluster-robust standard error, clusters are prompts.';

create view rolloutdiff.report_calibration as
select
    c.analysis_id,
    c.run,
    c.rule,
    c.series,
    c.alerts,
    c.headlines,
    c.alpha,
    round(c.threshold, 4) as threshold,
    round(c.expected_false_alerts, 4) as expected_false_alerts,
    round(c.bulk_ratio, 4) as bulk_ratio,
    round(c.deff, 4) as deff,
    round(c.kappa_squared, 4) as kappa_squared,
    round(c.kappa_squared_high, 4) as kappa_squared_high,
    c.drift,
    c.prompts
from rolloutdiff.calibration as c
inner join rolloutdiff.analysis as a on a.analysis_id = c.analysis_id
where a.complete;

comment on view rolloutdiff.report_calibration is 'How far every rule can be trusted on a run: series, alerts, and how many alerts noise alone would give.';

comment on column rolloutdiff.report_calibration."analysis_id" is 'analysis';

comment on column rolloutdiff.report_calibration."run" is 'run';

comment on column rolloutdiff.report_calibration."rule" is 'rule and version';

comment on column rolloutdiff.report_calibration."series" is 'scorable series';

comment on column rolloutdiff.report_calibration."alerts" is 'those that alert';

comment on column rolloutdiff.report_calibration."headlines" is 'alerts on the headline list';

comment on column rolloutdiff.report_calibration."alpha" is 'chance of an alert in a series without a change';

comment on column rolloutdiff.report_calibration."threshold" is 'line of the statistic, of a retrospective rule the one of the median series';

comment on column rolloutdiff.report_calibration."expected_false_alerts" is 'alerts that a list of as many series without a change would give';

comment on column rolloutdiff.report_calibration."bulk_ratio" is 'median statistic over its median without a change, near 1 when the noise is understood';

comment on column rolloutdiff.report_calibration."deff" is 'design effect, completions of a prompt against independent ones';

comment on column rolloutdiff.report_calibration."kappa_squared" is 'variance of drift over sampling variance, from the baseline steps';

comment on column rolloutdiff.report_calibration."kappa_squared_high" is 'its upper bound';

comment on column rolloutdiff.report_calibration."drift" is 'noise that was allowed for, in words';

comment on column rolloutdiff.report_calibration."prompts" is 'how prompts were taken into account, fresh, pool, effects or single';

create view rolloutdiff.report_event as
select
    e.analysis_id,
    e.run,
    e.rule,
    e.event_rank,
    e.name,
    e.onset_step,
    e.alert_step,
    e.direction,
    e.members,
    f.name as lead_feature,
    f.tier as lead_tier
from rolloutdiff.event as e
inner join rolloutdiff.feature as f on f.feature_id = e.lead_feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = e.analysis_id
where a.complete;

comment on view rolloutdiff.report_event is 'Events, ranked within a run: where to look first.';

comment on column rolloutdiff.report_event."analysis_id" is 'analysis';

comment on column rolloutdiff.report_event."run" is 'run';

comment on column rolloutdiff.report_event."rule" is 'rule and version';

comment on column rolloutdiff.report_event."event_rank" is 'rank from 1';

comment on column rolloutdiff.report_event."name" is 'readable name';

comment on column rolloutdiff.report_event."onset_step" is 'earliest onset';

comment on column rolloutdiff.report_event."alert_step" is 'earliest alert';

comment on column rolloutdiff.report_event."direction" is 'rise or fall';

comment on column rolloutdiff.report_event."members" is 'alerts it folds together';

comment on column rolloutdiff.report_event."lead_feature" is 'strongest member';

comment on column rolloutdiff.report_event."lead_tier" is 'its tier';

create view rolloutdiff.report_event_member as
select
    m.analysis_id,
    m.run,
    m.event_rank,
    f.name as feature,
    f.tier,
    m.onset_step,
    round(m.jaccard_with_lead, 6) as jaccard_with_lead
from rolloutdiff.event_member as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = m.analysis_id
where a.complete;

comment on view rolloutdiff.report_event_member is 'Members of every event.';

comment on column rolloutdiff.report_event_member."analysis_id" is 'analysis';

comment on column rolloutdiff.report_event_member."run" is 'run';

comment on column rolloutdiff.report_event_member."event_rank" is 'event';

comment on column rolloutdiff.report_event_member."feature" is 'name with its tier';

comment on column rolloutdiff.report_event_member."tier" is 'tier';

comment on column rolloutdiff.report_event_member."onset_step" is 'onset of the member';

comment on column rolloutdiff.report_event_member."jaccard_with_lead" is 'overlap of positive completions with the lead';

create view rolloutdiff.report_evidence as
select
    e.analysis_id,
    e.run,
    e.rule,
    f.name as feature,
    f.tier,
    e.status,
    e.replication,
    e.window_corroborated,
    round(e.persistence, 6) as persistence,
    round(e.reward_association, 6) as reward_association,
    round(e.reward_association_se, 6) as reward_association_se,
    round(e.same_prompt_shift, 6) as same_prompt_shift,
    round(e.prompt_mix_shift, 6) as prompt_mix_shift,
    round(e.prompt_breadth, 6) as prompt_breadth,
    e.half_onset_a,
    e.half_onset_b,
    e.groups_used,
    e.groups_skipped,
    e.reward_part_association,
    e.baseline_prompts_showing,
    e.reason,
    e.later_steps,
    e.beyond_steps,
    e.split_step,
    round(e.split_p_value, 6) as split_p_value,
    round(e.whole_shift, 6) as whole_shift,
    e.alert_prompts,
    e.alert_prompts_showing,
    e.baseline_prompts,
    e.unscored_skipped
from rolloutdiff.evidence as e
inner join rolloutdiff.feature as f on f.feature_id = e.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = e.analysis_id
where a.complete;

comment on view rolloutdiff.report_evidence is 'Figures that speak for or against a change, one row per series and rule.';

comment on column rolloutdiff.report_evidence."analysis_id" is 'analysis';

comment on column rolloutdiff.report_evidence."run" is 'run';

comment on column rolloutdiff.report_evidence."rule" is 'rule and version';

comment on column rolloutdiff.report_evidence."feature" is 'name with its tier';

comment on column rolloutdiff.report_evidence."tier" is 'tier';

comment on column rolloutdiff.report_evidence."status" is 'alert, quiet or unscorable';

comment on column rolloutdiff.report_evidence."replication" is 'both prompt halves alert in the same direction';

comment on column rolloutdiff.report_evidence."window_corroborated" is 'the retrospective rule dates a change in the event window';

comment on column rolloutdiff.report_evidence."persistence" is 'share of later steps that keep the change';

comment on column rolloutdiff.report_evidence."reward_association" is 'reward difference inside prompt and step';

comment on column rolloutdiff.report_evidence."reward_association_se" is 'its standard error';

comment on column rolloutdiff.report_evidence."same_prompt_shift" is 'part of the change on prompts seen on both sides';

comment on column rolloutdiff.report_evidence."prompt_mix_shift" is 'rest of the change';

comment on column rolloutdiff.report_evidence."prompt_breadth" is 'share of prompts showing it at the alert';

comment on column rolloutdiff.report_evidence."half_onset_a" is 'onset in one half of the prompts';

comment on column rolloutdiff.report_evidence."half_onset_b" is 'onset in the other';

comment on column rolloutdiff.report_evidence."groups_used" is 'groups compared';

comment on column rolloutdiff.report_evidence."groups_skipped" is 'groups that could not be';

comment on column rolloutdiff.report_evidence."reward_part_association" is 'the same difference on each reward part';

comment on column rolloutdiff.report_evidence."baseline_prompts_showing" is 'prompts that showed it in the baseline';

comment on column rolloutdiff.report_evidence."reason" is 'figure=code for every figure that is missing';

comment on column rolloutdiff.report_evidence."later_steps" is 'scorable steps after the alert';

comment on column rolloutdiff.report_evidence."beyond_steps" is 'those that keep the change';

comment on column rolloutdiff.report_evidence."split_step" is 'onset of the strongest change of the retrospective rule';

comment on column rolloutdiff.report_evidence."split_p_value" is 'its chance under the null';

comment on column rolloutdiff.report_evidence."whole_shift" is 'change from baseline to alert window';

comment on column rolloutdiff.report_evidence."alert_prompts" is 'prompts from onset to alert';

comment on column rolloutdiff.report_evidence."alert_prompts_showing" is 'those that show it';

comment on column rolloutdiff.report_evidence."baseline_prompts" is 'prompts of the baseline';

comment on column rolloutdiff.report_evidence."unscored_skipped" is 'completions of the event window without a reward, left out of the reward difference';

create view rolloutdiff.report_exemplar as
select
    x.analysis_id,
    x.run,
    x.event_rank,
    f.name as feature,
    x.role,
    r.step,
    r.prompt_id,
    r.sample_id,
    r.source_file,
    r.source_row,
    x.place,
    round(r.reward, 6) as reward
from rolloutdiff.exemplar as x
inner join rolloutdiff.feature as f on f.feature_id = x.feature_id
inner join rolloutdiff.rollout as r on r.rollout_id = x.rollout_id
inner join rolloutdiff.analysis as a on a.analysis_id = x.analysis_id
where a.complete;

comment on view rolloutdiff.report_exemplar is 'References to the completions worth reading; their text stays in the dump.';

comment on column rolloutdiff.report_exemplar."analysis_id" is 'analysis';

comment on column rolloutdiff.report_exemplar."run" is 'run';

comment on column rolloutdiff.report_exemplar."event_rank" is 'event';

comment on column rolloutdiff.report_exemplar."feature" is 'name with its tier';

comment on column rolloutdiff.report_exemplar."role" is 'exemplar, pair or before';

comment on column rolloutdiff.report_exemplar."step" is 'training step';

comment on column rolloutdiff.report_exemplar."prompt_id" is 'prompt';

comment on column rolloutdiff.report_exemplar."sample_id" is 'completion';

comment on column rolloutdiff.report_exemplar."source_file" is 'file';

comment on column rolloutdiff.report_exemplar."source_row" is 'zero-based row or line';

comment on column rolloutdiff.report_exemplar."place" is 'which exemplar of the feature a pair or before belongs to';

comment on column rolloutdiff.report_exemplar."reward" is 'reward of the completion';

create view rolloutdiff.report_file as
select
    f.analysis_id,
    f.run,
    f.source_file,
    f.sha256,
    f.bytes,
    f.rows,
    f.rejected,
    f.format
from rolloutdiff.analysis_file as f
inner join rolloutdiff.analysis as a on a.analysis_id = f.analysis_id
where a.complete;

comment on view rolloutdiff.report_file is 'Source files of every run that was analysed, with the hashes that inspect checks.';

comment on column rolloutdiff.report_file."analysis_id" is 'analysis';

comment on column rolloutdiff.report_file."run" is 'run';

comment on column rolloutdiff.report_file."source_file" is 'path relative to the dump';

comment on column rolloutdiff.report_file."sha256" is 'hex digest when loaded, NULL for tables';

comment on column rolloutdiff.report_file."bytes" is 'size';

comment on column rolloutdiff.report_file."rows" is 'rows loaded';

comment on column rolloutdiff.report_file."rejected" is 'rows set aside';

comment on column rolloutdiff.report_file."format" is 'loader';

create view rolloutdiff.report_integrity as
select
    i.analysis_id,
    i.run,
    i.code,
    i.severity,
    i.count,
    i.first_step,
    i.last_step,
    i.files,
    i.message
from rolloutdiff.integrity as i
inner join rolloutdiff.analysis as a on a.analysis_id = i.analysis_id
where a.complete;

comment on view rolloutdiff.report_integrity is 'Findings about the dump itself.';

comment on column rolloutdiff.report_integrity."analysis_id" is 'analysis';

comment on column rolloutdiff.report_integrity."run" is 'run';

comment on column rolloutdiff.report_integrity."code" is 'stable code of the finding';

comment on column rolloutdiff.report_integrity."severity" is 'note or warning';

comment on column rolloutdiff.report_integrity."count" is 'rows or steps concerned';

comment on column rolloutdiff.report_integrity."first_step" is 'first step concerned';

comment on column rolloutdiff.report_integrity."last_step" is 'last step concerned';

comment on column rolloutdiff.report_integrity."files" is 'files concerned';

comment on column rolloutdiff.report_integrity."message" is 'what it means for the conclusions';

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

comment on view rolloutdiff.report_run is 'What was read: one row per complete analysis and run.';

comment on column rolloutdiff.report_run."analysis_id" is 'analysis';

comment on column rolloutdiff.report_run."run" is 'run';

comment on column rolloutdiff.report_run."rows" is 'completions analysed';

comment on column rolloutdiff.report_run."steps" is 'logged steps';

comment on column rolloutdiff.report_run."first_step" is 'lowest step';

comment on column rolloutdiff.report_run."last_step" is 'highest step';

comment on column rolloutdiff.report_run."prompts" is 'distinct prompts';

comment on column rolloutdiff.report_run."files" is 'source files';

comment on column rolloutdiff.report_run."reward_formula" is 'weighted sum of reward columns';

comment on column rolloutdiff.report_run."unscored" is 'completions without a finite reward';

comment on column rolloutdiff.report_run."rejected" is 'input rows set aside';

comment on column rolloutdiff.report_run."missing_responses" is 'completions whose text is NULL';

comment on column rolloutdiff.report_run."format" is 'loader';

comment on column rolloutdiff.report_run."profile" is 'rule set that leads the report';

create view rolloutdiff.report_screening as
select
    s.analysis_id,
    s.run,
    s.rule,
    f.name as feature,
    f.tier,
    f.kind,
    s.status,
    s.reason,
    round(s.baseline_mean, 6) as baseline_mean,
    round(s.baseline_sd, 6) as baseline_sd,
    s.onset_step,
    s.alert_step,
    s.direction,
    round(s.statistic, 4) as statistic,
    round(s.threshold, 4) as threshold,
    round(s.p_value, 6) as p_value,
    round(s.q_value, 6) as q_value,
    round(s.detectable_rise, 6) as detectable_rise,
    f.unit,
    round(s.e_value, 4) as e_value,
    round(s.change, 6) as change,
    s.headline
from rolloutdiff.screening as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = s.analysis_id
where a.complete;

comment on view rolloutdiff.report_screening is 'Verdict of every rule on every series; unscorable ones with the reason.';

comment on column rolloutdiff.report_screening."analysis_id" is 'analysis';

comment on column rolloutdiff.report_screening."run" is 'run';

comment on column rolloutdiff.report_screening."rule" is 'rule and version';

comment on column rolloutdiff.report_screening."feature" is 'name with its tier';

comment on column rolloutdiff.report_screening."tier" is 'tier';

comment on column rolloutdiff.report_screening."kind" is 'binary or continuous';

comment on column rolloutdiff.report_screening."status" is 'alert, quiet or unscorable';

comment on column rolloutdiff.report_screening."reason" is 'why a series is unscorable';

comment on column rolloutdiff.report_screening."baseline_mean" is 'frozen baseline';

comment on column rolloutdiff.report_screening."baseline_sd" is 'standard deviation of the step means in the baseline, as the rule takes it';

comment on column rolloutdiff.report_screening."onset_step" is 'first step of the change';

comment on column rolloutdiff.report_screening."alert_step" is 'step at which the rule is met';

comment on column rolloutdiff.report_screening."direction" is 'rise or fall';

comment on column rolloutdiff.report_screening."statistic" is 'statistic of the rule';

comment on column rolloutdiff.report_screening."threshold" is 'its line';

comment on column rolloutdiff.report_screening."p_value" is 'chance under the null';

comment on column rolloutdiff.report_screening."q_value" is 'adjusted over the list';

comment on column rolloutdiff.report_screening."detectable_rise" is 'smallest lasting change the rule could have seen, in the unit of the feature';

comment on column rolloutdiff.report_screening."unit" is 'unit of the mean';

comment on column rolloutdiff.report_screening."e_value" is 'evidence against no change, at most 1 in expectation without one';

comment on column rolloutdiff.report_screening."change" is 'estimated change from the baseline, in the unit of the feature';

comment on column rolloutdiff.report_screening."headline" is 'whether the alert is large and sure enough for the headline list, NULL for rules without one';

create view rolloutdiff.report_alert as
select
    s.analysis_id,
    s.run,
    s.rule,
    s.feature,
    s.tier,
    s.kind,
    s.status,
    s.reason,
    s.baseline_mean,
    s.baseline_sd,
    s.onset_step,
    s.alert_step,
    s.direction,
    s.statistic,
    s.threshold,
    s.p_value,
    s.q_value,
    s.detectable_rise,
    s.unit,
    round(t.peak_mean, 6) as peak_mean,
    t.peak_step,
    round(t.recent_mean, 6) as recent_mean,
    round(t.rise, 6) as rise,
    u.name as folded_under,
    s.e_value,
    s.change,
    s.headline
from rolloutdiff.report_screening as s
inner join rolloutdiff.feature as f on f.analysis_id = s.analysis_id and f.name = s.feature
inner join rolloutdiff.alert as t
    on t.analysis_id = s.analysis_id and t.run = s.run and t.rule = s.rule and t.feature_id = f.feature_id
left join rolloutdiff.feature as u on u.feature_id = t.folded_under
where s.status = 'alert';

comment on view rolloutdiff.report_alert is 'Every alert with its size, and the alert that already shows the same completions.';

comment on column rolloutdiff.report_alert."analysis_id" is 'analysis';

comment on column rolloutdiff.report_alert."run" is 'run';

comment on column rolloutdiff.report_alert."rule" is 'rule and version';

comment on column rolloutdiff.report_alert."feature" is 'name with its tier';

comment on column rolloutdiff.report_alert."tier" is 'tier';

comment on column rolloutdiff.report_alert."kind" is 'binary or continuous';

comment on column rolloutdiff.report_alert."status" is 'alert';

comment on column rolloutdiff.report_alert."reason" is 'NULL';

comment on column rolloutdiff.report_alert."baseline_mean" is 'frozen baseline';

comment on column rolloutdiff.report_alert."baseline_sd" is 'standard deviation of the step means in the baseline, as the rule takes it';

comment on column rolloutdiff.report_alert."onset_step" is 'first step of the change';

comment on column rolloutdiff.report_alert."alert_step" is 'step at which the rule is met';

comment on column rolloutdiff.report_alert."direction" is 'rise or fall';

comment on column rolloutdiff.report_alert."statistic" is 'statistic of the rule';

comment on column rolloutdiff.report_alert."threshold" is 'its line';

comment on column rolloutdiff.report_alert."p_value" is 'chance under the null';

comment on column rolloutdiff.report_alert."q_value" is 'adjusted over the list';

comment on column rolloutdiff.report_alert."detectable_rise" is 'smallest lasting change the rule could have seen';

comment on column rolloutdiff.report_alert."unit" is 'unit of the mean';

comment on column rolloutdiff.report_alert."peak_mean" is 'step mean farthest from the baseline in the alert direction';

comment on column rolloutdiff.report_alert."peak_step" is 'its step';

comment on column rolloutdiff.report_alert."recent_mean" is 'mean of the last five steps';

comment on column rolloutdiff.report_alert."rise" is 'recent mean minus baseline mean';

comment on column rolloutdiff.report_alert."folded_under" is 'feature that already shows the same completions';

comment on column rolloutdiff.report_alert."e_value" is 'evidence against no change, at most 1 in expectation without one';

comment on column rolloutdiff.report_alert."change" is 'estimated change from the baseline, in the unit of the feature';

comment on column rolloutdiff.report_alert."headline" is 'whether the alert is large and sure enough for the headline list, NULL for rules without one';

create view rolloutdiff.report_series as
select
    p.analysis_id,
    p.run,
    f.name as feature,
    f.tier,
    f.kind,
    p.step,
    round(p.mean, 6) as mean,
    round(p.se, 6) as se,
    p.prompts,
    p.samples,
    p.positives,
    f.unit
from rolloutdiff.series_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = p.analysis_id
where a.complete;

comment on view rolloutdiff.report_series is 'Prompt-balanced mean of every feature at every step, to six decimals.';

comment on column rolloutdiff.report_series."analysis_id" is 'analysis';

comment on column rolloutdiff.report_series."run" is 'run';

comment on column rolloutdiff.report_series."feature" is 'name with its tier';

comment on column rolloutdiff.report_series."tier" is 'tier';

comment on column rolloutdiff.report_series."kind" is 'binary or continuous';

comment on column rolloutdiff.report_series."step" is 'training step';

comment on column rolloutdiff.report_series."mean" is 'prompt-balanced mean, a share for binary features';

comment on column rolloutdiff.report_series."se" is 'cluster-robust standard error, NULL with one prompt';

comment on column rolloutdiff.report_series."prompts" is 'prompts with a value';

comment on column rolloutdiff.report_series."samples" is 'completions with a value';

comment on column rolloutdiff.report_series."positives" is 'completions with a count above zero';

comment on column rolloutdiff.report_series."unit" is 'unit of the mean';

create view rolloutdiff.report_shift as
select
    s.analysis_id,
    s.run,
    s.rule,
    f.name as feature,
    f.tier,
    s.shape,
    s.onset_step,
    s.onset_low,
    s.onset_high,
    s.start_step,
    s.half_step,
    s.end_step,
    round(s.before_mean, 6) as before_mean,
    round(s.after_mean, 6) as after_mean,
    round(s.statistic, 4) as statistic,
    round(s.threshold, 4) as threshold,
    round(s.p_value, 6) as p_value,
    round(s.q_value, 6) as q_value,
    s.place,
    s.onset_at
from rolloutdiff.shift as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = s.analysis_id
where a.complete;

comment on view rolloutdiff.report_shift is 'Every change found by a retrospective rule, and the best candidate of series in which it found none.';

comment on column rolloutdiff.report_shift."analysis_id" is 'analysis';

comment on column rolloutdiff.report_shift."run" is 'run';

comment on column rolloutdiff.report_shift."rule" is 'rule and version';

comment on column rolloutdiff.report_shift."feature" is 'name with its tier';

comment on column rolloutdiff.report_shift."tier" is 'tier';

comment on column rolloutdiff.report_shift."shape" is 'step, pulse, ramp, drift or spike, NULL where nothing was found';

comment on column rolloutdiff.report_shift."onset_step" is 'onset';

comment on column rolloutdiff.report_shift."onset_low" is 'lower end of the onset set';

comment on column rolloutdiff.report_shift."onset_high" is 'upper end';

comment on column rolloutdiff.report_shift."start_step" is 'first tenth of the change';

comment on column rolloutdiff.report_shift."half_step" is 'half of the change';

comment on column rolloutdiff.report_shift."end_step" is 'end of a pulse';

comment on column rolloutdiff.report_shift."before_mean" is 'level before';

comment on column rolloutdiff.report_shift."after_mean" is 'level after';

comment on column rolloutdiff.report_shift."statistic" is 'test statistic';

comment on column rolloutdiff.report_shift."threshold" is 'its line';

comment on column rolloutdiff.report_shift."p_value" is 'chance under the null';

comment on column rolloutdiff.report_shift."q_value" is 'adjusted over the list';

comment on column rolloutdiff.report_shift."place" is 'which change of the series, from 1, the strongest first';

comment on column rolloutdiff.report_shift."onset_at" is 'what the onset means, ten_points (level before plus ten points) or half_change, NULL for the first step after a split';

insert into rolloutdiff.object (name, kind, version, sha256, since, summary, package) values
    ('alert', 'table', 1, '6c8b396d173c6157d56b1be6db2f6b7bfb1b90973faa1a5315b630dcca309663', '0.1.0', 'One row per alert: its size, and the alert it is shown under.', 'rolloutdiff'),
    ('analysis', 'table', 1, '6702e59f7d1791a67901f5dea2c410ae6759dd4961ef3ebdef07b50dec91432c', '0.1.0', 'One row per analysis: what was computed, from which input, with which settings and versions; complete is set last.', 'rolloutdiff'),
    ('analysis_file', 'table', 1, 'be75e9e9e40917bdf3db6265a91da78ba79f1632d5e80235b681d49b61eccfba', '0.1.0', 'One row per analysis, run and source file, as it was when the analysis began.', 'rolloutdiff'),
    ('analysis_rollout', 'table', 1, 'cfba38e056519c15f99d7fd90f50c15539819817dbdd05cab7db827edc1f589e', '0.1.0', 'One row per rollout that an analysis covers, with the keys its series are built on.', 'rolloutdiff'),
    ('analysis_run', 'table', 1, '7b8ecf98d6e911753e453267463a98f1529471bf7af1be7b58c74c535446cf45', '0.1.0', 'One row per analysis and run: what was read.', 'rolloutdiff'),
    ('analysis_step', 'table', 1, '7824faa2494568494429936e575e643a86c23b8338c8def48cd578a97e06b2b9', '0.1.0', 'One row per analysis, run and logged step; distances between steps are counted in logged steps.', 'rolloutdiff'),
    ('calibration', 'table', 1, 'f93698a3962498290893c472d7ba096fc223d844d3f2a0aab1515c4172cefe4f', '0.1.0', 'One row per run and rule: how many series it scored, how many alerts, and how many of them noise alone would give; figures that a rule does not have are NULL.', 'rolloutdiff'),
    ('event', 'table', 1, 'b1abe113b8d1e4f8b18e4a56e10c8ea9dc11be81e5f752e58f8ddd6513e53b4b', '0.1.0', 'One row per event: alerts that coincide in time and rollouts, ranked within a run.', 'rolloutdiff'),
    ('event_member', 'table', 1, 'a31d6ce6a96f0fa4dcf241666583f40663e693edf3ba722409ab92bf5e6aa8c2', '0.1.0', 'One row per member of an event.', 'rolloutdiff'),
    ('evidence', 'table', 1, '63d8bf5ba787e906828b561fcc26606ea0365e33661ea335913ba15d15799048', '0.1.0', 'One row per series and rule: figures that speak for or against a change.', 'rolloutdiff'),
    ('exemplar', 'table', 1, '8e394201f3088b54df73e82cb57546232f4818e54f8204a50a1a31a68fd24929', '0.1.0', 'One row per reference to a rollout worth reading; never its text.', 'rolloutdiff'),
    ('extraction', 'table', 1, '63ee21735c42caa819a45664da6bc42ead56eaf0c403ee3798c10316c080e6dc', '0.1.0', 'One row per rollout: parse outcome, prose outside code, and the sparse list of structural and shape counts.', 'rolloutdiff'),
    ('feature', 'table', 1, 'af40055452926f936f62592f359ed5c8ef0fc6ed5fc20d142bccca78dad4c48f', '0.1.0', 'One row per feature of an analysis: its name, tier, kind and unit.', 'rolloutdiff'),
    ('feature_count', 'table', 1, '90120886c8d457c466ae2d698fd671bfa91669bf1be0425bd6444e31c0fde25e', '0.1.0', 'Sparse integer counts: one row per feature and rollout with a count above zero.', 'rolloutdiff'),
    ('ingest', 'table', 1, 'abbb7bb8d7909974db283fee134e93509712eebb155f835e9744cbc7b773a0c8', '0.1.0', 'One row per source file that was loaded, with its hash and the formula its rewards were read by.', 'rolloutdiff'),
    ('install_log', 'table', 1, '7e6c12a3818014e7c1dbe194cead10ce2822f774aa17cc319b55ee103b2af781', '0.1.0', 'One row per installation that changed this schema.', 'rolloutdiff'),
    ('integrity', 'table', 1, '9bb438643553b20b2d3907f4f2e4f710bbb37ac94d648859c9384ac5c01c1e69', '0.1.0', 'One row per finding about the dump itself.', 'rolloutdiff'),
    ('object', 'table', 1, '76613c57ac46eacbd76e50a4fbbc24918e47ca222eb18684fde1750ec1e7b861', '0.1.0', 'One row per object that the installer made in this schema; the row about this table marks the schema as ours.', 'rolloutdiff'),
    ('rejected_row', 'table', 1, '8cd78a95e530666dc17b133c1f7adc0310f0093f63d56e6ddfac51eaaebfaeef', '0.1.0', 'One row per input row that was set aside, with the reason; never shown in a report view.', 'rolloutdiff'),
    ('rollout', 'table', 1, 'c9eea6ba638153be7c2b25113f0450a83e35b62c6e0b4d32a8d6888c8b9af3af', '0.1.0', 'One row per completion as the trainer wrote it; text is kept byte for byte.', 'rolloutdiff'),
    ('screening', 'table', 1, '09ebb2b3282640723d4d4eab978ffb5867548215272ea37312dfd303c3a306c4', '0.1.0', 'One row per series and rule: alert, quiet or unscorable with the reason.', 'rolloutdiff'),
    ('series_point', 'table', 1, '4f5890570ab724ad261274f23e9a6087d953068ec3639b7c975239e96020c6cc', '0.1.0', 'One row per feature, run and step: prompt-balanced mean and its standard error.', 'rolloutdiff'),
    ('shift', 'table', 1, '1f0804dfa761250ca4539e8f02fdaa93f2ac89930582d1448790d7144c79431b', '0.1.0', 'One row per change found by a retrospective rule, and per series in which it looked and found none.', 'rolloutdiff'),
    ('extras_v1', 'macro', 1, 'c6604c82cf195f324960339f28abeb7837015ebed9632bb8d10568dc21689743', '0.1.0', 'JSON object of names and values; a name whose value is absent (SQL NULL) is left out, a JSON null is kept.', 'rolloutdiff'),
    ('finite_number_v1', 'macro', 1, 'adc05ce2e6ec28fc6ed6407d74b2f9b49629c1e0d28ca4045397600a4e25617b', '0.1.0', 'Number that a text stands for: true and false are 1 and 0; NULL when it is no number, NaN or infinite.', 'rolloutdiff'),
    ('messages_kept_v1', 'macro', 1, '27c8621713fe0da83c1b31a9322557a057cd4f05c31e72e3b2198b4cbac0f887', '0.1.0', 'The messages of a response when the response text alone does not hold them all: more than one message, another role, a content that is not text, or further members. NULL when one plain assistant message is all there is.', 'rolloutdiff'),
    ('messages_prompt_v1', 'macro', 1, 'a7979d8407f4a6b10a09f5ee1e988d2fe6171bd6a481b8795a4cef47b514a772', '0.1.0', 'Prompt of a conversation as text. One user message with text and nothing else is that text, so that it equals the same prompt logged as plain text; anything else is the list of messages as JSON, keys of a message sorted, members that are null left out. A prompt that is a JSON text is that text.', 'rolloutdiff'),
    ('messages_response_v1', 'macro', 1, '08ea008d7ae40aa062afdb36c7008cf1e1819db5051bc7d1b4baa1acea7617ad', '0.1.0', 'What the model wrote in a conversation: the contents of the assistant messages, and of a content made of blocks the text blocks, joined by line feeds. NULL when there is none. A response that is a JSON text is that text.', 'rolloutdiff'),
    ('number_fault_v1', 'macro', 1, 'b4f8c9d50572b00fdd6ae29b6d3c01247b54dee2fd6add9452652ed04242adad', '0.1.0', 'Why a JSON value cannot be read as a reward; NULL when it is absent, null, a number, a boolean, or the exact text of a finite number or a boolean.', 'rolloutdiff'),
    ('public_name_v1', 'macro', 1, 'd0a6b232f21d518b14fa57129744033fdfa0eb1a76ad243e5046c6761f0156f0', '0.1.0', 'Name of a feature as a report shows it: with p_hash, words and identifiers that come from completions are replaced by a hash.', 'rolloutdiff'),
    ('weighted_sum_v1', 'macro', 1, '5b14b845e33f2b6f18dae8b3fc603d6f3b883f266dde9c92729daba7a91cdc9a', '0.1.0', 'Sum of weight times value over the values that are not NULL, in list order; NULL when all are.', 'rolloutdiff'),
    ('whole_number_v1', 'macro', 1, '67a2b93529ca62605d3fb1b29744aa1681e041df142ee1fbfc6207c080c2dc44', '0.1.0', 'Integer that a text stands for, 7, 7.0 and +7 alike; NULL when it has a fraction or is no number.', 'rolloutdiff'),
    ('alert_window_v1', 'table_macro', 1, '2504da105f073cb463ee4c305d6f2659d55b3dca14b0bfbeb931dafc66ce5194', '0.1.0', 'Windows of every alert of a rule: baseline, onset to alert, and the same widened by p_margin logged steps.', 'rolloutdiff'),
    ('jaccard_v1', 'table_macro', 1, 'b8ea5c73bbedcf3e176e6a0a1a03a2321e7301e927aedbdaa70e9289785a6a16', '0.1.0', 'Overlap of the completions that show two alerting yes/no features, for pairs of alerts of one run, rule and direction whose onsets lie within p_window logged steps: of rises from the first onset to the last alert, of falls in as many logged steps before the first onset.', 'rolloutdiff'),
    ('persistence_v1', 'table_macro', 1, 'ff97b52280846b11e1863af6fad1376e97b33bc23cb8484b30ec05279d6efc87', '0.1.0', 'Share of the scorable steps after an alert that are still beyond the line of frozen_z_v1, on the side of the alert.', 'rolloutdiff'),
    ('persistence_v2', 'table_macro', 2, '56fbc545ad6276abb9bbbc702a43794c784570e23b03b41d4f4e311390f44fb3', '0.1.0', 'Share of the steps after an alert that keep at least half of the change that the rule estimated, and at least the smallest change that may alert, on the side of the alert; for rules that estimate a change.', 'rolloutdiff'),
    ('prompt_mean_v1', 'table_macro', 1, '507b6a2005f3d279b642ba773e0eb7cbe403e79861fbb8ad38ebfbbb624fc927', '0.1.0', 'Mean of every feature inside every prompt of a range of steps; prompts without a count above zero are left out.', 'rolloutdiff'),
    ('prompt_shift_v1', 'table_macro', 1, '07e8edde5a19802b6a8751c215dd950c62a8d15296d431f73c8f22c88537cc51', '0.1.0', 'How much of the change between baseline and alert window remains on prompts seen in both, and how many prompts show the feature in each.', 'rolloutdiff'),
    ('reward_association_v1', 'table_macro', 1, '8f99f5bd86eb0200286904f3e661a3552f59925c8291363dbd27470dc2d43ed0', '0.1.0', 'Reward of completions that show a feature minus reward of those that do not, inside one prompt and step of the event window, averaged over groups; for the reward and every reward part.', 'rolloutdiff'),
    ('reward_step_mean_v1', 'table_macro', 1, '289ee1b43a15139549e483615c156c1ea7cd1f438cb7ddd963a65e4d7a0880f3', '0.1.0', 'Prompt-balanced mean of the reward and of every reward part per step; rollouts without a finite value are left out.', 'rolloutdiff'),
    ('split_step_mean_v1', 'table_macro', 1, 'cf99f0342e337ccf7e0d9f845ce504737f4c58db5a9bdc75fcf73f202ffaeefb', '0.1.0', 'Prompt-balanced mean of every feature in a range of steps, for all prompts together or for each half of them; prompts are split by hash, never at random.', 'rolloutdiff'),
    ('step_mean_v1', 'table_macro', 1, '56146e5048e88a404c70a048645314f93952cecd238f942c313aaa00aa49d7d7', '0.1.0', 'Prompt-balanced mean of every feature in a range of steps with its cluster-robust standard error, clusters are prompts.', 'rolloutdiff'),
    ('report_calibration', 'view', 1, '8008ac25a0a58a4c9dd5229d8a53a9de9e3c981b6d7acf522a617969fc1b8bb1', '0.1.0', 'How far every rule can be trusted on a run: series, alerts, and how many alerts noise alone would give.', 'rolloutdiff'),
    ('report_event', 'view', 1, 'e083264144201e7f17eeefff311e276506ea6bf7b25d6b166e0be090874eebd8', '0.1.0', 'Events, ranked within a run: where to look first.', 'rolloutdiff'),
    ('report_event_member', 'view', 1, 'f16983e0eb3e497f279a0c3377b1611d1861a38c197966658dac2f350b0d949a', '0.1.0', 'Members of every event.', 'rolloutdiff'),
    ('report_evidence', 'view', 1, '45f6b015e075ba01cb75b4f560104ccec17b40eb89ca6d6d2290b297c92fc8f9', '0.1.0', 'Figures that speak for or against a change, one row per series and rule.', 'rolloutdiff'),
    ('report_exemplar', 'view', 1, '0ecfff7ccfcef057156ebaeb8ce206f37954b4f9d195e7a21bc5526181a1f87c', '0.1.0', 'References to the completions worth reading; their text stays in the dump.', 'rolloutdiff'),
    ('report_file', 'view', 1, '2326062ae061a2f9ad6dfd003c87560dbd37686a129133a266813ad9d8bc7b63', '0.1.0', 'Source files of every run that was analysed, with the hashes that inspect checks.', 'rolloutdiff'),
    ('report_integrity', 'view', 1, 'd14b9cefe08aa833f6c50c45fa5c74e9fd2918a06db40aa449f02741fd016a90', '0.1.0', 'Findings about the dump itself.', 'rolloutdiff'),
    ('report_run', 'view', 1, '88d56aaa6b36c753fcbfd07c7b2e8229e471a454146ee6e31266ce30970328f3', '0.1.0', 'What was read: one row per complete analysis and run.', 'rolloutdiff'),
    ('report_screening', 'view', 1, 'cde7a6f7ab78b2e4aa17ce89b3d67ad1cbc82cb2d733cab91a34f098dbaaf4ac', '0.1.0', 'Verdict of every rule on every series; unscorable ones with the reason.', 'rolloutdiff'),
    ('report_alert', 'view', 1, 'fc6f104208c3e67e28700c4aedbcef5e213206c84380385e3d8f9eed6ada6688', '0.1.0', 'Every alert with its size, and the alert that already shows the same completions.', 'rolloutdiff'),
    ('report_series', 'view', 1, '668b84cf14c75e1e7d7e50f82b41b9f9897b52f6503589166e70a91be87c2800', '0.1.0', 'Prompt-balanced mean of every feature at every step, to six decimals.', 'rolloutdiff'),
    ('report_shift', 'view', 1, '7cdd788364721b7b0cee6fe8a3f5f02690e72a18e2593856cf592e78e3abca96', '0.1.0', 'Every change found by a retrospective rule, and the best candidate of series in which it found none.', 'rolloutdiff');

insert into rolloutdiff.install_log (package_version, schema_version, duckdb_version, action, object_count) values ('0.1.0', 1, '1.4.0', 'install', 54);

commit;
