/* SPDX-License-Identifier: Apache-2.0 */
/* An execution of level `correct` remembers one thing from block to block, in its workspace:
 * whether the last one left too much for stage double in one go. So one plan is used again and
 * again, on what leaves much and what leaves little in turns, and does what one does that never
 * goes this way; and nothing stays for the next execution. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "correct/correct.h"
#include "correct/families.h"
#include "lib/inside.h"

enum { SHORTEST = 32, LONGEST = 4096, GUARD = 64, BATCH = 37 };

/* Two plans of the same options, and a workspace for them that is full of NaN. */
typedef struct {
    stet_plan *plan, *apart;
    size_t size;
    char *work;
} both;

static stet_options options_1d(stet_dim *dim, stet_direction direction, stet_norm norm)
{
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.level = STET_LEVEL_CORRECT;
    o.rank = 1;
    o.dims = dim;
    o.direction = direction;
    o.norm = norm;
    return o;
}

static both open_both(const stet_options *o)
{
    both b;
    assert_int_equal(stet_plan_create(&b.plan, o), STET_OK);
    assert_int_equal(stet_plan_create(&b.apart, o), STET_OK);
    inside_correct(b.apart)->fused = NULL;
    b.size = stet_plan_workspace(b.plan);
    b.work = stet_alloc(b.size + GUARD);
    assert_non_null(b.work);
    return b;
}

static void close_both(both *b)
{
    stet_plan_destroy(b->plan);
    stet_plan_destroy(b->apart);
    stet_free(b->work);
}

/* Says so where both plans are the same. */
static int has_kernels(void)
{
    stet_dim dim = {LONGEST, 1, 1};
    const stet_options o = options_1d(&dim, STET_FORWARD, STET_NORM_BACKWARD);
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    const int has = inside_correct(plan)->fused != NULL;
    stet_plan_destroy(plan);
    if (!has)
        print_message("%s: stage double in one go is not there, nothing to test\n",
                      stet_isa_name());
    return has;
}

/* What the first part of the last execution has left there. */
static int in_sweeps(const both *b)
{
    return ((const stet_correct_outcome *)(void *)b->work)->in_sweeps;
}

static void run(const both *b, const stet_plan *plan, const void *in, void *out)
{
    memset(b->work, 0xff, b->size + GUARD);
    assert_int_equal(stet_execute_with(plan, in, out, b->work, b->size), STET_OK);
    for (size_t i = b->size; i < b->size + GUARD; i++)
        assert_int_equal((unsigned char)b->work[i], 0xff);
}

/* ------------------------------------------------------------------ lines -- */

static int family_named(const char *name)
{
    for (int i = 0; i < family_count; i++)
        if (strcmp(families[i].name, name) == 0)
            return i;
    fail_msg("there is no family %s", name);
    return 0;
}

static void fill(int family, ptrdiff_t n, uint64_t seed, float *line)
{
    double *x = calloc(2 * (size_t)n, sizeof *x);
    assert_non_null(x);
    families[family].fill(x, n, false, seed);
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        line[i] = (float)x[i];
    free(x);
}

/* Nearly all outputs of the first three are zeros, ties or noise in zeros. */
static const char *const structured[] = {"constant", "alternating", "period_4", "tone_on_bin"};
enum { DENSE = 3, STRUCTURED = 4 };

/* Of each kind in turns: they follow each other in every order. */
static const char turns[] = "SRSRRSSSRRRSRS";

static void check_line(const both *b, ptrdiff_t n, const char *name, const float *x, float *y,
                       float *z)
{
    const size_t bytes = 2 * (size_t)n * sizeof(float);
    memset(y, 0xff, bytes);
    memset(z, 0xff, bytes);
    run(b, b->plan, x, y);
    run(b, b->apart, x, z);
    if (memcmp(y, z, bytes) != 0)
        fail_msg("%s, %td points, direction %d, norm %d: other bits", name, n,
                 (int)inside_correct(b->plan)->direction, (int)inside_correct(b->plan)->norm);
}

/* Where they are quicker whatever the data. */
static int goes_in_sweeps(stet_kind kind, ptrdiff_t n)
{
    return (kind == STET_R2C && n > 8192) || (kind == STET_C2C && n == 512);
}

/* The hint after noise, after dense lines, and where nothing reads it: that of this line alone,
 * whatever was before. */
