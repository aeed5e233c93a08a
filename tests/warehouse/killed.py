"""Work that is killed where its listener hears something: at stage boundaries, and between them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from rolloutdiff.pipeline.progress import Listener

# A fork of a process that has our modules and no database open: starts at once, and has one thread.
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["rolloutdiff.analysis", "rolloutdiff.audit", "rolloutdiff.watching"])


def killed(event: int, work: Callable[..., None], *arguments: Any) -> str:
    """Does work in another process, which is killed by force at the nth thing that the listener hears.

    Args:
        event: Counted from 1.
        work: Function of a module, called with the listener and the arguments.
        arguments: What it gets beside.

    Returns:
        What the listener heard last: stage, units done, units in all.
    """
    ours, theirs = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_work, args=(theirs, event, work, arguments))
    process.start()
    theirs.close()
    try:
        heard = ours.recv()
    except EOFError:
        heard = "nothing"
    process.join()
    assert (process.exitcode, heard != "nothing") == (-signal.SIGKILL, True)
    return str(heard)


def heard_by(work: Callable[..., None], *arguments: Any) -> list[str]:
    """Does work in this process; gives what the listener hears."""
    told: list[str] = []
    work(lambda *event: told.append(_text(event)), *arguments)
    return told


def last_of(events: list[str], stage: str) -> int:
    """Number of the last event of a stage, counted from 1."""
    return max(place for place, told in enumerate(events, 1) if told.split()[0] == stage)


def first_of(events: list[str], stage: str) -> int:
    """Number of the first event of a stage, counted from 1."""
    return min(place for place, told in enumerate(events, 1) if told.split()[0] == stage)


def _text(event: tuple[object, ...]) -> str:
    return " ".join(map(str, event))


def _work(pipe: Connection, event: int, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    work(_listener(pipe, event), *arguments)


def _listener(pipe: Connection, event: int) -> Listener:
    seen = 0

    def listen(*told: object) -> None:
        nonlocal seen
        seen += 1
        if seen == event:
            pipe.send(_text(told))
            os.kill(os.getpid(), signal.SIGKILL)

    return listen
