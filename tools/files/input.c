/* SPDX-License-Identifier: Apache-2.0 */
#include "files/input.h"
#include "files/npy.h"
#include "files/progress.h"
#include "files/riff.h"
#include "files/source.h"
#include "files/text.h"
#include "files/wav.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool open_npy(struct input *in, const unsigned char *prefix, size_t size, uint64_t file_size,
                     struct error *e)
{
    struct npy npy;
    if (!npy_parse(&npy, prefix, size, file_size, e))
        return false;
    in->layout = npy.layout;
    in->at = npy.payload;
    in->swap = npy.big_endian == host_is_little();
    snprintf(in->format, sizeof in->format, ".npy");
    return true;
}

static bool open_wav(struct input *in, uint64_t file_size, struct error *e)
{
    struct wav_format format;
    if (!wav_open(&in->wav, in->fd, file_size, &format, e))
        return false;
    in->layout = format.layout;
    in->rate = format.rate;
    snprintf(in->format, sizeof in->format, "%s", format.name);
    return true;
}

static bool open_by_content(struct input *in, uint64_t file_size, struct error *e)
{
    static unsigned char prefix[NPY_PREFIX_MAX]; /* static because 64 KiB is large for a stack */
    ssize_t size = source_read(in->fd, prefix, sizeof prefix, 0);
    if (size < 0)
        return error_set(e, "byte 0: cannot read: %s", strerror(errno));
    if (npy_is(prefix, (size_t)size))
        return open_npy(in, prefix, (size_t)size, file_size, e);
    if (wav_is(prefix, (size_t)size))
        return open_wav(in, file_size, e);
    if (size >= 4 && memcmp(prefix, "PK\x03\x04", 4) == 0)
        return error_set(e, "byte 0: a zip archive, such as numpy.savez writes (.npz): take one "
                            "array out of it: unzip -p FILE.npz NAME.npy | stet ... -");
    return error_set(e, "byte 0: neither .npy nor WAV%s",
                     size == 0 ? ": the file is empty" : "; stet reads these two formats");
}

bool input_open(struct input *in, const char *path, struct error *e)
{
    uint64_t size;
    memset(in, 0, sizeof *in);
    in->path = source_name(path);
    in->fd = source_open(path, &size, e);
    if (in->fd < 0)
        return false;
    if (open_by_content(in, size, e))
        return true;
    input_close(in);
    return error_prefix(e, in->path);
}

void input_close(struct input *in)
{
    wav_close(in->wav);
    in->wav = NULL;
    if (in->fd >= 0)
        close(in->fd);
    in->fd = -1;
}

bool input_take_bf16(struct input *in, struct error *e)
{
    if (in->layout.dtype->component == COMPONENT_BF16)
        return true;
    if (in->layout.dtype->component != COMPONENT_U16)
        return error_set(e,
                         "%s: --bf16 is for bfloat16 numbers saved as uint16, and this is %s: "
                         "leave --bf16 out",
                         in->path, in->layout.dtype->name);
    in->layout.dtype = dtype_of(COMPONENT_BF16, 1);
    return true;
}

bool input_take_complex(struct input *in, struct error *e)
{
    struct layout *l = &in->layout;
    enum component c = l->dtype->component;
    if (c != COMPONENT_F16 && c != COMPONENT_BF16)
        return error_set(e,
                         "%s: --complex is for float16 and (with --bf16) bfloat16, not %s: leave "
                         "--complex out",
                         in->path, l->dtype->name);
    if (l->rank == 0 || l->shape[l->rank - 1] != 2)
        return error_set(e,
                         "%s: --complex needs a last dimension of length 2, the real and the "
                         "imaginary part: save numpy.stack((z.real, z.imag), -1)",
                         in->path);
    if (l->fortran && l->rank > 1)
        return error_set(e,
                         "%s: --complex needs an array in C order: save "
                         "numpy.ascontiguousarray(a)",
                         in->path);
    l->rank--;
    l->fortran = false;
    l->dtype = dtype_of(c, 2);
    l->count /= 2;
    return true;
}

/* Reads the next count elements, in native byte order. */
static bool read_elements(struct input *in, void *to, size_t count, struct error *e)
{
    const struct dtype *t = in->layout.dtype;
    if (in->wav != NULL)
        return wav_read(in->wav, to, count, e);
    ssize_t got = source_read(in->fd, to, count * t->size, in->at);
    if (got < 0)
        return error_set(e, "byte %llu: cannot read: %s", (unsigned long long)in->at,
                         strerror(errno));
    in->at += (uint64_t)got;
    if ((size_t)got < count * t->size)
        return error_set(e, "byte %llu: the file ends; it became shorter while it was read",
                         (unsigned long long)in->at);
    if (in->swap)
        swap_bytes(to, component_size(t->component), count * (size_t)t->parts);
    return true;
}

/* Returns advice for an integer that type `to` does not hold. It may be beyond the range of `to`,
 * and a float64 may round it. */
