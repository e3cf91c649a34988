/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/oracle.h"

#include <acb_dft.h>
#include <math.h>
#include <stdlib.h>

/* Bits of the balls: an oracle's error is below 2^-100 of the result's norm. */
#define BITS 150

/* For LeakSanitizer: acb_dft of Arb 2.23 loses blocks in its Bluestein transform. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libflint"; }

static size_t product(const struct transform *t)
{
    size_t count = 1;
    for (int i = 0; i < t->rank; i++)
        count *= (size_t)t->n[i];
    return count;
}

/* Row-major number of an index whose last axis has length last. */
static size_t number_of(const struct transform *t, const ptrdiff_t *index, ptrdiff_t last)
{
    size_t number = 0;
    for (int i = 0; i < t->rank; i++)
        number = number * (size_t)(i == t->rank - 1 ? last : t->n[i]) + (size_t)index[i];
    return number;
}

static void index_of(const struct transform *t, size_t number, ptrdiff_t *index)
{
    for (int i = t->rank - 1; i >= 0; i--) {
        index[i] = (ptrdiff_t)(number % (size_t)t->n[i]);
        number /= (size_t)t->n[i];
    }
}

static void negate_index(const struct transform *t, ptrdiff_t *index)
{
    for (int i = 0; i < t->rank; i++)
        index[i] = (t->n[i] - index[i]) % t->n[i];
}

/* Element number of the full complex input, whatever the kind. */
static void set_input(acb_t z, const struct transform *t, const void *in, size_t number)
{
    ptrdiff_t index[TRANSFORM_RANK];
    if (t->kind == STET_R2C) {
        acb_set_d(z, transform_number(t, in, number));
        return;
    }
    index_of(t, number, index);
    ptrdiff_t last = transform_length(t, SIDE_IN, t->rank - 1);
    bool mirror = index[t->rank - 1] >= last;
    if (mirror)
        negate_index(t, index);
    size_t at = 2 * number_of(t, index, last);
    double re = transform_number(t, in, at), im = transform_number(t, in, at + 1);
    acb_set_d_d(z, re, mirror ? -im : im);
}

/* The forward transform along one axis. */
static void transform_axis(acb_ptr v, const struct transform *t, int axis)
{
    size_t n = (size_t)t->n[axis], stride = 1, total = product(t);
    for (int i = axis + 1; i < t->rank; i++)
        stride *= (size_t)t->n[i];
    acb_ptr line = _acb_vec_init((slong)n), result = _acb_vec_init((slong)n);
    for (size_t first = 0; first < total; first++) {
        if (first / stride % n != 0)
            continue;
        for (size_t j = 0; j < n; j++)
            acb_set(line + j, v + first + j * stride);
        acb_dft(result, line, (slong)n, BITS);
        for (size_t j = 0; j < n; j++)
            acb_swap(v + first + j * stride, result + j);
    }
    _acb_vec_clear(line, (slong)n);
    _acb_vec_clear(result, (slong)n);
}

/* The factor of the table in stet.h. */
static void set_scale(arb_t s, const struct transform *t)
{
    bool forward = t->direction == STET_FORWARD;
    arb_set_ui(s, product(t));
    if (t->norm == STET_NORM_ORTHO)
        arb_rsqrt(s, s, BITS);
    else if (forward == (t->norm == STET_NORM_FORWARD))
        arb_inv(s, s, BITS);
    else
        arb_one(s);
}

static void split(const arb_t x, double *hi, double *lo)
{
    arf_t rest;
    arf_init(rest);
    *hi = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    arf_set_d(rest, *hi);
    arf_sub(rest, arb_midref(x), rest, BITS, ARF_RND_NEAR);
    *lo = arf_get_d(rest, ARF_RND_NEAR);
    arf_clear(rest);
}

/* The stored part of the output; inverse is forward with the index negated. */
static void read_output(struct oracle *oracle, const struct transform *t, acb_ptr v)
{
    arb_t s;
    arb_init(s);
    set_scale(s, t);
    ptrdiff_t index[TRANSFORM_RANK], last = transform_length(t, SIDE_OUT, t->rank - 1);
    size_t total = product(t), at = 0;
    for (size_t number = 0; number < total; number++) {
        index_of(t, number, index);
        if (index[t->rank - 1] >= last)
            continue;
        if (t->direction == STET_INVERSE)
            negate_index(t, index);
        acb_ptr z = v + number_of(t, index, t->n[t->rank - 1]);
        acb_mul_arb(z, z, s, BITS);
        split(acb_realref(z), &oracle->hi[at], &oracle->lo[at]);
        at++;
        if (transform_is_complex(t, SIDE_OUT)) {
            split(acb_imagref(z), &oracle->hi[at], &oracle->lo[at]);
            at++;
        }
    }
    arb_clear(s);
}

void oracle_open(struct oracle *oracle, const struct transform *t, const void *in)
{
    size_t total = product(t);
    acb_ptr v = _acb_vec_init((slong)total);
    for (size_t i = 0; i < total; i++)
        set_input(v + i, t, in, i);
    for (int axis = t->rank - 1; axis >= 0; axis--)
        transform_axis(v, t, axis);
    oracle->reals = transform_reals(t, SIDE_OUT);
    oracle->hi = calloc(2 * oracle->reals, sizeof *oracle->hi);
    if (oracle->hi == NULL)
        abort();
    oracle->lo = oracle->hi + oracle->reals;
    read_output(oracle, t, v);
    _acb_vec_clear(v, (slong)total);
}

void oracle_close(struct oracle *oracle)
{
    free(oracle->hi);
    oracle->hi = oracle->lo = NULL;
}

/* No error is small relative to zero. */
static struct oracle_error compare_with_zero(const struct oracle *oracle, const struct transform *t,
                                             const void *out)
{
    for (size_t i = 0; i < oracle->reals; i++)
        if (transform_number(t, out, i) != 0)
            return (struct oracle_error){HUGE_VAL, HUGE_VAL};
    return (struct oracle_error){0, 0};
}

struct oracle_error oracle_compare(const struct oracle *oracle, const struct transform *t,
                                   const void *out)
{
    double peak = 0, sum = 0, squares = 0, max = 0;
    for (size_t i = 0; i < oracle->reals; i++)
        peak = fmax(peak, fabs(oracle->hi[i]));
    if (peak == 0)
        return compare_with_zero(oracle, t, out);
    for (size_t i = 0; i < oracle->reals; i++) {
        /* divided by the peak, no square overflows */
        double exact = oracle->hi[i] / peak;
        double error = (transform_number(t, out, i) - oracle->hi[i] - oracle->lo[i]) / peak;
        if (!(fabs(error) <= max))
            max = fabs(error); /* NaN too */
        squares += error * error;
        sum += exact * exact;
    }
    double rms = sqrt(sum / (double)oracle->reals);
    return (struct oracle_error){sqrt(squares / sum), max / rms};
}
