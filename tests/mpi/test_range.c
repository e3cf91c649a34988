/* SPDX-License-Identifier: Apache-2.0 */
/* doors/mpi/range: a transform cut into ranges of steps has the bits of the whole one, in any order
 * of the rows and with any strides. No rank of MPI is needed. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/isa.h"
#include "range/range.h"

/* ----------------------------------------------------------------- cuts -- */

static void test_cuts(void **state)
{
    static const ptrdiff_t of_60[] = {1, 5, 15, 30, 60}, of_2104[] = {263, 526, 1052, 2104};
    (void)state;
    for (ptrdiff_t n = 60, i = 0, A = -1; A <= 61; A++) {
        const int cuts = i < 5 && A == of_60[i];
        assert_int_equal(stet_graph_cuts(n, A), cuts);
        i += cuts;
    }
    for (ptrdiff_t n = 2104, i = 0, A = 0; A <= 2105; A++) {
        const int cuts = i < 4 && A == of_2104[i];
        assert_int_equal(stet_graph_cuts(n, A), cuts);
        i += cuts;
    }
    const stet_isa *isa = stet_isa_in_use();
    assert_null(stet_range_create(60, 3, 60, STET_F64, isa));
    assert_null(stet_range_create(60, 5, 20, STET_F64, isa));
    assert_null(stet_range_create(60, 30, 15, STET_F64, isa));
    assert_null(stet_range_create(2104, 1, 263, STET_F64, isa)); /* a convolution */
    assert_null(stet_range_create(131 * 137, 137, 131 * 137, STET_F64, isa));
}

/* --------------------------------------------------------------- ranges -- */

/* Runs the rows of a range backwards, few or many at a time, in place or not. */
static void run_range(const stet_range *r, ptrdiff_t rows, ptrdiff_t length, int swap, double scale,
                      size_t size, const void *in, void *out)
{
    void *work = stet_alloc(stet_range_work(r, 0));
    assert_non_null(work);
    const stet_pieces plain = {length, length, 1};
    const uint64_t caller = stet_fpenv_enter();
    static const ptrdiff_t together[] = {3, 45, 7, 16, 4, 70};
    ptrdiff_t turn = 0;
    for (ptrdiff_t end = rows; end > 0; turn++) {
        const ptrdiff_t most = together[(rows + turn) % 6], count = end < most ? end : most;
        const ptrdiff_t at = 2 * (end - count) * length;
        const char *from = (const char *)in + at * (ptrdiff_t)size;
        const ptrdiff_t first = turn % length; /* in every other turn rows are runs */
        const stet_run run[] = {{from, first, length},
                                {from + 2 * first * (ptrdiff_t)size, length - first, length}};
        const stet_rows some = {.in = turn % 2 ? NULL : from,
                                .out = (char *)out + at * (ptrdiff_t)size,
                                .is = plain,
                                .os = plain,
                                .id = length,
                                .od = length,
                                .row = end - count,
                                .count = count,
                                .runs = turn % 2 ? 2 : 0,
                                .run = run};
        stet_range_run(r, &some, swap, scale, work);
        end -= count;
    }
    stet_fpenv_leave(caller);
    stet_free(work);
}

/* Runs lines of length A, one for each column: row j of the result has output j of every column. */
static void run_columns(const struct transform *t, ptrdiff_t A, const void *in, void *out)
{
    const ptrdiff_t B = t->n[0] / A;
    const stet_dim line = {A, B, B}, columns = {B, 1, 1};
    stet_dim unused[TRANSFORM_RANK];
    stet_options o = transform_options(t, unused);
    o.norm = t->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    o.dims = &line;
    o.batch_rank = 1;
    o.batch = &columns;
    assert_int_equal(stet_transform(&o, in, out), STET_OK);
}

