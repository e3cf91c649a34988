/* SPDX-License-Identifier: Apache-2.0 */
/* Other meanings of what an algebra does not know. In the field exp is only known to return equal
 * values for equal arguments, and the order of payloads is not that of the numbers they stand for.
 * So there are variants: a run with FPSAN_OTHER=CLASSES:VARIANT has other values of these
 * functions, other outcomes of comparisons, and so on. A result that no variant changes does not
 * depend on the unknown parts, and `fpsan check` may call it DIFFERENT. */
#ifndef FPSAN_RUNTIME_MEANING_H
#define FPSAN_RUNTIME_MEANING_H

#include <stdint.h>

/* Classes of unknown parts, as bits. */
enum fpsan_class {
    FPSAN_FUNCTIONS = 1,   /* tags, and conversions to integer that are hashes */
    FPSAN_COMPARISONS = 2, /* outcomes; also absolute values and signs */
    FPSAN_EXTREMES = 4,    /* order of values in min and max */
    FPSAN_BITS = 8,        /* field: signs of boxes; ring: to integer */
    FPSAN_INTEGERS = 16,   /* ring: a literal integer n is n times 1, not the hash phi(n) */
    /* Symbols, which are literals without a known number: in the ring all except integers, in the
     * field those without a name. */
    FPSAN_FRACTIONS = 32,
    FPSAN_EXPONENTS = 64, /* ring: exp has one base in all formats */
    FPSAN_CASTS = 128,    /* ring: the bits that widening invents */
    FPSAN_ALL_CLASSES = 255
};

/* With other meanings a symbol is multiplied by 3^e, where e < FPSAN_SYMBOL_POWERS is drawn for
 * each symbol and variant. A product of symbols and known factors is then multiplied by a power of
 * 3; a sum is not. So a difference that is a product is not 0, whatever the symbols stand for. An
 * exception are symbols for a rounded 0 (6e-17 for cos(pi/2)), which become 0. */
enum { FPSAN_SYMBOL_POWERS = 64 };

/* The meaning in force; instrumented code reads it too. Without other meanings all members are 0,
 * except the factors. */
struct fpsan_meaning {
    uint64_t order;     /* odd factor for comparisons, else 1 */
    uint64_t extremes;  /* odd factor for min and max, else 1 */
    uint64_t alike;     /* bits of the products that == ignores */
    uint64_t integers;  /* all bits: literal integers n are n times 1 */
    uint64_t fractions; /* variant of symbols */
    uint64_t exponents; /* not 0: one base for all formats */
    uint64_t casts;     /* odd factor of the bits that widening invents */
    uint64_t functions; /* variant of functions */
    uint64_t bits;      /* even; not 0: other boxes and integers */
    uint64_t box_bit;   /* bit that flips a box's sign; 0: all */
    uint64_t precise;   /* FPSAN_PRECISE: literals and approximations are exact */
};
extern struct fpsan_meaning fpsan_meaning;

/* Bits of the operations so far for which only a tag was known. */
extern uint64_t fpsan_asked;
void fpsan_unknown(uint32_t operation);

/* Classes that the program has so far. Constructors of its modules report comparisons and
 * conversions to integer and to wider formats; symbols are added when they occur. */
extern uint64_t fpsan_classes;
void fpsan_tell(uint32_t classes);

/* Returns the number of a pattern of an enum fpsan_kind. */
double fpsan_value(uint64_t bits, uint32_t kind);

/* Returns the power of 3 that multiplies the symbol `key` in this run; negative: the symbol is 0.
 * value is its number. */
int fpsan_symbol(uint64_t key, double value);

/* Reads "CLASSES:VARIANT", two numbers; NULL resets it. Returns NULL or an error message. */
const char *fpsan_meaning_set(const char *text);

#endif
