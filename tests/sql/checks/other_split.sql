-- given:
insert into rolloutdiff.other_split_step values
    ('a', 'it''s', 20, 1, 8, true), ('a', 'it''s', 10, 1, 8, true), ('b', 'it''s', 30, 1, 8, true);

-- case: steps that were left out, with the question what to do with them
-- given:
insert into rolloutdiff.analysis values ('a', '{"other_split": "ask"}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
-- run: other_split {"analysis_id": "a"}
-- expect:
--   'it''s' | 'other_split' | 'warning' | 2 | [10, 20] | 'Steps with prompts of their own that differ from the rest as evaluations do that were written over training steps, whose completions are lost then. The analysis leaves them out: --other-split keep counts them, drop leaves them out for good.'

-- case: once it is answered it is a note
-- given:
insert into rolloutdiff.analysis values ('a', '{"other_split": "drop"}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
-- run: other_split {"analysis_id": "a"}
-- expect:
--   'it''s' | 'other_split' | 'note' | 2 | [10, 20] | 'Steps with prompts of their own that differ from the rest as evaluations do that were written over training steps, whose completions are lost then. The analysis leaves them out.'

-- case: steps that are kept
-- given:
insert into rolloutdiff.analysis values ('a', '{"other_split": "keep"}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
update rolloutdiff.other_split_step set left_out = false;
-- run: other_split {"analysis_id": "a"}
-- expect:
--   'it''s' | 'other_split' | 'note' | 2 | [10, 20] | 'Steps with prompts of their own that differ from the rest as evaluations do that were written over training steps, whose completions are lost then. They count like all others: a change seen at these steps alone is one of the prompts.'

-- case: none
-- given:
insert into rolloutdiff.analysis values ('c', '{"other_split": "ask"}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
-- run: other_split {"analysis_id": "c"}
-- expect: none