/* Copies the outputs j + A q of each row j to natural order. */
static void put_in_order(const struct transform *t, ptrdiff_t A, const void *rows, void *out)
{
    const ptrdiff_t B = t->n[0] / A;
    const size_t size = 2 * transform_real(t);
    for (ptrdiff_t j = 0; j < A; j++)
        for (ptrdiff_t q = 0; q < B; q++)
            memcpy((char *)out + (size_t)(j + A * q) * size,
                   (const char *)rows + (size_t)(j * B + q) * size, size);
}

/* Copies rows after A, of (A2/A) x C numbers each, to the rows after A2, of C numbers each. */
static void regroup(const struct transform *t, ptrdiff_t A, ptrdiff_t A2, const void *in, void *out)
{
    const ptrdiff_t C = t->n[0] / A2, l = A2 / A;
    const size_t size = 2 * transform_real(t);
    for (ptrdiff_t j = 0; j < A; j++)
        for (ptrdiff_t q = 0; q < l; q++)
            memcpy((char *)out + (size_t)((j + A * q) * C) * size,
                   (const char *)in + (size_t)((j * l + q) * C) * size, (size_t)C * size);
}

static void check_cut(const struct transform *t, ptrdiff_t A, ptrdiff_t A2, const void *x,
                      const void *whole)
{
    const ptrdiff_t n = t->n[0];
    const int swap = t->direction == STET_INVERSE;
    const double scale = t->norm == STET_NORM_FORWARD ? 1 : swap ? 1 / (double)n : 1;
    const stet_isa *isa = stet_isa_in_use();
    stet_range *first = stet_range_create(n, A, A2, t->precision, isa);
    stet_range *second = stet_range_create(n, A2, n, t->precision, isa);
    assert_true(first && second);
    void *a = transform_alloc(t, SIDE_OUT, 1), *b = transform_alloc(t, SIDE_OUT, 1);
    run_columns(t, A, x, a);
    run_range(first, A, n / A, swap, 1, transform_real(t), a, b);
    regroup(t, A, A2, b, a);
    run_range(second, A2, n / A2, swap, scale, transform_real(t), a, a);
    put_in_order(t, A2, a, b);
    if (!transform_same(t, b, whole))
        fail_msg("precision %d n %td cut at %td and %td, direction %d: other bits",
                 (int)t->precision, n, A, A2, (int)t->direction);
    free(a), free(b);
    stet_range_destroy(first), stet_range_destroy(second);
}

static void check_cuts(const struct transform *t, enum generate_family family)
{
    void *x = check_input(t, family, 5), *whole = check_output(t, x);
    const ptrdiff_t n = t->n[0];
    for (ptrdiff_t A = 1; A <= n; A++)
        for (ptrdiff_t A2 = A; A2 <= n && stet_graph_cuts(n, A); A2++)
            if (stet_graph_cuts(n, A2))
                check_cut(t, A, A2, x, whole);
    free(x), free(whole);
}

static void test_every_cut(void **state)
{
    static const ptrdiff_t lengths[] = {
        1,    2,   4,    8,    16,   3,    9,        15,   6,         12,          26,
        44,   105, 120,  128,  143,  240,  1000,     1024, 136,       323,         306,
        1152, 17,  1984, 1016, 4624, 8384, 257 * 16, 2104, 131 * 137, 17 * 131 * 8};
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int inverse = 0; inverse < 2; inverse++) {
                struct transform t = transform_1d(STET_C2C, precision, lengths[i]);
                t.direction = inverse ? STET_INVERSE : STET_FORWARD;
                check_cuts(&t, GENERATE_UNIFORM);
            }
}

/* Infinities, NaN, -0 and subnormals show if a step is another one. */
static void test_special_inputs(void **state)
{
    static const ptrdiff_t lengths[] = {8, 32, 60, 104, 256};
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int family = 0; family < GENERATE_FAMILIES; family++) {
                const struct transform t = transform_1d(STET_C2C, precision, lengths[i]);
                check_cuts(&t, (enum generate_family)family);
            }
}

