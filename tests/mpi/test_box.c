/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes in the whole array: digests are the same in every layout, and any number of ranks reads the
 * files. The boxes are random: blocks, empty ones, residues, any order of the axes in memory,
 * padding. */
#include "ranks.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doors/mpi/layout/box.h"

static uint64_t state = 23; /* the same on all ranks */

static ptrdiff_t draw(ptrdiff_t least, ptrdiff_t most)
{
    return least + (ptrdiff_t)(next_random(&state) % (uint64_t)(most - least + 1));
}

/* ----------------------------------------------------------------- boxes -- */

static stet_mpi_box draw_array(void)
{
    stet_mpi_box box = {.size = sizeof box, .howmany = draw(0, 2) ? 1 : draw(2, 3)};
    box.precision = (stet_precision)draw(STET_F32, STET_BF16);
    box.is_complex = (int)draw(0, 1);
    box.element = (box.precision == STET_F64   ? 8
                   : box.precision == STET_F32 ? 4
                                               : 2)
                  << box.is_complex;
    box.rank = (int)draw(1, 4);
    for (int i = 0; i < box.rank; i++)
        box.axis[i].n = draw(1, box.rank == 1 ? 3000 : 13);
    return box;
}

/* Cuts one axis into blocks or residues, and takes part number `part` of `parts`. */
static void cut(stet_mpi_axis *a, int parts, int part)
{
    const int cyclic = draw(0, 1) && a->n >= parts;
    ptrdiff_t begin = 0, wide = a->n, modulus = cyclic ? draw(parts, a->n) : a->n;
    for (int i = 0; i <= part; i++) {
        begin += i > 0 ? wide : 0;
        wide = i == parts - 1 ? modulus - begin : draw(0, modulus - begin);
    }
    for (int i = part + 1; i < parts - 1; i++)
        draw(0, 1); /* every part draws as many numbers */
    a->start = begin;
    a->step = cyclic ? modulus : 0;
    a->width = wide > 0 ? wide : 1;
    a->count = 0;
    for (ptrdiff_t k = 0; k < a->n; k++)
        a->count += k % modulus >= begin && k % modulus < begin + wide;
}

/* Draws the boxes of all ranks, the same on all of them, and keeps the one of `part`. */
static stet_mpi_box draw_box(stet_mpi_box box, int parts, int part)
{
    const uint64_t seed = next_random(&state);
    const int first = (int)draw(0, box.rank - 1), second = (int)draw(0, box.rank - 1);
    int grid = 1, order[STET_MPI_MAX_RANK];
    for (int p = 2; p <= parts; p++)
        if (parts % p == 0 && first != second && draw(0, 1))
            grid = p;
    state = seed;
    for (int i = 0; i < box.rank; i++) {
        box.axis[i].start = box.axis[i].step = 0;
        box.axis[i].count = box.axis[i].width = box.axis[i].n;
        order[i] = i;
    }
    cut(&box.axis[first], parts / grid, part / grid);
    state = seed + 1;
    if (first != second)
        cut(&box.axis[second], grid, part % grid);
    state = seed + 2;
    box.elements = box.howmany;
    for (int i = box.rank; i-- > 0;) {
        const int k = (int)draw(0, i), axis = order[k];
        order[k] = order[i];
        box.axis[axis].stride = box.elements;
        box.elements = (box.elements * box.axis[axis].count) + draw(0, 2);
    }
    return box;
}

/* ---------------------------------------------------------------- numbers -- */

/* Writes real number `index` of the whole array; every byte is a function of it. */
static void put_number(const stet_mpi_box *box, char *at, uint64_t index)
{
    uint64_t s = index * 7919 + 5;
    const uint64_t r = next_random(&s);
    memcpy(at, &r, box->element >> box->is_complex);
}

/* Fills an array, or returns how many of its numbers are wrong. Padding is 0xa5. */
static size_t visit(const stet_mpi_box *box, char *array, int fill)
{
    size_t wrong = 0;
    const size_t real = box->element >> box->is_complex;
    const uint64_t parts = box->is_complex ? 2 : 1, site = (uint64_t)box->howmany * parts;
    ptrdiff_t k[STET_MPI_MAX_RANK] = {0};
    for (ptrdiff_t left = stet_mpi_box_sites(box); left > 0; left--) {
        uint64_t index = 0;
        ptrdiff_t offset = 0;
        for (int i = 0; i < box->rank; i++) {
            const stet_mpi_axis *a = &box->axis[i];
            index = index * (uint64_t)a->n +
                    (uint64_t)(a->start + k[i] / a->width * a->step + k[i] % a->width);
            offset += k[i] * a->stride;
        }
        if (box->elements == stet_mpi_box_sites(box)) /* howmany is 1, and there is no padding */
            wrong += stet_mpi_box_index(box, offset) != (ptrdiff_t)index;
        for (uint64_t h = 0; h < site; h++) {
            char want[8];
            char *at = array + (size_t)offset * box->element + h * real;
            put_number(box, want, index * site + h);
            wrong += memcmp(at, want, real) != 0;
            if (fill)
                memcpy(at, want, real);
        }
        for (int i = box->rank - 1; i >= 0 && ++k[i] == box->axis[i].count; i--)
            k[i] = 0;
    }
    return wrong;
}

