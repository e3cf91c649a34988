/* SPDX-License-Identifier: Apache-2.0 */
/* Fixed point against Arb: the roots of unity, and transforms of every kind with their bounds. */
#include "verify/fixed.h"
#include "verify/wide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <acb_dft.h>

/* FLINT keeps caches. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libflint"; }

#define BITS 2400

/* splitmix64 (Steele, Lea and Flood 2014), in [-1, 1). */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (double)(int64_t)(z ^ (z >> 31)) * 0x1p-63;
}

static void set_fixed(arb_t to, const uint64_t *x, int limbs)
{
    uint64_t size[FIXED_LIMBS_MAX];
    bool negative = x[limbs - 1] >> 63 != 0;
    memcpy(size, x, (size_t)limbs * sizeof *size);
    if (negative)
        fixed_neg(size, x, limbs);
    arb_zero(to);
    for (int i = limbs - 1; i >= 0; i--) {
        arb_mul_2exp_si(to, to, 64);
        arb_add_ui(to, to, size[i], BITS); /* exact */
    }
    if (negative)
        arb_neg(to, to);
    arb_mul_2exp_si(to, to, -64 * (limbs - 1));
}

/* |x - exact| in units, at least. */
static double off(const uint64_t *x, int limbs, const arb_t exact)
{
    arb_t d;
    arb_init(d);
    set_fixed(d, x, limbs);
    arb_sub(d, d, exact, BITS);
    arb_mul_2exp_si(d, d, 64 * (limbs - 1));
    double size = fabs(arf_get_d(arb_midref(d), ARF_RND_NEAR));
    arb_clear(d);
    return size;
}

static void arithmetic(void **state)
{
    (void)state;
    uint64_t seed = 1, a[FIXED_LIMBS_MAX], b[FIXED_LIMBS_MAX], r[FIXED_LIMBS_MAX];
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    for (int limbs = 2; limbs < FIXED_LIMBS_MAX; limbs++)
        for (int i = 0; i < 50; i++) {
            fixed_set(a, uniform(&seed) * 0x1p20, limbs);
            fixed_set(b, uniform(&seed), limbs);
            for (int k = 0; k + 1 < limbs; k++) { /* digits beyond those of a double */
                a[k] ^= (uint64_t)(int64_t)(uniform(&seed) * 0x1p62);
                b[k] ^= (uint64_t)(int64_t)(uniform(&seed) * 0x1p62);
            }
            set_fixed(x, a, limbs);
            set_fixed(y, b, limbs);
            assert_true(fabs(fixed_get(a, limbs).hi - arf_get_d(arb_midref(x), ARF_RND_NEAR)) <=
                        0x1p-52 * 0x1p20);
            arb_mul(y, x, y, BITS);
            fixed_mul(r, a, b, limbs);
            assert_true(off(r, limbs, y) < 1);
            arb_mul_ui(y, x, 12345, BITS);
            arb_div_ui(y, y, 678, BITS);
            fixed_scale(r, a, 12345, 678, limbs);
            assert_true(off(r, limbs, y) < 1);
        }
    double exact[] = {0, 1, -1, 0.75, -0x1p-60, 0x1.23456789abcdep-3, -0x1p61};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        fixed_set(a, exact[i], 3);
        arb_set_d(x, exact[i]);
        assert_true(off(a, 3, x) == 0);
        assert_true(fixed_get(a, 3).hi == exact[i]);
    }
    arb_clear(x);
    arb_clear(y);
}

