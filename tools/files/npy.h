/* SPDX-License-Identifier: Apache-2.0 */
/* The .npy format, versions 1.0, 2.0 and 3.0 (numpy.lib.format), and '<V2', the name that
 * numpy.save() gives the bfloat16 of ml_dtypes. */
#ifndef STET_FILES_NPY_H
#define STET_FILES_NPY_H

#include "files/array.h"

#include <stdio.h>

/* A header of version 1.0 has at most NPY_HEADER_MAX bytes; numpy itself writes headers of 118
 * bytes. NPY_PREFIX_MAX includes the magic string, the version and the length of the header. */
#define NPY_HEADER_MAX 65535
#define NPY_PREFIX_MAX (12 + NPY_HEADER_MAX)

struct npy {
    struct layout layout;
    bool big_endian;
    size_t payload; /* offset of the elements, which fill the rest */
};

bool npy_is(const unsigned char *bytes, size_t size);

/* Reads the header in bytes[0..size-1], the first min(file_size, NPY_PREFIX_MAX) bytes of a file of
 * file_size bytes. Errors name the byte. Allocates nothing. The header is valid only if its array
 * fills the rest of the file exactly. */
bool npy_parse(struct npy *npy, const unsigned char *bytes, size_t size, uint64_t file_size,
               struct error *e);

/* Writes the header, version 1.0, of a little-endian array, padded to a multiple of 64 bytes as
 * numpy does. Returns its length. header has space for NPY_WRITTEN_MAX bytes. */
#define NPY_WRITTEN_MAX 2048
size_t npy_header(unsigned char *header, const struct layout *l);

/* Writes header and elements, in the order of memory. Returns false if writing to out fails. */
bool npy_write(const struct array *a, FILE *out);

#endif
