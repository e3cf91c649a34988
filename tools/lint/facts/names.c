/* SPDX-License-Identifier: Apache-2.0 */
/* Facts of Python: what a dotted name means, and which function of which FFT library a call
 * calls. */
#include "python.h"

#include <string.h>

#define WRAPPER_MOST 1000 /* nodes; the search runs for each call, so it skips long functions */
/* clang-format off */
static const struct fft_function functions[] = {
    /*                       real   herm.  shift  frequencies */
    {"fft",       FORWARD, 1, false, false, false, false},
    {"ifft",      INVERSE, 1, false, false, false, false},
    {"fft2",      FORWARD, 2, false, false, false, false},
    {"ifft2",     INVERSE, 2, false, false, false, false},
    {"fftn",      FORWARD, 0, false, false, false, false},
    {"ifftn",     INVERSE, 0, false, false, false, false},
    {"rfft",      FORWARD, 1, true,  false, false, false},
    {"irfft",     INVERSE, 1, true,  false, false, false},
    {"rfft2",     FORWARD, 2, true,  false, false, false},
    {"irfft2",    INVERSE, 2, true,  false, false, false},
    {"rfftn",     FORWARD, 0, true,  false, false, false},
    {"irfftn",    INVERSE, 0, true,  false, false, false},
    {"hfft",      FORWARD, 1, false, true,  false, false},
    {"ihfft",     INVERSE, 1, false, true,  false, false},
    {"fftshift",  0,       0, false, false, true,  false},
    {"ifftshift", 0,       0, false, false, true,  false},
    {"fftfreq",   0,       1, false, false, false, true},
    {"rfftfreq",  0,       1, true,  false, false, true},
};

static const struct {
    const char *path;
    enum library library;
} modules[] = {
    {"numpy.fft", LIB_NUMPY},          {"autograd.numpy.fft", LIB_NUMPY},
    {"scipy.fft", LIB_SCIPY},          {"scipy.fftpack", LIB_FFTPACK},
    {"scipy", LIB_NUMPY}, /* scipy.fft(x), before 1.5 */
    {"torch.fft", LIB_TORCH},          {"mlx.core.fft", LIB_MLX},
    {"jax.numpy.fft", LIB_JAX},        {"cupy.fft", LIB_CUPY},
    {"cupyx.scipy.fft", LIB_CUPY},     {"cupyx.scipy.fftpack", LIB_FFTPACK},
    {"dask.array.fft", LIB_NUMPY},     {"mkl_fft.interfaces.numpy_fft", LIB_NUMPY},
    {"pyfftw.interfaces.numpy_fft", LIB_PYFFTW}, {"pyfftw.interfaces.scipy_fft", LIB_PYFFTW},
    {"pyfftw.interfaces.scipy_fftpack", LIB_FFTPACK},
};
/* clang-format on */

static const struct fft_function *find_function(struct slice name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (slice_is(name, functions[i].name))
            return &functions[i];
    return NULL;
}

