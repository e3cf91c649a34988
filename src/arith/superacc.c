/* Reads the superaccumulator: carries, sign and the one rounding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith/superacc.h"

#include "arith/round.h"

/* BYTES is the size of the accumulator in base 256. PAD zero bytes below the value let eight bytes
 * be read from any position. A carry out of the last digit takes up to sixteen more bytes above. */
enum { PAD = 8, CARRY = 16, BYTES = PAD + STET_SUPERACC_DIGITS + CARRY };

void stet_superacc_clear(struct stet_superacc *acc) { memset(acc, 0, sizeof *acc); }

void stet_superacc_add_special(struct stet_superacc *acc, double x)
{
    acc->not_minus_zero = 1;
    if (x != x)
        acc->special |= STET_SUPERACC_NAN;
    else
        acc->special |= x > 0 ? STET_SUPERACC_PLUS_INF : STET_SUPERACC_MINUS_INF;
}

/* The digits in use: all digits outside first..last are 0. */
struct span {
    int first, last;
};

static struct span digits_in_use(const struct stet_superacc *acc)
{
    struct span s = {0, STET_SUPERACC_DIGITS - 1};
    while (s.first < s.last && acc->digit[s.first] == 0)
        s.first++;
    while (s.last > s.first && acc->digit[s.last] == 0)
        s.last--;
    return s;
}

/* Writes sign times the accumulator into byte[]; sign is 1 or -1. Returns the number of bytes up to
 * the highest that is not 0, or -1 if the number is negative. */
static int carry_into_bytes(const struct stet_superacc *acc, struct span s, int sign,
                            uint8_t byte[BYTES])
{
    stet_i128 carry = 0;
    int used = 0;
    memset(byte, 0, BYTES);
    for (int g = s.first; g <= s.last + CARRY; g++) {
        if (g <= s.last)
            carry += sign * acc->digit[g];
        byte[PAD + g] = (uint8_t)carry;
        used = byte[PAD + g] != 0 ? PAD + g + 1 : used;
        carry >>= 8; /* arithmetic shift, rounds down: gcc and clang promise it */
    }
    return carry < 0 ? -1 : used;
}

/* Returns the bits of the accumulated value times 2^exponent, rounded to format f, with its sign at
 * bit sign_bit. */
static uint64_t round_accumulator(const struct stet_superacc *acc, struct stet_format f,
                                  int sign_bit, int exponent)
{
    uint8_t byte[BYTES];
    uint64_t negative = 0;
    struct span s = digits_in_use(acc);
    int used = carry_into_bytes(acc, s, 1, byte);
    if (used < 0) {
        negative = 1;
        used = carry_into_bytes(acc, s, -1, byte);
    }
    if (used == 0)
        return (uint64_t)(acc->not_minus_zero == 0) << sign_bit;

    /* The eight highest bytes hold 57 bits or more. Two bits less leave space for
     * stet_round_bits(), which needs 53 + 2 of the other 55. */
    int base = used - 8;
    uint64_t top = 0, below = 0;
    for (int i = 0; i < 8; i++)
        top |= (uint64_t)byte[base + i] << 8 * i;
    for (int i = PAD + s.first; i < base; i++)
        below |= byte[i];
    uint64_t m = stet_shift_odd(top, 2) | (below != 0);
    return negative << sign_bit | stet_round_bits(f, m, 8 * (base - PAD) - 2150 + 2 + exponent);
}

static uint64_t special_bits(unsigned special, struct stet_format f, int sign_bit)
{
    if (special == STET_SUPERACC_PLUS_INF)
        return f.infinity;
    if (special == STET_SUPERACC_MINUS_INF)
        return f.infinity | (uint64_t)1 << sign_bit;
    return f.infinity | (uint64_t)1 << (f.precision - 2); /* a quiet NaN */
}

double stet_superacc_round_scaled_f64(const struct stet_superacc *acc, int exponent)
{
    struct stet_format f = STET_FORMAT_F64;
    return stet_from_bits_f64(acc->special != 0 ? special_bits(acc->special, f, 63)
                                                : round_accumulator(acc, f, 63, exponent));
}

float stet_superacc_round_scaled_f32(const struct stet_superacc *acc, int exponent)
{
    struct stet_format f = STET_FORMAT_F32;
    return stet_from_bits_f32((uint32_t)(acc->special != 0
                                             ? special_bits(acc->special, f, 31)
                                             : round_accumulator(acc, f, 31, exponent)));
}

double stet_superacc_round_f64(const struct stet_superacc *acc)
{
    return stet_superacc_round_scaled_f64(acc, 0);
}

float stet_superacc_round_f32(const struct stet_superacc *acc)
{
    return stet_superacc_round_scaled_f32(acc, 0);
}
