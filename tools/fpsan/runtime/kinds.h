/* SPDX-License-Identifier: Apache-2.0 */
/* What the instrumenter and the runtime agree on: numbers of formats, of operations, of
 * algebras, and the layout of what an instrumented module registers. Instrumented code holds
 * these numbers, so FPSAN_ABI changes with them. */
#ifndef FPSAN_RUNTIME_KINDS_H
#define FPSAN_RUNTIME_KINDS_H

#include <stdint.h>

#define FPSAN_ABI 5

enum fpsan_algebra { FPSAN_RING = 1, FPSAN_FIELD = 2 };

/* Floating-point formats. */
enum fpsan_kind { FPSAN_F16, FPSAN_BF16, FPSAN_F32, FPSAN_F64, FPSAN_KINDS };

/* Functions of one or two payloads that the runtime evaluates out of line. name, arguments. */
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

/* A place that was left native, where a payload decides something, or that is worth a remark
 * (linked by the module's constructor, reached or not). Static in the
 * instrumented module; linked into a list when first reached. */
enum fpsan_site_kind {
    FPSAN_SITE_NATIVE = 1,
    FPSAN_SITE_COMPARISON,
    FPSAN_SITE_TO_INTEGER,
    FPSAN_SITE_REMARK
};

struct fpsan_site {
    const char *what, *file;
    const void *instrumented; /* not NULL: the external function is instrumented after all */
    struct fpsan_site *next;
    uint64_t count;
    uint32_t line, kind;
};

/* A floating-point literal of an instrumented module. */
struct fpsan_literal {
    uint64_t bits;
    uint64_t kind;
};

/* Floating-point numbers that an instrumented module keeps in memory. */
struct fpsan_data {
    void *at;
    uint64_t count;
    uint32_t kind, shared; /* shared: another module may have the same */
};

/* Called by the constructor of every instrumented module; values has the payloads of the literals
 * in this run, one after the other, each as wide as the algebra has it (fpsan_payload_size()) and
 * aligned to that. Vectors of literals are neighbours. */
void fpsan_register(uint32_t abi, uint32_t which, const struct fpsan_literal *literals,
                    unsigned char *values, uint64_t count);

static inline uint64_t fpsan_payload_size(uint32_t algebra, uint32_t kind)
{
    return algebra == FPSAN_FIELD || kind == FPSAN_F32 ? 4 : kind == FPSAN_F64 ? 8 : 2;
}

/* Where the next payload of that size is, for `at` bytes that are in use. */
static inline uint64_t fpsan_payload_place(uint64_t at, uint64_t size)
{
    return (at + size - 1) & ~(size - 1);
}

/* Called by the constructors of modules of the ring: what the program reads from there are literals
 * too. In the field that is seen when a number is read. */
void fpsan_constants(const struct fpsan_data *data, uint64_t count);

void fpsan_site_reached(struct fpsan_site *site);

/* The integer of a payload, rounded by an enum fpsan_operation. */
int64_t fpsan_to_integer(uint64_t payload, uint32_t kind, uint32_t rounding,
                         struct fpsan_site *site);

/* The native copy (instr/native.c): whether main() is to call it; called by the constructors of
 * modules that have none. */
int fpsan_is_native(void);
void fpsan_no_copy(void);

#endif
