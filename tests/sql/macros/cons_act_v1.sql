-- case: mul counts as a word, or anywhere
-- call:
select t.key, rolloutdiff.cons_act_v1(t.key, true), rolloutdiff.cons_act_v1(t.key, false)
from (
    values
    (1, 'a.act_fn.X'), (2, 'a.SiluAndMul'), (3, 'a.SwiGLU'), (4, 'a.FastGELU'), (5, 'a.Activation'), (6, 'a.aten_mul'), (7, 'a.MulScale'),
    (8, 'a.AscendMultiHeadLatentAttention'), (9, 'a.formula'), (10, 'a.MULTI'), (11, 'a.linear_fc1')
) as t(place, key)
order by t.place;
-- expect:
--   'a.act_fn.X' | true | true
--   'a.SiluAndMul' | true | true
--   'a.SwiGLU' | true | true
--   'a.FastGELU' | true | true
--   'a.Activation' | true | true
--   'a.aten_mul' | true | true
--   'a.MulScale' | true | true
--   'a.AscendMultiHeadLatentAttention' | false | true
--   'a.formula' | false | true
--   'a.MULTI' | false | true
--   'a.linear_fc1' | false | false

-- case: inside a lambda of the caller nothing is mistaken for its own variables
-- call:
select list_filter(['a.Mul', 'a.fc'], lambda x: rolloutdiff.cons_act_v1(x, true)), list_filter(['a.Mul', 'a.fc'], lambda key: rolloutdiff.cons_act_v1(key, false));
-- expect:
--   ['a.Mul'] | ['a.Mul']
