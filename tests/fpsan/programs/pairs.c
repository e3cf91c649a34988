/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs of ways to compute one real function, left and right; the program's own name says which, as
 * in claims.c. Each pair needs that something is a homomorphism: a cast, a constant, a call. Where
 * the algebra has none, the verdict may be UNDECIDED, and never DIFFERENT. An output is a pair.
 * -DONE_IMAGE has those conversions to integer that are EQUAL in both algebras. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "fpsan.h"

#define PI 3.14159265358979323846

static int right;
static float outputs[200];
static int count;

#define PAIR(a, b) (outputs[count++] = (float)(right ? (b) : (a)))

/* What no compiler folds. */
static volatile float two = 2, three = 3, half_f = 0.5f, third = 1.0f / 3, minus_zero = -0.0f,
                      tiny_f = 3.5f, large_f = 350;
static volatile double half_d = 0.5, quarter_turn = 2 * PI / 4, four = 4;
static volatile int one_i = 1, three_i = 3;

static const float table[] = {2, 0.5f, 1.0f / 3, -0.0f, 7.25f};
static const struct {
    int n;
    double weights[2];
} rows[] = {{1, {2, 0.5}}, {2, {3, 0.1}}};

__attribute__((noinline)) static float scaled(float x, float by) { return x * by; }

__attribute__((noinline)) static float chosen(int i)
{
    switch (i) {
    case 1: return 0.5f;
    case 2: return 2;
    default: return 0.1f;
    }
}

__attribute__((unused)) static void constants(float x, float y)
{
    PAIR(x / 3, x * (1.0f / 3));
    PAIR(x, 0.5f * x + 0.5f * x);
    PAIR(2 * x, x + x);
    PAIR(two * x, x + x);
    PAIR(table[0] * x, x + x);
    PAIR(table[one_i] * x, x / 2);
    PAIR(x, table[one_i] * x + x * table[one_i]);
    PAIR(x / 3, x * table[one_i + 1]);
    PAIR(x, x + table[one_i + 2]);
    PAIR(x, x + minus_zero);
    PAIR(x, (float)(rows[one_i - 1].weights[one_i] * (double)x * 2));
    PAIR(x, (float)(rows[one_i].weights[1] * (double)x * 10));
    PAIR(x * 7.25f, x * table[one_i + 3]);
    PAIR(x, half_f * x + half_f * x);
    PAIR(x / 3, x * third);
    PAIR(scaled(x, 2), x + x);
    PAIR(scaled(x, 0.5f), x / 2);
    PAIR(chosen(one_i) * x * 2, x);
    PAIR(chosen(2 * one_i) * x, x + x);
    PAIR(chosen(three_i) * x * 10, x);
    PAIR(x * 0.1f + x * 0.2f, x * (0.1f + 0.2f));
    PAIR(x * 0.72345678f + x * 0.61234567f, x * 1.33580245f);
    PAIR(x * 0.72345678f * 0.61234567f, x * (0.72345678f * 0.61234567f));
    PAIR((double)x * 0.123456789 + (double)x * 0.2, (double)x * 0.323456789);
    PAIR((double)x * cos(PI / 8) + (double)x * cos(3 * PI / 8), (double)x * 1.3065629648763766);
    PAIR(x + (float)one_i, x + 1);
    PAIR(x * (float)(three_i + one_i), x * (float)three_i + x * (float)one_i);
    PAIR((double)x * 16777217.0, (double)x * 16777216.0 + (double)x);
    PAIR(x * 123456789.0f, x * (float)(123456789 * one_i));
    PAIR(x * 1e20f, x * 1e10f * 1e10f);
    PAIR(x / y / three, x / (y * three));
}

__attribute__((unused)) static void casts(float x, float y)
{
    const double wide = (double)x;
#ifdef __FLT16_MANT_DIG__
    PAIR(x, (float)(_Float16)x);
    PAIR(x * y, (float)(_Float16)(x * y));
    PAIR(x + (float)(_Float16)0.1f, x + 0.1f);
#endif
    PAIR(x, (float)(double)x);
    PAIR(wide * half_d, (float)(wide * half_d));
    PAIR(wide * wide * wide, (double)(float)(wide * wide) * wide);
    PAIR(expf(x), (float)exp((double)x));
    PAIR(exp2f(x), exp2((double)x));
    PAIR(expm1f(x), expm1((double)x));
    PAIR(sinf(x), sin((double)x));
    PAIR(cosf(x * y), cos((double)x * (double)y));
    PAIR(sqrtf(x), sqrt((double)x));
    PAIR(tanhf(x), tanh((double)x));
    PAIR(logf(x), log((double)x));
    PAIR(x / y, (double)x / (double)y);
    PAIR(fmodf(x, 3), fmod((double)x, 3));
    PAIR(powf(x, 3), x * x * x);
    PAIR(0.1f * x, (double)0.1f * (double)x);
    PAIR(half_f * x, half_d * (double)x);
    PAIR(fmaxf(x, y), fmax((double)x, (double)y));
}

