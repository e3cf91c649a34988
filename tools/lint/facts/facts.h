/* SPDX-License-Identifier: Apache-2.0 */
/* What is known about a file before any rule looks at it. */
#ifndef STET_LINT_FACTS_H
#define STET_LINT_FACTS_H

#include "../ast.h"

/* A place where a name gets a meaning. */
enum def_kind {
    DEF_VALUE, /* of C: an assignment, but for the first value, which is in the declarator */
    DEF_AUGMENTED,
    DEF_PARAMETER,
    DEF_IMPORT,
    DEF_OTHER,
    DEF_DECLARED /* of C: a variable or parameter; the statement is the declarator */
};

struct def {
    uint32_t name, node; /* the name, and where it stands */
    uint32_t scope;      /* function, lambda, class or module; of C: function or file */
    uint32_t statement;  /* the definition is in force after it */
    uint32_t value;      /* node of the value; DEF_IMPORT: unused */
    uint32_t next;       /* definition of the same name in the scope, further down; 0: none */
    uint32_t last;       /* of the first one of a scope: the last one */
    int16_t index;       /* place in a tuple that is unpacked; -1: all of the value */
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
    LIB_ARRAY /* something.fft.NAME: whose is not known */
};

enum direction { FORWARD = 1, INVERSE = 2 };

/* A function of the FFT modules; the same names in all libraries. */
struct fft_function {
    const char *name;
    uint8_t direction; /* 0: no transform */
    uint8_t rank;      /* 1, 2, or 0: as many as there are axes */
    bool real;         /* rfft, irfft and their kin */
    bool hermitian;    /* hfft, ihfft */
    bool shift;        /* fftshift, ifftshift */
    bool frequencies;  /* fftfreq, rfftfreq */
};

enum norm { NORM_DEFAULT, NORM_BACKWARD, NORM_ORTHO, NORM_FORWARD, NORM_UNKNOWN, NORM_WRONG };

/* A call of such a function. Nodes are 0 where an argument is not given. */
struct transform {
    uint32_t call;
    const struct fft_function *function;
    enum library library;
    bool open;    /* has *list or **dictionary */
    bool wrapped; /* by a function of the file that does little else: arguments are not known */
    uint32_t x, n, axis, norm_node;
    enum norm norm;
};

/* What lies between an expression and the transforms that it comes from. */
enum {
    VIA_FACTOR = 1,    /* times or by something that is no spectrum */
    VIA_SLICE = 2,     /* [...] */
    VIA_SHIFT = 4,     /* fftshift or ifftshift */
    VIA_REAL = 8,      /* .real, .imag */
    VIA_ABS = 16,      /* magnitude or phase */
    VIA_SUM = 32,      /* plus or minus something */
    VIA_PRODUCT = 64,  /* of two that both come from transforms */
    VIA_CALL = 128,    /* through a function that is not known */
    VIA_CAST = 256,    /* another type */
    VIA_UNKNOWN = 512, /* a name with more than one meaning, or none in this function */
    VIA_POWER = 1024,
    VIA_UPDATE = 2048, /* elements of it were stored into */
    VIA_CONJUGATE = 4096,
    VIA_FOREIGN = 8192 /* VIA_CALL of a function that makes other numbers, or may */
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
    uint32_t root; /* where the walk ended if there is no source: a name, parameter, other call */
    int hops;
};

/* How the value of an expression is used, in its function. */
enum {
    USE_FACTOR = 1, /* times or by something */
    USE_ABS = 2,    /* its magnitude or phase alone is taken here */
    USE_COMPARE = 4,
    USE_RETURN = 8, /* leaves the function */
    USE_OTHER = 16, /* argument of a call that is not known, and so on */
    USE_SLICE = 32,
    USE_SUM = 64,
    USE_TRANSFORM = 128,
    USE_REAL = 256
};

/* A plan of a C library: FFTW, and what is called like it. */
enum { PLAN_C2C, PLAN_R2C, PLAN_C2R, PLAN_R2R };

struct c_plan {
    uint32_t call, function; /* the creation, and the function around it */
    uint32_t holder;         /* what it is assigned to, an expression; 0: not seen */
    uint32_t in, out, flags, sign, size;
    uint8_t kind, rank; /* rank 0: not known */
};

struct facts {
    struct ast ast;
    struct def *defs; /* from 1 */
    uint32_t def_count;
    struct arena_map first_def; /* by name and scope: facts_first_def() */
    struct transform_cache {
        const struct transform **items;
        uint32_t count;
        uint32_t *of; /* by node: 0 not looked at, 1 none, else index + 2 */
        uint32_t own; /* functions that classes of the file define, by their place in the table */
        bool own_known;
    } *cache; /* of Python; else NULL */
    struct slice star_modules[4];
    int star_count;
    struct c_plan *plans;
    uint32_t plan_count;
};

/* ---- of any language */
/* Ways from a node to the root are walked again and again: a file that is nested more deeply gets
 * no facts. */
#define FACTS_DEPTH_MOST 2000
/* Fills ast and what the language has. */
void facts_build(struct facts *f, TSTreeCursor *cursor);
/* The first of a name's definitions in a scope, an index of defs; 0: there is none. */
uint32_t facts_first_def(const struct facts *f, uint32_t name, uint32_t scope);
/* The next call in the subtree of root after node `after` (0: from the start); 0: no more. */
uint32_t facts_next_call(const struct facts *f, uint32_t root, uint32_t after);
/* The last part of the name that a call calls: sin of std::sin(x), fft of np.fft.fft(x). */
struct slice facts_called(const struct facts *f, uint32_t call);
/* Arguments by place: those before the first *list. The next one after `after` (0: the first); 0:
 * no more. */
