/* SPDX-License-Identifier: Apache-2.0 */
/* Products and quotients of complex numbers, which compilers leave to __mulsc3, __divdc3 and their
 * like, and by their formulas; in C and in C++. -1: the wrong way. */
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <complex>
typedef std::complex<float> narrow;
typedef std::complex<double> wide;
#define MAKE(type, re, im) type(re, im)
#define RE(z) (z).real()
#define IM(z) (z).imag()
#else
#include <complex.h>
typedef float _Complex narrow;
typedef double _Complex wide;
#define MAKE(type, re, im) __builtin_complex(re, im)
#define RE(z) __real__(z)
#define IM(z) __imag__(z)
#endif

#include "fpsan.h"

int main(int argc, char **argv)
{
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    const int variant = at ? atoi(at + 1) : 0;
    float x[4], p[4];
    double y[4], q[4];
    fpsan_input_f32(x, 4);
    fpsan_input_f64(y, 4);
    if (variant == 0) {
        const narrow a = MAKE(narrow, x[0], x[1]), b = MAKE(narrow, x[2], x[3]);
        const wide c = MAKE(wide, y[0], y[1]), d = MAKE(wide, y[2], y[3]);
        const narrow quotient = a / b, product = a * b;
        const wide wide_quotient = c / d, wide_product = c * d;
        p[0] = RE(quotient), p[1] = IM(quotient), p[2] = RE(product), p[3] = IM(product);
        q[0] = RE(wide_quotient), q[1] = IM(wide_quotient);
        q[2] = RE(wide_product), q[3] = IM(wide_product);
    } else {
        const float norm = x[2] * x[2] + x[3] * x[3];
        const double wide_norm = y[2] * y[2] + y[3] * y[3];
        p[0] = (x[0] * x[2] + x[1] * x[3]) / norm, p[1] = (x[1] * x[2] - x[0] * x[3]) / norm;
        p[2] = x[0] * x[2] - x[1] * x[3], p[3] = x[1] * x[2] + x[0] * x[3];
        q[0] = (y[0] * y[2] + y[1] * y[3]) / wide_norm;
        q[1] = (variant < 0 ? y[0] * y[3] - y[1] * y[2] : y[1] * y[2] - y[0] * y[3]) / wide_norm;
        q[2] = y[0] * y[2] - y[1] * y[3], q[3] = y[1] * y[2] + y[0] * y[3];
    }
    fpsan_output_f32(p, 4);
    fpsan_output_f64(q, 4);
    return 0;
}
