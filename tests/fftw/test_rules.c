/* SPDX-License-Identifier: Apache-2.0 */
/* What FFTW's manual says beside the transforms: flags, misuse, wisdom, threads, text, memory, and
 * the Fortran names; and the environment, which chooses the level. */
#include "fftw_test.h"

enum { N = 240 };

static real in[2 * N], out[2 * N], expected[2 * N];
static uint64_t state = 3;

static FFTW(plan) plan_1d(unsigned flags)
{
    return FFTW(plan_dft_1d)(N, (pair *)in, (pair *)out, -1, flags);
}

static int clean(void **unused)
{
    (void)unused;
    unsetenv("STET_LEVEL");
    unsetenv("STET_THREADS");
    FFTW(cleanup_threads)();
    FFTW(threads_set_callback)(NULL, NULL);
    FFTW(set_timelimit)(-1);
    return 0;
}

/* --------------------------------------------------------------- flags -- */

static void preserve(void **unused)
{
    (void)unused;
    const int n[3] = {1, 4, 6}, line[2] = {1, 6};
    const unsigned keep = FFTW_PRESERVE_INPUT | FFTW_ESTIMATE;
    FFTW(plan)
    p[] = {FFTW(plan_dft_c2r_1d)(6, (pair *)in, out, keep),
           FFTW(plan_dft_c2r)(2, line, (pair *)in, out, keep),
           FFTW(plan_dft_c2r_2d)(4, 6, (pair *)in, out, FFTW_ESTIMATE),
           FFTW(plan_dft_c2r_2d)(4, 6, (pair *)in, out, FFTW_DESTROY_INPUT | FFTW_ESTIMATE),
           FFTW(plan_dft_c2r_2d)(4, 6, (pair *)in, in, keep)};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
        assert_non_null(p[i]);
        FFTW(destroy_plan)(p[i]);
    }
    assert_null(FFTW(plan_dft_c2r_2d)(4, 6, (pair *)in, out, keep));
    assert_null(FFTW(plan_dft_c2r)(3, n, (pair *)in, out, keep));
}

/* No c2r here writes its input, whatever the flags. */
static void input_stays(void **unused)
{
    (void)unused;
    fill_random(&state, in, 2 * N);
    memcpy(expected, in, sizeof in);
    FFTW(plan) p = FFTW(plan_dft_c2r_2d)(12, 20, (pair *)in, out, FFTW_ESTIMATE);
    FFTW(execute)(p);
    assert_same_bits(in, expected, 2 * N);
    FFTW(destroy_plan)(p);
}

/* The planner may time what it likes: the arrays stay. */
static void measuring_overwrites_nothing(void **unused)
{
    (void)unused;
    const unsigned flags[] = {FFTW_MEASURE, FFTW_PATIENT, FFTW_EXHAUSTIVE | FFTW_DESTROY_INPUT};
    for (int i = 0; i < 3; i++) {
        fill_random(&state, in, 2 * N);
        memcpy(out, in, sizeof in);
        memcpy(expected, in, sizeof in);
        FFTW(plan) p = plan_1d(flags[i]);
        assert_non_null(p);
        assert_same_bits(in, expected, 2 * N);
        assert_same_bits(out, expected, 2 * N);
        FFTW(execute)(p);
        stet_reference(C2C, 0, 1, (ptrdiff_t[]){N}, in, expected, STET_LEVEL_NATIVE);
        assert_same_bits(out, expected, 2 * N);
        FFTW(destroy_plan)(p);
    }
}

/* -------------------------------------------------------------- misuse -- */

