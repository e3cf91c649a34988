/* SPDX-License-Identifier: Apache-2.0 */
/* Stores an array over ranks as one .npy file (numpy.lib.format, version 1.0), row-major, by
 * MPI-IO. The file view of a rank is made from its box. Numbers go through a buffer in the order
 * of the file, so that every call of MPI moves contiguous memory of a size that fits an int. */
#include "layout/box.h"
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "exchange/agree.h"

enum { HEADER_MOST = 1024, PIECE = 1 << 24, COUNT_MOST = 1 << 30 };

/* --------------------------------------------------------------- header -- */

static const char *descr(const stet_mpi_box *box)
{
    switch (box->precision) {
    case STET_F64: return box->is_complex ? "c16" : "f8";
    case STET_F32: return box->is_complex ? "c8" : "f4";
    case STET_F16: return "f2"; /* numpy has no complex 16-bit type: adds a last axis of 2 */
    default: return "u2";
    }
}

/* Writes "{'descr': '<c16', 'fortran_order': False, 'shape': (4, 5), }", as numpy.save() does. */
static size_t put_dict(const stet_mpi_box *box, char *text, size_t capacity)
{
    const int pairs = box->is_complex && box->precision != STET_F64 && box->precision != STET_F32;
    const uint16_t one = 1;
    const char order = *(const unsigned char *)&one ? '<' : '>';
    int items = 0;
    size_t used = (size_t)snprintf(
        text, capacity, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", order, descr(box));
    for (int i = 0; i < box->rank + 2; i++) {
        const int is_there = i < box->rank || (i == box->rank ? box->howmany > 1 : pairs);
        const ptrdiff_t n = i < box->rank ? box->axis[i].n : i == box->rank ? box->howmany : 2;
        if (is_there)
            used += (size_t)snprintf(text + used, capacity - used, "%s%td", items++ ? ", " : "", n);
    }
    return used + (size_t)snprintf(text + used, capacity - used, items == 1 ? ",), }" : "), }");
}

static size_t put_header(const stet_mpi_box *box, char *header)
{
    const size_t used = put_dict(box, header + 10, HEADER_MOST - 10);
    const size_t total = (10 + used + 1 + 63) / 64 * 64, length = total - 10;
    memset(header + 10 + used, ' ', length - used - 1);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(length & 0xff);
    header[9] = (char)(length >> 8);
    header[total - 1] = '\n';
    return total;
}

/* Returns the bytes of the whole array, or 0 on overflow. */
static MPI_Offset whole_bytes(const stet_mpi_box *box)
{
    MPI_Offset bytes = (MPI_Offset)box->element;
    for (int i = 0; i <= box->rank; i++)
        if (__builtin_mul_overflow(bytes, i < box->rank ? box->axis[i].n : box->howmany, &bytes))
            return 0;
    return bytes;
}

/* ----------------------------------------------------------------- view -- */

/* Joins two types to one, the second `at` bytes after the first. Frees both. */
static int join_types(MPI_Datatype *first, MPI_Datatype *second, MPI_Aint at, MPI_Datatype *both)
{
    const int one[2] = {1, 1};
    const MPI_Aint places[2] = {0, at};
    const MPI_Datatype types[2] = {*first, *second};
    const int error = MPI_Type_create_struct(2, one, places, types, both);
    MPI_Type_free(first);
    MPI_Type_free(second);
    return error;
}

/* Repeats a type `count` > 0 times, `pitch` bytes apart. */
static int repeat_type(ptrdiff_t count, MPI_Aint pitch, MPI_Datatype inner, MPI_Datatype *all)
{
    MPI_Datatype most, whole, rest;
    if (count <= COUNT_MOST)
        return MPI_Type_create_hvector((int)count, 1, pitch, inner, all);
    const ptrdiff_t times = count / COUNT_MOST, left = count % COUNT_MOST;
    int error = MPI_Type_create_hvector(COUNT_MOST, 1, pitch, inner, &most);
    if (error == MPI_SUCCESS) {
        error = repeat_type(times, COUNT_MOST * pitch, most, left ? &whole : all);
        MPI_Type_free(&most);
    }
    if (error != MPI_SUCCESS || left == 0)
        return error;
    error = repeat_type(left, pitch, inner, &rest);
    return error ? error : join_types(&whole, &rest, times * COUNT_MOST * pitch, all);
}

/* Makes the type of the box's indices along one axis, which are `pitch` bytes apart in the file. */
static int axis_type(const stet_mpi_axis *a, MPI_Aint pitch, MPI_Datatype inner, MPI_Datatype *all)
{
    const ptrdiff_t blocks = a->count / a->width, left = a->count % a->width;
    MPI_Datatype block, whole, rest;
    int error = MPI_SUCCESS;
    if (blocks > 0) {
        error = repeat_type(a->width, pitch, inner, &block);
        if (error == MPI_SUCCESS) {
            error = repeat_type(blocks, a->step * pitch, block, left ? &whole : all);
            MPI_Type_free(&block);
        }
    }
    if (error != MPI_SUCCESS || left == 0)
        return error;
    error = repeat_type(left, pitch, inner, blocks ? &rest : all);
    if (error != MPI_SUCCESS || blocks == 0)
        return error;
    return join_types(&whole, &rest, blocks * a->step * pitch, all);
}

/* Makes the type of the box's numbers in the file, and finds the offset of the first one. */
static int make_view(const stet_mpi_box *box, MPI_Datatype *view, MPI_Offset *first)
{
    MPI_Aint pitch = (MPI_Aint)box->element * box->howmany;
    int error = repeat_type(pitch, 1, MPI_BYTE, view);
    *first = 0;
    for (int i = box->rank - 1; i >= 0 && error == MPI_SUCCESS; i--) {
        MPI_Datatype inner = *view;
        error = axis_type(&box->axis[i], pitch, inner, view);
        MPI_Type_free(&inner);
        *first += box->axis[i].start * pitch;
        pitch *= box->axis[i].n;
    }
    return error ? error : MPI_Type_commit(view);
}

/* Sets the view of a file to the box of this rank; the file is open on all ranks. */
static stet_status set_view(MPI_Comm comm, MPI_File file, const stet_mpi_box *box, size_t header)
{
    MPI_Datatype view = MPI_BYTE;
    MPI_Offset first = 0;
    const int is_empty = stet_mpi_box_sites(box) == 0;
    const int error = is_empty ? MPI_SUCCESS : make_view(box, &view, &first);
    stet_status status = stet_mpi_worst_status(comm, error == MPI_SUCCESS ? STET_OK : STET_E_MPI);
    if (status == STET_OK && MPI_File_set_view(file, (MPI_Offset)header + first, MPI_BYTE, view,
                                               "native", MPI_INFO_NULL))
        status = STET_E_FILE;
    if (!is_empty && error == MPI_SUCCESS)
        MPI_Type_free(&view);
    return stet_mpi_worst_status(comm, status);
}

/* --------------------------------------------------------------- pieces -- */

/* Reads or writes all numbers in pieces. Ranks with fewer pieces take part with empty ones. */
static stet_status transfer_all(MPI_Comm comm, MPI_File file, const stet_mpi_box *box,
                                const char *from, char *to)
{
    const ptrdiff_t sites = stet_mpi_box_sites(box), site = box->howmany * (ptrdiff_t)box->element;
    const ptrdiff_t piece = site < PIECE ? PIECE / site : 1,
                    largest = sites < piece ? sites : piece;
    char *buffer = stet_alloc_array((size_t)largest, (size_t)site);
    int64_t pieces = (sites + piece - 1) / piece;
    stet_status status = stet_mpi_worst_status(comm, site > INT_MAX ? STET_E_OVERFLOW
                                                     : buffer       ? STET_OK
                                                                    : STET_E_MEMORY);
    if (status == STET_OK &&
        MPI_Allreduce(MPI_IN_PLACE, &pieces, 1, MPI_INT64_T, MPI_MAX, comm) != MPI_SUCCESS)
        status = STET_E_MPI;
    stet_status mine = STET_OK;
    for (int64_t i = 0; status == STET_OK && i < pieces; i++) {
        const ptrdiff_t at = i * piece < sites ? i * piece : sites;
        const ptrdiff_t count = sites - at < piece ? sites - at : piece;
        const int bytes = (int)(count * site);
        int moved = 0;
        MPI_Status done;
        if (from)
            stet_mpi_box_pack(box, at, count, from, buffer);
        const int failed = from ? MPI_File_write_all(file, buffer, bytes, MPI_BYTE, &done)
                                : MPI_File_read_all(file, buffer, bytes, MPI_BYTE, &done);
        if (failed || MPI_Get_count(&done, MPI_BYTE, &moved) != MPI_SUCCESS || moved != bytes)
            mine = STET_E_FILE;
        else if (to)
            stet_mpi_box_unpack(box, at, count, buffer, to);
    }
    stet_free(buffer);
    return status ? status : stet_mpi_worst_status(comm, mine);
}

/* ----------------------------------------------------------------- save -- */

/* Copies the path of rank 0 to all ranks in a block for free(); NULL if memory is short. */
static stet_status share_path(MPI_Comm comm, const char *path, char **shared)
{
    int rank, length = 0;
    *shared = NULL;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS)
        return STET_E_MPI;
    if (rank == 0)
        length = path ? (int)strnlen(path, 1 << 20) : -1;
    if (MPI_Bcast(&length, 1, MPI_INT, 0, comm) != MPI_SUCCESS)
        return STET_E_MPI;
    if (length < 0)
        return STET_E_NULL;
    char *text = malloc((size_t)length + 1);
    const stet_status status = stet_mpi_worst_status(comm, text ? STET_OK : STET_E_MEMORY);
    if (status == STET_OK) {
        if (rank == 0)
            memcpy(text, path, (size_t)length);
        text[length] = 0;
        if (MPI_Bcast(text, length, MPI_CHAR, 0, comm) == MPI_SUCCESS) {
            *shared = text;
            return STET_OK;
        }
    }
    free(text);
    return status ? status : STET_E_MPI;
}

