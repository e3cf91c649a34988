/* SPDX-License-Identifier: Apache-2.0 */
/* Adds one sum in a thousand random orders, and counts the different results of each way of adding.
 */
#include "files/array.h"
#include "files/progress.h"
#include "tables/mojo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stet.h"

#define TERMS 65536
#define ORDERS 1000

enum method { LEFT_TO_RIGHT, TREE, PAIRWISE, IN_DOUBLE, COMPENSATED, EXACT, METHODS };

static const char *const names[METHODS] = {
    "float, one after the other",
    "float, a random tree",
    "float, pairwise",
    "double, one after the other, rounded once",
    "float, compensated (Neumaier)",
    "exact, rounded once",
};

struct orders {
    float term[TERMS];
    float result[METHODS][ORDERS];
    uint64_t state;
};

/* Makes the terms of one output of a transform: the real parts of x[n] exp(-2 pi i 12345 n/N). */
static void make_terms(struct orders *o)
{
    for (int n = 0; n < TERMS; n++) {
        float c = 1, s = 0;
        stet_root_f32((int64_t)12345 * n, TERMS, &c, &s);
        const float product = mojo_normal(&o->state) * c;
        o->term[n] = product;
    }
}

static int below(struct orders *o, int bound)
{
    return (int)(mojo_random(&o->state) % (uint64_t)bound);
}

/* Shuffles (Fisher and Yates). */
static void shuffle(struct orders *o)
{
    for (int i = TERMS - 1; i > 0; i--) {
        const int j = below(o, i + 1);
        const float kept = o->term[i];
        o->term[i] = o->term[j];
        o->term[j] = kept;
    }
}

/* Adds along a random tree: every binary tree can occur. */
static float tree(struct orders *o, int first, int count)
{
    if (count == 1)
        return o->term[first];
    const int left = 1 + below(o, count - 1);
    const float a = tree(o, first, left), b = tree(o, first + left, count - left);
    return a + b;
}

static void add_up(struct orders *o, int order)
{
    float plain = 0, sum = 0;
    double wide = 0;
    for (int i = 0; i < TERMS; i++) {
        plain += o->term[i];
        wide += (double)o->term[i];
    }
    o->result[LEFT_TO_RIGHT][order] = plain;
    o->result[IN_DOUBLE][order] = (float)wide;
    o->result[TREE][order] = tree(o, 0, TERMS);
    stet_sum_f32(STET_SUM_PAIRWISE, TERMS, o->term, 1, &sum);
    o->result[PAIRWISE][order] = sum;
    stet_sum_f32(STET_SUM_COMPENSATED, TERMS, o->term, 1, &sum);
    o->result[COMPENSATED][order] = sum;
    stet_sum_f32(STET_SUM_EXACT, TERMS, o->term, 1, &sum);
    o->result[EXACT][order] = sum;
}

static int by_size(const void *a, const void *b)
{
    float x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static json_t *row_of(float *results, const char *name, float exact)
{
    int different = 1;
    qsort(results, ORDERS, sizeof *results, by_size);
    for (int i = 1; i < ORDERS; i++)
        different += mojo_bits(results[i]) != mojo_bits(results[i - 1]);
    const float low = results[0], high = results[ORDERS - 1];
    const double worst =
        fmax(fabs((double)low - (double)exact), fabs((double)high - (double)exact));
    return json_pack("{s:s, s:i, s:f, s:f, s:f}", "method", name, "patterns", different, "lowest",
                     (double)low, "highest", (double)high, "max_error", worst);
}

bool mojo_order(struct tables *t, struct error *e)
{
    static const struct column columns[] = {
        {"method", "how", ""},      {"patterns", "bit patterns", ""},   {"lowest", "lowest", ""},
        {"highest", "highest", ""}, {"max_error", "max error", "%.2e"}, {NULL, NULL, NULL},
    };
    void *block = NULL;
    if (!allocate(&block, sizeof(struct orders), e))
        return false;
    struct orders *o = block;
    o->state = 6;
    make_terms(o);
    progress_long("orders of a sum", ORDERS);
    for (int i = 0; i < ORDERS; i++) {
        shuffle(o);
        add_up(o, i);
        progress_at((size_t)i);
    }
    progress_end();
    json_t *rows = json_array();
    const float exact = o->result[EXACT][0];
    for (int m = 0; m < METHODS; m++)
        json_array_append_new(rows, row_of(o->result[m], names[m], exact));
    section(
        t, "order", "One sum of 65,536 terms in 1000 random orders", columns, rows,
        "  Bit patterns: how many different results 1000 orders have. Max error: from the exact "
        "sum.\n");
    free(block);
    return true;
}
