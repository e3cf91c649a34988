/* SPDX-License-Identifier: Apache-2.0 */
/* All that happens to a .npy after its header: read, hashed, compared, converted, cut off or
 * filled up, transformed, drawn. The last two bytes choose an axis and a length. */
#include "difference.h"
#include "hash.h"
#include "input.h"
#include "npy.h"
#include "plot.h"
#include "transform.h"

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
    struct plot p = {"title", "subtitle", "row", t->axis, t->n, t->n_out, 0, t->n % 2 == 0};
    plot_spectrum(&p, a, null);
}

static void transform(size_t choice, size_t n, struct error *e)
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
                              .axis = (int)(choice % (size_t)in.layout.rank),
                              .n = n,
                              .n_in = n,
                              .n_out = real ? n / 2 + 1 : n};
        enum component c = component_of(t.precision);
        bool may_fail = t.precision == STET_F16 || t.precision == STET_BF16; /* by overflow */
        if (input_read_as(&in, dtype_of(c, real ? 1 : 2), t.axis, n, &a, e)) {
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
        return 0; /* libsndfile has fuzzers of its own */
    write_file(data, size);
    identify(&e);
    transform(data[size - 1], (size_t)data[size - 2] % 40 + 1, &e);
    return 0;
}
