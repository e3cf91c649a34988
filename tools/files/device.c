/* SPDX-License-Identifier: Apache-2.0 */
#include "files/device.h"

#include "files/progress.h"
#include "files/text.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct device {
    struct transform_device transforms; /* must be first: of() casts it back */
    stet_gpu *gpu;
    const char *api;
};

static const struct api {
    const char *word, *name;
    stet_gpu_api api;
} apis[] = {{"cuda", "CUDA", STET_GPU_CUDA}, {"opencl", "OpenCL", STET_GPU_OPENCL}};
enum { APIS = sizeof apis / sizeof *apis };

/* --------------------------------------------------------------- library -- */

static struct device_functions gpu;
static void *handle;

static const struct {
    const char *name;
    size_t at;
} functions[] = {
#define FUNCTION(name) {"stet_gpu_" #name, offsetof(struct device_functions, name)}
    FUNCTION(count),          FUNCTION(open),         FUNCTION(close),
    FUNCTION(describe),       FUNCTION(plan_create),  FUNCTION(plan_stats),
    FUNCTION(plan_destroy),   FUNCTION(execute_host), FUNCTION(device_describe),
    FUNCTION(plan_workspace), FUNCTION(strerror),     FUNCTION(reason),
    FUNCTION(execute),        FUNCTION(execute_cl),   FUNCTION(plan_experiment),
    FUNCTION(alloc),          FUNCTION(free),         FUNCTION(write),
    FUNCTION(read),           FUNCTION(copy),         FUNCTION(wait),
    FUNCTION(context),        FUNCTION(device),       FUNCTION(queue)};

/* Opens the library beside the command, as in a build, or in its installed place, or else on the
 * system's search path. */
