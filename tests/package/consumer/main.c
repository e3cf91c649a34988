/* SPDX-License-Identifier: Apache-2.0
 * A C99 program outside the source tree: the header and the library it was linked with are of
 * one version, and a plan and a one-shot call do what stet.h says, on two threads too. */
#include <stdio.h>
#include <string.h>

#include <stet.h>

static int check(int ok, const char *what)
{
    if (!ok)
        printf("consumer: %s\n", what);
    return !ok;
}

/* Large enough to be divided: the runtime that runs threads must have been linked too. */
static int check_threads(void)
{
    enum { N = 1 << 16 };
    static float in[2 * N], one[2 * N], two[2 * N];
    stet_dim dim = {N, 1, 1};
    stet_options options;
    for (int i = 0; i < 2 * N; i++)
        in[i] = (float)(i % 17 - 8);
    stet_options_init(&options);
    options.precision = STET_F32;
    options.rank = 1;
    options.dims = &dim;
    int bad = check(stet_transform(&options, in, one) == STET_OK, "one thread");
    options.threads = 2;
    bad |= check(stet_transform(&options, in, two) == STET_OK, "two threads");
    return bad | check(memcmp(one, two, sizeof one) == 0, "two threads give other bits");
}

int main(void)
{
    /* An impulse at 1: the spectrum is exp(-2 pi i k/4), exact in every digit. */
    const double in[8] = {0, 0, 1, 0};
    const double want[8] = {1, 0, 0, -1, -1, 0, 0, 1};
    double out[8] = {0}, again[8] = {0};
    const ptrdiff_t n = 4;
    stet_dim dim;
    stet_options options;
    stet_plan *plan = NULL;
    char version[32];
    int bad = 0;

    snprintf(version, sizeof version, "%d.%d.%d", STET_VERSION_MAJOR, STET_VERSION_MINOR,
             STET_VERSION_PATCH);
    bad |= check(strcmp(stet_version(), version) == 0, "header and library differ in version");
    bad |= check(stet_bits_version() == STET_BITS_VERSION, "they differ in the bits version");

    stet_options_init(&options);
    bad |= check(stet_dims_contiguous(STET_C2C, 1, &n, &dim) == STET_OK, "stet_dims_contiguous");
    options.rank = 1;
    options.dims = &dim;
    bad |= check(stet_transform(&options, in, out) == STET_OK, "stet_transform");
    for (int i = 0; i < 8; i++)
        bad |= check(out[i] == want[i], "the spectrum of an impulse is wrong");

    bad |= check(stet_plan_create(&plan, &options) == STET_OK, "stet_plan_create");
    bad |= check(stet_execute(plan, in, again) == STET_OK, "stet_execute");
    bad |= check(memcmp(out, again, sizeof out) == 0, "a plan and the one-shot call differ");
    stet_plan_destroy(plan);
    bad |= check_threads();
    printf("consumer: stet %s on %s: %s\n", stet_version(), stet_isa_name(), bad ? "bad" : "good");
    return bad;
}
