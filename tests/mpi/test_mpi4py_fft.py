#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_mpi4py_fft.py EXAMPLE: mpi4py-fft under `stet run` (STET) has one hash for all numbers of RANKS, and stet served it."""
import importlib.util
import os
import subprocess
import sys


def main():
    if importlib.util.find_spec("mpi4py_fft") is None:  # importing it would make this process a rank, and its children strangers
        print(f"skipped: no mpi4py_fft in {sys.executable} (scripts/deps mpi installs it for Debian's Python)")
        return 77
    lines = set()
    for ranks in os.environ["RANKS"].split():
        command = [os.environ["STET"], "run", "--", os.environ["MPIRUN"], "-n", ranks, sys.executable, sys.argv[1]]
        result = subprocess.run(command, capture_output=True, text=True, timeout=300)
        print(f"{ranks} ranks: {result.stdout.strip()}")
        if result.returncode != 0 or "f64 c2c of level native served" not in result.stderr:
            print(result.stderr)
            return 1
        lines.add(result.stdout)
    return len(lines) != 1


if __name__ == "__main__":
    sys.exit(main())
