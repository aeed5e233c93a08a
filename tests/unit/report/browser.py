"""A headless Chromium driven through its debugging pipe: no network port, no further dependency."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_NOISE = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}
_SECONDS = 300.0


class Browser:
    """One page of a headless browser.

    Args:
        executable: Path of a Chromium.
        profile: Empty folder for its files.
    """

    def __init__(self, executable: str, profile: Path) -> None:
        command_out, self._command = os.pipe()
        answer, answer_in = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4. Ours are moved above both first.
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (command_out, answer_in)]
        null = os.open(os.devnull, os.O_RDWR)
        moves = [(os.POSIX_SPAWN_DUP2, null, n) for n in (0, 1, 2)]
        moves += [(os.POSIX_SPAWN_DUP2, fd, n) for fd, n in zip(theirs, (3, 4), strict=True)]
        arguments = [executable, *_FLAGS, f"--user-data-dir={profile}"]
        self._pid = os.posix_spawn(executable, arguments, os.environ, file_actions=moves)
        for fd in (command_out, answer_in, null, *theirs):
            os.close(fd)
        self._answers = os.fdopen(answer, "rb")
        # A browser that hangs would hang the suite: it is ended, and the next read then fails.
        self._guard = threading.Timer(_SECONDS, self._kill)
        self._guard.daemon = True
        self._guard.start()
        self._session: str | None = None
        self._count = 0
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def _read(self) -> dict[str, Any]:
        message = bytearray()
        while (byte := self._answers.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser ended, or was ended for taking too long")
            message += byte
        answer: dict[str, Any] = json.loads(message)
        return answer

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command and wait for its result."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._command, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def open(self, path: Path, *, width: int = 1280, scheme: str = "light", media: str = "") -> None:
        """Load a file into a window of this width."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def value(self, expression: str) -> Any:
        """The value of a script expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def key(self, name: str) -> None:
        """Press one key."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def move(self, x: float, y: float) -> None:
        """Move the pointer."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def messages(self) -> list[dict[str, Any]]:
        """What the page or the browser wrote to the console since it was opened."""
        return [event["params"] for event in self.events if event.get("method") in _NOISE]

    def requests(self) -> list[str]:
        """Addresses asked for since the page was opened."""
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def pdf(self) -> bytes:
        """The page as printed on A4."""
        data = self.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)["data"]
        return base64.b64decode(data)

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def close(self) -> None:
        """End the browser that was started here."""
        self._session = None
        with suppress(RuntimeError, OSError):
            self.call("Browser.close")
        os.close(self._command)
        self._answers.close()
        os.waitpid(self._pid, 0)
        self._guard.cancel()


@contextmanager
def open_browser(executable: str, profile: Path) -> Iterator[Browser]:
    """A browser that is ended whatever happens."""
    browser = Browser(executable, profile)
    try:
        yield browser
    finally:
        browser.close()
