/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for calls that are arithmetic: LLVM's intrinsics, the C mathematical functions, and those
 * of glibc's vector library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instr.h"

/* Actions besides the operations that the runtime evaluates (action = operation). */
enum action {
    FMA = FPSAN_OP_COUNT,
    ABSOLUTE,
    SMALLER,
    LARGER,
    COPY_SIGN,
    IDENTITY,
    DIFFERENCE,            /* fdim */
    TO_INTEGER,            /* lrint; detail: the rounding */
    TO_INTEGER_SATURATING, /* detail: an enum to_integer */
    SINE_COSINE,
    REDUCE_ADD,
    REDUCE_MULTIPLY,
    REDUCE_SMALLER,
    REDUCE_LARGER,
    CLASS,
    POWER_INTEGER,
    COMPLEX_MULTIPLY,
    COMPLEX_DIVIDE,
    COMPLEX_EXPONENTIAL,
    COMPLEX_ABSOLUTE,
    COMPLEX_ARGUMENT
};

struct function {
    const char *name;
    int action;
    unsigned arguments;
    int detail;
};

static const struct function FUNCTIONS[] = {
#define ROW(name, arguments) {#name, FPSAN_OP_##name, arguments, 0},
    FPSAN_OPERATIONS(ROW)
#undef ROW
        {"fmod", FPSAN_OP_rem, 2, 0},
    {"nearbyint", FPSAN_OP_rint, 1, 0},
    {"roundeven", FPSAN_OP_rint, 1, 0},
    {"scalbn", FPSAN_OP_ldexp, 2, 0},
    {"scalbln", FPSAN_OP_ldexp, 2, 0},
    {"fma", FMA, 3, 0},
    {"fmuladd", FMA, 3, 0},
    {"fabs", ABSOLUTE, 1, 0},
    {"fmin", SMALLER, 2, 0},
    {"fmax", LARGER, 2, 0},
    {"minnum", SMALLER, 2, 0},
    {"maxnum", LARGER, 2, 0},
    {"minimum", SMALLER, 2, 0},
    {"maximum", LARGER, 2, 0},
    {"copysign", COPY_SIGN, 2, 0},
    {"canonicalize", IDENTITY, 1, 0},
    {"arithmetic.fence", IDENTITY, 1, 0},
    {"ssa.copy", IDENTITY, 1, 0},
    {"fdim", DIFFERENCE, 2, 0},
    {"lrint", TO_INTEGER, 1, FPSAN_OP_rint},
    {"llrint", TO_INTEGER, 1, FPSAN_OP_rint},
    {"lround", TO_INTEGER, 1, FPSAN_OP_round},
    {"llround", TO_INTEGER, 1, FPSAN_OP_round},
    {"fptosi.sat", TO_INTEGER_SATURATING, 1, TO_SIGNED_SATURATING},
    {"fptoui.sat", TO_INTEGER_SATURATING, 1, TO_UNSIGNED_SATURATING},
    {"sincos", SINE_COSINE, 3, 0},
    {"powi", POWER_INTEGER, 2, 0},
    {"vector.reduce.fadd", REDUCE_ADD, 2, 0},
    {"vector.reduce.fmul", REDUCE_MULTIPLY, 2, 0},
    {"vector.reduce.fmin", REDUCE_SMALLER, 1, 0},
    {"vector.reduce.fmax", REDUCE_LARGER, 1, 0},
    {"vector.reduce.fminimum", REDUCE_SMALLER, 1, 0},
    {"vector.reduce.fmaximum", REDUCE_LARGER, 1, 0},
    {"is.fpclass", CLASS, 2, 0},
    {"__mulsc3", COMPLEX_MULTIPLY, 4, 0}, /* compiler's runtime: products */
    {"__muldc3", COMPLEX_MULTIPLY, 4, 0}, /* and quotients of complex numbers */
    {"__divsc3", COMPLEX_DIVIDE, 4, 0},
    {"__divdc3", COMPLEX_DIVIDE, 4, 0},
    {"cexp", COMPLEX_EXPONENTIAL, 1, 0},
    {"cabs", COMPLEX_ABSOLUTE, 1, 0},
    {"carg", COMPLEX_ARGUMENT, 1, 0},
};

