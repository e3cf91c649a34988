/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of devices in place of those of the CPU: what is linked with --wrap=stet_plan_create and so
 * on transforms on the device that STET_TEST_GPU names (cuda, opencl), its arrays copied there and
 * back. Plans that have no kernel are the CPU's, counted, and more than STET_TEST_LEFT of them are
 * a failure.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stet_gpu.h"

enum { SKIPPED = 77 };

/* The plan that callers see. */
struct stet_plan {
    stet_gpu_plan *device;
};

stet_status __wrap_stet_plan_create(stet_plan **plan, const stet_options *options);
void __wrap_stet_plan_destroy(stet_plan *plan);
size_t __wrap_stet_plan_workspace(const stet_plan *plan);
stet_status __wrap_stet_execute(const stet_plan *plan, const void *in, void *out);
stet_status __wrap_stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                                     size_t size);
stet_status __wrap_stet_transform(const stet_options *options, const void *in, void *out);

static stet_gpu *gpu;
static long on_device, left, by_cpu, launches, compiled;

/* At the end: what ran where. Too much left to the CPU fails, whatever the digests say. */
static void account(void)
{
    const char *most = getenv("STET_TEST_LEFT");
    printf("plans on the device: %ld, of %ld launches; kernels compiled: %ld; left to the CPU: %ld "
           "plans without a kernel, %ld transforms of level correct\n",
           on_device, launches, compiled, left, by_cpu);
    stet_gpu_close(gpu);
    if (on_device == 0 || left > (most != NULL ? atol(most) : 0)) {
        printf("FAILED: at most %s plans may be left to the CPU\n", most != NULL ? most : "0");
        fflush(stdout);
        _exit(EXIT_FAILURE);
    }
}

static void open_device(void)
{
    char reason[1000], about[2000];
    const char *name = getenv("STET_TEST_GPU");
    const bool needed = getenv("STET_TEST_DEVICES") != NULL;
    if (getenv("STET_TEST_REAL") != NULL && !needed) {
        printf("skipped: make test-gpu runs this\n");
        exit(SKIPPED);
    }
    const bool cuda = name != NULL && strcmp(name, "cuda") == 0;
    const int status = stet_gpu_open(&gpu, cuda ? STET_GPU_CUDA : STET_GPU_OPENCL, 0);
    stet_gpu_reason(reason, sizeof reason);
    if (!needed && (status == STET_GPU_E_DRIVER || status == STET_GPU_E_DEVICE)) {
        printf("skipped: no device: %s: %s\n", stet_gpu_strerror(status), reason);
        exit(SKIPPED);
    }
    if (status != STET_OK) {
        printf("cannot open the device: %s\n%s\n", stet_gpu_strerror(status), reason);
        exit(EXIT_FAILURE);
    }
    stet_gpu_describe(gpu, about, sizeof about);
    printf("%s", about);
    atexit(account);
}

static void complain(int status)
{
    char reason[1500];
    stet_gpu_reason(reason, sizeof reason);
    printf("%s\n%s\n", stet_gpu_strerror(status), reason);
}

stet_status __wrap_stet_plan_create(stet_plan **plan, const stet_options *options)
{
    if (gpu == NULL)
        open_device();
    *plan = calloc(1, sizeof **plan);
    if (*plan == NULL)
        return STET_E_MEMORY;
    const int status = stet_gpu_plan_create(&(*plan)->device, gpu, options);
    if (status == STET_OK) {
        stet_gpu_stats stats = {.size = sizeof stats};
        stet_gpu_plan_stats((*plan)->device, &stats);
        left += stats.launches == 0;
        on_device += stats.launches > 0;
        launches += stats.launches;
        compiled += stats.compiled;
    }
    if (status != STET_OK) {
        complain(status);
        free(*plan);
        *plan = NULL;
    }
    return (stet_status)status;
}

void __wrap_stet_plan_destroy(stet_plan *plan)
{
    if (plan == NULL)
        return;
    stet_gpu_stats stats = {.size = sizeof stats};
    if (stet_gpu_plan_stats(plan->device, &stats) == STET_OK && stats.launches > 0)
        by_cpu += stats.cpu_transforms;
    stet_gpu_plan_destroy(plan->device);
    free(plan);
}

size_t __wrap_stet_plan_workspace(const stet_plan *plan)
{
    (void)plan;
    return 0;
}

stet_status __wrap_stet_execute(const stet_plan *plan, const void *in, void *out)
{
    const int status = stet_gpu_execute_host(plan->device, in, out);
    if (status != STET_OK)
        complain(status);
    return (stet_status)status;
}

stet_status __wrap_stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                                     size_t size)
{
    (void)work;
    (void)size;
    return __wrap_stet_execute(plan, in, out);
}

stet_status __wrap_stet_transform(const stet_options *options, const void *in, void *out)
{
    stet_plan *plan;
    stet_status status = __wrap_stet_plan_create(&plan, options);
    if (status == STET_OK)
        status = __wrap_stet_execute(plan, in, out);
    __wrap_stet_plan_destroy(status == STET_OK || plan != NULL ? plan : NULL);
    return status;
}
