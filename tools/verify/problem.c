/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/problem.h"
#include "files/text.h"
#include "verify/reals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_axis(const struct problem *p, int axis)
{
    for (int i = 0; i < p->rank; i++)
        if (p->axes[i] == axis)
            return true;
    return false;
}

static bool settle_axes(struct problem *p, const struct request *request, int rank, bool wav,
                        struct error *e)
{
    struct axes axes = request->axes;
    if (!axes.all && axes.count == 0)
        axes = (struct axes){.count = 1, .items = {wav ? 0 : -1}};
    return axes_settle(&axes, rank, p->axes, &p->rank, e);
}

/* Returns the kind that fits the contents of the files. */
static stet_kind guess_kind(const struct problem *p, const struct request *request,
                            const struct layout *in, const struct layout *out)
{
    int last = p->axes[p->rank - 1];
    size_t n = request->n ? (size_t)request->n : in->shape[last];
    if (request->kind)
        return (stet_kind)request->kind;
    if (out->dtype->parts == 1)
        return STET_C2R;
    if (in->dtype->parts == 1 && !request->inverse && n > 1 && out->rank == in->rank &&
        out->shape[last] == n / 2 + 1)
        return n > 2 || out->shape[last] != in->shape[last] ? STET_R2C : STET_C2C;
    return STET_C2C;
}

static bool check_kind(const struct problem *p, const struct request *request,
                       const struct layout *in, const struct layout *out, struct error *e)
{
    if (p->kind == STET_R2C && in->dtype->parts == 2)
        return error_set(e, "%s: kind r2c needs real input, and this is %s", request->in_path,
                         in->dtype->name);
    if (p->kind == STET_R2C && request->inverse)
        return error_set(e, "kind r2c is forward: leave out --inverse, or say --kind c2r");
    if (p->kind == STET_C2R && out->dtype->parts == 2)
        return error_set(e, "%s: kind c2r has a real result, and this is %s", request->out_path,
                         out->dtype->name);
    if (p->kind == STET_R2R && (in->dtype->parts == 2 || out->dtype->parts == 2))
        return error_set(e, "%s: --kind %s transforms real numbers to real numbers, and this is %s",
                         in->dtype->parts == 2 ? request->in_path : request->out_path, request->r2r,
                         in->dtype->parts == 2 ? in->dtype->name : out->dtype->name);
    if (p->kind != STET_C2R && p->kind != STET_R2R && out->dtype->parts == 1)
        return error_set(e, "%s: %s: the result of kind %s is complex", request->out_path,
                         out->dtype->name, p->kind == STET_C2C ? "c2c" : "r2c");
    if (component_is_integer(out->dtype->component))
        return error_set(e, "%s: no transform has a result of type %s%s", request->out_path,
                         out->dtype->name,
                         out->dtype->component == COMPONENT_U16
                             ? "; say --bf16 if these are the bits of bfloat16 numbers"
                             : "");
    return true;
}

/* Stores the lengths of the input; for c2r the last length is that of the result, which alone
 * determines it. */
static bool settle_lengths(struct problem *p, const struct request *request,
                           const struct layout *in, const struct layout *out, struct error *e)
{
    for (int i = 0; i < p->rank; i++)
        p->n[i] = in->shape[p->axes[i]];
    int last = p->axes[p->rank - 1];
    if (request->n && p->rank > 1 && p->kind != STET_C2R)
        return error_set(
            e, "--n is for one axis; with several it is for --kind c2r alone: leave it out");
    if (request->n)
        p->n[p->rank - 1] = (size_t)request->n;
    else if (p->kind == STET_C2R)
        p->n[p->rank - 1] = out->rank > last && out->shape[last] / 2 + 1 == in->shape[last]
                                ? out->shape[last]
                                : 2 * (in->shape[last] - 1);
    for (int i = 0; i < p->rank; i++)
        p->n[i] = request->lengths[i] != 0 ? request->lengths[i] : p->n[i];
    return true;
}