static const struct function *find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        if (strlen(FUNCTIONS[i].name) == length && memcmp(FUNCTIONS[i].name, name, length) == 0)
            return &FUNCTIONS[i];
    return NULL;
}

static int is_format(const char *part)
{
    while (*part == 'v' || *part == 'n' || *part == 'x' || (*part >= '0' && *part <= '9'))
        part++;
    return strncmp(part, "f16", 3) == 0 || strncmp(part, "f32", 3) == 0 ||
           strncmp(part, "f64", 3) == 0 || strncmp(part, "bf16", 4) == 0 || *part == 'i';
}

/* Finds "exp2.v4f32" of llvm.exp2.v4f32: the name ends before the first part that is a type. */
static const struct function *find_intrinsic(const char *name)
{
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
        if (is_format(dot + 1))
            return find(name, (size_t)(dot - name));
    return NULL;
}

/* Finds exp, expf, __exp_finite, __expf_finite, _ZGVdN8v_expf (glibc's vector library). A suffix f
 * decides only if no function has the whole name: erf is erf, erff is its float. */
static const struct function *find_library(const char *name)
{
    if (strncmp(name, "_ZGV", 4) == 0) {
        name = strchr(name + 4, '_');
        if (!name)
            return NULL;
        name++;
    }
    if (strchr(name, '.')) /* a name with a dot is an intrinsic */
        return NULL;
    size_t length = strlen(name);
    if (strncmp(name, "__", 2) == 0 && length > 9 && strcmp(name + length - 7, "_finite") == 0) {
        name += 2;
        length -= 9;
    }
    const struct function *exact = find(name, length);
    if (!exact && length > 1 && name[length - 1] == 'f')
        exact = find(name, length - 1);
    /* These are names of intrinsics and of no function of libm. */
    static const char *const ours[] = {"div",    "rem",          "rcp",        "fmuladd",
                                       "powi",   "minimum",      "maximum",    "minnum",
                                       "maxnum", "canonicalize", "approximate"};
    for (size_t i = 0; exact && i < sizeof ours / sizeof *ours; i++)
        if (strcmp(exact->name, ours[i]) == 0)
            return NULL;
    return exact;
}

int rule_knows_function(const char *name) { return find_library(name) != NULL; }

/* ------------------------------------------------------------- emission -- */

static V combine(struct instr *s, int action, int kind, V a, V b)
{
    switch (action) {
    case REDUCE_ADD: return emit_arithmetic(s, ADD, kind, a, b);
    case REDUCE_MULTIPLY: return emit_arithmetic(s, MULTIPLY, kind, a, b);
    default: return emit_extreme(s, action == REDUCE_LARGER, kind, a, b);
    }
}

/* Reduces the lanes in any order, which an algebra permits. */
static V reduction(struct instr *s, int action, int kind, V call)
{
    const int has_start = action == REDUCE_ADD || action == REDUCE_MULTIPLY;
    const V vector = argument(s, call, (unsigned)has_start);
    V result = has_start ? argument(s, call, 0) : lane(s, vector, 0);
    for (unsigned i = has_start ? 0 : 1; i < lanes_of(LLVMTypeOf(vector)); i++)
        result = combine(s, action, kind, result, lane(s, vector, i));
    return result;
}

static V difference(struct instr *s, int kind, V a, V b)
{
    const V zero = LLVMConstNull(LLVMTypeOf(a));
    return emit_extreme(s, 1, kind, emit_arithmetic(s, SUBTRACT, kind, a, b), zero);
}

/* Answers a test of a number's class. Payloads are finite, no NaN, and their zero is +0; the order
 * defines negative and positive. Other functions than isnan() need it too: LLVM emits a test for +0
 * for an integer that is loaded together with floats and compared with 0. It cannot distinguish
 * normal from subnormal numbers. */
