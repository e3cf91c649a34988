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
#endif
    fpsan_output_f32(&y, ODD == 8 ? 0 : 1);
    return 0;
}
