-- The hash is the first twelve digits of the SHA-256 of the whole name.

-- case: words and identifiers of completions are hidden under their tier
-- call:
select rolloutdiff.public_name_v1(t.name, true)
from (values (1, 'lex:it''s'), (2, 'ast:def:run_tests'), (3, 'ast:except:ValueError'), (4, 'custom:x'), (5, 'lex:')) as t(place, name)
order by t.place;
-- expect:
--   'lex:h26cbd1df239a'
--   'ast:h6953a38272e8'
--   'ast:h75efb27ef546'
--   'custom:h4f66861df30f'
--   'lex:h2acf1ba5068d'

-- case: names that the grammar, the package or the logger gives stay
-- call:
select rolloutdiff.public_name_v1(t.name, true)
from (
    values (1, 'ast:except:bare'), (2, 'ast:node:If'), (3, 'ast:edge:If>Return'), (4, 'shape:chars'), (5, 'reward:total'),
    (6, 'last:def:x')
) as t(place, name)
order by t.place;
-- expect:
--   'ast:except:bare'
--   'ast:node:If'
--   'ast:edge:If>Return'
--   'shape:chars'
--   'reward:total'
--   'last:def:x'

-- case: nothing is hidden unless asked for, and NULL has no name
-- call:
select rolloutdiff.public_name_v1('lex:it''s', false), rolloutdiff.public_name_v1(null, true);
-- expect:
--   'lex:it''s' | NULL
