-- given:
insert into rolloutdiff.feature values (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0), (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 1, 'fixed', 0);
insert into rolloutdiff.event_member values ('a', 'r', 1, 1, 3, 1.0), ('a', 'r', 1, 2, 3, null);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 3, 4, 'rise'), ('a', 'r', 'z', 2, 'alert', 3, 4, 'rise');
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', '', 'short', 0.0, 'f', 0), (2, 'r', 2, '2', 'p', '', 'shows it', 0.0, 'f', 1),
    (3, 'r', 3, '3', 'p', '', 'shows it', 0.5, 'f', 2), (4, 'r', 3, '4', 'p', '', 'shows no', 1.0, 'f', 3), (5, 'r', 3, '5', 'p', '', null, 1.0, 'f', 4),
    (6, 'r', 4, '6', 'q', '', 'shows it', 1.0, 'f', 5), (7, 'r', 4, '7', 'o', '', 'shows it', null, 'f', 6), (8, 'r', 5, '8', 'n', '', 'shows it', 1.0, 'f', 7);
insert into rolloutdiff.analysis_rollout select 'a', r.rollout_id, r.run, r.step, r.prompt_id, 1, 0 from rolloutdiff.rollout as r;
insert into rolloutdiff.feature_count select 1, r.rollout_id, r.step, 1 from rolloutdiff.rollout as r where r.response = 'shows it';
insert into rolloutdiff.feature_count values (2, 3, 3, 8);

-- case: the best paid first, the unscored last; a pair of the same prompt and step, the latest before without it
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 3, "earlier": null, "last_step": null}
-- call:
select run, event_rank, feature_id, role, place, rollout_id from rolloutdiff.exemplar;
-- expect:
--   'r' | 1 | 1 | 'exemplar' | 1 | 6
--   'r' | 1 | 1 | 'before' | 2 | 1
--   'r' | 1 | 1 | 'exemplar' | 2 | 3
--   'r' | 1 | 1 | 'pair' | 2 | 4
--   'r' | 1 | 1 | 'exemplar' | 3 | 7

-- case: no more than are asked for
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 1, "earlier": null, "last_step": null}
-- call:
select role, rollout_id from rolloutdiff.exemplar;
-- expect:
--   'exemplar' | 6

-- case: a fall has none
-- given:
update rolloutdiff.screening set direction = 'fall';
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 3, "earlier": null, "last_step": null}
-- call:
select count(*) from rolloutdiff.exemplar;
-- expect:
--   0

-- case: those of an earlier analysis stand, whatever its event was, where onset and alert are the same and taken over
-- given:
insert into rolloutdiff.exemplar values ('it''s', 'r', 9, 1, 'exemplar', 1, 2), ('it''s', 'r', 9, 1, 'before', 1, 1), ('b', 'r', 1, 1, 'exemplar', 1, 8);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('it''s', 'r', 'z', 1, 'alert', 3, 4, 'rise'), ('b', 'r', 'z', 1, 'alert', 2, 4, 'rise');
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 1, "earlier": "it's", "last_step": 4}
-- call:
select * from rolloutdiff.exemplar as e where e.analysis_id = 'a';
-- expect:
--   'a' | 'r' | 1 | 1 | 'before' | 1 | 1
--   'a' | 'r' | 1 | 1 | 'exemplar' | 1 | 2

-- case: an alert in a later step, or with another onset, has its own
-- given:
insert into rolloutdiff.exemplar values ('it''s', 'r', 9, 1, 'exemplar', 1, 2), ('b', 'r', 1, 1, 'exemplar', 1, 8);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('it''s', 'r', 'z', 1, 'alert', 3, 4, 'rise'), ('b', 'r', 'z', 1, 'alert', 2, 4, 'rise');
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 1, "earlier": "it's", "last_step": 3}
-- run: store_exemplar {"analysis_id": "a", "rule": "z", "most": 1, "earlier": "b", "last_step": 9}
-- call:
select e.role, e.rollout_id from rolloutdiff.exemplar as e where e.analysis_id = 'a';
-- expect:
--   'exemplar' | 6
--   'exemplar' | 6
