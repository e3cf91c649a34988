# SPDX-License-Identifier: Apache-2.0
"""Sums and dot products: docs/bits.md, section 12. Numbers are NumPy scalars of one type."""
from fractions import Fraction
from math import copysign, isfinite, isnan, prod

import numpy as np

from arithmetic import rounded
from correct import FORMATS

NAMES = {np.float32: "f32", np.float64: "f64"}


def exact(kind, terms):
    """Of terms (sign, Fraction), or (sign, None) for an infinity, ("nan", None) for a NaN."""
    if not terms:
        return kind(0)
    infinite = {sign for sign, value in terms if value is None}
    if "nan" in infinite or len(infinite) == 2:
        return kind("nan")
    if infinite:
        return kind(infinite.pop() * np.inf)
    total = sum(value for _, value in terms)
    if total == 0:
        return kind(-0.0 if all(sign < 0 and value == 0 for sign, value in terms) else 0.0)
    return kind(rounded(total, *FORMATS[NAMES[kind]]))


def term(*factors):
    """The exact product."""
    values = [float(f) for f in factors]
    sign = prod(copysign(1, v) for v in values)
    if all(map(isfinite, values)):
        return sign, prod(map(Fraction, values))
    return ("nan" if any(isnan(v) or v == 0 for v in values) else sign), None


def exact_sum(kind, x):
    return exact(kind, [term(a) for a in x])


def dot(kind, x, y):
    return exact(kind, [term(a, b) for a, b in zip(x, y)])


def pairwise(kind, x):
    if len(x) <= 1:
        return x[0] if len(x) else kind(0)
    left = 1 << (len(x) - 1).bit_length() - 1
    return pairwise(kind, x[:left]) + pairwise(kind, x[left:])


def compensated(kind, x):
    s, c = x[0] if len(x) else kind(0), kind(0)
    for a in x[1:]:
        r = s + a
        p, q = (s, a) if abs(s) >= abs(a) else (a, s)
        c += q - (r - p)
        s = r
    return s if c == 0 or not np.isfinite(s) else s + c