static void roots(void **state)
{
    (void)state;
    static const uint64_t orders[] = {
        1, 2, 3, 4, 5, 7, 8, 12, 16, 97, 1000, 1 << 20, 1099511627689};
    uint64_t seed = 2, quarter_pi[FIXED_LIMBS_MAX], re[FIXED_LIMBS_MAX], im[FIXED_LIMBS_MAX];
    double worst = 0;
    arb_t c, s;
    arb_init(c);
    arb_init(s);
    for (int limbs = 2; limbs <= WIDE_MOST; limbs *= 2) {
        fixed_quarter_pi(quarter_pi, limbs);
        arb_const_pi(c, BITS);
        arb_mul_2exp_si(c, c, -2);
        assert_true(off(quarter_pi, limbs, c) < 2);
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
            for (uint64_t j = 0; j < 40; j++) {
                uint64_t n = orders[i];
                uint64_t k = n <= 40 ? j % n : (uint64_t)((uniform(&seed) + 1) / 2 * (double)n) % n;
                fixed_root(re, im, k, n, quarter_pi, limbs);
                arb_set_ui(s, 2 * k);
                arb_div_ui(s, s, n, BITS);
                arb_neg(s, s);
                arb_sin_cos_pi(s, c, s, BITS);
                worst = fmax(worst, off(re, limbs, c) / fixed_root_error(limbs));
                worst = fmax(worst, off(im, limbs, s) / fixed_root_error(limbs));
            }
    }
    arb_clear(c);
    arb_clear(s);
    assert_true(worst < 1 && worst > 0);
}

/* -------------------------------------------------------- transforms -- */

/* The transform along axis i of p by its definition in Arb, in place. */
static void exact_axis(acb_ptr row, const struct problem *p, int i)
{
    size_t outer = 1, inner = 1, n = p->n[i];
    acb_ptr x = _acb_vec_init((slong)n), y = _acb_vec_init((slong)n);
    for (int j = 0; j < p->rank; j++)
        *(j < i ? &outer : &inner) *= j == i ? 1 : p->n[j];
    for (size_t o = 0; o < outer; o++)
        for (size_t l = 0; l < inner; l++) {
            for (size_t k = 0; k < n; k++) {
                size_t from = p->direction == STET_INVERSE ? (n - k) % n : k;
                acb_set(x + from, row + (o * n + k) * inner + l);
            }
            acb_dft(y, x, (slong)n, BITS);
            for (size_t k = 0; k < n; k++)
                acb_set(row + (o * n + k) * inner + l, y + k);
        }
    _acb_vec_clear(x, (slong)n);
    _acb_vec_clear(y, (slong)n);
}

/* Error over bound. A Hermitian input is made so that all of it is known. */
static double check_row(struct problem *p, int limbs, uint64_t seed)
{
    struct wide_row w;
    struct error e;
    size_t n = p->points, last = p->n[p->rank - 1], stored = p->in.shape[p->rank - 1];
    acb_ptr row = _acb_vec_init((slong)n);
    double *x = calloc(2 * p->in.points, sizeof *x), worst = 0;
    for (size_t i = 0; i < n; i++) {
        size_t column = i % last, at = i / last * stored + column;
        bool real = p->kind == STET_R2C || (p->kind == STET_C2R && 2 * column % last == 0);
        double re = uniform(&seed) * ldexp(1, -(int)(i % 7) * 20), im = uniform(&seed);
        if (column >= stored) { /* one axis only */
            acb_conj(row + i, row + (last - column));
            continue;
        }
        x[2 * at] = re;
        x[2 * at + 1] = p->kind == STET_R2C ? 0 : im; /* C2R: taken as 0 where it must be */
        acb_set_d_d(row + i, re, real ? 0 : im);
    }
    for (int i = 0; i < p->rank; i++)
        exact_axis(row, p, i);
    assert_true(wide_new(&w, p, x, limbs, &e));
    for (size_t k = 0; k < n; k++)
        for (int part = 0; part < (p->kind == STET_C2R ? 1 : 2); part++) {
            double units = off(w.row + (2 * k + (size_t)part) * (size_t)limbs, limbs,
                               part ? acb_imagref(row + k) : acb_realref(row + k));
            worst = fmax(worst, units / ldexp(w.bound, 64 * (limbs - 1)));
        }
    assert_true(w.bound < ldexp(1, -64 * (limbs - 1) + 48));
    wide_free(&w);
    _acb_vec_clear(row, (slong)n);
    free(x);
    return worst;
}