/* Rows may lie in pieces: some numbers, a gap, some numbers. */
static void test_pieces(void **state)
{
    enum { N = 240, A = 15, B = N / A, ROOM = 4 * N };
    static double x[2 * N], y[2 * N], in[2 * ROOM], out[2 * ROOM];
    static const stet_pieces shapes[] = {{B, B, 1}, {4, 5, 1}, {1, 3, 1}, {3, 1, 6}, {5, -16, -3}};
    (void)state;
    stet_range *r = stet_range_create(N, A, N, STET_F64, stet_isa_in_use());
    void *work = stet_alloc(stet_range_work(r, 0));
    assert_true(r && work);
    generate_reals(x, STET_F64, 2 * N, GENERATE_UNIFORM, 9);
    const stet_pieces plain = {B, B, 1};
    const stet_rows all = {
        .in = x, .out = y, .is = plain, .os = plain, .id = B, .od = B, .count = A};
    stet_range_run(r, &all, 0, 1, work);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (ptrdiff_t j = 0; j < A; j++) {
            const stet_pieces s = shapes[i];
            double *from = in + 2 * ROOM / 2, *to = out + 2 * ROOM / 2;
            memset(in, 0xff, sizeof in);
            memset(out, 0xff, sizeof out);
            for (ptrdiff_t e = 0; e < B; e++)
                memcpy(from + 2 * (e / s.length * s.piece + e % s.length * s.step),
                       x + 2 * (j * B + e), 2 * sizeof *x);
            const stet_rows one = {.in = from, .out = to, .is = s, .os = s, .row = j, .count = 1};
            stet_range_run(r, &one, 0, 1, work);
            size_t written = 0;
            for (size_t e = 0; e < 2 * ROOM; e++)
                written += !isnan(out[e]);
            assert_int_equal(written, 2 * B);
            for (ptrdiff_t e = 0; e < B; e++)
                assert_memory_equal(to + 2 * (e / s.length * s.piece + e % s.length * s.step),
                                    y + 2 * (j * B + e), 2 * sizeof *y);
        }
    stet_free(work);
    stet_range_destroy(r);
}

/* One row of several transforms at once, neighbours or not, has the bits of each by itself. */
static void check_same(stet_precision p, ptrdiff_t n, ptrdiff_t A)
{
    enum { COUNT = 21, MOST = 256, WORDS = 4 }; /* a complex number of STET_DD has four words */
    static double x[COUNT * MOST * WORDS], y[COUNT * MOST * WORDS], one[MOST * WORDS];
    const ptrdiff_t B = n / A;
    const size_t size = 2 * stet_lines_number_size(p);
    stet_range *r = stet_range_create(n, A, n, p, stet_isa_in_use());
    assert_true(r && B <= MOST);
    void *work = stet_alloc(stet_range_work(r, 1));
    assert_non_null(work);
    generate_reals(x, p == STET_F32 ? p : STET_F64, COUNT * MOST * WORDS, GENERATE_UNIFORM, 4);
    for (ptrdiff_t i = 1; p == STET_DD && i < COUNT * MOST * WORDS; i += 2)
        x[i] = x[i - 1] * 0x1.2p-55;
    for (int which = 0; which < 4; which++) { /* neighbours; swapped */
        const ptrdiff_t id = which % 2 ? 1 : B, step = which % 2 ? COUNT : 1;
        const stet_pieces pieces = {B, B, step}, plain = {B, B, 1};
        const uint64_t caller = stet_fpenv_enter();
        for (ptrdiff_t j = 0; j < A; j += 1 + A / 7) {
            const stet_rows rows = {.in = x,
                                    .out = y,
                                    .is = pieces,
                                    .os = pieces,
                                    .id = id,
                                    .od = id,
                                    .row = j,
                                    .count = COUNT,
                                    .same = 1};
            stet_range_run(r, &rows, which / 2, 0.75, work);
            for (ptrdiff_t i = 0; i < COUNT; i++) {
                const stet_rows row = {.in = (char *)x + (size_t)(i * id) * size,
                                       .out = one,
                                       .is = pieces,
                                       .os = plain,
                                       .row = j,
                                       .count = 1};
                stet_range_run(r, &row, which / 2, 0.75, work);
                for (ptrdiff_t e = 0; e < B; e++)
                    if (memcmp((char *)y + (size_t)(i * id + e * step) * size,
                               (char *)one + (size_t)e * size, size) != 0)
                        fail_msg("precision %d n %td from %td row %td: other bits", (int)p, n, A,
                                 j);
            }
        }
        stet_fpenv_leave(caller);
    }
    stet_free(work);
    stet_range_destroy(r);
}