/* Returns the module that a usual name means in a snippet without imports, np for numpy. */
static struct slice customary(struct slice name)
{
    static const char *const known[][2] = {
        {"np", "numpy"}, {"numpy", "numpy"}, {"torch", "torch"},  {"mx", "mlx.core"},
        {"cp", "cupy"},  {"scipy", "scipy"}, {"jnp", "jax.numpy"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_is(name, known[i][0]))
            return (struct slice){known[i][1], (uint32_t)strlen(known[i][1])};
    return (struct slice){NULL, 0};
}

static struct slice path_of(const struct facts *f, uint32_t n, int hops);

static struct slice last_word(struct slice path)
{
    uint32_t at = path.n;
    if (path.p == NULL)
        return path;
    while (at > 0 && path.p[at - 1] != '.')
        at--;
    return (struct slice){path.p + at, path.n - at};
}

/* Returns the path of `pyfftw.interfaces.numpy_fft.fft2 if fast else np.fft.fft2`: one function of
 * either library. One library may not be installed, so one of both paths may be unknown. */
static struct slice path_of_either(const struct facts *f, uint32_t choice, int hops)
{
    const struct ast *a = &f->ast;
    uint32_t one = ast_first(a, choice), other = ast_next(a, ast_next(a, one));
    struct slice path = path_of(f, one, hops);
    if (path.p == NULL) {
        uint32_t known = other;
        other = one;
        path = path_of(f, known, hops);
    }
    struct slice last = last_word(path), said = last_word(ast_text(a, other));
    return path.p != NULL && slice_same(last, said) ? path : (struct slice){NULL, 0};
}

/* Returns the path of a module's name if all its definitions mean the same function and n is in a
 * function: try: from pyfftw.interfaces.numpy_fft import fftn; except ImportError: from numpy.fft
 * import fftn (or a def fftn). */
static struct slice path_of_any(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    struct slice found = {NULL, 0}, last = {NULL, 0};
    if (ast_function(a, n) == 1 || python_bound_in(f, n) != 1)
        return found;
    for (uint32_t i = facts_first_def(f, a->nodes[n].name, 1); i != 0; i = f->defs[i].next) {
        const struct def *d = &f->defs[i];
        bool wrapper = d->kind == DEF_OTHER && ast_kind(a, ast_parent(a, d->node)) == K_FUNCTION &&
                       find_function(ast_text(a, d->node)) != NULL;
        struct slice word = d->kind == DEF_IMPORT ? last_word(d->path) : last;
        bool choice = ast_up(a, d->node, K_TRY) != 0 || ast_up(a, d->node, K_IF) != 0;
        if (!choice || (d->kind != DEF_IMPORT && !wrapper) ||
            (last.p != NULL && !slice_same(word, last)))
            return (struct slice){NULL, 0};
        last = word;
        if (d->kind == DEF_IMPORT)
            found = d->path;
    }
    return found;
}

static struct slice path_of(const struct facts *f, uint32_t n, int hops)
{
    const struct ast *a = &f->ast;
    const struct slice none = {NULL, 0};
    n = ast_bare(a, n);
    if (hops > 8)
        return none;
    if (ast_kind(a, n) == K_ATTRIBUTE)
        return python_join(a->arena, path_of(f, ast_child(a, n, F_OBJECT), hops + 1),
                           ast_text(a, ast_child(a, n, F_MEMBER)));
    if (ast_kind(a, n) != K_NAME)
        return none;
    const struct def *d = facts_definition(f, n);
    if (d == NULL) {
        if (f->star_count == 1 && python_bound_in(f, n) == 0 &&
            find_function(ast_text(a, n)) != NULL)
            return python_join(a->arena, f->star_modules[0], ast_text(a, n));
        return python_bound_in(f, n) != 0 ? path_of_any(f, n) : customary(ast_text(a, n));
    }
    if (d->kind == DEF_IMPORT)
        return d->path;
    uint32_t value = d->kind == DEF_VALUE && d->index < 0 ? ast_bare(a, d->value) : 0;
    if (ast_kind(a, value) == K_ATTRIBUTE || ast_kind(a, value) == K_NAME) /* f = np.fft */
        return path_of(f, value, hops + 1);
    return ast_kind(a, value) == K_CONDITIONAL ? path_of_either(f, value, hops + 1) : none;
}

struct slice facts_path(const struct facts *f, uint32_t n) { return path_of(f, n, 0); }

bool facts_calls(const struct facts *f, uint32_t call, const char *paths)
{
    struct slice path = facts_path(f, ast_child(&f->ast, call, F_FUNCTION));
    return path.p != NULL && slice_among(path, paths);
}

uint32_t python_receiver(const struct facts *f, uint32_t call)
{
    uint32_t callee = ast_child(&f->ast, call, F_FUNCTION);
    return ast_kind(&f->ast, callee) == K_ATTRIBUTE ? ast_child(&f->ast, callee, F_OBJECT) : 0;
}

/* Reports whether a class of the file defines or binds the function: `class fft: def irfft`. The
 * object before the dot of a call may be an instance of that class. */
static bool is_own(const struct facts *f, const struct fft_function *function)
{
    const struct ast *a = &f->ast;
    struct transform_cache *cache = f->cache;
    for (uint32_t i = 1; !cache->own_known && i < f->def_count; i++) {
        const struct def *d = &f->defs[i];
        const struct fft_function *of = ast_kind(a, d->scope) == K_CLASS && d->kind != DEF_PARAMETER
                                            ? find_function(ast_text(a, d->node))
                                            : NULL;
        if (of != NULL)
            cache->own |= 1u << (of - functions);
    }
    cache->own_known = true;
    return (cache->own >> (function - functions) & 1) != 0;
}

/* Reports whether the name at the start of a.b.c is a class of the file. */
static bool is_of_class(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    while (ast_kind(a, n) == K_ATTRIBUTE)
        n = ast_child(a, n, F_OBJECT);
    uint32_t scope = ast_kind(a, n) == K_NAME ? python_bound_in(f, n) : 0,
             first = scope != 0 ? facts_first_def(f, a->nodes[n].name, scope) : 0;
    const struct def *d = &f->defs[first != 0 ? f->defs[first].last : 0];
    return first != 0 && d->kind == DEF_OTHER && ast_kind(a, ast_parent(a, d->node)) == K_CLASS;
}

/* Returns the library of a callee whose last word names a function of the table. */
static enum library library_of(const struct facts *f, uint32_t callee, struct slice name)
{
    const struct ast *a = &f->ast;
    struct slice path = facts_path(f, callee);
    if (path.p != NULL) {
        struct slice module = {path.p, path.n > name.n + 1 ? path.n - name.n - 1 : 0};
        for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
            if (slice_is(module, modules[i].path))
                return modules[i].library;
        /* from .mathops import fft, ifftshift: a module that stands for one of the libraries, and
         * names that have no other meaning. */
        const struct fft_function *function = find_function(name);
        bool plain = function != NULL && (function->shift || function->frequencies);
        return module.n > 4 && (slice_ends(module, ".fft") || plain) ? LIB_ARRAY : LIB_NONE;
    }
    uint32_t base = ast_kind(a, callee) == K_ATTRIBUTE ? ast_child(a, callee, F_OBJECT) : 0;
    if (ast_kind(a, base) == K_ATTRIBUTE &&
        slice_is(ast_text(a, ast_child(a, base, F_MEMBER)), "fft") &&
        !is_own(f, find_function(name)) && !is_of_class(f, base))
        return LIB_ARRAY; /* xp.fft.rfft, self.xp.fft.rfft */
    return LIB_NONE;
}

static const char *const axis_words[] = {"axis", "axes", "dim", NULL};

static enum norm norm_of(const struct facts *f, uint32_t node)
{
    struct slice text;
    if (node == 0)
        return NORM_DEFAULT;
    node = ast_bare(&f->ast, node);
    if (ast_kind(&f->ast, node) == K_CONSTANT)
        return slice_is(ast_text(&f->ast, node), "None") ? NORM_DEFAULT : NORM_WRONG;
    if (!facts_string(f, node, &text)) {
        uint32_t value = facts_constant(f, node);
        return slice_is(ast_text(&f->ast, value), "None") ? NORM_DEFAULT : NORM_UNKNOWN;
    }
    return slice_is(text, "backward")  ? NORM_BACKWARD
           : slice_is(text, "ortho")   ? NORM_ORTHO
           : slice_is(text, "forward") ? NORM_FORWARD
                                       : NORM_WRONG;
}

static void read_arguments(const struct facts *f, struct transform *t)
{
    uint32_t call = t->call;
    bool multi = t->function->rank != 1;
    t->open = facts_open(f, call);
    t->x = facts_value(f, call, 0, t->library == LIB_TORCH ? "input" : "x");
    if (t->x == 0)
        t->x = facts_keyword(f, call, "a");
    if (t->function->frequencies) {
        t->n = facts_value(f, call, 0, "n");
        return;
    }
    int at = 1;
    if (!t->function->shift) {
        t->n = facts_value(f, call, at++, multi ? "s" : "n");
        if (t->n == 0 && t->library == LIB_FFTPACK)
            t->n = facts_keyword(f, call, "shape");
        if (ast_kind(&f->ast, t->n) == K_CONSTANT)
            t->n = 0; /* n=None */
    }
    for (const char *const *word = axis_words; *word != NULL && t->axis == 0; word++)
        t->axis = facts_value(f, call, at, *word);
    if (ast_kind(&f->ast, t->axis) == K_CONSTANT)
        t->axis = 0;
    if (!t->function->shift && t->library != LIB_FFTPACK)
        t->norm_node = t->library == LIB_MLX ? facts_keyword(f, call, "norm")
                                             : facts_value(f, call, at + 1, "norm");
    t->norm = norm_of(f, t->norm_node);
}

/* Returns the function that a wrapper of this file calls, or NULL: def fft(x): return
 * np.fft.fft2(x, axes=(1, 2)). The wrapper has a transform's name, and all its transforms are one
 * library function of the same direction. Real transforms do not count: a wrapper may know the
 * length. */
static const struct fft_function *wrapped_by(const struct facts *f, uint32_t callee,
                                             const struct fft_function *named)
{
    const struct ast *a = &f->ast;
    const struct def *d = facts_definition(f, callee);
    const struct fft_function *found = NULL;
    if (d == NULL || d->kind != DEF_OTHER)
        return NULL;
    uint32_t wrapper = ast_parent(a, d->node);
    if (ast_kind(a, wrapper) != K_FUNCTION || named->real || named->frequencies ||
        a->nodes[d->node].field != F_NAME || ast_inside(a, callee, wrapper) ||
        a->nodes[wrapper].last - wrapper > WRAPPER_MOST)
        return NULL;
    for (uint32_t n = facts_next_call(f, wrapper, 0); n != 0; n = facts_next_call(f, wrapper, n)) {
        const struct fft_function *other = find_function(facts_called(f, n));
        if (other == NULL)
            continue;
        const struct transform *t = facts_transform(f, n);
        if (t == NULL || t->wrapped || (found != NULL && other != found) ||
            (named->shift ? other != named
                          : other->real || other->shift || other->direction != named->direction))
            return NULL;
        found = other;
    }
    return found;
}

static const struct transform *look_at_wrapper(const struct facts *f, uint32_t call)
{
    uint32_t callee = ast_child(&f->ast, call, F_FUNCTION);
    const struct fft_function *function = find_function(facts_called(f, call));
    if (function != NULL)
        function = wrapped_by(f, callee, function);
    if (function == NULL)
        return NULL;
    struct transform *t = ARENA_NEW(f->ast.arena, struct transform, 1);
    *t = (struct transform){.call = call,
                            .function = function,
                            .library = LIB_ARRAY,
                            .wrapped = true,
                            .open = facts_open(f, call),
                            .x = facts_argument(f, call, 0),
                            .norm = NORM_UNKNOWN};
    return t;
}

static const struct transform *look(const struct facts *f, uint32_t call)
{
    const struct ast *a = &f->ast;
    uint32_t callee = ast_child(a, call, F_FUNCTION);
    uint32_t last = ast_kind(a, callee) == K_ATTRIBUTE ? ast_child(a, callee, F_MEMBER) : callee;
    if (ast_kind(a, last) != K_NAME)
        return NULL;
    struct slice name = ast_text(a, last);
    if (callee == last) { /* from numpy.fft import rfft as r */
        struct slice path = facts_path(f, callee);
        name = last_word(path);
        if (name.n == path.n)
            return look_at_wrapper(f, call);
    }
    const struct fft_function *function = find_function(name);
    enum library library = function != NULL ? library_of(f, callee, name) : LIB_NONE;
    if (library == LIB_NONE)
        return NULL;
    struct transform *t = ARENA_NEW(a->arena, struct transform, 1);
    *t = (struct transform){.call = call, .function = function, .library = library};
    read_arguments(f, t);
    return t;
}

const struct transform *facts_transform(const struct facts *f, uint32_t call)
{
    struct transform_cache *c = f->cache;
    if (ast_kind(&f->ast, call) != K_CALL || c == NULL)
        return NULL;
    if (c->of[call] == 0) {
        c->of[call] = 1; /* functions that call each other do not count, in any order */
        const struct transform *t = look(f, call);
        if (t != NULL) {
            c->items = (const struct transform **)arena_grow(f->ast.arena, (void *)c->items,
                                                             c->count, sizeof *c->items);
            c->items[c->count] = t;
            c->of[call] = 2 + c->count++;
        }
    }
    return c->of[call] > 1 ? c->items[c->of[call] - 2] : NULL;
}

const struct transform *facts_transform_like(const struct facts *f, uint32_t call)
{
    const struct fft_function *function = find_function(facts_called(f, call));
    if (function == NULL)
        return NULL;
    struct transform *t = ARENA_NEW(f->ast.arena, struct transform, 1);
    *t = (struct transform){.call = call, .function = function, .library = LIB_NONE};
    read_arguments(f, t);
    return t;
}
