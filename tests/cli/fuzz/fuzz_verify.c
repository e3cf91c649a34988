/* SPDX-License-Identifier: Apache-2.0 */
/* A verdict on any two small arrays: the first bytes choose types, shapes, kind, norm and axes, the
 * rest are the elements of both. Whatever they are: a verdict or an error, and none that says
 * correctly rounded if the numbers are counted otherwise. */
#include "files/npy.h"
#include "verify/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char paths[2][32] = {"/tmp/stet-fuzz-a-XXXXXX", "/tmp/stet-fuzz-b-XXXXXX"};

static void remove_files(void)
{
    unlink(paths[0]);
    unlink(paths[1]);
}

static void make_files(void)
{
    static bool made;
    if (made)
        return;
    made = true;
    for (int i = 0; i < 2; i++) {
        int fd = mkstemp(paths[i]);
        if (fd < 0)
            abort();
        close(fd);
    }
    atexit(remove_files);
}

/* Elements from the bytes, again and again if there are too few. */
static void write_array(int file, struct layout *l, const unsigned char *data, size_t size)
{
    struct array a;
    struct error e;
    if (!array_new(&a, l, &e))
        abort();
    size_t bytes = layout_bytes(&a.layout);
    for (size_t i = 0; size > 0 && i < bytes; i++)
        ((unsigned char *)a.data)[i] = data[(i + (size_t)file) % size];
    FILE *f = fopen(paths[file], "wb");
    if (f == NULL || !npy_write(&a, f) || fclose(f) != 0)
        abort();
    array_free(&a);
}

/* Bits 0 and 1, and bit 4: half of the bytes are float and double. */
static const struct dtype *pick_dtype(unsigned byte)
{
    static const enum component components[] = {COMPONENT_F32, COMPONENT_F64, COMPONENT_F16,
                                                COMPONENT_BF16};
    return dtype_of(components[(byte & 1) + (byte >> 3 & 2)], byte & 2 ? 2 : 1);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct layout in = {.rank = 1}, out;
    struct judgement j;
    struct error e = {""};
    if (size < 8)
        return 0;
    make_files();
    in.dtype = pick_dtype(data[0]);
    in.rank = 1 + data[1] % 3;
    for (int i = 0; i < in.rank; i++)
        in.shape[i] = 1 + data[2 + i] % (in.rank == 1 ? 40 : 6);
    out = in;
    out.dtype = pick_dtype((data[0] >> 2 & 3u) | (data[0] >> 1 & 16u));
    if (data[5] & 1)
        out.shape[data[5] / 2 % in.rank] = 1 + data[6] % 12;
    struct request request = {.in_path = paths[0],
                              .out_path = paths[1],
                              .kind = data[7] % 4,
                              .inverse = data[7] & 4,
                              .norm = 1 + (data[7] >> 3) % 3,
                              .axes = {.all = data[7] & 64},
                              .complex = DTYPE_PAIRED(in.dtype),
                              .bf16 = !(data[7] & 128)};
    write_array(0, &in, data + 8, size - 8);
    write_array(1, &out, data + 8, size - 8);
    if (!judge(&j, &request, NULL, &e)) {
        if (e.text[0] == 0)
            abort();
        return 0;
    }
    const struct counts *c = &j.measure.counts;
    if (j.verdict.kind == VERDICT_CORRECT && c->right != c->parts)
        abort();
    judgement_free(&j);
    return 0;
}
