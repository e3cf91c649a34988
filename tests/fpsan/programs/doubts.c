/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs that an algebra cannot decide, or decides with a caveat: DOUBT is the pair, and the
 * program's own name says which of the two, as in claims.c. -1 is another function whatever is not
 * known. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if DOUBT == 14 && defined(__SSE__)
#include <immintrin.h>
#endif

#include "fpsan.h"

enum { N = DOUBT == 23 ? 60000 : DOUBT >= 24 ? 1 : 4 };

static double x[N + 1], y[N];
static int variant;

static double maximum(double a, double b) { return a > b ? a : b; }

static void run(void)
{
    for (int i = 0; i < N; i++) {
        const double a = x[i], b = x[N == 1 ? 1 : (i + 1) % N];
#if DOUBT == 1 /* a point where the two differ is never met: equal, with a caveat */
        y[i] = variant == 0 ? a : a == b ? 5 : a;
#elif DOUBT == 2  /* the same by a branch */
        y[i] = a;
        if (variant == 1 && a == b) {
            y[i] = 5;
            fpsan_explain_f64("met", a);
        }
#elif DOUBT == 3  /* equal since squares are not negative, which no field knows */
        y[i] = variant == 0 ? a : a * a >= 0 ? a : -a;
#elif DOUBT == 4  /* the circle */
        y[i] = variant == 0 ? 1 : sin(a) * sin(a) + cos(a) * cos(a) + (variant < 0);
#elif DOUBT == 5  /* an exponential of a sum */
        y[i] = variant == 0 ? exp(a + b) : variant == 1 ? exp(a) * exp(b) : 3 * exp(a + b);
#elif DOUBT == 6  /* a double angle */
        y[i] = variant == 0 ? sin(2 * a) : variant == 1 ? 2 * sin(a) * cos(a) : sin(2 * a) + 1;
#elif DOUBT == 7  /* an order that goes with sums, which that of payloads does not */
        y[i] = variant == 0 ? fmax(a + x[3], b + x[3]) : fmax(a, b) + x[3];
#elif DOUBT == 8  /* equal by the laws of an order: with a caveat */
        y[i] = variant == 0 ? fmax(a, b) : maximum(b, a);
#elif DOUBT == 9  /* absolute values */
        y[i] = variant == 0 ? fabs(a * b) : variant == 1 ? fabs(a) * fabs(b) : 2 * fabs(a * b);
#elif DOUBT == 10 /* a sign taken from the bits of a box */
        uint64_t bits;
        const double square = a * a;
        memcpy(&bits, &square, sizeof bits);
        y[i] = variant == 0 ? a : variant == 1 ? (bits >> 63 ? -a : a) : a + 1;
#elif DOUBT == 11 /* a sign that is taken and not used */
        uint64_t bits;
        memcpy(&bits, &a, sizeof bits);
        y[i] = variant == 0 ? a : bits >> 63 ? a * 1 : a + 0;
#elif DOUBT == 12 /* a sign from bits that matters, in both alike */
        uint64_t bits;
        const double sum = a + b;
        memcpy(&bits, &sum, sizeof bits);
        y[i] = (bits >> 63 ? -a : a) + (variant == 1 ? 0 : 1 - 1);
#elif DOUBT == 13 /* a literal of float precision, and of double */
        y[i] = variant == 0 ? a * 0.1 + 3.141592653589793 * b
                            : a * 0.1f + (float)3.141592653589793 * b;
#elif DOUBT == 14 && defined(__SSE__) /* an approximation, and what it approximates */
        const float c = (float)a;
        y[i] = (double)(variant == 0 ? 1 / c : _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(c))));
#elif DOUBT == 15                     /* multiples of one, in the ring */
        y[i] = variant == 0 ? 2 * a : variant == 1 ? a + a : a + a + b;
#elif DOUBT == 16                     /* a loop that counts in doubles: no doubt comes of that */
        y[i] = a;
        for (double k = 0; k < 8; k += 1)
            y[i] += variant == 0 ? exp(a) : exp(a) * exp(0 * b);
        y[i] += variant < 0;
#elif DOUBT == 17                     /* halves, in the ring */
        y[i] = variant == 0 ? a : 0.5 * a + 0.5 * a;
