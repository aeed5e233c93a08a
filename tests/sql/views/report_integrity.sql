-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.integrity values
    ('a', 'run "x"', 'unscored_reward', 'note', 3, 1, 9, 2, 'It''s "left out"', ['a.jsonl']),
    ('a', 'run "x"', 'rejected_rows', 'warning', 1, null, null, null, 'Set aside', null),
    ('half', 'r', 'short_run', 'warning', 1, 1, 1, 1, 'hidden', null);

-- case: findings of complete analyses, with and without steps
-- call:
select * from rolloutdiff.report_integrity order by code;
-- expect:
--   'a' | 'run "x"' | 'rejected_rows' | 'warning' | 1 | NULL | NULL | NULL | 'Set aside' | NULL
--   'a' | 'run "x"' | 'unscored_reward' | 'note' | 3 | 1 | 9 | 2 | 'It''s "left out"' | ['a.jsonl']