__attribute__((unused)) static void calls(float x, float y)
{
    PAIR(x, x + x * (float)cos(quarter_turn));
    PAIR(x, x + x * (float)cos(2 * PI / 4));
    PAIR(-x, x * cosf((float)PI));
    PAIR(-x, x * (float)cos(2 * quarter_turn));
    PAIR(x, x + x * (float)sin(2 * quarter_turn));
    PAIR(x * sqrtf(2), x * 1.41421356f);
    PAIR(x * sqrtf(4), x * 2);
    PAIR(x * (float)sqrt(four), x + x);
    PAIR(x * exp2f(three), x * 8);
    PAIR(x * exp2f(3), x * 8);
    PAIR(x * exp2f((float)three_i), ldexpf(x, three_i));
    PAIR(exp2f(x + 1), exp2f(x) * 2);
    PAIR(ldexpf(x, 1), x + x);
    PAIR(ldexpf(x, three_i), x * 8);
    PAIR(ldexpf(x, -1), x / 2);
    PAIR(x * expf(1), x * 2.71828183f);
    PAIR(expf(x) * expf(x), expf(2 * x));
    PAIR(powf(x, two), x * x);
    PAIR(powf(2, x), exp2f(x));
    PAIR(powf(x, 0.5f), sqrtf(x));
    PAIR(expf(x), exp2f(x * 1.44269504f));
    PAIR(logf(expf(x)), x);
    PAIR(x * floorf(2.5f * two), x * 5);
    PAIR(x * roundf(three), 3 * x);
    PAIR(x * logf(1), 0);
    PAIR(x * fmodf(7, three), x);
    PAIR(sinf(2 * x), 2 * sinf(x) * cosf(x));
    PAIR(tanf(x), sinf(x) / cosf(x));
    PAIR(hypotf(x, y), sqrtf(x * x + y * y));
    PAIR(fabsf(x) * fabsf(x), x * x);
    PAIR(fmaxf(x + 3, y + 3), fmaxf(x, y) + 3);
    PAIR(fmaf(x, y, x), x * y + x);
    PAIR(cbrtf(x * x * x), x);
}

__attribute__((unused)) static void integers(float x)
{
    PAIR((int)x, (int)truncf(x));
    PAIR((int)x, (int)(double)x);
    PAIR(lrintf(x), (long)rintf(x));
    PAIR(lroundf(x), lround((double)x));
    PAIR((int)floorf(x), (int)floor((double)x));
    PAIR(x * (float)(int)three, x * three);
    PAIR(x * (float)lrintf(three), x * three);
}

/* A conversion to integer has one image, whatever it is called, in both algebras: equal where the
 * integer types can hold it. */
__attribute__((unused)) static void one_image(float x)
{
    const float tiny = tiny_f;
    PAIR((int)x, (int)(long)x);
    PAIR((unsigned)(x * x), (int)(x * x));
    PAIR((unsigned long)x, (unsigned)x);
    PAIR((int)-tiny, -(int)tiny);
    PAIR(lrintf(tiny), 4);
    PAIR(lroundf(x), llroundf(x));
#ifdef __SSE2__
    PAIR((int)x, _mm_cvttss_si32(_mm_set_ss(x)));
    PAIR((int)x, _mm_cvtsi128_si32(_mm_cvttps_epi32(_mm_set1_ps(x))));
    PAIR((int)(double)x, _mm_cvttsd_si32(_mm_set_sd((double)x)));
    PAIR((long)(double)x, _mm_cvttsd_si64(_mm_set_sd((double)x)));
    PAIR((int)tiny, _mm_cvttss_si32(_mm_set_ss(tiny)));
    PAIR(lrintf(x), _mm_cvtss_si32(_mm_set_ss(x)));
    PAIR(lrint((double)x), _mm_cvtsd_si64(_mm_set_sd((double)x)));
    PAIR(lrintf(tiny), _mm_cvtss_si32(_mm_set_ss(tiny)));
#endif
#ifdef SATURATING /* -fno-strict-float-cast-overflow, of programs that need it */
    PAIR((unsigned char)-tiny, 0);
    PAIR((signed char)large_f, 127);
    PAIR((unsigned char)large_f, 255);
#endif
}

int main(int argc, char **argv)
{
    float x[2];
    right = argc > 0 && strstr(argv[0], "@right");
    fpsan_input_f32(x, 2);
#ifdef ONE_IMAGE
    one_image(x[0]);
#else
    constants(x[0], x[1]);
    casts(x[0], x[1]);
    calls(x[0], x[1]);
    integers(x[0]);
#endif
    fpsan_output_f32(outputs, (size_t)count);
    return 0;
}
