/* SPDX-License-Identifier: Apache-2.0 */
/* Times turns of some milliseconds, by wall clock, until the device is done; the first library
 * changes in each round. A copy of as many bytes as a transform reads and writes shows the limit of
 * the memory. */
#include "bench/on_device.h"

#include "files/array.h"
#include "files/number.h"
#include "bench/arrays.h"
#include "bench/device_peer.h"
#include "bench/measure.h"
#include "bench/peers.h"
#include "files/output.h"
#include "files/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STET = 0, COPY = 1, PEERS = 2, RUNNERS = PEERS + 2 };
#define TURN 4e-3
#define TOLERANCE 1e-4 /* 2-norm; far above good libraries' */

struct device_row {
    struct device *device;
    const struct device_peer *peers;
    struct work w;
    struct arrays host;
    void *in, *out, *workspace;
    stet_gpu_plan *plan;
    void *other[2];
    double seconds[RUNNERS], spread[RUNNERS], plan_seconds, error[2];
    bool runs[RUNNERS], bits;
    int64_t by_cpu;
};

static stet_options options_of(const struct work *w, stet_dim dims[SHAPE_AXES], stet_dim *batch)
{
    stet_options o;
    stet_options_init(&o);
    o.kind = w->kind;
    o.precision = w->precision;
    o.level = w->level;
    o.direction = w->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.norm = w->kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    o.half_mode = w->half_mode;
    work_dims(w, dims, batch);
    o.rank = o.batch_rank = 1;
    o.dims = dims;
    o.batch = batch;
    return o;
}

static bool open_row(struct device_row *r, struct error *e)
{
    const struct device_functions *gpu = device_functions();
    stet_gpu *const device = device_gpu(r->device);
    stet_dim dims[SHAPE_AXES], batch;
    const stet_options o = options_of(&r->w, dims, &batch);
    /* The arrays come first, so that no kernels are compiled for arrays that do not fit on the
     * device. */
    int status = gpu->alloc(device, r->host.in_bytes, &r->in);
    if (status == STET_OK && !r->w.in_place)
        status = gpu->alloc(device, r->host.out_bytes, &r->out);
    if (status == STET_OK) {
        const double start = clock_seconds();
        progress_long("compiling for the device", 1);
        status = gpu->plan_create(&r->plan, device, &o);
        progress_end();
        r->plan_seconds = clock_seconds() - start;
    }
    if (status == STET_OK && gpu->plan_workspace(r->plan) > 0)
        status = gpu->alloc(device, gpu->plan_workspace(r->plan), &r->workspace);
    if (status != STET_OK)
        return device_fail(status, "bench", e);
    r->runs[STET] = r->runs[COPY] = true;
    for (int i = 0; i < 2; i++)
        if (r->peers[i].loaded) {
            struct error why;
            r->other[i] =
                r->peers[i].create(r->device, &r->w, r->in, r->w.in_place ? r->in : r->out, &why);
            r->runs[PEERS + i] = r->other[i] != NULL;
        }
    return true;
}

static void close_row(struct device_row *r)
{
    const struct device_functions *gpu = device_functions();
    for (int i = 0; i < 2; i++)
        if (r->other[i] != NULL)
            r->peers[i].release(r->other[i]);
    gpu->plan_destroy(r->plan);
    gpu->free(device_gpu(r->device), r->in);
    gpu->free(device_gpu(r->device), r->out);
    gpu->free(device_gpu(r->device), r->workspace);
    arrays_free(&r->host);
}

static int enqueue(struct device_row *r, int which)
{
    void *const out = r->w.in_place ? r->in : r->out;
    if (which == STET)
        return device_execute(r->device, r->plan, r->in, out, r->workspace);
    if (which == COPY) { /* a transform moves as many bytes, reading half */
        const size_t bytes = (r->host.in_bytes + r->host.out_bytes) / 2;
        const size_t most =
            r->host.in_bytes < r->host.out_bytes ? r->host.in_bytes : r->host.out_bytes;
        return r->w.in_place ? STET_OK
                             : device_functions()->copy(device_gpu(r->device), r->out, r->in,
                                                        bytes < most ? bytes : most);
    }
    return r->peers[which - PEERS].run(r->other[which - PEERS], r->in, out) ? STET_OK
                                                                            : STET_GPU_E_CALL;
}