static char *new_array(const stet_mpi_box *box)
{
    const size_t bytes = (size_t)box->elements * box->element + 1;
    char *array = malloc(bytes);
    memset(array, 0xa5, bytes);
    return array;
}

/* Returns 1 if bytes that visit() does not fill still have the padding. */
static int padding_is_whole(const stet_mpi_box *box, const char *array)
{
    char *ours = new_array(box);
    visit(box, ours, 1);
    const int same = memcmp(ours, array, (size_t)box->elements * box->element) == 0;
    free(ours);
    return same;
}

/* ------------------------------------------------------------------ tests -- */

static char folder[64], path[96];

static int files_in_folder(void)
{
    DIR *d = opendir(folder);
    int files = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        files += e->d_name[0] != '.';
    closedir(d);
    return files;
}

/* Checks header and numbers of the file, on rank 0. */
static void check_file(const stet_mpi_box *whole)
{
    const size_t bytes = (size_t)whole->elements * whole->element;
    char *want = new_array(whole), *got = malloc(bytes + 2000);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL, "%s", path);
    const size_t size = file ? fread(got, 1, bytes + 2000, file) : 0;
    visit(whole, want, 1);
    CHECK(size > bytes && (size - bytes) % 64 == 0, "%zu bytes for %zu", size, bytes);
    CHECK(size > bytes && memcmp(got + (size - bytes), want, bytes) == 0, "the numbers");
    if (file)
        fclose(file);
    free(want);
    free(got);
}

static stet_mpi_box whole_of(stet_mpi_box box)
{
    box.elements = box.howmany;
    for (int i = box.rank; i-- > 0;) {
        stet_mpi_axis *a = &box.axis[i];
        a->start = a->step = 0;
        a->count = a->width = a->n;
        a->stride = box.elements;
        box.elements *= a->n;
    }
    return box;
}

static void check_array(MPI_Comm fewer, int fewer_rank, int fewer_ranks)
{
    const stet_mpi_box array = draw_array(), whole = whole_of(array);
    const stet_mpi_box box = draw_box(array, ranks, rank), other = draw_box(array, ranks, rank);
    const stet_mpi_box less = draw_box(array, fewer_ranks, fewer_rank);
    char *in = new_array(&box), *out = new_array(&other), *all = new_array(&whole);
    uint64_t digest[2] = {1, 2}, same[2] = {3, 4};
    visit(&box, in, 1);
    visit(&whole, all, 1);

    CHECK(stet_mpi_box_digest(MPI_COMM_WORLD, &box, in, digest) == STET_OK, "digest");
    CHECK(stet_mpi_box_digest(MPI_COMM_SELF, &whole, all, same) == STET_OK, "digest");
    CHECK(memcmp(digest, same, sizeof same) == 0, "digests differ");
    if (rank == ranks - 1 &&
        stet_mpi_box_sites(&box) > 0) /* one bit of the last rank's last number */
        for (ptrdiff_t last = stet_mpi_box_sites(&box) - 1, once = 1; once; once = 0)
            in[stet_mpi_box_run(&box, last, 1).offset * (ptrdiff_t)box.element] ^= 1;
    int changed = rank == ranks - 1 && stet_mpi_box_sites(&box) > 0;
    MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    CHECK(stet_mpi_box_digest(MPI_COMM_WORLD, &box, in, digest) == STET_OK, "digest");
    CHECK(!changed || (digest[0] != same[0] && digest[1] != same[1]), "a bit that does not show");
    visit(&box, in, 1);

    CHECK(stet_mpi_box_save(MPI_COMM_WORLD, &box, in, path) == STET_OK, "save");
    if (rank == 0) {
        check_file(&whole);
        CHECK(files_in_folder() == 1, "%d files", files_in_folder());
    }
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &other, out, path) == STET_OK, "load");
    CHECK(visit(&other, out, 0) == 0, "loaded otherwise");
    CHECK(padding_is_whole(&other, out), "padding is written");
    if (fewer != MPI_COMM_NULL) {
        char *with_fewer = new_array(&less);
        CHECK(stet_mpi_box_load(fewer, &less, with_fewer, path) == STET_OK, "load");
        CHECK(visit(&less, with_fewer, 0) == 0, "loaded by %d ranks", fewer_ranks);
        free(with_fewer);
    }
    free(in);
    free(out);
    free(all);
}

