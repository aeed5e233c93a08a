-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 0, 100, 0, 1), (1, false, 5, 100, 0, 1);
create temp table vocabulary_token (token_id integer, tier varchar, name varchar);
insert into vocabulary_token values (1, 'lexical', 'lex:it''s'), (2, 'lexical', 'lex:b'), (3, 'ast', 'ast:c'), (4, 'lexical', 'lex:d'), (5, 'lexical', 'lex:e');
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (5, 'lexical', 'lex:e', 9, 0);
create temp table vocabulary_count (token_id integer, cell integer, rollouts bigint);
insert into vocabulary_count values (1, 1, 20), (2, 0, 20), (2, 1, 30), (3, 1, 40), (4, 1, 20), (5, 1, 90), (3, 0, 10);

-- case: by tier, step and standard errors; equal ones by number; what is admitted already is left out
-- From 0 to 20 of 100: 0.2 / sqrt(0.1 * 0.9 * 0.02) = 4.71; from 20 to 30: 0.1 / sqrt(0.25 * 0.75 * 0.02) = 1.63;
-- from 10 to 40: 0.3 / sqrt(0.25 * 0.75 * 0.02) = 4.90.
-- run: vocabulary_rises {"min_change": 0.2, "min_errors": 2.0}
-- expect:
--   'ast' | 5 | 3 | 40
--   'lexical' | 5 | 1 | 20
--   'lexical' | 5 | 4 | 20
-- run: vocabulary_rises {"min_change": 0.1, "min_errors": 1.6}
-- expect:
--   'ast' | 5 | 3 | 40
--   'lexical' | 5 | 1 | 20
--   'lexical' | 5 | 4 | 20
--   'lexical' | 5 | 2 | 30
-- run: vocabulary_rises {"min_change": 0.1, "min_errors": 4.8}
-- expect:
--   'ast' | 5 | 3 | 40

-- case: of several runs that reach a step, the largest rise counts, with all rollouts of those that rise
-- Of 50 rollouts 20 against 0 of 100: 0.4 / sqrt(2/15 * 13/15 * 0.03) = 6.79.
-- given:
insert into vocabulary_cell values (2, true, 0, 100, 2, 1), (3, false, 5, 50, 2, 1);
insert into vocabulary_count values (2, 3, 20);
-- run: vocabulary_rises {"min_change": 0.1, "min_errors": 1.6}
-- expect:
--   'ast' | 5 | 3 | 40
--   'lexical' | 5 | 2 | 50
--   'lexical' | 5 | 1 | 20
--   'lexical' | 5 | 4 | 20