/* Reserves space for the file on the disk if the file system supports it, because collective
 * writes of Open MPI do not report a full disk. */
static int reserve_space(int file, MPI_Offset bytes)
{
#ifdef __linux__
    return fallocate(file, 0, 0, bytes) == 0 || errno == EOPNOTSUPP || errno == ENOSYS;
#else
    return ftruncate(file, bytes) == 0;
#endif
}

/* Creates a new file in the folder of `path` on rank 0. Returns its name, for free(), or NULL. */
static char *create_temporary(const char *path)
{
    const size_t capacity = strlen(path) + 40;
    char *name = malloc(capacity);
    for (int i = 0; name && i < 100; i++) {
        snprintf(name, capacity, "%s.%ld-%d.part", path, (long)getpid(), i);
        const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            close(file);
            return name;
        }
        if (errno != EEXIST)
            break;
    }
    free(name);
    return NULL;
}

static stet_status write_file(MPI_Comm comm, int rank, const char *name, const stet_mpi_box *box,
                              const void *array)
{
    char header[HEADER_MOST];
    const size_t size = put_header(box, header);
    MPI_File file;
    MPI_Status done;
    if (stet_mpi_worst_status(comm, MPI_File_open(comm, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &file)
                                        ? STET_E_FILE
                                        : STET_OK))
        return STET_E_FILE; /* open on all ranks or on none */
    stet_status status = STET_OK;
    if (rank == 0 && MPI_File_write_at(file, 0, header, (int)size, MPI_CHAR, &done))
        status = STET_E_FILE;
    status = stet_mpi_worst_status(comm, status);
    if (status == STET_OK)
        status = set_view(comm, file, box, size);
    if (status == STET_OK)
        status = transfer_all(comm, file, box, array, NULL);
    MPI_Offset written;
    if (status == STET_OK && (MPI_File_sync(file) || MPI_File_get_size(file, &written) ||
                              written != (MPI_Offset)size + whole_bytes(box)))
        status = STET_E_FILE;
    if (MPI_File_close(&file) && status == STET_OK)
        status = STET_E_FILE;
    return stet_mpi_worst_status(comm, status);
}