static void check_again(ptrdiff_t n, stet_kind kind, stet_direction direction, stet_norm norm)
{
    stet_dim dim = {n, 1, 1};
    stet_options o = options_1d(&dim, direction, norm);
    o.kind = kind;
    const ptrdiff_t outputs = kind == STET_C2C ? 2 * n : kind == STET_R2C ? n / 2 * 2 + 2 : n;
    both b = open_both(&o);
    const struct stet_correct *c = inside_correct(b.plan);
    float *x = malloc(6 * (size_t)n * sizeof *x), *y = x + 2 * n, *z = y + 2 * n;
    assert_non_null(x);
    assert_true(c->fused == (goes_in_sweeps(kind, n) ? NULL : stet_fused_of(c->lone.fft)));
    for (int t = 0; turns[t]; t++) {
        const char *name = turns[t] == 'R' ? "noise" : structured[t % STRUCTURED];
        fill(family_named(name), n, (uint64_t)t, x);
        check_line(&b, n, name, x, y, z);
        assert_int_equal(in_sweeps(&b), 0); /* of the plan that has only one way */
        run(&b, b.plan, x, y);
        const int is_known = turns[t] == 'R' || t % STRUCTURED < DENSE;
        if (is_known && c->fused && in_sweeps(&b) != (turns[t] == 'S'))
            fail_msg("%s, %td points: the hint is %d", name, n, in_sweeps(&b));
        memcpy(y, x, 2 * (size_t)n * sizeof *x);
        run(&b, b.plan, y, y);
        assert_memory_equal(y, z, (size_t)outputs * sizeof *x);
        assert_int_equal(in_sweeps(&b), 0); /* in place it is another way */
    }
    close_both(&b);
    free(x);
}

static void test_again(void **state)
{
    (void)state;
    if (!has_kernels())
        return;
    for (ptrdiff_t n = SHORTEST; n <= LONGEST; n *= 2)
        for (int i = 0; i < 6; i++)
            check_again(n, STET_C2C, i % 2 ? STET_INVERSE : STET_FORWARD,
                        (stet_norm)(STET_NORM_BACKWARD + i / 2));
}

/* The same of real input and output, and of lengths that are no powers of two. */
static void test_other_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {64,   128, 256, 512,  1024, 2048,  4096,
                                        8192, 288, 720, 1000, 2184, 16384, 2000};
    (void)state;
    if (!has_kernels())
        return;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int norm = STET_NORM_BACKWARD; norm <= STET_NORM_FORWARD; norm++) {
            check_again(lengths[i], STET_C2C, STET_FORWARD, (stet_norm)norm);
            check_again(lengths[i], STET_R2C, STET_FORWARD, (stet_norm)norm);
            check_again(lengths[i], STET_C2R, STET_INVERSE, (stet_norm)norm);
        }
}

/* Each family. */
static void test_families(void **state)
{
    (void)state;
    if (!has_kernels())
        return;
    for (ptrdiff_t n = SHORTEST; n <= LONGEST; n *= 2) {
        float *x = malloc(6 * (size_t)n * sizeof *x);
        assert_non_null(x);
        for (int i = 0; i < 6; i++) {
            stet_dim dim = {n, 1, 1};
            const stet_options o = options_1d(&dim, i % 2 ? STET_INVERSE : STET_FORWARD,
                                              (stet_norm)(STET_NORM_BACKWARD + i / 2));
            both b = open_both(&o);
            for (int family = 0; family < family_count; family++)
                if (family_fits(&families[family], STET_F32) && (n <= 512 || family % 6 == i)) {
                    fill(family, n, (uint64_t)family + 1, x);
                    check_line(&b, n, families[family].name, x, x + 2 * n, x + 4 * n);
                }
            close_both(&b);
        }
        free(x);
    }
}

/* ---------------------------------------------------------------- batches -- */

/* Output 0 is a tie of floats, which the sum of these numbers has exactly; or it is next to one, by
 * dust that is lost in any sum of doubles. All else is noise. */
