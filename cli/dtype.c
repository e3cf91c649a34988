/* SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "stet.h"

#include <string.h>

static const struct dtype dtypes[] = {
    {"int16", "i2", COMPONENT_I16, 1, 2},     {"uint16", "u2", COMPONENT_U16, 1, 2},
    {"float16", "f2", COMPONENT_F16, 1, 2},   {"complex float16", "f2", COMPONENT_F16, 2, 4},
    {"bfloat16", "u2", COMPONENT_BF16, 1, 2}, {"complex bfloat16", "u2", COMPONENT_BF16, 2, 4},
    {"float32", "f4", COMPONENT_F32, 1, 4},   {"float64", "f8", COMPONENT_F64, 1, 8},
    {"complex64", "c8", COMPONENT_F32, 2, 8}, {"complex128", "c16", COMPONENT_F64, 2, 16},
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
    return "int16, float16, float32, float64, complex64 and complex128";
}

double component_get(const void *at, enum component c)
{
    int16_t i16;
    uint16_t u16;
    float f32;
    double f64;
    switch (c) {
    case COMPONENT_I16: memcpy(&i16, at, sizeof i16); return i16;
    case COMPONENT_U16: memcpy(&u16, at, sizeof u16); return u16;
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

void convert(const void *in, const struct dtype *from, void *out, const struct dtype *to,
             size_t count)
{
    if (from == to) {
        memcpy(out, in, count * to->size);
        return;
    }
    const unsigned char *p = in;
    unsigned char *q = out;
    size_t in_part = component_size(from->component), out_part = component_size(to->component);
    for (size_t i = 0; i < count; i++, p += from->size, q += to->size) {
        component_put(q, to->component, component_get(p, from->component));
        if (to->parts == 2) {
            double im = from->parts == 2 ? component_get(p + in_part, from->component) : 0.0;
            component_put(q + out_part, to->component, im);
        }
    }
}
