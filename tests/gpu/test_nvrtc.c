/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC, where there is one, takes the kernels of some plans as doors/gpu/host hands them over. No
 * GPU is needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/nvrtc.h"

static int compiled, refused;

static void compile(const stet_options *o, int architecture)
{
    const stet_gpu_limits limits = {.shared = 227 * 1024, .threads = 1024};
    stet_gpu_lowering *l;
    if (stet_gpu_lower(&l, o, &limits) != STET_OK) {
        puts("a plan is not lowered");
        refused++;
        return;
    }
    for (int i = 0; i < l->count; i++) {
        const stet_gpu_build build = {stet_gpu_kernel_source, l->launch[i].options,
                                      l->launch[i].kernel, l->launch[i].shared};
        void *binary;
        size_t size;
        char reason[2000];
        const int status = stet_gpu_nvrtc_compile(&build, architecture, &binary, &size);
        if (status != STET_OK) {
            stet_gpu_reason(reason, sizeof reason);
            printf("%s\n%s\n", stet_gpu_strerror(status), reason);
            refused++;
        } else {
            compiled++;
        }
        free(binary);
    }
    stet_gpu_lowering_destroy(l);
}

int main(void)
{
    static const struct {
        stet_kind kind;
        stet_precision precision;
        stet_level level;
        ptrdiff_t n;
        int architecture;
    } cases[] = {{STET_C2C, STET_F32, STET_LEVEL_NATIVE, 1024, 90},
                 {STET_R2C, STET_F64, STET_LEVEL_NATIVE, 60, 80},
                 {STET_C2R, STET_F32, STET_LEVEL_EXTENDED_FF, 16, 90},
                 {STET_C2C, STET_F16, STET_LEVEL_CORRECT, 64, 90},
                 {STET_C2C, STET_F32, STET_LEVEL_NATIVE, 17, 999}}; /* PTX for what is newer */
    char name[64];
    if (stet_gpu_nvrtc_name(name, sizeof name) != STET_OK) {
        puts("skipped: no NVRTC");
        return 77;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const stet_dim dim = {cases[i].n, 1, 1};
        stet_options o;
        stet_options_init(&o);
        o.kind = cases[i].kind;
        o.precision = cases[i].precision;
        o.level = cases[i].level;
        o.direction = o.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        o.rank = 1;
        o.dims = &dim;
        compile(&o, cases[i].architecture);
    }
    printf("%s: %d kernels compiled, %d refused\n", name, compiled, refused);
    return refused > 0 || compiled == 0;
}
