/* SPDX-License-Identifier: Apache-2.0 */
/* Exports functions of the module to package/stet.js: plans without structs, arrays of files, and
 * the command. Pointers are addresses in the module's memory. Functions that fail return a
 * stet_status, or leave a text that JavaScript reads. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "files.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/npy.h"
#include "stet.h"
#include "files/text.h"

/* JavaScript calls these, so they need no prototypes. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#define EXPORT(name) __attribute__((export_name(#name))) web_##name

/* -------------------------------------------------------------- the library -- */

const char *EXPORT(version)(void) { return stet_version(); }
int EXPORT(bits_version)(void) { return stet_bits_version(); }
const char *EXPORT(isa)(void) { return stet_isa_name(); }
const char *EXPORT(strerror)(int status) { return stet_strerror(status); }
void *EXPORT(alloc)(size_t size) { return malloc(size); }
void EXPORT(free)(void *block) { free(block); }

/* Returns the numbers of one transform on a side; 0 if that overflows. */
static size_t numbers(const stet_options *o, int is_complex, int halved)
{
    size_t n = is_complex ? 2 : 1;
    for (int i = 0; i < o->rank; i++) {
        const size_t length =
            halved && i + 1 == o->rank ? (size_t)o->dims[i].n / 2 + 1 : (size_t)o->dims[i].n;
        if (__builtin_mul_overflow(n, length, &n))
            return 0;
    }
    return n;
}

enum { RANK_HERE = 16 };

/* Makes a plan of `batch` contiguous transforms, one after the other. *side gets the numbers of
 * one transform on both sides. Returns STET_OK or the status of stet_dims_contiguous() or
 * stet_plan_create(). */
int EXPORT(plan)(stet_plan **plan, size_t *side, int kind, int precision, int level, int direction,
                 int norm, int rank, const ptrdiff_t *n, ptrdiff_t batch)
{
    stet_options o;
    stet_dim dims[RANK_HERE];
    *plan = NULL;
    if (rank > RANK_HERE)
        return STET_E_RANK;
    stet_status status = stet_dims_contiguous((stet_kind)kind, rank, n, dims);
    if (status != STET_OK)
        return status;
    stet_options_init(&o);
    o.kind = (stet_kind)kind;
    o.precision = (stet_precision)precision;
    o.level = (stet_level)level;
    o.direction = (stet_direction)direction;
    o.norm = (stet_norm)norm;
    o.rank = rank;
    o.dims = dims;
    side[0] = numbers(&o, o.kind != STET_R2C, o.kind == STET_C2R);
    side[1] = numbers(&o, o.kind != STET_C2R, o.kind == STET_R2C);
    if (side[0] == 0 || side[1] == 0)
        return STET_E_OVERFLOW;
    const stet_dim lines = {batch, (ptrdiff_t)(side[0] / (o.kind != STET_R2C ? 2 : 1)),
                            (ptrdiff_t)(side[1] / (o.kind != STET_C2R ? 2 : 1))};
    o.batch_rank = 1;
    o.batch = &lines;
    return stet_plan_create(plan, &o);
}

int EXPORT(execute)(const stet_plan *plan, const void *in, void *out)
{
    return stet_execute(plan, in, out);
}
void EXPORT(destroy)(stet_plan *plan) { stet_plan_destroy(plan); }
size_t EXPORT(describe)(const stet_plan *plan, char *text, size_t size)
{
    return stet_plan_describe(plan, text, size);
}

/* ---------------------------------------------------------------- the files -- */

static struct error error;

/* Returns the message of the last function that failed. */
const char *EXPORT(error)(void) { return error.text; }

/* Adds a file for the functions below and for the command. The caller keeps its bytes until the
 * next web_file_none(). */
int EXPORT(file)(const char *name, const void *bytes, size_t size)
{
    return file_add(name, bytes, size);
}
void EXPORT(file_none)(void) { file_forget(); }

/* The file that was read last. */
static struct array array;
static struct input input;

/* Returns 1 and fills the array that web_array_*() describe, or returns 0 and sets web_error(). */
int EXPORT(array_read)(const char *name)
{
    if (!input_open(&input, name, &error))
        return 0;
    const bool ok = input_read(&input, &array, &error);
    input_close(&input);
    return ok;
}

const char *EXPORT(array_dtype)(void) { return array.layout.dtype->name; }
const char *EXPORT(array_format)(void) { return input.format; }
double EXPORT(array_rate)(void) { return input.rate; }
int EXPORT(array_rank)(void) { return array.layout.rank; }
int EXPORT(array_fortran)(void) { return array.layout.fortran; }
const size_t *EXPORT(array_shape)(void) { return array.layout.shape; }
size_t EXPORT(array_bytes)(void) { return layout_bytes(&array.layout); }
void *EXPORT(array_data)(void) { return array.data; }
void EXPORT(array_free)(void) { array_free(&array); }

/* Fills in the layout of an array of JavaScript; returns false if there is no such type or there
 * are too many dimensions. */
static bool layout_of(struct layout *l, const char *dtype, int rank, const size_t *shape,
                      int fortran)
{
    memset(l, 0, sizeof *l);
    l->dtype = dtype_by_name(dtype);
    l->fortran = fortran != 0;
    l->rank = rank;
    if (l->dtype == NULL || rank < 0 || rank > RANK_MAX)
        return false;
    memcpy(l->shape, shape, (size_t)rank * sizeof *shape);
    return layout_count(l);
}

/* Writes the header of the array's file, at most 2048 bytes; returns its length, or 0. */
size_t EXPORT(npy_header)(unsigned char *header, const char *dtype, int rank, const size_t *shape,
                          int fortran)
{
    struct layout l;
    return layout_of(&l, dtype, rank, shape, fortran) ? npy_header(header, &l) : 0;
}

/* Returns the SHA-256 of `count` numbers of a type as text, or NULL. */
const char *EXPORT(bits)(const char *dtype, size_t count, void *data)
{
    static struct identity id;
    struct array a = {.data = data};
    if (!layout_of(&a.layout, dtype, 1, &count, 0))
        return NULL;
    array_identify(&a, &id);
    return id.sha256;
}

/* -------------------------------------------------------------- the command -- */

const struct command *const commands[] = {&command_bits, &command_compare, &command_verify, NULL};

/* Runs "stet WORDS" and returns its exit status. Its output goes to standard output; for status 2
 * web_error() returns the error message. */
int EXPORT(command)(int argc, char **argv)
{
    char clean[sizeof error.text];
    int status = EXIT_ERROR;
    optind = 0;
    error_set(&error, "which subcommand? bits, compare or verify");
    for (const struct command *const *c = commands; argc > 0 && *c != NULL; c++)
        if (strcmp((*c)->name, argv[0]) == 0)
            status = (*c)->run(*c, argc, argv, &error);
    if (status == EXIT_ERROR) {
        text_clean(clean, sizeof clean, error.text);
        memcpy(error.text, clean, sizeof clean);
    }
    fflush(stdout);
    return status;
}
