/* SPDX-License-Identifier: Apache-2.0 */
/* Other meanings of what an algebra does not know. Nothing is known of exp in the field but that
 * equal arguments give equal values, and payloads have an order that is not that of the numbers
 * they stand for. So there are variants: a run with FPSAN_OTHER=CLASSES:VARIANT has other values of
 * such functions, comparisons that come out otherwise, and so on. What no variant changes does not
 * depend on what is not known, and `fpsan check` may say that it is DIFFERENT. */
#ifndef FPSAN_RUNTIME_MEANING_H
#define FPSAN_RUNTIME_MEANING_H

#include <stdint.h>

/* Classes, bit by bit. */
enum fpsan_class {
    FPSAN_FUNCTIONS = 1,   /* tags, and conversions to integer that are hashes */
    FPSAN_COMPARISONS = 2, /* how they come out; absolute values and signs are such */
    FPSAN_EXTREMES = 4,    /* which is the smaller and which the larger, for min and max alone */
    FPSAN_BITS = 8,        /* signs of boxes in the field; conversions to integer in the ring */
    FPSAN_INTEGERS = 16,   /* ring: a literal integer n is n times 1, not the hash phi(n) */
    /* Literals whose numbers are not known, symbols: in the ring all that are no integers, in the
     * field those that have no name. */
    FPSAN_FRACTIONS = 32,
    FPSAN_EXPONENTS = 64, /* ring: exp has one base in all formats */
    FPSAN_CASTS = 128,    /* ring: the bits that a conversion to a wider format makes up */
    FPSAN_ALL_CLASSES = 255
};

/* A symbol is, with other meanings, 3^e times what it is as a rule, e < FPSAN_SYMBOL_POWERS drawn
 * for each symbol and variant. What is a product of symbols and of things that are known is then
 * multiplied by a power of 3, which a sum is not. So a difference that is, is not 0 whatever the
 * symbols stand for: but for those that rounding left of 0 (6e-17 of cos(pi/2)), which are 0. */
enum { FPSAN_SYMBOL_POWERS = 64 };

/* Read by instrumented code too; all 0 as a rule, but for the factors. */
struct fpsan_meaning {
    uint64_t order;     /* odd factor of what comparisons look at, 1 as a rule */
    uint64_t extremes;  /* the same for min and max */
    uint64_t alike;     /* bits in which products with the factor may differ, and count as equal */
    uint64_t integers;  /* all bits: literal integers n are n times 1 */
    uint64_t fractions; /* number of the variant of symbols */
    uint64_t exponents; /* not 0: one base for all formats */
    uint64_t casts;     /* odd: factor of what a conversion to a wider format makes up */
    uint64_t functions; /* number of the variant of functions */
    uint64_t bits;      /* even, not 0: boxes are others, and integers made of payloads */
    uint64_t box_bit;   /* which bit of a box turns its sign round; 0: all signs are */
    uint64_t precise;   /* FPSAN_PRECISE: literals and approximations are what they are */
};
extern struct fpsan_meaning fpsan_meaning;

/* The operations, bit by bit, of which no more than a tag was known, so far. */
extern uint64_t fpsan_asked;
void fpsan_unknown(uint32_t operation);

/* The classes of which the program has something: what its modules' constructors tell of
 * comparisons, conversions to integer and to wider formats, and the symbols met so far. */
extern uint64_t fpsan_classes;
void fpsan_tell(uint32_t classes);

/* The number of a pattern of an enum fpsan_kind. */
double fpsan_value(uint64_t bits, uint32_t kind);

/* What a symbol, known by its key, is multiplied by in this run: 3^fpsan_symbol(), or 0 if that is
 * negative. value is its number. */
int fpsan_symbol(uint64_t key, double value);

/* "CLASSES:VARIANT", two numbers; NULL is no other meaning. Returns NULL or what is wrong. */
const char *fpsan_meaning_set(const char *text);

#endif
