-- name: audit_input_hash
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Order-free hash over what an audit reads of every rollout: equal values, equal hash.
-- params: none
-- returns: rows, input_hash
-- requires: rollout
-- portable: no
select
    count(*) as rows,
    printf(
        '%032s',
        coalesce(
            bit_xor(
                md5_number(
                    concat_ws(
                        chr(31), a.run, r.sample_id, a.slice, coalesce(a.reward::varchar, 'none'), coalesce(a.gold::varchar, 'none'),
                        coalesce(a.logprob::varchar, 'none'), coalesce(a.ref_logprob::varchar, 'none'),
                        coalesce(a.target_logprob::varchar, 'none')
                    )
                )
            ),
            0
        )::varchar
    ) as input_hash
from audit_resolved as a
inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id;
