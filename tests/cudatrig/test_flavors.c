/* SPDX-License-Identifier: Apache-2.0 */
/* Known values, the functions' statuses, and that it does not matter how they are called. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arith/bits.h"
#include "lib/environment.h"
#include "lib/generate.h"

#define FOR_EACH_FLAVOR(c) for (stet_trig_flavor c = STET_TRIG_CORRECT; c <= STET_TRIG_CUDA13; c++)
#define FOR_EACH_FUNCTION(f) for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++)

static void same(float got, float want)
{
    if (stet_bits_f32(got) != stet_bits_f32(want))
        fail_msg("got %a, want %a", (double)got, (double)want);
}

static float one(stet_trig_flavor flavor, stet_trig_function f, float x)
{
    float y = 0.25f;
    assert_int_equal(stet_trig(f, flavor, 1, &x, &y), STET_OK);
    return y;
}

/* What NVIDIA's own code gives, in nine digits: enough to name a float. */
static void test_cuda13_known(void **state)
{
    (void)state;
    const stet_trig_flavor c = STET_TRIG_CUDA13;
    same(one(c, STET_TRIG_SIN, 10.0f), -0.54402107f);
    same(one(c, STET_TRIG_COS, 10.0f), -0.839071572f);
    same(one(c, STET_TRIG_SIN, 100.0f), -0.506365657f);
    same(one(c, STET_TRIG_COS, 100.0f), 0.862318873f);
    same(one(c, STET_TRIG_SIN, 3.1415927f), -8.74227766e-08f);
    same(one(c, STET_TRIG_COS, 1.5707964f), -4.37113883e-08f);
    same(one(c, STET_TRIG_COS, 4.712389f), 1.19248806e-08f);
    same(one(c, STET_TRIG_SIN, 0.7853982f), 0.707106829f);
    same(one(c, STET_TRIG_COS, 0.7853982f), 0.707106769f);
    same(one(c, STET_TRIG_SIN, 1.0f), 0.841471016f);
    same(one(c, STET_TRIG_COS, 2.0f), -0.416146815f);
    same(one(c, STET_TRIG_COS, 0x1.173412p+16f), 0x1.fee37ep-4f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_COS, 0x1.173412p+16f), 0x1.fee37ap-4f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_SIN, 10.0f), -0.54402113f);
    same(one(c, STET_TRIG_SIN, -0.0f), -0.0f);
    same(one(c, STET_TRIG_SIN, 0.0f), 0.0f);
    same(one(c, STET_TRIG_SINPI, -0.0f), -0.0f);
    same(one(c, STET_TRIG_SINPI, -2.0f), -0.0f);
    same(one(c, STET_TRIG_COSPI, -0.5f), 0.0f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_COS, 10.0f), -0.839071512f);
}

#define N 67 /* whole vectors and a rest */

/* Inputs of all sizes, large ones among small ones, and special ones. */
static void fill(float *x, int n, uint64_t seed)
{
    for (int i = 0; i < n; i++) {
        const uint32_t bits = (uint32_t)generate_next(&seed);
        x[i] = i % 3 == 0 ? stet_from_bits_f32(bits)
                          : (float)(int32_t)bits * (i % 3 == 1 ? 0x1p-28f : 0x1p-13f);
    }
    x[1] = __builtin_inff();
    x[2] = -0.0f;
}

static void same_arrays(const float *got, const float *want, int n)
{
    for (int i = 0; i < n; i++)
        if (got[i] == got[i] || want[i] == want[i])
            same(got[i], want[i]);
}

static stet_status run_pair(stet_trig_function sine, stet_trig_flavor c, ptrdiff_t n,
                            const float *x, float *y, float *z)
{
    return sine == STET_TRIG_SIN ? stet_trig_sincos(c, n, x, y, z)
                                 : stet_trig_sincospi(c, n, x, y, z);
}

/* Every length gives the bits of single calls, writes nothing beyond, and may be in place. */
static void test_lengths(void **state)
{
    (void)state;
    float x[N], y[N + 1], want[N];
    FOR_EACH_FLAVOR (c)
        FOR_EACH_FUNCTION (f) {
            fill(x, N, (uint64_t)f);
            for (int i = 0; i < N; i++)
                want[i] = one(c, f, x[i]);
            for (int n = 0; n <= N; n++) {
                y[n] = 42;
                assert_int_equal(stet_trig(f, c, n, x, y), STET_OK);
                same_arrays(y, want, n);
                same(y[n], 42);
                memcpy(y, x, (size_t)n * sizeof *y);
                assert_int_equal(stet_trig(f, c, n, y, y), STET_OK);
                same_arrays(y, want, n);
            }
        }
}

