# SPDX-License-Identifier: Apache-2.0
"""torch.ops.stet: opcheck, gradients, torch.compile, and the bits of stet.fft."""

import numpy as np
import pytest

import stet

torch = pytest.importorskip("torch", reason="skipped: no PyTorch")
import stet.torch  # noqa: E402

ops = torch.ops.stet
rng = np.random.default_rng(3)


def numbers(*shape, dtype=torch.float64):
    x = torch.from_numpy(rng.standard_normal(shape))
    return (x + 1j * torch.from_numpy(rng.standard_normal(shape))).to(dtype) if dtype.is_complex else x.to(dtype)


# Name: operator, input, arguments.
CASES = {
    "fft": (ops.fft, numbers(3, 8, dtype=torch.complex128), ()),
    "fft of real": (ops.fft, numbers(3, 8), (None, 0, "ortho")),
    "fft cut": (ops.fft, numbers(3, 8, dtype=torch.complex128), (5, -1, "forward")),
    "fft filled": (ops.fft, numbers(3, 8), (11, -1, None, "correct")),
    "ifft": (ops.ifft, numbers(2, 6, dtype=torch.complex128), (7, 1)),
    "rfft": (ops.rfft, numbers(2, 7), ()),
    "rfft cut": (ops.rfft, numbers(7, 2), (4, 0, "forward", "extended")),
    "rfft filled": (ops.rfft, numbers(2, 7), (9,)),
    "irfft": (ops.irfft, numbers(2, 5, dtype=torch.complex128), ()),
    "irfft odd": (ops.irfft, numbers(2, 5, dtype=torch.complex128), (9, -1, "ortho")),
    "irfft cut": (ops.irfft, numbers(5, 2, dtype=torch.complex128), (4, 0)),
    "irfft filled": (ops.irfft, numbers(2, 3, dtype=torch.complex128), (10,)),
    "fftn": (ops.fftn, numbers(2, 3, 4, dtype=torch.complex128), ()),
    "fftn of real": (ops.fftn, numbers(2, 3, 4), ((5, 2), (0, 2), "ortho")),
    "ifftn": (ops.ifftn, numbers(2, 3, 4, dtype=torch.complex128), (None, (2, 0))),
}


@pytest.mark.parametrize("name", CASES)
def test_opcheck(name):
    op, x, args = CASES[name]
    torch.library.opcheck(op.default, (x.clone().requires_grad_(), *args))


@pytest.mark.parametrize("name", CASES)
def test_gradients(name):
    op, x, args = CASES[name]
    x = x.clone().requires_grad_()
    # An inverse real transform ignores the imaginary parts at index 0 and at the middle.
    assert torch.autograd.gradcheck(lambda t: op(t, *args), (x,))
    assert torch.autograd.gradgradcheck(lambda t: op(t, *args), (x,))


@pytest.mark.parametrize("name", CASES)
def test_values(name):
    op, x, args = CASES[name]
    got = op(x, *args)
    peer = getattr(torch.fft, op.__name__.split(".")[-1])
    torch.testing.assert_close(got, peer(x, *args[:3]))
    ours = getattr(stet.fft, op.__name__.split(".")[-1])
    assert stet.compare(got.numpy(), ours(x.numpy(), *args[:3], level=args[3] if len(args) > 3 else "native"))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.complex64, torch.int32])
def test_types(dtype):
    x = (10 * numbers(4, 16)).to(dtype)
    y = ops.fft(x)
    assert y.dtype == torch.complex64 and torch.allclose(y, torch.fft.fft(x.to(torch.complex64)), rtol=1e-5, atol=1e-4)


def test_one_number():
    assert ops.fftn(torch.tensor(3.0)).shape == ()


def test_integers_become_a_type_that_has_transforms():
    torch.set_default_dtype(torch.bfloat16)
    try:
        assert ops.rfft(torch.arange(8)).dtype == torch.complex64
        assert ops.irfft(torch.arange(5)).dtype == torch.float32
    finally:
        torch.set_default_dtype(torch.float32)


def test_views_and_conjugates():
    z = numbers(6, 8, dtype=torch.complex64)
    for view in (z.T, z[::2, 1::3], z.conj(), z.conj().T, z.imag, z[0].expand(3, 8)):
        assert stet.compare(ops.fft(view).numpy(), stet.fft.fft(view.resolve_conj().resolve_neg().numpy()))


def test_compile():
    torch._dynamo.reset()

    def loss(x):
        return (torch.ops.stet.rfft(x * 2, None, -1, "ortho").abs() ** 2).sum()

    compiled = torch.compile(loss, fullgraph=True, backend="aot_eager", dynamic=True)
    for n in (16, 24):
        x = numbers(2, n, dtype=torch.float32).requires_grad_()
        assert stet.compare(compiled(x).detach().numpy(), loss(x).detach().numpy())
        (g,) = torch.autograd.grad(compiled(x), x)
        (h,) = torch.autograd.grad(loss(x), x)
        torch.testing.assert_close(g, h)


def test_fake_tensors_have_no_data():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        y = ops.rfft(torch.empty(3, 10), 7)
    assert y.shape == (3, 4) and y.dtype == torch.complex64


def test_bad_arguments():
    x = numbers(3, 8)
    with pytest.raises(IndexError, match="Dimension out of range"):
        ops.fft(x, None, 2)
    with pytest.raises(ValueError, match="Invalid norm value"):
        ops.fft(x, None, -1, "x")
    with pytest.raises((ValueError, RuntimeError), match="Invalid number of FFT data points"):
        ops.fft(x, 0)
    with pytest.raises(ValueError, match="unique"):
        ops.fftn(x, None, (0, 0))
    with pytest.raises(TypeError):
        ops.rfft(x + 0j)


@pytest.mark.parametrize("name", CASES)
def test_on_devices(name, monkeypatch):
    """CUDA tensors reach stet.gpu with the right type and the right number of elements; this test runs it on the CPU."""
    op, x, args = CASES[name]
    word = op.__name__.split(".")[-1]
    assert torch._C._dispatch_has_kernel_for_dispatch_key(f"stet::{word}", "CUDA")

    class Device:
        def __getattr__(self, called):
            assert called == (word if word.endswith("n") else word + "n")

            def run(t, s, axes, norm, *, level):
                need = [n // 2 + 1 if word == "irfft" else n for n in s]
                assert [t.shape[a] for a in axes] == need
                assert t.dtype.is_complex == (word != "rfft")
                return torch.from_numpy(np.asarray(getattr(stet.fft, called)(t.numpy(), s, axes, norm, level=level)))

            return run

    monkeypatch.setattr(stet.torch, "_stet_gpu", Device())
    assert torch.equal(stet.torch._device_kernel(word)(x, *args), op(x, *args))
