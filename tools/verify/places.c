/* SPDX-License-Identifier: Apache-2.0 */
/* Right results at other places. If a spectrum has too few or too many numbers along one axis, each
 * of them is looked up among the right results, and their places are described as a few runs: bins
 * 1 to 512 without bin 0, bin 0 once more at the end, every other bin. */
#include "verify/precision.h"
#include "verify/suspect.h"
#include "verify/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RUNS 4
/* A number of EVIDENT times the tolerance is not zero. Each run needs LEAST_EVIDENT of them as
 * evidence. */
#define EVIDENT 16
#define LEAST_EVIDENT 4

/* Numbers at, at + 1, ... of a line are the right numbers from, from + step, ... */
struct run {
    size_t at, count, from;
    ptrdiff_t step; /* 0: a single number */
};

struct entry {
    double re;
    size_t j;
};

/* The ways in which numbers are made from right ones. */
enum value { ITSELF, MAGNITUDE, POWER, REAL_PART, VALUES };
static const struct {
    const char *name, *text;
} values[] = {{NULL, ""},
              {"magnitude", "magnitudes, not complex values; "},
              {"power", "squares of magnitudes (power), not complex values; "},
              {"imaginary_missing", "the imaginary parts are missing; "}};

/* A struct lines has a line of m numbers v, and a line of n right numbers y. */
struct lines {
    struct problem right, found; /* they differ in the length along the axis */
    enum value value;
    int axis;            /* axis of the transform */
    size_t m, n, there;  /* the first `there` of the m are results */
    double *y;           /* right results of all rows */
    double *line, *want; /* v and y of one line */
    struct entry *sorted;
    double tolerance, factor;
    struct run runs[MOST_RUNS];
    int count;
};

static bool same(const struct lines *l, const double *a, const double *b)
{
    return fabs(a[0] - b[0]) <= l->tolerance && fabs(a[1] - b[1]) <= l->tolerance;
}

static bool is_right_one(const struct lines *l, size_t k, ptrdiff_t j)
{
    return j >= 0 && (size_t)j < l->n && same(l, l->line + 2 * k, l->want + 2 * j);
}

static int by_re(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->re > y->re) - (x->re < y->re);
}

/* Returns which right number k is; its own place is tried first. -1: none. */
static ptrdiff_t look_up(const struct lines *l, size_t k)
{
    const double *v = l->line + 2 * k;
    size_t low = 0, high = l->n;
    if (is_right_one(l, k, (ptrdiff_t)k))
        return (ptrdiff_t)k;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->sorted[middle].re < v[0] - l->tolerance)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < l->n && l->sorted[low].re <= v[0] + l->tolerance; low++)
        if (is_right_one(l, k, (ptrdiff_t)l->sorted[low].j))
            return (ptrdiff_t)l->sorted[low].j;
    return -1;
}

/* Extends the run if number k continues it. */
static bool continues(const struct lines *l, struct run *r, size_t k)
{
    const ptrdiff_t steps[] = {r->step != 0 ? r->step : 1, -1};
    for (int i = 0; i < (r->step != 0 ? 1 : 2); i++)
        if (is_right_one(l, k, (ptrdiff_t)r->from + steps[i] * (ptrdiff_t)r->count)) {
            r->step = steps[i];
            r->count++;
            return true;
        }
    return false;
}

/* Begins a run with number k, which is the right number j, and with the zeros before it. */
static bool begin_run(struct lines *l, size_t k, size_t j, size_t zeros)
{
    if (l->count == MOST_RUNS || zeros > j)
        return false;
    for (size_t i = 1; i <= zeros; i++)
        if (!is_right_one(l, k - i, (ptrdiff_t)(j - i)))
            return false;
    l->runs[l->count++] = (struct run){k - zeros, zeros + 1, j - zeros, zeros > 0 ? 1 : 0};
    return true;
}