static double check(stet_kind kind, stet_direction direction, size_t n0, size_t n1, int limbs)
{
    struct problem p = {.kind = kind, .direction = direction, .rank = n0 > 1 ? 2 : 1, .rows = 1};
    size_t last = n1;
    p.n[0] = n0 > 1 ? n0 : n1;
    p.n[1] = n1;
    p.points = p.logical = n0 * n1;
    p.in.shape[0] = p.out.shape[0] = n0;
    p.in.shape[p.rank - 1] = kind == STET_C2R ? last / 2 + 1 : last;
    p.out.shape[p.rank - 1] = kind == STET_R2C ? last / 2 + 1 : last;
    p.in.points = n0 * p.in.shape[p.rank - 1];
    p.out.points = n0 * p.out.shape[p.rank - 1];
    return check_row(&p, limbs, n0 * 1000 + n1);
}

static void transforms(void **state)
{
    (void)state;
    double worst = 0, least = 1;
    static const size_t lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 31, 60, 64, 97, 128};
    for (int limbs = 2; limbs <= 8; limbs *= 2)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            size_t n = lengths[i];
            double ratios[] = {check(STET_C2C, STET_FORWARD, 1, n, limbs),
                               check(STET_C2C, STET_INVERSE, 1, n, limbs),
                               check(STET_R2C, STET_FORWARD, 1, n, limbs),
                               check(STET_C2R, STET_INVERSE, 1, n, limbs),
                               check(STET_C2C, STET_FORWARD, 3, n, limbs),
                               check(STET_R2C, STET_FORWARD, 4, n, limbs)};
            for (size_t r = 0; r < sizeof ratios / sizeof *ratios; r++)
                worst = fmax(worst, ratios[r]);
            least = n > 8 ? fmin(least, ratios[0]) : least;
        }
    print_message("error over bound: at most %.2g, at least %.2g\n", worst, least);
    assert_true(worst < 1 && least > 1e-9);
}

/* q^2 - 2p^2 = 1 or -1, so q/sqrt(2) - p is tiny and not 0: two limbs cannot tell it from 0, and
 * its conjugate, -q/sqrt(2) - p, says that it is not. Three limbs see it. */
static void conjugates(void **state)
{
    (void)state;
    double p = 1, q = 1, x[16] = {0};
    struct problem problem = {.kind = STET_C2C,
                              .direction = STET_FORWARD,
                              .norm = STET_NORM_BACKWARD,
                              .rank = 1,
                              .n = {8},
                              .points = 8,
                              .logical = 8,
                              .exact = true,
                              .rows = 1};
    problem.in.points = problem.out.points = problem.in.shape[0] = problem.out.shape[0] = 8;
    while (q < 0x1p38) {
        double next = q + 2 * p;
        p += q;
        q = next;
    }
    x[0] = ldexp(-p, -41);
    for (int limbs = 2; limbs <= 3; limbs++) {
        for (int zero = 0; zero < 2; zero++) {
            struct wide_row w;
            struct truth t;
            struct error e;
            bool exact;
            x[2] = zero ? 0 : ldexp(q, -41);
            x[8] = zero ? x[0] : 0; /* X[1] = x[0] - x[4] is an exact zero then */
            assert_true(truth_new(&t, &problem, &e));
            assert_true(wide_new(&w, &problem, x, limbs, &e));
            enum decision d = wide_decide(&w, &t, &format_f64, 0, 1, 0, &exact);
            assert_int_equal(d, zero ? DECIDED_RIGHT : limbs == 2 ? NEAR_BOUNDARY : DECIDED_WRONG);
            assert_int_equal(exact, zero);
            wide_free(&w);
            truth_free(&t);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(roots),
        cmocka_unit_test(transforms),
        cmocka_unit_test(conjugates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
