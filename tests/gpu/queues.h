/* SPDX-License-Identifier: Apache-2.0 */
/* Memory and queues of a device by its driver's own functions, of either API alike: what a program
 * has that uses the device without this library. A failure of theirs is one of the test; in a
 * thread other than the one that opened the device it ends the thread, whose result is then not
 * NULL. */
#ifndef STET_TESTS_GPU_QUEUES_H
#define STET_TESTS_GPU_QUEUES_H

#include <stdbool.h>
#include <stddef.h>

#include "stet_gpu.h"

/* The first device, which this library adopts; false, and why, if there is none. */
bool open_device(stet_gpu_api api, stet_gpu **gpu, char *why, size_t size);
void close_device(stet_gpu *gpu);
void *device_context(void);
void *device_id(void); /* CUDA: NULL */

/* A thread that uses what is below, but the one that opened the device. */
void enter_device(void);

void *make_queue(void);
void release_queue(void *queue);
void *make_buffer(size_t bytes);
void release_buffer(void *buffer);
void write_to(void *queue, void *buffer, size_t at, const void *from, size_t bytes);
void read_from(void *queue, void *buffer, size_t at, void *to, size_t bytes);
void finish_queue(void *queue);

/* stet_gpu_execute() or _execute_cl(), offsets in bytes. */
int execute_at(stet_gpu_plan *plan, void *queue, void *in, size_t in_at, void *out, size_t out_at,
               void *work);

/* CUDA: what is enqueued between the two becomes a graph, NULL if it cannot be one. */
void begin_capture(void *queue);
void *end_capture(void *queue);
void launch_graph(void *graph, void *queue);
void release_graph(void *graph);

#endif
