/* SPDX-License-Identifier: Apache-2.0 */
/* The table of real numbers that are recognised by value: cosines (so sines) and tangents of the
 * requested orders and of all small ones, and the ratios of sines that odd butterflies use. */
#include "field.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 0x1.921fb54442d18p1;
enum { SMALL_ORDER = 64, SMALL_RATIO = 16 };

static struct fpsan_entry *entries;
static size_t used, capacity;

/* Returns 0 if memory runs out. */
static int add(struct fpsan_entry e)
{
    if (used == capacity) {
        const size_t more = capacity ? 2 * capacity : 1024;
        struct fpsan_entry *larger = realloc(entries, more * sizeof *larger);
        if (!larger)
            return 0;
        entries = larger, capacity = more;
    }
    entries[used++] = e;
    return 1;
}

static int has_order(uint32_t n) { return (fpsan_field.p - 1) % n == 0; }

/* Returns cos(2 pi k/m) in the first quadrant, with 4 dividing m, with a small relative error. */
static double cosine(uint32_t k, uint32_t m)
{
    return 8 * (uint64_t)k <= m ? cos(2 * PI * k / m) : sin(2 * PI * (0.25 * m - k) / m);
}

/* Adds the cosines of the first quadrant and the tangents of the first octant. */
static int add_order(uint32_t n)
{
    const uint32_t m = n % 4 == 0 ? n : n % 2 == 0 ? 2 * n : 4 * n;
    if (!has_order(m))
        return 1;
    /* w^k and w^-k are products, because a power for each takes seconds at m = 2^18. */
    const uint32_t w = fpsan_root(1, m), v = fpsan_root(-1, m), half = fpsan_invert(2);
    const uint32_t half_over_i = fpsan_multiply(half, fpsan_root(-1, 4));
    uint32_t up = 1, down = 1;
    for (uint32_t k = 1; 4 * k < m; k++) {
        up = fpsan_multiply(up, w);
        down = fpsan_multiply(down, v);
        const double angle = 2 * PI * k / m;
        const int32_t at = (int32_t)k;
        const uint32_t c = fpsan_multiply(fpsan_add(up, down), half);
        if (6 * k != m && !add((struct fpsan_entry){cosine(k, m), c, m, at, 0, 'c'}))
            return 0;
        if (8 * k >= m || c == 0)
            continue;
        const uint32_t s = fpsan_multiply(fpsan_subtract(up, down), half_over_i);
        const uint32_t tangent = fpsan_multiply(s, fpsan_invert(c));
        if (!add((struct fpsan_entry){tan(angle), tangent, m, at, 0, 't'}))
            return 0;
    }
    return 1;
}

static int add_ratios(uint32_t n)
{
    if (!has_order(4 * n))
        return 1;
    for (uint32_t a = 1; a <= n / 2; a++)
        for (uint32_t b = 1; b <= n / 2; b++) {
            const double ratio = sin(2 * PI * a / n) / sin(2 * PI * b / n);
            const uint32_t below = fpsan_sine(b, n);
            if (a == b || ratio >= 1 || below == 0)
                continue;
            const uint32_t element = fpsan_multiply(fpsan_sine(a, n), fpsan_invert(below));
            if (!add((struct fpsan_entry){ratio, element, n, (int32_t)a, (int32_t)b, 'r'}))
                return 0;
        }
    return 1;
}

/* Reports whether two values differ. Small sines and tangents of one angle differ relatively by
 * half its square: 3e-10 for the order 2^18. */
static int differ(double a, double b) { return fabs(a - b) > 1e-14 * a; }

/* Compares by value; of two names for one number, the smaller order comes first. */
static int compare(const void *x, const void *y)
{
    const struct fpsan_entry *a = x, *b = y;
    if (differ(a->value, b->value))
        return a->value < b->value ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

static void drop_doubles(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < used; i++)
        if (kept == 0 || differ(entries[i].value, entries[kept - 1].value))
            entries[kept++] = entries[i];
    used = kept;
}

void fpsan_table_free(void)
{
    free(entries);
    entries = NULL;
    used = capacity = 0;
}

const char *fpsan_table_build(const uint32_t *orders, int count)
{
    fpsan_table_free();
    int done = 1;
    for (int i = 0; i < count && done; i++)
        done = add_order(orders[i]);
    for (uint32_t n = 3; n <= SMALL_ORDER && done; n++)
        done = add_order(n);
    for (uint32_t n = 5; n <= SMALL_RATIO && done; n += 2)
        done = add_ratios(n);
    if (!done)
        return "out of memory for the table of cosines";
    if (used)
        qsort(entries, used, sizeof *entries, compare);
    drop_doubles();
    return NULL;
}

const struct fpsan_entry *fpsan_table_nearest(double value, double tolerance)
{
    size_t low = 0, high = used;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (entries[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    const struct fpsan_entry *best = NULL;
    for (size_t i = low > 0 ? low - 1 : 0; i <= low && i < used; i++)
        if (fabs(entries[i].value - value) <= tolerance &&
            (!best || fabs(entries[i].value - value) < fabs(best->value - value)))
            best = &entries[i];
    return best;
}

const struct fpsan_entry *fpsan_table_element(uint32_t element)
{
    const struct fpsan_entry *best = NULL;
    for (size_t i = 0; i < used; i++)
        if (entries[i].element == element && (!best || entries[i].n < best->n))
            best = &entries[i];
    return best;
}