static bool turn(struct device_row *r, int which, int runs, double *seconds, struct error *e)
{
    const double start = clock_seconds();
    int status = STET_OK;
    for (int i = 0; i < runs && status == STET_OK; i++)
        status = enqueue(r, which);
    if (status == STET_OK)
        status = device_functions()->wait(device_gpu(r->device));
    *seconds = (clock_seconds() - start) / runs;
    return status == STET_OK || device_fail(status, "bench", e);
}

/* Times a row. In place a run reads the output of the previous one, but overflowed numbers take no
 * other time. */
static bool time_row(struct device_row *r, int rounds, double *times, struct error *e)
{
    int runs[RUNNERS] = {0};
    for (int i = 0; i < RUNNERS; i++) {
        double once, again;
        if (!r->runs[i])
            continue;
        if (!turn(r, i, 1, &once, e) || !turn(r, i, 1, &again, e))
            return false;
        runs[i] = again < TURN ? 1 + (int)(TURN / (again + 1e-7)) : 1;
    }
    for (int round = 0; round < rounds; progress_at((size_t)++round))
        for (int k = 0; k < RUNNERS; k++) {
            const int i = (k + round) % RUNNERS;
            if (r->runs[i] && !turn(r, i, runs[i], &times[i * rounds + round], e))
                return false;
        }
    for (int i = 0; i < RUNNERS; i++)
        if (r->runs[i]) {
            qsort(times + i * rounds, (size_t)rounds, sizeof *times, compare_doubles);
            r->seconds[i] = median_and_spread(times + i * rounds, rounds, &r->spread[i]);
        }
    return true;
}

static bool fetch(struct device_row *r, int which, struct error *e)
{
    const struct device_functions *gpu = device_functions();
    stet_gpu *const device = device_gpu(r->device);
    arrays_refill(&r->host);
    arrays_poison(&r->host);
    int status = gpu->write(device, r->in, r->host.in, r->host.in_bytes);
    if (status == STET_OK && !r->w.in_place)
        status = gpu->write(device, r->out, r->host.out, r->host.out_bytes);
    if (status == STET_OK)
        status = enqueue(r, which);
    if (status == STET_OK)
        status = gpu->read(device, r->host.out, r->w.in_place ? r->in : r->out, r->host.out_bytes);
    return status == STET_OK || device_fail(status, "bench", e);
}

/* Compares the outputs: stet's must have the CPU's bits, others must agree within rounding. */
static bool compare(struct device_row *r, struct error *e)
{
    stet_dim dims[SHAPE_AXES], batch;
    const stet_options o = options_of(&r->w, dims, &batch);
    arrays_refill(&r->host);
    arrays_poison(&r->host);
    const stet_status status = stet_transform(&o, r->host.in, r->host.out);
    if (status != STET_OK && status != STET_E_HALF_RANGE)
        return error_set(e, "the CPU: %s", stet_strerror(status));
    arrays_keep(&r->host);
    if (!fetch(r, STET, e))
        return false;
    r->bits = memcmp(r->host.out, r->host.want, r->host.out_bytes) == 0;
    for (int i = 0; i < 2; i++)
        if (r->runs[PEERS + i]) {
            if (!fetch(r, PEERS + i, e))
                return false;
            r->error[i] = arrays_distance(&r->host, 1);
        }
    return true;
}

