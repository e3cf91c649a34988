/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the programs whose PTX -DSTET_GPU_PTX=ON puts into the library, one line each: kernel,
 * definitions. They are complex transforms at level native, float and double, of 2 to 4096 points,
 * single ones and batches, on devices with any shared memory. The arguments are the binary
 * logarithms of other first and last lengths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/launch.h"

enum { MOST = 4096 };

static char *known[MOST];
static int count;

static void print_once(const stet_gpu_launch *l)
{
    for (int i = 0; i < count; i++)
        if (strcmp(known[i], l->options) == 0)
            return;
    if (count < MOST && (known[count] = strdup(l->options)))
        count++;
    printf("%s%s\n", l->kernel, l->options);
}

static int print_plan(const stet_options *o, size_t shared)
{
    const stet_gpu_limits limits = {shared, 1024, 0};
    stet_gpu_lowering *plan;
    const stet_status status = stet_gpu_lower(&plan, o, &limits);
    for (int i = 0; !status && i < plan->count; i++)
        print_once(&plan->launch[i]);
    stet_gpu_lowering_destroy(plan);
    return status;
}

int main(int argc, char **argv)
{
    static const size_t shared[] = {48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10};
    const int first = argc > 2 ? (int)strtol(argv[1], NULL, 10) : 1,
              last = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 12;
    int failed = 0;
    for (int precision = STET_F32; precision <= STET_F64; precision++)
        for (int direction = STET_FORWARD; direction <= STET_INVERSE; direction++)
            for (int log2 = first; log2 <= last; log2++)
                for (int many = 0; many < 2; many++)
                    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
                        const stet_dim dim = {(ptrdiff_t)1 << log2, 1, 1};
                        const stet_dim batch = {many ? 1000 : 1, dim.n, dim.n};
                        stet_options o;
                        stet_options_init(&o);
                        o.precision = (stet_precision)precision;
                        o.direction = (stet_direction)direction;
                        o.norm = STET_NORM_BACKWARD;
                        o.rank = o.batch_rank = 1;
                        o.dims = &dim;
                        o.batch = &batch;
                        failed |= print_plan(&o, shared[i]);
                    }
    while (count > 0)
        free(known[--count]);
    return failed != 0;
}
