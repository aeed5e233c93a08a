-- name: input_hash
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Order-free hash over every rollout of the runs: equal data, equal hash.
-- params: runs VARCHAR[]: runs to analyse; after BIGINT: rollouts up to this number are not read; rows BIGINT: how many of them are of the runs; known VARCHAR: their hash, 0 without any
-- returns: rows, input_hash, last_rollout: number of the last one read, or after
-- requires: rollout
-- portable: no
select
    $rows + count(*) as rows,
    printf(
        '%032s',
        xor(
            trim($known)::uhugeint,
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
            )
        )::varchar
    ) as input_hash,
    coalesce(max(r.rollout_id), $after) as last_rollout
from rolloutdiff.rollout as r
where list_contains($runs, r.run) and r.rollout_id > $after;
