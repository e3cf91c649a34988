/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a plan in words, and estimates its cost. */
#include <stdlib.h>
#include <string.h>

#include "api.h"

/* ---------------------------------------------------------------- text -- */

/* Writes "(stet-c2c f64 native 3 x 16x16 direct", stet's own description of its plan, and ")".
 * Returns the length, as snprintf() does. */
static size_t describe(const plan *p, char *text, size_t size)
{
    const problem *q = &p->problem;
    size_t used = 0;
#define PUT(...)                                                                                   \
    (used += (size_t)snprintf(used < size ? text + used : NULL, used < size ? size - used : 0,     \
                              __VA_ARGS__))
    PUT("(stet-%s %s %s %td x ", stet_fftw_kind(q->kind), STET_FFTW_NAME,
        stet_fftw_level_name(p->options.level), p->transforms);
    for (int i = 0; i < q->rank; i++)
        PUT("%s%td", i > 0 ? "x" : "", q->dims[q->loops + i].n);
    PUT("%s %s", q->rank == 0 ? "copy" : "", p->buffer ? "through memory" : "direct");
    if (p->transform) {
        PUT("\n");
        used += transform_describe(p->transform, used < size ? text + used : NULL,
                                   used < size ? size - used : 0);
    }
    PUT(")");
    return used;
#undef PUT
}

char *X(sprint_plan)(const plan *p)
{
    if (!p)
        return NULL;
    const size_t size = describe(p, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        describe(p, text, size);
    return text;
}

void X(fprint_plan)(const plan *p, FILE *file)
{
    char *text = X(sprint_plan)(p);
    if (text)
        fputs(text, file);
    free(text);
}

void X(print_plan)(const plan *p) { X(fprint_plan)(p, stdout); }

/* ---------------------------------------------------------------- cost -- */

static int levels(ptrdiff_t n)
{
    int count = 0;
    while (count < 62 && n > (ptrdiff_t)1 << count)
        count++;
    return count;
}

/* Estimates the fma: six for each of the n/2 butterflies of each of log2 n levels; half for real
 * transforms. */
static double fmas(const plan *p)
{
    const problem *q = &p->problem;
    double each = 0, points = (double)p->transforms;
    for (int i = 0; i < q->rank; i++) {
        const ptrdiff_t n = q->dims[q->loops + i].n;
        points *= (double)n;
        each += 3 * levels(n);
    }
    return each * points * (q->kind == C2C ? 1 : 0.5);
}

void X(flops)(const plan *p, double *add, double *mul, double *fma)
{
    *add = *mul = 0;
    *fma = p ? fmas(p) : 0;
}

double X(estimate_cost)(const plan *p) { return p ? 2 * fmas(p) : 0; }

double X(cost)(const plan *p) { return X(estimate_cost)(p); }