/* Reserves space for the array in the file, on rank 0 only. Returns 0 or errno. */
static int reserve_file(const stet_mpi_box *box, const char *path)
{
    char header[HEADER_MOST];
    const MPI_Offset bytes = (MPI_Offset)put_header(box, header) + whole_bytes(box);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const int failed = file < 0 || !reserve_space(file, bytes), why = failed ? errno : 0;
    if (file >= 0)
        close(file);
    return why;
}

stet_status stet_mpi_box_write(MPI_Comm comm, const stet_mpi_box *box, const void *array,
                               const char *path, int *why)
{
    int rank;
    char *name = NULL;
    stet_status status = !array && stet_mpi_box_sites(box) > 0 ? STET_E_NULL : STET_OK;
    *why = 0;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS)
        return STET_E_MPI;
    if (rank == 0 && status == STET_OK && path)
        *why = reserve_file(box, path);
    status = stet_mpi_worst_status(comm, *why ? STET_E_FILE : status);
    if (status == STET_OK)
        status = share_path(comm, path, &name);
    if (status == STET_OK)
        status = write_file(comm, rank, name, box, array);
    free(name);
    return status;
}

stet_status stet_mpi_box_save(MPI_Comm comm, const stet_mpi_box *box, const void *array,
                              const char *path)
{
    int rank, why;
    char *temporary = NULL;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS)
        return STET_E_MPI;
    if (rank == 0)
        temporary = path ? create_temporary(path) : NULL;
    stet_status status = stet_mpi_worst_status(comm, rank > 0 || temporary ? STET_OK
                                                     : path                ? STET_E_FILE
                                                                           : STET_E_NULL);
    if (status == STET_OK)
        status = stet_mpi_box_write(comm, box, array, temporary, &why);
    if (rank == 0 && status == STET_OK && rename(temporary, path) != 0)
        status = STET_E_FILE;
    status = stet_mpi_worst_status(comm, status);
    if (temporary && status != STET_OK)
        unlink(temporary);
    free(temporary);
    return status;
}

