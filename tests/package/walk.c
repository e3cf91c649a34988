/* SPDX-License-Identifier: Apache-2.0 */
/* walk INPUT: prints the addresses of the first functions that a call of level correct enters,
 * inlined ones included, one a line. walk.py says how it is built. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stet.h"

enum { POINTS = 1024, MOST_CALLS = 20000 };

static void *calls[MOST_CALLS];
static int count = MOST_CALLS; /* nothing is recorded before the call */

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (count < MOST_CALLS)
        calls[count++] = function;
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

/* Complex numbers in [-1, 1): noise, whose outputs are irrational; a rectangular wave, whose
 * outputs are rational; integers with noise 2^-40 of their size, whose outputs are near ties; and
 * noise of 2^-149 to 2^-126 after one large number. */
static void fill(float *x, const char *input)
{
    uint32_t state = 1;
    for (int i = 0; i < 2 * POINTS; i++) {
        state = state * 1664525 + 1013904223;
        x[i] = (float)(int32_t)state * 0x1p-31f;
        if (strcmp(input, "wave") == 0)
            x[i] = i % 2 ? 0.0f : i / 2 * 3 % 8 < 4 ? 0.3f : -0.3f;
        else if (strcmp(input, "ties") == 0)
            x[i] = i % 64 == 0 ? (float)(int32_t)(state >> 29) : x[i] * 0x1p-40f;
        else if (strcmp(input, "tail") == 0)
            x[i] = i == 0 ? 1.0f : x[i] * 0x1p-126f;
    }
}

int main(int argc, char **argv)
{
    static float in[2 * POINTS], out[2 * POINTS];
    stet_plan *plan;
    stet_options options;
    stet_options_init(&options);
    options.precision = STET_F32;
    options.level = STET_LEVEL_CORRECT;
    options.threads = 1;
    const stet_dim dim = {POINTS, 1, 1};
    options.rank = 1;
    options.dims = &dim;
    const stet_status status = stet_plan_create(&plan, &options);
    if (argc != 2 || status) {
        fprintf(stderr, "walk: %s\n", status ? stet_strerror(status) : "one argument: the input");
        return 2;
    }
    fill(in, argv[1]);
    count = 0;
    const stet_status done = stet_execute(plan, in, out);
    for (int i = 0; i < count; i++)
        printf("%p\n", calls[i]);
    count = MOST_CALLS;
    stet_plan_destroy(plan);
    return done ? 2 : 0;
}
