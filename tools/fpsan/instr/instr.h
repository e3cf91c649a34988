/* SPDX-License-Identifier: Apache-2.0 */
/* This header has the state of the instrumenter, and the functions that its files share.
 *
 * Every floating-point value of a function has two forms: the NATIVE form, which memory, calls and
 * unchanged instructions use, and the PAYLOAD, an integer (or vector of integers) of the algebra.
 * Arithmetic computes payloads from payloads. A form is converted only where it is needed: embed()
 * returns the payload of a native value, unembed() does the reverse. */
#ifndef FPSAN_INSTR_INSTR_H
#define FPSAN_INSTR_INSTR_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include "kinds.h"
#include "map.h"
#include "meaning.h"

enum { MOST_LANES = 64 };

struct options {
    int field;      /* the algebra is F_p, not Z/2^w */
    int exact_zero; /* ring: a literal -0.0 is phi(-0.0) = 2^(w-1), not 0 */
    int promote;    /* first inline wrappers, promote locals */
    int strict, quiet;
    int no_copy;           /* make no native copy */
    const char *treat[16]; /* "NAME=FUNCTION": NAME is the libm function */
    int treated;
};

struct instr {
    struct options options;
    LLVMContextRef context;
    LLVMModuleRef module, copy; /* copy: the original, until native_join() */
    LLVMBuilderRef b;
    LLVMValueRef fn; /* the function that is being built */
    int large;       /* helpers are called, not inlined */
    int large_from;  /* operations above which `large` is set */
    struct map payloads, needs;
    struct map literals; /* constant -> 1 + place of its payloads */
    LLVMValueRef literal_values;
    struct fpsan_literal *literal_table;
    size_t literal_count, literal_capacity;
    uint64_t literal_bytes; /* bytes of all payloads */
    LLVMValueRef *data;     /* a struct fpsan_data per number in memory */
    size_t data_count;
    struct remark *remarks;
    size_t remark_count;
    int listed;         /* count of places left native */
    unsigned classes;   /* classes of meaning.h that the module has */
    int internal_error; /* the result is invalid */
    char *message;      /* an error message of LLVM */
    const char *source;
};

/* Describes a place with a remark; the constructor links it. The key distinguishes places of one
 * line. */
struct remark {
    LLVMValueRef site;
    unsigned line;
    uint64_t key;
};

typedef LLVMValueRef V;
typedef LLVMTypeRef Type;

/* types.c: kind_of() returns the enum fpsan_kind of a scalar or fixed vector, or -1. lanes_of() is
 * 0 for a scalar. */
int kind_of(Type type);
unsigned lanes_of(Type type);
Type element_of(Type type);    /* a vector's; else the type itself */
int is_other_float(Type type); /* x87, quad, scalable: no payload */
unsigned bits_of_kind(int kind);
Type int_type(struct instr *s, unsigned bits, unsigned lanes);
Type float_type(struct instr *s, int kind, unsigned lanes);
Type pointer_type(struct instr *s);
Type payload_type(struct instr *s, Type type);
V int_constant(struct instr *s, Type type, uint64_t value); /* for a vector, a splat */
V constant_element(V vector, unsigned i);                   /* element of a ConstantDataVector */
V splat(struct instr *s, V scalar, unsigned lanes);
V lane(struct instr *s, V value, unsigned i); /* for a scalar, the value itself */
V call_intrinsic(struct instr *s, const char *name, Type type, V *arguments, unsigned count);
V runtime_function(struct instr *s, const char *name, Type result, Type *parameters,
                   unsigned count);
V runtime_global(struct instr *s, const char *name, Type type);
/* A word is a member of a structure of the runtime, set before main and constant afterwards, as
 * lanes of that many bits. */
struct word {
    const char *global;
    unsigned size, offset, bits;
};
V runtime_word(struct instr *s, struct word word, unsigned bits, unsigned lanes);
int mark(struct instr *s, V function, const char *attribute, uint64_t value);

/* helper.c: helper_call() calls a function of the module. The first use with these argument types
 * and target features makes it. */
struct helper {
    const char *name;
    V (*body)(struct instr *s, const struct helper *self, V *arguments);
    int kind;           /* kind of the result */
    int native;         /* the result is a float, not a payload */
    int never_inline;   /* a slow path */
    uint32_t operation; /* parameter of body */
};
V helper_call(struct instr *s, const struct helper *h, V *arguments, unsigned count);

/* optimise.c: these leave notes for module_optimise(). They mark a helper that is inlined after
 * vectorisation, a function that is optimised already, and the vector function for a scalar
 * call. */
void optimise_late(struct instr *s, V helper);
void optimise_not_again(struct instr *s, V function);
void optimise_vector_variant(struct instr *s, V call, V scalar, V vector, unsigned lanes);