/* ----------------------------------------------------------------- load -- */

/* Returns the next significant character: skips blanks, and a comma before a bracket. */
static const char *next(const char *at)
{
    at += strspn(at, " \n");
    const char *behind = *at == ',' ? at + 1 + strspn(at + 1, " \n") : at;
    return *behind == '}' || *behind == ')' ? behind : at;
}

static int is_same_dict(const char *a, const char *b)
{
    for (a = next(a), b = next(b); *a == *b; a = next(a + 1), b = next(b + 1))
        if (*a == 0)
            return 1;
    return 0;
}

/* Checks on rank 0 that the file holds the array of this box, and finds where its numbers begin. */
static stet_status check_header(MPI_File file, const stet_mpi_box *box, int64_t *begin)
{
    unsigned char header[HEADER_MOST + 12] = {0};
    char ours[HEADER_MOST];
    MPI_Status done;
    MPI_Offset size;
    const int asked = HEADER_MOST + 11;
    if (MPI_File_get_size(file, &size) ||
        MPI_File_read_at(file, 0, header, size < asked ? (int)size : asked, MPI_CHAR, &done))
        return STET_E_FILE;
    if (memcmp(header, "\x93NUMPY", 6) != 0 || header[6] < 1 || header[6] > 3)
        return STET_E_ARRAY_FILE;
    const int is_old = header[6] == 1;
    const int64_t length = header[8] | header[9] << 8 |
                           (is_old ? 0 : (int64_t)header[10] << 16 | (int64_t)header[11] << 24);
    *begin = (is_old ? 10 : 12) + length;
    if (length > HEADER_MOST - 1 || whole_bytes(box) == 0 || size - *begin != whole_bytes(box))
        return STET_E_ARRAY_FILE;
    header[*begin] = 0;
    put_dict(box, ours, sizeof ours);
    return is_same_dict((const char *)header + (is_old ? 10 : 12), ours) ? STET_OK
                                                                         : STET_E_ARRAY_FILE;
}

stet_status stet_mpi_box_load(MPI_Comm comm, const stet_mpi_box *box, void *array, const char *path)
{
    int rank;
    int64_t begin[2] = {0, STET_OK}; /* the offset; the status of check_header() */
    char *name;
    MPI_File file;
    stet_status status =
        stet_mpi_worst_status(comm, !array && stet_mpi_box_sites(box) > 0 ? STET_E_NULL : STET_OK);
    if (status == STET_OK)
        status = share_path(comm, path, &name);
    if (status != STET_OK)
        return status;
    status =
        MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file) ? STET_E_FILE : STET_OK;
    status = stet_mpi_worst_status(comm, status);
    free(name);
    if (status != STET_OK)
        return status; /* open on all ranks or on none */
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        begin[1] = check_header(file, box, &begin[0]);
    status = MPI_Bcast(begin, 2, MPI_INT64_T, 0, comm) ? STET_E_MPI : (stet_status)begin[1];
    if (status == STET_OK)
        status = set_view(comm, file, box, (size_t)begin[0]);
    if (status == STET_OK)
        status = transfer_all(comm, file, box, NULL, array);
    MPI_File_close(&file);
    return status;
}

/* ----------------------------------------------------------------- plans -- */

stet_status stet_mpi_save(stet_mpi_plan *plan, stet_mpi_side side, const void *array,
                          const char *path)
{
    if (!plan)
        return STET_E_NULL;
    if (plan->is_dead)
        return STET_E_MPI;
    const stet_status status =
        stet_mpi_box_save(plan->comm, &plan->box[side == STET_MPI_OUT], array, path);
    plan->is_dead = status == STET_E_MPI;
    return status;
}

stet_status stet_mpi_load(stet_mpi_plan *plan, stet_mpi_side side, void *array, const char *path)
{
    if (!plan)
        return STET_E_NULL;
    if (plan->is_dead)
        return STET_E_MPI;
    const stet_status status =
        stet_mpi_box_load(plan->comm, &plan->box[side == STET_MPI_OUT], array, path);
    plan->is_dead = status == STET_E_MPI;
    return status;
}
