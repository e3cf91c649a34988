/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lines by kernels that read and write floats, if there are any; or widens a group of lines
 * into the workspace, transforms it there, and narrows it. */
#include "extended/lines.h"

#include "base/alloc.h"
#include "base/isa.h"
#include "base/precision.h"
#include "base/size.h"
#include "extended/fused.h"
#include "graph/norm.h"
#include "lines/method.h"

/* ------------------------------------------------------------ conversions -- */

typedef enum conversion {
    F32_TO_F64,
    F64_TO_F32,
    F64_TO_DD,
    DD_TO_F64,
    F32_TO_FF,
    FF_TO_F32
} conversion;

/* A conversion needs the kernels, and `rest`, by which a factor in double differs from the exact
 * one. */
typedef struct {
    const stet_isa *isa;
    double rest;
} context;

/* Converts number i of x to number j of y. A pair narrows to the rounded sum of its words. If it is
 * to be multiplied by 1 + rest, |rest| <= 2^-51, the rounded product of the high word and rest is
 * added to the low word first, which is off by less than 2^-104 of the number. */
static inline void convert(const conversion how, const context *with, const void *x, ptrdiff_t i,
                           void *y, ptrdiff_t j)
{
    const double *wide = (const double *)x;
    const float *narrow = (const float *)x;
    switch (how) {
    case F32_TO_F64: ((double *)y)[j] = (double)narrow[i]; break;
    case F64_TO_F32: ((float *)y)[j] = (float)wide[i]; break;
    case F64_TO_DD:
        ((double *)y)[2 * j] = wide[i];
        ((double *)y)[2 * j + 1] = 0;
        break;
    case DD_TO_F64:
        ((double *)y)[j] = stet_norm_narrow(wide[2 * i], wide[2 * i + 1], with->rest);
        break;
    case F32_TO_FF:
        ((float *)y)[2 * j] = narrow[i];
        ((float *)y)[2 * j + 1] = 0;
        break;
    case FF_TO_F32: ((float *)y)[j] = narrow[2 * i] + narrow[2 * i + 1]; break;
    }
}

static inline void convert_run(const conversion how, const context *with, const void *x,
                               ptrdiff_t i, void *y, ptrdiff_t j, ptrdiff_t count)
{
    const struct stet_extended_kernels *kernels = with->isa->extended;
    if (how == F32_TO_F64 && kernels)
        kernels->widen((const float *)x + i, count, (double *)y + j);
    else if (how == F64_TO_F32 && kernels)
        kernels->narrow((const double *)x + i, count, (float *)y + j);
    else if (how == F64_TO_DD && kernels)
        kernels->widen_pairs((const double *)x + i, count, (double *)y + 2 * j);
    else if (how == DD_TO_F64 && kernels)
        kernels->narrow_pairs((const double *)x + 2 * i, count, with->rest, (double *)y + j);
    else
        for (ptrdiff_t k = 0; k < count; k++)
            convert(how, with, x, i + k, y, j + k);
}

/* A grid of elements of `parts` numbers: element e of line g is x[e xe + g xg], and becomes y[e ye
 * + g yg]. */
typedef struct {
    ptrdiff_t n, count, parts, xe, xg, ye, yg;
} grid;

static inline void convert_element(const conversion how, const context *with, const grid *t,
                                   ptrdiff_t e, ptrdiff_t g, const void *x, void *y)
{
    const ptrdiff_t i = (e * t->xe + g * t->xg) * t->parts, j = (e * t->ye + g * t->yg) * t->parts;
    convert(how, with, x, i, y, j);
    if (t->parts == 2)
        convert(how, with, x, i + 1, y, j + 1);
}

/* Converts runs that are contiguous on both sides, along the lines or across them; or one number
 * after the other. The inner loop is then the one whose steps in the caller's array, x or y, are
 * short. */
static inline void convert_grid(const conversion how, const context *with, const grid *t,
                                const void *x, void *y)
{
    const ptrdiff_t p = t->parts;
    if (t->xe == 1 && t->ye == 1) {
        for (ptrdiff_t g = 0; g < t->count; g++)
            convert_run(how, with, x, g * t->xg * p, y, g * t->yg * p, t->n * p);
    } else if (t->xg == 1 && t->yg == 1) {
        for (ptrdiff_t e = 0; e < t->n; e++)
            convert_run(how, with, x, e * t->xe * p, y, e * t->ye * p, t->count * p);
    } else if (stet_magnitude(t->xg) + stet_magnitude(t->yg) <
               stet_magnitude(t->xe) + stet_magnitude(t->ye)) {
        for (ptrdiff_t e = 0; e < t->n; e++)
            for (ptrdiff_t g = 0; g < t->count; g++)
                convert_element(how, with, t, e, g, x, y);
    } else {
        for (ptrdiff_t g = 0; g < t->count; g++)
            for (ptrdiff_t e = 0; e < t->n; e++)
                convert_element(how, with, t, e, g, x, y);
    }
}

