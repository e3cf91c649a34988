/* SPDX-License-Identifier: Apache-2.0 */
/* Devices. libstet_gpu is found at run time, so that the command runs without it. */
#ifndef STET_FILES_DEVICE_H
#define STET_FILES_DEVICE_H

#include "files/report.h"
#include "stet_gpu.h"
#include "files/transform.h"

struct device;

/* Opens "cuda" or "opencl:1": an API and a number. *device is NULL on failure. device_close()
 * releases it. */
bool device_open(const char *text, struct device **device, struct error *e);
void device_close(struct device *device); /* device may be NULL */

/* Returns the device in the form that transform_run() takes. */
const struct transform_device *device_transforms(struct device *device);

/* Stores "OpenCL: NAME, driver ..., compiler ..." in one line. */
void device_name(struct device *device, char *text, size_t size);

/* Adds all devices to the report of stet info: a row for each, and the key "devices". */
void device_list(struct report *r);

/* These are the functions of the library, and the device, for stet bench and stet-lab tables. */
struct device_functions {
    int (*count)(stet_gpu_api api, int *count);
    int (*open)(stet_gpu **gpu, stet_gpu_api api, int index);
    void (*close)(stet_gpu *gpu);
    size_t (*describe)(const stet_gpu *gpu, char *text, size_t size);
    size_t (*device_describe)(stet_gpu_api api, int index, char *text, size_t size);
    int (*plan_create)(stet_gpu_plan **plan, stet_gpu *gpu, const stet_options *options);
    void (*plan_destroy)(stet_gpu_plan *plan);
    int (*plan_stats)(const stet_gpu_plan *plan, stet_gpu_stats *stats);
    size_t (*plan_workspace)(const stet_gpu_plan *plan);
    int (*plan_experiment)(stet_gpu_plan **plan, stet_gpu *gpu, stet_gpu_experiment what,
                           stet_precision precision, ptrdiff_t n);
    int (*execute)(stet_gpu_plan *plan, const void *in, void *out, void *work, void *stream);
    int (*execute_cl)(stet_gpu_plan *plan, void *queue, void *in, size_t in_offset, void *out,
                      size_t out_offset, void *work, unsigned waits, void *const *wait_list,
                      void **event);
    int (*alloc)(stet_gpu *gpu, size_t bytes, void **memory);
    void (*free)(stet_gpu *gpu, void *memory);
    int (*write)(stet_gpu *gpu, void *to, const void *from, size_t bytes);
    int (*read)(stet_gpu *gpu, void *to, const void *from, size_t bytes);
    int (*copy)(stet_gpu *gpu, void *to, const void *from, size_t bytes);
    int (*wait)(stet_gpu *gpu);
    void *(*context)(const stet_gpu *gpu);
    void *(*device)(const stet_gpu *gpu);
    void *(*queue)(const stet_gpu *gpu);
    int (*execute_host)(stet_gpu_plan *plan, const void *in, void *out);
    const char *(*strerror)(int status);
    size_t (*reason)(char *text, size_t size);
};
const struct device_functions *device_functions(void); /* after device_open() */
stet_gpu *device_gpu(struct device *device);
bool device_is_cuda(const struct device *device);
/* Enqueues a plan on memory of the device and returns a status. */
int device_execute(struct device *device, stet_gpu_plan *plan, void *in, void *out, void *work);
bool device_fail(int status, const char *what, struct error *e);

#endif
