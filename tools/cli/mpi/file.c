/* SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include "files/input.h"
#include "doors/mpi/layout/box.h"

#include <stdlib.h>
#include <string.h>

/* Reads the header on rank 0. */
static bool look(struct distributed_file *f, const char *path, struct error *e)
{
    struct input in;
    if (!input_open(&in, path, e))
        return false;
    const struct layout *l = &in.layout;
    const bool is_real_number =
        l->dtype->component == COMPONENT_F32 || l->dtype->component == COMPONENT_F64;
    bool ok = true;
    if (in.wav != NULL || !is_real_number || in.swap || l->fortran)
        ok =
            error_set(e,
                      "%s: %s%s%s: stet-mpi reads .npy of float32, float64, complex64 and "
                      "complex128, in C order "
                      "and little-endian; save numpy.ascontiguousarray(a, '<c16'), or use stet fft",
                      path, in.wav != NULL ? "a WAV" : l->dtype->name,
                      l->fortran ? ", Fortran order" : "", in.swap ? ", big-endian" : "");
    else if (l->rank < 1 || l->rank > STET_MPI_MAX_RANK || l->count == 0)
        ok = error_set(e,
                       "%s: %d dimensions and %zu numbers: stet-mpi transforms 1 to %d dimensions",
                       path, l->rank, l->count, STET_MPI_MAX_RANK);
    f->rank = l->rank;
    f->precision = l->dtype->component == COMPONENT_F64 ? STET_F64 : STET_F32;
    f->is_complex = l->dtype->parts == 2;
    for (int i = 0; ok && i < l->rank; i++)
        f->n[i] = (ptrdiff_t)l->shape[i];
    input_close(&in);
    return ok;
}

bool file_open(struct distributed_file *f, const char *path, struct error *e)
{
    memset(f, 0, sizeof *f);
    if (strcmp(path, "-") == 0)
        return error_set(e,
                         "-: only one rank has standard input, and all ranks read IN: name a file");
    const bool ok = rank > 0 || look(f, path, e);
    if (!ranks_agree(ok, e))
        return false;
    MPI_Bcast(f, sizeof *f, MPI_BYTE, 0, MPI_COMM_WORLD);
    f->path = path;
    return true;
}

/* Spreads real numbers to the places of complex ones. */
static void widen(stet_precision precision, ptrdiff_t count, const void *real, void *complex)
{
    for (ptrdiff_t i = 0; i < count; i++)
        if (precision == STET_F64) {
            ((double *)complex)[2 * i] = ((const double *)real)[i];
            ((double *)complex)[2 * i + 1] = 0;
        } else {
            ((float *)complex)[2 * i] = ((const float *)real)[i];
            ((float *)complex)[2 * i + 1] = 0;
        }
}

bool file_read(const struct distributed_file *f, const stet_mpi_box *box, void *array,
               struct error *e)
{
    const bool widens = box->is_complex && !f->is_complex;
    stet_mpi_box narrow = *box;
    void *real = array;
    if (widens) {
        narrow.is_complex = 0;
        narrow.element = box->element / 2;
        real = calloc((size_t)box->elements + 1, narrow.element);
        if (!ranks_memory(real, e)) {
            free(real); /* another rank ran out of memory */
            return false;
        }
    }
    const stet_status status = stet_mpi_box_load(MPI_COMM_WORLD, &narrow, real, f->path);
    const bool ok =
        status == STET_E_FILE
            ? error_set(e, "%s: some ranks cannot read it: put it into a folder that all ranks see",
                        f->path)
            : ranks_status(status, f->path, e);
    if (widens) {
        if (ok)
            widen(box->precision, box->elements, real, array);
        free(real);
    }
    return ok;
}