static V answer_class(struct instr *s, V call, int kind)
{
    enum { NEGATIVE = 0x18, ZERO = 0x40, POSITIVE = 0x180 }; /* LLVM's FPClassTest */
    const V mask = LLVMGetOperand(call, 1), x = argument(s, call, 0);
    const Type type = LLVMTypeOf(call);
    const uint64_t wanted = LLVMIsAConstantInt(mask) ? LLVMConstIntGetZExtValue(mask) : 0;
    const uint64_t negative = wanted & NEGATIVE, positive = wanted & POSITIVE;
    if ((negative && negative != NEGATIVE) || (positive && positive != POSITIVE))
        place_native(s, call, "a test of the class of a number", NULL);
    const V zero = LLVMConstNull(LLVMTypeOf(x));
    const V is_less = emit_compare(s, LLVMRealOLT, kind, x, zero);
    const V is_zero = emit_compare(s, LLVMRealOEQ, kind, x, zero);
    const V signs = LLVMBuildSelect(s->b, is_less, int_constant(s, type, negative != 0),
                                    int_constant(s, type, positive != 0), "");
    return LLVMBuildSelect(s->b, is_zero, int_constant(s, type, (wanted & ZERO) != 0), signs, "");
}

static void sine_and_cosine(struct instr *s, V call, int kind)
{
    const V x = argument(s, call, 0);
    const Type type = LLVMTypeOf(LLVMGetOperand(call, 0));
    for (unsigned i = 0; i < 2; i++) {
        const V y = emit_call(s, i == 0 ? FPSAN_OP_sin : FPSAN_OP_cos, kind, x, NULL);
        LLVMBuildStore(s->b, emit_unembed(s, y, type), LLVMGetOperand(call, i + 1));
    }
}

static V with_integer(struct instr *s, V call, int kind, int action)
{
    const V x = argument(s, call, 0), n = LLVMGetOperand(call, 1);
    if (action == POWER_INTEGER)
        return emit_call(s, FPSAN_OP_pow, kind, x,
                         s->options.field ? emit_from_integer(s, n, 1, LLVMTypeOf(call))
                                          : LLVMBuildSExtOrBitCast(s->b, n, LLVMTypeOf(x), ""));
    /* The low 32 bits of the second payload hold ldexp's exponent. */
    const unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(x));
    const V exponent = width >= 32 ? LLVMBuildIntCast2(s->b, n, LLVMTypeOf(x), 1, "")
                                   : LLVMBuildTruncOrBitCast(s->b, n, LLVMTypeOf(x), "");
    return emit_call(s, FPSAN_OP_ldexp, kind, x, exponent);
}

/* Returns two numbers in the form of the function's result: a vector, a structure or an array. */
static V complex_result(struct instr *s, V call, Type part, V re, V im)
{
    const Type type = LLVMTypeOf(call), word = int_type(s, 32, 0);
    if (kind_of(type) >= 0) {
        const V half = LLVMBuildInsertElement(s->b, LLVMGetPoison(payload_type(s, type)), re,
                                              LLVMConstInt(word, 0, 0), "");
        return LLVMBuildInsertElement(s->b, half, im, LLVMConstInt(word, 1, 0), "");
    }
    const V half =
        LLVMBuildInsertValue(s->b, LLVMGetPoison(type), emit_unembed(s, re, part), 0, "");
    return LLVMBuildInsertValue(s->b, half, emit_unembed(s, im, part), 1, "");
}

/* Emits (a + ib)(c + id), or with c - id and both parts over c^2 + d^2. */
static V complex_function(struct instr *s, V call, int kind, int divide)
{
    const V a = argument(s, call, 0), b = argument(s, call, 1);
    const V c = argument(s, call, 2), d = argument(s, call, 3);
    const V e = divide ? emit_negate(s, kind, d) : d;
    V re = emit_fma(s, kind, a, c, emit_negate(s, kind, emit_arithmetic(s, MULTIPLY, kind, b, e)));
    V im = emit_fma(s, kind, a, e, emit_arithmetic(s, MULTIPLY, kind, b, c));
    if (divide) {
        const V norm = emit_fma(s, kind, c, c, emit_arithmetic(s, MULTIPLY, kind, d, d));
        re = emit_call(s, FPSAN_OP_div, kind, re, norm);
        im = emit_call(s, FPSAN_OP_div, kind, im, norm);
    }
    return complex_result(s, call, LLVMTypeOf(LLVMGetOperand(call, 0)), re, im);
}

