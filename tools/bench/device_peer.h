/* SPDX-License-Identifier: Apache-2.0 */
/* Other libraries of transforms on devices, loaded at run time: cuFFT, and VkFFT through our
 * library, which is built where its header is present (tools/bench/vkfft_library.c). */
#ifndef STET_BENCH_DEVICE_PEER_H
#define STET_BENCH_DEVICE_PEER_H

#include "bench/work.h"
#include "files/device.h"

struct device_peer {
    const char *name; /* title of its column */
    bool loaded;
    char version[64];
    struct error missing; /* the reason, and how to get it */
    /* Makes a plan of w on memory of the device, for its queue. Returns NULL with e set if the
     * library has none. */
    void *(*create)(struct device *device, const struct work *w, void *in, void *out,
                    struct error *e);
    bool (*run)(void *plan, void *in, void *out); /* enqueues the transform */
    void (*release)(void *plan);
};

void cufft_load(struct device_peer *peer, struct device *device);
void vkfft_load(struct device_peer *peer, struct device *device);

#endif
