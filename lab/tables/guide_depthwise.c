/* SPDX-License-Identifier: Apache-2.0 */
/* The guide's switch ep_depthwise: the 3-tap filter in each mode. */
#include "tables/guide.h"

#include <math.h>

enum { CHANNELS = 64, LENGTH = 512, ALL = CHANNELS * LENGTH };

static struct {
    float x[ALL], w[3 * CHANNELS], y[ALL];
    double exact[ALL]; /* products of floats and their sums, rounded once or twice to double */
} a;

static void fill(void)
{
    uint64_t state = 5;
    for (int i = 0; i < ALL; i++)
        a.x[i] = guide_uniform(&state);
    for (int i = 0; i < 3 * CHANNELS; i++)
        a.w[i] = guide_uniform(&state);
    for (int i = 0; i < ALL; i++)
        for (int k = 0; k < 3; k++)
            if (i % LENGTH + k >= 2) /* causal */
                a.exact[i] += (double)a.w[3 * (i / LENGTH) + k] * (double)a.x[i - 2 + k];
}

static void add(json_t *rows, const char *mode, double rel, double worst)
{
    json_array_append_new(rows,
                          json_pack("{s:s, s:f, s:f}", "mode", mode, "rel", rel, "worst_u", worst));
}

bool guide_depthwise(struct tables *t, struct error *e)
{
    static const struct column columns[] = {{"mode", "mode", NULL},
                                            {"rel", "y_rel", "%.2e"},
                                            {"worst_u", "worst, u |y|", "%.2e"},
                                            {NULL, NULL, NULL}};
    static const char *const names[] = {"fused", "strict_kernels", "ep_depthwise"};
    json_t *rows = json_array();
    fill();
    for (int mode = 0; mode < 3; mode++) {
        const stet_status status =
            stet_depthwise3(STET_F32, (stet_layer_mode)(STET_LAYER_FUSED + mode), STET_ALIGN_CAUSAL,
                            1, CHANNELS, LENGTH, a.x, a.w, NULL, a.y);
        if (status != STET_OK) {
            json_decref(rows);
            return error_set(e, "the depthwise filter: %s", stet_strerror(status));
        }
        double errors = 0, all = 0, worst = 0;
        for (int i = 0; i < ALL; i++) {
            const double d = (double)a.y[i] - a.exact[i];
            errors += d * d, all += a.exact[i] * a.exact[i];
            worst = fmax(worst, fabs(d) / fabs(a.exact[i]) * 0x1p24);
        }
        add(rows, names[mode], sqrt(errors / all), worst);
    }
    section(t, "depthwise", "The depthwise filter of 3 taps in float", columns, rows,
            "ep_depthwise rounds once, fused three times, strict five.");
    return true;
}
