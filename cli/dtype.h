/* SPDX-License-Identifier: Apache-2.0 */
/* The element types that files may hold. */
#ifndef STET_CLI_DTYPE_H
#define STET_CLI_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum component {
    COMPONENT_I16,
    COMPONENT_U16, /* what .npy files hold bfloat16 as */
    COMPONENT_F16,
    COMPONENT_BF16,
    COMPONENT_F32,
    COMPONENT_F64
};

/* How the .npy format, which has no names for them, holds the last two of: float16 numbers, complex
 * float16, bfloat16, complex bfloat16. A complex array has one dimension more, the last, of two. */
#define DTYPE_PAIRED(t) ((t)->parts == 2 && component_size((t)->component) == 2)

struct dtype {
    const char *name;  /* "complex64" */
    const char *descr; /* "c8": the .npy name without its byte order */
    enum component component;
    int parts; /* 1 real, 2 complex: real part, imaginary part */
    size_t size;
};

/* The dtype of a .npy name such as "c8", or NULL. */
const struct dtype *dtype_by_descr(const char *descr, size_t length);
/* The dtype of a name such as "complex64", or NULL. */
const struct dtype *dtype_by_name(const char *name);
/* The dtype of these parts: all but complex int16 and complex uint16 exist. */
const struct dtype *dtype_of(enum component component, int parts);
/* "float32, float64, ...": what error messages offer. */
const char *dtype_list(void);

static inline size_t component_size(enum component c)
{
    return c < COMPONENT_F32 ? 2 : c == COMPONENT_F32 ? 4 : 8;
}

/* The value of a component in native byte order: exact for all of them. */
double component_get(const void *at, enum component c);
/* Store x, rounded once to nearest even where the component is narrower. Not for I16
 * and U16. */
void component_put(void *at, enum component c, double x);

/* x rounded so. */
double component_round(double x, enum component c);

bool host_is_little(void);
/* Reverse the bytes of count components of size bytes each. */
void swap_bytes(void *data, size_t size, size_t count);

/* count elements of type from, made to be of type to: exact, or rounded once. A real element
 * becomes complex with imaginary part +0. Complex to real and anything to int16 or uint16 but
 * themselves do not exist. */
void convert(const void *in, const struct dtype *from, void *out, const struct dtype *to,
             size_t count);

#endif
