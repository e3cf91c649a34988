/* SPDX-License-Identifier: Apache-2.0 */
/* Opens, adopts, tests and closes devices. */
#include "backend.h"
#include "cache.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const stet_gpu_backend *stet_gpu_backend_of(stet_gpu_api api)
{
    switch (api) {
    case STET_GPU_CUDA: return &stet_gpu_cuda;
    case STET_GPU_OPENCL: return &stet_gpu_opencl;
    default: return NULL;
    }
}

int stet_gpu_count(stet_gpu_api api, int *count)
{
    const stet_gpu_backend *backend = stet_gpu_backend_of(api);
    stet_gpu_no_reason();
    if (!count)
        return STET_E_NULL;
    *count = 0;
    return backend ? backend->count(count) : STET_GPU_E_API;
}

size_t stet_gpu_device_describe(stet_gpu_api api, int index, char *text, size_t size)
{
    char name[STET_GPU_TEXT] = "", lacks[STET_GPU_TEXT] = "", both[2 * STET_GPU_TEXT + 16] = "";
    const stet_gpu_backend *backend = stet_gpu_backend_of(api);
    stet_gpu_no_reason();
    if (backend && backend->look(index, name, sizeof name, lacks, sizeof lacks) == 0)
        snprintf(both, sizeof both, "%s%s%s", name, lacks[0] ? "\nlacks: " : "", lacks);
    return stet_gpu_give(text, size, both);
}

/* ------------------------------------------------------------- self-test -- */

enum { POINTS = 256 };

/* Returns pseudorandom bits. fill() makes numbers of all sizes of them, subnormals and zeros too.
 */
static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 33;
}

static void fill(stet_precision precision, void *x)
{
    uint64_t state = 1;
    for (int i = 0; i < 2 * POINTS; i++) {
        uint64_t r = next(&state);
        if (precision == STET_F32) {
            /* Uses exponent 0 (subnormal, zero) and exponents below the largest. */
            uint32_t bits = (uint32_t)(r & 0x807fffff) | (uint32_t)(i % 7 == 0 ? 0 : i % 199) << 23;
            if (i % 21 == 0)
                bits &= 0x80000000;
            memcpy((float *)x + i, &bits, sizeof bits);
        } else {
            uint64_t bits = (r & 0x800fffffffffffff) | (uint64_t)(i % 7 == 0 ? 0 : i * 3) << 52;
            if (i % 21 == 0)
                bits &= 0x8000000000000000;
            memcpy((double *)x + i, &bits, sizeof bits);
        }
    }
}

/* Runs one transform on the device and on the CPU. Unless the bits agree, the device is not
 * used. */
static int test_precision(stet_gpu *gpu, stet_precision precision)
{
    double x[2 * POINTS], y[2 * POINTS], z[2 * POINTS];
    const size_t bytes = 2 * POINTS * (precision == STET_F32 ? sizeof(float) : sizeof(double));
    const stet_dim dim = {POINTS, 1, 1};
    stet_options options;
    stet_gpu_plan *plan;
    stet_options_init(&options);
    options.precision = precision;
    options.rank = 1;
    options.dims = &dim;
    fill(precision, x);
    memset(y, 0xa5, sizeof y);
    int status = stet_transform(&options, x, z);
    if (!status)
        status = stet_gpu_plan_create(&plan, gpu, &options);
    if (status)
        return status;
    status = stet_gpu_execute_host(plan, x, y);
    stet_gpu_plan_destroy(plan);
    if (!status && memcmp(y, z, bytes) != 0)
        status =
            stet_gpu_fail(STET_GPU_E_SELF_TEST,
                          "%s computed other bits than the CPU in a transform of %d points of f%d",
                          gpu->device_name, POINTS, precision == STET_F32 ? 32 : 64);
    return status;
}

static int self_test(stet_gpu *gpu)
{
    const int status = test_precision(gpu, STET_F32);
    return status || !gpu->has_f64 ? status : test_precision(gpu, STET_F64);
}

/* ------------------------------------------------------------------ open -- */

/* STET_GPU_SHARED lowers the bytes of shared memory that blocks may use. This gives other
 * schedules and the same bits. */
static void lower_limits(stet_gpu *gpu)
{
    const char *text = getenv("STET_GPU_SHARED");
    const long asked = text ? strtol(text, NULL, 10) : 0;
    if (asked >= 16 * 1024 && (size_t)asked < gpu->limits.shared)
        gpu->limits.shared = (size_t)asked;
}

static int open_in(stet_gpu **result, stet_gpu_api api, int index, int adopted, void *context,
                   void *device)
{
    const stet_gpu_backend *backend = stet_gpu_backend_of(api);
    stet_gpu_no_reason();
    if (!result)
        return STET_E_NULL;
    *result = NULL;
    if (!backend)
        return STET_GPU_E_API;
    stet_gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        return STET_E_MEMORY;
    gpu->backend = backend;
    gpu->adopted = adopted;
    int status = backend->open(gpu, index, context, device);
    if (status) {
        free(gpu);
        return status;
    }
    lower_limits(gpu);
    pthread_mutex_init(&gpu->lock, NULL);
    pthread_mutex_init(&gpu->kernels_lock, NULL);
    status = self_test(gpu);
    if (status)
        stet_gpu_close(gpu);
    else
        *result = gpu;
    return status;
}

int stet_gpu_open(stet_gpu **gpu, stet_gpu_api api, int index)
{
    return open_in(gpu, api, index, 0, NULL, NULL);
}

int stet_gpu_adopt_cuda(stet_gpu **gpu, void *context)
{
    return open_in(gpu, STET_GPU_CUDA, 0, 1, context, NULL);
}

int stet_gpu_adopt_opencl(stet_gpu **gpu, void *context, void *device)
{
    stet_gpu_no_reason();
    if (gpu)
        *gpu = NULL;
    return context && device ? open_in(gpu, STET_GPU_OPENCL, 0, 1, context, device) : STET_E_NULL;
}

void stet_gpu_close(stet_gpu *gpu)
{
    if (!gpu)
        return;
    stet_gpu_kernels_unload(gpu);
    gpu->backend->close(gpu);
    pthread_mutex_destroy(&gpu->lock);
    pthread_mutex_destroy(&gpu->kernels_lock);
    free(gpu);
}

size_t stet_gpu_describe(const stet_gpu *gpu, char *text, size_t size)
{
    char folder[1024], all[2048] = "", damage[64] = "";
    if (!gpu)
        return stet_gpu_give(text, size, "");
    const int damaged = __atomic_load_n(&gpu->damaged, __ATOMIC_RELAXED);
    if (damaged > 0)
        snprintf(damage, sizeof damage, ", %d damaged file%s", damaged, damaged > 1 ? "s" : "");
    if (!stet_gpu_cache_folder(folder, sizeof folder))
        snprintf(folder, sizeof folder, "off");
    snprintf(all, sizeof all,
             "api: %s\ndevice: %s\ndriver: %s\ncompiler: %s\narchitecture: %d\n"
             "shared memory: %zu bytes\nthreads: %d\ndouble: %s\ncache: %s%s\n",
             gpu->backend->name, gpu->device_name, gpu->driver, gpu->compiler, gpu->architecture,
             gpu->limits.shared, gpu->limits.threads, gpu->has_f64 ? "yes" : "no", folder, damage);
    return stet_gpu_give(text, size, all);
}
