/* SPDX-License-Identifier: Apache-2.0 */
/* Which outputs are rational, by slices of the input (correct/slices.h): against polynomial
 * arithmetic; orbits against the definition. */
#include "lib/check.h"
#include "lib/inside.h"

#include <string.h>

#include "base/fpenv.h"
#include "correct/cyclotomic.h"
#include "correct/families.h"
#include "correct/slices.h"

/* ----------------------------------------------------------------- orbits -- */

static int64_t gcd_of(int64_t a, int64_t b) { return b == 0 ? a : gcd_of(b, a % b); }

static ptrdiff_t times(int rank, const ptrdiff_t *n, ptrdiff_t k, int64_t c)
{
    ptrdiff_t product = 0, weight = 1;
    for (int i = rank - 1; i >= 0; i--) {
        product += (ptrdiff_t)((int64_t)(k % n[i]) * c % n[i]) * weight;
        weight *= n[i];
        k /= n[i];
    }
    return product;
}

/* The orbit of k is { c k : c = 1 mod 4, prime to 4 N }, and no other member is in another one. */
static void check_orbits(int rank, const ptrdiff_t *n)
{
    struct stet_orbits orbits;
    assert_int_equal(stet_orbits_create(&orbits, rank, n, 1), STET_OK);
    char *member = calloc((size_t)orbits.n, 1);
    ptrdiff_t members = 0;
    for (uint32_t o = 0; o < orbits.count; o++) {
        const ptrdiff_t k = orbits.member[orbits.start[o]];
        memset(member, 0, (size_t)orbits.n);
        for (int64_t c = 1; c < 4 * orbits.n; c += 4)
            if (gcd_of(c, 4 * orbits.n) == 1)
                member[times(rank, n, k, c)] = 1;
        for (ptrdiff_t i = 0; i < orbits.n; i++)
            assert_int_equal(member[i] != 0, orbits.of[i] == o);
        for (uint32_t at = orbits.start[o]; at < orbits.start[o + 1]; at++, members++) {
            assert_true(member[orbits.member[at]]);
            assert_true(at == orbits.start[o] || orbits.member[at - 1] < orbits.member[at]);
        }
    }
    assert_int_equal(members, orbits.n);
    stet_orbits_destroy(&orbits);
    free(member);
}

static void test_orbits(void **state)
{
    static const ptrdiff_t shapes[][3] = {{4, 6, 1}, {8, 4, 1}, {6, 10, 1}, {2, 3, 5},
                                          {1, 9, 1}, {4, 2, 4}, {5, 5, 1},  {2, 2, 2}};
    (void)state;
    for (ptrdiff_t n = 1; n <= 130; n++)
        check_orbits(1, &n);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_orbits(3, shapes[i]);
}

/* --------------------------------------------------------------- verdicts -- */

/* What was met, of parts of outputs. */
static struct {
    long rational, irrational, open; /* as the slices say */
    long wrong;                      /* where they say what is not so, or give other bits */
    long missed;                     /* rational, and not found */
} seen;

/* A transform of doubles, and a job for it as stages.c makes one. */
struct trial {
    stet_plan *plan;
    struct stet_dft dft;
    double *x, *out;
    uint8_t *wanted;
    ptrdiff_t *undecided;
    char *work;
    double *y;
    stet_correct_stats stats;
    stet_correct_job job;
};

static void open_trial(struct trial *t, int rank, const ptrdiff_t *n, unsigned turn)
{
    stet_dim dims[3];
    stet_options options;
    memset(t, 0, sizeof *t);
    t->dft = (struct stet_dft){.rank = rank,
                               .n = n,
                               .direction = turn % 2 ? STET_INVERSE : STET_FORWARD,
                               .norm = (stet_norm)(1 + turn / 2 % 3)};
    stet_options_init(&options);
    assert_int_equal(stet_dims_contiguous(STET_C2C, rank, n, dims), STET_OK);
    options.level = STET_LEVEL_CORRECT;
    options.precision = STET_F64;
    options.rank = rank;
    options.dims = dims;
    options.direction = t->dft.direction;
    options.norm = t->dft.norm;
    assert_int_equal(stet_plan_create(&t->plan, &options), STET_OK);
    const struct stet_correct *c = inside_correct(t->plan);
    const size_t size = (size_t)stet_dft_size(&t->dft);
    t->x = calloc(2 * size, sizeof *t->x);
    t->y = calloc(2 * size, sizeof *t->y);
    t->out = calloc(2 * size, sizeof *t->out);
    t->wanted = calloc(size, 1);
    t->undecided = calloc(2 * size + 8, sizeof *t->undecided);
    t->work = aligned_alloc(64, c->work_size);
    t->dft.x = t->x;
    t->job = (stet_correct_job){.c = c,
                                .input = t->x,
                                .form = STET_PAIRS,
                                .x = t->x,
                                .line = t->x,
                                .y = t->y,
                                .y_scale = 1,
                                .out = t->out,
                                .step = 1,
                                .undecided = t->undecided,
                                .work = t->work,
                                .wanted = t->wanted,
                                .stats = &t->stats};
}

