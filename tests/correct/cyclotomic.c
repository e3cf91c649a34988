/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/cyclotomic.h"

#include <flint/fmpq.h>
#include <flint/fmpz_poly.h>
#include <math.h>
#include <stdlib.h>

#include "correct/reference.h"

/* The inputs are integers times 2^scale. */
struct cyclotomic {
    const struct stet_dft *dft;
    ptrdiff_t size;
    int scale;
    fmpz *x; /* 2 N of them */
    fmpz_poly_t modulus, poly;
    ulong order; /* of modulus */
};

struct cyclotomic *cyclotomic_open(const struct stet_dft *dft)
{
    struct cyclotomic *oracle = calloc(1, sizeof *oracle);
    if (oracle == NULL)
        abort();
    oracle->dft = dft;
    oracle->size = stet_dft_size(dft);
    oracle->x = _fmpz_vec_init(2 * oracle->size);
    oracle->scale = 2000;
    for (ptrdiff_t i = 0; i < 2 * oracle->size; i++) {
        int e;
        if (frexp(dft->x[i], &e) != 0 && e - 53 < oracle->scale)
            oracle->scale = e - 53;
    }
    for (ptrdiff_t i = 0; i < 2 * oracle->size; i++) {
        int e;
        double m = frexp(dft->x[i], &e);
        if (m == 0)
            continue;
        fmpz_set_d(oracle->x + i, ldexp(m, 53));
        fmpz_mul_2exp(oracle->x + i, oracle->x + i, (ulong)(e - 53 - oracle->scale));
    }
    fmpz_poly_init(oracle->modulus);
    fmpz_poly_init(oracle->poly);
    return oracle;
}

void cyclotomic_close(struct cyclotomic *oracle)
{
    _fmpz_vec_clear(oracle->x, 2 * oracle->size);
    fmpz_poly_clear(oracle->modulus);
    fmpz_poly_clear(oracle->poly);
    free(oracle);
}

/* The turn of input i in output index, as a fraction of N; its sign is the direction's. */
static ulong turn_of(const struct stet_dft *dft, ptrdiff_t i, ptrdiff_t index)
{
    ulong size = (ulong)stet_dft_size(dft), turn = 0;
    for (int axis = dft->rank - 1; axis >= 0; axis--) {
        ptrdiff_t n = dft->n[axis];
        turn += (ulong)(i % n * (index % n) % n) * (size / (ulong)n);
        i /= n;
        index /= n;
    }
    turn %= size;
    return dft->direction == STET_INVERSE ? turn : (size - turn) % size;
}

static void add_at(fmpz_poly_t poly, ulong exponent, const fmpz_t x, int sign)
{
    fmpz_t c;
    fmpz_init(c);
    fmpz_poly_get_coeff_fmpz(c, poly, (slong)exponent);
    if (sign > 0)
        fmpz_add(c, c, x);
    else
        fmpz_sub(c, c, x);
    fmpz_poly_set_coeff_fmpz(poly, (slong)exponent, c);
    fmpz_clear(c);
}

/* poly = 2 Re X or 2 Im X in Z[t]/Phi_M, t = exp(2 pi i/M), M = lcm(4, N): X + conj X or
 * -i (X - conj X). */
static void set_part(struct cyclotomic *oracle, ptrdiff_t index, int part)
{
    ulong size = (ulong)oracle->size, m = size % 4 == 0   ? size
                                          : size % 2 == 0 ? 2 * size
                                                          : 4 * size;
    if (m != oracle->order)
        fmpz_poly_cyclotomic(oracle->modulus, m);
    oracle->order = m;
    fmpz_poly_zero(oracle->poly);
    fmpz_poly_fit_length(oracle->poly, (slong)m);
    for (ptrdiff_t i = 0; i < oracle->size; i++) {
        ulong turn = turn_of(oracle->dft, i, index) * (m / size), back = (m - turn) % m;
        const fmpz *a = oracle->x + 2 * i, *b = a + 1;
        if (part == 0) {
            add_at(oracle->poly, turn, a, 1);
            add_at(oracle->poly, back, a, 1);
            add_at(oracle->poly, (turn + m / 4) % m, b, 1);
            add_at(oracle->poly, (back + m / 4) % m, b, -1);
        } else {
            add_at(oracle->poly, turn, b, 1);
            add_at(oracle->poly, back, b, 1);
            add_at(oracle->poly, (turn + m / 4) % m, a, -1);
            add_at(oracle->poly, (back + m / 4) % m, a, 1);
        }
    }
    fmpz_poly_rem(oracle->poly, oracle->poly, oracle->modulus);
}

static uint64_t round_ratio(const fmpq_t value, struct stet_format f)
{
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value);
    uint64_t bits = reference_round_ratio(q, f);
    mpq_clear(q);
    return bits;
}

/* Twice the part, with 1/sqrt(N): its square is in the field, and it is rational if that is the
 * square of a rational. The sign is seen in double. */
static bool set_ortho(struct cyclotomic *oracle, fmpq_t value)
{
    fmpz_poly_t square;
    double approximate = 0, pi = acos(-1);
    slong bits = labs(fmpz_poly_max_bits(oracle->poly));
    for (slong j = 0; j < fmpz_poly_length(oracle->poly); j++) {
        slong e;
        double c = fmpz_get_d_2exp(&e, fmpz_poly_get_coeff_ptr(oracle->poly, j));
        approximate += ldexp(c, (int)(e - bits)) * cos(2 * pi * (double)j / (double)oracle->order);
    }
    fmpz_poly_init(square);
    fmpz_poly_sqr(square, oracle->poly);
    fmpz_poly_rem(square, square, oracle->modulus);
    bool rational = fmpz_poly_degree(square) <= 0;
    if (rational) {
        fmpz_poly_get_coeff_fmpz(fmpq_numref(value), square, 0);
        fmpz_set_si(fmpq_denref(value), oracle->size);
        fmpq_canonicalise(value);
        rational = fmpz_is_square(fmpq_numref(value)) && fmpz_is_square(fmpq_denref(value));
        fmpz_sqrt(fmpq_numref(value), fmpq_numref(value));
        fmpz_sqrt(fmpq_denref(value), fmpq_denref(value));
        if (approximate < 0)
            fmpq_neg(value, value);
    }
    fmpz_poly_clear(square);
    return rational;
}

bool cyclotomic_part(struct cyclotomic *oracle, ptrdiff_t index, int part, struct stet_format f,
                     uint64_t *bits)
{
    const struct stet_dft *dft = oracle->dft;
    bool forward = dft->direction == STET_FORWARD, rational;
    fmpq_t value;
    fmpq_init(value);
    set_part(oracle, index, part);
    if (dft->norm == STET_NORM_ORTHO) {
        rational = set_ortho(oracle, value);
    } else {
        rational = fmpz_poly_degree(oracle->poly) <= 0;
        fmpz_poly_get_coeff_fmpz(fmpq_numref(value), oracle->poly, 0);
        if (forward == (dft->norm == STET_NORM_FORWARD))
            fmpz_set_si(fmpq_denref(value), oracle->size);
        fmpq_canonicalise(value);
    }
    if (rational) {
        if (oracle->scale >= 1)
            fmpq_mul_2exp(value, value, (ulong)(oracle->scale - 1));
        else
            fmpq_div_2exp(value, value, (ulong)(1 - oracle->scale));
        *bits = round_ratio(value, f);
    }
    fmpq_clear(value);
    return rational;
}