static void fill_tie(float *line, ptrdiff_t n, int has_dust, uint64_t seed)
{
    long sum = 0;
    fill(0, n, seed, line);
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        line[i] = (float)((double)(int)ldexp((double)line[i], 12) * 0x1p-12);
    line[0] = 0x1.8p12f; /* so the sum is, too, which has the ulp 2^-11 */
    line[6] = has_dust ? ldexpf(seed % 4 < 2 ? 1 : -1, -60) : 0;
    for (ptrdiff_t j = 1; j < n; j++)
        sum += j == 3 ? 0 : lround(ldexp((double)line[2 * j], 12));
    if (sum % 2 == 0)
        line[2] += 0x1p-12f;
}

/* What lines of a batch are: noise, structured, infinite or NaN somewhere, any family, or next to a
 * tie. */
static void fill_line(float *line, ptrdiff_t n, int kind, uint64_t seed)
{
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    int family = (int)(seed * 11 % (uint64_t)family_count);
    if (kind >= 7) {
        fill_tie(line, n, kind == 7, seed);
        return;
    }
    if (!family_fits(&families[family], STET_F32))
        family = 0;
    if (kind <= 2 || kind == 5)
        family = 0;
    if (kind == 3 || kind == 4)
        family = family_named(structured[seed % STRUCTURED]);
    fill(family, n, seed, line);
    if (kind >= 5 && seed % 2 == 0)
        line[seed * 37 % (2 * (uint64_t)n)] = bad[seed % 3];
}

typedef struct {
    ptrdiff_t n, count, in, out; /* points, lines, distances */
    const char *kinds;           /* of lines, digits, again and again */
} batch;

static ptrdiff_t size_of(const batch *a, ptrdiff_t distance)
{
    const ptrdiff_t step = distance < 0 ? -distance : distance;
    return 2 * ((a->count - 1) * step + a->n);
}

/* Where line 0 is in an array of that size. */
static ptrdiff_t origin(const batch *a, ptrdiff_t distance)
{
    return distance < 0 ? -2 * (a->count - 1) * distance : 0;
}

/* Gaps keep what is in them. Returns the hint that is left. */
static int check_batch(const batch *a, const both *b, uint64_t seed)
{
    const size_t in = (size_t)size_of(a, a->in) * sizeof(float),
                 out = (size_t)size_of(a, a->out) * sizeof(float);
    float *x = malloc(in), *y = malloc(out), *z = malloc(out), *alone = malloc(out);
    const ptrdiff_t from = origin(a, a->in), to = origin(a, a->out);
    assert_true(x && y && z && alone);
    memset(x, 0x7f, in);
    for (ptrdiff_t l = 0; l < a->count; l++)
        fill_line(x + from + 2 * l * a->in, a->n, a->kinds[l % (ptrdiff_t)strlen(a->kinds)] - '0',
                  seed + (uint64_t)l);
    memset(y, 0x55, out);
    memset(z, 0x55, out);
    run(b, b->plan, x + from, y + to);
    const int hint = in_sweeps(b);
    run(b, b->apart, x + from, z + to);
    if (memcmp(y, z, out) != 0)
        fail_msg("%td points, distances %td and %td, lines %s: other bits", a->n, a->in, a->out,
                 a->kinds);
    if (a->in == a->out) {
        run(b, b->plan, x + from, x + from);
        for (ptrdiff_t l = 0; l < a->count; l++)
            assert_memory_equal(x + from + 2 * l * a->in, y + from + 2 * l * a->in,
                                2 * (size_t)a->n * sizeof *x);
    }
    free(x), free(y), free(z), free(alone);
    return hint;
}

/* Lines that leave much before and after such as leave little. */
static void check_batches(batch a, stet_direction direction, stet_norm norm, int threads)
{
    static const char *const kinds[] = {
        "0", "0000000000003", "5", "40", "0123456", "3", "664513", "87", "80777", "37780", "0"};
    stet_dim dim = {a.n, 1, 1}, lines = {a.count, a.in, a.out};
    stet_options o = options_1d(&dim, direction, norm);
    o.batch_rank = 1;
    o.batch = &lines;
    o.threads = threads;
    both b = open_both(&o);
    stet_fused_kernel *fused = stet_fused_of(inside_correct(b.plan)->lone.fft);
    const int together = a.n < 128; /* shorter ones */
    assert_true(inside_correct(b.plan)->fused ==
                (together || goes_in_sweeps(STET_C2C, a.n) ? NULL : fused));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        a.kinds = kinds[i];
        if (check_batch(&a, &b, 3 * i) && strcmp(a.kinds, "0") == 0)
            fail_msg("%td points, noise: there is a hint", a.n);
    }
    close_both(&b);
}