uint32_t facts_next_argument(const struct facts *f, uint32_t call, uint32_t after);
uint32_t facts_argument(const struct facts *f, uint32_t call, int index); /* 0: there is none */
int facts_argument_count(const struct facts *f, uint32_t call);
/* The value of a name that is set once, as a node; 0: of another name, or of something else. */
uint32_t facts_constant(const struct facts *f, uint32_t n);
/* The value of an arithmetic constant, through names that are set once. */
bool facts_number(const struct facts *f, uint32_t n, double *value);
/* A literal of digits alone. */
bool facts_literal(const struct facts *f, uint32_t n, double *value);
bool facts_is_literal(const struct facts *f, uint32_t n, double value); /* of that number */
/* A test of parity (% 2, & 1) in the subtree. */
bool facts_tests_parity(const struct facts *f, uint32_t root);
/* Somewhere in the file an odd number raises: if n % 2: raise ..., assert n % 2 == 0. */
bool facts_refuses_odd(const struct facts *f);
/* The subtree names this name. */
bool facts_mentions(const struct facts *f, uint32_t root, uint32_t name);

/* ---- Python */
/* What the name at node n means there; NULL if that is not known. */
const struct def *facts_definition(const struct facts *f, uint32_t n);
/* What it may mean: the last definition before n in its function that some way leads from to n,
 * such as one under an `if`; NULL: there is none. */
const struct def *facts_possible_definition(const struct facts *f, uint32_t n);
/* "numpy.fft.rfft" for np.fft.rfft; p is NULL if it cannot be told. */
struct slice facts_path(const struct facts *f, uint32_t n);
uint32_t facts_keyword(const struct facts *f, uint32_t call, const char *name);
/* Argument by place or by name. */
uint32_t facts_value(const struct facts *f, uint32_t call, int index, const char *name);
bool facts_open(const struct facts *f, uint32_t call); /* has *list or **dictionary */
/* The text of a string constant without its quotes; false if it is not known. */
bool facts_string(const struct facts *f, uint32_t n, struct slice *text);
/* NULL if the node is no call of a function of an FFT module. */
const struct transform *facts_transform(const struct facts *f, uint32_t call);
/* The same by the name of the function alone, of LIB_NONE: whose it is is not known. */
const struct transform *facts_transform_like(const struct facts *f, uint32_t call);
void facts_trace(const struct facts *f, uint32_t expression, struct chain *chain);
unsigned facts_uses(const struct facts *f, uint32_t expression);
/* The call gives back the numbers of its first argument, or of what is before its dot, or a part of
 * them: a cast, a copy, another shape, a shift, the real part. */
bool facts_keeps_numbers(const struct facts *f, uint32_t call);
/* Even by its construction: 2*n, 1 << k, a literal. */
bool facts_even(const struct facts *f, uint32_t n);
/* The same of the length of an array: zeros(2*n), a pad by its own length. */
bool facts_even_length(const struct facts *f, uint32_t array);
/* nfft, fft_size: a size that someone has chosen, not that of the data. */
bool facts_names_fft_size(struct slice name);
/* The call stands in `with pytest.raises` or an assertRaises. */
bool facts_must_raise(const struct facts *f, uint32_t n);
/* The call is one of these functions: " numpy.sum torch.sum ". */
bool facts_calls(const struct facts *f, uint32_t call, const char *paths);

/* ---- C */
const struct c_plan *facts_plans(const struct facts *f, uint32_t *count);
/* The object behind casts, &x[0], *p, p + 1. */
uint32_t facts_object(const struct facts *f, uint32_t n);
/* The definition of a variable: its declarator (K_INIT, K_PARAMETER, K_DECLARATION); 0 if it is not
 * here. */
uint32_t facts_declaration(const struct facts *f, uint32_t name);
/* The type before the name, as text; p NULL if it is not here. *pointers: stars and brackets. */
struct slice facts_type(const struct facts *f, uint32_t name, int *pointers);
/* The value that a variable has from its one initializer or assignment in the function; 0 if there
 * is not one. */
uint32_t facts_initial(const struct facts *f, uint32_t name);
/* n writes to the object: an assignment, or an argument of a function that fills; with maybe, of
 * any function. */
bool facts_writes(const struct facts *f, uint32_t n, uint32_t object, bool maybe);
/* The loop that makes the name count: for (int k = ...; ...; k++). 0: none around n. */
uint32_t facts_counted_by(const struct facts *f, uint32_t n, uint32_t name);
/* "execute" of fftw_execute, fftwf_execute and so on, with whatever letter; empty if it is none of
 * FFTW's. */
struct slice facts_fftw_name(struct slice called);
bool facts_fftw(struct slice called, const char *what); /* it is that one */
/* The type is 32-bit float: float, cufftReal, ... */
bool facts_is_float(const struct facts *f, uint32_t n);

/* Fill defs and plans; facts_build() calls them. */
void c_definitions(struct facts *f);
void c_find_plans(struct facts *f);
/* Appends a definition, whose node is a name; else nothing. */
void facts_define(struct facts *f, struct def d);

#endif