static json_t *row_of(const struct device_row *r)
{
    const double bytes = (double)(r->host.in_bytes + r->host.out_bytes);
    json_t *o =
        json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:b, s:I}", "kind", work_kind(&r->w),
                  "precision", work_precision(&r->w), "n", (json_int_t)r->w.shape.n[0], "batch",
                  (json_int_t)r->w.batch, "seconds", r->seconds[STET], "spread", r->spread[STET],
                  "gflops", work_gflop(&r->w) / r->seconds[STET], "plan_seconds", r->plan_seconds,
                  "bits", (int)r->bits, "by_cpu", (json_int_t)r->by_cpu);
    json_object_set_new(o, "gb_per_second", json_real(bytes / r->seconds[STET] * 1e-9));
    if (!r->w.in_place) {
        json_object_set_new(o, "copy_seconds", json_real(r->seconds[COPY]));
        json_object_set_new(o, "of_copy", json_real(r->seconds[COPY] / r->seconds[STET]));
    }
    for (int i = 0; i < 2; i++)
        if (r->runs[PEERS + i]) {
            char key[40];
            snprintf(key, sizeof key, "%s_seconds", r->peers[i].name);
            json_object_set_new(o, key, json_real(r->seconds[PEERS + i]));
            snprintf(key, sizeof key, "over_%s", r->peers[i].name);
            json_object_set_new(o, key, json_real(r->seconds[PEERS + i] / r->seconds[STET]));
            snprintf(key, sizeof key, "%s_error", r->peers[i].name);
            json_object_set_new(o, key, json_real(r->error[i]));
        }
    return o;
}

static void print_row(const struct device_row *r)
{
    const double bytes = (double)(r->host.in_bytes + r->host.out_bytes);
    printf("%8td %8td %-12s %10.2f %9.1f %8.1f", r->w.shape.n[0], r->w.batch, work_precision(&r->w),
           r->seconds[STET] * 1e6, work_gflop(&r->w) / r->seconds[STET],
           bytes / r->seconds[STET] * 1e-9);
    if (r->w.in_place)
        printf("       -");
    else
        printf(" %7.2f", r->seconds[COPY] / r->seconds[STET]);
    for (int i = 0; i < 2; i++)
        if (r->runs[PEERS + i])
            printf(" %10.2f %6.2f%s", r->seconds[PEERS + i] * 1e6,
                   r->seconds[PEERS + i] / r->seconds[STET],
                   r->error[i] < TOLERANCE ? "" : " wrong");
        else if (r->peers[i].loaded)
            printf(" %10s %6s", "-", "-");
    printf("  %s\n", r->bits ? "the CPU's" : "OTHERS");
    (void)fflush(stdout);
}

static bool one_row(struct device_row *r, const struct request *ask, json_t *rows, bool *agree,
                    struct error *e)
{
    double *times = NULL;
    char phase[80];
    snprintf(phase, sizeof phase, "%s %td, round", work_precision(&r->w), r->w.shape.n[0]);
    bool ok = arrays_new(&r->host, &r->w, e);
    if (ok)
        arrays_fill(&r->host);
    ok = ok && allocate((void **)&times, (size_t)ask->rounds * RUNNERS * sizeof *times, e) &&
         open_row(r, e) && compare(r, e);
    progress_phase(phase, (size_t)ask->rounds);
    ok = ok && time_row(r, ask->rounds, times, e);
    progress_end();
    if (ok) {
        stet_gpu_stats stats = {.size = sizeof stats};
        device_functions()->plan_stats(r->plan, &stats);
        r->by_cpu = stats.cpu_transforms;
        *agree = *agree && r->bits;
        for (int i = 0; i < 2; i++)
            *agree = *agree && (!r->runs[PEERS + i] || r->error[i] < TOLERANCE);
        json_array_append_new(rows, row_of(r));
        if (ask->json == NULL || strcmp(ask->json, "-") != 0)
            print_row(r);
    }
    free(times);
    close_row(r);
    return ok;
}

