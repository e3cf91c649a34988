/* SPDX-License-Identifier: Apache-2.0 */
/* lowered PRECISION LEVEL MODE N BATCH SHARED: what a plan would launch, one program a line:
 * kernel, threads, shared memory, definitions. For ptx_gate.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/launch.h"

int main(int argc, char **argv)
{
    if (argc != 7) {
        fputs("usage: lowered PRECISION LEVEL MODE N BATCH SHARED\n", stderr);
        return 2;
    }
    const stet_dim dim = {atol(argv[4]), 1, 1}, batch = {atol(argv[5]), dim.n, dim.n};
    const stet_gpu_limits limits = {(size_t)atol(argv[6]), 1024, 0};
    stet_options o;
    stet_options_init(&o);
    o.precision = (stet_precision)atoi(argv[1]);
    o.level = (stet_level)atoi(argv[2]);
    o.half_mode = (stet_half_mode)atoi(argv[3]);
    o.dims = &dim;
    o.rank = 1;
    o.batch = &batch;
    o.batch_rank = 1;
    stet_gpu_lowering *plan;
    const stet_status status = stet_gpu_lower(&plan, &o, &limits);
    if (status) {
        fprintf(stderr, "lowered: %s\n", stet_strerror(status));
        return 1;
    }
    for (int i = 0; i < plan->count; i++) {
        int seen = 0;
        for (int k = 0; k < i && !seen; k++)
            seen = strcmp(plan->launch[k].options, plan->launch[i].options) == 0;
        if (!seen)
            printf("%s %d %zu%s\n", plan->launch[i].kernel, plan->launch[i].block,
                   plan->launch[i].shared, plan->launch[i].options);
    }
    stet_gpu_lowering_destroy(plan);
    return 0;
}
