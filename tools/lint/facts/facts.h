/* SPDX-License-Identifier: Apache-2.0 */
/* Facts that are known about a file before any rule reads it. */
#ifndef STET_LINT_FACTS_H
#define STET_LINT_FACTS_H

#include "../ast.h"

/* Kinds of places where a name gets a meaning. */
enum def_kind {
    DEF_VALUE, /* C: an assignment; a first value is in the declarator */
    DEF_AUGMENTED,
    DEF_PARAMETER,
    DEF_IMPORT,
    DEF_OTHER,
    DEF_DECLARED /* C: a variable, its node is the declarator */
};

struct def {
    uint32_t name, node; /* the name, and its node */
    uint32_t scope;      /* function, lambda, class or module; C: function or file */
    uint32_t statement;  /* the definition is in force after this node */
    uint32_t value;      /* node of the value; unused for DEF_IMPORT */
    uint32_t next;       /* next definition of the name in the scope */
    uint32_t last;       /* the last definition of the scope; only the first one has it */
    int16_t index;       /* place in a tuple that is unpacked; -1: the whole value */
    uint8_t kind;
    struct slice path; /* DEF_IMPORT: "numpy.fft" */
};

enum library {
    LIB_NONE,
    LIB_NUMPY,
    LIB_SCIPY,
    LIB_FFTPACK,
    LIB_TORCH,
    LIB_MLX,
    LIB_JAX,
    LIB_CUPY,
    LIB_PYFFTW,
    LIB_ARRAY /* something.fft.NAME of an unknown library */
};

enum direction { FORWARD = 1, INVERSE = 2 };

/* A function of the FFT modules. All libraries have the same names. */
struct fft_function {
    const char *name;
    uint8_t direction; /* 0: no transform */
    uint8_t rank;      /* 1, 2, or 0: all axes of the array */
    bool real;         /* rfft, irfft and similar */
    bool hermitian;    /* hfft, ihfft */
    bool shift;        /* fftshift, ifftshift */
    bool frequencies;  /* fftfreq, rfftfreq */
};

enum norm { NORM_DEFAULT, NORM_BACKWARD, NORM_ORTHO, NORM_FORWARD, NORM_UNKNOWN, NORM_WRONG };

/* A call of an fft_function. A node is 0 if the argument is absent. */
struct transform {
    uint32_t call;
    const struct fft_function *function;
    enum library library;
    bool open;    /* has *list or **dictionary */
    bool wrapped; /* the call is to a wrapper in this file: arguments are unknown */
    uint32_t x, n, axis, norm_node;
    enum norm norm;
};

/* Operations between an expression and the transforms that it comes from. */
enum {
    VIA_FACTOR = 1,    /* multiplied or divided by something that is no spectrum */
    VIA_SLICE = 2,     /* [...] */
    VIA_SHIFT = 4,     /* fftshift or ifftshift */
    VIA_REAL = 8,      /* .real, .imag */
    VIA_ABS = 16,      /* magnitude or phase */
    VIA_SUM = 32,      /* something is added or subtracted */
    VIA_PRODUCT = 64,  /* a product of two values that both come from transforms */
    VIA_CALL = 128,    /* through an unknown function */
    VIA_CAST = 256,    /* another type */
    VIA_UNKNOWN = 512, /* the name has several meanings, or none in this function */
    VIA_POWER = 1024,
    VIA_UPDATE = 2048, /* a statement stores into its elements */
    VIA_CONJUGATE = 4096,
    VIA_FOREIGN = 8192 /* VIA_CALL of a function that may change the numbers */
};
#define CHAIN_MOST 8

struct chain {
    unsigned via;
    const struct transform *sources[CHAIN_MOST]; /* forward or inverse transforms */
    int source_count;
    struct factor {
        uint32_t node;
        bool divides;
    } factors[CHAIN_MOST];
    int factor_count;
    const struct transform *shifts[CHAIN_MOST];
    int shift_count;
    uint32_t root; /* end of the walk without a source: a name, parameter, other call */
    int hops;
};

