-- From version 1 to 2: the installation log says from which version an upgrade started.
alter table rolloutdiff.install_log add column from_version integer;
alter table rolloutdiff.rollout add column slice varchar;
alter table rolloutdiff.rollout add column gold double;
alter table rolloutdiff.rollout add column logprob double;
alter table rolloutdiff.rollout add column ref_logprob double;
alter table rolloutdiff.rollout add column target_logprob double;
alter table rolloutdiff.rollout add column mismatch map(varchar, double);
alter table rolloutdiff.rollout add column mismatch_fault varchar;
alter table rolloutdiff.integrity add column file_names varchar[];
alter table rolloutdiff.rollout alter column prompt drop not null;