static void misuse(void **unused)
{
    (void)unused;
    const int n[2] = {4, 0}, good[2] = {4, 4};
    const FFTW(iodim) none = {0, 1, 1}, minus = {-3, 1, 1}, four = {4, 1, 1};
    const FFTW(r2r_kind) dht = FFTW_DHT;
    const unsigned f = FFTW_ESTIMATE;
    pair *x = (pair *)in, *y = (pair *)out;
    assert_null(FFTW(plan_dft_1d)(0, x, y, -1, f));
    assert_null(FFTW(plan_dft_1d)(-4, x, y, -1, f));
    assert_null(FFTW(plan_dft)(2, n, x, y, -1, f));
    assert_null(FFTW(plan_dft)(-1, good, x, y, -1, f));
    assert_null(FFTW(plan_dft)(2, NULL, x, y, -1, f));
    assert_null(FFTW(plan_many_dft)(1, good, -1, x, NULL, 1, 4, y, NULL, 1, 4, -1, f));
    assert_null(FFTW(plan_guru_dft)(1, &none, 0, NULL, x, y, -1, f));
    assert_null(FFTW(plan_guru_dft)(1, &four, 1, &minus, x, y, -1, f));
    assert_null(FFTW(plan_guru_dft)(1, NULL, 0, NULL, x, y, -1, f));
    assert_null(FFTW(plan_guru_dft)(1, &four, 1, NULL, x, y, -1, f));
    assert_null(FFTW(plan_guru_dft)(1, &four, -1, &four, x, y, -1, f));
    /* in place, to other places */
    assert_null(FFTW(plan_many_dft)(1, good, 2, x, NULL, 1, 4, x, NULL, 1, 5, -1, f));
    /* in place, of more points and with larger strides than there are numbers for */
    const FFTW(iodim64) endless = {PTRDIFF_MAX / 2, 1, 1};
    const FFTW(iodim64) thrice = {3, PTRDIFF_MAX / 2, PTRDIFF_MAX / 2};
    const FFTW(iodim64) furthest = {2, PTRDIFF_MIN, PTRDIFF_MIN};
    assert_null(FFTW(plan_guru64_r2r)(1, &endless, 1, &thrice, in, in, &dht, f));
    assert_null(FFTW(plan_guru64_r2r)(1, &endless, 1, &furthest, in, in, &dht, f));
    /* split, and in place with one part alone */
    assert_null(FFTW(plan_guru_split_dft)(1, &four, 0, NULL, in, in + 9, in, out, f));
    FFTW(execute)(NULL);
    FFTW(execute_dft)(NULL, x, y);
    FFTW(plan) late = FFTW(plan_dft_1d)(4, NULL, NULL, -1, f);
    FFTW(execute)(late);
    FFTW(destroy_plan)(late);
    FFTW(destroy_plan)(NULL);
    assert_null(FFTW(sprint_plan)(NULL));
}

/* Loops of no turns are plans that do nothing; so is howmany_rank INT_MAX. */
static void nothing_to_do(void **unused)
{
    (void)unused;
    const int n = 4;
    const FFTW(iodim) none = {0, 1, 1}, four = {4, 1, 1};
    FFTW(plan)
    p[3] = {
        FFTW(plan_many_dft)(1, &n, 0, (pair *)in, NULL, 1, 4, (pair *)out, NULL, 1, 4, -1,
                            FFTW_ESTIMATE),
        FFTW(plan_guru_dft)(1, &four, 1, &none, (pair *)in, (pair *)out, -1, FFTW_ESTIMATE),
        FFTW(plan_guru_dft)(1, &four, INT32_MAX, NULL, (pair *)in, (pair *)out, -1, FFTW_ESTIMATE)};
    memset(out, 0x55, sizeof out);
    memcpy(expected, out, sizeof out);
    for (int i = 0; i < 3; i++) {
        assert_non_null(p[i]);
        FFTW(execute)(p[i]);
        assert_same_bits(out, expected, 2 * N);
        FFTW(destroy_plan)(p[i]);
    }
}

/* Some programs plan before they have arrays. */
static void without_arrays(void **unused)
{
    (void)unused;
    FFTW(plan) p = FFTW(plan_dft_1d)(N, NULL, NULL, -1, FFTW_ESTIMATE);
    assert_non_null(p);
    fill_random(&state, in, 2 * N);
    stet_reference(C2C, 0, 1, (ptrdiff_t[]){N}, in, expected, STET_LEVEL_NATIVE);
    FFTW(execute_dft)(p, (pair *)in, (pair *)out);
    assert_same_bits(out, expected, 2 * N);
    FFTW(destroy_plan)(p);
}

/* -------------------------------------------------------------- wisdom -- */

static void add_char(char c, void *data)
{
    char **at = data;
    *(*at)++ = c;
}

static int take_char(void *data)
{
    const char **at = data;
    return **at ? *(*at)++ : EOF;
}

