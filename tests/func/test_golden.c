/* SPDX-License-Identifier: Apache-2.0 */
/* test_func_golden FILE [--write]: digests of each function on each instance, beside those of FILE.
 * Plain C, without an oracle: it runs wherever the library does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith/bits.h"
#include "func/func.h"
#include "lib/generate.h"
#include "lib/transform.h"

#define COUNT 4096

static const char *const names[STET_FUNC_COUNT] = {"exp", "log",  "sin",      "cos",      "tanh",
                                                   "erf", "erfc", "gelu_erf", "gelu_tanh"};

/* Arguments of every exponent, as bits come; half of them from 2^-16 to 2^8. */
static void arguments(double *x, int exponents, int bias)
{
    uint64_t state = 1;
    for (int i = 0; i < COUNT; i++) {
        const uint64_t bits = generate_next(&state);
        const uint64_t near = (uint64_t)(bias - 16) + generate_below(&state, 24);
        const uint64_t any = generate_below(&state, (size_t)exponents);
        x[i] = stet_from_bits_f64((bits & 0x800fffffffffffff) | (i % 2 ? near : any) << 52);
    }
}

static void digest_f32(stet_func f, char hex[65])
{
    static double wide[COUNT];
    static float x[COUNT], y[COUNT];
    arguments(wide, 2047, 1023);
    for (int i = 0; i < COUNT; i++) {
        const uint64_t bits = stet_bits_f64(wide[i]);
        const uint32_t e = (uint32_t)(bits >> 52 & 0x7ff);
        const uint32_t field = i % 2 ? e - 1023 + 127 : e & 0xff;
        x[i] = stet_from_bits_f32((uint32_t)(bits >> 63) << 31 | field << 23 |
                                  (uint32_t)(bits >> 29 & 0x7fffff));
    }
    stet_func_f32(f, COUNT, x, y);
    canonical_digest(y, STET_F32, COUNT, hex);
}

static void digest_f64(stet_func f, int both, char hex[65])
{
    static double x[COUNT], y[2 * COUNT];
    arguments(x, 2047, 1023);
    for (int i = 0; i < COUNT; i++) {
        const stet_dd wide = stet_func_in_two_words(f, stet_dd_from(x[i]));
        y[2 * i] = both ? wide.hi : stet_func_in_double(f, x[i]);
        y[2 * i + 1] = both ? wide.lo : 0;
    }
    canonical_digest(y, STET_F64, 2 * COUNT, hex);
}

static int check(const char *golden, const char *line)
{
    if (golden && strstr(golden, line))
        return 1;
    fprintf(stderr, "%s: not among the digests: %s", stet_isa_name(), line);
    return 0;
}

static int run(const char *golden, int write)
{
    int good = 1;
    for (int f = 0; f < STET_FUNC_COUNT; f++)
        for (int form = 0; form < 3; form++) {
            char hex[65], line[128];
            if (form == 0)
                digest_f32((stet_func)f, hex);
            else
                digest_f64((stet_func)f, form == 2, hex);
            static const char *const forms[] = {"f32", "f64", "dd"};
            snprintf(line, sizeof line, "%s %s %s\n", names[f], forms[form], hex);
            if (write)
                fputs(line, stdout);
            else
                good &= check(golden, line);
        }
    return good;
}

int main(int argc, char **argv)
{
    static char text[1 << 14];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    if (argc > 2)
        return !run(NULL, 1);
    int good = 1;
    const stet_isa *isa;
    for (int i = 0; (isa = stet_isa_at(i)); i++)
        if (stet_isa_can_run(isa) && stet_isa_select(isa->name) == STET_OK)
            good &= run(text, 0);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
