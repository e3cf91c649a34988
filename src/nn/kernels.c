/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "nn/layers.h"

/* The file defines ROWS, the kernels of each instruction set that was built:
 * scripts/cmake/StetKernels.cmake. */
#include "nn_rows.h"

static const struct {
    const char *isa;
    const struct stet_layers_kernels *layers;
} rows[] = {ROWS};

const struct stet_layers_kernels *stet_layers_in_use(void)
{
    const char *isa = stet_isa_in_use()->name;
    int i = 0;
    while (strcmp(rows[i].isa, isa) != 0)
        i++;
    return rows[i].layers;
}
