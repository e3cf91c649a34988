/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan_kernels N [BUG]: compiled by fpsan-cc with the kernels of doors/gpu/ as C, in field mode:
 * for each kind, direction and precision, in one pass and in several, what the kernels compute of a
 * line of length N is the DFT by its definition. For N <= 32 unit vectors are fed, which is a proof
 * over F_p for a linear program; longer ones get uniform elements of the field.
 *
 * BUG is planted in the tables, and must then be found: level (one twiddle is its neighbour), odd
 * (a constant of the odd radices is), direct (a constant of a direct step is), filter (a number of
 * a convolution's filter is), order (Rader: two inputs change places). Exit status: 0 equal (or the
 * bug was found), 1 different (or it was not), 2 an error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emulate/emulate.h"
#include "fpsan.h"
#include "kernels/codes.h"

static const char *bug = "";
static long compared, planted;

/* The roots of a transform's tables, for the sanitizer to know them, which it has to before main:
 * those of the line, of the chirp, of the convolution. */
static void with_orders(char **argv, long n)
{
    char text[100];
    if (getenv("FPSAN_ORDER"))
        return;
    const stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.rank = 1, o.dims = &dim;
    stet_gpu_lowering *plan;
    if (stet_gpu_lower(&plan, &o, NULL))
        exit(2);
    const stet_gpu_launch *l = &plan->launch[0];
    const stet_gpu_definitions *d = &l->definitions;
    const int64_t m = l->number[NUMBER_L0] * l->number[NUMBER_C] * d->R0 * d->R1 * d->R2 * d->R3 *
                      d->R4 * d->R5 * d->R6 * d->R7;
    snprintf(text, sizeof text, "%ld", 2 * n);
    if (d->IN_MAP)
        snprintf(text, sizeof text, "%ld,%ld,%ld", 2 * n, 2 * (long)l->number[NUMBER_ROUGH],
                 (long)m);
    stet_gpu_lowering_destroy(plan);
    setenv("FPSAN_ORDER", text, 1);
    execv("/proc/self/exe", argv);
    exit(2);
}

/* A number of a table becomes its neighbour. */
static void plant(stet_gpu_lowering *plan)
{
    for (int i = 0; i < plan->count && *bug; i++) {
        const stet_gpu_launch *l = &plan->launch[i];
        const size_t size = l->definitions.REAL / 8;
        char *table = (char *)plan->tables + l->slot[2].offset;
        char *filter = (char *)plan->tables + l->slot[3].offset +
                       l->number[l->definitions.FUSED ? NUMBER_FILTER : NUMBER_OUT_MAP];
        if (strcmp(bug, "level") == 0 && i == plan->count - 1) {
            const int64_t L = (plan->launch[i].number[NUMBER_N] + 1) / 2;
            memcpy(table + 2 * size * (size_t)(l->number[NUMBER_LEVEL_AT] + L / 2 + 1),
                   table + 2 * size * (size_t)(l->number[NUMBER_LEVEL_AT] + L / 2 + 2), 2 * size);
        } else if (strcmp(bug, "odd") == 0) {
            memcpy(table + 3 * size, table + 4 * size, size);
        } else if (strcmp(bug, "direct") == 0 && IS_DIRECT_RADIX(l->definitions.R0)) {
            char *direct = table + (size_t)l->number[NUMBER_ODD_AT] * size;
            memcpy(direct, direct + 2 * size, size);
        } else if (strcmp(bug, "filter") == 0 &&
                   (l->definitions.FUSED || l->definitions.OUT_MAP == MAP_FILTER ||
                    l->definitions.OUT_MAP == MAP_RADER_FILTER)) {
            memcpy(filter + 2 * size, filter + 4 * size, size);
        } else if (strcmp(bug, "order") == 0 && l->definitions.IN_MAP == MAP_RADER) {
            uint32_t *order = (uint32_t *)(void *)((char *)plan->tables + l->slot[3].offset);
            const uint32_t first = order[1];
            order[1] = order[2];
            order[2] = first;
        } else {
            continue;
        }
        planted++;
    }
}

#define T float
#define NAME(x) x##_f32
#include "fpsan_naive.h"
#undef T
#undef NAME
#define T double
#define NAME(x) x##_f64
#include "fpsan_naive.h"

int main(int argc, char **argv)
{
    const long n = argc > 1 ? atol(argv[1]) : 0;
    if (n < 1)
        return 2;
    bug = argc > 2 ? argv[2] : "";
    with_orders(argv, n);
    int same = 1;
    static const stet_gpu_limits limits[] = {{48 << 10, 1024, 0}, {5 << 10, 64, 0}};
    for (int i = 0; i < 2; i++)
        for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++)
            for (stet_direction d = STET_FORWARD; d <= STET_INVERSE; d++) {
                if (kind != STET_C2C && (kind == STET_R2C) != (d == STET_FORWARD))
                    continue;
                same &= compare_f32(n, kind, d, &limits[i]) & compare_f64(n, kind, d, &limits[i]);
            }
    float done = (float)compared;
    fpsan_output_f32(&done, 1); /* the runtime's summary then says what stayed native */
    printf("%s: n %ld, %ld transforms%s%s\n", same ? "EQUAL" : "DIFFERENT", n, compared,
           *bug ? ", planted: " : "", bug);
    if (*bug && planted == 0)
        return 2;
    return *bug ? same : !same;
}