/* Returns the type of a part if the call's only argument is a complex number, passed as two
 * numbers, a vector or an array. Returns NULL otherwise. */
static Type complex_part(V call)
{
    const Type first = LLVMTypeOf(LLVMGetOperand(call, 0));
    const unsigned count = LLVMGetNumArgOperands(call);
    if (LLVMGetTypeKind(first) == LLVMArrayTypeKind)
        return count == 1 && LLVMGetArrayLength(first) == 2 ? LLVMGetElementType(first) : NULL;
    if (lanes_of(first))
        return count == 1 && lanes_of(first) == 2 ? LLVMGetElementType(first) : NULL;
    return count == 2 && LLVMTypeOf(LLVMGetOperand(call, 1)) == first ? first : NULL;
}

static V complex_argument(struct instr *s, V call, unsigned i)
{
    const V first = LLVMGetOperand(call, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMArrayTypeKind)
        return emit_embed(s, LLVMBuildExtractValue(s->b, first, i, ""));
    return lanes_of(LLVMTypeOf(first)) ? lane(s, argument(s, call, 0), i) : argument(s, call, i);
}

static V function_of_complex(struct instr *s, V call, int action)
{
    const Type part = complex_part(call);
    const int kind = kind_of(part);
    const V re = complex_argument(s, call, 0), im = complex_argument(s, call, 1);
    if (action == COMPLEX_ABSOLUTE)
        return emit_call(s, FPSAN_OP_hypot, kind, re, im);
    if (action == COMPLEX_ARGUMENT)
        return emit_call(s, FPSAN_OP_atan2, kind, im, re);
    const V scale = emit_call(s, FPSAN_OP_exp, kind, re, NULL);
    const V cosine = emit_call(s, FPSAN_OP_cos, kind, im, NULL);
    const V sine = emit_call(s, FPSAN_OP_sin, kind, im, NULL);
    return complex_result(s, call, part, emit_arithmetic(s, MULTIPLY, kind, scale, cosine),
                          emit_arithmetic(s, MULTIPLY, kind, scale, sine));
}

static V emit_function(struct instr *s, const struct function *f, V call, int kind)
{
    switch (f->action) {
    case FMA:
        return emit_fma(s, kind, argument(s, call, 0), argument(s, call, 1), argument(s, call, 2));
    case ABSOLUTE: return emit_absolute(s, kind, argument(s, call, 0));
    case SMALLER:
    case LARGER:
        return emit_extreme(s, f->action == LARGER, kind, argument(s, call, 0),
                            argument(s, call, 1));
    case COPY_SIGN: return emit_copy_sign(s, kind, argument(s, call, 0), argument(s, call, 1));
    case IDENTITY: return argument(s, call, 0);
    case DIFFERENCE: return difference(s, kind, argument(s, call, 0), argument(s, call, 1));
    case TO_INTEGER:
        return emit_to_integer(s, argument(s, call, 0), kind, (uint32_t)f->detail, LLVMTypeOf(call),
                               TO_SIGNED, call);
    case TO_INTEGER_SATURATING:
        return emit_to_integer(s, argument(s, call, 0), kind, FPSAN_OP_trunc, LLVMTypeOf(call),
                               (enum to_integer)f->detail, call);
    case SINE_COSINE: sine_and_cosine(s, call, kind); return NULL;
    case REDUCE_ADD:
    case REDUCE_MULTIPLY:
    case REDUCE_SMALLER:
    case REDUCE_LARGER: return reduction(s, f->action, kind, call);
    case CLASS: return answer_class(s, call, kind);
    case COMPLEX_MULTIPLY:
    case COMPLEX_DIVIDE: return complex_function(s, call, kind, f->action == COMPLEX_DIVIDE);
    case COMPLEX_EXPONENTIAL:
    case COMPLEX_ABSOLUTE:
    case COMPLEX_ARGUMENT: return function_of_complex(s, call, f->action);
    case POWER_INTEGER:
    case FPSAN_OP_ldexp: return with_integer(s, call, kind, f->action);
    default:
        return emit_call(s, (uint32_t)f->action, kind, argument(s, call, 0),
                         f->arguments > 1 ? argument(s, call, 1) : NULL);
    }
}

