-- given:
insert into rolloutdiff.audit values
    ('it''s', 'a', '{}', 's', 'i', '0.1.0', '{}', null, null, false),
    ('done', 'a', '{}', 's', 'i', '0.1.0', '{}', null, null, true),
    ('begun', 'gone', '{}', 's', 'i', '0.1.0', '{}', null, null, false);

-- case: audits that were begun and not completed, of whatever analysis
-- run: unfinished_audit
-- expect:
--   'begun'
--   'it''s'

-- case: nothing where all are complete
-- given:
update rolloutdiff.audit set complete = true;
-- run: unfinished_audit
-- expect: none