/* ----------------------------------------------------------------- groups -- */

/* group_of() returns how many lines are in the workspace together, row_of() how far apart they are:
 * whole cache lines, and an odd number of them. */
enum { GROUP_POINTS = 4096, MOST_LINES = 64 };

static ptrdiff_t group_of(const stet_fft1d *f)
{
    const ptrdiff_t lanes = f->widest_lanes, some = GROUP_POINTS / f->n / lanes * lanes;
    if (f->n > STET_MAX_SIDE_BY_SIDE)
        return 1;
    return some < lanes ? lanes : some > MOST_LINES ? MOST_LINES : some;
}

static int is_real(const stet_fft1d *f, stet_kind kind)
{
    return f->kind == kind || stet_is_r2r(f->kind);
}

static ptrdiff_t in_parts(const stet_fft1d *f) { return is_real(f, STET_R2C) ? 1 : 2; }
static ptrdiff_t out_parts(const stet_fft1d *f) { return is_real(f, STET_C2R) ? 1 : 2; }

/* Each function returns how many elements a line has. */
static ptrdiff_t in_length(const stet_fft1d *f)
{
    return f->kind == STET_C2R ? f->n / 2 + 1 : f->n;
}
static ptrdiff_t out_length(const stet_fft1d *f)
{
    return f->kind == STET_R2C ? f->n / 2 + 1 : f->n;
}

/* Returns the numbers from line to line. */
static ptrdiff_t row_of(const stet_fft1d *f)
{
    const ptrdiff_t some = STET_ALIGN / (ptrdiff_t)sizeof(double);
    const ptrdiff_t numbers = f->kind == STET_C2C ? 2 * f->n : 2 * (f->n / 2 + 1);
    return ((numbers + some - 1) / some | 1) * some;
}

/* Returns the bytes of the numbers of one side, for `group` lines. */
static size_t side_of(const stet_fft1d *f, ptrdiff_t group)
{
    return (size_t)(group * row_of(f)) * stet_real_size(f->precision);
}

/* On sides that are in the workspace only, one line is contiguous. */
static size_t group_work(const stet_fft1d *f, const stet_extended_shape *s, ptrdiff_t group)
{
    const int contiguous = s->contiguous || !(s->wide_in || s->wide_out);
    const size_t along = group == 1 ? f->lone_work : stet_lines_work(f, 1, group);
    const size_t across = group == 1 && contiguous ? 0 : stet_lines_work(f, 0, group);
    return 2 * side_of(f, group) + stet_larger_size(along, across);
}

/* Reports whether lines lie closer than their elements. Then they go into the workspace in that
 * order, so that vectors take neighbours everywhere. */
static int goes_across(const stet_fft1d *f, const stet_lines *l, int wide_in, int wide_out)
{
    return f->n <= STET_MAX_SIDE_BY_SIDE && l->count > 1 &&
           ((!wide_in && stet_magnitude(l->id) < stet_magnitude(l->is)) ||
            (!wide_out && stet_magnitude(l->od) < stet_magnitude(l->os)));
}

typedef struct {
    conversion widen, narrow;
    size_t outside; /* bytes of a number of the caller's arrays */
    int wide_in, wide_out;
} sides;

/* Runs at most one group of lines. Contiguous rows are transformed in place; if lines lie across,
 * real and complex elements are at different places. */
static inline void run_group(const sides s, const stet_fft1d *f, const stet_lines *l, int across,
                             int swap, double scale, void *work, ptrdiff_t group)
{
    const ptrdiff_t row = row_of(f), in = in_parts(f), out = out_parts(f);
    context with = {f->isa, 0};
    char *first = (char *)work, *second = first + side_of(f, group);
    stet_lines wide = {first, first, 1, 1, row / in, row / out, l->count};
    if (across) {
        wide.is = wide.os = l->count;
        wide.id = wide.od = 1;
        wide.out = f->kind == STET_C2C ? first : second;
    }
    if (s.wide_in) {
        wide.in = l->in;
        wide.is = l->is;
        wide.id = l->id;
    } else {
        convert_grid(s.widen, &with,
                     &(grid){in_length(f), l->count, in, l->is, l->id, wide.is, wide.id}, l->in,
                     first);
    }
    if (s.wide_out) {
        wide.out = l->out;
        wide.os = l->os;
        wide.od = l->od;
    }
    if (s.narrow == DD_TO_F64 && !s.wide_out)
        scale = stet_norm_pair_factor(scale, &with.rest);
    stet_lines_run(f, &wide, swap, scale, first + 2 * side_of(f, group));
    if (!s.wide_out)
        convert_grid(s.narrow, &with,
                     &(grid){out_length(f), l->count, out, wide.os, wide.od, l->os, l->od},
                     wide.out, l->out);
}

