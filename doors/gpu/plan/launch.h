/* SPDX-License-Identifier: Apache-2.0 */
/* What runs on a device: options become a list of launches, which anything can execute: OpenCL,
 * CUDA, or the kernels as C on the CPU (doors/gpu/emulate). No device, driver or compiler is known
 * here.
 */
#ifndef STET_GPU_PLAN_LAUNCH_H
#define STET_GPU_PLAN_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

/* What a kernel is compiled with: integers, all of them defined in every program. They are macros
 * on a device, variables in C. doors/gpu/kernels/README.md has their meanings. */
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

/* The arrays of an execution. TABLES never changes: stet_gpu_lowering.tables, copied to the device
 * when the plan is made. WORK has stet_gpu_lowering.workspace bytes, aligned to 256, of any
 * content. */
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

/* One launch, in order: each begins when the one before it is done. The arguments of the kernel are
 * a pointer for each slot, then the byte offset of each slot as a signed integer of 64 bits (where
 * an array does not begin at its buffer, as one of OpenCL may, what lies before it is added to
 * that), then the numbers, 64 bits each. Both arrays may be one. */
typedef struct stet_gpu_launch {
    const char *kernel; /* its name: a static string */
    const char
        *options; /* " -DREAL=32 -DSTEPS=3 ..": of the compiler; the same text, the same program */
    stet_gpu_definitions definitions; /* the same */
    int64_t grid;                     /* blocks (work-groups), in one dimension, below 2^31 */
    int block;                        /* threads (work-items) of each */
    size_t shared; /* bytes of shared (local) memory; CUDA: given with the launch; OpenCL: in the
                      source */
    int slots, ints;
    stet_gpu_slot slot[STET_GPU_SLOTS];
    int64_t number[STET_GPU_INTS];
} stet_gpu_launch;

/* What the device has. */
typedef struct stet_gpu_limits {
    size_t
        shared;  /* bytes of shared memory that a block may have: 48 KB is common; at least 16 KB */
    int threads; /* of a block, at least 64 */
    size_t chunk; /* bytes of workspace between the passes of lines that a cache holds; 0: 16 MB */
} stet_gpu_limits;

typedef struct stet_gpu_lowering {
    int count, at_once; /* launches, and those of them that every execution has */
    stet_gpu_launch *launch;
    size_t workspace; /* bytes */
    size_t table_size;
    void *tables;
    int needs_f64;     /* whether a kernel computes in double */
    int half_exponent; /* stet_plan_half_exponent() */
    /* Level correct: after the launches `transforms` words of 32 bits, at `open` in WORK, say which
     * transforms have outputs that are not decided: these, where the word is not 0, are for the
     * level of the CPU, whole. They are numbered in the order of the batch, its last dimension
     * fastest. These launches read IN after OUT has been written: the two are not one array, and
     * who has one copies it. What no kernel does (real to real; level correct of f64) has no
     * launches, and `open` is -1: all transforms are for the CPU. Otherwise transforms is 0. */
    int64_t transforms, open;
    /* The launches after the first `at_once`, a round, are for transforms that are open then,
     * `round` of them at most: 32 bits at `listed` in WORK have how many, and behind it which.
     * There are as many rounds as that takes; what is open after them is for the CPU. */
    int64_t round, listed;
} stet_gpu_lowering;

/* The options are valid: stet_plan_create() takes them. limits NULL: 48 KB, 1024 threads. Returns
 * STET_OK; STET_E_OVERFLOW for lines above 2^30 and 2^32 tiles; STET_E_MEMORY. Give *lowering
 * back with the other function; it is NULL on failure. Arrays of complex numbers have to begin at a
 * multiple of one. */
stet_status stet_gpu_lower(stet_gpu_lowering **lowering, const stet_options *options,
                           const stet_gpu_limits *limits);
/* y[i] = f(x[i]) with CUDA 13's bits (STET_TRIG_CUDA13), or by the device's own function, for n
 * floats of IN, which may be OUT.
 * STET_E_FUNCTION, STET_E_LENGTH (n < 1, or more than a grid has), STET_E_MEMORY. */
stet_status stet_gpu_lower_trig(stet_gpu_lowering **lowering, stet_trig_function function, int own,
                                int64_t n);

/* The kernels of the article, forward, without a factor: bit reversal and a launch for each level,
 * which have the bits of level native, for n a power of two; or the definition as a sum, n <= 2^20.
 * Complex numbers of f32 or f64, IN is not OUT. STET_E_PRECISION, STET_E_LENGTH, STET_E_MEMORY. */
typedef enum stet_gpu_article { STET_GPU_ARTICLE_STAGES, STET_GPU_ARTICLE_SUM } stet_gpu_article;
stet_status stet_gpu_lower_article(stet_gpu_lowering **lowering, stet_gpu_article article,
                                   stet_precision precision, int64_t n);

/* The next transforms, from *from on, that are open by the words `open`, as the launches of a round
 * want them, in 4 (round + 1) bytes; *from moves behind them. 0 if there are none. */
int stet_gpu_next_round(const stet_gpu_lowering *lowering, const void *open, int64_t *from,
                        void *list);

void stet_gpu_lowering_destroy(stet_gpu_lowering *r); /* NULL is allowed */

/* The source of the kernels, one text for CUDA, OpenCL C and C. Made by doors/gpu/CMakeLists.txt.
 */
extern const char stet_gpu_kernel_source[];
extern const size_t stet_gpu_kernel_source_size;

#endif
