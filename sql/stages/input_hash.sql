-- name: input_hash
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Order-free hash over every rollout of the runs: equal data, equal hash.
-- params: runs VARCHAR[]: runs to analyse
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
                        chr(31), r.run, r.step, r.sample_id, r.prompt_id, md5(r.prompt),
                        coalesce(md5(r.response), 'missing'), coalesce(r.reward::varchar, 'unscored'),
                        coalesce(r.reward_parts::varchar, ''), r.source_file, r.source_row,
                        'slice ' || r.slice, 'gold ' || r.gold::varchar, 'logprob ' || r.logprob::varchar,
                        'ref_logprob ' || r.ref_logprob::varchar, 'target_logprob ' || r.target_logprob::varchar,
                        'mismatch ' || r.mismatch::varchar, 'mismatch_fault ' || r.mismatch_fault
                    )
                )
            ),
            0
        )::varchar
    ) as input_hash
from rolloutdiff.rollout as r
where list_contains($runs, r.run);
