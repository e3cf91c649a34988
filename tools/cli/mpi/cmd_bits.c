/* SPDX-License-Identifier: Apache-2.0 */
/* stet-mpi bits: prints the digest of an array, the same as stet_mpi_digest() on any layout. */
#include "file.h"

#include "files/report.h"
#include "files/text.h"
#include "doors/mpi/layout/box.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the part of this rank: rows of axis 0, divided as evenly as possible. */
static stet_mpi_box part_of(const struct distributed_file *f)
{
    stet_mpi_box box = {.size = sizeof box,
                        .precision = f->precision,
                        .is_complex = f->is_complex,
                        .rank = f->rank,
                        .howmany = 1,
                        .elements = 1};
    box.element = (size_t)(f->precision == STET_F64 ? 8 : 4) << f->is_complex;
    for (int i = f->rank - 1; i >= 0; i--) {
        const ptrdiff_t n = f->n[i], each = n / ranks, more = n % ranks;
        const ptrdiff_t count = i > 0 ? n : each + (rank < more);
        box.axis[i] =
            (stet_mpi_axis){.n = n,
                            .start = i > 0 ? 0 : rank * each + (rank < more ? rank : more),
                            .count = count,
                            .width = count > 0 ? count : 1,
                            .stride = box.elements};
        box.elements *= count;
    }
    return box;
}

static bool print(const struct distributed_file *f, const uint64_t digest[2], bool as_json,
                  struct error *e)
{
    struct report r;
    size_t shape[STET_MPI_MAX_RANK];
    char text[200], hex[40];
    const char *const names[] = {"float32", "complex64", "float64", "complex128"};
    const char *name = names[2 * (f->precision == STET_F64) + f->is_complex];
    for (int i = 0; i < f->rank; i++)
        shape[i] = (size_t)f->n[i];
    text_shape(text, sizeof text, shape, f->rank);
    snprintf(hex, sizeof hex, "%016" PRIx64 "%016" PRIx64, digest[0], digest[1]);
    report_start(&r, as_json);
    report_row(&r, "file", "%s", f->path);
    report_row(&r, "elements", "%s %s", name, text);
    report_row(&r, "digest", "%s", hex);
    report_key(&r, "file", json_name(f->path));
    report_key(&r, "dtype", json_string(name));
    report_key(&r, "shape", json_shape(shape, f->rank));
    report_key(&r, "digest", json_string(hex));
    return report_finish(&r, e);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct distributed_file f;
    bool as_json = false;
    const char *value;
    uint64_t digest[2] = {0, 0};
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        as_json = as_json || key == 'j';
    if (key < 0 || !file_open(&f, options_operand(argv, 0), e))
        return EXIT_ERROR;
    const stet_mpi_box box = part_of(&f);
    void *array = malloc((size_t)box.elements * box.element + 1);
    bool ok = ranks_memory(array, e) && file_read(&f, &box, array, e) &&
              ranks_status(stet_mpi_box_digest(MPI_COMM_WORLD, &box, array, digest), f.path, e);
    free(array);
    if (ok && rank == 0)
        ok = print(&f, digest, as_json, e);
    return ok ? EXIT_SAME : EXIT_ERROR;
}

static const struct option_row rows[] = {ROW_JSON, ROW_HELP, ROW_END};

const struct command command_bits = {
    .name = "bits",
    .operands = "FILE",
    .summary = "print a digest of the numbers in a .npy file",
    .least = 1,
    .most = 1,
    .options = rows,
    .details =
        "The digest is that of stet_mpi_digest(), a function of the set of all (index, bits):\n"
        "every number of ranks finds the same one, and a program can compute it from its own\n"
        "memory, in any layout. Every NaN counts as one and the same. The digest finds errors; it\n"
        "is no signature: 'stet bits' prints the SHA-256.",
    .example = "  $ mpirun -n 4 stet-mpi bits spectrum.npy",
    .run = run,
};