/* Every NaN is the same number, and -0 is not 0. */
static void check_numbers(void)
{
    stet_mpi_box box = {.size = sizeof box,
                        .precision = STET_F64,
                        .element = 8,
                        .rank = 1,
                        .howmany = 1,
                        .elements = 1};
    box.axis[0] = (stet_mpi_axis){.n = 1, .count = 1, .width = 1, .stride = 1};
    const uint64_t bits[4] = {0x7ff8000000000000, 0xfff0000000000001, 0, 0x8000000000000000};
    uint64_t digests[4][2];
    for (int i = 0; i < 4; i++)
        CHECK(stet_mpi_box_digest(MPI_COMM_SELF, &box, &bits[i], digests[i]) == STET_OK, "digest");
    CHECK(memcmp(digests[0], digests[1], sizeof *digests) == 0, "NaN");
    CHECK(memcmp(digests[2], digests[3], sizeof *digests) != 0, "-0");
}

static void cut_file(off_t size)
{
    if (rank == 0)
        CHECK(truncate(path, size) == 0, "truncate");
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The status is the same on all ranks, and the file that was there stays. */
static void check_errors(void)
{
    stet_mpi_box box = {
        .size = sizeof box, .precision = STET_F32, .element = 4, .rank = 2, .howmany = 1};
    box.axis[0] =
        (stet_mpi_axis){.n = 4 * ranks, .start = 4 * rank, .count = 4, .width = 4, .stride = 50000};
    box.axis[1] = (stet_mpi_axis){.n = 50000, .count = 50000, .width = 50000, .stride = 1};
    box.elements = 200000;
    char *array = new_array(&box);
    uint64_t digest[2];
    const int last = rank == ranks - 1;
    visit(&box, array, 1);
    CHECK(stet_mpi_box_save(MPI_COMM_WORLD, &box, array, path) == STET_OK, "save");
    CHECK(stet_mpi_box_save(MPI_COMM_WORLD, &box, last ? NULL : array, path) == STET_E_NULL,
          "array");
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, last ? NULL : array, path) == STET_E_NULL,
          "array");
    CHECK(stet_mpi_box_digest(MPI_COMM_WORLD, &box, last ? NULL : array, digest) == STET_E_NULL,
          "array");
    CHECK(stet_mpi_box_save(MPI_COMM_WORLD, &box, array, rank == 0 ? NULL : path) == STET_E_NULL,
          "path");
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, rank == 0 ? NULL : path) == STET_E_NULL,
          "path");
    CHECK(stet_mpi_box_save(MPI_COMM_WORLD, &box, array, "/nowhere/x.npy") == STET_E_FILE,
          "folder");
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, "/nowhere/x.npy") == STET_E_FILE,
          "folder");

    /* a file that cannot be written whole */
    struct rlimit all, little;
    getrlimit(RLIMIT_FSIZE, &all);
    little = all;
    little.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    const stet_status status = stet_mpi_box_save(MPI_COMM_WORLD, &box, array, path);
    setrlimit(RLIMIT_FSIZE, &all);
    CHECK(status == STET_E_FILE, "a full disk: %d", status);
    if (rank == 0)
        CHECK(files_in_folder() == 1, "%d files", files_in_folder());
    memset(array, 0, (size_t)box.elements * box.element);
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, path) == STET_OK, "the old file");
    CHECK(visit(&box, array, 0) == 0, "the old file is changed");

    /* files that are not this array */
    stet_mpi_box wrong = box;
    wrong.precision = STET_F16;
    wrong.is_complex = 1;
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &wrong, array, path) == STET_E_ARRAY_FILE, "type");
    wrong = box;
    wrong.axis[0].n = 50000;
    wrong.axis[1].n = 4 * ranks;
    wrong.axis[1].count = wrong.axis[1].width = 4;
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &wrong, array, path) == STET_E_ARRAY_FILE, "shape");
    cut_file(800000 * ranks - 1);
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, path) == STET_E_ARRAY_FILE, "cut");
    cut_file(20);
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, path) == STET_E_ARRAY_FILE, "cut");
    cut_file(0);
    CHECK(stet_mpi_box_load(MPI_COMM_WORLD, &box, array, path) == STET_E_ARRAY_FILE, "empty");
    free(array);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm fewer;
    int fewer_rank = 0;
    const int fewer_ranks = ranks > 1 ? ranks - 1 : 1;
    MPI_Comm_split(MPI_COMM_WORLD, rank < fewer_ranks ? 0 : MPI_UNDEFINED, 0, &fewer);
    if (fewer != MPI_COMM_NULL)
        MPI_Comm_rank(fewer, &fewer_rank);
    snprintf(folder, sizeof folder, "stet-mpi-whole-%d", ranks);
    snprintf(path, sizeof path, "%s/array.npy", folder);
    if (rank == 0) {
        mkdir(folder, 0777);
        unlink(path);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 40); i++)
        check_array(fewer, fewer_rank, fewer_ranks);
    check_numbers();
    check_errors();
    if (rank == 0) {
        unlink(path);
        CHECK(rmdir(folder) == 0, "%s is not empty", folder);
    }
    if (fewer != MPI_COMM_NULL)
        MPI_Comm_free(&fewer);
    return end("boxes in the whole array");
}
