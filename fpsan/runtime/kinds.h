/* SPDX-License-Identifier: Apache-2.0 */
/* What the instrumenter and the runtime agree on: numbers of formats, of operations, of
 * algebras, and the layout of what an instrumented module registers. Instrumented code holds
 * these numbers, so FPSAN_ABI changes with them. */
#ifndef FPSAN_RUNTIME_KINDS_H
#define FPSAN_RUNTIME_KINDS_H

#include <stdint.h>

#define FPSAN_ABI 4

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

/* Called by the constructor of every instrumented module; values[i] becomes the payload of
 * literals[i] in this run's field. Vectors of literals are neighbours. */
void fpsan_register(uint32_t abi, uint32_t which, const struct fpsan_literal *literals,
                    uint32_t *values, uint64_t count);

void fpsan_site_reached(struct fpsan_site *site);

#endif
