# SPDX-License-Identifier: Apache-2.0
"""Operators for PyTorch with the same bits on every machine: ``torch.ops.stet.fft`` etc. (``pip install stet[torch]``).

The operators have the signatures of ``torch.fft`` and the argument ``level``. They run on the CPU, and on CUDA devices
by libstet_gpu (`stet.gpu`). Autograd differentiates them, also twice; ``torch.compile`` treats them as opaque calls.
float32 and complex64 keep their type, float16 and bfloat16 become float32, integers the default dtype. At level
"correct" an integer that the default dtype does not hold raises `stet.fft.InexactError`. The gradient is the adjoint,
at the level of the operator.

>>> import torch, stet.torch
>>> torch.ops.stet.fft(torch.tensor([1.0, 2.0, 3.0, 4.0]))
tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import numpy as np
import torch  # type: ignore[import-not-found, unused-ignore]

from . import fft as _stet_fft
from . import gpu as _stet_gpu
from ._dtypes import require_exact

__all__ = ["fft", "fftn", "ifft", "ifftn", "irfft", "rfft"]

# The norm of the adjoint: a forward transform that divides by n has an inverse that divides by n.
_ADJOINT = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def _real_dtype(dtype: torch.dtype) -> torch.dtype:
    if dtype in (torch.float64, torch.complex128):
        return torch.float64
    if dtype.is_floating_point or dtype.is_complex:
        return torch.float32
    return _real_dtype(torch.get_default_dtype())


def _complex_dtype(dtype: torch.dtype) -> torch.dtype:
    return torch.complex128 if _real_dtype(dtype) == torch.float64 else torch.complex64


def _plain(x: torch.Tensor, dtype: torch.dtype, level: str) -> torch.Tensor:
    x = x.detach().resolve_conj().resolve_neg()
    if level == "correct" and not (x.dtype.is_floating_point or x.dtype.is_complex):
        require_exact(x.cpu().numpy(), torch.empty(0, dtype=dtype).numpy().dtype, "stet.torch")
    return x.to(dtype)


def _on_device(name: str, x: torch.Tensor, dims: Sequence[int], lengths: Sequence[int], norm: Optional[str], level: str) -> torch.Tensor:
    """Runs the operator of that name on the device of x along dims; crops or pads x to the lengths first."""
    x = _plain(x, _real_dtype(x.dtype) if name == "rfft" else _complex_dtype(x.dtype), level)
    for dim, n in zip(dims, lengths):
        torch._check(n >= 1, lambda: f"Invalid number of data points ({n}) specified")
        x = _fit(x, dim, n // 2 + 1 if name == "irfft" else n)
    function = getattr(_stet_gpu, name if name.endswith("n") else name + "n")
    result: torch.Tensor = function(x, list(lengths), list(dims), norm, level=level)
    return result


def _run(function: Callable[..., Any], x: torch.Tensor, *args: Any, level: str) -> torch.Tensor:
    kind = _complex_dtype(x.dtype) if x.dtype.is_complex else _real_dtype(x.dtype)
    array = _plain(x, kind, level).numpy()
    return torch.from_numpy(np.asarray(function(array, *args, level=level), order="C"))


def _dim(x: torch.Tensor, dim: int) -> int:
    if not -x.ndim <= dim < x.ndim:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-x.ndim}, {x.ndim - 1}], but got {dim})"
        )
    index: int = dim % x.ndim  # without PyTorch mypy does not know its type
    return index


def _shaped(x: torch.Tensor, dims: Sequence[int], lengths: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Returns an empty tensor of x's shape with other lengths along dims."""
    shape = list(x.shape)
    for dim, n in zip(dims, lengths):
        torch._check(n >= 1, lambda: f"Invalid number of data points ({n}) specified")
        shape[_dim(x, dim)] = n
    return x.new_empty(shape, dtype=dtype)


