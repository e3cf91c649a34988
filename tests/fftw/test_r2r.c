/* SPDX-License-Identifier: Apache-2.0 */
/* Real-to-real transforms: each kind against the definition of FFTW's manual, and every planner
 * against stet.h's bits. */
#include "fftw_test.h"

enum { MOST = 4000, KINDS = R2R_KINDS };

static real in[MOST], out[MOST], expected[MOST], kept[MOST];
static uint64_t state = 5;

/* cos(pi a/b) and sin(pi a/b) */
static long double cos_pi(ptrdiff_t a, ptrdiff_t b)
{
    double c, s;
    stet_root_f64(a, 2 * b, &c, &s);
    return (long double)c;
}
static long double sin_pi(ptrdiff_t a, ptrdiff_t b)
{
    double c, s;
    stet_root_f64(a, 2 * b, &c, &s);
    return (long double)s;
}

/* The factor of x[j] in y[k]: "1D Real-even DFTs", "1D Real-odd DFTs", "1D Discrete Hartley
 * Transforms" and "The Halfcomplex-format DFT" of the manual. */
static long double factor(int which, ptrdiff_t n, ptrdiff_t j, ptrdiff_t k)
{
    const bool ends = j == 0 || j == n - 1;
    switch (which) {
    case FFTW_R2HC: return 2 * k <= n ? cos_pi(2 * j * k, n) : -sin_pi(2 * j * (n - k), n);
    case FFTW_HC2R:
        return j == 0       ? 1
               : 2 * j == n ? (k % 2 ? -1 : 1)
               : 2 * j < n  ? 2 * cos_pi(2 * j * k, n)
                            : -2 * sin_pi(2 * (n - j) * k, n);
    case FFTW_DHT: return cos_pi(2 * j * k, n) + sin_pi(2 * j * k, n);
    case FFTW_REDFT00: return (ends ? 1 : 2) * cos_pi(j * k, n - 1);
    case FFTW_REDFT10: return 2 * cos_pi((2 * j + 1) * k, 2 * n);
    case FFTW_REDFT01: return (j == 0 ? 1 : 2) * cos_pi(j * (2 * k + 1), 2 * n);
    case FFTW_REDFT11: return 2 * cos_pi((2 * j + 1) * (2 * k + 1), 4 * n);
    case FFTW_RODFT00: return 2 * sin_pi((j + 1) * (k + 1), n + 1);
    case FFTW_RODFT10: return 2 * sin_pi((2 * j + 1) * (k + 1), 2 * n);
    case FFTW_RODFT01:
        return j == n - 1 ? (k % 2 ? -1 : 1) : 2 * sin_pi((j + 1) * (2 * k + 1), 2 * n);
    default: return 2 * sin_pi((2 * j + 1) * (2 * k + 1), 4 * n);
    }
}

static void definitions(void **unused)
{
    (void)unused;
    static const int lengths[] = {1, 2, 3, 6, 7, 16, 25};
    for (int which = 0; which < KINDS; which++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            const int n = lengths[i];
            if (n == 1 && which == FFTW_REDFT00)
                continue;
            fill_random(&state, in, (size_t)n);
            FFTW(plan) p = FFTW(plan_r2r_1d)(n, in, out, (FFTW(r2r_kind))which, FFTW_ESTIMATE);
            assert_non_null(p);
            FFTW(execute)(p);
            for (ptrdiff_t k = 0; k < n; k++) {
                long double y = 0;
                for (ptrdiff_t j = 0; j < n; j++)
                    y += factor(which, n, j, k) * (long double)in[j];
                const long double off = y - (long double)out[k], bound = 40 * n * (long double)UNIT;
                assert_true(off < bound && -off < bound);
            }
            FFTW(destroy_plan)(p);
        }
    assert_null(FFTW(plan_r2r_1d)(1, in, out, FFTW_REDFT00, FFTW_ESTIMATE));
    assert_null(FFTW(plan_r2r_1d)(4, in, out, (FFTW(r2r_kind))11, FFTW_ESTIMATE));
    assert_null(FFTW(plan_r2r)(1, (int[]){4}, in, out, NULL, FFTW_ESTIMATE));
}

/* By stet.h; kinds are FFTW's. */
static void reference(int rank, const ptrdiff_t *n, const int *kinds)
{
    stet_reference_r2r(rank, n, kinds, in, expected, STET_LEVEL_NATIVE);
}

void FORTRAN(plan_r2r_)(FFTW(plan) *, int *, int *, real *, real *, int *, int *);
void FORTRAN(execute_)(FFTW(plan) *);

