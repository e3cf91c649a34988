/* SPDX-License-Identifier: Apache-2.0 */
/* FMA and BUTTERFLY of vec/simd128.h beside the software fma of one lane, of numbers whose sums are
 * near midpoints of two floats more often than those of any transform. Digests do not see these. */
#include <stdio.h>
#include <string.h>

#define STET_F32_KERNELS
#include "vec/simd128.h"

static uint64_t state = 1;

static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Few bits set at both ends of the significand, exponents near each other, some of them extreme. */
static float number(void)
{
    const uint64_t r = next();
    const uint32_t sign = (uint32_t)(r & 1) << 31, low = (uint32_t)(r >> 1 & 7);
    const uint32_t high = (uint32_t)(r >> 4 & 3) << 21, flip = (r >> 6 & 1) ? 0x7fffffu : 0;
    const uint32_t near = 100 + (uint32_t)(r >> 8 & 63), far = (uint32_t)(r >> 16 & 255);
    const uint32_t bits = sign | ((r >> 32 & 15) ? near : far) << 23 | ((low | high) ^ flip);
    float x;
    memcpy(&x, &bits, sizeof x);
    return (r >> 40 & 31) == 0 ? 0 * x : x;
}

static int same(float a, float b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

static void fill(float *x)
{
    for (int l = 0; l < VL; l++)
        x[l] = number();
}

static int check_fma(void)
{
    float a[VL], b[VL], c[VL], r[VL];
    int wrong = 0;
    fill(a), fill(b), fill(c);
    STORE(r, FMA(LOAD(a), LOAD(b), LOAD(c)));
    for (int l = 0; l < VL; l++)
        wrong += !same(r[l], stet_soft_fma_f32(a[l], b[l], c[l]));
    return wrong;
}

static int check_butterfly(void)
{
    int wrong = 0;
#ifdef OWN_BUTTERFLY
    float m[VL], t[VL], x[4][VL], y[4][VL];
    fill(m), fill(t);
    for (int i = 0; i < 4; i++)
        fill(x[i]);
    for (int turned = 0; turned < 2; turned++) {
        V a[2] = {LOAD(x[0]), LOAD(x[1])}, b[2] = {LOAD(x[2]), LOAD(x[3])};
        (turned ? BUTTERFLY_TURNED : BUTTERFLY)(LOAD(m), LOAD(t), a, b);
        STORE(y[0], a[0]), STORE(y[1], a[1]), STORE(y[2], b[0]), STORE(y[3], b[1]);
        for (int l = 0; l < VL; l++) {
            const float u = stet_soft_fma_f32(t[l], x[3][l], x[2][l]);
            const float v = stet_soft_fma_f32(-t[l], x[2][l], x[3][l]);
            const float re = turned ? v : u, im = turned ? -u : v;
            wrong += !same(y[0][l], stet_soft_fma_f32(m[l], re, x[0][l]));
            wrong += !same(y[1][l], stet_soft_fma_f32(m[l], im, x[1][l]));
            wrong += !same(y[2][l], stet_soft_fma_f32(-m[l], re, x[0][l]));
            wrong += !same(y[3][l], stet_soft_fma_f32(-m[l], im, x[1][l]));
        }
    }
#endif
    return wrong;
}

int main(void)
{
    enum { TURNS = 1000000 };
    int wrong = 0;
    for (int i = 0; i < TURNS; i++)
        wrong += check_fma() + check_butterfly();
    printf("%d turns, %d wrong\n", TURNS, wrong);
    return wrong > 0;
}
