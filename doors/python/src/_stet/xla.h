/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a custom call of XLA's foreign function interface, as far as this module reads
 * them: the layout of XLA_FFI_CallFrame, version 0 (xla/ffi/api/c_api.h of jaxlib). That version
 * grows only at the ends of its structs. The build needs no part of XLA. */
#ifndef STET_PY_XLA_H
#define STET_PY_XLA_H

#include <stddef.h>
#include <stdint.h>

enum xla_type { XLA_S64 = 5, XLA_F32 = 11, XLA_F64 = 12, XLA_C64 = 15, XLA_C128 = 18 };
enum { XLA_EXTENSION_METADATA = 1, XLA_STAGE_EXECUTE = 3, XLA_SCALAR = 3, XLA_ARRAY = 1 };
enum { XLA_INVALID_ARGUMENT = 3, XLA_RESOURCE_EXHAUSTED = 8, XLA_INTERNAL = 13 };

typedef struct xla_error xla_error;

typedef struct xla_extension {
    size_t struct_size;
    int type;
    struct xla_extension *next;
} xla_extension;

typedef struct xla_version {
    size_t struct_size;
    xla_extension *extensions;
    int major, minor;
} xla_version;

typedef struct xla_error_args {
    size_t struct_size;
    xla_extension *extensions;
    const char *message;
    int code;
} xla_error_args;

typedef struct xla_api {
    size_t struct_size;
    xla_extension *extensions;
    xla_version version;
    const void *internal;
    xla_error *(*error_create)(xla_error_args *args);
} xla_api;

typedef struct xla_metadata {
    size_t struct_size;
    xla_version version; /* out */
    uint32_t traits;     /* out */
} xla_metadata;

typedef struct xla_metadata_extension {
    xla_extension base;
    xla_metadata *metadata;
} xla_metadata_extension;

typedef struct xla_buffer {
    size_t struct_size;
    xla_extension *extensions;
    int type;
    void *data;
    int64_t rank;
    int64_t *dims;
} xla_buffer;

typedef struct xla_buffers { /* arguments or results */
    size_t struct_size;
    xla_extension *extensions;
    int64_t count;
    int *kinds;
    void **each;
} xla_buffers;

typedef struct xla_name {
    const char *text;
    size_t length;
} xla_name;

typedef struct xla_scalar {
    int type;
    void *value;
} xla_scalar;

typedef struct xla_array {
    int type;
    size_t count;
    void *data;
} xla_array;

typedef struct xla_attributes {
    size_t struct_size;
    xla_extension *extensions;
    int64_t count;
    int *kinds;
    xla_name **names;
    void **each; /* xla_scalar, xla_array, ... */
} xla_attributes;

typedef struct xla_call {
    size_t struct_size;
    xla_extension *extensions;
    const xla_api *api;
    void *context;
    int stage;
    xla_buffers arguments, results;
    xla_attributes attributes;
} xla_call;

#endif /* STET_PY_XLA_H */
