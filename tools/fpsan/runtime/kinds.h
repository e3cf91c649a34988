/* SPDX-License-Identifier: Apache-2.0 */
/* Has the definitions that the instrumenter and the runtime share: numbers of formats, operations
 * and algebras, and the layout of the data that an instrumented module registers. Instrumented code
 * contains these numbers, so FPSAN_ABI changes with them. */
#ifndef FPSAN_RUNTIME_KINDS_H
#define FPSAN_RUNTIME_KINDS_H

#include <stdint.h>

#define FPSAN_ABI 5

enum fpsan_algebra { FPSAN_RING = 1, FPSAN_FIELD = 2 };

/* Floating-point formats. */
enum fpsan_kind { FPSAN_F16, FPSAN_BF16, FPSAN_F32, FPSAN_F64, FPSAN_KINDS };

/* Functions of one or two payloads that the runtime evaluates out of line: X(name, arguments). */
/* clang-format off */
#define FPSAN_OPERATIONS(X)                                                                 \
    X(div, 2) X(rem, 2) X(exp, 1) X(exp2, 1) X(exp10, 1) X(expm1, 1) X(log, 1) X(log2, 1)   \
    X(log10, 1) X(log1p, 1) X(sin, 1) X(cos, 1) X(tan, 1) X(sinpi, 1) X(cospi, 1)           \
    X(sqrt, 1) X(rsqrt, 1) X(erf, 1) X(floor, 1) X(ceil, 1) X(trunc, 1) X(rint, 1)          \
    X(round, 1) X(pow, 2) X(ldexp, 2) X(cbrt, 1) X(hypot, 2) X(asin, 1) X(acos, 1)          \
    X(atan, 1) X(atan2, 2) X(sinh, 1) X(cosh, 1) X(tanh, 1) X(erfc, 1) X(rcp, 1)           \
    X(approximate, 1)
/* clang-format on */

enum fpsan_operation {
#define FPSAN_ENUM(name, arguments) FPSAN_OP_##name,
    FPSAN_OPERATIONS(FPSAN_ENUM)
#undef FPSAN_ENUM
        FPSAN_OP_COUNT
};

/* Lists the kinds of places: left native, decided by a payload, or worth a remark. A place is
 * static in the instrumented module. It joins a list when it is first reached; the module's
 * constructor links remarks at once. */
enum fpsan_site_kind {
    FPSAN_SITE_NATIVE = 1,
    FPSAN_SITE_COMPARISON,
    FPSAN_SITE_TO_INTEGER,
    FPSAN_SITE_REMARK
};

struct fpsan_site {
    const char *what, *file;
    const void *instrumented; /* not NULL: another module instruments the function */
    struct fpsan_site *next;
    uint64_t count;
    uint32_t line, kind;
};

/* This is a floating-point literal of an instrumented module. */
struct fpsan_literal {
    uint64_t bits;
    uint64_t kind;
};

/* Describes floating-point numbers in the memory of an instrumented module. */
struct fpsan_data {
    void *at;
    uint64_t count;
    uint32_t kind, shared; /* shared: another module may have the same */
};

/* The constructor of every instrumented module calls it. values receives the payloads of the
 * literals in this run, in order, each as wide as in the algebra (fpsan_payload_size()) and aligned
 * to that. Vectors of literals are contiguous. */
void fpsan_register(uint32_t abi, uint32_t which, const struct fpsan_literal *literals,
                    unsigned char *values, uint64_t count);

static inline uint64_t fpsan_payload_size(uint32_t algebra, uint32_t kind)
{
    return algebra == FPSAN_FIELD || kind == FPSAN_F32 ? 4 : kind == FPSAN_F64 ? 8 : 2;
}

/* Returns the place of the next payload of that size after `at` bytes. */
static inline uint64_t fpsan_payload_place(uint64_t at, uint64_t size)
{
    return (at + size - 1) & ~(size - 1);
}

/* Constructors of modules of the ring call it: the numbers that the program reads from there are
 * literals too. The field recognises a literal when it is read. */
void fpsan_constants(const struct fpsan_data *data, uint64_t count);

void fpsan_site_reached(struct fpsan_site *site);

/* Returns the integer of a payload, rounded by an enum fpsan_operation. */
int64_t fpsan_to_integer(uint64_t payload, uint32_t kind, uint32_t rounding,
                         struct fpsan_site *site);

/* The native copy (instr/native.c): fpsan_is_native() returns whether main() is to call it.
 * Constructors of modules without a copy call fpsan_no_copy(). */
int fpsan_is_native(void);
void fpsan_no_copy(void);

#endif
