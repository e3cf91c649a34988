/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of files. */
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
    COMPONENT_U16, /* .npy files also store bfloat16 as this */
    COMPONENT_I32,
    COMPONENT_U32,
    COMPONENT_I64,
    COMPONENT_U64,
    COMPONENT_F16, /* the first that is not an integer */
    COMPONENT_BF16,
    COMPONENT_F32,
    COMPONENT_F64
};

/* True for complex float16 and complex bfloat16. The .npy format has no names for them: such a file
 * has real numbers and one more dimension, the last, of length two. */
#define DTYPE_PAIRED(t) ((t)->parts == 2 && component_size((t)->component) == 2)

struct dtype {
    const char *name;  /* "complex64" */
    const char *descr; /* "c8": .npy name without byte order */
    enum component component;
    int parts; /* 1: real, 2: complex, real part first */
    size_t size;
};

/* Returns the dtype of a .npy name such as "c8", or NULL. */
const struct dtype *dtype_by_descr(const char *descr, size_t length);
/* Returns the dtype of a name such as "complex64", or NULL. */
const struct dtype *dtype_by_name(const char *name);
/* Returns the dtype with these parts. Complex integers do not exist. */
const struct dtype *dtype_of(enum component component, int parts);
/* Returns "float32, float64, ..." for error messages. */
const char *dtype_list(void);

size_t component_size(enum component c);
static inline bool component_is_integer(enum component c) { return c < COMPONENT_F16; }

/* Returns the value of a component in native byte order. It is exact, except for 64-bit integers
 * that a double cannot hold, which are rounded. */
double component_get(const void *at, enum component c);
/* Stores x, rounded once to nearest even if the component is narrower. Do not call it for
 * integers. */
void component_put(void *at, enum component c, double x);

/* The exact value of an integer component. */
struct whole {
    bool negative;
    uint64_t size; /* absolute value */
};
struct whole component_whole(const void *at, enum component c);
/* Reports whether the floating-point component c holds w exactly. */
bool component_holds(enum component c, struct whole w);

/* Returns x rounded as component_put() rounds it. */
double component_round(double x, enum component c);
/* Returns true unless x is finite and c rounds it to an infinity. */
bool component_reaches(double x, enum component c);

bool host_is_little(void);
/* Reverses the bytes of count components of size bytes each. */
void swap_bytes(void *data, size_t size, size_t count);

/* Converts count elements of type `from` to type `to`: exactly, or rounded once. A real element
 * becomes complex with imaginary part +0. There is no conversion from complex to real, nor to
 * another integer type. Returns how many were converted: fewer than count if the next is an integer
 * that `to` does not hold exactly or, unless allow_overflow is set, finite and beyond its range. */
size_t convert(const void *in, const struct dtype *from, void *out, const struct dtype *to,
               size_t count, bool allow_overflow);

#endif