static int is_integer(Type type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }

static int is_pointer(V call, unsigned i)
{
    return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
}

static int is_pair(Type type, Type part)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        return LLVMCountStructElementTypes(type) == 2 &&
               LLVMStructGetTypeAtIndex(type, 0) == part &&
               LLVMStructGetTypeAtIndex(type, 1) == part;
    case LLVMArrayTypeKind:
        return LLVMGetArrayLength(type) == 2 && LLVMGetElementType(type) == part;
    default: return lanes_of(type) == 2 && LLVMGetElementType(type) == part;
    }
}

static int takes_four(V call, Type part)
{
    for (unsigned i = 1; i < 4; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != part)
            return 0;
    return lanes_of(part) == 0;
}

static int fits_complex(const struct function *f, V call)
{
    const Type part = complex_part(call);
    return part && kind_of(part) >= 0 &&
           (f->action == COMPLEX_EXPONENTIAL ? is_pair(LLVMTypeOf(call), part)
                                             : LLVMTypeOf(call) == part);
}

/* Reports whether the call has the types of the function. A program may have its own sin(). */
static int fits(const struct function *f, V call)
{
    if (LLVMGetNumArgOperands(call) < f->arguments)
        return 0;
    const Type first = LLVMTypeOf(LLVMGetOperand(call, 0)), result = LLVMTypeOf(call);
    if (f->action >= COMPLEX_EXPONENTIAL)
        return fits_complex(f, call);
    if (kind_of(first) < 0)
        return 0;
    switch (f->action) {
    case TO_INTEGER:
    case TO_INTEGER_SATURATING:
        return is_integer(element_of(result)) && lanes_of(first) == lanes_of(result);
    case CLASS: return 1;
    case COMPLEX_MULTIPLY:
    case COMPLEX_DIVIDE: return is_pair(result, first) && takes_four(call, first);
    case SINE_COSINE:
        return LLVMGetTypeKind(result) == LLVMVoidTypeKind && is_pointer(call, 1) &&
               is_pointer(call, 2);
    case POWER_INTEGER:
    case FPSAN_OP_ldexp:
        return result == first && is_integer(element_of(LLVMTypeOf(LLVMGetOperand(call, 1))));
    case REDUCE_ADD:
    case REDUCE_MULTIPLY:
    case REDUCE_SMALLER:
    case REDUCE_LARGER: return kind_of(result) == kind_of(first);
    default: break;
    }
    for (unsigned i = 0; i < f->arguments; i++)
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != result)
            return 0;
    return 1;
}

/* Finds the function of --treat=NAME=FUNCTION. */
static const struct function *find_treated(const struct instr *s, const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < s->options.treated; i++)
        if (strncmp(s->options.treat[i], name, length) == 0 && s->options.treat[i][length] == '=')
            return find_library(s->options.treat[i] + length + 1);
    return NULL;
}

int rule_of_call(struct instr *s, V call, V *out)
{
    const V called = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(called))
        return 0;
    size_t length;
    const char *name = LLVMGetValueName2(called, &length);
    const struct function *treated = find_treated(s, name);
    const int is_intrinsic = strncmp(name, "llvm.", 5) == 0;
    if (!treated && (!LLVMIsDeclaration(called) || (is_intrinsic && !LLVMGetIntrinsicID(called))))
        return 0;
    if (strncmp(name, "llvm.x86.", 9) == 0)
        return rule_of_x86(s, call, name + 9, out);
    if (strncmp(name, "llvm.aarch64.neon.", 18) == 0)
        return rule_of_neon(s, call, name + 18, out);
    const struct function *f = treated        ? treated
                               : is_intrinsic ? find_intrinsic(name + 5)
                                              : find_library(name);
    if (!f || !fits(f, call))
        return 0;
    if (out)
        *out = emit_function(s, f, call, kind_of(LLVMTypeOf(LLVMGetOperand(call, 0))));
    return 1;
}
