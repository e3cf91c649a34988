/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the element of a bit pattern. In this order it is: zero or a box; an integer, or a dyadic
 * number with an odd part below 2^12, exactly; pi times a small fraction; a cosine, tangent or
 * ratio of the table; a small fraction; the square root of a small fraction. Otherwise it is a hash
 * of the odd part times the power of two (if a float has the value), or the exact dyadic number (if
 * only a double has). The element depends on the value alone, so a float and the same double agree,
 * unless literals are to be precise; and embed(-x) = -embed(x). */
#include "field.h"
#include "meaning.h"

#include <math.h>
#include <string.h>

static const double PI = 0x1.921fb54442d18p1;

uint64_t fpsan_field_overflowed;

static uint32_t with_exponent(uint32_t element, int exponent)
{
    const uint32_t two = fpsan_power(2, (uint64_t)(exponent < 0 ? -exponent : exponent));
    return fpsan_multiply(element, exponent < 0 ? fpsan_invert(two) : two);
}

/* Returns m and stores e for x = m 2^e with m odd; x > 0. */
static uint64_t odd_part(double x, int *exponent)
{
    uint64_t m = (uint64_t)ldexp(frexp(x, exponent), 53);
    *exponent -= 53;
    while (m % 2 == 0)
        m /= 2, ++*exponent;
    return m;
}

/* Finds the convergent a/b of x with the largest b <= limit. Returns whether it is within the
 * relative tolerance. */
static int near_fraction(double x, int64_t limit, double tolerance, int64_t *a, int64_t *b)
{
    if (!(x <= 4 * (double)limit)) /* a would exceed the limit */
        return 0;
    double rest = x;
    int64_t a0 = 1, a1 = (int64_t)floor(x), b0 = 0, b1 = 1;
    for (int i = 0; i < 40; i++) {
        if (fabs((double)a1 / (double)b1 - x) <= tolerance * x) {
            *a = a1, *b = b1;
            return a1 > 0 && a1 <= 4 * limit;
        }
        const double part = rest - floor(rest);
        if (part < 1e-13)
            return 0;
        rest = 1 / part;
        const double digit = floor(rest);
        if (digit * (double)b1 + (double)b0 > (double)limit)
            return 0;
        const int64_t q = (int64_t)digit, a2 = q * a1 + a0, b2 = q * b1 + b0;
        a0 = a1, a1 = a2, b0 = b1, b1 = b2;
    }
    return 0;
}

static uint32_t fraction(int64_t a, int64_t b)
{
    const uint32_t below = fpsan_from_integer(b);
    return below ? fpsan_multiply(fpsan_from_integer(a), fpsan_invert(below)) : 0;
}

/* The tolerance of a literal: about 1.5 ulp of a float; 2^-42 for a double, which a table's
 * recurrence or a rounded angle may have made inaccurate. */
struct nearness {
    double absolute, relative;
    int64_t denominator, reciprocal;
    int is_float;
};

static struct nearness nearness_of(double x, int is_float)
{
    if (is_float)
        return (struct nearness){x * 0x1.8p-23, 0x1.8p-23, 128, 1 << 20, 1};
    return (struct nearness){fmin(0x1p-42, x * 0x1p-30), 0x1p-50, 4096, 1 << 20, 0};
}

static int of_pi(double x, const struct nearness *n, uint32_t *element)
{
    int64_t a, b;
    const int64_t limit = n->is_float ? 64 : 4096;
    if (near_fraction(x / PI, limit, n->relative, &a, &b))
        *element = fpsan_multiply(fraction(a, b), fpsan_pi());
    else if (near_fraction(x * PI, 16, n->relative, &a, &b))
        *element = fpsan_multiply(fraction(a, b), fpsan_invert(fpsan_pi()));
    else
        return 0;
    return 1;
}

static int of_table(double x, const struct nearness *n, uint32_t *element)
{
    const double small = x > 1 ? 1 / x : x;
    const double tolerance = x > 1 ? n->absolute / (x * x) : n->absolute;
    const struct fpsan_entry *e = fpsan_table_nearest(small, tolerance);
    if (!e || (x > 1 && e->element == 0))
        return 0;
    *element = x > 1 ? fpsan_invert(e->element) : e->element;
    return 1;
}

static int of_fraction(double x, const struct nearness *n, uint32_t *element)
{
    int64_t a, b;
    const double reciprocal = rint(1 / x);
    if (near_fraction(x, n->denominator, n->relative, &a, &b)) {
        *element = fraction(a, b);
    } else if (reciprocal <= (double)n->reciprocal && reciprocal >= 2 &&
               fabs(1 / reciprocal - x) <= n->relative * x) {
        *element = fraction(1, (int64_t)reciprocal);
    } else {
        return 0;
    }
    return 1;
}

