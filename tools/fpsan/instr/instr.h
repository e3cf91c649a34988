/* SPDX-License-Identifier: Apache-2.0 */
/* The instrumenter's state, and what its files offer each other.
 *
 * Every floating-point value of a function has two forms: the NATIVE one, which memory, calls
 * and untouched instructions see, and the PAYLOAD, an integer (or vector of integers) of the
 * algebra. Arithmetic makes payloads of payloads. A form is made from the other one only where
 * it is needed: embed() gives the payload of a native value, unembed() the reverse. */
#ifndef FPSAN_INSTR_INSTR_H
#define FPSAN_INSTR_INSTR_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include "kinds.h"
#include "map.h"
#include "meaning.h"

enum { MOST_LANES = 64 };

struct options {
    int field;      /* the algebra: F_p, not Z/2^w */
    int exact_zero; /* ring: a literal -0.0 is 2^(w-1), as phi has it, and not 0 */
    int promote;    /* inline wrappers and promote locals first: for unoptimised input */
    int strict, quiet;
    int no_copy;           /* without the native copy */
    const char *treat[16]; /* "NAME=FUNCTION": calls of NAME are calls of the libm function */
    int treated;
};

struct instr {
    struct options options;
    LLVMContextRef context;
    LLVMModuleRef module, copy; /* copy: as it was, until it is joined */
    LLVMBuilderRef b;
    LLVMValueRef fn; /* the function being built into */
    int large;       /* it has so many operations that helpers are called, not inlined: */
    int large_from;  /* more than these */
    struct map payloads, needs;
    struct map literals; /* constant -> 1 + where its payloads are */
    LLVMValueRef literal_values;
    struct fpsan_literal *literal_table;
    size_t literal_count, literal_capacity;
    uint64_t literal_bytes; /* of all payloads */
    LLVMValueRef *data;     /* numbers in memory, each a struct fpsan_data */
    size_t data_count;
    struct remark *remarks;
    size_t remark_count;
    int listed;       /* places left native */
    unsigned classes; /* it compares payloads, makes integers or wider formats of them: meaning.h */
    int internal_error; /* the result is not valid */
    char *message;      /* of LLVM's, what is wrong */
    const char *source;
};

/* A place that is remarked, to be linked by the constructor; key tells what of its line it is. */
struct remark {
    LLVMValueRef site;
    unsigned line;
    uint64_t key;
};

typedef LLVMValueRef V;
typedef LLVMTypeRef Type;

/* types.c: an enum fpsan_kind of a scalar or fixed vector, or -1; lanes are 0 for a scalar. */
int kind_of(Type type);
unsigned lanes_of(Type type);
Type element_of(Type type);    /* of a vector, else the type itself */
int is_other_float(Type type); /* a float that has no payload: x87, quad, scalable */
unsigned bits_of_kind(int kind);
Type int_type(struct instr *s, unsigned bits, unsigned lanes);
Type float_type(struct instr *s, int kind, unsigned lanes);
Type pointer_type(struct instr *s);
Type payload_type(struct instr *s, Type type);
V int_constant(struct instr *s, Type type, uint64_t value); /* splat if a vector */
V constant_element(V vector, unsigned i);                   /* of a ConstantDataVector */
V splat(struct instr *s, V scalar, unsigned lanes);
V lane(struct instr *s, V value, unsigned i); /* the value itself if it is a scalar */
V call_intrinsic(struct instr *s, const char *name, Type type, V *arguments, unsigned count);
V runtime_function(struct instr *s, const char *name, Type result, Type *parameters,
                   unsigned count);
V runtime_global(struct instr *s, const char *name, Type type);
/* A member of a structure of the runtime that is set before main and does not change, as lanes of
 * that many bits. */
struct word {
    const char *global;
    unsigned size, offset, bits;
};
V runtime_word(struct instr *s, struct word word, unsigned bits, unsigned lanes);
int mark(struct instr *s, V function, const char *attribute, uint64_t value);

/* helper.c: a function of the module, made on first use for these argument types and target
 * features, and called. */
struct helper {
    const char *name;
    V (*body)(struct instr *s, const struct helper *self, V *arguments);
    int kind;           /* of the result */
    int native;         /* the result is a float, not its payload */
    int never_inline;   /* a slow path */
    uint32_t operation; /* for body */
};
V helper_call(struct instr *s, const struct helper *h, V *arguments, unsigned count);

/* optimise.c: notes for module_optimise(). A helper that is inlined after vectorisation; a function
 * that the optimiser has seen already; the function that does for a vector what the call does. */
