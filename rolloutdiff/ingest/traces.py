"""Rollouts of verifiers in every form it had: a flat object, a trace of nodes, an episode of traces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rolloutdiff.ingest.shape import Shape, ShapeFault, members

# Of a flat object not kept: the turns once more, token by token, and what tools could be called.
LEFT_OUT = frozenset({"trajectory", "tool_defs"})

_OWN = frozenset({"sample_id", "group_id", "prompt", "completion", "reward", "step", "split"})
# What a trace is read for; of its nodes not the tokens.
_READ = (
    *("id", "group", "group_id", "run", "rewards", "metrics", "kind", "calls", "policy_version"),
    *("task", "env", "agent", "stop_condition", "is_completed", "is_truncated", "is_timeout", "ok", "errors"),
)
_KEPT = (
    "task",
    "env",
    "agent",
    "stop_condition",
    "is_completed",
    "is_truncated",
    "is_timeout",
    "ok",
    "errors",
)


def completions_of(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One object per trace of the policy: those of agents that are not trained are left out.

    Raises:
        ShapeFault: The line is neither a trace nor an episode, and no flat object either.
    """
    line = _given(line)
    if isinstance(line.get("traces"), list):
        shared: dict[str, Any] = {
            key: line[key] for key in ("env", "group", "run", "ok", "task") if key in line
        }
        for trace in line["traces"]:
            yield from _trace({**shared, **_given(trace)})
    elif isinstance(line.get("nodes"), list):
        yield from _trace(line)
    else:
        raise ShapeFault("neither a rollout, nor a trace, nor an episode")


def _given(held: dict[str, Any]) -> dict[str, Any]:
    """Members that are not null; both writers leave such out."""
    return {key: value for key, value in held.items() if value is not None}


def _trace(trace: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if _inside(trace, "agent").get("trainable") is False:
        return
    path = _path(trace.get("nodes"))
    first = next((i for i, node in enumerate(path) if node.get("sampled")), len(path))
    messages = [node.get("message") for node in path]
    work = _inside(_inside(trace, "run"), "work")
    rewards = _inside(trace, "rewards")
    found = {
        "sample_id": trace.get("id"),
        "group_id": _inside(trace, "group").get("id", trace.get("group_id")),
        "prompt": messages[:first],
        "completion": messages[first:] or None,
        "reward": _total(rewards),
        "step": work.get("step"),
        "split": work.get("type") or trace.get("kind"),
    }
    values = {n: held.get("score") if isinstance(held, dict) else held for n, held in rewards.items()}
    for name, value in {**_inside(trace, "metrics"), **values}.items():
        found[f"reward_{name}" if name in _OWN else name] = value
    for name in _KEPT:
        if name in trace:
            found.setdefault(name, trace[name])
    policy = work.get("policy", trace.get("policy_version"))
    if policy is not None:
        found.setdefault("policy_version", policy)
    calls = [call for call in trace.get("calls") or () if isinstance(call, dict)]
    if calls and calls[-1].get("finish_reason") is not None:
        found.setdefault("finish_reason", calls[-1]["finish_reason"])
    yield found


def _inside(held: dict[str, Any], key: str) -> dict[str, Any]:
    value = held.get(key)
    return value if isinstance(value, dict) else {}


def _total(rewards: dict[str, Any]) -> float | None:
    """Sum of score times weight; None when nothing was scored.

    Raises:
        ShapeFault: A score or weight is no number.
    """
    terms = []
    for name, held in rewards.items():
        score = held.get("score") if isinstance(held, dict) else held
        if score is None:
            continue
        weight = held.get("weight") if isinstance(held, dict) else None
        weight = 1 if weight is None else weight
        if not isinstance(score, int | float) or not isinstance(weight, int | float):
            raise ShapeFault(f"a trace whose reward {name} is no number")
        terms.append(float(score) * float(weight))
    return sum(terms) if terms else None


def _path(nodes: Any) -> list[dict[str, Any]]:
    """The nodes from the root to the last one, which ends the newest branch.

    Raises:
        ShapeFault: Nodes are no objects, or their parents do not lead to a root.
    """
    if not isinstance(nodes, list) or not all(
        isinstance(node, dict) and isinstance(node.get("message"), dict) for node in nodes
    ):
        raise ShapeFault("a trace whose nodes hold no messages")
    path: list[dict[str, Any]] = []
    at: Any = len(nodes) - 1 if nodes else None
    while at is not None:
        if not isinstance(at, int) or not 0 <= at < len(nodes) or len(path) == len(nodes):
            raise ShapeFault("a trace whose nodes do not lead back to a first one")
        path.append(nodes[at])
        at = nodes[at].get("parent")
    return path[::-1]


_NODES = '[{"parent": "JSON", "message": "JSON", "sampled": "JSON"}]'
_TRACE = ", ".join([*(f'"{key}": "JSON"' for key in _READ), f'"nodes": {_NODES}'])
# Of a flat object the texts are there, whatever they are, and there is no list of traces or nodes.
_TYPES = "json_type(line, ['/prompt', '/completion', '/traces', '/nodes'])"
_MARKS = (
    f"list_transform({_TYPES}, lambda t: case when t = 'ARRAY' then 'a' when t is null then '-' else 'o' end)"
)
_FLAT = f"regexp_full_match(array_to_string({_MARKS}, ''), '[ao][ao][o-][o-]')"
SHAPE = Shape(
    completions=completions_of,
    reduced=members(*_READ, nodes=_NODES, traces=f"[{{{_TRACE}}}]"),
    flat=_FLAT,
)
