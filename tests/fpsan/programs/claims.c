/* SPDX-License-Identifier: Apache-2.0 */
/* One computation (CASE) in several ways; -1 is a wrong one. The way is chosen by the program's own
 * name, NAME@1, since programs that are compared get the same arguments: one is compiled, and links
 * to it are the others. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if CASE == 2 && defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

#include "fpsan.h"

enum { N = 33, M = 32 };

static int variant;

static void put(const float *y, size_t n) { fpsan_output_f32(y, n); }

#if CASE == 1 /* a sum: in sequence, as a tree, with four accumulators, by vectors */

static float tree(const float *x, int n)
{
    return n == 1 ? x[0] : tree(x, n / 2) + tree(x + n / 2, n - n / 2);
}

static void run(void)
{
    enum { COUNT = 1001 };
    static float x[COUNT];
    float sum = 0, part[4] = {0};
    fpsan_input_f32(x, COUNT);
    if (variant == 0) {
        for (int i = 0; i < COUNT; i++)
            sum += x[i];
    } else if (variant == 1) {
        sum = tree(x, COUNT);
    } else {
        for (int i = 0; i < COUNT / 4; i++)
            for (int k = 0; k < 4; k++)
                part[k] += x[4 * i + k];
        sum = (part[0] + part[1]) + (part[2] + part[3]);
        for (int i = COUNT / 4 * 4; i < COUNT && variant >= 0;
             i++) /* the wrong one forgets the tail */
            sum += x[i];
    }
    put(&sum, 1);
}

#elif CASE == 2 /* a product of matrices: by definition, in blocks, in another order, by AVX2 */

static void run(void)
{
    static float a[M][M], b[M][M], c[M][M];
    fpsan_input_f32(&a[0][0], M * M);
    fpsan_input_f32(&b[0][0], M * M);
    if (variant == 0) {
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < M; k++)
                    c[i][j] += a[i][k] * b[k][j];
    } else if (variant == 1) {
        for (int kk = M - 8; kk >= 0; kk -= 8)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < M; j++) {
                    float s = 0;
                    for (int k = kk; k < kk + 8; k++)
                        s += a[i][k] * b[k][j];
                    c[i][j] += s;
                }
    } else {
#if defined(__AVX2__) && defined(__FMA__)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j += 8) {
                __m256 s = _mm256_setzero_ps();
                for (int k = 0; k < M - (variant < 0); k++)
                    s = _mm256_fmadd_ps(_mm256_set1_ps(a[i][k]), _mm256_loadu_ps(&b[k][j]), s);
                _mm256_storeu_ps(&c[i][j], s);
            }
#else
        for (int k = 0; k < M - (variant < 0); k++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < M; j++)
                    c[i][j] = fmaf(a[i][k], b[k][j], c[i][j]);
#endif
    }
    put(&c[0][0], M * M);
}

#elif CASE == 3 /* a product of exponentials, the exponential of a sum */

static void run(void)
{
    float x[N], product = 1, sum = 0;
    fpsan_input_f32(x, N);
    for (int i = 0; i < N; i++) {
        product *= expf(x[i]);
        sum += x[i];
    }
    product = variant == 0 ? product : variant == 1 ? expf(sum) : expf(sum - x[0]);
    put(&product, 1);
}

#elif CASE == 4 || CASE == 5 /* softmax, attention: at once, or online with a running maximum */

static void scores(float *s, const float *q, float k[N][4])
{
    for (int i = 0; i < N; i++) {
        s[i] = 0;
        for (int d = 0; d < 4; d++)
            s[i] += q[d] * k[i][d];
    }
}

static void run(void)
{
    float q[4], k[N][4], v[N][4], s[N], out[4] = {0}, sum = 0;
    fpsan_input_f32(q, 4);
    fpsan_input_f32(&k[0][0], 4 * N);
    fpsan_input_f32(&v[0][0], 4 * N);
    if (CASE == 5)
        scores(s, q, k);
    else
        for (int i = 0; i < N; i++)
            s[i] = k[i][0];
    if (variant == 0) {
        for (int i = 0; i < N; i++)
            sum += expf(s[i]);
        for (int i = 0; i < N; i++)
            for (int d = 0; d < 4; d++)
                out[d] += expf(s[i]) / sum * v[i][d];
    } else {
        float top = s[0];
        for (int i = 0; i < N; i++) {
            const float larger = fmaxf(top, s[i]);
            const float scale = variant < 0 ? 1 : expf(top - larger), e = expf(s[i] - larger);
            sum = sum * scale + e;
            for (int d = 0; d < 4; d++)
                out[d] = out[d] * scale + e * v[i][d];
            top = larger;
        }
        for (int d = 0; d < 4; d++)
            out[d] /= sum;
    }
    put(out, 4);
}

