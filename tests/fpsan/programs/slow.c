/* SPDX-License-Identifier: Apache-2.0 */
/* A difference that no single input shows, by programs that take their time; the way as in
 * claims.c. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fpsan.h"

enum { N = 600 };

int main(int argc, char **argv)
{
    float x[N], y = 0;
    const struct timespec nap = {0, 20000000};
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    fpsan_input_f32(x, N);
    nanosleep(&nap, NULL);
    for (int i = at ? atoi(at + 1) : 0; i + 1 < N; i++)
        y += x[i] * x[i + 1];
    fpsan_output_f32(&y, 1);
    return 0;
}