static void settle_shapes(struct problem *p)
{
    p->points = p->in.points = p->out.points = p->logical = 1;
    for (int i = 0; i < p->rank; i++) {
        size_t half = i == p->rank - 1 ? p->n[i] / 2 + 1 : p->n[i];
        p->in.shape[i] = p->kind == STET_C2R ? half : p->n[i];
        p->out.shape[i] = p->kind == STET_R2C ? half : p->n[i];
        p->points *= p->n[i];
        p->logical *= p->kind == STET_R2R ? reals_logical(p->r2r[i], p->n[i]) : p->n[i];
        p->in.points *= p->in.shape[i];
        p->out.points *= p->out.shape[i];
    }
}

static bool settle_r2r(struct problem *p, const struct request *request, struct error *e)
{
    if (!parse_r2r_kinds(request->r2r, p->rank, p->r2r, e))
        return false;
    for (int i = 0; i < p->rank; i++)
        if (p->r2r[i] == STET_DCT1 && p->n[i] == 1)
            return error_set(e, "%s: kind dct1 needs at least 2 numbers, and axis %d has 1",
                             request->in_path, p->axes[i]);
    return true;
}

/* Stores the shape that the spectrum must have. */
static void expected_shape(const struct problem *p, const struct layout *in, size_t *shape)
{
    memcpy(shape, in->shape, sizeof in->shape);
    for (int i = 0; i < p->rank; i++)
        shape[p->axes[i]] = p->out.shape[i];
}

static bool same_shape(const size_t *a, const size_t *b, int rank)
{
    return memcmp(a, b, (size_t)rank * sizeof *a) == 0;
}