static inline void run_groups(const sides s, const stet_fft1d *f, const stet_lines *lines, int swap,
                              double scale, void *work)
{
    const ptrdiff_t most = group_of(f), group = lines->count < most ? lines->count : most;
    const int across = goes_across(f, lines, s.wide_in, s.wide_out);
    const ptrdiff_t inside = (ptrdiff_t)stet_real_size(f->precision);
    const ptrdiff_t outside = (ptrdiff_t)s.outside;
    stet_lines some = *lines;
    for (ptrdiff_t i = 0; i < lines->count; i += group) {
        some.in =
            (const char *)lines->in + i * lines->id * in_parts(f) * (s.wide_in ? inside : outside);
        some.out =
            (char *)lines->out + i * lines->od * out_parts(f) * (s.wide_out ? inside : outside);
        some.count = lines->count - i < group ? lines->count - i : group;
        run_group(s, f, &some, across, swap, scale, work, group);
    }
}

/* Define kernels in which both sides are narrow, or only the input, or only the output. */
#define GROUPS(name, widen, narrow, outside, wide_in, wide_out)                                    \
    static void name(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,         \
                     void *work, const stet_share *share)                                          \
    {                                                                                              \
        (void)share;                                                                               \
        run_groups((sides){widen, narrow, sizeof(outside), wide_in, wide_out}, f, lines, swap,     \
                   scale, work);                                                                   \
    }
#define GROUPS_OF(name, widen, narrow, outside)                                                    \
    GROUPS(name##_both, widen, narrow, outside, 0, 0)                                              \
    GROUPS(name##_in, widen, narrow, outside, 0, 1)                                                \
    GROUPS(name##_out, widen, narrow, outside, 1, 0)
GROUPS_OF(f32_in_f64, F32_TO_F64, F64_TO_F32, float)
GROUPS_OF(f64_in_dd, F64_TO_DD, DD_TO_F64, double)
GROUPS_OF(f32_in_ff, F32_TO_FF, FF_TO_F32, float)

/* ------------------------------------------------------------------ plans -- */

/* The rows have the kernels for each precision outside and inside. */
static const struct {
    stet_precision outside, inside;
    stet_line_kernel *both, *in, *out;
} rows[] = {{STET_F32, STET_F64, f32_in_f64_both, f32_in_f64_in, f32_in_f64_out},
            {STET_F64, STET_DD, f64_in_dd_both, f64_in_dd_in, f64_in_dd_out},
            {STET_F32, STET_FF, f32_in_ff_both, f32_in_ff_in, f32_in_ff_out}};

static stet_line_kernel *groups_of(const stet_fft1d *f, const stet_extended_shape *s)
{
    int i = 0;
    while (rows[i].outside != s->outside || rows[i].inside != f->precision)
        i++;
    return s->wide_in ? rows[i].out : s->wide_out ? rows[i].in : rows[i].both;
}

/* If lines side by side are quicker in double, they are quicker here too. */
static stet_line_kernel *fused_of(const stet_fft1d *f, const stet_extended_shape *s)
{
    const int alone = s->count == 1 || f->contiguous.count == 1;
    return s->contiguous && !s->wide_in && !s->wide_out && alone ? stet_extended_fused_of(f) : NULL;
}

stet_line_plan stet_extended_plan(stet_fft1d *f, const stet_extended_shape *s)
{
    const ptrdiff_t most = group_of(f), group = s->count < most ? s->count : most;
    stet_line_kernel *fused = fused_of(f, s);
    stet_line_plan plan = stet_lines_plan(f, s->contiguous, s->count);
    plan.kernel = fused ? fused : groups_of(f, s);
    plan.divides = fused && stet_extended_fused_divides(f);
    if (!fused) {
        plan.grain = most;
        plan.work = group_work(f, s, group);
    }
    return plan;
}

void stet_extended_describe(stet_text *to, const stet_line_plan *plan, int contiguous,
                            ptrdiff_t count)
{
    const int fused = plan->kernel == stet_extended_fused_of(plan->fft);
    stet_put(to, "widened: %s\n",
             fused ? "by the first pass, narrowed by the last" : "in the workspace");
    stet_lines_describe(to, plan->fft, contiguous, count);
}
