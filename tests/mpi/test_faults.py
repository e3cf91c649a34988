#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A rank is killed in the middle: the run ends in an error, never in numbers, and goes on from its last checkpoint on
fewer ranks to the bits of a run that nothing happened to. STEPS and MPIRUN come from the environment."""
import os
import subprocess
import tempfile
import unittest

# Of every MPI and number of ranks: a change of it is a change of the bits.
DIGEST = "digest 621be40e875a711719687b2866d8c294"
STEPS, MPIRUN, MOST = os.environ["STEPS"], os.environ["MPIRUN"], int(os.environ["RANKS"])


def run(ranks, *arguments):
    return subprocess.run([MPIRUN, "-n", str(ranks), STEPS, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def digests(result):
    return [line for line in result.stdout.splitlines() if line.startswith("digest")]


class Faults(unittest.TestCase):
    def test_killed(self):
        with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as broken:
            result = run(MOST, whole, 8)
            self.assertEqual(result.returncode, 0, result.stderr)
            want = digests(result)
            self.assertEqual(want, [DIGEST])
            for victim in range(MOST):
                result = run(MOST, broken, 8, victim, 5)
                print(f"rank {victim} of {MOST} is killed in step 5: exit status {result.returncode}; "
                      f"checkpoints {sorted(os.listdir(broken))}")
                self.assertNotEqual(result.returncode, 0)
                self.assertEqual(digests(result), [])
                self.assertEqual(sorted(os.listdir(broken)), ["2.npy", "4.npy"])
            result = run(MOST - 1, broken, 8)
            print(result.stdout, end="")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{MOST - 1} ranks go on from step 4", result.stdout)
            self.assertEqual(digests(result), want)
            for name in ("6.npy", "8.npy"):
                with open(os.path.join(whole, name), "rb") as a, open(os.path.join(broken, name), "rb") as b:
                    self.assertTrue(a.read() == b.read(), name)


if __name__ == "__main__":
    unittest.main()