static void test_same_row(void **state)
{
    static const ptrdiff_t lengths[] = {8,   64,  256, 9,   120, 26,  1001,
                                        240, 143, 210, 289, 254, 248, 2104};
    static const stet_precision precisions[] = {STET_F32, STET_F64, STET_DD};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (ptrdiff_t A = 1; A < lengths[i]; A++)
            for (int p = 0; p < 3 && stet_graph_cuts(lengths[i], A); p++)
                if (lengths[i] / A <= 256)
                    check_same(precisions[p], lengths[i], A);
}

/* ------------------------------------------------------ what is not a step -- */

/* C2R is its pairs, some at a time, and the complex transform of them. */
static void check_pairs(stet_precision p, ptrdiff_t n, ptrdiff_t step)
{
    enum { MOST = 400 };
    static double half[2 * MOST], x[2 * 3 * MOST], z[2 * MOST], y[2 * MOST], want[2 * MOST];
    const size_t number = p == STET_F32 ? sizeof(float) : sizeof(double);
    const ptrdiff_t N = n % 2 ? n : n / 2;
    const stet_dim real = {n, 1, 1}, complex = {N, step, 1};
    stet_options o;
    generate_reals(half, p, 2 * MOST, GENERATE_UNIFORM, 7 + (uint64_t)n);
    stet_options_init(&o);
    o.precision = p;
    o.rank = 1;
    o.dims = &real;
    o.kind = STET_C2R;
    o.direction = STET_INVERSE;
    o.norm = STET_NORM_FORWARD;
    assert_int_equal(stet_transform(&o, half, want), STET_OK);
    for (ptrdiff_t k = 0; k <= n / 2; k++)
        memcpy((char *)x + 2 * (size_t)(k * step) * number, (char *)half + 2 * (size_t)k * number,
               2 * number);
    if (n % 2)
        memset((char *)x + number, 0, number);
    stet_fft1d *f = stet_fft1d_acquire(n, n % 2 ? STET_C2C : STET_C2R, p, stet_isa_in_use(), NULL);
    assert_non_null(f);
    const uint64_t caller = stet_fpenv_enter();
    for (ptrdiff_t k = n % 2, count, last = N / 2; k <= last; k += count) {
        count = 1 + (k + n) % 37;
        count = count < last + 1 - k ? count : last + 1 - k;
        stet_hermitian_pairs(f, k, count, step, (char *)x + 2 * (size_t)(k * step) * number,
                             (char *)x + 2 * (size_t)((N - k) * step) * number);
    }
    stet_fpenv_leave(caller);
    stet_fft1d_release(f);
    o.dims = &complex;
    o.kind = STET_C2C;
    o.direction = STET_FORWARD;
    o.norm = STET_NORM_BACKWARD;
    assert_int_equal(stet_transform(&o, x, z), STET_OK);
    for (ptrdiff_t i = 0; i < n; i++)
        memcpy((char *)y + (size_t)i * number, (char *)z + (size_t)(n % 2 ? 2 * i : i) * number,
               number);
    assert_memory_equal(y, want, (size_t)n * number);
}

static void test_pairs(void **state)
{
    (void)state;
    for (ptrdiff_t n = 1; n <= 400; n += n < 70 ? 1 : 11)
        for (int p = STET_F32; p <= STET_F64; p++)
            for (ptrdiff_t step = 1; step <= 3; step += 2)
                check_pairs((stet_precision)p, n, step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),           cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_special_inputs), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_same_row),       cmocka_unit_test(test_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
