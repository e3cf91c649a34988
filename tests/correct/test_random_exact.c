/* SPDX-License-Identifier: Apache-2.0 */
/* test_random_exact [COUNT [SEED]]: random small transforms of level `correct`, any kind,
 * precision, norm and instance, every number against the oracles of cases.h. Most inputs are made
 * of a few numbers of any exponent, with signs, zeros and symmetries: ties, zeros and near ties
 * over all of the range. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "correct/cases.h"
#include "lib/generate.h"

enum { MOST_POINTS = 72, ATOMS = 6, MOST_FAILURES = 10 };

static int below(uint64_t *state, int bound) { return (int)generate_below(state, (size_t)bound); }

static struct transform random_transform(uint64_t *state)
{
    struct transform t = {.rank = below(state, 3) ? 1 : 2 + below(state, 2)};
    ptrdiff_t points;
    t.kind = (stet_kind)(1 + below(state, 3));
    t.precision = (stet_precision)(1 + below(state, 4));
    if (below(state, 3) == 0)
        t.precision = STET_F64;
    t.direction =
        t.kind == STET_R2C || (t.kind == STET_C2C && below(state, 2)) ? STET_FORWARD : STET_INVERSE;
    t.norm = (stet_norm)(1 + below(state, 3));
    t.level = STET_LEVEL_CORRECT;
    do {
        points = 1;
        for (int i = 0; i < t.rank; i++)
            points *= t.n[i] =
                below(state, 2) ? 1 << below(state, 7) : 1 + below(state, MOST_POINTS);
    } while (points > MOST_POINTS);
    return t;
}

/* Of the bytes of number i of a packed array, its sign. */
static void negate(char *x, size_t size, size_t i) { x[(i + 1) * size - 1] ^= (char)0x80; }

/* Numbers of any exponent; or small integers times powers of two in a window of some width, whose
 * sums are ties, or near. */
static void choose_atoms(const struct transform *t, char *atom, uint64_t *state)
{
    static const int lowest[] = {0, -149, -1074, -24, -133}, highest[] = {0, 110, 1000, 9, 110};
    static const int widths[] = {10, 60, 120, 2000};
    const int p = (int)t->precision, base = lowest[p] + below(state, highest[p] - lowest[p]);
    const int width = widths[below(state, 4)];
    double x[ATOMS];
    for (int i = 0; i < ATOMS; i++) {
        const int e = base + below(state, width);
        x[i] = ldexp(1 + below(state, 9), e < highest[p] ? e : highest[p]);
    }
    if (below(state, 3))
        case_round(t->precision, x, ATOMS, atom);
    else
        generate_reals(atom, t->precision, ATOMS, GENERATE_MIXED, generate_next(state));
}

/* Each number is one of a few or zero; then every period-th is the same, or mirrored ones are. */
static void fill_from_atoms(const struct transform *t, char *in, uint64_t *state)
{
    const size_t size = transform_real(t), reals = transform_reals(t, SIDE_IN);
    const size_t step = t->kind == STET_R2C ? 1 : 2, count = reals / step;
    const size_t period = below(state, 2) ? count : 1 + generate_below(state, count);
    const int atoms = 1 + below(state, ATOMS), mirror = below(state, 4), zeros = below(state, 3);
    char atom[ATOMS * sizeof(double)];
    choose_atoms(t, atom, state);
    for (size_t i = 0; i < reals; i++) {
        const int which = below(state, atoms + zeros);
        memset(in + i * size, 0, size);
        if (which < atoms)
            memcpy(in + i * size, atom + (size_t)which * size, size);
        if (below(state, 2))
            negate(in, size, i);
        if (i / step >= period)
            memcpy(in + i * size, in + (i - period * step) * size, size);
        else if (mirror == 0 && 2 * (i / step) > count)
            memcpy(in + i * size, in + ((count - i / step) * step + i % step) * size, size);
    }
}

static void fill(const struct transform *t, char *in, uint64_t *state)
{
    static const enum generate_family finite[] = {GENERATE_MIXED, GENERATE_SUBNORMAL, GENERATE_HUGE,
                                                  GENERATE_LARGE, GENERATE_INTEGER};
    if (below(state, 4))
        fill_from_atoms(t, in, state);
    else
        generate_reals(in, t->precision, transform_reals(t, SIDE_IN), finite[below(state, 5)],
                       generate_next(state));
}

static long wrong_of(uint64_t seed)
{
    uint64_t state = seed;
    const struct transform t = random_transform(&state);
    const struct family *family = &families[below(&state, family_count)];
    const char *isa;
    char name[64];
    int built = 0, can_run;
    while (stet_isa_built(built, NULL) != NULL)
        built++;
    do
        isa = stet_isa_built(below(&state, built), &can_run);
    while (!can_run);
    void *in = transform_alloc(&t, SIDE_IN, 1);
    fill(&t, in, &state);
    if (below(&state, 4) == 0 && family_fits(family, t.precision)) {
        free(in);
        in = case_input(&t, family, seed);
    }
    stet_isa_select(isa);
    snprintf(name, sizeof name, "test_random_exact 1 %llu, %s", (unsigned long long)seed, isa);
    const long wrong = case_compare(&t, name, in, NULL);
    free(in);
    return wrong;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 3000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int failures = 0;
    for (uint64_t i = 0; i < count && failures < MOST_FAILURES; i++)
        failures += wrong_of(seed + i) != 0;
    cases_print_counts("random transforms");
    return failures > 0;
}