static bool all_rows(const struct request *ask, struct device *device,
                     const struct device_peer *peers, json_t *rows, bool *agree, struct error *e)
{
    for (int p = STET_F32; p <= STET_BF16; p++)
        for (int s = 0; s < ask->sizes.count; s++)
            for (int b = 0; b < ask->batches.count; b++) {
                const struct size *size = &ask->sizes.items[s];
                const bool wanted = ask->precision == 0 ? p <= STET_F64 : p == ask->precision;
                if (!wanted || (size->batch != 0 && b > 0))
                    continue;
                struct device_row r = {.device = device, .peers = peers};
                r.w = (struct work){.kind = (stet_kind)ask->kind,
                                    .precision = (stet_precision)p,
                                    .shape = size->shape,
                                    .batch = size->batch != 0 ? size->batch
                                                              : ask->batches.items[b].batch,
                                    .in_place = ask->in_place,
                                    .threads = 2, /* selects the wall clock */
                                    .half_mode = (stet_half_mode)ask->half_mode,
                                    .level = (stet_level)ask->level};
                r.w.stride = ask->columns ? r.w.batch : 0;
                if (r.w.batch > POINTS_MAX / r.w.shape.n[0])
                    return error_set(e,
                                     "transforms of %td points, %td of them: at most 2^28 points "
                                     "together are possible",
                                     r.w.shape.n[0], r.w.batch);
                if (!one_row(&r, ask, rows, agree, e))
                    return false;
            }
    return true;
}

static void heading(const char *name, const struct device_peer *peers)
{
    printf("%s\n", name);
    for (int i = 0; i < 2; i++)
        if (peers[i].name != NULL)
            printf("%s: %s\n", peers[i].name,
                   peers[i].loaded ? peers[i].version : peers[i].missing.text);
    printf("microseconds of a call until the device is done, medians; x: times stet's\n");
    printf("%8s %8s %-12s %10s %9s %8s %7s", "N", "batch", "", "stet", "GFLOPS", "GB/s", "of copy");
    for (int i = 0; i < 2; i++)
        if (peers[i].loaded)
            printf(" %10s %6s", peers[i].name, "x");
    printf("  bits\n");
}

static json_t *result_of(const struct request *r, const char *name, const struct device_peer *peers,
                         json_t *rows)
{
    json_t *o = json_object(), *libraries = json_object();
    for (int i = 0; i < 2; i++)
        if (peers[i].name != NULL)
            json_object_set_new(libraries, peers[i].name,
                                peers[i].loaded ? json_text(peers[i].version)
                                                : json_text(peers[i].missing.text));
    json_object_set_new(o, "device", json_text(name));
    json_object_set_new(o, "libraries", libraries);
    json_object_set_new(o, "command", json_text(r->command));
    json_object_set(o, "rows", rows);
    return o;
}

static bool write_result(const struct request *r, json_t *result, struct output *file,
                         struct error *e)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(6);
    if (file == NULL)
        return json_print(result, flags, stdout, "standard output", e);
    return json_print(result, flags, output_stream(file), r->json, e) && output_commit_all(e);
}

bool bench_device(const struct request *r, bool *agree, struct error *e)
{
    struct device *device;
    struct device_peer peers[2] = {{.name = NULL}};
    struct output *file = NULL;
    char name[500];
    const bool table = r->json == NULL || strcmp(r->json, "-") != 0;
    *agree = true;
    if ((!table && !output_take_stdout("--json", e)) || !device_open(r->device, &device, e))
        return false;
    bool ok = r->json == NULL || !table ||
              (file = output_begin(r->json, "--json", OUTPUT_JSON, e)) != NULL;
    device_name(device, name, sizeof name);
    if (r->peers & PEER_CUFFT)
        cufft_load(&peers[0], device);
    if (r->peers & PEER_VKFFT)
        vkfft_load(&peers[1], device);
    json_t *rows = json_array();
    if (ok && table)
        heading(name, peers);
    ok = ok && all_rows(r, device, peers, rows, agree, e);
    if (ok && r->json != NULL)
        ok = write_result(r, result_of(r, name, peers, rows), file, e);
    json_decref(rows);
    device_close(device);
    return ok;
}