def _fit(x: torch.Tensor, dim: int, n: int) -> torch.Tensor:
    """Returns x, cropped or padded with zeros to n numbers along dim. The function with x's length is its adjoint."""
    have = x.shape[dim]
    if n <= have:
        return x.narrow(dim, 0, n)
    more = list(x.shape)
    more[dim] = n - have
    return torch.cat((x, x.new_zeros(more)), dim)


def _back(grad: torch.Tensor, like: dict[str, Any], dims: Sequence[int]) -> torch.Tensor:
    """Applies the adjoint of an operator's first steps: cropping or padding, and the conversion of real to complex."""
    for dim in dims:
        grad = _fit(grad, dim, like["shape"][dim])
    return (grad if like["dtype"].is_complex else grad.real).to(like["dtype"])


def _remember(ctx: Any, x: torch.Tensor, **more: Any) -> None:
    ctx.like = {"shape": tuple(x.shape), "dtype": x.dtype}
    ctx.__dict__.update(more)


# ----------------------------------------------------------------------------- complex, along one dimension


def _fft(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    """Returns torch.fft.fft at a level."""
    return _run(_stet_fft.fft, input, n, _dim(input, dim), norm, level=level)


def _ifft(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    """Returns torch.fft.ifft at a level."""
    return _run(_stet_fft.ifft, input, n, _dim(input, dim), norm, level=level)


def _rfft(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    """Returns torch.fft.rfft at a level."""
    return _run(_stet_fft.rfft, input, n, _dim(input, dim), norm, level=level)


def _irfft(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    """Returns torch.fft.irfft at a level."""
    return _run(_stet_fft.irfft, input, n, _dim(input, dim), norm, level=level)


def _fftn(
    input: torch.Tensor,
    s: Optional[Sequence[int]] = None,
    dim: Optional[Sequence[int]] = None,
    norm: Optional[str] = None,
    level: str = "native",
) -> torch.Tensor:
    """Returns torch.fft.fftn at a level."""
    dims, lengths = _dims(input, s, dim)
    return _run(_stet_fft.fftn, input, lengths, dims, norm, level=level)


def _ifftn(
    input: torch.Tensor,
    s: Optional[Sequence[int]] = None,
    dim: Optional[Sequence[int]] = None,
    norm: Optional[str] = None,
    level: str = "native",
) -> torch.Tensor:
    """Returns torch.fft.ifftn at a level."""
    dims, lengths = _dims(input, s, dim)
    return _run(_stet_fft.ifftn, input, lengths, dims, norm, level=level)


def _dims(
    x: torch.Tensor, s: Optional[Sequence[int]], dim: Optional[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Returns the dimensions, each once, and their lengths."""
    if dim is None:
        dim = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    dims = [_dim(x, d) for d in dim]
    if len(set(dims)) < len(dims):
        raise ValueError("FFT dims must be unique")
    if s is not None and len(s) != len(dims):
        raise ValueError("When given, dim and shape arguments must have the same length")
    return dims, [x.shape[d] if s is None or s[i] == -1 else s[i] for i, d in enumerate(dims)]


def _length(x: torch.Tensor, n: Optional[int], dim: int) -> int:
    return x.shape[_dim(x, dim)] if n is None else n


def _fake_complex(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    return _shaped(input, [dim], [_length(input, n, dim)], _complex_dtype(input.dtype))


def _fake_half(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    return _shaped(input, [dim], [_length(input, n, dim) // 2 + 1], _complex_dtype(input.dtype))


def _fake_real(
    input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
) -> torch.Tensor:
    length = 2 * (input.shape[_dim(input, dim)] - 1) if n is None else n
    return _shaped(input, [dim], [length], _real_dtype(input.dtype))


def _fake_several(
    input: torch.Tensor,
    s: Optional[Sequence[int]] = None,
    dim: Optional[Sequence[int]] = None,
    norm: Optional[str] = None,
    level: str = "native",
) -> torch.Tensor:
    return _shaped(input, *_dims(input, s, dim), _complex_dtype(input.dtype))


# ------------------------------------------------------------------------------------------------ gradients
# Each operator is y = A x. The gradient of x is A^H times that of y (PyTorch's convention for complex numbers).


def _setup_one(ctx: Any, inputs: Any, output: Any) -> None:
    x, n, dim, norm, level = inputs
    d = _dim(x, dim)
    _remember(ctx, x, dim=d, norm=_ADJOINT[norm], level=level, n=output.shape[d])


def _setup_half(ctx: Any, inputs: Any, output: Any) -> None:
    _setup_one(ctx, inputs, output)
    ctx.n = _length(inputs[0], inputs[1], inputs[2])


def _setup_several(ctx: Any, inputs: Any, output: Any) -> None:
    x, s, dim, norm, level = inputs
    _remember(ctx, x, dims=_dims(x, s, dim)[0], norm=_ADJOINT[norm], level=level)


def _fft_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.ifft(grad, None, ctx.dim, ctx.norm, ctx.level)
    return _back(x, ctx.like, [ctx.dim]), None, None, None, None


def _ifft_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.fft(grad, None, ctx.dim, ctx.norm, ctx.level)
    return _back(x, ctx.like, [ctx.dim]), None, None, None, None


def _rfft_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.ifft(grad, ctx.n, ctx.dim, ctx.norm, ctx.level)
    return _back(x, ctx.like, [ctx.dim]), None, None, None, None


def _irfft_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.rfft(grad, None, ctx.dim, ctx.norm, ctx.level)
    # Each number stands for its conjugate too, except the first one and the middle one of an even length.
    factors = x.new_full((x.shape[ctx.dim],), 2.0)
    factors[0] = 1
    if ctx.n % 2 == 0:
        factors[-1] = 1
    shape = [1] * x.ndim
    shape[ctx.dim] = -1
    return _back(x * factors.reshape(shape), ctx.like, [ctx.dim]), None, None, None, None


def _fftn_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.ifftn(grad, None, ctx.dims, ctx.norm, ctx.level)
    return _back(x, ctx.like, ctx.dims), None, None, None, None


def _ifftn_backward(ctx: Any, grad: torch.Tensor) -> Any:
    x = torch.ops.stet.fftn(grad, None, ctx.dims, ctx.norm, ctx.level)
    return _back(x, ctx.like, ctx.dims), None, None, None, None


def _device_kernel(name: str) -> Callable[..., torch.Tensor]:
    """Returns the function that runs the operator on CUDA devices."""

    def one(
        input: torch.Tensor, n: Optional[int] = None, dim: int = -1, norm: Optional[str] = None, level: str = "native"
    ) -> torch.Tensor:
        d = _dim(input, dim)
        have = input.shape[d]
        length = n if n is not None else 2 * (have - 1) if name == "irfft" else have
        return _on_device(name, input, [d], [length], norm, level)

    def several(
        input: torch.Tensor,
        s: Optional[Sequence[int]] = None,
        dim: Optional[Sequence[int]] = None,
        norm: Optional[str] = None,
        level: str = "native",
    ) -> torch.Tensor:
        dims, lengths = _dims(input, s, dim)
        return _on_device(name, input, dims, lengths, norm, level)

    return several if name.endswith("n") else one


def _operator(
    function: Callable[..., Any], fake: Callable[..., Any], setup: Callable[..., Any], backward: Callable[..., Any]
) -> Any:
    name = function.__name__.lstrip("_")
    op = torch.library.custom_op(f"stet::{name}", function, mutates_args=(), device_types="cpu")
    op.register_kernel("cuda")(_device_kernel(name))
    op.register_fake(fake)
    op.register_autograd(backward, setup_context=setup)
    return op


fft = _operator(_fft, _fake_complex, _setup_one, _fft_backward)
ifft = _operator(_ifft, _fake_complex, _setup_one, _ifft_backward)
rfft = _operator(_rfft, _fake_half, _setup_half, _rfft_backward)
irfft = _operator(_irfft, _fake_real, _setup_one, _irfft_backward)
fftn = _operator(_fftn, _fake_several, _setup_several, _fftn_backward)
ifftn = _operator(_ifftn, _fake_several, _setup_several, _ifftn_backward)
