-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', '', '', 1.0, 'both', 0), (2, 's', 1, '2', 'p', '', '', 1.0, 'both', 1), (3, 'r "1"', 1, '3', 'p', '', '', 1.0, 'own', 0);
insert into rolloutdiff.ingest values
    ('r "1"', 'both', null, null, null, 1, 0, 'trl', 'why', 'score'),
    ('s', 'both', null, null, null, 1, 0, 'trl', 'why', 'score'),
    ('r "1"', 'own', null, null, null, 1, 0, 'trl', 'why', 'score');
insert into rolloutdiff.rejected_row values
    ('r "1"', 'both', 5, null, null, 'of the run'),
    (null, 'both', 6, null, null, 'of a source that stays'),
    (null, 'own', 7, null, null, 'of a source that goes'),
    ('s', 'own', 8, null, null, 'of a loaded run');
insert into rolloutdiff.shard values ('r "1"', 'ab', 1, 2), ('s', 'ab', 1, 2);
insert into rolloutdiff.text_reference values (1, 1), (2, 2);
insert into rolloutdiff.watch_alert values ('r "1"', 'z', 'lex:x', 'rise', 1, 2, 3), ('s', 'z', 'lex:y', 'rise', 1, 2, 3);

-- case: its rollouts, sources and rows set aside go; of a source that stays, only what names the run
-- run: forget_run {"run": "r \"1\""}
-- call:
select run, source_file from rolloutdiff.rollout;
-- expect:
--   's' | 'both'
-- call:
select run, source_file from rolloutdiff.ingest;
-- expect:
--   's' | 'both'
-- call:
select reason from rolloutdiff.rejected_row order by source_row;
-- expect:
--   'of a source that stays'
--   'of a loaded run'
-- call:
select run, feature from rolloutdiff.watch_alert;
-- expect:
--   's' | 'lex:y'
-- call:
select run from rolloutdiff.shard;
-- expect:
--   's'
-- call:
select rollout_id from rolloutdiff.text_reference;
-- expect:
--   2

-- case: an unknown run takes nothing
-- run: forget_run {"run": "it's"}
-- call:
select (select count(*) from rolloutdiff.rollout), (select count(*) from rolloutdiff.ingest), (select count(*) from rolloutdiff.rejected_row);
-- expect:
--   3 | 3 | 4