#elif DOUBT == 18                     /* a float that has no name, and half of it */
        const float c = (float)a;
        y[i] = (double)(variant == 0 ? c * 0.72345678f * 0.5f : c * 0.36172839f);
#elif DOUBT == 19                     /* the sum of two of them: equal, if it were not rounded */
        const float c = (float)a;
        y[i] = (double)(variant == 0 ? c * 0.72345678f + c * 0.61234567f : c * 1.33580245f);
#elif DOUBT == 20                     /* doubles that have the bits of a float on purpose */
        y[i] = a * 0x1.6a09e6p-1 + a * 0x1.9fcef32422cbfp-27 /* two words of sqrt(1/2) */
               + b * (1 + 0x1p-20) + a * (1 - 0x1p-24) + b * (23170 / 32768.0) + a * 16777215;
#elif DOUBT == 21 /* comparisons of small integers are those of numbers, and show a difference */
        y[i] = variant == 0 ? (a > 0 ? a : 0) : (a > 0 ? 2 * a : 0);
#elif DOUBT == 22 /* sorted, or the last one left out */
        y[i] = a;
        for (int k = 0; k <= i && (variant != 1 || i < N - 1); k++)
            if (variant == 2 ? y[i] < y[k] : !(y[k] <= y[i])) {
                const double swap = y[i];
                y[i] = y[k];
                y[k] = swap;
            }
#elif DOUBT ==                                                                                     \
    23 /* equal, with comparisons of which some are of residues that are small by chance */
        y[i] = variant == 0 ? fabs(a / b + 1) : fabs(a + b) / fabs(b);
#elif DOUBT == 35 /* the low half of a payload is known, the upper one is made up */
        y[i] = variant == 0 ? a : variant == 1 ? (double)(float)a : (double)(float)a + b;
#elif DOUBT == 36 /* exp has a base for each format */
        const float c = (float)a;
        y[i] = (double)(variant == 0   ? expf(c)
                        : variant == 1 ? (float)exp((double)c)
                                       : (float)(3 * exp((double)c)));
#elif DOUBT == 37 /* what rounding left of 0, and a number that somebody wrote */
        y[i] = variant == 0 ? a : a + a * (variant == 1 ? 6.123233995736766e-17 : 1e-17);
#elif DOUBT == 38 /* small integers have the order of numbers in the ring too */
        y[i] = variant == 0 ? fmax(a, b) : fmin(a, b);
#elif DOUBT >= 24 /* two outcomes that meet in one value, of which one is of another function */
        const double k = variant == 0 ? 3 : 4;
#if DOUBT == 24
        y[i] = (b < k ? -1. : 1.) * (a < 0 ? -a : a);
#elif DOUBT == 25
        y[i] = b < k ? -fabs(a) : fabs(a);
#elif DOUBT == 26
        y[i] = fabs(b) < k ? a : -a;
#elif DOUBT == 27
        y[i] = (b < k ? -1. : 1.) * (a < k ? -1. : 1.);
#elif DOUBT == 28
        y[i] = (b < k ? -a : a) * (b < 7 ? -1. : 1.);
#elif DOUBT == 29
        y[i] = b < k ? fmin(a, 1) : fmax(a, 1);
#elif DOUBT == 30
        y[i] = b < k ? copysign(a, -1) : copysign(a, 1);
#elif DOUBT == 31
        y[i] = a;
        if (b < k)
            y[i] = -y[i];
        if (x[0] < 0)
            y[i] = -y[i];
#elif DOUBT == 32 /* equalities */
        y[i] = (a == k ? -1. : 1.) * (b == 3 ? -1. : 1.);
#elif DOUBT == 33 /* signs from bits of boxes, in both alike */
        uint64_t bits[2];
        const double sums[2] = {a + b, a - b};
        memcpy(bits, sums, sizeof bits);
        y[i] = (bits[0] ^ bits[1]) >> 63 ? -a : a;
#elif DOUBT == 34 /* equal for numbers, with three outcomes against one */
        y[i] = variant == 0 ? fabs(a) * fabs(b) * fabs(a + b) : fabs(a * b * (a + b));
#endif
#endif
    }
}

int main(int argc, char **argv)
{
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    variant = at ? atoi(at + 1) : 0;
    fpsan_input_f64(x, N == 1 ? 2 : N);
    run();
    fpsan_output_f64(y, N);
    return 0;
}