/* Recognises sqrt(a/b) with small a and b, and 1/sqrt(n). */
static int of_root(double x, const struct nearness *n, uint32_t *element)
{
    int64_t a, b;
    const double reciprocal = rint(1 / (x * x));
    if (near_fraction(x * x, 64, 2 * n->relative, &a, &b) && a <= 4096) {
    } else if (reciprocal <= (double)n->reciprocal && reciprocal >= 2 &&
               fabs(1 / sqrt(reciprocal) - x) <= n->relative * x) {
        a = 1, b = (int64_t)reciprocal;
    } else {
        return 0;
    }
    const uint32_t above = fpsan_square_root((uint32_t)a), below = fpsan_square_root((uint32_t)b);
    if (!above || !below)
        return 0;
    *element = fpsan_multiply(above, fpsan_invert(below));
    return 1;
}

/* Reports whether x is a value of the table rounded to a float. A float with few bits is usually
 * exact, but of some thousand cosines a few end in twelve zeros: cos(2 pi 7/192) is 3989/4096 in
 * float. */
static int rounds_from_table(double x, uint32_t *element)
{
    const struct fpsan_entry *e = x < 1 ? fpsan_table_nearest(x, x * 0x1p-24) : NULL;
    if (!e || (double)(float)e->value != x)
        return 0;
    *element = e->element;
    return 1;
}

/* Returns the element of a number without a name. It may be a rounded number, so other meanings
 * give it another element. */
static uint32_t symbol(uint32_t element, uint64_t odd, double x)
{
    const int power = fpsan_symbol(odd, x);
    return power < 0 ? 0 : fpsan_multiply(element, fpsan_power(3, (uint64_t)power));
}

/* Reports whether a number with few bits, or an integer, may still be rounded: from a 16-bit
 * format, or an integer with more bits than its format has. */
static int may_be_rounded(uint64_t odd, int exponent, double x)
{
    return odd > 63 && (exponent < 0 || x > (odd < 1 << 24 ? 0x1p24 : 0x1p53));
}

/* Returns the element of x > 0. With precise, a double that is also a float gets the tolerance of a
 * double. */
static uint32_t literal(double x, int precise)
{
    int exponent;
    const uint64_t odd = odd_part(x, &exponent);
    const uint32_t exact = with_exponent((uint32_t)(odd % fpsan_field.p), exponent);
    uint32_t element;
    if (odd < 4096 || exponent >= 0) {
        if (odd > 255 && !precise && rounds_from_table(x, &element))
            return element;
        return may_be_rounded(odd, exponent, x) && !precise ? symbol(exact, odd, x) : exact;
    }
    const int is_float = !precise && odd < (1 << 24) && x > 0x1p-126 && x < 0x1p127;
    const struct nearness n = nearness_of(x, is_float);
    if (x > 0x1p-40 && x < 0x1p40 &&
        (of_pi(x, &n, &element) || of_table(x, &n, &element) || of_fraction(x, &n, &element) ||
         of_root(x, &n, &element)))
        return element;
    if (precise)
        return exact;
    return symbol(is_float ? with_exponent(fpsan_hash(odd, 0), exponent) : exact, odd, x);
}

/* Returns the element of a pattern without sign: a box, whose sign another meaning may flip
 * (meaning.h), or a number. */
static uint32_t embed_magnitude(uint64_t m, uint32_t kind, int *is_box)
{
    *is_box = 1;
    if (kind == FPSAN_F64) {
        if (m - FPSAN_BOX64 <= fpsan_field.half)
            return m == FPSAN_BOX64 ? FPSAN_TAINT : (uint32_t)(m - FPSAN_BOX64);
    } else if (kind == FPSAN_F32) {
        if (m - FPSAN_BOX32 <= fpsan_field.half)
            return m == FPSAN_BOX32 ? FPSAN_TAINT : (uint32_t)(m - FPSAN_BOX32);
    } else {
        if (m <= fpsan_field.half && fpsan_field.half <= FPSAN_BOX16)
            return (uint32_t)m;
        if (m == FPSAN_BOX16 + 1)
            return FPSAN_TAINT;
    }
    const double value = fpsan_value(m, kind);
    *is_box = 0;
    /* The field has no infinities and no NaN. */
    if (!(value <= 1.7976931348623157e308))
        return FPSAN_TAINT;
    return value == 0 ? 0 : literal(value, kind == FPSAN_F64 && fpsan_meaning.precise);
}

/* Reports whether another meaning flips the sign of a box. */
static int is_turned(uint64_t box, uint32_t kind)
{
    if (kind == FPSAN_F64)
        return (~box << fpsan_field.shift64 & fpsan_field.flip64) != 0;
    return kind == FPSAN_F32 && (~(uint32_t)box << fpsan_field.shift32 & fpsan_field.flip32) != 0;
}

