/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/reference.h"

#include <acb_dft.h>
#include <stdlib.h>

/* For LeakSanitizer: acb_dft of Arb 2.23 loses blocks in its Bluestein transform. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libflint"; }

struct reference {
    const struct stet_dft *dft;
    ptrdiff_t size;
    int bits;
    acb_ptr y;
};

/* ------------------------------------------------------------- rounding -- */

/* All values of the format are doubles, and the narrow ones are converted exactly. */
static uint64_t bits_of(double d, struct stet_format f)
{
    union {
        double d;
        float s;
        uint64_t u;
    } bits = {.u = 0};
    if (f.precision == 53)
        bits.d = d;
    else if (f.precision == 24)
        bits.s = (float)d;
    else
        bits.u = f.precision == 11 ? stet_f16_from_f64(d) : stet_bf16_from_f64(d);
    return bits.u;
}

/* MPFR in the format: its exponents are those of significands in [1/2, 1); mpfr_subnormalize()
 * knows the first rounding's direction. set() rounds the value to y. */
typedef int setter(mpfr_ptr y, const void *value);

static int set_number(mpfr_ptr y, const void *value) { return mpfr_set(y, value, MPFR_RNDN); }
static int set_ratio(mpfr_ptr y, const void *value) { return mpfr_set_q(y, value, MPFR_RNDN); }

static uint64_t round_with(setter *set, const void *value, struct stet_format f)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    int top = (int)(f.infinity >> (f.precision - 1)); /* exponent field of infinity */
    mpfr_t y;
    mpfr_init2(y, f.precision);
    mpfr_set_emin(f.quantum + 1);
    mpfr_set_emax(f.quantum + f.precision + top - 2);
    int ternary = mpfr_check_range(y, set(y, value), MPFR_RNDN);
    mpfr_subnormalize(y, ternary, MPFR_RNDN);
    double d = mpfr_get_d(y, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(y);
    return bits_of(d, f);
}

uint64_t reference_round(mpfr_srcptr x, struct stet_format f)
{
    return round_with(set_number, x, f);
}

uint64_t reference_round_ratio(mpq_srcptr q, struct stet_format f)
{
    return round_with(set_ratio, q, f);
}

/* ------------------------------------------------------------- transform -- */

static void transform_axis(struct reference *r, ptrdiff_t n, ptrdiff_t stride)
{
    acb_ptr line = _acb_vec_init((slong)n), result = _acb_vec_init((slong)n);
    for (ptrdiff_t i = 0; i < r->size; i++) {
        if (i / stride % n != 0)
            continue;
        for (ptrdiff_t j = 0; j < n; j++)
            acb_set(line + j, r->y + i + j * stride);
        acb_dft(result, line, (slong)n, r->bits);
        for (ptrdiff_t j = 0; j < n; j++)
            acb_swap(r->y + i + j * stride, result + j);
    }
    _acb_vec_clear(line, (slong)n);
    _acb_vec_clear(result, (slong)n);
}

static void scale(struct reference *r)
{
    bool forward = r->dft->direction == STET_FORWARD;
    arb_t s;
    arb_init(s);
    arb_set_si(s, (slong)r->size);
    if (r->dft->norm == STET_NORM_ORTHO)
        arb_sqrt(s, s, r->bits);
    else if (forward != (r->dft->norm == STET_NORM_FORWARD))
        arb_one(s);
    for (ptrdiff_t i = 0; i < r->size; i++)
        acb_div_arb(r->y + i, r->y + i, s, r->bits);
    arb_clear(s);
}

struct reference *reference_open(const struct stet_dft *dft, int bits)
{
    struct reference *r = calloc(1, sizeof *r);
    if (r == NULL)
        abort();
    *r = (struct reference){dft, stet_dft_size(dft), bits, NULL};
    r->y = _acb_vec_init((slong)r->size);
    for (ptrdiff_t i = 0; i < r->size; i++) {
        acb_set_d_d(r->y + i, dft->x[2 * i], dft->x[2 * i + 1]);
        if (dft->direction == STET_INVERSE) /* the conjugate of the transform of the conjugate */
            acb_conj(r->y + i, r->y + i);
    }
    ptrdiff_t stride = 1;
    for (int axis = dft->rank - 1; axis >= 0; axis--) {
        transform_axis(r, dft->n[axis], stride);
        stride *= dft->n[axis];
    }
    for (ptrdiff_t i = 0; i < r->size && dft->direction == STET_INVERSE; i++)
        acb_conj(r->y + i, r->y + i);
    scale(r);
    return r;
}

void reference_close(struct reference *r)
{
    _acb_vec_clear(r->y, (slong)r->size);
    free(r);
    flint_cleanup();
    mpfr_free_cache();
}

bool reference_part(const struct reference *r, ptrdiff_t index, int part, struct stet_format f,
                    uint64_t *bits)
{
    acb_srcptr z = r->y + index;
    mpfr_t low, high;
    mpfr_init2(low, r->bits);
    mpfr_init2(high, r->bits);
    arb_get_interval_mpfr(low, high, part == 0 ? acb_realref(z) : acb_imagref(z));
    *bits = reference_round(low, f);
    bool same = reference_round(high, f) == *bits;
    mpfr_clear(low);
    mpfr_clear(high);
    return same;
}
