/* SPDX-License-Identifier: Apache-2.0 */
/* stet_fft N [f64]: the processor time of stet's complex FFT of N floats or doubles, the best of
 * 200, in ns. Natively linked with the library, by fpsan-cc with the instrumented kernels; see
 * overhead.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <stet.h>

#include "fpsan.h"
#include "trig/roots.h"

/* The name by which the instrumented tables.c calls it, see kernels/stet_kernels.c. */
void fpsan_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m, float *t);
void fpsan_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m, float *t)
{
    stet_roots_twiddles_f32(roots, L, count, m, t);
}

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(int argc, char **argv)
{
    const long n = argc > 1 ? atol(argv[1]) : 0;
    const int wide = argc > 2;
    const stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_plan *plan;
    stet_options_init(&o);
    o.precision = wide ? STET_F64 : STET_F32, o.rank = 1, o.dims = &dim;
    const size_t count = 2 * (size_t)(n > 0 ? n : 0);
    void *x = malloc(count * sizeof(double)), *y = malloc(count * sizeof(double));
    if (!x || !y || stet_plan_create(&plan, &o))
        return 2;
    if (wide)
        fpsan_input_f64(x, count);
    else
        fpsan_input_f32(x, count);
    long best = 0;
    for (int i = 0; i < 200; i++) {
        const long begin = now();
        if (stet_execute(plan, x, y))
            return 2;
        const long took = now() - begin;
        best = best == 0 || took < best ? took : best;
    }
    if (wide)
        fpsan_output_f64(y, count);
    else
        fpsan_output_f32(y, count);
    printf("%ld\n", best);
    stet_plan_destroy(plan);
    free(x);
    free(y);
    return 0;
}
