/* SPDX-License-Identifier: Apache-2.0 */
#include "files/dtype.h"
#include "stet.h"

#include <math.h>
#include <string.h>

static const struct dtype dtypes[] = {
    {"bool", "b1", COMPONENT_BOOL, 1, 1},
    {"int8", "i1", COMPONENT_I8, 1, 1},
    {"uint8", "u1", COMPONENT_U8, 1, 1},
    {"int16", "i2", COMPONENT_I16, 1, 2},
    {"uint16", "u2", COMPONENT_U16, 1, 2},
    {"int32", "i4", COMPONENT_I32, 1, 4},
    {"uint32", "u4", COMPONENT_U32, 1, 4},
    {"int64", "i8", COMPONENT_I64, 1, 8},
    {"uint64", "u8", COMPONENT_U64, 1, 8},
    {"float16", "f2", COMPONENT_F16, 1, 2},
    {"complex float16", "f2", COMPONENT_F16, 2, 4},
    {"bfloat16", "u2", COMPONENT_BF16, 1, 2},
    {"complex bfloat16", "u2", COMPONENT_BF16, 2, 4},
    {"float32", "f4", COMPONENT_F32, 1, 4},
    {"float64", "f8", COMPONENT_F64, 1, 8},
    {"complex64", "c8", COMPONENT_F32, 2, 8},
    {"complex128", "c16", COMPONENT_F64, 2, 16},
};
#define DTYPES (sizeof dtypes / sizeof dtypes[0])

const struct dtype *dtype_by_descr(const char *descr, size_t length)
{
    for (size_t i = 0; i < DTYPES; i++)
        if (strlen(dtypes[i].descr) == length && memcmp(dtypes[i].descr, descr, length) == 0)
            return &dtypes[i];
    return NULL;
}

const struct dtype *dtype_by_name(const char *name)
{
    for (size_t i = 0; i < DTYPES; i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return &dtypes[i];
    return NULL;
}

const struct dtype *dtype_of(enum component component, int parts)
{
    for (size_t i = 0; i < DTYPES; i++)
        if (dtypes[i].component == component && dtypes[i].parts == parts)
            return &dtypes[i];
    return NULL;
}

const char *dtype_list(void)
{
    return "bool, int8 to int64, uint8 to uint64, float16, float32, float64, complex64 and "
           "complex128";
}

size_t component_size(enum component c)
{
    switch (c) {
    case COMPONENT_BOOL:
    case COMPONENT_I8:
    case COMPONENT_U8: return 1;
    case COMPONENT_I16:
    case COMPONENT_U16:
    case COMPONENT_F16:
    case COMPONENT_BF16: return 2;
    case COMPONENT_I32:
    case COMPONENT_U32:
    case COMPONENT_F32: return 4;
    default: return 8;
    }
}

static struct whole of_signed(int64_t x)
{
    return (struct whole){x < 0, x < 0 ? 0 - (uint64_t)x : (uint64_t)x};
}

struct whole component_whole(const void *at, enum component c)
{
    unsigned char u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    switch (c) {
    case COMPONENT_BOOL: memcpy(&u8, at, 1); return (struct whole){false, u8 != 0};
    case COMPONENT_I8: memcpy(&u8, at, 1); return of_signed((int8_t)u8);
    case COMPONENT_U8: memcpy(&u8, at, 1); return (struct whole){false, u8};
    case COMPONENT_I16: memcpy(&i16, at, sizeof i16); return of_signed(i16);
    case COMPONENT_U16: memcpy(&u16, at, sizeof u16); return (struct whole){false, u16};
    case COMPONENT_I32: memcpy(&i32, at, sizeof i32); return of_signed(i32);
    case COMPONENT_U32: memcpy(&u32, at, sizeof u32); return (struct whole){false, u32};
    case COMPONENT_I64: memcpy(&i64, at, sizeof i64); return of_signed(i64);
    default: memcpy(&u64, at, sizeof u64); return (struct whole){false, u64};
    }
}

/* Reports whether c holds w: the bits from the highest to the lowest set one must fit its
 * precision, and, for binary16, w its range. */
bool component_holds(enum component c, struct whole w)
{
    int width = 0, zeros = 0;
    for (uint64_t rest = w.size; rest != 0; rest >>= 1) {
        zeros += width == zeros && !(rest & 1);
        width++;
    }
    int digits = c == COMPONENT_F16 ? 11 : c == COMPONENT_BF16 ? 8 : c == COMPONENT_F32 ? 24 : 53;
    return width - zeros <= digits && (c != COMPONENT_F16 || width <= 16);
}

double component_get(const void *at, enum component c)
{
    uint16_t u16;
    float f32;
    double f64;
    if (component_is_integer(c)) {
        struct whole w = component_whole(at, c);
        return w.negative ? -(double)w.size : (double)w.size;
    }
    switch (c) {
    case COMPONENT_F16: memcpy(&u16, at, sizeof u16); return (double)stet_f16_to_f32(u16);
    case COMPONENT_BF16: memcpy(&u16, at, sizeof u16); return (double)stet_bf16_to_f32(u16);
    case COMPONENT_F32: memcpy(&f32, at, sizeof f32); return (double)f32;
    default: memcpy(&f64, at, sizeof f64); return f64;
    }
}

void component_put(void *at, enum component c, double x)
{
    if (c == COMPONENT_F16 || c == COMPONENT_BF16) {
        uint16_t u16 = c == COMPONENT_F16 ? stet_f16_from_f64(x) : stet_bf16_from_f64(x);
        memcpy(at, &u16, sizeof u16);
    } else if (c == COMPONENT_F32) {
        float f32 = (float)x;
        memcpy(at, &f32, sizeof f32);
    } else {
        memcpy(at, &x, sizeof x);
    }
}

double component_round(double x, enum component c)
{
    unsigned char bytes[sizeof x];
    component_put(bytes, c, x);
    return component_get(bytes, c);
}

bool component_reaches(double x, enum component c)
{
    return c == COMPONENT_F64 || !isfinite(x) || isfinite(component_round(x, c));
}

bool host_is_little(void)
{
    uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

void swap_bytes(void *data, size_t size, size_t count)
{
    unsigned char *p = data;
    for (size_t i = 0; i < count; i++, p += size)
        for (size_t a = 0, b = size - 1; a < b; a++, b--) {
            unsigned char t = p[a];
            p[a] = p[b];
            p[b] = t;
        }
}

/* Converts one component. Returns false if the conversion is not allowed. */
static bool convert_one(const unsigned char *in, enum component from, unsigned char *out,
                        enum component to, bool allow_overflow)
{
    double x = component_get(in, from);
    if (component_is_integer(from) && !component_holds(to, component_whole(in, from)))
        return false;
    component_put(out, to, x);
    return allow_overflow || to == COMPONENT_F64 || component_is_integer(from) || !isfinite(x) ||
           isfinite(component_get(out, to));
}

size_t convert(const void *in, const struct dtype *from, void *out, const struct dtype *to,
               size_t count, bool allow_overflow)
{
    const unsigned char *p = in;
    unsigned char *q = out;
    size_t in_part = component_size(from->component), out_part = component_size(to->component);
    if (from == to) {
        memcpy(out, in, count * to->size);
        return count;
    }
    for (size_t i = 0; i < count; i++, p += from->size, q += to->size) {
        if (!convert_one(p, from->component, q, to->component, allow_overflow) ||
            (from->parts == 2 && !convert_one(p + in_part, from->component, q + out_part,
                                              to->component, allow_overflow)))
            return i;
        if (to->parts > from->parts)
            component_put(q + out_part, to->component, 0.0);
    }
    return count;
}
