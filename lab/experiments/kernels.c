/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses which of the two tables runs. */
#include "experiments/kernels.h"

#include "base/cpu.h"
#include "base/isa.h"

const stet_experiments_kernels *stet_experiments_in_use(void)
{
#ifdef STET_HAVE_FMA
    if (stet_isa_in_use()->needs & STET_CPU_FMA)
        return &stet_experiments_fma;
#endif
    return &stet_experiments_soft;
}
