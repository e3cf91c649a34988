/* SPDX-License-Identifier: Apache-2.0 */
/* The DFT by its definition, and the comparison with a plan. A template over T and NAME(x). */

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

/* cos and sin of 2 pi k/n: called, so that they are exact elements whatever n is. */
static T *NAME(roots)(ptrdiff_t n)
{
    T *w = malloc((size_t)n * 2 * sizeof *w);
    for (ptrdiff_t k = 0; w && k < n; k++) {
        const double angle = 2 * 3.14159265358979323846 * (double)k / (double)n;
        w[2 * k] = (T)cos(angle);
        w[2 * k + 1] = (T)sin(angle);
    }
    return w;
}

/* One complex line, stride in complex numbers; in and out may be the same. */
static void NAME(line)(const T *w, ptrdiff_t n, int sign, T *x, ptrdiff_t stride, T *y)
{
    for (ptrdiff_t k = 0; k < n; k++) {
        T re = 0, im = 0;
        for (ptrdiff_t j = 0, at = 0; j < n; j++, at = at + k < n ? at + k : at + k - n) {
            const T c = w[2 * at], s = sign > 0 ? w[2 * at + 1] : 0 - w[2 * at + 1];
            const T a = x[2 * j * stride], b = x[2 * j * stride + 1];
            re += a * c - b * s;
            im += a * s + b * c;
        }
        y[2 * k] = re;
        y[2 * k + 1] = im;
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        x[2 * k * stride] = y[2 * k];
        x[2 * k * stride + 1] = y[2 * k + 1];
    }
}

/* Line `row` of the input as n complex numbers: imaginary parts of a real signal are 0, the
 * missing half of a Hermitian spectrum is the conjugate of the other. */
static void NAME(widen)(const struct shape *s, const T *x, ptrdiff_t rows, ptrdiff_t row, T *full)
{
    const ptrdiff_t own = numbers(s, complex_in(s));
    for (ptrdiff_t j = 0; j < s->n; j++) {
        if (s->kind == STET_R2C) {
            full[2 * j] = x[row * own + j];
            full[2 * j + 1] = 0;
            continue;
        }
        const int mirrored = s->kind == STET_C2R && 2 * j > s->n;
        const ptrdiff_t from = mirrored ? s->n - j : j, r = mirrored && row ? rows - row : row;
        full[2 * j] = x[r * own + 2 * from];
        full[2 * j + 1] = mirrored ? 0 - x[r * own + 2 * from + 1] : x[r * own + 2 * from + 1];
        if (s->kind == STET_C2R && rows == 1 && (j == 0 || 2 * j == s->n))
            full[2 * j + 1] = 0;
    }
}

static T NAME(factor)(const struct shape *s, ptrdiff_t rows)
{
    const double total = (double)(s->n * rows);
    const int forward = s->direction == STET_FORWARD;
    if (s->norm == STET_NORM_ORTHO)
        return (T)(1 / sqrt(total));
    return (s->norm == STET_NORM_FORWARD) == forward ? (T)(1 / total) : (T)1;
}

/* One transform of rows x n by the definition; y has the layout of the plan's output. */
static void NAME(naive)(const struct shape *s, const T *x, ptrdiff_t rows, T *y)
{
    const ptrdiff_t n = s->n, own = numbers(s, complex_out(s));
    const int sign = s->direction == STET_FORWARD ? -1 : 1;
    T *full = malloc((size_t)(rows * n) * 2 * sizeof *full),
      *work = malloc((size_t)(n + rows) * 2 * sizeof *work);
    T *w = NAME(roots)(n), *v = NAME(roots)(rows);
    if (!full || !work || !w || !v)
        exit(2);
    for (ptrdiff_t r = 0; r < rows; r++) {
        NAME(widen)(s, x, rows, r, full + 2 * r * n);
        NAME(line)(w, n, sign, full + 2 * r * n, 1, work);
    }
    for (ptrdiff_t c = 0; c < n && rows > 1; c++)
        NAME(line)(v, rows, sign, full + 2 * c, n, work);
    const T f = NAME(factor)(s, rows);
    for (ptrdiff_t r = 0; r < rows; r++)
        for (ptrdiff_t i = 0; i < own; i++)
            y[r * own + i] = f * full[2 * r * n + (complex_out(s) ? i : 2 * i)];
    free(full);
    free(work);
    free(w);
    free(v);
}

/* A Hermitian spectrum of two dimensions is so in its first and its middle column too. */
static void NAME(make_hermitian)(const struct shape *s, ptrdiff_t rows, T *x)
{
    const ptrdiff_t own = numbers(s, 1);
    for (ptrdiff_t c = 0; c <= s->n / 2; c += s->n % 2 == 0 && s->n > 1 ? s->n / 2 : s->n)
        for (ptrdiff_t r = 0; r < rows; r++) {
            const ptrdiff_t q = (rows - r) % rows;
            if (q == r)
                x[r * own + 2 * c + 1] = 0;
            else if (q > r) {
                x[q * own + 2 * c] = x[r * own + 2 * c];
                x[q * own + 2 * c + 1] = 0 - x[r * own + 2 * c + 1];
            }
        }
}

static int NAME(agrees)(const struct shape *s, const T *x, const T *y); /* functional.h */

static int NAME(once)(const struct shape *s, const stet_plan *plan, long unit)
{
    const ptrdiff_t rows = s->rank == 2 ? s->first : 1, lines = s->batch ? BATCH : rows;
    const size_t in = (size_t)(lines * numbers(s, complex_in(s)));
    const size_t out = (size_t)(lines * numbers(s, complex_out(s)));
    T *x = malloc(in * sizeof *x), *y = malloc(out * sizeof *y), *z = malloc(out * sizeof *z);
    T *given = malloc(in * sizeof *given);
    if (!x || !y || !z || !given)
        exit(2);
    NAME(input)(x, in, unit);
    if (s->kind == STET_C2R && s->rank == 2)
        NAME(make_hermitian)(s, rows, x);
    for (ptrdiff_t b = 0; b < lines && s->n <= DEFINITION; b += rows)
        NAME(naive)(s, x + b * numbers(s, complex_in(s)), rows, z + b * numbers(s, complex_out(s)));
    memcpy(given, x, in * sizeof *x);
    if (strcmp(bug, "tail") == 0)
        x[in - 1] = x[in - 2] = 0;
    if (s->in_place)
        memcpy(y, x, in * sizeof *x);
    if (stet_execute(plan, s->in_place ? y : x, y))
        exit(2);
    const int same = s->n > DEFINITION ? NAME(agrees)(s, given, y) && NAME(agrees)(s, given, y)
                                       : memcmp(y, z, out * sizeof *y) == 0;
    free(given);
    free(x);
    free(y);
    free(z);
    return same;
}

static int NAME(compare)(const struct shape *s, const stet_plan *plan)
{
    int same = NAME(once)(s, plan, -1);
    const long inputs = (long)numbers(s, complex_in(s));
    for (long unit = 0; s->n <= 32 && !s->batch && s->rank == 1 && unit < inputs && same; unit++)
        same = NAME(once)(s, plan, unit);
    return same;
}
