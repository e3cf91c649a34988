/* SPDX-License-Identifier: Apache-2.0 */
/* A program linked with --wrap of these two runs as on a CPU whose vectors compute in binary16:
 * where the CPU has AVX-512 the kernels of that type are those of f16_emulated.h, and the other
 * families are the CPU's. Where it has FP16 they are the CPU's too, and without AVX-512 nothing
 * changes. */
#include <string.h>

#include "base/isa.h"
#include "lines/dispatch.h"
#include "half/half.h"

extern stet_family_own16 stet_emulated_own16;
extern stet_family_direct_own16 stet_emulated_direct_own16;

const stet_isa *__real_stet_isa_in_use(void);
const stet_isa *__wrap_stet_isa_in_use(void);
const stet_isa *__real_stet_isa_below(const stet_isa *isa);
const stet_isa *__wrap_stet_isa_below(const stet_isa *isa);

static const stet_isa *real;
static stet_isa emulated;

const stet_isa *__wrap_stet_isa_in_use(void)
{
    const stet_isa *isa = __real_stet_isa_in_use();
    if (isa->own16 || strcmp(isa->name, "avx512") != 0)
        return isa;
    real = isa;
    emulated = *isa;
    emulated.own16 = &stet_emulated_own16;
    emulated.direct_own16 = &stet_emulated_direct_own16;
    return &emulated;
}

const stet_isa *__wrap_stet_isa_below(const stet_isa *isa)
{
    return isa == &emulated ? real : __real_stet_isa_below(isa);
}
