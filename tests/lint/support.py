# SPDX-License-Identifier: Apache-2.0
"""What the tests of the linter share. LINT is the command under test."""
import json
import os
import pathlib
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
LINT = shlex.split(os.environ.get("LINT", "build/stet-lint"))


def run(*arguments, **options):
    """Exit status, standard output, standard error."""
    options.setdefault("text", True)
    done = subprocess.run(LINT + [str(a) for a in arguments], capture_output=True, timeout=900, **options)
    return done.returncode, done.stdout, done.stderr


def findings(*arguments, **options):
    """Those that no comment suppresses."""
    return [f for f in report(*arguments, **options)["findings"] if not f["suppressed"]]


def report(*arguments, **options):
    status, out, err = run("--json", *arguments, **options)
    assert status in (0, 1), err
    return json.loads(out)
