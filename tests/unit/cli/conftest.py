from __future__ import annotations

import sys

import pytest

from rolloutdiff.cli.app import run
from tests.unit.inspection.cases import hostile_case, loophole_case


@pytest.fixture(scope="package")
def hostile(tmp_path_factory):
    return hostile_case(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="package")
def loophole(loophole_path, tmp_path_factory):
    return loophole_case(loophole_path, tmp_path_factory.mktemp("loophole"))


@pytest.fixture
def command_line(monkeypatch, capsys):
    """Runs a command line; gives exit code, stdout and stderr."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["rolloutdiff", *map(str, arguments)])
        code = 0
        try:
            run()
        except SystemExit as stop:
            code = stop.code or 0
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call
