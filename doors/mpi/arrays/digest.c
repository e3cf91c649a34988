/* SPDX-License-Identifier: Apache-2.0 */
/* Digests that do not depend on the order of the numbers: two sums mod 2^64, over all real and
 * imaginary parts, of hashes of (position in the whole array, bits). */
#include "layout/box.h"
#include "plan.h"

#include <string.h>

/* Applies the finalizer of splitmix64 (Steele, Lea, Flood 2014), a bijection of 64 bits. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Returns the bits of a real number. Every NaN has the same bits. */
static uint64_t bits_of(stet_precision precision, const char *at)
{
    uint64_t b64;
    uint32_t b32;
    uint16_t b16;
    switch (precision) {
    case STET_F64:
        memcpy(&b64, at, sizeof b64);
        return b64 << 1 > (uint64_t)0x7ff << 53 ? (uint64_t)0x7ff8 << 48 : b64;
    case STET_F32:
        memcpy(&b32, at, sizeof b32);
        return (b32 & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : b32;
    case STET_F16: memcpy(&b16, at, sizeof b16); return (b16 & 0x7fff) > 0x7c00 ? 0x7e00 : b16;
    default: memcpy(&b16, at, sizeof b16); return (b16 & 0x7fff) > 0x7f80 ? 0x7fc0 : b16;
    }
}

/* Adds the real numbers of one run. */
static void add_run(const stet_mpi_box *box, stet_mpi_run run, const char *array, uint64_t sum[2])
{
    const ptrdiff_t parts = box->is_complex ? 2 : 1, element = (ptrdiff_t)box->element;
    const ptrdiff_t site = box->howmany * parts, part = element / parts;
    const ptrdiff_t step = box->axis[box->rank - 1].stride * element;
    for (ptrdiff_t i = 0; i < run.count; i++) {
        const char *at = array + run.offset * element + i * step;
        const uint64_t index = (uint64_t)((run.index + i) * site);
        for (ptrdiff_t k = 0; k < site; k++) {
            const uint64_t place = mix((index + (uint64_t)k) * 0x9e3779b97f4a7c15);
            const uint64_t h = mix(bits_of(box->precision, at + k * part) + place);
            sum[0] += h;
            sum[1] += mix(h ^ place << 1);
        }
    }
}

stet_status stet_mpi_box_digest(MPI_Comm comm, const stet_mpi_box *box, const void *array,
                                uint64_t digest[2])
{
    const ptrdiff_t sites = stet_mpi_box_sites(box);
    const int is_null = !digest || (!array && sites > 0);
    uint64_t sum[3] = {0, 0, (uint64_t)is_null}; /* sum[2] counts ranks that passed NULL */
    for (ptrdiff_t site = 0; site < sites && !is_null;) {
        const stet_mpi_run run = stet_mpi_box_run(box, site, sites - site);
        add_run(box, run, array, sum);
        site += run.count;
    }
    if (MPI_Allreduce(MPI_IN_PLACE, sum, 3, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS)
        return STET_E_MPI;
    if (sum[2] > 0)
        return STET_E_NULL;
    memcpy(digest, sum, 2 * sizeof *sum);
    return STET_OK;
}

stet_status stet_mpi_digest(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                            uint64_t digest[2])
{
    if (!plan)
        return STET_E_NULL;
    if (plan->is_dead)
        return STET_E_MPI;
    const stet_status status =
        stet_mpi_box_digest(plan->comm, &plan->box[side == STET_MPI_OUT], array, digest);
    plan->is_dead = status == STET_E_MPI;
    return status;
}
