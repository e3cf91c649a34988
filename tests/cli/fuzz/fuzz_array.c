/* SPDX-License-Identifier: Apache-2.0 */
/* All that happens to a .npy after its header: read from a file or through a pipe, hashed,
 * compared, converted, cut off or filled up, transformed along an axis or two, drawn. The last
 * three bytes choose what is done. */
#include "files/difference.h"
#include "files/hash.h"
#include "files/input.h"
#include "files/npy.h"
#include "files/plot.h"
#include "files/source.h"
#include "files/transform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char path[] = "/tmp/stet-fuzz-XXXXXX";

static void remove_file(void) { unlink(path); }

static void write_file(const unsigned char *data, size_t size)
{
    static int fd = -1;
    if (fd < 0) {
        fd = mkstemp(path);
        atexit(remove_file);
    }
    if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
        abort();
}

/* Standard input becomes a pipe with the bytes in it, which is larger than they are. */
static void fill_pipe(const unsigned char *data, size_t size)
{
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], data, size) != (ssize_t)size || dup2(ends[0], 0) != 0)
        abort();
    close(ends[0]);
    close(ends[1]);
    source_forget_stdin();
}

/* What comes through a pipe is what the file holds, errors included but for the name. */
static void read_pipe(const unsigned char *data, size_t size)
{
    struct array a = {.data = NULL}, b = {.data = NULL};
    struct identity one, two;
    struct error e = {""}, f = {""};
    fill_pipe(data, size);
    bool ok = input_load(path, &a, &e);
    if (input_load("-", &b, &f) != ok)
        abort();
    if (ok) {
        array_identify(&a, &one);
        array_identify(&b, &two);
        if (strcmp(one.sha256, two.sha256) != 0)
            abort();
    } else if (strcmp(strchr(e.text, ':'), strchr(f.text, ':')) != 0) {
        abort();
    }
    array_free(&a);
    array_free(&b);
}

/* An array has the bits of itself, and its hash does not depend on how often it is read. */
static void identify(struct error *e)
{
    struct array a, b;
    struct identity one, two;
    struct difference d;
    if (!input_load(path, &a, e))
        return;
    if (!input_load(path, &b, e))
        abort();
    array_identify(&a, &one);
    array_identify(&b, &two);
    arrays_compare(&a, &b, &d);
    if (strcmp(one.sha256, two.sha256) != 0 || one.nans != two.nans || d.different != 0 ||
        d.nans != one.nans || arrays_differ_in_kind(&a, &b) != NULL)
        abort();
    array_free(&a);
    array_free(&b);
}

static void draw(const struct array *a, const struct transform *t)
{
    static FILE *null;
    if (null == NULL)
        null = fopen("/dev/null", "w");
    int last = t->axis_count - 1;
    size_t n = t->n[last];
    struct plot p = {"title", "subtitle", "row", t->axes[last], n, t->n_out, 0, n % 2 == 0};
    plot_spectrum(&p, a, null);
}

static void transform(size_t choice, size_t n, bool both, struct error *e)
{
    struct input in;
    struct array a, result = {.data = NULL};
    static const stet_precision precisions[] = {STET_F64, STET_F32, STET_F16, STET_BF16};
    if (!input_open(&in, path, e))
        return;
    if (choice & 4)
        (void)input_take_bf16(&in, e);
    if (choice & 8)
        (void)input_take_complex(&in, e);
    if (in.layout.count > 0 && in.layout.rank > 0) {
        bool real = in.layout.dtype->parts == 1;
        struct transform t = {.kind = real ? STET_R2C : STET_C2C,
                              .precision = precisions[choice & 3],
                              .half_mode = choice & 16 ? STET_HALF_STORE : STET_HALF_IO,
                              .half_exponent = choice & 32 ? STET_HALF_SAFE : 3,
                              .level = STET_LEVEL_NATIVE,
                              .direction = STET_FORWARD,
                              .norm = STET_NORM_ORTHO,
                              .axis_count = 1,
                              .axes = {(int)(choice % (size_t)in.layout.rank)},
                              .n = {n},
                              .n_in = n,
                              .n_out = real ? n / 2 + 1 : n};
        int axis = t.axes[0], other = axis > 0 ? axis - 1 : axis + 1;
        if (both && other < in.layout.rank) { /* the last is the one whose length is n */
            t.axis_count = 2;
            t.axes[0] = other;
            t.axes[1] = axis;
            t.n[0] = in.layout.shape[other];
            t.n[1] = n;
        }
        enum component c = component_of(t.precision);
        bool may_fail = t.precision == STET_F16 || t.precision == STET_BF16; /* by overflow */
        in.allow_overflow = choice & 64;
        if (input_read_as(&in, dtype_of(c, real ? 1 : 2), axis, n, &a, e)) {
            bool ok = transform_run(&t, &a, &result, e);
            if (!ok && !may_fail)
                abort();
            if (ok)
                draw(&result, &t);
            array_free(&result);
            array_free(&a);
        }
    }
    input_close(&in);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error e;
    if (size < 8 || size > 1 << 14 || !npy_is(data, size))
        return 0;
    write_file(data, size);
    identify(&e);
    if (data[size - 3] & 2)
        read_pipe(data, size);
    transform(data[size - 1], (size_t)data[size - 2] % 40 + 1, data[size - 3] & 1, &e);
    return 0;
}
