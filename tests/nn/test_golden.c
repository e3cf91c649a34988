/* SPDX-License-Identifier: Apache-2.0 */
/* test_layers_golden FILE [--write]: digests of each layer in each mode on each instance, beside
 * those of FILE. Plain C: it runs wherever the library does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "nn/weights.h"
#include "lib/transform.h"

enum { ROWS = 8, N = 96, ALL = ROWS * N };

static const char *const modes[] = {"", "fused", "strict", "extended"};
static char known[1 << 14];
static int good = 1, writing;

static void tell(const char *layer, stet_precision p, int mode, const void *y, size_t count)
{
    char hex[65], line[160];
    canonical_digest(y, p, count, hex);
    snprintf(line, sizeof line, "%s %s %s %s\n", layer, p == STET_F32 ? "f32" : "f64", modes[mode],
             hex);
    if (writing)
        fputs(line, stdout);
    else if (!strstr(known, line)) {
        fprintf(stderr, "%s: not among the digests: %s", stet_isa_name(), line);
        good = 0;
    }
}

static void layers(stet_precision p, stet_layer_mode mode)
{
    static const char *const names[] = {"", "causal", "centred", "anticausal"};
    void *x = weights(p, ALL, 1, 1), *w = weights(p, N * N, 1, 2), *b = weights(p, N, 1, 3);
    void *y = weights(p, ALL, 1, 4);
    for (stet_alignment a = STET_ALIGN_CAUSAL; a <= STET_ALIGN_ANTICAUSAL; a++) {
        stet_depthwise3(p, mode, a, 1, ROWS, N, x, w, b, y);
        tell(names[a], p, (int)mode, y, ALL);
    }
    stet_linear(p, mode, ROWS, N, N, x, w, b, y);
    tell("linear", p, (int)mode, y, ALL);
    stet_layer_norm(p, mode, ROWS, N, 1e-5, x, w, b, y);
    tell("norm", p, (int)mode, y, ALL);
    filter f = filter_open(p, mode, N, 16, ROWS, 5);
    void *k = filter_make(&f);
    tell("hyena", p, (int)mode, k, ALL);
    filter_close(&f);
    free(k), free(x), free(w), free(b), free(y);
}

static void all(void)
{
    for (stet_precision p = STET_F32; p <= STET_F64; p++)
        for (stet_layer_mode mode = STET_LAYER_FUSED; mode <= STET_LAYER_EXTENDED; mode++)
            layers(p, mode);
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file) {
        known[fread(known, 1, sizeof known - 1, file)] = '\0';
        fclose(file);
    }
    writing = argc > 2;
    const stet_isa *isa;
    for (int i = 0; (isa = stet_isa_at(i)) && !(writing && i); i++)
        if (stet_isa_can_run(isa) && stet_isa_select(isa->name) == STET_OK)
            all();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
