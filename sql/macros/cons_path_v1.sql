-- name: cons_path_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Path of a module in names that both sides share, for pairing without a mapping: prefixes, decoder., core_attention., the class and the forward call go, and what the sides call otherwise is renamed, in this order.
-- params: p_key VARCHAR: module key; p_more BOOLEAN: also rename kv_layernorm, linear_kv_up_proj, the wrapper of the embedding and the output layer, and take the core of the attention itself for mla_attn instead of for the whole attention
-- returns: VARCHAR: path; NULL for modules that do nothing (IdentityOp, IdentityFuncOp), which never pair
-- requires: none
-- portable: no
create macro rolloutdiff.cons_path_v1(p_key, p_more) as
    case
        when regexp_matches(p_key, 'IdentityOp|IdentityFuncOp') then null
        else regexp_replace(
            list_reduce(
                list_concat(
                    [{'old': '', 'new': regexp_replace(
                        replace(
                            replace(replace(replace(p_key, 'Module.model.', ''), 'Module.module.module.', ''), 'Module.module.', ''),
                            case
                                when p_more and regexp_matches(p_key, 'core_attention\.[A-Za-z0-9_]+\.forward\.[0-9]+$')
                                    then 'Module.'
                                else 'core_attention.'
                            end,
                            ''
                        ),
                        '^decoder\.',
                        ''
                    )}],
                    [
                        {'old': 'self_attention', 'new': 'self_attn'},
                        {'old': 'word_embeddings', 'new': 'embed_tokens'},
                        {'old': 'q_layernorm', 'new': 'q_a_layernorm'},
                        {'old': 'post_attention_layernorm', 'new': 'pre_mlp_layernorm'},
                        {'old': 'final_layernorm', 'new': 'norm'},
                        {'old': 'linear_q_down_proj', 'new': 'fused_qkv_a_proj'},
                        {'old': 'linear_kv_down_proj', 'new': 'fused_qkv_a_proj'},
                        {'old': 'linear_q_up_proj', 'new': 'q_b_proj'},
                        {'old': 'linear_wq_b', 'new': 'wq_b'},
                        {'old': 'linear_wk', 'new': 'wk'},
                        {'old': 'linear_weights_proj', 'new': 'weights_proj'},
                        {'old': 'linear_fc1', 'new': 'gate_up_proj'},
                        {'old': 'linear_fc2', 'new': 'down_proj'},
                        {'old': 'linear_proj', 'new': 'o_proj'},
                        {'old': 'router', 'new': 'gate'}
                    ],
                    case
                        when p_more then [
                            {'old': 'core_attention', 'new': 'mla_attn'},
                            {'old': 'embedding.embed_tokens', 'new': 'embed_tokens'},
                            {'old': 'kv_layernorm', 'new': 'kv_a_layernorm'},
                            {'old': 'linear_kv_up_proj', 'new': 'kv_b_proj'},
                            {'old': 'Module.lm_head', 'new': 'lm_head'},
                            {'old': 'output_layer', 'new': 'lm_head'}
                        ]
                        else []
                    end
                ),
                lambda path_, rule_: {'old': '', 'new': replace(path_.new, rule_.old, rule_.new)}
            ).new,
            '\.[A-Za-z0-9_]+\.forward\.[0-9]+$',
            ''
        )
    end;