static void wisdom(void **unused)
{
    (void)unused;
    char copy[4000] = "", *at = copy;
    FFTW(forget_wisdom)();
    char *empty = FFTW(export_wisdom_to_string)();
    assert_null(plan_1d(FFTW_WISDOM_ONLY | FFTW_ESTIMATE));
    FFTW(destroy_plan)(plan_1d(FFTW_ESTIMATE));
    assert_null(plan_1d(FFTW_WISDOM_ONLY)); /* measured was asked for */
    FFTW(plan) p = plan_1d(FFTW_WISDOM_ONLY | FFTW_ESTIMATE);
    assert_non_null(p);
    FFTW(destroy_plan)(p);
    char *text = FFTW(export_wisdom_to_string)();
    assert_string_not_equal(text, empty);
    FFTW(export_wisdom)(add_char, &at);
    assert_string_equal(copy, text);

    FFTW(forget_wisdom)();
    assert_null(plan_1d(FFTW_WISDOM_ONLY | FFTW_ESTIMATE));
    assert_int_equal(FFTW(import_wisdom_from_string)(text), 1);
    char *again = FFTW(export_wisdom_to_string)();
    assert_string_equal(again, text);
    p = plan_1d(FFTW_WISDOM_ONLY | FFTW_ESTIMATE);
    assert_non_null(p);
    FFTW(destroy_plan)(p);

    FFTW(forget_wisdom)();
    const char *reader = copy;
    assert_int_equal(FFTW(import_wisdom)(take_char, &reader), 1);
    char *third = FFTW(export_wisdom_to_string)();
    assert_string_equal(third, text);
    free(empty);
    FFTW(free)(text);
    free(again);
    free(third);
}

static void wisdom_in_files(void **unused)
{
    (void)unused;
    char name[] = "/tmp/stet-wisdom-XXXXXX";
    const int fd = mkstemp(name);
    FILE *file = fdopen(fd, "w+");
    FFTW(forget_wisdom)();
    FFTW(destroy_plan)(plan_1d(FFTW_ESTIMATE));
    char *text = FFTW(export_wisdom_to_string)();
    FFTW(export_wisdom_to_file)(file);
    fputs("what follows", file);
    rewind(file);
    FFTW(forget_wisdom)();
    assert_int_equal(FFTW(import_wisdom_from_file)(file), 1);
    char rest[40] = "";
    assert_non_null(fgets(rest, sizeof rest, file)); /* the end of the line */
    assert_non_null(fgets(rest, sizeof rest, file));
    assert_string_equal(rest, "what follows");
    fclose(file);
    assert_int_equal(FFTW(export_wisdom_to_filename)(name), 1);
    FFTW(forget_wisdom)();
    assert_int_equal(FFTW(import_wisdom_from_filename)(name), 1);
    char *again = FFTW(export_wisdom_to_string)();
    assert_string_equal(again, text);
    remove(name);
    assert_int_equal(FFTW(import_wisdom_from_filename)(name), 0);
    assert_int_equal(FFTW(export_wisdom_to_filename)("/nowhere/at/all"), 0);
    free(text);
    free(again);
}