/* Each planner on the same array of 3 dimensions, or of fewer. */
static FFTW(plan) plan_of(int way, const int *n, const FFTW(r2r_kind) * k)
{
    const FFTW(iodim)
        dims[3] = {{n[0], n[1] * n[2], n[1] * n[2]}, {n[1], n[2], n[2]}, {n[2], 1, 1}};
    FFTW(iodim64) dims64[3];
    for (int i = 0; i < 3; i++)
        dims64[i].n = dims[i].n, dims64[i].is = dims[i].is, dims64[i].os = dims[i].os;
    int turned[3] = {n[2], n[1], n[0]}, kinds[3] = {(int)k[2], (int)k[1], (int)k[0]}, rank = 3;
    int flags = FFTW_ESTIMATE;
    FFTW(plan) p;
    switch (way) {
    case 0: return FFTW(plan_r2r_3d)(n[0], n[1], n[2], in, out, k[0], k[1], k[2], FFTW_ESTIMATE);
    case 1: return FFTW(plan_r2r)(3, n, in, out, k, FFTW_ESTIMATE);
    case 2: return FFTW(plan_many_r2r)(3, n, 1, in, n, 1, 1, out, n, 1, 1, k, FFTW_ESTIMATE);
    case 3: return FFTW(plan_guru_r2r)(3, dims, 0, NULL, in, out, k, FFTW_ESTIMATE);
    case 4: return FFTW(plan_guru64_r2r)(3, dims64, 0, NULL, in, out, k, FFTW_ESTIMATE);
    default: FORTRAN(plan_r2r_)(&p, &rank, turned, in, out, kinds, &flags); return p;
    }
}

static void planners(void **unused)
{
    (void)unused;
    const int n[3] = {3, 8, 5};
    const ptrdiff_t lengths[3] = {3, 8, 5};
    for (int trial = 0; trial < 60; trial++) {
        FFTW(r2r_kind) k[3];
        int kinds[3];
        for (int i = 0; i < 3; i++)
            k[i] = (FFTW(r2r_kind))(kinds[i] = (int)random_from(&state, 0, KINDS - 1));
        fill_random(&state, in, 120);
        memcpy(kept, in, sizeof in);
        reference(3, lengths, kinds);
        FFTW(plan) p = plan_of(trial % 6, n, k);
        assert_non_null(p);
        FFTW(execute)(p);
        assert_same_bits(out, expected, 120);
        assert_same_bits(in, kept, 120);
        memset(out, 0xff, sizeof out);
        FFTW(execute_r2r)(p, in, in); /* a plan for two arrays, on one */
        assert_same_bits(in, expected, 120);
        FFTW(destroy_plan)(p);
    }
}

/* Columns of a matrix, in place and into another order. */
static void columns(void **unused)
{
    (void)unused;
    const FFTW(iodim) rows = {12, 7, 7}, column = {7, 1, 12}, line = {12, 7, 1};
    const FFTW(iodim) loop = {7, 1, 1};
    FFTW(r2r_kind) columns_kind = FFTW_REDFT10;
    real matrix[84], result[84];
    const ptrdiff_t length = 12;
    fill_random(&state, matrix, 84);
    FFTW(plan)
    p = FFTW(plan_guru_r2r)(1, &line, 1, &column, matrix, result, &columns_kind, FFTW_ESTIMATE);
    FFTW(execute)(p);
    FFTW(destroy_plan)(p);
    memcpy(kept, matrix, sizeof matrix);
    p = FFTW(plan_guru_r2r)(1, &rows, 1, &loop, matrix, matrix, &columns_kind, FFTW_ESTIMATE);
    FFTW(execute)(p);
    FFTW(destroy_plan)(p);
    for (int c = 0; c < 7; c++) {
        for (int i = 0; i < 12; i++)
            in[i] = kept[7 * i + c];
        reference(1, &length, (int[]){FFTW_REDFT10});
        assert_same_bits(result + 12 * c, expected, 12);
        for (int i = 0; i < 12; i++)
            assert_same_bits(matrix + 7 * i + c, expected + i, 1);
    }
    p = FFTW(plan_r2r)(0, NULL, in, out, NULL, FFTW_ESTIMATE); /* rank 0: a copy */
    assert_non_null(p);
    FFTW(execute)(p);
    assert_same_bits(in, out, 1);
    FFTW(destroy_plan)(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(definitions), cmocka_unit_test(planners),
                                       cmocka_unit_test(columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
