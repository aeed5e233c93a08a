-- given:
insert into rolloutdiff.dump_change values
    ('a', 'it''s', 3, 'completions', 'any', 1), ('a', 'it''s', 3, 'completions', '</s>', 2), ('a', 'it''s', 3, 'completions', '<|end|>', 3),
    ('a', 'it''s', 7, 'completions', 'any', 1), ('a', 'it''s', 3, 'prompts', 'last line', null), ('b', 'it''s', 9, 'prompts', 'last line', null);

-- case: tokens that changed at one step stand together; tokens without a name are told of where they changed alone
-- run: format_flip {"analysis_id": "a"}
-- expect:
--   'it''s' | 'completion_format' | 'warning' | 2 | [3] | 'From this step on all completions have another form (</s>, <|end|>): the dump or the chat template has changed. What changes here is no behaviour, and series that count just this are not scored.'
--   'it''s' | 'completion_format' | 'warning' | 1 | [7] | 'From this step on all completions have or lack special tokens: the dump or the chat template has changed. What changes here is no behaviour, and the series that counts just this is not scored.'
--   'it''s' | 'prompt_format' | 'warning' | 1 | [3] | 'From this step on all prompts have another form (last line): the dump or the chat template has changed. What changes here is no behaviour.'
-- run: format_flip {"analysis_id": "c"}
-- expect: none
