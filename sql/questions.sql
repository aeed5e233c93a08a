-- Which behaviours should I look at first?
select e.run, e.event_rank, e.name, e.onset_step, e.members, e.lead_feature
from rolloutdiff.report_event as e
order by e.run, e.event_rank;

-- Which behaviours rose together with the reward between steps 40 and 60?
select a.feature, a.onset_step, a.rise, e.reward_association, e.reward_association_se
from rolloutdiff.report_alert as a
join rolloutdiff.report_evidence as e using (analysis_id, run, rule, feature)
where a.direction = 'rise' and a.onset_step between 40 and 60 and e.reward_association > 2 * e.reward_association_se
order by e.reward_association desc;

-- What does one behaviour look like step by step, beside the reward?
select s.step, s.mean, s.se, r.mean as reward
from rolloutdiff.report_series as s
join rolloutdiff.report_series as r using (analysis_id, run, step)
where s.feature = 'ast:def:run_tests' and r.feature = 'reward:total'
order by s.step;

-- Which completions show the first event, and where are they in the dump?
select x.feature, x.role, x.place, x.step, x.reward, x.source_file, x.source_row
from rolloutdiff.report_exemplar as x
where x.event_rank = 1
order by x.feature, x.place, x.role;

-- Which events share prompts?
select a.event_rank, b.event_rank as other_event, count(distinct a.prompt_id) as shared_prompts
from rolloutdiff.report_exemplar as a
join rolloutdiff.report_exemplar as b using (analysis_id, run, prompt_id)
where a.event_rank < b.event_rank and a.role = 'exemplar' and b.role = 'exemplar'
group by a.event_rank, b.event_rank
order by shared_prompts desc, a.event_rank, b.event_rank;

-- Which changes are only a different mix of prompts?
select e.feature, e.whole_shift, e.same_prompt_shift, e.prompt_mix_shift
from rolloutdiff.report_evidence as e
where e.status = 'alert' and e.whole_shift is not null
order by abs(e.prompt_mix_shift) / nullif(abs(e.whole_shift), 0) desc nulls last;

-- Is a behaviour paid by the trained reward but not by another logged part?
select e.feature, e.reward_association, e.reward_part_association['ground_truth_passed'] as on_the_truth
from rolloutdiff.report_evidence as e
where e.reward_association is not null
order by e.reward_association - coalesce(e.reward_part_association['ground_truth_passed'], 0) desc;

-- Which alerts passed again?
select a.feature, a.peak_step, a.peak_mean, a.recent_mean, e.persistence
from rolloutdiff.report_alert as a
join rolloutdiff.report_evidence as e using (analysis_id, run, rule, feature)
where e.persistence < 0.5
order by e.persistence, a.feature;

-- What could not be scored, and how large a change could have hidden in what was?
select s.rule, s.tier, s.status, s.reason, count(*) as series, median(s.detectable_rise) as median_detectable_rise
from rolloutdiff.report_screening as s
where s.status <> 'alert'
group by s.rule, s.tier, s.status, s.reason
order by s.rule, s.tier, s.status, s.reason;

-- How many alerts did each rule give, and how many would noise alone give in as long a list?
select c.run, c.rule, c.series, c.alerts, c.headlines, c.expected_false_alerts, c.bulk_ratio
from rolloutdiff.report_calibration as c
order by c.run, c.rule;

-- Did any dump lose rows, rewards or texts?
select r.run, r.rows, r.rejected, r.unscored, r.missing_responses, i.code, i.message
from rolloutdiff.report_run as r
left join rolloutdiff.report_integrity as i using (analysis_id, run)
order by r.run, i.code;
