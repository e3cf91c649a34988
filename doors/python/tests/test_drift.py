# SPDX-License-Identifier: Apache-2.0
"""drift runs with callables in Python and with the command's steps; each way to end a run is tested."""

import json
import os
import subprocess

import numpy as np
import pytest

import stet
import stet.lab

COMMAND = os.environ.get("STET_COMMAND")


@pytest.mark.parametrize("step, level", [("roundtrip", "native"), ("roundtrip", "correct"), ("conv", "extended")])
def test_the_steps_of_the_command(step, level):
    if COMMAND is None:
        pytest.skip("skipped: no command (STET_COMMAND names it)")
    words = ["--work", step, "--level", level, "--steps", "200", "--length", "64", "--precision", "f32", "--json"]
    done = subprocess.run([COMMAND + "-lab", "drift", *words], capture_output=True, text=True, timeout=60, check=True)
    (said,) = json.loads(done.stdout)["levels"]
    d = stet.lab.drift(step, steps=200, n=64, level=level, cycles="stop" if step == "roundtrip" else "ignore")
    assert (d.steps, d.cycle_length) == (said["steps_run"], said["cycle_length"])
    assert len(d.records) == len(said["records"])
    for record, wanted in zip(d.records, said["records"]):
        for name, value in wanted.items():
            assert getattr(record, name) == (float("inf") if value is None else value)


def test_a_reference_of_its_own():
    """A rotation in float32 is compared with one in float64, and set back to it."""
    turn = np.exp(0.1j)

    def step(z, i):
        z *= np.complex64(turn)

    def reference(z, i):
        assert z.dtype == np.complex128
        z *= turn

    start = np.complex64([1, 1j])
    free = stet.lab.drift(step, start, steps=1000, reference=reference)
    held = stet.lab.drift(step, start, steps=1000, reference=reference, rebase=10)
    assert start.tolist() == [1, 1j] and free.state.dtype == np.complex64
    assert held.rebases == 100 and held.worst.rms_scale < free.last.rms_scale / 5
    exact = stet.lab.drift(step, start, steps=1000, reference_at=lambda i: start * turn**i)
    np.testing.assert_allclose(exact.last.rms_scale, free.last.rms_scale, rtol=1e-3)


def test_records():
    def step(x, i):
        x += 1

    d = stet.lab.drift(step, np.zeros(3), steps=100, reference_at=lambda i: np.full(3, i), every=25)
    assert [r.step for r in d.records] == [25, 50, 75, 100] and d.worst.max_ulp == 0 and d.last.same == 3
    cycle = stet.lab.drift(lambda x, i: np.negative(x, out=x), np.ones(2), steps=50, cycles="stop")
    assert cycle.cycle_length == 2


def test_the_state_may_have_any_shape():
    seen = []
    d = stet.lab.drift(lambda x, i: seen.append((x.shape, i)), np.zeros((2, 3), np.float32), steps=2)
    assert seen == [((2, 3), 0), ((2, 3), 1)] and d.state.shape == (2, 3)


def test_exceptions_end_the_run():
    def step(x, i):
        if i == 3:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        stet.lab.drift(step, np.zeros(4), steps=9)

    def reference(i):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stet.lab.drift(lambda x, i: None, np.zeros(4), steps=9, reference_at=reference)
    with pytest.raises(ValueError, match="broadcast"):
        stet.lab.drift(lambda x, i: None, np.zeros(4), steps=9, reference_at=lambda i: [1, 2, 3])


def test_an_array_that_was_kept_stays_good():
    kept = []
    stet.lab.drift(lambda x, i: None, np.ones(1000), steps=3, reference=lambda x, i: kept.append(x))
    assert all(float(x.sum()) == 1000 for x in kept)


def nothing(x, i):
    pass


BAD = [
    (lambda: stet.lab.drift(nothing, steps=1), TypeError, "needs state="),
    (lambda: stet.lab.drift(3, [1.0], steps=1), TypeError, "callable"),
    (lambda: stet.lab.drift("x", steps=1), ValueError, "Invalid step value x"),
    (lambda: stet.lab.drift("roundtrip", [1.0], steps=1), TypeError, "of its own"),
    (lambda: stet.lab.drift("conv", steps=1, n=6), ValueError, "multiple of 4"),
    (lambda: stet.lab.drift("roundtrip", steps=1, n=0), ValueError, "Invalid n"),
    (lambda: stet.lab.drift("roundtrip", steps=1, level="x"), ValueError, "Invalid level value x"),
    (lambda: stet.lab.drift("roundtrip", steps=1, dtype="int8"), TypeError, "array type int8"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=0), ValueError, "length"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=-1), ValueError, "Invalid steps value -1"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=2**70), ValueError, "Invalid steps value"),
    (lambda: stet.lab.drift(nothing, [1], steps=1), TypeError, "array type int64"),
    (lambda: stet.lab.drift(nothing, np.ma.masked_less([1.0, 2.0], 2), steps=1), TypeError, "masked"),
    (lambda: stet.lab.drift(nothing, [], steps=1), ValueError, "length"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=1, cycles="x"), ValueError, "Invalid cycles value x"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=1, rebase=1, cycles="stop"), ValueError, "cycles"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=1, reference=nothing, reference_at=abs), TypeError, "one of them"),
    (lambda: stet.lab.drift(nothing, [1.0], steps=1, reference=nothing, reference_dtype="i4"), TypeError, "int32"),
]


@pytest.mark.parametrize("call, kind, words", BAD, ids=range(len(BAD)))
def test_bad_arguments(call, kind, words):
    with pytest.raises(kind, match=words):
        call()