static int by_size(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool same_lengths(const size_t *a, const size_t *b, int rank)
{
    size_t x[RANK_MAX], y[RANK_MAX];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    qsort(x, (size_t)rank, sizeof *x, by_size);
    qsort(y, (size_t)rank, sizeof *y, by_size);
    return same_shape(x, y, rank);
}

/* Recognises the transposed half spectrum of a real input, whose kind does not follow from its
 * shape. */
static bool transposed_half(struct problem *p, const struct request *request,
                            const struct layout *in, const struct layout *out)
{
    size_t want[RANK_MAX];
    const stet_kind kind = p->kind;
    if (request->kind != 0 || kind != STET_C2C || in->rank != out->rank || in->dtype->parts != 1 ||
        request->inverse)
        return false;
    p->kind = STET_R2C;
    settle_shapes(p);
    expected_shape(p, in, want);
    if (same_lengths(want, out->shape, in->rank))
        return true;
    p->kind = kind;
    settle_shapes(p);
    return false;
}

static enum fit misfit(struct problem *p, const struct request *request, const struct layout *in,
                       const struct layout *out, struct error *e)
{
    size_t want[RANK_MAX];
    char have_text[200], want_text[200];
    stet_kind kind = p->kind;
    expected_shape(p, in, want);
    if (in->rank == out->rank && kind != STET_C2R && kind != STET_R2R && in->dtype->parts == 1) {
        p->kind = kind == STET_R2C ? STET_C2C : STET_R2C;
        settle_shapes(p);
        size_t other[RANK_MAX];
        expected_shape(p, in, other);
        if (same_shape(other, out->shape, in->rank) && p->direction == STET_FORWARD)
            return kind == STET_R2C ? FIT_FULL : FIT_HALF;
        p->kind = kind;
        settle_shapes(p);
    }
    if (in->rank == out->rank && same_lengths(want, out->shape, in->rank))
        return FIT_TRANSPOSED;
    if (transposed_half(p, request, in, out))
        return FIT_TRANSPOSED;
    text_shape(want_text, sizeof want_text, want, in->rank);
    text_shape(have_text, sizeof have_text, out->shape, out->rank);
    if (request->kind == 0 && kind == STET_C2R) {
        error_set(e,
                  "%s: it holds real numbers, %s; the transform gives complex ones, and this is no "
                  "known real form of them. The real result of an inverse transform (--kind c2r) "
                  "of %s would be %s",
                  request->out_path, have_text, request->in_path, want_text);
        return FIT_SHAPE;
    }
    error_set(e,
              "%s: the shape is %s, and this transform of %s gives %s: check both files; --kind, "
              "--axes and --n say what the transform was",
              request->out_path, have_text, request->in_path, want_text);
    return FIT_SHAPE;
}

enum fit problem_settle(struct problem *p, const struct request *request, const struct layout *in,
                        const struct layout *out, bool wav, struct error *e)
{
    size_t want[RANK_MAX];
    memset(p, 0, sizeof *p);
    p->in.layout = *in;
    p->out.layout = *out;
    p->norm = (stet_norm)request->norm;
    if (in->count == 0 || in->rank == 0) {
        error_set(e, "%s: %s: there is nothing to verify", request->in_path,
                  in->rank == 0 ? "it is a single number without an axis" : "the array is empty");
        return FIT_NO;
    }
    if (!settle_axes(p, request, in->rank, wav, e))
        return FIT_NO;
    p->kind = guess_kind(p, request, in, out);
    p->direction = request->inverse || p->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    if (!check_kind(p, request, in, out, e) || !settle_lengths(p, request, in, out, e) ||
        (p->kind == STET_R2R && !settle_r2r(p, request, e)))
        return FIT_NO;
    for (int i = 0; i < p->rank; i++)
        if (p->n[i] == 0) {
            error_set(e, "%s: the spectrum has one bin: say --n 1, the length of the real signal",
                      request->in_path);
            return FIT_NO;
        }
    settle_shapes(p);
    p->rows = 1;
    for (int axis = 0; axis < in->rank; axis++)
        p->rows *= has_axis(p, axis) ? 1 : in->shape[axis];
    expected_shape(p, in, want);
    if (in->rank == out->rank && same_shape(want, out->shape, in->rank))
        return FIT_YES;
    return misfit(p, request, in, out, e);
}

/* Returns the place of a point of the file, row * points + k, or SIZE_MAX if it is cut off. order
 * has the axis of the file for each axis. */
static size_t place(const struct problem *p, const struct side *s, const size_t *lengths,
                    const size_t *index, const int *order)
{
    size_t row = 0, k = 0;
    for (int axis = 0; axis < s->layout.rank; axis++)
        if (!has_axis(p, axis))
            row = row * lengths[axis] + index[order != NULL ? order[axis] : axis];
    for (int i = 0; i < p->rank; i++) {
        size_t at = index[order != NULL ? order[p->axes[i]] : p->axes[i]];
        if (at >= s->shape[i])
            return SIZE_MAX;
        k = k * s->shape[i] + at;
    }
    return row * s->points + k;
}

/* Returns the scaled value. Clears *exact if it lost bits, far below the others. */
static double scaled(double x, int exponent, bool *exact)
{
    double y = ldexp(x, -exponent);
    if (ldexp(y, exponent) != x)
        *exact = false;
    return y;
}

static bool load(const struct problem *p, struct side *s, const struct array *a, const int *order,
                 int exponent, bool *exact, struct error *e)
{
    const struct dtype *t = a->layout.dtype;
    const unsigned char *data = a->data;
    size_t lengths[RANK_MAX] = {0}, imaginary = component_size(t->component);
    void *block;
    struct walk w;
    if (s->points > SIZE_MAX / (2 * sizeof(double)) / p->rows)
        return error_set(e, "the transforms do not fit in the address space");
    if (!allocate(&block, p->rows * s->points * 2 * sizeof(double), e))
        return false;
    s->data = block;
    *exact = true;
    for (int axis = 0; axis < a->layout.rank; axis++)
        lengths[axis] = a->layout.shape[order != NULL ? order[axis] : axis];
    walk_start(&w, &a->layout);
    for (size_t i = 0; i < a->layout.count; i++, walk_next(&w)) {
        size_t at = place(p, s, lengths, w.index, order);
        const unsigned char *from = data + w.at * t->size;
        if (at == SIZE_MAX)
            continue;
        s->data[2 * at] = scaled(component_get(from, t->component), exponent, exact);
        if (t->parts == 2)
            s->data[2 * at + 1] =
                scaled(component_get(from + imaginary, t->component), exponent, exact);
    }
    return true;
}

/* Stores the exponent of the largest part. Returns false, with e set, at the first part that is not
 * finite. */
static bool find_exponent(const struct array *a, int *exponent, struct error *e)
{
    const struct dtype *t = a->layout.dtype;
    const unsigned char *data = a->data;
    struct walk w;
    double largest = 0;
    size_t bad = 0, first[RANK_MAX] = {0};
    walk_start(&w, &a->layout);
    for (size_t i = 0; i < a->layout.count; i++, walk_next(&w))
        for (int part = 0; part < t->parts; part++) {
            double x = fabs(component_get(
                data + w.at * t->size + (size_t)part * component_size(t->component), t->component));
            if (component_is_integer(t->component) &&
                !component_holds(COMPONENT_F64,
                                 component_whole(data + w.at * t->size, t->component))) {
                char index[200];
                text_shape(index, sizeof index, w.index, a->layout.rank);
                return error_set(e,
                                 "element %s: f64 does not hold this integer, so no transform had "
                                 "it as its input: save a.astype('<f8')",
                                 index);
            }
            if (isfinite(x))
                largest = fmax(largest, x);
            else if (bad++ == 0)
                memcpy(first, w.index, sizeof first);
        }
    char index[200];
    text_shape(index, sizeof index, first, a->layout.rank);
    frexp(largest, exponent);
    return bad == 0 || error_set(e,
                                 "%zu numbers are NaN or infinite, the first at %s: no spectrum of "
                                 "these is right or wrong: leave those rows out",
                                 bad, index);
}

bool problem_load_in(struct problem *p, const struct array *a, struct error *e)
{
    return find_exponent(a, &p->exponent, e) && load(p, &p->in, a, NULL, p->exponent, &p->exact, e);
}

bool problem_load_out(struct problem *p, const struct array *a, const int *order, struct error *e)
{
    free(p->out.data);
    p->out.data = NULL;
    bool unused;
    return load(p, &p->out, a, order, 0, &unused, e);
}

void problem_scale_out(struct problem *p)
{
    for (size_t i = 0; i < 2 * p->rows * p->out.points; i++)
        p->out.data[i] = ldexp(p->out.data[i], -p->exponent);
}

void problem_free(struct problem *p)
{
    free(p->in.data);
    free(p->out.data);
    p->in.data = p->out.data = NULL;
}

double problem_factor(const struct problem *p)
{
    double n = (double)p->points;
    bool by_n = p->norm == (p->direction == STET_FORWARD ? STET_NORM_FORWARD : STET_NORM_BACKWARD);
    return p->norm == STET_NORM_ORTHO ? 1 / sqrt(n) : by_n ? 1 / n : 1;
}

size_t largest_prime(size_t n)
{
    size_t largest = 1;
    for (size_t p = 2; p * p <= n; p++)
        for (; n % p == 0; n /= p)
            largest = p;
    return n > 1 ? n : largest;
}

size_t longest_axis(const struct problem *p)
{
    size_t longest = 1;
    for (int i = 0; i < p->rank; i++)
        longest = p->n[i] > longest ? p->n[i] : longest;
    return longest;
}

void problem_index(const struct problem *p, size_t row, size_t k, size_t *index)
{
    for (int i = p->rank - 1; i >= 0; i--) {
        index[p->axes[i]] = k % p->out.shape[i];
        k /= p->out.shape[i];
    }
    for (int axis = p->out.layout.rank - 1; axis >= 0; axis--)
        if (!has_axis(p, axis)) {
            index[axis] = row % p->out.layout.shape[axis];
            row /= p->out.layout.shape[axis];
        }
}
