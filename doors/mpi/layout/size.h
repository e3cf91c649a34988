/* SPDX-License-Identifier: Apache-2.0 */
/* Adds to the helpers of base/size.h the parts into which ranks divide a length. */
#ifndef STET_MPI_LAYOUT_SIZE_H
#define STET_MPI_LAYOUT_SIZE_H

#include <stddef.h>

#include "base/size.h"

/* Returns the beginning of part k of n, with `parts` parts whose lengths differ by at most one,
 * long ones first; for k = parts it returns n. */
static inline ptrdiff_t stet_mpi_chunk(ptrdiff_t n, int parts, int k)
{
    return n / parts * k + (k < n % parts ? k : n % parts);
}

#endif
