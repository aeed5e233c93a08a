-- name: carry_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Notes the tokens that an earlier analysis admitted after the first cell, with known also the n-grams that it admitted there, and takes the steps between that and the new ones out of the choice of tokens.
-- params: earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over; first_steps BIGINT: logged steps of the first cell of a run; known BOOLEAN: whether kept_gram says how many rollouts of the first cell hold each n-gram
-- returns: none
-- requires: analysis_step, feature
-- portable: no
create or replace temp table carried_token as
select f.tier, f.name, f.document_frequency, f.admitted_index
from rolloutdiff.feature as f
where
    f.analysis_id = $earlier
    and f.origin = 'vocabulary'
    and (f.admitted_index >= $first_steps or ($known and f.tier = 'lexical'))
    and f.admitted_index < (
        select count(*)
        from rolloutdiff.analysis_step as s
        where s.analysis_id = $earlier and s.step <= $last_step
    );

delete from vocabulary_member as m
where m.step <= $last_step and m.cell in (select k.cell from vocabulary_cell as k where not k.is_first);
