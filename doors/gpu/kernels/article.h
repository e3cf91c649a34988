/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the kernels of an article and of the LeetGPU challenge in their simplest form: bit
 * reversal, one launch for each level, and the definition as a sum. The first two together give the
 * bits of level native. They exist for f32 and f64. */
#if (REAL == 32 || REAL == 64) && HAS_KERNEL(IS_ARTICLE)

#define THREADS_OF_ARTICLE 128

/* Copies 2^a0 complex numbers from s0 to s1 in bit-reversed order. */
KERNEL(stet_bit_reversal, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u32 i = BLOCK * THREADS_OF_ARTICLE + (u32)THREAD;
        if (i >> a0 == 0) {
            u32 to = 0;
            for (int b = 0; b < (int)a0; b++)
                to |= (i >> b & 1) << ((int)a0 - 1 - b);
            ((GLOBAL T2 *)(s1 + o1))[to] = ((GLOBAL const T2 *)(s0 + o0))[i];
        }
    }
}

/* Computes level L = 2^a1 of 2^a0 numbers in place in s1. The twiddles of all levels are at
 * complex number a2, in the order of load_twiddles(). */
KERNEL(stet_stage, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u32 i = BLOCK * THREADS_OF_ARTICLE + (u32)THREAD, L = (u32)1 << a1, j = i & (L - 1);
        const u32 at = (i >> a1 << (a1 + 1)) + j;
        if (i >> (a0 - 1) == 0) {
            GLOBAL T2 *const x = (GLOBAL T2 *)(s1 + o1);
            T2 a = x[at], b = x[at + L];
            if (L == 1 || (L == 2 && j == 0)) {
                butterfly2_one(&a, &b);
            } else if (L == 2) {
                butterfly2_minus_i(&a, &b);
            } else {
                const T2 w = ((GLOBAL const T2 *)(s2 + o2))[a2 + (j < L / 2 ? j + L / 2 : j)];
                butterfly2((int)((4 * j / L + 1) / 2), w.x, w.y, &a, &b);
            }
            x[at] = a;
            x[at + L] = b;
        }
    }
}

/* Computes the sum of the definition for a0 complex numbers from s0 to s1, from the first term on.
 * s3 has the roots exp(-2 pi i k/n). a0 is any number. */
KERNEL(stet_sum_of_definition, THREADS_OF_ARTICLE)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const u64 n = (u64)a0, k = (u64)BLOCK * THREADS_OF_ARTICLE + (u64)THREAD;
        if (k < n) {
            GLOBAL const T2 *const x = (GLOBAL const T2 *)(s0 + o0);
            GLOBAL const T2 *RESTRICT const root = (GLOBAL const T2 *)(s3 + o3);
            T2 sum = complex_of(zero(), zero());
            u64 at = 0;
            for (u64 j = 0; j < n; j++) {
                const T2 w = root[at], z = x[j];
                sum.x = FMA(z.x, w.x, FNMA(z.y, w.y, sum.x));
                sum.y = FMA(z.x, w.y, FMA(z.y, w.x, sum.y));
                at += k;
                at = at < n ? at : at - n;
            }
            ((GLOBAL T2 *)(s1 + o1))[k] = sum;
        }
    }
}
#endif
