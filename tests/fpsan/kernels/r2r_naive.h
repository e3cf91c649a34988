/* SPDX-License-Identifier: Apache-2.0 */
/* The transforms of stet_r2r_kind by their definitions, and the comparison with a plan. A template
 * over T and NAME(x). */

static void NAME(input)(T *x, size_t n, long unit)
{
    if (unit < 0) {
        if (sizeof(T) == 4)
            fpsan_input_f32((float *)(void *)x, n);
        else
            fpsan_input_f64((double *)(void *)x, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = (T)((long)i == unit);
}

/* cos and sin of 2 pi m/order: called, so that they are exact elements whatever the order is. */
static void NAME(roots)(ptrdiff_t order, T *c, T *s)
{
    for (ptrdiff_t m = 0; m < order; m++) {
        const double angle = 2 * 3.14159265358979323846 * (double)m / (double)order;
        c[m] = (T)cos(angle);
        s[m] = (T)sin(angle);
    }
}

/* One line of n numbers, in place. */
static void NAME(line)(stet_r2r_kind kind, ptrdiff_t n, T *x, ptrdiff_t stride)
{
    const ptrdiff_t order = definition_order(kind, n);
    T *c = malloc((size_t)order * sizeof *c), *s = malloc((size_t)order * sizeof *s);
    T *y = malloc((size_t)n * sizeof *y);
    if (!c || !s || !y)
        exit(2);
    NAME(roots)(order, c, s);
    for (ptrdiff_t k = 0; k < n; k++) {
        T sum = 0;
        for (ptrdiff_t j = 0; j < n; j++) {
            const struct term t = definition(kind, n, k, j);
            const ptrdiff_t m = t.turns % order;
            sum += ((T)t.cosine * c[m] + (T)t.sine * s[m]) * x[j * stride];
        }
        y[k] = sum;
    }
    for (ptrdiff_t k = 0; k < n; k++)
        x[k * stride] = y[k];
    free(c);
    free(s);
    free(y);
}

static T NAME(factor)(const struct shape *s)
{
    double total = (double)logical_length(s->kind, s->n);
    if (s->rank == 2)
        total *= (double)logical_length(SECOND, FIRST);
    const int forward = s->direction == STET_FORWARD;
    if (s->norm == STET_NORM_ORTHO)
        return (T)(1 / sqrt(total));
    return (s->norm == STET_NORM_FORWARD) == forward ? (T)(1 / total) : (T)1;
}

/* All lines of the array by the definition, in place. */
static void NAME(naive)(const struct shape *s, T *x)
{
    const ptrdiff_t lines = lines_of(s), n = s->n;
    const ptrdiff_t stride = s->layout == COLUMNS ? lines : 1;
    const ptrdiff_t distance = s->layout == COLUMNS ? 1 : n;
    for (ptrdiff_t i = 0; i < lines; i++)
        NAME(line)(s->kind, n, x + i * distance, stride);
    for (ptrdiff_t c = 0; c < n && s->rank == 2; c++)
        NAME(line)(SECOND, FIRST, x + c, n);
    const T f = NAME(factor)(s);
    for (ptrdiff_t i = 0; i < lines * n; i++)
        x[i] = f * x[i];
}

static int NAME(once)(const struct shape *s, const stet_plan *plan, long unit)
{
    const size_t count = (size_t)(lines_of(s) * s->n);
    T *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y),
      *z = malloc(count * sizeof *z);
    if (!x || !y || !z)
        exit(2);
    NAME(input)(x, count, unit);
    memcpy(z, x, count * sizeof *x);
    NAME(naive)(s, z);
    if (strcmp(bug, "tail") == 0)
        x[count - 1] = 0;
    if (s->in_place)
        memcpy(y, x, count * sizeof *x);
    else
        NAME(input)(y, count, -1); /* what is not written is something else */
    if (stet_execute(plan, s->in_place ? y : x, y))
        exit(2);
    const int same = memcmp(y, z, count * sizeof *y) == 0;
    free(x);
    free(y);
    free(z);
    return same;
}

static int NAME(compare)(const struct shape *s, const stet_plan *plan)
{
    int same = NAME(once)(s, plan, -1);
    for (long unit = 0; s->n <= PROVED && lines_of(s) == 1 && unit < s->n && same; unit++)
        same = NAME(once)(s, plan, unit);
    return same;
}
