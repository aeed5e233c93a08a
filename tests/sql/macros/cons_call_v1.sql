-- case: the call at the end
-- call:
select
    rolloutdiff.cons_call_v1('a.B.forward.12'), rolloutdiff.cons_call_v1('a.B.backward.0'), rolloutdiff.cons_call_v1('a.B.parameters_grad.1'),
    rolloutdiff.cons_call_v1('a.forward.0.B');
-- expect:
--   'forward.12' | 'backward.0' | 'parameters_grad.1' | ''