static void close_trial(struct trial *t)
{
    stet_plan_destroy(t->plan);
    free(t->x), free(t->y), free(t->out), free(t->wanted), free(t->undecided), free(t->work);
}

/* How many slices of a part are irrational, or -1 if not all of the input is in slices. */
static int irrational_slices(const struct stet_slices *s, uint32_t o, int part)
{
    int count = 0;
    if (!s->complete)
        return -1;
    for (int i = 0; i < s->count; i++) {
        double values[2];
        count += stet_slices_agree(s, i, o, 1u << part, values) == 0;
    }
    return count;
}

/* Rational, as all slices are; irrational, as exactly one is; or open. The results that the level
 * gives for parts that are rational. Of the parts every step-th is compared. */
static void check_verdicts(struct trial *t, ptrdiff_t step, const char *name)
{
    const struct stet_correct *c = t->job.c;
    const ptrdiff_t size = c->n;
    struct cyclotomic *oracle = cyclotomic_open(&t->dft);
    struct stet_slices s;
    const uint64_t env = stet_fpenv_enter();
    assert_int_equal(stet_slices_open(&s, &t->job), STET_OK);
    assert_int_equal(stet_slices_cut_all(&s), STET_OK);
    uint8_t *verdict = calloc(2 * (size_t)size, 1);
    for (ptrdiff_t i = 0; i < 2 * size; i++) {
        const uint32_t o = c->orbits.of[i / 2];
        /* Where sqrt(f) is not in the field, a result is rational if it is zero. */
        const int only_zero = c->norm_scale.f > 1 && !c->orbits.rooted[o];
        const int count = irrational_slices(&s, o, (int)(i % 2));
        verdict[i] = count == 0 && !only_zero ? 1 : count == 1 ? 2 : 0;
    }
    stet_slices_close(&s);
    for (ptrdiff_t k = 0; k < size; k++)
        t->wanted[k] = STET_PART_RE | STET_PART_IM;
    t->job.count = 2 * size;
    assert_int_equal(stet_correct_stage_rational(&t->job, t->wanted), STET_OK);
    stet_fpenv_leave(env);
    for (ptrdiff_t i = 0; i < 2 * size; i += step) {
        uint64_t bits, got;
        const bool rational = cyclotomic_part(oracle, i / 2, (int)(i % 2), STET_FORMAT_F64, &bits);
        const bool done = (t->wanted[i / 2] >> i % 2 & 1) == 0;
        memcpy(&got, t->out + i, sizeof got);
        seen.rational += verdict[i] == 1;
        seen.irrational += verdict[i] == 2;
        seen.open += verdict[i] == 0;
        seen.missed += rational && !done;
        if ((verdict[i] == 1 && !rational) || (verdict[i] == 2 && rational) ||
            (verdict[i] == 1 && !done) || (rational && done && got != bits)) {
            if (seen.wrong++ == 0 && name != NULL)
                print_message("%s, lengths %td %td, direction %d, norm %d: output %td part %td: "
                              "rational %d, verdict %d, %llx, %llx\n",
                              name, t->dft.n[0], t->dft.n[t->dft.rank - 1], t->dft.direction,
                              t->dft.norm, i / 2, i % 2, rational, verdict[i],
                              (unsigned long long)bits, (unsigned long long)got);
        }
    }
    cyclotomic_close(oracle);
    free(verdict);
}

/* Families whose sums cancel from slice to slice, or whose numbers do not all fit into slices. */
static bool may_stay_open(const char *name)
{
    return strcmp(name, "sums_with_carries") == 0 || strncmp(name, "f64_", 4) == 0 ||
           strcmp(name, "wide_range") == 0 || strcmp(name, "bf16_any") == 0;
}

static void check_families(int rank, const ptrdiff_t *n, unsigned variants)
{
    static unsigned turn;
    for (unsigned v = 0; v < variants; v++) {
        for (int family = 0; family < family_count; family++, turn++) {
            struct trial t;
            open_trial(&t, rank, n, turn);
            families[family].fill(t.x, stet_dft_size(&t.dft), false, turn);
            const long before = seen.missed;
            check_verdicts(&t, 1, families[family].name);
            if (seen.missed != before && !may_stay_open(families[family].name))
                fail_msg("%s, lengths %td %td: rational and not found", families[family].name, n[0],
                         n[rank - 1]);
            close_trial(&t);
        }
        turn++; /* no family keeps its variants */
    }
}

static void print_counts(void)
{
    print_message("%ld rational, %ld irrational, %ld open; %ld rational ones not found\n",
                  seen.rational, seen.irrational, seen.open, seen.missed);
}

static bool long_run;