/* Finds the runs of the line. */
static bool find_runs(struct lines *l)
{
    size_t zeros = 0, evident = 0;
    l->count = 0;
    for (size_t k = 0; k < l->there; k++) {
        struct run *last = l->count > 0 ? &l->runs[l->count - 1] : NULL;
        bool zero = hypot(l->line[2 * k], l->line[2 * k + 1]) <= EVIDENT * l->tolerance;
        evident += !zero;
        if (last != NULL && continues(l, last, k))
            continue;
        if (zero && last == NULL) {
            zeros++;
            continue;
        }
        ptrdiff_t j = look_up(l, k);
        if (j < 0)
            return false;
        if (last != NULL && last->count == 1 && last->step == 0) {
            last->step = j - (ptrdiff_t)last->from;
            last->count = 2;
        } else if (!begin_run(l, k, (size_t)j, zeros)) {
            return false;
        }
        zeros = 0;
    }
    return zeros == 0 && l->count > 0 && evident >= LEAST_EVIDENT * (size_t)l->count;
}

/* Copies line i of all rows, times the factor, from a box whose length along the axis is n. */
static void take_line(const struct lines *l, const double *data, size_t i, size_t n, double factor,
                      double *line)
{
    const struct problem *p = &l->right;
    size_t inner = 1;
    for (int a = l->axis + 1; a < p->rank; a++)
        inner *= p->n[a];
    const double *from = data + 2 * (i / inner * n * inner + i % inner);
    for (size_t k = 0; k < n; k++) {
        line[2 * k] = from[2 * k * inner] * factor;
        line[2 * k + 1] = from[2 * k * inner + 1] * factor;
    }
}

static void take_lines(struct lines *l, size_t i)
{
    const struct format *f = format_of(l->found.out.layout.dtype->component);
    double sum = 0;
    take_line(l, l->found.out.data, i, l->m, 1 / l->factor, l->line);
    take_line(l, l->y, i, l->n, 1, l->want);
    for (size_t j = 0; j < l->n && l->value != ITSELF; j++) {
        double re = l->want[2 * j], size = hypot(re, l->want[2 * j + 1]);
        l->want[2 * j] = l->value == REAL_PART ? re : size;
        l->want[2 * j + 1] = 0;
        if (l->value == POWER) /* the square of a scaled number */
            l->want[2 * j] = ldexp(size * size, l->right.exponent);
    }
    for (size_t j = 0; j < 2 * l->n; j++)
        sum += l->want[j] * l->want[j];
    l->tolerance = 3 * most_error(f, (double)l->right.points) * sqrt(sum / (double)l->n);
}

static bool all_lines_have(struct lines *l, size_t lines)
{
    for (size_t i = 0; i < lines; i++) {
        take_lines(l, i);
        for (int r = 0; r < l->count; r++)
            for (size_t k = 0; k < l->runs[r].count; k++)
                if (!is_right_one(l, l->runs[r].at + k,
                                  (ptrdiff_t)l->runs[r].from + (ptrdiff_t)k * l->runs[r].step))
                    return false;
    }
    return true;
}

