/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/work.h"
#include "files/clock.h"
#include "files/options.h"

#include <math.h>
#include <stdio.h>

ptrdiff_t shape_points(const struct shape *s)
{
    ptrdiff_t points = 1;
    for (int i = 0; i < s->rank; i++)
        points *= s->n[i];
    return points;
}

const char *shape_text(const struct shape *s, char text[SHAPE_TEXT])
{
    int used = 0;
    for (int i = 0; i < s->rank; i++)
        used +=
            snprintf(text + used, SHAPE_TEXT - (size_t)used, "%s%td", i > 0 ? "x" : "", s->n[i]);
    return text;
}

struct side work_side(const struct work *w, int which)
{
    const bool real = which == SIDE_IN ? w->kind == STET_R2C : w->kind == STET_C2R;
    const bool r2r = work_r2r(w) != 0;
    const int last = w->shape.rank - 1;
    const ptrdiff_t n = w->shape.n[last], half = n / 2 + 1;
    struct side s = {.parts = real || r2r ? 1 : 2};
    s.row = real || r2r || w->kind == STET_C2C ? n : half;
    /* In place, real rows start where the complex rows do. */
    s.pitch = real && w->in_place ? 2 * half : s.row;
    s.rows = shape_points(&w->shape) / n * w->batch;
    s.lengths[last] = s.row;
    s.strides[last] = w->stride != 0 ? w->stride : 1;
    s.distance = s.strides[last] * s.pitch;
    for (int i = last - 1; i >= 0; i--) {
        s.lengths[i] = w->shape.n[i];
        s.strides[i] = s.distance;
        s.distance *= s.lengths[i];
    }
    if (w->stride != 0) {
        s.rows = s.rows / w->batch * s.row;
        s.row = w->batch;
        s.pitch = w->stride;
        s.distance = 1;
    }
    return s;
}

void work_dims(const struct work *w, stet_dim dims[SHAPE_AXES], stet_dim *batch)
{
    const struct side in = work_side(w, SIDE_IN), out = work_side(w, SIDE_OUT);
    for (int i = 0; i < w->shape.rank; i++)
        dims[i] = (stet_dim){w->shape.n[i], in.strides[i], out.strides[i]};
    *batch = (stet_dim){w->batch, in.distance, out.distance};
}

static size_t side_bytes(const struct work *w, int which)
{
    const struct side s = work_side(w, which);
    return (size_t)(s.rows * s.pitch * s.parts) * work_number_bytes(w);
}

size_t work_bytes(const struct work *w, int which)
{
    size_t own = side_bytes(w, which), other = side_bytes(w, 1 - which);
    return w->in_place && other > own ? other : own;
}

size_t work_number_bytes(const struct work *w)
{
    return w->precision == STET_F64 ? sizeof(double) : w->precision == STET_F32 ? sizeof(float) : 2;
}

bool work_is_half(const struct work *w)
{
    return w->precision == STET_F16 || w->precision == STET_BF16;
}

double work_gflop(const struct work *w)
{
    double factor = w->kind == STET_C2C ? 5e-9 : 2.5e-9;
    const double n = (double)shape_points(&w->shape);
    return factor * n * log2(n) * (double)w->batch;
}

double work_clock(const struct work *w)
{
    return w->threads == 1 ? clock_cpu_seconds() : clock_seconds();
}

const char *work_clock_name(int threads)
{
    return threads == 1 ? "CPU time of the process" : "wall clock";
}

void work_name(const struct work *w, char *text, size_t size)
{
    const int used = snprintf(text, size, "%s%s%s", work_kind(w), w->in_place ? " in place" : "",
                              w->stride != 0 && w->stride == w->batch ? " columns" : "");
    if (w->stride != 0 && w->stride != w->batch)
        snprintf(text + used, size - (size_t)used, " stride %td", w->stride);
}

const char *work_kind(const struct work *w)
{
    if (work_r2r(w) != 0)
        return choice_name(r2r_choices, (int)work_r2r(w));
    return w->kind == STET_C2C ? "c2c" : w->kind == STET_R2C ? "r2c" : "c2r";
}

const char *work_precision(const struct work *w)
{
    enum { MOST = STET_LEVEL_EXTENDED_FF };
    static const char *const at_level[][MOST + 1] = {
        [STET_F32] = {[STET_LEVEL_NATIVE] = "f32",
                      "f32 extended",
                      "f32 correct",
                      "f32 extended-ff"},
        [STET_F64] = {[STET_LEVEL_NATIVE] = "f64", "f64 extended", "f64 correct"},
        [STET_F16] = {[STET_LEVEL_EXTENDED] = "f16 extended", "f16 correct"},
        [STET_BF16] = {[STET_LEVEL_EXTENDED] = "bf16 extended", "bf16 correct"}};
    static const char *const f16[] = {"f16 io", "f16 store", "f16 native"};
    static const char *const bf16[] = {"bf16 io", "bf16 store"};
    if (w->level == STET_LEVEL_NATIVE && work_is_half(w))
        return (w->precision == STET_F16 ? f16 : bf16)[w->half_mode - STET_HALF_IO];
    return at_level[w->precision][w->level];
}
