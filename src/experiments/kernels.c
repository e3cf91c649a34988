/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the two runs. */
#include "experiments/kernels.h"

#include "base/cpu.h"
#include "base/isa.h"

const stet_experiments_kernels *stet_experiments_in_use(void)
{
#ifdef STET_HAVE_FMA
    static const stet_isa_row rows[] = {{"soft", 0}, {"scalar", STET_CPU_FMA}};
    if (stet_isa_choose(stet_isa_name(), stet_cpu_features(), rows, sizeof *rows, 2) == 1)
        return &stet_experiments_fma;
#endif
    return &stet_experiments_soft;
}
