/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the tables of real.h. */
#include "correct/real.h"

static int is_hartley_like(stet_r2r_kind kind) { return kind < STET_DCT1; }

static int is_sine(stet_r2r_kind kind) { return kind >= STET_DST1; }

void stet_real_shape(stet_real_axis *axis, int lone)
{
    const ptrdiff_t n = axis->n;
    axis->e = 1;
    axis->twos = 0;
    switch (axis->kind) {
    case STET_DCT1: axis->m = 2 * (n - 1); return;
    case STET_DST1: axis->m = 2 * (n + 1); return;
    case STET_DCT4:
    case STET_DST4: axis->m = 8 * n; return;
    case STET_DCT2:
    case STET_DCT3:
    case STET_DST2:
    case STET_DST3: axis->m = 4 * n; return;
    default: break;
    }
    axis->m = n;
    if (lone)
        return;
    axis->e = axis->kind == STET_DHT ? 4 : 2;
    axis->twos = axis->kind != STET_HC2R;
}

/* Returns the place of p modulo m in slice s of e. */
static ptrdiff_t place_of(const stet_real_axis *axis, ptrdiff_t s, ptrdiff_t p)
{
    const ptrdiff_t m = axis->m;
    return s * m + (p % m + m) % m;
}

static void add(const stet_real_axis *axis, stet_real_input *in, ptrdiff_t s, ptrdiff_t p, int unit)
{
    in->place[in->count] = place_of(axis, s, p);
    in->unit[in->count++] = unit;
}

/* Adds p, and -p unless it is the same. */
static void add_both(const stet_real_axis *axis, stet_real_input *in, ptrdiff_t p, int unit,
                     int other)
{
    add(axis, in, 0, p, unit);
    if (place_of(axis, 0, p) != place_of(axis, 0, -p))
        add(axis, in, 0, -p, other);
}

static void fill_input(const stet_real_axis *axis, ptrdiff_t j, stet_real_input *in)
{
    const ptrdiff_t n = axis->n;
    in->count = 0;
    switch (axis->kind) {
    case STET_DCT1:
    case STET_DCT3: add_both(axis, in, j, 0, 0); return;
    case STET_DCT2:
    case STET_DCT4: add_both(axis, in, 2 * j + 1, 0, 0); return;
    case STET_DST3:
        if (j == n - 1) {
            add(axis, in, 0, n, 0);
            return;
        }
        add_both(axis, in, j + 1, 0, 2);
        return;
    case STET_DST1: add_both(axis, in, j + 1, 0, 2); return;
    case STET_DST2:
    case STET_DST4: add_both(axis, in, 2 * j + 1, 0, 2); return;
    case STET_R2HC:
        add(axis, in, 0, j, 0);
        add(axis, in, 1, -j, 0);
        return;
    case STET_HC2R:
        if (2 * j <= n) {
            add_both(axis, in, j, 0, 0);
        } else {
            add(axis, in, 1, n - j, 3);
            add(axis, in, 1, j - n, 1);
        }
        return;
    default:
        add(axis, in, 0, j, 0);
        add(axis, in, 1, j, 1);
        add(axis, in, 2, -j, 0);
        add(axis, in, 3, -j, 3);
    }
}

/* Fills inputs of R2C, C2R and the real part of a complex transform without a change. */
static void fill_lone_input(const stet_real_axis *axis, ptrdiff_t j, stet_real_input *in)
{
    const ptrdiff_t n = axis->n;
    const int imaginary = axis->kind == STET_HC2R && 2 * j > n;
    in->count = 0;
    add(axis, in, 0, imaginary ? n - j : j, imaginary);
    if (axis->kind == STET_DHT)
        add(axis, in, 0, j, 1);
}

static ptrdiff_t frequency_of(stet_r2r_kind kind, ptrdiff_t k)
{
    switch (kind) {
    case STET_DCT3:
    case STET_DCT4:
    case STET_DST3:
    case STET_DST4: return 2 * k + 1;
    case STET_DST1:
    case STET_DST2: return k + 1;
    default: return k;
    }
}

static void fill_output(const stet_real_axis *axis, ptrdiff_t k, int lone, stet_real_output *out)
{
    const int imaginary = axis->kind == STET_R2HC && 2 * k > axis->n;
    const ptrdiff_t f = imaginary ? axis->n - k : frequency_of(axis->kind, k);
    const ptrdiff_t slice = imaginary && !lone;
    out->is_sine = imaginary || is_sine(axis->kind);
    out->unit = imaginary ? 3 : is_sine(axis->kind);
    out->place = place_of(axis, slice, f);
    out->opposite = place_of(axis, slice, -f);
}

void stet_real_fill(stet_real_axis *axis, int lone)
{
    for (ptrdiff_t j = 0; j < axis->n; j++) {
        if (lone && is_hartley_like(axis->kind))
            fill_lone_input(axis, j, &axis->inputs[j]);
        else
            fill_input(axis, j, &axis->inputs[j]);
        fill_output(axis, j, lone, &axis->outputs[j]);
    }
}
