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
    if (!transform_is_complex(t, SIDE_IN)) {
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

/* A real-to-real transform of n numbers as a DFT of length m: x[j] is in a[at + step j] and, times
 * `mirror`, in a[-(at + step j)]; y[k] is the real part of output first + by k, or if `sine` minus
 * the imaginary one. */
struct extension {
    size_t m, at, step, first, by;
    int mirror;
    bool sine;
};

static struct extension extension_of(stet_r2r_kind r2r, size_t n)
{
    switch (r2r) {
    case STET_DCT1: return (struct extension){2 * (n - 1), 0, 1, 0, 1, 1, false};
    case STET_DCT2: return (struct extension){4 * n, 1, 2, 0, 1, 1, false};
    case STET_DCT3: return (struct extension){4 * n, 0, 1, 1, 2, 1, false};
    case STET_DCT4: return (struct extension){8 * n, 1, 2, 1, 2, 1, false};
    case STET_DST1: return (struct extension){2 * (n + 1), 1, 1, 1, 1, -1, true};
    case STET_DST2: return (struct extension){4 * n, 1, 2, 1, 1, -1, true};
    case STET_DST3: return (struct extension){4 * n, 1, 1, 1, 2, -1, true};
    case STET_DST4: return (struct extension){8 * n, 1, 2, 1, 2, -1, true};
    default: return (struct extension){n, 0, 1, 0, 1, 0, false};
    }
}

/* The numbers that types I and III have once are in one place, or in two by halves. */
static void extend(acb_ptr a, struct extension e, stet_r2r_kind r2r, acb_srcptr x, size_t n)
{
    acb_t half;
    acb_init(half);
    _acb_vec_zero(a, (slong)e.m);
    for (size_t j = 0; j < n; j++) {
        const size_t at = (e.at + e.step * j) % e.m, mirror = (e.m - at) % e.m;
        acb_set(a + at, x + j);
        if (r2r == STET_DST3 && j == n - 1)
            acb_mul_2exp_si(a + at, a + at, -1);
        if (e.mirror != 0 && mirror != at)
            acb_mul_si(a + mirror, a + at, e.mirror, BITS);
    }
    for (size_t k = 1; r2r == STET_HC2R && 2 * k < n; k++) { /* conjugates: a DFT goes forward */
        acb_mul_onei(half, x + n - k);
        acb_sub(a + k, x + k, half, BITS);
        acb_add(a + n - k, x + k, half, BITS);
    }
    acb_clear(half);
}

static void read_extended(acb_ptr y, acb_srcptr b, struct extension e, stet_r2r_kind r2r, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        acb_srcptr z = b + (e.first + e.by * k) % e.m;
        arb_ptr to = acb_realref(y + k);
        acb_zero(y + k);
        if (r2r == STET_DHT)
            arb_sub(to, acb_realref(z), acb_imagref(z), BITS);
        else if (r2r == STET_R2HC && 2 * k > n)
            arb_set(to, acb_imagref(b + n - k));
        else if (e.sine)
            arb_neg(to, acb_imagref(z));
        else
            arb_set(to, acb_realref(z));
    }
}

static void transform_real_line(acb_ptr y, acb_srcptr x, stet_r2r_kind r2r, size_t n)
{
    const struct extension e = extension_of(r2r, n);
    acb_ptr a = _acb_vec_init((slong)e.m), b = _acb_vec_init((slong)e.m);
    extend(a, e, r2r, x, n);
    acb_dft(b, a, (slong)e.m, BITS);
    read_extended(y, b, e, r2r, n);
    _acb_vec_clear(a, (slong)e.m);
    _acb_vec_clear(b, (slong)e.m);
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
        if (t->kind == STET_R2R)
            transform_real_line(result, line, t->r2r[axis], n);
        else
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
    arb_set_d(s, transform_logical(t));
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
        if (t->direction == STET_INVERSE && t->kind != STET_R2R)
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
