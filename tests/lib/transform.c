/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/transform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/sha256.h"
#include "lib/generate.h"

struct transform transform_1d(stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    stet_direction direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    return (struct transform){.kind = kind,
                              .precision = precision,
                              .direction = direction,
                              .norm = STET_NORM_BACKWARD,
                              .rank = 1,
                              .n = {n},
                              .level = STET_LEVEL_NATIVE,
                              .half_mode = STET_HALF_IO};
}

struct transform transform_r2r_1d(stet_r2r_kind r2r, stet_precision precision, ptrdiff_t n)
{
    struct transform t = transform_1d(STET_R2R, precision, n);
    t.r2r[0] = r2r;
    return t;
}

double transform_logical(const struct transform *t)
{
    double product = 1;
    for (int i = 0; i < t->rank; i++) {
        const double n = (double)t->n[i];
        const stet_r2r_kind r2r = t->kind == STET_R2R ? t->r2r[i] : STET_DHT;
        product *= r2r < STET_DCT1    ? n
                   : r2r == STET_DCT1 ? 2 * (n - 1)
                   : r2r == STET_DST1 ? 2 * (n + 1)
                                      : 2 * n;
    }
    return product;
}

size_t transform_real(const struct transform *t) { return generate_size(t->precision); }

bool transform_is_complex(const struct transform *t, enum side side)
{
    return t->kind != STET_R2R && t->kind != (side == SIDE_IN ? STET_R2C : STET_C2R);
}

ptrdiff_t transform_length(const struct transform *t, enum side side, int i)
{
    bool half = t->kind != STET_C2C && i == t->rank - 1 && transform_is_complex(t, side);
    return half ? t->n[i] / 2 + 1 : t->n[i];
}

struct layout transform_layout(const struct transform *t, enum side side)
{
    struct layout layout = {.rank = t->rank};
    layout.element = transform_real(t) * (transform_is_complex(t, side) ? 2 : 1);
    ptrdiff_t stride = (ptrdiff_t)layout.element;
    for (int i = t->rank - 1; i >= 0; i--) {
        layout.n[i] = transform_length(t, side, i);
        layout.stride[i] = stride;
        stride *= layout.n[i];
    }
    return layout;
}

size_t transform_bytes(const struct transform *t, enum side side)
{
    struct layout layout = transform_layout(t, side);
    return layout_count(&layout) * layout.element;
}

size_t transform_reals(const struct transform *t, enum side side)
{
    return transform_bytes(t, side) / transform_real(t);
}

stet_options transform_options(const struct transform *t, stet_dim *dims)
{
    struct layout in = transform_layout(t, SIDE_IN), out = transform_layout(t, SIDE_OUT);
    for (int i = 0; i < t->rank; i++) {
        dims[i].n = t->n[i];
        dims[i].in_stride = in.stride[i] / (ptrdiff_t)in.element;
        dims[i].out_stride = out.stride[i] / (ptrdiff_t)out.element;
    }
    stet_options options;
    stet_options_init(&options);
    options.kind = t->kind;
    options.precision = t->precision;
    options.direction = t->direction;
    options.norm = t->norm;
    options.rank = t->rank;
    if (t->level != 0)
        options.level = t->level;
    options.dims = dims;
    if (t->kind == STET_R2R)
        options.r2r = t->r2r;
    if (t->half_mode != 0)
        options.half_mode = t->half_mode;
    return options;
}

double transform_number(const struct transform *t, const void *x, size_t i)
{
    float f;
    double d;
    uint16_t h;
    if (t->precision == STET_F16 || t->precision == STET_BF16) {
        memcpy(&h, (const char *)x + i * sizeof h, sizeof h);
        return (double)(t->precision == STET_F16 ? stet_f16_to_f32(h) : stet_bf16_to_f32(h));
    }
    if (t->precision == STET_F32) {
        memcpy(&f, (const char *)x + i * sizeof f, sizeof f);
        return (double)f;
    }
    memcpy(&d, (const char *)x + i * sizeof d, sizeof d);
    return d;
}

double transform_roundoff(const struct transform *t)
{
    switch (t->precision) {
    case STET_F16: return 0x1p-11;
    case STET_BF16: return 0x1p-8;
    case STET_F32: return 0x1p-24;
    default: return 0x1p-53;
    }
}

void *transform_alloc(const struct transform *t, enum side side, size_t count)
{
    void *memory = calloc(count, transform_bytes(t, side));
    if (memory == NULL) {
        fputs("tests: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

stet_status transform_run(const struct transform *t, const void *in, void *out)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    const stet_status status = stet_transform(&options, in, out);
    return status == STET_E_HALF_RANGE ? STET_OK : status;
}

void transform_along_axis(const struct transform *t, int axis, void *array)
{
    stet_dim line = {t->n[axis], 1, 1}, batch[TRANSFORM_RANK], unused[TRANSFORM_RANK];
    stet_options options = transform_options(t, unused);
    ptrdiff_t stride = 1;
    options.rank = 1;
    options.dims = &line;
    options.batch = batch;
    for (int i = t->rank - 1; i >= 0; stride *= t->n[i--])
        if (i == axis)
            line.in_stride = line.out_stride = stride;
        else
            batch[options.batch_rank++] = (stet_dim){t->n[i], stride, stride};
    if (stet_transform(&options, array, array) != STET_OK)
        abort();
}

/* Number i as an integer, NaN as one of them. */
static uint64_t canonical(const void *x, stet_precision precision, size_t i)
{
    if (precision == STET_F16 || precision == STET_BF16) {
        const unsigned most = precision == STET_F16 ? 0x7c00 : 0x7f80;
        uint16_t half;
        memcpy(&half, (const char *)x + i * sizeof half, sizeof half);
        return (half & 0x7fffu) > most ? (precision == STET_F16 ? 0x7e00u : 0x7fc0u) : half;
    }
    if (precision == STET_F32) {
        uint32_t bits;
        memcpy(&bits, (const char *)x + i * sizeof bits, sizeof bits);
        return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : bits;
    }
    uint64_t bits, infinity = UINT64_C(0x7ff0000000000000);
    memcpy(&bits, (const char *)x + i * sizeof bits, sizeof bits);
    return (bits & INT64_MAX) > infinity ? UINT64_C(0x7ff8000000000000) : bits;
}

void canonical_nan(void *x, stet_precision precision, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = canonical(x, precision, i);
        uint32_t low = (uint32_t)bits;
        uint16_t half = (uint16_t)bits;
        if (generate_size(precision) == sizeof half)
            memcpy((char *)x + i * sizeof half, &half, sizeof half);
        else if (precision == STET_F32)
            memcpy((char *)x + i * sizeof low, &low, sizeof low);
        else
            memcpy((char *)x + i * sizeof bits, &bits, sizeof bits);
    }
}

void canonical_digest(const void *x, stet_precision precision, size_t count, char hex[65])
{
    size_t size = generate_size(precision);
    struct sha256 hash;
    sha256_start(&hash);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[8];
        uint64_t bits = canonical(x, precision, i);
        for (size_t j = 0; j < size; j++)
            bytes[j] = (uint8_t)(bits >> 8 * j);
        sha256_add(&hash, bytes, size);
    }
    sha256_finish(&hash, hex);
}

size_t first_difference(const void *a, const void *b, stet_precision precision, size_t count)
{
    size_t i = 0;
    while (i < count && canonical(a, precision, i) == canonical(b, precision, i))
        i++;
    return i;
}

bool transform_same(const struct transform *t, const void *a, const void *b)
{
    size_t reals = transform_reals(t, SIDE_OUT);
    return first_difference(a, b, t->precision, reals) == reals;
}
