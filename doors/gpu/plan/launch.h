/* SPDX-License-Identifier: Apache-2.0 */
/* Converts options to a list of launches. OpenCL, CUDA, or the kernels as C on the CPU
 * (doors/gpu/emulate) can execute the list. This folder depends on no device, driver or
 * compiler. */
#ifndef STET_GPU_PLAN_LAUNCH_H
#define STET_GPU_PLAN_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* The definitions that a kernel is compiled with: integers, all of them defined in every program.
 * They are macros on a device and variables in C. doors/gpu/kernels/codes.h has their meanings. */
/* clang-format off */
#define STET_GPU_DEFINITIONS(X)                                                                    \
    X(REAL) X(IN_FORMAT) X(OUT_FORMAT) X(IN_FORM) X(OUT_FORM) X(IN_MAP) X(OUT_MAP) X(SWAP_IN)      \
    X(SWAP_OUT) X(STEPS) X(R0) X(R1) X(R2) X(R3) X(R4) X(R5) X(R6) X(R7) X(FIRST) X(G) X(LANES)    \
    X(DEPTH) X(GROUP_IN) X(GROUP_OUT) X(DIMS_IN) X(DIMS_OUT) X(SCALED) X(FUSED) X(CORRECT)
/* clang-format on */

typedef struct stet_gpu_definitions {
#define STET_GPU_FIELD(name) int name;
    STET_GPU_DEFINITIONS(STET_GPU_FIELD)
#undef STET_GPU_FIELD
} stet_gpu_definitions;

/* Names the arrays of an execution. TABLES never changes: it is stet_gpu_lowering.tables, copied to
 * the device when the plan is made. WORK has stet_gpu_lowering.workspace bytes, aligned to 256,
 * with any content. */
typedef enum stet_gpu_place {
    STET_GPU_IN,
    STET_GPU_OUT,
    STET_GPU_WORK,
    STET_GPU_TABLES
} stet_gpu_place;

typedef struct stet_gpu_slot {
    stet_gpu_place place;
    int64_t offset; /* bytes */
} stet_gpu_slot;

enum { STET_GPU_SLOTS = 6, STET_GPU_INTS = 16 };

/* Describes one launch. Launches run in order: each begins when the one before it is done. The
 * arguments of the kernel are a pointer for each slot, then the byte offset of each slot as a
 * signed integer of 64 bits, then the numbers of 64 bits each. If an array does not begin at its
 * buffer, as in OpenCL, the distance is added to the offset. Both arrays may be one. */
typedef struct stet_gpu_launch {
    const char *kernel; /* its name: a static string */
    const char
        *options; /* compiler options, " -DREAL=32 -DSTEPS=3 ..": equal texts make equal programs */
    stet_gpu_definitions definitions; /* the options as numbers */
    int64_t grid;                     /* blocks (work-groups), in one dimension, below 2^31 */
    int block;                        /* threads (work-items) of a block */
    size_t shared; /* bytes of shared (local) memory; OpenCL declares it in the source */
    int slots, ints;
    stet_gpu_slot slot[STET_GPU_SLOTS];
    int64_t number[STET_GPU_INTS];
} stet_gpu_launch;

/* The limits of a device. */
typedef struct stet_gpu_limits {
    size_t shared; /* bytes of shared memory of a block: 48 KB is common; at least 16 KB */
    int threads;   /* of a block, at least 64 */
    size_t chunk;  /* bytes between passes that fit a cache; 0: 16 MB */
} stet_gpu_limits;

typedef struct stet_gpu_lowering {
    int count, at_once; /* all launches; those of every execution */
    stet_gpu_launch *launch;
    size_t workspace; /* bytes */
    size_t table_size;
    void *tables;
    int needs_f64;     /* a kernel computes in double */
    int half_exponent; /* of stet_plan_half_exponent() */
    /* Level correct: after the launches, `transforms` words of 32 bits at `open` in WORK say which
     * transforms have undecided outputs. If the word is not 0, the CPU computes the whole
     * transform. Transforms are numbered in the order of the batch, its last dimension fastest.
     * These launches read IN after OUT has been written, so the two must not be one array: the
     * executor copies the input. If no kernel does the work (real to real; level correct of f64),
     * there are no launches, `open` is -1, and the CPU computes all transforms. Otherwise
     * transforms is 0. */
    int64_t transforms, open;
    /* The launches after the first `at_once` are a round. It takes at most `round` open
     * transforms: 32-bit words at `listed` in WORK have their number and their list. The executor
     * runs as many rounds as needed; the CPU computes the transforms that stay open. */
    int64_t round, listed;
} stet_gpu_lowering;

/* Lowers valid options, those that stet_plan_create() accepts. limits NULL: 48 KB, 1024 threads.
 * Returns STET_OK; STET_E_OVERFLOW for lines above 2^30 or more than 2^32 tiles; STET_E_MEMORY.
 * stet_gpu_lowering_destroy() frees *lowering, which is NULL on failure. Arrays of complex numbers
 * must begin at a multiple of their size. */
stet_status stet_gpu_lower(stet_gpu_lowering **lowering, const stet_options *options,
                           const stet_gpu_limits *limits);
/* Lowers y[i] = f(x[i]) with CUDA 13's bits (STET_TRIG_CUDA13), or with the device's own function
 * (`own`), for n floats of IN, which may be OUT. Returns also STET_E_FUNCTION, STET_E_LENGTH (n <
 * 1, or more than a grid has), STET_E_MEMORY. */
stet_status stet_gpu_lower_trig(stet_gpu_lowering **lowering, stet_trig_function function, int own,
                                int64_t n);

/* Lowers the kernels of the article, forward, without a factor. STAGES: bit reversal and a launch
 * for each level, with the bits of level native, for n a power of two. SUM: the definition as a
 * sum, n <= 2^20. Complex numbers of f32 or f64; IN is not OUT. Returns also STET_E_PRECISION,
 * STET_E_LENGTH, STET_E_MEMORY. */
typedef enum stet_gpu_article { STET_GPU_ARTICLE_STAGES, STET_GPU_ARTICLE_SUM } stet_gpu_article;
stet_status stet_gpu_lower_article(stet_gpu_lowering **lowering, stet_gpu_article article,
                                   stet_precision precision, int64_t n);

/* Stores in `list`, 4 (round + 1) bytes, the next transforms from *from on that are open by the
 * words `open`, in the form that a round reads. Advances *from. Returns 0 if there are none. */
int stet_gpu_next_round(const stet_gpu_lowering *lowering, const void *open, int64_t *from,
                        void *list);

void stet_gpu_lowering_destroy(stet_gpu_lowering *r); /* NULL does nothing */

/* This is the source of the kernels, one text for CUDA, OpenCL C and C. doors/gpu/CMakeLists.txt
 * makes it. */
extern const char stet_gpu_kernel_source[];
extern const size_t stet_gpu_kernel_source_size;

#endif