/* Finds runs that all lines have, times some factor with a name. */
static bool find_in_all(struct lines *l)
{
    const double n = (double)l->right.points;
    const double factors[] = {1, n, 1 / n, sqrt(n), 1 / sqrt(n), 2, 0.5, 2 / n};
    const size_t lines = l->right.rows * l->right.points / l->n;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        l->factor = factors[i];
        take_lines(l, lines > 1 ? 1 : 0); /* line 0 may have symmetries that others lack */
        for (size_t j = 0; j < l->n; j++)
            l->sorted[j] = (struct entry){l->want[2 * j], j};
        qsort(l->sorted, l->n, sizeof *l->sorted, by_re);
        if (l->tolerance > 0 && find_runs(l) && all_lines_have(l, lines))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------ the two sides -- */

/* Returns the only axis where the shapes differ, if it is transformed, or -1. */
static int differing_axis(const struct pair *q, const size_t *want, int *transformed)
{
    int axes[RANK_MAX], rank, at = -1;
    const struct layout *in = &q->in.layout, *out = &q->out.layout;
    if (in->rank != out->rank || !view_axes(q, axes, &rank))
        return -1;
    for (int axis = 0; axis < in->rank; axis++) {
        if (out->shape[axis] == want[axis])
            continue;
        if (at >= 0)
            return -1;
        at = axis;
    }
    for (int i = 0; i < rank; i++)
        if (axes[i] == at) {
            *transformed = i;
            return at;
        }
    return -1;
}

/* Settles the transform that was meant: one with all bins, or c2r if `result` is set. */
static bool settle(struct lines *l, struct pair *q, bool result, int *axis, struct error *e)
{
    struct layout want = q->in.layout;
    struct request request = q->request;
    int axes[RANK_MAX], rank, last;
    struct error unused;
    if (!view_axes(q, axes, &rank))
        return false;
    last = axes[rank - 1];
    request.kind = result ? STET_C2R : STET_C2C;
    want.dtype = dtype_of(q->out.layout.dtype->component, result ? 1 : 2);
    if (result && request.n == 0)
        request.n = 2 * ((ptrdiff_t)want.shape[last] - 1);
    if (request.n != 0 && (result || rank == 1))
        want.shape[last] = (size_t)request.n;
    *axis = differing_axis(q, want.shape, &l->axis);
    if (*axis < 0 || q->out.layout.count == 0 || want.dtype == NULL || !layout_count(&want) ||
        format_of(want.dtype->component) == NULL ||
        problem_settle(&l->right, &request, &q->in.layout, &want, q->wav, &unused) != FIT_YES)
        return false;
    l->n = want.shape[*axis];
    l->m = q->out.layout.shape[*axis];
    l->found = l->right;
    l->found.out.layout = q->out.layout;
    l->found.out.shape[l->axis] = l->m;
    l->found.out.points = l->right.points / l->n * l->m;
    q->request.n = request.n;
    return problem_load_in(&l->right, &q->in, e);
}

static bool numbers(double **to, size_t count, struct error *e)
{
    void *block;
    if (!allocate(&block, count * 2 * sizeof(double), e))
        return false;
    *to = block;
    return true;
}

static bool load(struct lines *l, const struct pair *q, struct error *e)
{
    const struct problem *p = &l->right;
    struct suspect s;
    void *block;
    l->found.exponent = p->exponent;
    if (!problem_load_out(&l->found, &q->out, NULL, e))
        return false;
    problem_scale_out(&l->found);
    if (!numbers(&l->y, p->rows * p->points, e) || !numbers(&l->line, l->m, e) ||
        !numbers(&l->want, l->n, e) || !allocate(&block, l->n * sizeof *l->sorted, e))
        return false;
    l->sorted = block;
    bool ok = suspect_new(&s, p, e);
    for (size_t i = 0; ok && i < p->rows; i++)
        ok = suspect_transform(&s, p->in.data + 2 * i * p->in.points, l->y + 2 * i * p->points, e);
    if (s.problem != NULL)
        suspect_free(&s);
    return ok;
}

static void release(struct lines *l)
{
    problem_free(&l->right);
    free(l->found.out.data);
    free(l->y);
    free(l->line);
    free(l->want);
    free(l->sorted);
}

/* ---------------------------------------------------------------- the view -- */

/* Makes the spectrum as it should have been stored, with zeros for missing numbers. */
static bool put_back(struct pair *q, const struct lines *l, int axis, struct error *e)
{
    const struct array from = q->out;
    struct layout want = from.layout;
    struct array made;
    want.dtype = l->right.out.layout.dtype;
    want.shape[axis] = q->request.kind == STET_R2C ? l->n / 2 + 1 : l->n;
    if (!layout_count(&want) || !array_new(&made, &want, e))
        return false;
    q->out = made;
    q->owned = made.data;
    const struct box to = layout_box(&want, axis);
    for (size_t o = 0; o < to.outer; o++)
        for (size_t i = 0; i < to.inner; i++)
            for (int r = 0; r < l->count; r++)
                for (size_t k = 0; k < l->runs[r].count; k++) {
                    const size_t j =
                        (size_t)((ptrdiff_t)l->runs[r].from + (ptrdiff_t)k * l->runs[r].step);
                    const size_t at = (o * l->m + l->runs[r].at + k) * to.inner + i;
                    for (int part = 0; j < to.n && part < from.layout.dtype->parts; part++)
                        view_put(&q->out, (o * to.n + j) * to.inner + i, part,
                                 view_get(&from, at, part));
                }
    return true;
}

static void say_run(const struct lines *l, const struct run *r, char *text, size_t size)
{
    const char *what = l->right.kind == STET_C2R ? "sample" : "bin";
    const size_t end = r->at + r->count - 1;
    const ptrdiff_t to = (ptrdiff_t)r->from + r->step * (ptrdiff_t)(r->count - 1);
    if (r->count == 1)
        snprintf(text, size, "result %zu is that of %s %zu", r->at, what, r->from);
    else if (r->from == r->at && r->step == 1)
        snprintf(text, size, "results %zu to %zu are in place", r->at, end);
    else
        snprintf(text, size, "results %zu to %zu are those of %ss %zu, %td ... %td", r->at, end,
                 what, r->from, (ptrdiff_t)r->from + r->step, to);
}

static const char *name_of(const struct lines *l)
{
    const struct run *first = &l->runs[0];
    if (l->value != ITSELF)
        return values[l->value].name;
    if (l->there < l->m)
        return "padding";
    if (l->count > 1 || first->step < 1)
        return "rearranged";
    if (first->step > 1)
        return "bins_decimated";
    return first->from == 1 ? "bin_0_missing" : "cut";
}

static void say(const struct lines *l, char *text, size_t size)
{
    size_t used = (size_t)snprintf(
        text, size, "%s%zu results where %zu were expected: ", values[l->value].text, l->m, l->n);
    for (int r = 0; r < l->count && used < size; r++) {
        used += (size_t)snprintf(text + used, size - used, "%s", r > 0 ? "; " : "");
        if (used < size) {
            say_run(l, &l->runs[r], text + used, size - used);
            used += strlen(text + used);
        }
    }
    if (l->there < l->m && used < size)
        snprintf(text + used, size - used,
                 "; the last %zu are padding, as a transform in place has it", l->m - l->there);
}

/* Finds what the lines hold, trying the values from first to last. */
static bool find_values(struct lines *l, enum value first, enum value last)
{
    l->there = l->m;
    for (int i = (int)first; i <= (int)last; i++) {
        l->value = (enum value)i;
        if (find_in_all(l))
            return true;
    }
    /* These are lines of n real numbers in n/2 + 1 pairs. */
    if (l->right.kind != STET_C2R || l->m != 2 * (l->n / 2 + 1))
        return false;
    l->there = l->n;
    return find_in_all(l);
}

static bool places(struct pair *q, bool result, enum value first, enum value last, char *text,
                   size_t size, struct error *e)
{
    struct lines l = {.factor = 1};
    int axis;
    bool found = settle(&l, q, result, &axis, e) && load(&l, q, e) && find_values(&l, first, last);
    if (found) {
        if (q->request.kind != STET_R2C)
            q->request.kind = (int)l.right.kind;
        q->name = name_of(&l);
        say(&l, text, size);
        found = put_back(q, &l, axis, e);
    }
    release(&l);
    return found;
}

bool view_places(struct pair *q, char *text, size_t size, struct error *e)
{
    const bool result = q->out.layout.dtype->parts == 1;
    if (result && (q->in.layout.dtype->parts == 1 || q->request.kind == STET_C2C))
        return false;
    return places(q, result, ITSELF, ITSELF, text, size, e);
}

bool view_real_places(struct pair *q, char *text, size_t size, struct error *e)
{
    if (q->out.layout.dtype->parts != 1 || q->request.kind == STET_C2R)
        return false;
    return places(q, false, MAGNITUDE, REAL_PART, text, size, e);
}
