/* SPDX-License-Identifier: Apache-2.0 */
/* The real transform by SpeexDSP, which gives Re 0, Re 1, Im 1, ..., Re N/2. */
#include "smallft.h"

#include "project.h"

int main(int argc, char **argv)
{
    static float x[MOST], y[MOST + 2];
    const int n = length(argc, argv);
    struct drft_lookup plan;
    spx_drft_init(&plan, n);
    if (argc > 2) /* n numbers of work, then the twiddles: cos, sin, cos, ... */
        plan.trigcache[n] = plan.trigcache[n + 2];
    fpsan_input_f32(x, (size_t)n);
    spx_drft_forward(&plan, x);
    y[0] = x[0];
    y[1] = 0;
    for (int i = 1; i < n; i++)
        y[i + 1] = x[i];
    y[n + 1] = 0;
    spx_drft_clear(&plan);
    fpsan_output_f32(y, (size_t)n + 2);
    return 0;
}
