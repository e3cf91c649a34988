/* SPDX-License-Identifier: Apache-2.0 */
/* The softmax of TERMS numbers times others, the way chosen as in claims.c: 0 in two passes, 1
 * online with a running maximum, 2 online from -INFINITY on, -1 online with a mistake. The ring
 * divides by the sum of an odd number of exponentials, and not by that of an even number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpsan.h"

int main(int argc, char **argv)
{
    float x[TERMS], v[TERMS], above = 0, below = 0;
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    const int variant = at ? atoi(at + 1) : 0;
    fpsan_input_f32(x, TERMS);
    fpsan_input_f32(v, TERMS);
    float top = variant == 2 ? -INFINITY : x[0];
    for (int i = 0; i < TERMS; i++) {
        const float larger = variant == 0 ? top : fmaxf(top, x[i]);
        const float scale = variant == 0 ? 1 : expf(top - larger);
        const float term = expf(x[i] - (variant == 0 ? 0 : variant < 0 ? top : larger));
        above = above * scale + term * v[i];
        below = below * scale + term;
        top = larger;
    }
    above /= below;
    fpsan_output_f32(&above, 1);
    return 0;
}
