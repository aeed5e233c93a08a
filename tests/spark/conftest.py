"""One Spark in local mode for all tests; a reason in the environment as ROLLOUTDIFF_NO_SPARK skips them."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A session on two threads of this machine."""
    reason = os.environ.get("ROLLOUTDIFF_NO_SPARK")
    if reason:
        pytest.skip(f"ROLLOUTDIFF_NO_SPARK: {reason}")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").appName("rolloutdiff tests")
        for name, value in {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.memory": "1g",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            # Planning a query anew, or compiling it, or a method well, takes longer than these few rows.
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.codegen.wholeStage": "false",
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        }.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