static void *open_library(void)
{
    static const char *const places[] = {"", STET_LIB_PLACE "/"};
    char self[PATH_MAX], path[3 * PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    void *found = NULL;
    if (length > 0) {
        self[length] = 0;
        *strrchr(self, '/') = 0;
        for (size_t i = 0; i < sizeof places / sizeof *places && found == NULL; i++) {
            const bool absolute = places[i][0] == '/';
            snprintf(path, sizeof path, "%s%s%s%s", absolute ? "" : self, absolute ? "" : "/",
                     places[i], STET_GPU_LIBRARY);
            found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        }
    }
    return found != NULL ? found : dlopen(STET_GPU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

static bool need_library(struct error *e)
{
    /* PoCL's default work-group method miscompiles (docs/gpu.md). The process is the command's own,
     * so it may set this. */
    setenv("POCL_WORK_GROUP_METHOD", "loops", 0);
    if (handle != NULL)
        return true;
    handle = open_library();
    if (handle == NULL)
        return error_set(e, "no " STET_GPU_LIBRARY ", which transforms on devices: build stet with "
                            "-DSTET_BUILD_GPU=ON, or install it");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *address = dlsym(handle, functions[i].name);
        if (address == NULL) {
            dlclose(handle);
            handle = NULL;
            return error_set(e, STET_GPU_LIBRARY " has no %s: it is of another version",
                             functions[i].name);
        }
        memcpy((char *)&gpu + functions[i].at, (const void *)&address, sizeof address);
    }
    return true;
}

const struct device_functions *device_functions(void) { return &gpu; }

bool device_fail(int status, const char *what, struct error *e)
{
    char reason[800];
    gpu.reason(reason, sizeof reason);
    const char *says = status == STET_GPU_E_TRANSFORM
                           ? "no kernel does this transform on this device: leave out --device"
                           : gpu.strerror(status);
    return error_set(e, "%s: %s%s%s%s", what, says, reason[0] != 0 ? " (" : "", reason,
                     reason[0] != 0 ? ")" : "");
}

/* ------------------------------------------------------------ transforms -- */

/* Returns the device whose first member t is. */
static struct device *of(const struct transform_device *t)
{
    struct device *d;
    memcpy((void *)&d, (const void *)&t, sizeof(void *));
    return d;
}

/* Returns the bytes from the first to the last number of the output, or of the input. */
static size_t side_bytes(const stet_options *o, bool out)
{
    const bool halved = o->kind == (out ? STET_R2C : STET_C2R);
    const bool is_real = o->kind == STET_R2R || o->kind == (out ? STET_C2R : STET_R2C);
    const size_t number = o->precision == STET_F64 ? 8 : o->precision == STET_F32 ? 4 : 2;
    size_t last = 0;
    for (int i = 0; i < o->rank + o->batch_rank; i++) {
        const stet_dim *d = i < o->rank ? &o->dims[i] : &o->batch[i - o->rank];
        const ptrdiff_t n = i == o->rank - 1 && halved ? d->n / 2 + 1 : d->n;
        last += (size_t)(n - 1) * (size_t)(out ? d->out_stride : d->in_stride);
    }
    return (last + 1) * number * (is_real ? 1 : 2);
}

/* Tests whether the device has memory for both arrays, before kernels are compiled for them. */
static bool fits(const struct device *d, const stet_options *options, struct error *e)
{
    const size_t bytes[2] = {side_bytes(options, false), side_bytes(options, true)};
    void *memory[2] = {NULL, NULL};
    int status = gpu.alloc(d->gpu, bytes[0], &memory[0]);
    if (status == STET_OK)
        status = gpu.alloc(d->gpu, bytes[1], &memory[1]);
    for (int i = 0; i < 2; i++)
        gpu.free(d->gpu, memory[i]);
    if (status == STET_OK)
        return true;
    device_fail(status, d->api, e);
    char what[200];
    snprintf(what, sizeof what, "--device: %zu bytes of input and %zu of output: leave it out",
             bytes[0], bytes[1]);
    return error_prefix(e, what);
}

static bool make_plan(const struct transform_device *t, const stet_options *options, void **plan,
                      struct error *e)
{
    stet_gpu_plan *made;
    if (!fits(of(t), options, e))
        return false;
    const int status = gpu.plan_create(&made, of(t)->gpu, options);
    *plan = made;
    return status == STET_OK || device_fail(status, of(t)->api, e);
}

static bool execute(const struct transform_device *t, void *plan, const void *in, void *out,
                    struct error *e)
{
    const int status = gpu.execute_host(plan, in, out);
    return status == STET_OK || device_fail(status, of(t)->api, e);
}

static void destroy(void *plan) { gpu.plan_destroy(plan); }

const struct transform_device *device_transforms(struct device *device)
{
    return device != NULL ? &device->transforms : NULL;
}

/* --------------------------------------------------------------- devices -- */

bool device_open(const char *text, struct device **result, struct error *e)
{
    const size_t length = strcspn(text, ":");
    const struct api *api = NULL;
    char none[1] = "", *end = none;
    *result = NULL;
    for (size_t i = 0; i < APIS; i++)
        if (strlen(apis[i].word) == length && strncmp(apis[i].word, text, length) == 0)
            api = &apis[i];
    const long index = text[length] == ':' ? strtol(text + length + 1, &end, 10) : 0;
    if (api == NULL || (text[length] == ':' && (text[length + 1] < '0' || text[length + 1] > '9' ||
                                                *end != 0 || index > 1000)))
        return error_set(e,
                         "--device %s: it is cuda or opencl, or one of these with a number, as "
                         "opencl:0; stet info lists devices",
                         text);
    if (!need_library(e))
        return error_prefix(e, "--device");
    struct device *d = calloc(1, sizeof *d);
    if (d == NULL)
        return error_set(e, "not enough memory");
    d->api = api->name;
    d->transforms = (struct transform_device){make_plan, execute, destroy};
    progress_long("trying the device", 1); /* the self-test compiles its kernels */
    const int status = gpu.open(&d->gpu, api->api, (int)index);
    progress_end();
    if (status != STET_OK) {
        char what[80];
        snprintf(what, sizeof what, "--device %.40s", text);
        free(d);
        return device_fail(status, what, e);
    }
    *result = d;
    return true;
}

void device_close(struct device *device)
{
    if (device == NULL)
        return;
    gpu.close(device->gpu);
    free(device);
}

stet_gpu *device_gpu(struct device *device) { return device->gpu; }

bool device_is_cuda(const struct device *device) { return strcmp(device->api, "CUDA") == 0; }

int device_execute(struct device *device, stet_gpu_plan *plan, void *in, void *out, void *work)
{
    void *const queue = gpu.queue(device->gpu);
    if (device_is_cuda(device))
        return gpu.execute(plan, in, out, work, queue);
    return gpu.execute_cl(plan, queue, in, 0, out, 0, work, 0, NULL, NULL);
}

/* Stores the value of the line "key: value". */
static void value_of(const char *text, const char *key, char *value, size_t size)
{
    const char *at = strstr(text, key);
    value[0] = 0;
    if (at != NULL)
        snprintf(value, size, "%.*s", (int)strcspn(at + strlen(key), "\n"), at + strlen(key));
}

void device_name(struct device *device, char *text, size_t size)
{
    char all[2000], name[200], driver[100], compiler[100];
    gpu.describe(device->gpu, all, sizeof all);
    value_of(all, "device: ", name, sizeof name);
    value_of(all, "driver: ", driver, sizeof driver);
    value_of(all, "compiler: ", compiler, sizeof compiler);
    snprintf(text, size, "%s: %s, driver %s, compiler %s", device->api, name, driver, compiler);
}

/* ------------------------------------------------------------------- list -- */

static void list_one(struct report *r, json_t *list, const struct api *api, int index)
{
    char text[600], *lacks;
    gpu.device_describe(api->api, index, text, sizeof text);
    lacks = strstr(text, "\nlacks: ");
    if (lacks != NULL)
        *lacks = 0;
    lacks = lacks != NULL ? lacks + strlen("\nlacks: ") : NULL;
    report_row(r, "device", "%s:%d %s%s%s", api->word, index, text, lacks != NULL ? "; lacks " : "",
               lacks != NULL ? lacks : "");
    json_t *one = json_object();
    json_object_set_new(one, "device", json_sprintf("%s:%d", api->word, index));
    json_object_set_new(one, "name", json_text(text));
    json_object_set_new(one, "lacks", lacks != NULL ? json_text(lacks) : json_null());
    json_array_append_new(list, one);
}

void device_list(struct report *r)
{
    struct error e;
    json_t *list = json_array();
    if (!need_library(&e)) {
        report_row(r, "devices", "none: no %s", STET_GPU_LIBRARY);
    } else {
        int count, most = 6; /* rows of the table */
        for (size_t a = 0; a < APIS; a++) {
            char reason[300];
            const int status = gpu.count(apis[a].api, &count);
            gpu.reason(reason, sizeof reason);
            if (status != STET_OK || count == 0)
                report_row(r, "device", "%s: none%s%s", apis[a].word, status != STET_OK ? ": " : "",
                           status == STET_OK ? "" : reason);
            for (int i = 0; status == STET_OK && i < count && most-- > 0; i++)
                list_one(r, list, &apis[a], i);
        }
    }
    report_key(r, "devices", list);
}
