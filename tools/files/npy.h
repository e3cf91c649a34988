/* SPDX-License-Identifier: Apache-2.0 */
/* The .npy format, versions 1.0, 2.0 and 3.0 (numpy.lib.format), and '<V2', as numpy.save() calls
 * the bfloat16 of ml_dtypes. */
#ifndef STET_FILES_NPY_H
#define STET_FILES_NPY_H

#include "files/array.h"

#include <stdio.h>

/* The bytes of a file that hold its magic string, version and header at most. numpy itself
 * writes headers of 118 bytes; a version 1.0 header cannot be longer than this. */
#define NPY_HEADER_MAX 65535
#define NPY_PREFIX_MAX (12 + NPY_HEADER_MAX)

struct npy {
    struct layout layout;
    bool big_endian;
    size_t payload; /* the byte at which the elements begin; they reach to the end of the file */
};

bool npy_is(const unsigned char *bytes, size_t size);

/* Read the header in bytes[0..size-1], which are the first min(file_size, NPY_PREFIX_MAX)
 * bytes of a file of file_size bytes. On failure the error says at which byte. Nothing is
 * allocated. A header is accepted only if its array fills the rest of the file exactly. */
bool npy_parse(struct npy *npy, const unsigned char *bytes, size_t size, uint64_t file_size,
               struct error *e);

/* The header, version 1.0, of a little-endian array, padded to a multiple of 64 bytes as numpy
 * does. Returns its length; header has space for NPY_WRITTEN_MAX bytes. */
#define NPY_WRITTEN_MAX 2048
size_t npy_header(unsigned char *header, const struct layout *l);

/* Header and elements, in the order of memory. False if out does not take them. */
bool npy_write(const struct array *a, FILE *out);

#endif