/* FFTW's own wisdom and damaged wisdom is none, and changes nothing. */
static void not_wisdom(void **unused)
{
    (void)unused;
    FFTW(forget_wisdom)();
    FFTW(destroy_plan)(plan_1d(FFTW_ESTIMATE));
    char *text = FFTW(export_wisdom_to_string)();
    static const char *const bad[] = {"",
                                      "(",
                                      ")",
                                      "nothing",
                                      "(fftw-3.3.10 fftw_wisdom #x1 #x2 #x3 #x4\n)",
                                      "(stet-1 x\n)",
                                      "(stet-1 fftw_wisdom\n  (4 c2c)\n)",
                                      "(stet-1 fftw_wisdom\n  (1 )\n)",
                                      "(stet-1 fftwf_wisdom\n  (1 (c2c))\n)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(FFTW(import_wisdom_from_string)(bad[i]), 0);
    for (size_t i = 0; i + 2 < strlen(text); i++) {
        char *cut = strndup(text, i);
        assert_int_equal(FFTW(import_wisdom_from_string)(cut), 0);
        free(cut);
    }
    char *again = FFTW(export_wisdom_to_string)();
    assert_string_equal(again, text);
    assert_int_equal(FFTW(import_system_wisdom)(), 0);
    free(text);
    free(again);
}

/* ------------------------------------------------------------- threads -- */

static int jobs_run;

static void loop(void *(*work)(char *), char *jobs, size_t size, int count, void *data)
{
    jobs_run += count;
    assert_ptr_equal(data, &state);
    for (int i = count - 1; i >= 0; i--)
        work(jobs + size * (size_t)i);
}

static void threads(void **unused)
{
    (void)unused;
    enum { LINES = 64, LENGTH = 1024 };
    const int n = LENGTH;
    real *x = FFTW(alloc_real)(2 * LINES * LENGTH), *y = FFTW(alloc_real)(2 * LINES * LENGTH);
    real *z = FFTW(alloc_real)(2 * LINES * LENGTH);
    fill_random(&state, x, 2 * LINES * LENGTH);
    assert_int_equal(FFTW(init_threads)(), 1);
    FFTW(make_planner_thread_safe)();
    assert_int_equal(FFTW(planner_nthreads)(), 1);
    for (int count = 0; count < 5; count++) {
        FFTW(plan_with_nthreads)(count);
        assert_int_equal(FFTW(planner_nthreads)(), count > 1 ? count : 1);
        if (count == 4)
            FFTW(threads_set_callback)(loop, &state);
        real *to = count == 0 ? z : y;
        FFTW(plan)
        p = FFTW(plan_many_dft)(1, &n, LINES, (pair *)x, NULL, 1, n, (pair *)to, NULL, 1, n, -1,
                                FFTW_ESTIMATE);
        FFTW(execute)(p);
        if (count > 0)
            assert_same_bits(y, z, 2 * LINES * LENGTH);
        FFTW(destroy_plan)(p);
    }
    assert_true(jobs_run > 1);
    FFTW(cleanup_threads)();
    assert_int_equal(FFTW(planner_nthreads)(), 1);
    FFTW(free)(x);
    FFTW(free)(y);
    FFTW(free)(z);
}

/* --------------------------------------------------------- environment -- */

static void level(void **unused)
{
    (void)unused;
    fill_random(&state, in, 2 * N);
    setenv("STET_LEVEL", "correct", 1);
    FFTW(plan) p = plan_1d(FFTW_ESTIMATE);
    assert_non_null(p);
    unsetenv("STET_LEVEL"); /* of the planner: an execution does not look */
    FFTW(execute)(p);
    stet_reference(C2C, 0, 1, (ptrdiff_t[]){N}, in, expected, STET_LEVEL_CORRECT);
    assert_same_bits(out, expected, 2 * N);
    FFTW(destroy_plan)(p);
    setenv("STET_LEVEL", "corect", 1);
    assert_null(plan_1d(FFTW_ESTIMATE));
}

/* ---------------------------------------------------------------- text -- */

static void text(void **unused)
{
    (void)unused;
    double add, mul, fma;
    FFTW(plan) p = FFTW(plan_dft_1d)(256, (pair *)in, (pair *)in, -1, FFTW_ESTIMATE);
    char *s = FFTW(sprint_plan)(p), read[4000] = "";
    assert_non_null(strstr(s, "(stet-c2c"));
    assert_non_null(strstr(s, "256"));
    assert_int_equal(s[strlen(s) - 1], ')');
    FILE *file = tmpfile();
    FFTW(fprint_plan)(p, file);
    rewind(file);
    assert_int_equal(fread(read, 1, sizeof read - 1, file), strlen(s));
    assert_string_equal(read, s);
    fclose(file);
    FFTW(flops)(p, &add, &mul, &fma);
    assert_true(add == 0 && mul == 0 && fma == 3 * 256 * 8);
    assert_true(FFTW(cost)(p) == 2 * fma && FFTW(estimate_cost)(p) == 2 * fma);
    FFTW(free)(s);
    FFTW(destroy_plan)(p);
    assert_memory_equal(FFTW(version), "fftw-3.3.10", 11);
    assert_true(strlen(FFTW(cc)) > 0 && strlen(FFTW(codelet_optim)) == 0);
}

static void memory(void **unused)
{
    (void)unused;
    for (size_t size = 0; size < 300; size += 7) {
        char *x = FFTW(malloc)(size);
        assert_non_null(x);
        assert_int_equal((uintptr_t)x % 64, 0);
        assert_int_equal(FFTW(alignment_of)((real *)x), 0);
        memset(x, 1, size);
        if (size % 2)
            FFTW(free)(x);
        else
            free(x); /* stet: ignore[FFT609] of stet's library it may */
    }
    FFTW(free)(NULL);
    assert_null(FFTW(alloc_real)(SIZE_MAX / sizeof(real) + 1));
    assert_null(FFTW(alloc_complex)(SIZE_MAX / 2 + 2));
    assert_null(FFTW(malloc)(SIZE_MAX - 100));
}

/* ------------------------------------------------------------- Fortran -- */

void FORTRAN(plan_dft_2d_)(FFTW(plan) *, int *, int *, pair *, pair *, int *, int *);
void FORTRAN(plan_dft_r2c_1d__)(FFTW(plan) *, int *, real *, pair *, int *);
void FORTRAN(plan_many_dft_)(FFTW(plan) *, int *, int *, int *, pair *, int *, int *, int *, pair *,
                             int *, int *, int *, int *, int *);
void FORTRAN(plan_guru_dft_)(FFTW(plan) *, int *, int *, int *, int *, int *, int *, int *, int *,
                             pair *, pair *, int *, int *);
void FORTRAN(execute_)(FFTW(plan) *);
void FORTRAN(execute_dft_)(FFTW(plan) *, pair *, pair *);
void FORTRAN(destroy_plan_)(FFTW(plan) *);
void FORTRAN(import_system_wisdom_)(int *);
void FORTRAN(init_threads_)(int *);
void FORTRAN(plan_with_nthreads_)(int *);

/* The first dimension is the one that runs fastest: Fortran's 10 x 6 is C's 6 x 10. */
static void fortran(void **unused)
{
    (void)unused;
    FFTW(plan) p;
    int nx = 10, ny = 6, sign = 1, flags = FFTW_ESTIMATE, n[2] = {10, 6}, rank = 2, one = 1;
    int dist = 60, two = 2, okay = 0, is = 1, is2 = 10, length = N, zero = 0;
    const ptrdiff_t lengths[2] = {6, 10};
    fill_random(&state, in, 240);
    FORTRAN(init_threads_)(&okay);
    assert_int_equal(okay, 1);
    FORTRAN(plan_with_nthreads_)(&two);
    stet_reference(C2C, 1, 2, lengths, in, expected, STET_LEVEL_NATIVE);
    stet_reference(C2C, 1, 2, lengths, in + 120, expected + 120, STET_LEVEL_NATIVE);
    FORTRAN(plan_dft_2d_)(&p, &nx, &ny, (pair *)in, (pair *)out, &sign, &flags);
    assert_non_null(p);
    FORTRAN(execute_)(&p);
    assert_same_bits(out, expected, 120);
    FORTRAN(execute_dft_)(&p, (pair *)(in + 120), (pair *)out);
    assert_same_bits(out, expected + 120, 120);
    FORTRAN(destroy_plan_)(&p);

    FORTRAN(plan_many_dft_)(&p, &rank, n, &two, (pair *)in, n, &one, &dist, (pair *)out, n, &one,
                            &dist, &sign, &flags);
    FORTRAN(execute_)(&p);
    assert_same_bits(out, expected, 240);
    FORTRAN(destroy_plan_)(&p);

    int gn[2] = {6, 10}, gs[2] = {is2, is};
    FORTRAN(plan_guru_dft_)(&p, &rank, gn, gs, gs, &zero, NULL, NULL, NULL, (pair *)in, (pair *)out,
                            &sign, &flags);
    FORTRAN(execute_)(&p);
    assert_same_bits(out, expected, 120);
    FORTRAN(destroy_plan_)(&p);

    FORTRAN(plan_dft_r2c_1d__)(&p, &length, in, (pair *)out, &flags);
    FORTRAN(execute_)(&p);
    stet_reference(R2C, 0, 1, (ptrdiff_t[]){N}, in, expected, STET_LEVEL_NATIVE);
    assert_same_bits(out, expected, N + 2);
    FORTRAN(destroy_plan_)(&p);
    okay = 1;
    FORTRAN(import_system_wisdom_)(&okay);
    assert_int_equal(okay, 0);
}

#define RULE(f) cmocka_unit_test_setup(f, clean)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(preserve), RULE(input_stays),     RULE(measuring_overwrites_nothing),
        RULE(misuse),   RULE(nothing_to_do),   RULE(without_arrays),
        RULE(wisdom),   RULE(wisdom_in_files), RULE(not_wisdom),
        RULE(threads),  RULE(level),           RULE(text),
        RULE(memory),   RULE(fortran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
