/* SPDX-License-Identifier: Apache-2.0 */
/* The roots of unity that a transform's tables have, for the sanitizer to know them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lines/convolution.h"
#include "lines/fft1d.h"
#include "trig/roots.h"

static void know_order(ptrdiff_t order, char *text, size_t size)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%td", used ? "," : "", order);
}

/* n; with a rough prime the chirp's 2 n, and the convolution's length. */
static void know_orders(const stet_fft1d *f, char *text, size_t size)
{
    const stet_fft1d *inner = f->half ? f->half : f;
    know_order(inner->graph.rough_count > 0 ? 2 * f->n : f->n, text, size);
    for (int i = 0; i < inner->graph.rough_count; i++) {
        know_order(2 * inner->convolution[i]->n, text, size);
        know_order(inner->convolution[i]->m, text, size);
    }
}

/* Only the runtime reads FPSAN_ORDER, before main: so start again with it. */
static void start_again(char **argv, const char *orders)
{
    setenv("FPSAN_ORDER", orders, 1);
    execv("/proc/self/exe", argv);
    exit(2);
}

/* tables.c is compiled to call these: a float is not sure to be recognised as the cosine of
 * an order above 4096, a double is, and the algebra narrows it without loss. */
enum { SURE = 4096 };

void fpsan_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m, float *t);
void fpsan_twiddles_f32(const stet_roots *roots, uint64_t L, uint64_t count, float *m, float *t)
{
    if (2 * L <= SURE) {
        stet_roots_twiddles_f32(roots, L, count, m, t);
        return;
    }
    double *wide = malloc(2 * count * sizeof *wide);
    if (!wide)
        exit(2);
    stet_roots_twiddles_f64(roots, L, count, wide, wide + count);
    for (uint64_t j = 0; j < count; j++) {
        m[j] = (float)wide[j];
        t[j] = (float)wide[count + j];
    }
    free(wide);
}

/* The same of single roots; their order is not known here, so the program says whether it is above
 * SURE. */
static int roots_of_doubles;

void fpsan_roots_f32(const stet_roots *roots, uint64_t k, float *c, float *s);
void fpsan_roots_f32(const stet_roots *roots, uint64_t k, float *c, float *s)
{
    double wide[2];
    if (!roots_of_doubles) {
        stet_roots_f32(roots, k, c, s);
        return;
    }
    stet_roots_f64(roots, k, &wide[0], &wide[1]);
    *c = (float)wide[0];
    *s = (float)wide[1];
}
