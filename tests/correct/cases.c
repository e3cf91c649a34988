/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "correct/cyclotomic.h"
#include "correct/number.h"
#include "correct/reference.h"

struct case_counts case_counts;

/* Balls of that many bits: the range of the inputs' exponents, and some. */
static int bits_for(const struct transform *t) { return t->precision == STET_F64 ? 4600 : 900; }

static struct stet_format format_of(const struct transform *t)
{
    return stet_number_format(t->precision);
}

static ptrdiff_t size_of(const struct transform *t)
{
    ptrdiff_t size = 1;
    for (int i = 0; i < t->rank; i++)
        size *= t->n[i];
    return size;
}

/* The power of two that makes input fit binary16: its largest magnitude below 2^16, and not below
 * 2^-23. */
static int exponent_for(const double *x, size_t count)
{
    double most = 0;
    int exponent;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    frexp(most, &exponent);
    return exponent > 16 ? 16 - exponent : most != 0 && exponent < -22 ? -22 - exponent : 0;
}

/* Rounded to 16 bits, overflow to the largest number. */
static uint16_t half_of(stet_precision precision, double x)
{
    if (precision == STET_F16)
        return stet_f16_from_f64(fmin(fmax(x, -65504), 65504));
    return stet_bf16_from_f64(fmin(fmax(x, -0x1.fep127), 0x1.fep127));
}

void case_round(stet_precision precision, const double *x, size_t count, void *numbers)
{
    const int exponent = precision == STET_F16 ? exponent_for(x, count) : 0;
    for (size_t i = 0; i < count; i++)
        switch (precision) {
        case STET_F64: ((double *)numbers)[i] = x[i]; break;
        case STET_F32: ((float *)numbers)[i] = (float)x[i]; break;
        default: ((uint16_t *)numbers)[i] = half_of(precision, ldexp(x[i], exponent));
        }
}

void *case_input(const struct transform *t, const struct family *family, uint64_t seed)
{
    const bool real = t->kind == STET_R2C;
    const size_t reals = transform_reals(t, SIDE_IN);
    double *x = calloc(reals + 2, sizeof *x);
    void *in = transform_alloc(t, SIDE_IN, 1);
    if (x == NULL)
        abort();
    family->fill(x, (ptrdiff_t)(real ? reals : reals / 2), real, seed);
    case_round(t->precision, x, reals, in);
    free(x);
    return in;
}

/* The number of a packed array whose last axis has length last, for the index of row-major number
 * k; or of the opposite index. */
static ptrdiff_t place(const struct transform *t, ptrdiff_t k, ptrdiff_t last, bool opposite,
                       ptrdiff_t *last_index)
{
    ptrdiff_t number = 0, weight = 1;
    for (int i = t->rank - 1; i >= 0; i--) {
        const ptrdiff_t index = k % t->n[i];
        const ptrdiff_t used = opposite ? (t->n[i] - index) % t->n[i] : index;
        if (i == t->rank - 1)
            *last_index = used;
        number += used * weight;
        weight *= i == t->rank - 1 ? last : t->n[i];
        k /= t->n[i];
    }
    return number;
}

/* The whole complex input: that of C2R is completed by X[-k] = conj X[k]. */
static double *whole_input(const struct transform *t, const void *in)
{
    const ptrdiff_t n = size_of(t), last = transform_length(t, SIDE_IN, t->rank - 1);
    double *x = calloc((size_t)(2 * n), sizeof *x);
    if (x == NULL)
        abort();
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t index = 0;
        ptrdiff_t at = place(t, k, last, false, &index);
        const bool mirrored = index >= last;
        if (mirrored)
            at = place(t, k, last, true, &index);
        if (t->kind == STET_R2C) {
            x[2 * k] = transform_number(t, in, (size_t)at);
        } else {
            const double im = transform_number(t, in, (size_t)(2 * at + 1));
            x[2 * k] = transform_number(t, in, (size_t)(2 * at));
            x[2 * k + 1] = mirrored ? -im : im;
        }
    }
    return x;
}

static uint64_t bits_at(const struct transform *t, const void *x, ptrdiff_t i)
{
    uint64_t bits = 0; /* little-endian, as everything that runs this */
    memcpy(&bits, (const char *)x + (size_t)i * transform_real(t), transform_real(t));
    return bits;
}

typedef struct {
    const struct transform *t;
    const char *name;
    struct stet_dft dft;
    struct reference *balls;
    struct cyclotomic *integers; /* NULL until asked for */
    long wrong;
} oracle;

/* Integers take O(N) for each number that no ball decides. Beyond 2^12 points a share of these is
 * asked for, spread by a multiplicative hash. */
static bool is_asked(const oracle *o, ptrdiff_t k)
{
    const uint64_t n = (uint64_t)stet_dft_size(&o->dft), share = n * n >> 25;
    return share <= 1 || ((uint64_t)k * 0x9e3779b97f4a7c15 >> 32) % share == 0;
}

static uint64_t exact_part(oracle *o, ptrdiff_t k, int part)
{
    uint64_t bits = 0;
    if (o->integers == NULL)
        o->integers = cyclotomic_open(&o->dft);
    if (!cyclotomic_part(o->integers, k, part, format_of(o->t), &bits)) {
        printf("%s: neither oracle knows output %td\n", o->name, k);
        o->wrong++;
    }
    return bits;
}

