/* SPDX-License-Identifier: Apache-2.0 */
#include "layout/box.h"

#include <string.h>

ptrdiff_t stet_mpi_box_sites(const stet_mpi_box *box)
{
    ptrdiff_t sites = 1;
    for (int i = 0; i < box->rank; i++)
        sites *= box->axis[i].count;
    return sites;
}

ptrdiff_t stet_mpi_axis_position(const stet_mpi_axis *a, ptrdiff_t k)
{
    const ptrdiff_t step = a->step ? a->step : a->n, from = k - a->start;
    const ptrdiff_t place = from / step * a->width + from % step;
    return from >= 0 && from % step < a->width && place < a->count ? place : -1;
}

ptrdiff_t stet_mpi_box_index(const stet_mpi_box *box, ptrdiff_t offset)
{
    ptrdiff_t index = 0;
    for (int i = 0; i < box->rank; i++) {
        const stet_mpi_axis *a = &box->axis[i];
        index = index * a->n + stet_mpi_axis_index(a, offset / a->stride % a->count);
    }
    return index;
}

stet_mpi_run stet_mpi_box_run(const stet_mpi_box *box, ptrdiff_t site, ptrdiff_t most)
{
    const stet_mpi_axis *last = &box->axis[box->rank - 1];
    stet_mpi_run run = {0};
    ptrdiff_t whole = 1;
    for (int i = box->rank - 1; i >= 0; i--) {
        const stet_mpi_axis *a = &box->axis[i];
        const ptrdiff_t k = site % a->count;
        site /= a->count;
        run.index += whole * stet_mpi_axis_index(a, k);
        run.offset += k * a->stride;
        whole *= a->n;
        if (a == last) {
            const ptrdiff_t row = a->count - k, block = a->width - k % a->width;
            run.count = row < block ? row : block;
        }
    }
    run.count = run.count < most ? run.count : most;
    return run;
}

/* Copies `count` sites of `bytes` bytes; one of the two arrays has no gaps. */
static void copy_sites(char *to, ptrdiff_t to_step, const char *from, ptrdiff_t from_step,
                       ptrdiff_t count, size_t bytes)
{
    if (to_step == from_step && (size_t)to_step == bytes) {
        memcpy(to, from, (size_t)count * bytes);
        return;
    }
    for (ptrdiff_t i = 0; i < count; i++)
        memcpy(to + i * to_step, from + i * from_step, bytes);
}

void stet_mpi_box_pack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count, const void *array,
                       void *packed)
{
    const ptrdiff_t element = (ptrdiff_t)box->element, site = box->howmany * element;
    const ptrdiff_t step = box->axis[box->rank - 1].stride * element;
    char *to = packed;
    for (ptrdiff_t done = 0; done < count;) {
        const stet_mpi_run run = stet_mpi_box_run(box, from + done, count - done);
        copy_sites(to + done * site, site, (const char *)array + run.offset * element, step,
                   run.count, (size_t)site);
        done += run.count;
    }
}

void stet_mpi_box_unpack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count,
                         const void *packed, void *array)
{
    const ptrdiff_t element = (ptrdiff_t)box->element, site = box->howmany * element;
    const ptrdiff_t step = box->axis[box->rank - 1].stride * element;
    const char *source = packed;
    for (ptrdiff_t done = 0; done < count;) {
        const stet_mpi_run run = stet_mpi_box_run(box, from + done, count - done);
        copy_sites((char *)array + run.offset * element, step, source + done * site, site,
                   run.count, (size_t)site);
        done += run.count;
    }
}