enum { MOST_FAR_APART = 64 };

static void test_lengths(void **state)
{
    static const ptrdiff_t some[] = {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 15, 16, 20, 21, 24, 30, 32};
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        check_families(1, &some[i], long_run ? 6 : 1);
    for (ptrdiff_t n = 33; n <= 128 && long_run; n += 9)
        check_families(1, &n, 1);
    const ptrdiff_t longer[] = {64, 97, 100};
    for (size_t i = 0; i < (long_run ? 3 : 1); i++)
        check_families(1, &longer[i], long_run ? 2 : 1);
    print_counts();
    assert_int_equal(seen.wrong, 0);
    assert_true(seen.rational > 5000 && seen.irrational > 5000);
}

static void test_dimensions(void **state)
{
    static const ptrdiff_t shapes[][3] = {{4, 6, 1}, {8, 4, 1}, {2, 3, 5},  {6, 10, 1},
                                          {1, 9, 1}, {5, 5, 1}, {4, 2, 4},  {12, 6, 1},
                                          {8, 8, 1}, {3, 3, 3}, {9, 27, 1}, {4, 4, 4}};
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < (long_run ? 12 : 5); i++)
        check_families(shapes[i][2] == 1 ? 2 : 3, shapes[i], long_run ? 6 : 1);
    print_counts();
    assert_int_equal(seen.wrong, 0);
    assert_true(seen.rational > 3000 && seen.irrational > 1000);
}

static void test_thousand(void **state)
{
    (void)state;
    const ptrdiff_t n = 1000;
    memset(&seen, 0, sizeof seen);
    for (int family = 0; family < family_count; family++) {
        struct trial t;
        open_trial(&t, 1, &n, (unsigned)family);
        families[family].fill(t.x, n, false, 1);
        check_verdicts(&t, long_run ? 7 : 61, families[family].name);
        close_trial(&t);
    }
    print_counts();
    assert_int_equal(seen.wrong, 0);
    assert_true(seen.rational > 300);
}

/* A constant whose parts are far apart, so that squares of the small ones underflow: output 0 is
 * the constant and the others are zero, on every instance. */
static void check_far_apart(const char *isa, ptrdiff_t n, double re, double im)
{
    double x[2 * MOST_FAR_APART], y[2 * MOST_FAR_APART];
    stet_dim dim = {n, 1, 1};
    stet_options options;
    stet_options_init(&options);
    options.level = STET_LEVEL_CORRECT;
    options.precision = STET_F64;
    options.norm = STET_NORM_FORWARD;
    options.rank = 1;
    options.dims = &dim;
    for (ptrdiff_t j = 0; j < n; j++) {
        x[2 * j] = re;
        x[2 * j + 1] = im;
    }
    assert_int_equal(stet_isa_select(isa), STET_OK);
    assert_int_equal(stet_transform(&options, x, y), STET_OK);
    assert_int_equal(stet_isa_select(NULL), STET_OK);
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        if (stet_bits_f64(y[i]) != stet_bits_f64(i == 0 ? re : i == 1 ? im : 0))
            fail_msg("%s, %td points of %a + %a i: part %td is %a", isa, n, re, im, i, y[i]);
}

static void test_far_apart(void **state)
{
    const char *isa;
    int can_run;
    (void)state;
    for (int i = 0; (isa = stet_isa_built(i, &can_run)) != NULL; i++)
        for (ptrdiff_t n = 1; n <= MOST_FAR_APART && can_run; n *= 2) {
            check_far_apart(isa, n, 0x1p-281, 0x0.56c53900e6a5dp-1022);
            check_far_apart(isa, n, 0x1.c0cae218b77ap-6, -0x1p858);
            check_far_apart(isa, n, 0x1.fffffffffffffp1018, 0x0.0000000000001p-1022);
        }
}

/* The proof needs the bound: with one that is 2^8 times smaller slices are too wide for doubles,
 * and wrong things are said, which the comparison above sees. */
static void test_broken_bound(void **state)
{
    static const ptrdiff_t lengths[] = {12, 20, 64};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        memset(&seen, 0, sizeof seen);
        for (int family = 0; family < family_count; family++) {
            struct trial t;
            open_trial(&t, 1, &lengths[i], 0);
            inside_correct(t.plan)->slice_unit *= 0x1p-8;
            families[family].fill(t.x, lengths[i], false, 1);
            check_verdicts(&t, 1, NULL);
            close_trial(&t);
        }
        print_message("bound 2^8 times too small: %ld parts of length %td wrong\n", seen.wrong,
                      lengths[i]);
        assert_true(seen.wrong > 5);
    }
}

int main(int argc, char **argv)
{
    long_run = argc > 1 && strcmp(argv[1], "--long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orbits),     cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_dimensions), cmocka_unit_test(test_thousand),
        cmocka_unit_test(test_far_apart),  cmocka_unit_test(test_broken_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
