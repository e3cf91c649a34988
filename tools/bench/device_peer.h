/* SPDX-License-Identifier: Apache-2.0 */
/* Other libraries of transforms on devices: cuFFT, and VkFFT by a library of ours that is built
 * where its header is (tools/bench/vkfft_library.c). Both are loaded while the command runs. */
#ifndef STET_BENCH_DEVICE_PEER_H
#define STET_BENCH_DEVICE_PEER_H

#include "bench/work.h"
#include "files/device.h"

struct device_peer {
    const char *name; /* heads its column */
    bool loaded;
    char version[64];
    struct error missing; /* why not, and how to get it */
    /* A plan of w on memory of the device, enqueued on its queue; NULL, and e, if it has none. */
    void *(*create)(struct device *device, const struct work *w, void *in, void *out,
                    struct error *e);
    bool (*run)(void *plan, void *in, void *out); /* enqueued */
    void (*release)(void *plan);
};

void cufft_load(struct device_peer *peer, struct device *device);
void vkfft_load(struct device_peer *peer, struct device *device);

#endif
