/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread of a program takes of its stack that plans and executes at every level, against
 * what docs/fftw.md says. */
#include "fftw_test.h"
#include "lib/stack.h"

enum { MOST = 24 << 10, SIZE = 4096 };

static real in[2 * SIZE], out[2 * SIZE];
static const char *const levels[] = {"native", "extended", "extended-ff", "correct"};

static void run(FFTW(plan) p)
{
    if (p != NULL)
        FFTW(execute)(p);
    FFTW(destroy_plan)(p);
}

static void *every_plan(void *context)
{
    static const int lengths[] = {1, 16, 17, 1000, 1024, 2039, SIZE};
    const unsigned flags = *(const unsigned *)context;
    pair *const pairs_in = (pair *)in, *const pairs_out = (pair *)out;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const int n = lengths[i], rows = i < 3 ? 3 : 1, both[2] = {rows, n};
        const FFTW(iodim) dim = {n, -1, 1};
        run(FFTW(plan_dft)(2, both, pairs_in, pairs_out, 1, flags));
        run(FFTW(plan_dft_r2c)(2, both, in, pairs_out, flags));
        run(FFTW(plan_dft_c2r)(2, both, pairs_in, out, flags));
        run(FFTW(plan_guru_split_dft)(1, &dim, 0, NULL, in + SIZE - 1, in + 2 * SIZE - 1, out,
                                      out + SIZE, flags));
        for (int r2r = 0; r2r < R2R_KINDS; r2r++)
            run(FFTW(plan_r2r_1d)(n, in, out, (FFTW(r2r_kind))r2r, flags));
    }
    return NULL;
}

static void every_level(unsigned flags)
{
    for (int i = 0; i < 4; i++) {
        setenv("STET_LEVEL", levels[i], 1);
        const size_t used = stack_of(every_plan, &flags);
        print_message("%s: %zu bytes\n", levels[i], used);
        assert_true(used > 0 && used <= MOST);
    }
    unsetenv("STET_LEVEL");
}

static void one_thread(void **state)
{
    (void)state;
    every_level(FFTW_ESTIMATE);
}

static void loop(void *(*work)(char *), char *jobs, size_t size, int count, void *data)
{
    (void)data;
    for (int i = 0; i < count; i++)
        work(jobs + (size_t)i * size);
}

static void the_programs_loop(void **state)
{
    (void)state;
    FFTW(plan_with_nthreads)(3);
    FFTW(threads_set_callback)(loop, NULL);
    every_level(FFTW_ESTIMATE);
    FFTW(threads_set_callback)(NULL, NULL);
    FFTW(plan_with_nthreads)(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_thread),
                                       cmocka_unit_test(the_programs_loop)};
    return STACK_AS_SHIPPED ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