/* Both at once are the two alone; x may be one of them. */
static void test_pairs(void **state)
{
    (void)state;
    float x[N], y[N + 1], z[N + 1], sine[N], cosine[N];
    FOR_EACH_FLAVOR (c)
        for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f += 2) {
            fill(x, N, (uint64_t)f);
            assert_int_equal(stet_trig(f, c, N, x, sine), STET_OK);
            assert_int_equal(stet_trig(f + 1, c, N, x, cosine), STET_OK);
            for (int n = 0; n <= N; n++)
                for (int in_place = 0; in_place < 3; in_place++) {
                    float *in = in_place == 0 ? x : in_place == 1 ? y : z;
                    memcpy(in, x, (size_t)n * sizeof *in);
                    y[n] = z[n] = 42;
                    assert_int_equal(run_pair(f, c, n, in, y, z), STET_OK);
                    same_arrays(y, sine, n);
                    same_arrays(z, cosine, n);
                    same(y[n], 42);
                    same(z[n], 42);
                }
        }
}

static void test_statuses(void **state)
{
    (void)state;
    const ptrdiff_t huge = PTRDIFF_MAX / (ptrdiff_t)sizeof(float) + 1;
    const stet_trig_function f = STET_TRIG_COS;
    float x[4] = {1, 1, 1, 1}, y[4] = {7, 7, 7, 7};
    FOR_EACH_FLAVOR (c) {
        assert_int_equal(stet_trig((stet_trig_function)0, c, 1, x, y), STET_E_FUNCTION);
        assert_int_equal(stet_trig((stet_trig_function)5, c, 1, x, y), STET_E_FUNCTION);
        assert_int_equal(stet_trig(f, c, -1, x, y), STET_E_LENGTH);
        assert_int_equal(stet_trig(f, c, huge, x, y), STET_E_OVERFLOW);
        assert_int_equal(stet_trig(f, c, 1, NULL, y), STET_E_NULL);
        assert_int_equal(stet_trig(f, c, 1, x, NULL), STET_E_NULL);
        assert_int_equal(stet_trig(f, c, 0, NULL, NULL), STET_OK);
        assert_int_equal(stet_trig(f, c, 3, x, x + 1), STET_E_OVERLAP);
        assert_int_equal(stet_trig(f, c, 3, x + 1, x), STET_E_OVERLAP);
    }
    assert_int_equal(stet_trig(f, (stet_trig_flavor)0, 1, x, y), STET_E_FLAVOR);
    assert_int_equal(stet_trig(f, (stet_trig_flavor)3, 1, x, y), STET_E_FLAVOR);
    for (int i = 0; i < 4; i++) {
        same(x[i], 1);
        same(y[i], 7);
    }
}

static void test_statuses_of_pairs(void **state)
{
    (void)state;
    float x[4] = {1, 1, 1, 1}, y[4] = {7, 7, 7, 7}, z[2] = {8, 8};
    for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f += 2)
        FOR_EACH_FLAVOR (c) {
            assert_int_equal(run_pair(f, (stet_trig_flavor)3, 1, x, y, z), STET_E_FLAVOR);
            assert_int_equal(run_pair(f, c, -1, x, y, z), STET_E_LENGTH);
            assert_int_equal(run_pair(f, c, PTRDIFF_MAX, x, y, z), STET_E_OVERFLOW);
            assert_int_equal(run_pair(f, c, 1, NULL, y, z), STET_E_NULL);
            assert_int_equal(run_pair(f, c, 1, x, NULL, z), STET_E_NULL);
            assert_int_equal(run_pair(f, c, 1, x, y, NULL), STET_E_NULL);
            assert_int_equal(run_pair(f, c, 0, NULL, NULL, NULL), STET_OK);
            assert_int_equal(run_pair(f, c, 1, x, y, y), STET_E_OVERLAP);
            assert_int_equal(run_pair(f, c, 2, x, y, y + 1), STET_E_OVERLAP);
            assert_int_equal(run_pair(f, c, 2, x, x + 1, z), STET_E_OVERLAP);
            assert_int_equal(run_pair(f, c, 2, x, z, x + 1), STET_E_OVERLAP);
            for (int i = 0; i < 4; i++) {
                same(x[i], 1);
                same(y[i], 7);
                same(z[i / 2], 8);
            }
        }
}

/* Rounding up, flushing, and exceptions that would kill: they change nothing, and are there
 * afterwards. */
static void test_environment(void **state)
{
    (void)state;
    float x[N], want[N], y[N];
    const uint64_t own = get_environment() & ~(uint64_t)FLAGS;
    FOR_EACH_FLAVOR (c)
        FOR_EACH_FUNCTION (f) {
            fill(x, N, 5);
            x[5] = 0x1p-140f;
            assert_int_equal(stet_trig(f, c, N, x, want), STET_OK);
            fesetround(FE_UPWARD);
            uint64_t modes = (get_environment() | FLUSH_TO_ZERO) & ~(uint64_t)FLAGS;
#ifdef UNMASK
            modes &= UNMASK;
#endif
            set_environment(modes);
            const bool modes_hold = get_environment() == modes; /* not under valgrind */
            const stet_status status = stet_trig(f, c, N, x, y);
            const uint64_t after = get_environment();
            set_environment(own);
            assert_int_equal(status, STET_OK);
            assert_true(!modes_hold || environment_is_kept(modes, after));
            same_arrays(y, want, N);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuda13_known),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_statuses_of_pairs),
        cmocka_unit_test(test_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