void optimise_late(struct instr *s, V helper);
void optimise_not_again(struct instr *s, V function);
void optimise_vector_variant(struct instr *s, V call, V scalar, V vector, unsigned lanes);

/* emit.c: arithmetic on payloads, in either algebra, at the builder's place. */
enum arithmetic { ADD, SUBTRACT, MULTIPLY };
V emit_embed(struct instr *s, V native);
V emit_unembed(struct instr *s, V payload, Type type);
V emit_arithmetic(struct instr *s, enum arithmetic operation, int kind, V a, V b);
V emit_fma(struct instr *s, int kind, V a, V b, V c);
V emit_negate(struct instr *s, int kind, V a);
V emit_call(struct instr *s, uint32_t operation, int kind, V a, V b);
/* what is FPSAN_COMPARISONS, or FPSAN_EXTREMES where the outcome does no more than choose the
 * smaller or the larger of a and b. */
V emit_order(struct instr *s, enum fpsan_class what, LLVMRealPredicate predicate, V a, V b);
/* The result of an instruction that approximates, by call: it is remarked. */
V emit_approximate(struct instr *s, V call, int kind, V result);
V emit_compare(struct instr *s, LLVMRealPredicate predicate, int kind, V a, V b);
V emit_extreme(struct instr *s, int largest, int kind, V a, V b);
V emit_absolute(struct instr *s, int kind, V a);
V emit_copy_sign(struct instr *s, int kind, V a, V sign);
V emit_cast(struct instr *s, int from, int to, V a);
V emit_from_integer(struct instr *s, V integer, int is_signed, Type type);
/* Rounded by that operation. A conversion that saturates gives the nearest of its type. */
enum to_integer { TO_SIGNED, TO_UNSIGNED, TO_SIGNED_SATURATING, TO_UNSIGNED_SATURATING };
V emit_to_integer(struct instr *s, V payload, int kind, uint32_t rounding, Type to,
                  enum to_integer how, V instruction);

/* ring.c and field.c: the same for one algebra. */
V ring_embed(struct instr *s, V native);
V ring_unembed(struct instr *s, V payload, Type type);
V ring_cast(struct instr *s, int from, int to, V a);
V field_embed(struct instr *s, V native);
V field_unembed(struct instr *s, V payload, Type type);
V field_arithmetic(struct instr *s, enum arithmetic operation, V a, V b);
V field_fma(struct instr *s, V a, V b, V c);
V field_negate(struct instr *s, V a);
V field_key(struct instr *s, V a); /* the signed integer that comparisons look at */
V field_from_integer(struct instr *s, V integer, int is_signed);

/* literal.c */
V literal_element(V constant, unsigned i);   /* NULL if undefined */
V emit_literal(struct instr *s, V constant); /* its payload */
/* In the ring, memory and other functions are to see a literal as what it is in this run: constants
 * that instructions of s->fn take in native form are made of payloads. */
void literals_name(struct instr *s);
/* What is in memory when the program starts; called before anything is added to the module. */
void literals_of_globals(struct instr *s);
/* Remark literals of float precision in arithmetic of doubles, in s->fn. */
void literals_remark(struct instr *s);
void literals_finish(struct instr *s);

/* atomic.c: of the whole module, before functions are walked. */
void atomics_expand(struct instr *s);

/* native.c: before anything else; when functions and constructor are done. */
void native_copy(struct instr *s);
const char *native_join(struct instr *s);

/* walk.c */
int walk_count(struct instr *s, V function); /* instructions on floating-point numbers */
void walk_function(struct instr *s, V function);
V payload_of(struct instr *s, V value); /* of an operand, while walking */
static inline V argument(struct instr *s, V call, unsigned i)
{
    return payload_of(s, LLVMGetOperand(call, i));
}

/* rules.c: calls that are arithmetic. Returns 1 if the call is known; with out, emits: *out is
 * the payload of the result, or the integer result, or NULL if there is none. */
int rule_of_call(struct instr *s, V call, V *out);
int rule_knows_function(const char *name); /* of libm */
int rule_of_x86(struct instr *s, V call, const char *name, V *out);
int rule_of_neon(struct instr *s, V call, const char *name, V *out);

/* places.c: what is listed at compile time and counted at run time. */
int place_is_harmless_call(const char *name);
void place_native(struct instr *s, V instruction, const char *what, const char *external);
V place_site(struct instr *s, V instruction, enum fpsan_site_kind kind, const char *what,
             const char *external);
void place_reached(struct instr *s, V site);
/* once for each line and key */
void place_remark(struct instr *s, V instruction, const char *what, uint64_t key);
void place_markers(struct instr *s);
void constructor_add(struct instr *s);

#endif