static void compare(oracle *o, ptrdiff_t k, int part, uint64_t got)
{
    uint64_t bits;
    if (!reference_part(o->balls, k, part, format_of(o->t), &bits)) {
        if (!is_asked(o, k)) {
            case_counts.left_out++;
            return;
        }
        case_counts.exact++;
        bits = exact_part(o, k, part);
    }
    case_counts.numbers++;
    if (got == bits)
        return;
    if (o->wrong++ == 0) {
        const struct transform *t = o->t;
        printf("%s: kind %d precision %d direction %d norm %d lengths", o->name, (int)t->kind,
               (int)t->precision, (int)t->direction, (int)t->norm);
        for (int i = 0; i < t->rank; i++)
            printf(" %td", t->n[i]);
        printf(": output %td part %d is %llx, not %llx\n", k, part, (unsigned long long)got,
               (unsigned long long)bits);
    }
}

static long compare_all(const struct transform *t, const char *name, const void *in,
                        const void *out)
{
    const ptrdiff_t n = size_of(t), last = transform_length(t, SIDE_OUT, t->rank - 1);
    double *x = whole_input(t, in);
    oracle o = {t, name, {t->rank, t->n, t->direction, t->norm, x, NULL}, NULL, NULL, 0};
    o.balls = reference_open(&o.dft, bits_for(t));
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t index = 0, at = place(t, k, last, false, &index);
        if (index >= last)
            continue;
        if (t->kind == STET_C2R) {
            compare(&o, k, 0, bits_at(t, out, at));
        } else {
            compare(&o, k, 0, bits_at(t, out, 2 * at));
            compare(&o, k, 1, bits_at(t, out, 2 * at + 1));
        }
    }
    case_counts.transforms++;
    if (o.integers != NULL)
        cyclotomic_close(o.integers);
    reference_close(o.balls);
    free(x);
    return o.wrong;
}

long case_compare(const struct transform *t, const char *name, const void *in, case_change *change)
{
    stet_dim dims[TRANSFORM_RANK];
    void *out = transform_alloc(t, SIDE_OUT, 1);
    stet_options options = transform_options(t, dims);
    options.level = STET_LEVEL_CORRECT;
    if (change != NULL)
        change(&options);
    const stet_status status = stet_transform(&options, in, out);
    long wrong = 1;
    if (status != STET_OK)
        printf("%s: %s\n", name, stet_strerror(status));
    else
        wrong = compare_all(t, name, in, out);
    free(out);
    return wrong;
}

long case_run(const struct transform *t, const struct family *family, uint64_t seed,
              case_change *change)
{
    void *in = case_input(t, family, seed);
    const long wrong = case_compare(t, family->name, in, change);
    free(in);
    return wrong;
}

enum { MOST_FAMILIES = 64, KINDS = 4, PRECISIONS = 8 };

/* Directions and norms that a family met, as a set. */
static unsigned met[KINDS][PRECISIONS][MOST_FAMILIES];

/* Of each family, since cases_print_families(). */
static struct {
    long numbers, exact, wrong;
} of_family[MOST_FAMILIES];

static bool is_named(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

long cases_wrong_of(struct transform t, const char *const *names)
{
    static unsigned call;
    long wrong = 0;
    if (family_count > MOST_FAMILIES || (int)t.kind >= KINDS || (int)t.precision >= PRECISIONS)
        abort();
    for (unsigned i = 0; i < (unsigned)family_count; i++) {
        if (!family_fits(&families[i], t.precision) ||
            (names != NULL && !is_named(names, families[i].name)))
            continue;
        const unsigned turn = (call + i) % 6;
        t.norm = (stet_norm)(1 + turn % 3);
        if (t.kind == STET_C2C)
            t.direction = turn / 3 ? STET_INVERSE : STET_FORWARD;
        met[t.kind][t.precision][i] |= 1u << (turn % 3 + (t.direction == STET_INVERSE ? 3 : 0));
        const struct case_counts before = case_counts;
        const long here = case_run(&t, &families[i], call * (unsigned)family_count + i, NULL);
        of_family[i].numbers += case_counts.numbers - before.numbers;
        of_family[i].exact += case_counts.exact - before.exact;
        of_family[i].wrong += here;
        wrong += here;
    }
    call++;
    return wrong;
}

void cases_print_families(void)
{
    printf("%-18s %10s %10s %6s\n", "family", "numbers", "exact", "wrong");
    for (int i = 0; i < family_count; i++)
        if (of_family[i].numbers > 0)
            printf("%-18s %10ld %10ld %6ld\n", families[i].name, of_family[i].numbers,
                   of_family[i].exact, of_family[i].wrong);
    memset(of_family, 0, sizeof of_family);
}

int cases_incomplete(stet_kind kind, stet_precision precision)
{
    const unsigned all = kind == STET_C2C ? 077 : kind == STET_C2R ? 070 : 007;
    int incomplete = 0;
    for (int i = 0; i < family_count; i++)
        if (family_fits(&families[i], precision) && (met[kind][precision][i] & all) != all) {
            printf("kind %d precision %d: %s met only %o\n", (int)kind, (int)precision,
                   families[i].name, met[kind][precision][i]);
            incomplete++;
        }
    return incomplete;
}

void cases_print_counts(const char *what)
{
    printf("%s: %ld transforms, %ld numbers, of which exact: %ld", what, case_counts.transforms,
           case_counts.numbers, case_counts.exact);
    if (case_counts.left_out > 0)
        printf("; not asked for: %ld", case_counts.left_out);
    printf("\n");
    case_counts = (struct case_counts){0, 0, 0, 0};
}
