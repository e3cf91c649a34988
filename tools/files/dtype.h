/* SPDX-License-Identifier: Apache-2.0 */
/* The element types that files may hold. */
#ifndef STET_FILES_DTYPE_H
#define STET_FILES_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum component {
    COMPONENT_BOOL,
    COMPONENT_I8,
    COMPONENT_U8,
    COMPONENT_I16,
    COMPONENT_U16, /* what .npy files hold bfloat16 as, too */
    COMPONENT_I32,
    COMPONENT_U32,
    COMPONENT_I64,
    COMPONENT_U64,
    COMPONENT_F16, /* the first that is no integer */
    COMPONENT_BF16,
    COMPONENT_F32,
    COMPONENT_F64
};

/* True for complex float16 and complex bfloat16. The .npy format has no names for them: such a file
 * has real numbers, and one dimension more, the last, of two. */
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
/* The dtype of these parts: all but complex integers exist. */
const struct dtype *dtype_of(enum component component, int parts);
/* "float32, float64, ...": what error messages offer. */
const char *dtype_list(void);

size_t component_size(enum component c);
static inline bool component_is_integer(enum component c) { return c < COMPONENT_F16; }

/* The value of a component in native byte order: exact, but for integers of 64 bits that a double
 * does not hold, which are rounded. */
double component_get(const void *at, enum component c);
/* Store x, rounded once to nearest even where the component is narrower. Not for integers. */
void component_put(void *at, enum component c, double x);

/* An integer component, exactly. */
struct whole {
    bool negative;
    uint64_t size; /* its absolute value */
};
struct whole component_whole(const void *at, enum component c);
/* True if c, a floating-point component, holds w exactly. */
bool component_holds(enum component c, struct whole w);

/* x rounded so. */
double component_round(double x, enum component c);
/* True unless x is finite and c has an infinity for it. */
bool component_reaches(double x, enum component c);

bool host_is_little(void);
/* Reverse the bytes of count components of size bytes each. */
void swap_bytes(void *data, size_t size, size_t count);

/* count elements of type from, made to be of type to: exact, or rounded once. A real element
 * becomes complex with imaginary part +0. Complex to real and anything to integers but themselves
 * do not exist. Returns how many were made: fewer than count where the next is an integer that
 * type to does not hold exactly, or, unless allow_overflow, finite and beyond its range. */
size_t convert(const void *in, const struct dtype *from, void *out, const struct dtype *to,
               size_t count, bool allow_overflow);

#endif
