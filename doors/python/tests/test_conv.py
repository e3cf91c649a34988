# SPDX-License-Identifier: Apache-2.0
"""conv, Conv and ConvStream agree with exact fractions, and pieces with the whole sequence."""

import copy
import pickle
import threading
from fractions import Fraction

import numpy as np
import pytest

import stet

rng = np.random.default_rng(11)


def exact(u, k):
    """Returns the exact causal convolution of one row."""
    u, k = [Fraction(float(v)) for v in u], [Fraction(float(v)) for v in k]
    return [sum((u[i] * k[t - i] for i in range(max(0, t - len(k) + 1), t + 1)), Fraction(0)) for t in range(len(u))]


@pytest.mark.parametrize("shape", [(40,), (2, 40), (3, 2, 40)])
def test_correct_is_the_exact_sum_rounded(shape):
    u, k = rng.standard_normal(shape), rng.standard_normal(9)
    y = stet.conv(u, k, level="correct")
    assert y.shape == shape and y.dtype == np.float64
    for row, got in zip(u.reshape(-1, 40), y.reshape(-1, 40)):
        wanted = [f.numerator / f.denominator for f in exact(row, k)]
        np.testing.assert_array_equal(got, wanted)


def test_channels_have_their_own_filters_bias_and_gate():
    u, k = rng.standard_normal((2, 3, 30)), rng.standard_normal((3, 5))
    bias, gate = rng.standard_normal(3), rng.standard_normal((2, 3, 30))
    y = stet.conv(u, k, bias=bias, gate=gate, gelu="tanh")
    for b in range(2):
        for c in range(3):
            z = np.convolve(u[b, c], k[c])[:30] + bias[c] * u[b, c]
            z *= 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))
            np.testing.assert_allclose(y[b, c], z * gate[b, c], rtol=1e-9, atol=1e-12)


def reference(u, k, r, operator):
    n = len(u)
    y = np.zeros(n)
    for t in range(n):
        for i in range(n):
            if operator == "circular":
                y[t] += u[i] * (k[(t - i) % n] if (t - i) % n < len(k) else 0)
                continue
            if 0 <= t - i < len(k):
                y[t] += u[i] * k[t - i]
            back = {"time": i - t - 1, "conj": i - t, "freq": t - i}.get(operator, n - 1 - (t - i))
            allowed = {"time": i > t, "conj": i >= t}.get(operator, i <= t)
            if operator != "causal" and allowed and 0 <= back < len(r):
                y[t] += u[i] * r[back]
    return y


@pytest.mark.parametrize("operator", ["causal", "circular", "time", "conj", "freq", "folded"])
@pytest.mark.parametrize("level", ["native", "extended", "correct"])
def test_operators(operator, level):
    u, k, r = rng.standard_normal(24), rng.standard_normal(7), rng.standard_normal(6)
    two = operator in ("time", "conj", "freq", "folded")
    y = stet.conv(u, k, r if two else None, operator=operator, level=level)
    np.testing.assert_allclose(y, reference(u, k, r, operator), rtol=1e-10, atol=1e-12)
    if two:
        half = stet.conv(u, k, r, operator=operator, level=level, combine="avg")
        np.testing.assert_array_equal(half, y / 2)


def test_types_and_the_bound():
    u, k = rng.standard_normal(5000).astype(np.float32), rng.standard_normal(700).astype(np.float32)
    plan = stet.Conv(k, 5000, dtype="float32", method="fft", workers=2)
    y, info = plan.run(u)
    assert y.dtype == np.float32 and plan.method == "fft" and plan.fft_length > 700
    truth = stet.conv(u, k, level="correct").astype(np.float64)
    assert 0 < np.abs(y - truth).max() <= info.bound
    assert info.line_bound.shape == (1, 1) and info.blocks >= 1
    assert stet.compare(plan(u), stet.conv(u, k, method="fft"))
    counts = stet.Conv(k, 5000, dtype="float32", level="correct").run(u)[1].stages
    assert counts["outputs"] == 5000 == sum(counts.values()) - 5000
    assert "fft" in plan.describe() and plan.relative_bound > 0
    assert stet.conv(np.int16([1, 2]), [1]).dtype == np.float64


def test_streams_have_the_bits_of_the_whole():
    u, k = rng.standard_normal((2, 3, 3000)), rng.standard_normal((3, 200))
    plan = stet.Conv(k, 3000, channels=3, batch=2, method="fft")
    stream, pieces, at = plan.stream(), [], 0
    while at < 3000:
        count = int(rng.integers(0, 700))
        pieces.append(stream.push(u[..., at : at + count]))
        at += count
    pieces.append(stream.finish())
    assert stet.compare(np.concatenate(pieces, -1), plan(u))
    with pytest.raises(ValueError, match="stream"):
        stream.push(u[..., :1])


