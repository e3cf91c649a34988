/* SPDX-License-Identifier: Apache-2.0 */
/* What cannot be instrumented, each on a line of its own. */
#include "fpsan.h"

float outside(float x);

int main(void)
{
    float x, y = 0;
    fpsan_input_f32(&x, 1);
#if ODD == 1
    __asm__("sqrtss %1, %0" : "=x"(y) : "x"(x));
#elif ODD == 2
    y = (float)((long double)x * 3);
#elif ODD == 3
    y = outside(x);
#elif ODD == 4
    y = x / (x - x); /* undefined reaches the output */
#elif ODD == 5
    volatile float zero = x - x, never = x / zero; /* undefined, but not used */
    y = zero;
    (void)never;
#elif ODD == 6
    __builtin_trap();
#elif ODD == 7
    return 3;
#elif ODD == 9
    y = (float)((int)x + (long)(unsigned)y + __builtin_lrintf(x));
#elif ODD == 10 /* bits: +0, -0, negative, positive, NaN and infinities */
    const float one = x / x, zero = x - x, minus = zero - one;
    y = (float)(__builtin_isfpclass(zero, 0x40) + 2 * __builtin_isfpclass(one, 0x40) +
                4 * __builtin_isfpclass(one, 0x1c0) + 8 * __builtin_isfpclass(minus, 0x18) +
                16 * __builtin_isfpclass(minus, 0x180) + 32 * __builtin_isfpclass(x, 0x207) +
                64 * __builtin_isfpclass(x, 0x1f8));
#elif ODD == 11 /* which is */
    y = 1 + 4 + 8 + 64;
#endif
    fpsan_output_f32(&y, ODD == 8 ? 0 : 1);
    return 0;
}