static uint32_t embed(uint64_t bits, uint32_t kind)
{
    const unsigned width = kind == FPSAN_F64 ? 64 : kind == FPSAN_F32 ? 32 : 16;
    const uint64_t sign = UINT64_C(1) << (width - 1);
    int is_box;
    const uint32_t v = embed_magnitude(bits & (sign - 1), kind, &is_box);
    const int negative = (bits & sign) != 0, other = is_box && is_turned(bits, kind);
    return negative == other || v == 0 || v == FPSAN_TAINT ? v : fpsan_field.p - v;
}

/* Cached answers, in sets of eight, for all threads, because tables of twiddles are read again and
 * again. An entry has two words: the answer with its kind and setup, and the pattern exclusive-or
 * that word. If two threads write an entry at once, it matches neither pattern, so no lock is
 * needed (Hyatt and Mann, A lockless transposition table, ICGA Journal 25, 2002). */
enum { KEPT = 1 << 18, WAYS = 8 };
static struct {
    uint64_t mixed, answer;
} kept[KEPT];

uint32_t fpsan_field_generation;

static uint64_t answer_of(uint32_t value, uint32_t kind)
{
    return value | (uint64_t)kind << 32 | (uint64_t)fpsan_field_generation << 34;
}

/* Reports whether the entry is free: its answer belongs to an earlier setup. */
static int is_free(size_t at)
{
    const uint64_t answer = __atomic_load_n(&kept[at].answer, __ATOMIC_RELAXED);
    return answer >> 34 != fpsan_field_generation;
}

static int is_kept(size_t at, uint64_t bits, uint32_t kind, uint32_t *value)
{
    const uint64_t answer = __atomic_load_n(&kept[at].answer, __ATOMIC_RELAXED);
    const uint64_t mixed = __atomic_load_n(&kept[at].mixed, __ATOMIC_RELAXED);
    *value = (uint32_t)answer;
    return (mixed ^ answer) == bits && answer == answer_of(*value, kind);
}

uint32_t fpsan_field_embed(uint64_t bits, uint32_t kind)
{
    const size_t first = (size_t)((bits ^ kind) * UINT64_C(0x9e3779b97f4a7c15) >> 46);
    size_t way = 0;
    uint32_t value;
    for (; way < WAYS && !is_free(first ^ way); way++)
        if (is_kept(first ^ way, bits, kind, &value))
            return value;
    value = embed(bits, kind);
    const size_t at = way < WAYS ? first ^ way : first;
    const uint64_t answer = answer_of(value, kind);
    __atomic_store_n(&kept[at].mixed, bits ^ answer, __ATOMIC_RELAXED);
    __atomic_store_n(&kept[at].answer, answer, __ATOMIC_RELAXED);
    return value;
}

static uint32_t box16(uint32_t magnitude)
{
    if (magnitude <= FPSAN_BOX16 && fpsan_field.half <= FPSAN_BOX16)
        return magnitude;
    __atomic_fetch_add(&fpsan_field_overflowed, 1, __ATOMIC_RELAXED);
    return FPSAN_BOX16 + 1;
}

static uint32_t half_of_integer(uint32_t n, uint32_t kind)
{
    int exponent;
    const double f = frexp((double)n, &exponent) * 2;
    const int fraction_bits = kind == FPSAN_F16 ? 10 : 7, bias = kind == FPSAN_F16 ? 15 : 127;
    return (uint32_t)(exponent - 1 + bias) << fraction_bits | (uint32_t)ldexp(f - 1, fraction_bits);
}

uint64_t fpsan_field_unembed(uint32_t payload, uint32_t kind)
{
    const int tainted = (payload & FPSAN_TAINT) != 0;
    const int negative = !tainted && payload > fpsan_field.half;
    const uint32_t m = tainted ? 0 : negative ? fpsan_field.p - payload : payload;
    const uint32_t exact = kind == FPSAN_BF16 ? 256 : FPSAN_SMALL;
    const int box = tainted || m > exact;
    uint64_t bits = 0;
    if (kind == FPSAN_F64) {
        const double number = m;
        if (box)
            bits = FPSAN_BOX64 + m;
        else
            memcpy(&bits, &number, sizeof bits);
        return bits | (uint64_t)(negative ^ (box && is_turned(bits, kind))) << 63;
    }
    if (kind == FPSAN_F32) {
        const float number = (float)m;
        if (box)
            bits = FPSAN_BOX32 + m;
        else
            memcpy(&bits, &number, sizeof number);
        return bits | (uint64_t)(negative ^ (box && is_turned(bits, kind))) << 31;
    }
    if (tainted)
        return FPSAN_BOX16 + 1;
    return (m == 0       ? 0
            : m <= exact ? half_of_integer(m, kind)
                         : box16(m)) |
           (uint64_t)negative << 15;
}
