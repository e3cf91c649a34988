/* SPDX-License-Identifier: Apache-2.0 */
/* A device that is none: one library that has the functions of libcuda, NVRTC and OpenCL that
 * libstet_gpu asks for, on memory of the host. Any call can be made to fail; what is not given back
 * is counted; kernels run as C (doors/gpu/emulate). It lies under the three names in a folder of
 * the build. */
#ifndef STET_TESTS_GPU_FAKE_H
#define STET_TESTS_GPU_FAKE_H

#include <stddef.h>
#include <stdint.h>

enum { FAKE_TEXT = 1200, FAKE_ARGUMENTS = 64 };

/* Set by a test, reset to zeros by fake_reset(). */
struct fake_settings {
    long fail_at;         /* the number of the call that fails, from 1; 0: none */
    int cuda_code;        /* with this CUresult or nvrtcResult, */
    int opencl_code;      /* or this error of OpenCL */
    const char *only;     /* calls are counted whose name begins so; NULL: all */
    int lacks_fma;        /* OpenCL: the device's configuration */
    int has_no_f64;       /* OpenCL */
    int wrong_bits;       /* kernels flip the last bit of the first output */
    int capability;       /* CUDA: 10 major + minor; 0: 90 */
    int best_of_compiler; /* NVRTC: the highest architecture; 0: 90 */
    int out_of_order;     /* OpenCL: queues say so */
    int capturing;        /* CUDA: streams say so */
};
extern struct fake_settings fake;

void fake_reset(void);
long fake_calls(void);         /* since fake_reset() */
const char *fake_failed(void); /* the name of the call that failed, or "" */
int fake_alive(void);          /* objects, blocks, contexts not given back */
void fake_forget(void);        /* the context is gone: what it had is too */
int fake_compiled(void);       /* programs that were compiled from source */

/* ------------------------------------------------------------------------ */
/* For fake_cuda.c and fake_opencl.c. */

extern int fake_retained; /* times that the primary context was */

int fake_step(const char *name); /* whether this call is to fail */

/* Memory. find() gives the block that an address lies in, or NULL. */
struct fake_block {
    struct fake_block *next;
    char *at;
    size_t size;
};
struct fake_block *fake_allocate(size_t size);
int fake_has_room(
    size_t size); /* FAKE_MEMORY of the environment: the bytes that one block may have */
void fake_release(struct fake_block *block);
struct fake_block *fake_find(uint64_t address);

/* What is made and given back. */
struct fake_object {
    struct fake_object *next;
    const char *what;
    struct fake_object *of;  /* a kernel's program */
    struct fake_node *nodes; /* a graph's */
    char options[FAKE_TEXT], entry[64];
    struct {
        size_t size;
        uint64_t value;
    } argument[FAKE_ARGUMENTS];
};
/* What a graph does: a kernel, or a copy of size > 0. */
struct fake_node {
    struct fake_node *next;
    struct fake_object kernel;
    int64_t grid;
    int block;
    size_t shared, size;
    uint64_t to, from;
};
struct fake_object *fake_make(const char *what);
void fake_drop(struct fake_object *object);
void fake_count_compile(void);

/* Run a kernel: arguments as launch.h has them. */
void fake_run(const struct fake_object *kernel, int64_t grid, int block, size_t shared);

#endif