static const char *instead_of(const unsigned char *raw, enum component c, enum component to)
{
    bool in_f64 = component_holds(COMPONENT_F64, component_whole(raw, c));
    if (!component_reaches(component_get(raw, c), to))
        return in_f64 ? "say --precision f64"
                      : "save a.astype('<f8') if they may be rounded, and say --precision f64";
    return in_f64 ? "say --precision f64, or save a.astype('<f8') if they may be rounded"
                  : "save a.astype('<f8') if they may be rounded";
}

/* Writes the error that element `at` of the file, in the order of memory, is not of type `to`. raw
 * has the element. */
static bool refuse(const struct input *in, const unsigned char *raw, size_t at,
                   const struct dtype *to, struct error *e)
{
    const struct dtype *t = in->layout.dtype;
    size_t index[RANK_MAX], part = component_size(t->component);
    char place[200], name[20];
    layout_index(&in->layout, at, index);
    text_shape(place, sizeof place, index, in->layout.rank);
    snprintf(name, sizeof name, "%s", dtype_of(to->component, 1)->name);
    if (component_is_integer(t->component)) {
        struct whole w = component_whole(raw, t->component);
        return error_set(e,
                         "element %s: %s%llu is not a number of %s, and integers are not rounded: "
                         "%s",
                         place, w.negative ? "-" : "", (unsigned long long)w.size, name,
                         instead_of(raw, t->component, to->component));
    }
    bool imaginary =
        t->parts == 2 && component_reaches(component_get(raw, t->component), to->component);
    return error_set(e,
                     "element %s: %.17g is beyond the range of %s: choose a wider --precision, or "
                     "say --allow-overflow to make it infinite",
                     place, component_get(raw + (imaginary ? part : 0), t->component), name);
}

/* Copies elements first .. first+count-1 of the file, in the order of memory, to their places in
 * the array: each of the outer rows has `from` elements in the file and `to` in the array. */
static bool scatter(const struct input *in, const unsigned char *raw, size_t first, size_t count,
                    struct array *a, size_t from, size_t to, struct error *e)
{
    const struct dtype *t = a->layout.dtype, *raw_type = in->layout.dtype;
    size_t keep = from < to ? from : to;
    while (count > 0) {
        size_t row = first / from, column = first % from;
        size_t run = from - column < count ? from - column : count;
        if (column < keep) {
            size_t kept = keep - column < run ? keep - column : run;
            unsigned char *there = (unsigned char *)a->data + (row * to + column) * t->size;
            size_t done = convert(raw, raw_type, there, t, kept, in->allow_overflow);
            if (done < kept)
                return refuse(in, raw + done * raw_type->size, first + done, t, e);
        }
        raw += run * raw_type->size;
        first += run;
        count -= run;
    }
    return true;
}

static bool read_rows(struct input *in, struct array *a, size_t from, size_t to, struct error *e)
{
    const struct dtype *raw_type = in->layout.dtype;
    size_t total = in->layout.count,
           channels = in->wav != NULL && in->layout.rank == 2 ? in->layout.shape[1] : 1;
    size_t most = ((size_t)1 << 16) / channels * channels;
    bool direct = raw_type == a->layout.dtype && from == to;
    void *block = NULL;
    if (!direct && !allocate(&block, most * raw_type->size, e))
        return false;
    progress_phase("reading", total);
    bool ok = true;
    for (size_t done = 0; ok && done < total;) {
        size_t count = total - done < most ? total - done : most;
        void *raw = direct ? (unsigned char *)a->data + done * raw_type->size : block;
        ok = read_elements(in, raw, count, e);
        if (ok && !direct)
            ok = scatter(in, raw, done, count, a, from, to, e);
        progress_at(done += count);
    }
    progress_end();
    free(block);
    return ok;
}

bool input_read_as(struct input *in, const struct dtype *dtype, int axis, size_t n, struct array *a,
                   struct error *e)
{
    struct layout l = in->layout;
    struct box file = layout_box(&l, axis);
    l.dtype = dtype;
    l.shape[axis] = n;
    if (!array_new(a, &l, e))
        return error_prefix(e, in->path);
    if (read_rows(in, a, file.n * file.inner, n * file.inner, e))
        return true;
    array_free(a);
    return error_prefix(e, in->path);
}

bool input_read(struct input *in, struct array *a, struct error *e)
{
    if (!array_new(a, &in->layout, e))
        return error_prefix(e, in->path);
    if (read_rows(in, a, in->layout.count, in->layout.count, e))
        return true;
    array_free(a);
    return error_prefix(e, in->path);
}

bool input_load(const char *path, struct array *a, struct error *e)
{
    return input_load_as(path, NULL, a, e);
}

bool input_load_as(const char *path, const struct dtype *dtype, struct array *a, struct error *e)
{
    struct input in;
    struct error unused;
    if (!input_open(&in, path, e))
        return false;
    if (dtype != NULL && dtype->component == COMPONENT_BF16 &&
        in.layout.dtype->component == COMPONENT_U16)
        input_take_bf16(&in, &unused);
    if (dtype != NULL && DTYPE_PAIRED(dtype) && in.layout.dtype->component == dtype->component)
        input_take_complex(&in, &unused);
    bool ok = input_read(&in, a, e);
    input_close(&in);
    return ok;
}