static void test_batches(void **state)
{
    (void)state;
    if (!has_kernels())
        return;
    int turn = 0;
    for (ptrdiff_t n = SHORTEST; n <= LONGEST; n *= 2) {
        const ptrdiff_t distances[][2] = {{n, n},          {n + 3, n},      {0, n + 2},
                                          {-n - 5, n + 1}, {n + 7, -n - 4}, {n + 1, n + 1},
                                          {-n, n},         {-n - 9, -n - 9}};
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++, turn++) {
            const ptrdiff_t count = n <= 128 ? BATCH : n <= 512 ? 5 : 2;
            const batch a = {n, count, distances[i][0], distances[i][1], NULL};
            check_batches(a, turn % 2 ? STET_INVERSE : STET_FORWARD,
                          (stet_norm)(STET_NORM_BACKWARD + turn / 2 % 3), 1);
        }
    }
}

/* Lines that are in several hands at once: each has a hint of its own. */
static void test_threads(void **state)
{
    (void)state;
    if (!has_kernels())
        return;
    const batch a = {128, 1100, 129, 128, NULL};
    check_batches(a, STET_FORWARD, STET_NORM_ORTHO, 3);
    const batch b = {1024, 40, 1024, 1024, NULL};
    check_batches(b, STET_INVERSE, STET_NORM_BACKWARD, 3);
}

/* ------------------------------------------------------------- statistics -- */

/* What does not depend on the way. */
static void test_statistics(void **state)
{
    (void)state;
    if (!has_kernels())
        return;
    for (ptrdiff_t n = SHORTEST; n <= 1024; n *= 2) {
        stet_dim dim = {n, 1, 1}, lines = {7, n, n};
        stet_options o = options_1d(&dim, STET_FORWARD, STET_NORM_BACKWARD);
        o.batch_rank = 1;
        o.batch = &lines;
        both b = open_both(&o);
        float *x = malloc(14 * (size_t)n * sizeof *x), *y = malloc(14 * (size_t)n * sizeof *y);
        stet_correct_stats s = {.size = sizeof s}, t = s;
        for (ptrdiff_t l = 0; l < 7; l++)
            fill_line(x + 2 * l * n, n, l == 3 ? 5 : 0, 2 * (uint64_t)l);
        assert_int_equal(stet_execute_stats(b.plan, x, y, &s), STET_OK);
        assert_int_equal(stet_execute_stats(b.apart, x, y, &t), STET_OK);
        assert_int_equal(s.transforms, 7);
        assert_int_equal(s.not_finite, 1);
        assert_int_equal(s.numbers, 14 * n);
        assert_int_equal(t.not_finite, 1);
        assert_int_equal(s.limbs, t.limbs);
        assert_true(s.after_f64 < n && s.seconds_f64 > 0);
        close_both(&b);
        free(x), free(y);
    }
}

/* Plans whose lines do not lie as the kernel reads and writes them, or that are of another kind. */
static void test_not_for_these(void **state)
{
    (void)state;
    for (int turn = 0; turn < 8; turn++) {
        stet_dim dims[2] = {{64, 1, 1}, {64, 1, 1}}, lines[2] = {{2, 8192, 8192}, {2, 64, 64}};
        stet_options o = options_1d(dims, STET_FORWARD, STET_NORM_BACKWARD);
        stet_plan *plan;
        o.batch = lines;
        if (turn == 0)
            o.precision = STET_F64;
        if (turn == 1)
            o.precision = STET_F16;
        if (turn == 2)
            o.kind = STET_R2C, dims[0].n = 63;
        if (turn == 3)
            dims[0].in_stride = 2;
        if (turn == 4)
            dims[0].out_stride = -1;
        if (turn == 5)
            o.policy = STET_CORRECT_STEADY;
        if (turn == 6)
            o.rank = 2, dims[0].in_stride = dims[0].out_stride = 64;
        if (turn == 7)
            o.batch_rank = 2;
        assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
        assert_true(inside_correct(plan)->fused == NULL);
        stet_plan_destroy(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again),         cmocka_unit_test(test_other_lengths),
        cmocka_unit_test(test_families),      cmocka_unit_test(test_batches),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_not_for_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
