/* SPDX-License-Identifier: Apache-2.0
 * A C99 program that uses libstet_nn outside the source tree: the layers take the instruction set
 * of the process, a linear layer and GELU do what stet_nn.h says, and the mixer's convolutions,
 * which are those of libstet, are reached. */
#include <stdio.h>
#include <string.h>

#include <stet_nn.h>

static int check(int ok, const char *what)
{
    if (!ok)
        printf("consumer: %s\n", what);
    return !ok;
}

/* Channels 1, length 2, every weight 1, a filter that is an impulse: y = (u u) u. */
static int check_mixer(void)
{
    const float one[3] = {1, 1, 1}, tap[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1}, u[2] = {2, 3};
    float y[2] = {0};
    stet_conv_options conv;
    stet_monarch_options o;
    stet_conv_options_init(&conv);
    memset(&o, 0, sizeof o);
    o.size = sizeof o;
    o.precision = STET_F32;
    o.batch = o.channels = o.filter_length = 1;
    o.length = 2;
    o.alignment = STET_ALIGN_CAUSAL;
    o.linear = o.depthwise = STET_LAYER_FUSED;
    o.conv = &conv;
    o.w_in = o.filter = o.w_out = one;
    o.w_depth = tap;
    return check(stet_monarch(&o, u, y, NULL) == STET_OK && y[0] == 8 && y[1] == 27,
                 "the mixer is wrong");
}

int main(void)
{
    const double x[2] = {1, 2}, w[4] = {3, 4, 5, 6}, b[2] = {0.5, -0.5};
    double y[2] = {0}, lowest[2] = {0};
    int bad = check(stet_linear(STET_F64, STET_LAYER_FUSED, 1, 2, 2, x, w, b, y) == STET_OK,
                    "stet_linear");
    bad |= check(y[0] == 11.5 && y[1] == 16.5, "a linear layer is wrong");
    bad |= check(stet_gelu(STET_F64, STET_CONV_GELU_ERF, 2, x, y) == STET_OK, "stet_gelu");
    bad |= check(y[0] > 0.841344 && y[0] < 0.841345, "GELU is wrong");
    bad |= check(stet_isa_select("soft") == STET_OK, "stet_isa_select");
    bad |= check(stet_gelu(STET_F64, STET_CONV_GELU_ERF, 2, x, lowest) == STET_OK, "stet_gelu");
    bad |= check(memcmp(y, lowest, sizeof y) == 0, "two instruction sets give other bits");
    bad |= check_mixer();
    printf("consumer: libstet_nn of stet %s: %s\n", stet_version(), bad ? "bad" : "good");
    return bad;
}