/* Uses of the value of an expression in its function. */
enum {
    USE_FACTOR = 1, /* multiplied or divided by something */
    USE_ABS = 2,    /* only its magnitude or phase is used */
    USE_COMPARE = 4,
    USE_RETURN = 8, /* the value leaves the function */
    USE_OTHER = 16, /* any other use, or an unknown call */
    USE_SLICE = 32,
    USE_SUM = 64,
    USE_TRANSFORM = 128,
    USE_REAL = 256
};

/* A c_plan is a plan of FFTW or of a C library with similar functions. */
enum { PLAN_C2C, PLAN_R2C, PLAN_C2R, PLAN_R2R };

struct c_plan {
    uint32_t call, function; /* the call that creates it, and the function around it */
    uint32_t holder;         /* the expression it is assigned to; 0: unknown */
    uint32_t in, out, flags, sign, size;
    uint8_t kind, rank; /* rank 0: unknown */
};

struct facts {
    struct ast ast;
    struct def *defs; /* index 0 is unused */
    uint32_t def_count;
    struct arena_map first_def; /* keys are name and scope; see facts_first_def() */
    struct transform_cache {
        const struct transform **items;
        uint32_t count;
        uint32_t *of; /* 0: not seen, 1: none, else index + 2 */
        uint32_t own; /* bit i: a class of the file defines function i of the table */
        bool own_known;
    } *cache; /* Python only, else NULL */
    struct slice star_modules[4];
    int star_count;
    struct c_plan *plans;
    uint32_t plan_count;
};

/* ---- any language */
/* Rules walk from nodes to the root again and again, so a file that is nested more deeply gets no
 * facts. */
#define FACTS_DEPTH_MOST 2000
/* Fills ast and the facts of its language. */
void facts_build(struct facts *f, TSTreeCursor *cursor);
/* Returns the index in defs of the first definition of a name in a scope, or 0. */
uint32_t facts_first_def(const struct facts *f, uint32_t name, uint32_t scope);
/* Returns the next call in the subtree of root after node `after` (0: the first), or 0. */
uint32_t facts_next_call(const struct facts *f, uint32_t root, uint32_t after);
/* Returns the last part of the name that a call calls: sin of std::sin(x), fft of np.fft.fft(x). */
struct slice facts_called(const struct facts *f, uint32_t call);
/* Returns the next positional argument after `after` (0: the first), or 0. Arguments from the first
 * *list on do not count. */
uint32_t facts_next_argument(const struct facts *f, uint32_t call, uint32_t after);
uint32_t facts_argument(const struct facts *f, uint32_t call, int index); /* 0: absent */
int facts_argument_count(const struct facts *f, uint32_t call);
/* Returns the node of the value if n is a name that is set once, or 0. */
uint32_t facts_constant(const struct facts *f, uint32_t n);
/* Stores the value of an arithmetic constant. Follows names that are set once. */
bool facts_number(const struct facts *f, uint32_t n, double *value);
/* Stores the value of a literal of digits. */
bool facts_literal(const struct facts *f, uint32_t n, double *value);
bool facts_is_literal(const struct facts *f, uint32_t n, double value); /* compares it too */
/* Reports whether the subtree tests parity (% 2, & 1). */
bool facts_tests_parity(const struct facts *f, uint32_t root);
/* Reports whether the file raises an error for odd numbers: if n % 2: raise ..., assert n % 2 ==
 * 0. */
bool facts_refuses_odd(const struct facts *f);
/* Reports whether the subtree contains the name. */
bool facts_mentions(const struct facts *f, uint32_t root, uint32_t name);

/* ---- Python */
/* Returns the definition that the name at node n has there, or NULL if it is unknown. */
const struct def *facts_definition(const struct facts *f, uint32_t n);
/* Returns the last definition before n in its function from which a path leads to n, such as one
 * under an `if`, or NULL. */
