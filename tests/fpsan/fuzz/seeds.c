/* SPDX-License-Identifier: Apache-2.0 */
/* Small functions whose bitcode is the fuzzer's corpus, one SEED at a time. Between them they have
 * every kind of instruction that the instrumenter knows, but for those of one CPU. */
#include <math.h>
#include <string.h>

#if SEED == 0 /* scalar arithmetic, a loop, comparisons, an infinite literal */
float f(const float *x, int n);
float f(const float *x, int n)
{
    float sum = 0, largest = x[0];
    for (int i = 0; i < n; i++) {
        sum = fmaf(x[i], -0.75f, sum) / (x[i] + 3);
        largest = x[i] > largest ? x[i] : largest;
        if (sum < largest && largest < INFINITY)
            sum -= fmodf(x[i], 2);
    }
    return largest + sum;
}
#elif SEED == 1 /* conversions */
double f(float a, double b, int n, long m, unsigned k);
double f(float a, double b, int n, long m, unsigned k)
{
    return (double)a + (double)(float)b + n * (double)m + k + (int)a + (double)(unsigned long)b;
}
#elif SEED == 2 /* functions of libm */
double f(double x, float y, double *out);
double f(double x, float y, double *out)
{
    out[0] = exp(x) + sin(x) * cos(x) + sqrt(x) + log(x) + pow(x, 3) + floor(x) + tan(x);
    out[1] = (double)(fabsf(y) + copysignf(y, 2) + fminf(y, 1) + fmaxf(y, 0) + ldexpf(y, 3));
    return (double)lrint(x) + hypot(x, x) + atan2(x, 1);
}
#elif SEED == 3 /* vectors */
typedef float v8 __attribute__((vector_size(32)));
v8 f(v8 a, v8 b, int i);
v8 f(v8 a, v8 b, int i)
{
    const v8 c = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, -1, 15);
    v8 d = a * b - c / b;
    d[i & 7] = a[1] + b[2];
    return -d + c * (v8){1, 2, 3, 0.5f, -1, 0, 7, 0.25f};
}
#elif SEED == 4 /* the bits of a float */
float f(float x, _Float16 h, __bf16 b);
float f(float x, _Float16 h, __bf16 b)
{
    unsigned u;
    memcpy(&u, &x, sizeof u);
    u ^= 0x80000000u;
    memcpy(&x, &u, sizeof x);
    return x + (float)(_Float16)(h * h) + (float)b;
}
#elif SEED == 6 /* orders, complex numbers, literals of float precision */
double f(double a, double b, double _Complex c, double _Complex d, float _Complex *e);
double f(double a, double b, double _Complex c, double _Complex d, float _Complex *e)
{
    const double _Complex q = c / d * c;
    e[0] = e[1] / e[2];
    e[3] = e[4] * e[5];
    const double top = a > b ? a : b, other = a * a >= 0 ? a * 0.1f : -b;
    return a == b ? 5 : top + other + __real__ q + (double)(1.3f / 3);
}
#else           /* what stays native, and what other functions do */
struct two {
    double a, b;
};
float plus(float a, float b, float c);
long double other(long double x, struct two y);
struct two f(struct two x, float y);
struct two f(struct two x, float y)
{
    __asm__("" : "+x"(y));
    x.a += (double)plus(y, 1, 2);
    x.b = (double)other(x.a, x);
    return x;
}
#endif