#elif CASE == 6 /* sums of angles, and the circle */

static void run(void)
{
    float x[2], y[3];
    fpsan_input_f32(x, 2);
    const float c = cosf(x[0]), s = sinf(x[0]), d = cosf(x[1]), t = sinf(x[1]);
    if (variant == 0) {
        y[0] = cosf(x[0] + x[1]), y[1] = sinf(x[0] + x[1]), y[2] = 1;
    } else {
        y[0] = c * d - s * t, y[1] = variant < 0 ? s * d - c * t : s * d + c * t,
        y[2] = c * c + s * s;
    }
    put(y, 3);
}

#elif CASE == 7 /* a butterfly's twiddle product w b: plain, or as m (1 - i t) with |t| <= 1 */

static void run(void)
{
    float b[2], y[2 * M];
    fpsan_input_f32(b, 2);
    for (int k = 0; k < M; k++) {
        const float c = cosf(6.28318530717958648f * (float)k / 128),
                    s = sinf(6.28318530717958648f * (float)k / 128);
        float re, im;
        if (variant == 0) {
            re = b[0] * c + b[1] * s;
            im = b[1] * c - b[0] * s;
        } else if (variant == 1 && k <= 16) { /* dual select: divide by the larger */
            const float t = s / c;
            re = c * fmaf(t, b[1], b[0]);
            im = c * fmaf(-t, b[0], b[1]);
        } else { /* Linzer and Feig: always by the sine, clamped where it vanishes */
            const float divisor = variant < 0 && k == 0 ? 1e-7f : s, t = c / divisor;
            re = divisor * fmaf(t, b[0], b[1]);
            im = divisor * fmaf(t, b[1], -b[0]);
        }
        y[2 * k] = re;
        y[2 * k + 1] = im;
    }
    put(y, 2 * M);
}

#elif CASE == 8 /* rational functions: a continued fraction and its value as a quotient */

static void run(void)
{
    float x[3 * N], y[N];
    fpsan_input_f32(x, 3 * N);
    for (int i = 0; i < N; i++) {
        const float a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];
        y[i] = variant == 0   ? a + 1 / (b + 1 / c)
               : variant == 1 ? (a * (b * c + 1) + c) / (b * c + 1)
                              : (a * (b * c + 1) + b) / (b * c + 1);
    }
    put(y, N);
}

#elif CASE == 9 /* up to double and down again; constants survive */

static void run(void)
{
    float x[N], y[N];
    fpsan_input_f32(x, N);
    for (int i = 0; i < N; i++) {
        const double wide = x[i];
        y[i] = variant == 0   ? x[i] * x[i] - 1
               : variant == 1 ? (float)((wide - 1.0) * (wide + 1.0))
                              : (float)((wide - 1.0) * (wide + 1.0)) + 1e-9f;
    }
    put(y, N);
}

#elif CASE == 10 || CASE == 11 /* two-word arithmetic: its errors are 0 where nothing is rounded   \
                                */

#if CASE == 10
#include "arith/ff.h"
typedef float real;
#define WORDS(name) stet_ff_##name
#define COMPLEX stet_ffc
#define TWO stet_ff
#define INPUT fpsan_input_f32
#define OUTPUT fpsan_output_f32
#else
#include "arith/dd.h"
typedef double real;
#define WORDS(name) stet_dd_##name
#define COMPLEX stet_ddc
#define TWO stet_dd
#define INPUT fpsan_input_f64
#define OUTPUT fpsan_output_f64
#endif

static void run(void)
{
    real x[4], y[12] = {0};
    INPUT(x, 4);
    const TWO a = WORDS(from)(x[0]), b = WORDS(from)(x[1]), c = WORDS(from)(x[2]),
              d = WORDS(from)(x[3]);
    if (variant == 0) {
        y[0] = x[0] + x[1], y[2] = x[0] - x[1], y[4] = x[0] * x[1] * x[2], y[6] = x[0] / x[1];
        y[8] = x[0] * x[2] - x[1] * x[3], y[10] = x[0] * x[3] + x[1] * x[2];
    } else {
        const COMPLEX z = WORDS(cmul)((COMPLEX){a, b}, (COMPLEX){c, d});
        const TWO all[] = {WORDS(add)(a, b),
                           WORDS(sub)(a, b),
                           WORDS(mul)(WORDS(mul)(a, b), c),
                           variant < 0 ? WORDS(div)(b, a) : WORDS(div)(a, b),
                           z.re,
                           z.im};
        for (int i = 0; i < 6; i++)
            y[2 * i] = all[i].hi, y[2 * i + 1] = all[i].lo;
    }
    OUTPUT(y, 12);
}

#endif

int main(int argc, char **argv)
{
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    variant = at ? atoi(at + 1) : 0;
    run();
    return 0;
}