/* emit.c: these emit arithmetic on payloads, in either algebra, at the builder's place. */
enum arithmetic { ADD, SUBTRACT, MULTIPLY };
V emit_embed(struct instr *s, V native);
V emit_unembed(struct instr *s, V payload, Type type);
V emit_arithmetic(struct instr *s, enum arithmetic operation, int kind, V a, V b);
V emit_fma(struct instr *s, int kind, V a, V b, V c);
V emit_negate(struct instr *s, int kind, V a);
V emit_call(struct instr *s, uint32_t operation, int kind, V a, V b);
/* `what` is FPSAN_EXTREMES if the outcome only chooses the smaller or larger of a and b, else
 * FPSAN_COMPARISONS. */
V emit_order(struct instr *s, enum fpsan_class what, LLVMRealPredicate predicate, V a, V b);
/* Returns the result of an instruction `call` that approximates, and adds a remark. */
V emit_approximate(struct instr *s, V call, int kind, V result);
V emit_compare(struct instr *s, LLVMRealPredicate predicate, int kind, V a, V b);
V emit_extreme(struct instr *s, int largest, int kind, V a, V b);
V emit_absolute(struct instr *s, int kind, V a);
V emit_copy_sign(struct instr *s, int kind, V a, V sign);
V emit_cast(struct instr *s, int from, int to, V a);
V emit_from_integer(struct instr *s, V integer, int is_signed, Type type);
/* Returns an integer, rounded by the operation `rounding`. A conversion that saturates returns the
 * nearest number of its type. */
enum to_integer { TO_SIGNED, TO_UNSIGNED, TO_SIGNED_SATURATING, TO_UNSIGNED_SATURATING };
V emit_to_integer(struct instr *s, V payload, int kind, uint32_t rounding, Type to,
                  enum to_integer how, V instruction);

/* ring.c and field.c: these emit arithmetic for one algebra. */
V ring_embed(struct instr *s, V native);
V ring_unembed(struct instr *s, V payload, Type type);
V ring_cast(struct instr *s, int from, int to, V a);
V field_embed(struct instr *s, V native);
V field_unembed(struct instr *s, V payload, Type type);
V field_arithmetic(struct instr *s, enum arithmetic operation, V a, V b);
V field_fma(struct instr *s, V a, V b, V c);
V field_negate(struct instr *s, V a);
V field_key(struct instr *s, V a); /* the signed integer for comparisons */
V field_from_integer(struct instr *s, V integer, int is_signed);

/* literal.c */
V literal_element(V constant, unsigned i);   /* NULL if undefined */
V emit_literal(struct instr *s, V constant); /* returns the payload */
/* Replaces constants that instructions of s->fn use in native form by constants made from payloads.
 * In the ring, memory and other functions then see the literal's value of this run. */
void literals_name(struct instr *s);
/* Notes the numbers that are in memory at the start. Call it before anything is added to the
 * module. */
void literals_of_globals(struct instr *s);
/* Adds remarks on literals of float precision in arithmetic of doubles, in s->fn. */
void literals_remark(struct instr *s);
void literals_finish(struct instr *s);

/* atomic.c: expands the whole module. Call it before functions are walked. */
void atomics_expand(struct instr *s);

/* native.c: call native_copy() first of all, and native_join() after functions and constructor are
 * done. */
void native_copy(struct instr *s);
const char *native_join(struct instr *s);

/* walk.c */
int walk_count(struct instr *s, V function); /* counts floating-point instructions */
void walk_function(struct instr *s, V function);
V payload_of(struct instr *s, V value); /* payload of an operand, while walking */
static inline V argument(struct instr *s, V call, unsigned i)
{
    return payload_of(s, LLVMGetOperand(call, i));
}

/* rules.c: returns 1 if the call is arithmetic. If out is not NULL, emits it: *out is the payload
 * or integer of the result, or NULL if the call has none. */
int rule_of_call(struct instr *s, V call, V *out);
int rule_knows_function(const char *name); /* name: a function of libm */
int rule_of_x86(struct instr *s, V call, const char *name, V *out);
int rule_of_neon(struct instr *s, V call, const char *name, V *out);

/* places.c: these list places at compile time and count them at run time. */
int place_is_harmless_call(const char *name);
void place_native(struct instr *s, V instruction, const char *what, const char *external);
V place_site(struct instr *s, V instruction, enum fpsan_site_kind kind, const char *what,
             const char *external);
void place_reached(struct instr *s, V site);
/* adds one remark per line and key */
void place_remark(struct instr *s, V instruction, const char *what, uint64_t key);
void place_markers(struct instr *s);
void constructor_add(struct instr *s);

#endif