def test_threads_share_a_plan():
    u, k = rng.standard_normal((8, 20000)), rng.standard_normal(300)
    plan = stet.Conv(k, 20000)
    wanted = [plan(row) for row in u]
    got = [None] * 8

    def work(i):
        got[i] = plan(u[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(stet.compare(a, b) for a, b in zip(got, wanted))


def test_copies_are_made_from_the_arguments():
    k, r, bias = rng.standard_normal((3, 5)), rng.standard_normal((3, 4)), rng.standard_normal(3)
    plan = stet.Conv(
        k, 30, reverse=r, operator="conj", combine="avg", norm="backward", level="extended", method="fft",
        gelu="tanh", bias=bias, gate=True, channels=3, batch=2, workers=2,
    )  # fmt: skip
    u, gate = rng.standard_normal((2, 3, 30)), rng.standard_normal((2, 3, 30))
    wanted = plan(u, gate)
    k[:], r[:], bias[:] = 0, 0, 0  # the plan has copied them
    for other in (copy.copy(plan), copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):
        assert stet.compare(other(u, gate), wanted) and other.describe() == plan.describe()
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(stet.Conv([1.0], 3).stream())


def test_a_stream_outlives_its_plan():
    stream = stet.Conv([1.0, 2.0], 6).stream()
    assert np.concatenate([stream.push([1.0, 1.0]), stream.finish()]).tolist() == [1.0, 3.0]


BAD = [
    (lambda: stet.conv([], [1.0]), ValueError, "u has shape"),
    (lambda: stet.conv(np.zeros((1, 1, 1, 2)), [1.0]), ValueError, "u has shape"),
    (lambda: stet.conv([1.0], []), ValueError, "filter has shape"),
    (lambda: stet.conv([1j], [1.0]), TypeError, "u: array type complex128"),
    (lambda: stet.conv(["a"], [1.0]), TypeError, "u: array type str"),
    (lambda: stet.conv(np.zeros((2, 5)), np.zeros((3, 2))), ValueError, "filter has 3 rows, expected 1 or 2"),
    (lambda: stet.conv([1.0], [1.0], operator="x"), ValueError, "Invalid operator value x; should be"),
    (lambda: stet.conv([1.0], [1.0], operator="time"), ValueError, "length"),
    (lambda: stet.conv([1.0], [1.0], [1.0]), ValueError, "length"),
    (lambda: stet.conv([1.0], [1.0, 2.0], operator="circular"), ValueError, "circular"),
    (lambda: stet.conv([1.0], [1.0], gate=[1.0, 2.0]), ValueError, "gate has shape"),
    (lambda: stet.conv([1.0], [1.0], bias=[1.0, 2.0]), ValueError, "bias has shape"),
    (lambda: stet.conv([1.0], [1.0], extended=["x"]), ValueError, "Invalid extended value x"),
    (lambda: stet.conv([1.0], [1.0], accuracy=np.nan), ValueError, "accura|bound"),
    (lambda: stet.conv([1.0], [1.0], workers=-10**4), ValueError, "workers value out of range"),
    (lambda: stet.conv([1.0], [1.0], workers=0), ValueError, "workers must not be zero"),
    (lambda: stet.conv(np.ma.masked_less([1.0, 2.0], 2), [1.0]), TypeError, "masked"),
    (lambda: stet.conv([1.0], np.ma.masked_less([1.0, 2.0], 2)), TypeError, "masked"),
    (lambda: stet.conv([1.0], [1.0], fft_length=10**30), OverflowError, "large"),
    (lambda: stet.Conv([1.0], -3), ValueError, "length"),
    (lambda: stet.Conv([1.0], 2**62), ValueError, "address space"),
    (lambda: stet.Conv([1.0], "a"), TypeError, "integer"),
    (lambda: stet.Conv([1.0], 3, dtype="float16"), TypeError, "array type float16"),
    (lambda: stet.Conv([1.0], 3)([1.0]), ValueError, "u has shape"),
    (lambda: stet.Conv([1.0], 3)([1.0] * 3, [1.0] * 3), TypeError, "no gate"),
    (lambda: stet.Conv([1.0], 3, operator="circular").stream(), ValueError, "stream"),
    (lambda: stet.Conv([1.0], 3).stream().push([1.0] * 4), ValueError, "length|limit"),
    (lambda: stet.Conv([1.0], 3).stream().push(1.0), ValueError, "no dimension"),
]


@pytest.mark.parametrize("call, kind, words", BAD, ids=range(len(BAD)))
def test_bad_arguments(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_byte_order_and_alignment_change_nothing():
    u, taps = np.float32([1, 2, 3, 4]), np.float32([1, 0.5])
    wanted = stet.conv(u, taps)
    for change in (lambda a: a.astype(">f4"), lambda a: np.frombuffer(b"." + a.tobytes(), np.uint8)[1:].view(a.dtype)):
        assert stet.compare(stet.conv(change(u), change(taps)), wanted)


def test_workers_and_a_bias_for_all():
    u = np.arange(8.0).reshape(2, 4)
    assert stet.compare(stet.conv(u, [1.0, 2.0], bias=3.0), stet.conv(u, [1.0, 2.0], bias=[3.0, 3.0]))
    for workers in (-1, 2**40):
        assert stet.compare(stet.conv(u, [1.0, 2.0], workers=workers), stet.conv(u, [1.0, 2.0]))