const struct def *facts_possible_definition(const struct facts *f, uint32_t n);
/* Returns "numpy.fft.rfft" for np.fft.rfft; p is NULL if the path is unknown. */
struct slice facts_path(const struct facts *f, uint32_t n);
uint32_t facts_keyword(const struct facts *f, uint32_t call, const char *name);
/* Returns an argument by position or by name. */
uint32_t facts_value(const struct facts *f, uint32_t call, int index, const char *name);
bool facts_open(const struct facts *f, uint32_t call); /* has *list or **dictionary */
/* Stores the text of a string constant without its quotes. Returns false if it is unknown. */
bool facts_string(const struct facts *f, uint32_t n, struct slice *text);
/* Returns the transform of a call of a function of an FFT module, or NULL for any other call. */
const struct transform *facts_transform(const struct facts *f, uint32_t call);
/* Works like facts_transform(), by the name of the function alone. The library is unknown:
 * LIB_NONE. */
const struct transform *facts_transform_like(const struct facts *f, uint32_t call);
void facts_trace(const struct facts *f, uint32_t expression, struct chain *chain);
unsigned facts_uses(const struct facts *f, uint32_t expression);
/* Reports whether the call returns the numbers of its first argument, or of the object before its
 * dot, or part of them: a cast, a copy, another shape, a shift, the real part. */
bool facts_keeps_numbers(const struct facts *f, uint32_t call);
/* Reports whether n is even by its construction: 2*n, 1 << k, a literal. */
bool facts_even(const struct facts *f, uint32_t n);
/* Reports whether the length of an array is even by its construction: zeros(2*n), a pad by its own
 * length. */
bool facts_even_length(const struct facts *f, uint32_t array);
/* Reports whether the name is that of a chosen length, such as nfft or fft_size, not that of the
 * data. */
bool facts_names_fft_size(struct slice name);
/* Reports whether the call stands in `with pytest.raises` or an assertRaises. */
bool facts_must_raise(const struct facts *f, uint32_t n);
/* Reports whether the call is one of these functions: " numpy.sum torch.sum ". */
bool facts_calls(const struct facts *f, uint32_t call, const char *paths);

/* ---- C */
const struct c_plan *facts_plans(const struct facts *f, uint32_t *count);
/* Returns the object behind casts, &x[0], *p and p + 1. */
uint32_t facts_object(const struct facts *f, uint32_t n);
/* Returns the declarator of a variable (K_INIT, K_PARAMETER, K_DECLARATION), or 0 if it is in
 * another file. */
uint32_t facts_declaration(const struct facts *f, uint32_t name);
/* Returns the type before the name as text; p is NULL if the declaration is in another file.
 * *pointers counts stars and brackets. */
struct slice facts_type(const struct facts *f, uint32_t name, int *pointers);
/* Returns the value of a variable that has exactly one initializer or assignment in the function,
 * or 0. */
uint32_t facts_initial(const struct facts *f, uint32_t name);
/* Reports whether n writes to the object: n is an assignment, or an argument of a function that
 * fills arrays, with `maybe` of any function. */
bool facts_writes(const struct facts *f, uint32_t n, uint32_t object, bool maybe);
/* Returns the loop around n that counts with the name, for (int k = ...; ...; k++), or 0. */
uint32_t facts_counted_by(const struct facts *f, uint32_t n, uint32_t name);
/* Returns "execute" for fftw_execute, fftwf_execute and so on, with any letter; empty if the
 * function is not FFTW's. */
struct slice facts_fftw_name(struct slice called);
bool facts_fftw(struct slice called, const char *what); /* compares it too */
/* Reports whether the type is 32-bit float: float, cufftReal, ... */
bool facts_is_float(const struct facts *f, uint32_t n);

/* Fill defs and plans. facts_build() calls them. */
void c_definitions(struct facts *f);
void c_find_plans(struct facts *f);
/* Appends a definition if its node is a name. */
void facts_define(struct facts *f, struct def d);

#endif
