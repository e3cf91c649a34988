/* SPDX-License-Identifier: Apache-2.0 */
/* random_calls COUNT [SEED [watched]]: the promise of stet.h on random calls, numbers SEED to SEED
 * + COUNT - 1.
 *
 * Each call is made three times: plainly, which is on contiguous arrays in one thread of the
 * instance `soft`, and twice as the seed says, in any layout, instance, number of threads, way of
 * calling and floating-point environment. What the library may not read (workspace, new heap
 * blocks, the stack below the caller, gaps, the output) is filled with zeros for one of these and
 * with other bytes for the next, which are NaN as a rule. Outputs and statuses must be those of the
 * plain call, and of the two the same to the last bit; inputs, gaps and the environment stay as
 * they were.
 *
 * Linked with --wrap=aligned_alloc, through which all blocks of the library come
 * (src/base/alloc.c). Under valgrind (third argument `watched`), which sees by itself what nobody
 * has written and knows no rounding modes, nothing is filled, the environment is left alone, and
 * results are not compared with the plain ones: its fma has other zeros. A failure is replayed by
 * `random_calls 1 SEED` with the seed that it prints. */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/inside.h"
#include "lib/environment.h"
#include "lib/generate.h"
#include "lib/guard.h"
#include "lib/parallel.h"
#include "lib/trial.h"

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if defined(__OPTIMIZE__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define FRAMES_AS_SHIPPED
#endif

enum { STACK = 1 << 18, MOST_FAILURES = 10 };

/* What stet.h says of stet_execute(), and of stet_execute_with(). */
enum { MOST_STACK = 64 << 10, MOST_STACK_WITH = 24 << 10 };

/* One call in so many is large. */
enum { LARGE_CORRECT = 200, LARGE_NATIVE = 2000, MOST_STRUCTURED = 3000 };

enum way { EXECUTE, EXECUTE_WITH, EXECUTE_STATS, TRANSFORM, WAYS };

struct call {
    uint64_t seed;
    struct trial r;
    stet_correct_policy policy;
    int half_exponent;
    enum generate_family family;
    const char *isa;
    int threads, divide; /* divide: small work too */
    stet_parallel_for *parallel;
    enum way way;
    uint64_t environment;
    size_t in_shift, out_shift, work_shift; /* bytes from a multiple of 64 */
    int dirt;                               /* of the second time */
};

struct result {
    stet_status status;
    char *out;    /* packed */
    size_t stack; /* bytes that the execution took; 0: not known */
    stet_correct_stats stats;
};

/* ------------------------------------------------------------------ dirt -- */

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static int dirt;
static bool watched;

static void soil(void *memory, size_t size)
{
    if (!watched)
        memset(memory, dirt, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *block = __real_aligned_alloc(alignment, size);
    if (block)
        soil(block, size);
    return block;
}

__attribute__((noinline)) static void soil_stack(void)
{
    char below[STACK];
    soil(below, sizeof below);
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* How much of it has been written since. */
__attribute__((noinline)) static size_t soiled_stack(void)
{
#ifdef FRAMES_AS_SHIPPED
    if (watched)
        return 0;
    char below[STACK];
    __asm__ __volatile__("" : "=m"(below)); /* as it was found */
    size_t clean = 0;
    while (clean < sizeof below && below[clean] == (char)dirt)
        clean++;
    return sizeof below - clean;
#else
    return 0;
#endif
}

static void *must(void *memory)
{
    if (memory == NULL) {
        fputs("random_calls: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* ---------------------------------------------------------------- choice -- */

static int below(uint64_t *state, int bound) { return (int)generate_below(state, (size_t)bound); }

static ptrdiff_t random_length(int rank, bool smooth, uint64_t *state)
{
    static const short some[] = {1,   16,  32,   64,   128,  256,  512,  1024, 2048, 4096,
                                 96,  100, 210,  500,  1000, 1155, 1920, 5040, 3125, 2187,
                                 17,  19,  23,   31,   34,   37,   46,   47,   97,   101,
                                 257, 289, 1009, 1013, 2018, 4097, 131,  137,  2039, 263};
    enum { SMOOTH = 20, SOME = sizeof some / sizeof *some };
    ptrdiff_t n = 0;
    do {
        if (below(state, 3) == 0)
            n = some[below(state, smooth ? SMOOTH : SOME)];
        else
            n = 1 + below(state, rank == 1 ? 70 : below(state, 3) ? 8 : 30);
    } while (smooth && !stet_is_smooth(n));
    return n;
}

static size_t elements_of(const struct trial *r)
{
    size_t count = 1;
    for (int i = 0; i < r->t.rank; i++)
        count *= (size_t)r->t.n[i];
    for (int i = 0; i < r->batch_rank; i++)
        count *= (size_t)r->batch[i];
    return count;
}

/* Enough of them for threads of level CORRECT; or what mode STORE of 16 bits divides. */
static void choose_large(struct trial *r, uint64_t *state)
{
    static const ptrdiff_t long_lines[] = {65536, 81920, 100000, 131072};
    r->t.rank = 1;
    r->batch_rank = 2;
    for (int i = 0; i < 2; i++)
        r->batch[i] = 10 + below(state, 10);
    r->t.n[0] = 70 + below(state, 120);
    if (r->t.level != STET_LEVEL_CORRECT) {
        r->batch_rank = 0;
        r->t.n[0] = long_lines[below(state, 4)];
    }
}

/* Small as a rule; the level CORRECT takes the time of some hundred native transforms on `soft`. */
static void choose_shape(struct trial *r, uint64_t *state)
{
    struct transform *t = &r->t;
    const bool is_correct = t->level == STET_LEVEL_CORRECT, rare = below(state, 100) == 0;
    const size_t most = is_correct ? (rare ? 3000 : 300) : (rare ? 40000 : 2500);
    if (below(state, is_correct ? LARGE_CORRECT : LARGE_NATIVE) == 0) {
        choose_large(r, state);
        return;
    }
    do {
        t->rank = below(state, 3) ? 1 : 1 + below(state, 3);
        for (int i = 0; i < t->rank; i++)
            t->n[i] = random_length(t->rank, t->half_mode == STET_HALF_NATIVE, state);
        r->batch_rank = below(state, 3);
        for (int i = 0; i < r->batch_rank; i++)
            r->batch[i] = 1 + below(state, below(state, 3) ? 4 : 20);
    } while (elements_of(r) > most);
}

static void choose_transform(struct call *c, uint64_t *state)
{
    static const stet_level levels[] = {
        STET_LEVEL_NATIVE,   STET_LEVEL_NATIVE,      STET_LEVEL_NATIVE,  STET_LEVEL_EXTENDED,
        STET_LEVEL_EXTENDED, STET_LEVEL_EXTENDED_FF, STET_LEVEL_CORRECT, STET_LEVEL_CORRECT};
    struct transform *t = &c->r.t;
    t->kind = (stet_kind)(1 + below(state, 4));
    t->precision = (stet_precision)(1 + below(state, t->kind == STET_R2R ? 2 : 4));
    t->direction = t->kind == STET_R2C   ? STET_FORWARD
                   : t->kind == STET_C2R ? STET_INVERSE
                                         : (stet_direction)(1 + below(state, 2));
    t->norm = (stet_norm)(1 + below(state, 3));
    t->level = levels[below(state, 8)];
    if (t->level == STET_LEVEL_EXTENDED_FF)
        t->precision = STET_F32;
    t->half_mode = STET_HALF_IO;
    c->half_exponent = STET_HALF_SAFE;
    if (t->precision >= STET_F16 && t->level == STET_LEVEL_NATIVE) {
        t->half_mode = (stet_half_mode)(1 + below(state, t->precision == STET_F16 ? 3 : 2));
        if (below(state, 3) == 0)
            c->half_exponent = below(state, 21) - 10;
    }
    c->policy = (stet_correct_policy)below(state, 2);
    choose_shape(&c->r, state);
    for (int i = 0; t->kind == STET_R2R && i < t->rank; i++)
        do
            t->r2r[i] = (stet_r2r_kind)(1 + below(state, STET_DST4));
        while (t->r2r[i] == STET_DCT1 && t->n[i] == 1);
}

/* In place a real line begins where its complex line does. */
static void place_real_lines(struct trial *r)
{
    const enum side half = r->t.kind == STET_R2C ? SIDE_OUT : SIDE_IN;
    const struct layout halves = trial_packed(r, half);
    struct layout reals = trial_packed(r, half == SIDE_IN ? SIDE_OUT : SIDE_IN);
    for (int i = 0; i + 1 < reals.rank; i++)
        reals.stride[i] = halves.stride[i];
    r->in = half == SIDE_IN ? halves : reals;
    r->out = half == SIDE_IN ? reals : halves;
}

static void choose_layouts(struct call *c, uint64_t *state)
{
    struct trial *r = &c->r;
    const bool packed = below(state, 3) == 0;
    r->in_place = below(state, 4) == 0;
    r->out = packed ? trial_packed(r, SIDE_OUT) : trial_scattered(r, SIDE_OUT, state);
    r->in = packed ? trial_packed(r, SIDE_IN) : trial_scattered(r, SIDE_IN, state);
    if (r->in_place && (r->t.kind == STET_C2C || r->t.kind == STET_R2R))
        r->in = r->out;
    else if (r->in_place)
        place_real_lines(r);
    const size_t real = transform_real(&r->t);
    c->in_shift = real * generate_below(state, 4);
    c->out_shift = r->in_place ? c->in_shift : real * generate_below(state, 4);
}

static uint64_t random_environment(uint64_t *state)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const uint64_t before = get_environment();
    fesetround(modes[below(state, 4)]);
    uint64_t environment = get_environment() & ~(uint64_t)FLAGS;
    set_environment(before);
    if (below(state, 3) == 0)
        environment |= FLUSH_TO_ZERO;
#ifdef UNMASK
    if (below(state, 4) == 0)
        environment &= UNMASK;
#endif
    if (below(state, 4) == 0)
        environment |= FLAGS;
    return environment;
}

static const char *random_isa(uint64_t *state)
{
    int count = 0, can_run;
    while (stet_isa_built(count, NULL))
        count++;
    const char *isa;
    do
        isa = stet_isa_built(below(state, count), &can_run);
    while (!can_run);
    return isa;
}

static struct call random_call(uint64_t seed)
{
    static stet_parallel_for *const parallels[] = {parallel_reverse, parallel_reverse,
                                                   parallel_threads, NULL};
    uint64_t state = seed;
    struct call c = {.seed = seed};
    choose_transform(&c, &state);
    choose_layouts(&c, &state);
    c.family = below(&state, 2) ? GENERATE_UNIFORM
                                : (enum generate_family)below(&state, GENERATE_FAMILIES);
    if (c.r.t.level == STET_LEVEL_CORRECT && elements_of(&c.r) > MOST_STRUCTURED)
        c.family = GENERATE_UNIFORM; /* others take their time */
    c.isa = random_isa(&state);
    c.threads = below(&state, 3) ? 1 : 2 + below(&state, 6);
    c.divide = below(&state, 2);
    c.parallel = parallels[below(&state, 4)];
    c.way = (enum way)below(&state, WAYS);
    if (c.way == EXECUTE_STATS && c.r.t.level != STET_LEVEL_CORRECT)
        c.way = EXECUTE_WITH;
    c.environment = random_environment(&state);
    if (watched)
        c.environment = get_environment();
    c.work_shift = generate_below(&state, 65);
    c.dirt = below(&state, 4) ? 0xff : below(&state, 256);
    return c;
}

/* The same result in the plainest way. */
static struct call plain(const struct call *c)
{
    struct call p = *c;
    p.r.in = trial_packed(&c->r, SIDE_IN);
    p.r.out = trial_packed(&c->r, SIDE_OUT);
    p.r.in_place = false;
    p.isa = "soft";
    p.threads = 1;
    p.divide = 0;
    p.way = EXECUTE;
    p.environment = get_environment();
    return p;
}

/* ------------------------------------------------------------------- run -- */

static stet_status run_with(const stet_plan *plan, const struct call *c, const void *in, void *out)
{
    const size_t size = stet_plan_workspace(plan);
    char *block = must(malloc(size + c->work_shift));
    soil(block, size + c->work_shift);
    const stet_status status = stet_execute_with(plan, in, out, block + c->work_shift, size);
    free(block);
    return status;
}

static stet_status run_plan(const struct call *c, const stet_options *o, const void *in, void *out,
                            struct result *r)
{
    stet_plan *plan;
    stet_status status = stet_plan_create(&plan, o);
    if (status)
        return status;
    if (c->divide)
        inside_least_points(plan, 1);
    soil_stack();
    status = c->way == EXECUTE         ? stet_execute(plan, in, out)
             : c->way == EXECUTE_STATS ? stet_execute_stats(plan, in, out, &r->stats)
                                       : run_with(plan, c, in, out);
    r->stack = soiled_stack();
    stet_plan_destroy(plan);
    return status;
}

static stet_status transform(const stet_options *o, const void *in, void *out, struct result *r)
{
    soil_stack();
    const stet_status status = stet_transform(o, in, out);
    r->stack = soiled_stack();
    return status;
}

/* Under the call's environment; whether it is still there. */
static bool run_under(const struct call *c, const void *in, void *out, struct result *r)
{
    stet_dim dims[LAYOUT_RANK];
    stet_options o = trial_options(&c->r, dims);
    o.policy = c->policy;
    o.half_exponent = c->half_exponent;
    o.threads = c->threads;
    o.parallel = c->parallel;
    stet_isa_select(c->isa);
    r->stats = (stet_correct_stats){.size = sizeof r->stats};
    r->stack = 0;
    const uint64_t before = get_environment();
    set_environment(c->environment);
    r->status = c->way == TRANSFORM ? transform(&o, in, out, r) : run_plan(c, &o, in, out, r);
    const uint64_t after = get_environment();
    set_environment(before);
    return environment_is_kept(c->environment, after);
}

/* Arrays as the call wants them, filled from a packed input; what is written is given back packed.
 * Returns NULL, or what is wrong. */
static const char *run(const struct call *c, const void *packed, struct result *r)
{
    const struct layout flat = trial_packed(&c->r, SIDE_OUT);
    const size_t bytes = layout_count(&flat) * flat.element;
    const bool in_place = c->r.in_place;
    const struct layout *wider = c->r.t.kind == STET_C2R ? &c->r.in : &c->r.out;
    struct guard in, out;
    guard_open(&in, &c->r.in, c->in_shift);
    guard_open(&out, in_place ? wider : &c->r.out, c->out_shift);
    r->out = must(malloc(bytes));
    memset(r->out, dirt, bytes);
    if (!in_place)
        layout_scatter(&c->r.out, r->out, out.origin);
    layout_scatter(&c->r.in, packed, in_place ? out.origin : in.origin);
    guard_remember(&in);
    guard_remember(&out);
    const bool kept = run_under(c, in_place ? out.origin : in.origin, out.origin, r);
    const char *wrong = NULL;
    if (r->status != STET_OK && r->status != STET_E_HALF_RANGE)
        wrong = stet_strerror(r->status);
    else if (r->stack > (c->way == EXECUTE_WITH ? MOST_STACK_WITH : MOST_STACK))
        wrong = "it took more of the stack than stet.h says";
    else if (!kept)
        wrong = "it left other floating-point modes, or lowered a flag";
    else if (!guard_intact(&in, NULL))
        wrong = "it wrote to its input";
    else if (!guard_intact(&out, in_place ? wider : &c->r.out))
        wrong = "it wrote outside of its output";
    layout_gather(&c->r.out, out.origin, r->out);
    guard_close(&in);
    guard_close(&out);
    return wrong;
}

/* What depends on the data and the instance alone; threads at once may take other ways to it. */
static bool same_work(const struct call *c, const stet_correct_stats *a,
                      const stet_correct_stats *b)
{
    if (c->threads > 1 && c->parallel != parallel_reverse)
        return true;
    return a->after_f64 == b->after_f64 && a->after_classes == b->after_classes &&
           a->after_dd == b->after_dd && a->rational == b->rational && a->classes == b->classes &&
           a->wide == b->wide && a->limbs == b->limbs && a->not_finite == b->not_finite;
}

/* NULL, or what is wrong. */
static const char *compare(const struct call *c, const void *packed, struct result r[3])
{
    const struct call first = plain(c);
    const struct layout flat = trial_packed(&c->r, SIDE_OUT);
    const size_t bytes = layout_count(&flat) * flat.element;
    const size_t reals = bytes / transform_real(&c->r.t);
    const char *wrong = NULL;
    for (int i = 0; i < 3 && !wrong; i++) {
        dirt = i == 2 ? c->dirt : 0;
        wrong = run(i == 0 ? &first : c, packed, &r[i]);
    }
    if (wrong)
        return wrong;
    if (r[1].status != r[0].status || r[2].status != r[0].status)
        return "the status differs";
    if (memcmp(r[1].out, r[2].out, bytes) != 0)
        return "outputs depend on memory that nobody has written";
    if (!same_work(c, &r[1].stats, &r[2].stats))
        return "its work depends on memory that nobody has written";
    if (!watched && first_difference(r[0].out, r[1].out, c->r.t.precision, reals) < reals)
        return "outputs differ from the plain call";
    return NULL;
}

/* ---------------------------------------------------------------- report -- */

static void describe(const struct call *c, const char *wrong)
{
    static const char *const kinds[] = {"c2c", "r2c", "c2r", "r2r"},
                             *const precisions[] = {"f32", "f64", "f16", "bf16"},
                             *const way_names[] = {"execute", "execute_with", "execute_stats",
                                                   "transform"},
                             *const levels[] = {"", "native", "extended", "correct", "extended-ff"};
    const struct transform *t = &c->r.t;
    printf("%s\n  random_calls 1 %llu: %s %s %s", wrong, (unsigned long long)c->seed,
           kinds[t->kind - 1], precisions[t->precision - 1], levels[t->level]);
    for (int i = 0; i < t->rank; i++)
        printf("%c%td", i == 0 ? ' ' : 'x', t->n[i]);
    for (int i = 0; t->kind == STET_R2R && i < t->rank; i++)
        printf(" r2r %d", (int)t->r2r[i]);
    for (int i = 0; i < c->r.batch_rank; i++)
        printf("%s%td", i == 0 ? " batch " : "x", c->r.batch[i]);
    printf(", %s, %s, direction %d, norm %d, policy %d, half mode %d exponent %d, %d threads, %s%s",
           c->isa, generate_name(c->family), (int)t->direction, (int)t->norm, (int)c->policy,
           (int)t->half_mode, c->half_exponent, c->threads, way_names[c->way],
           c->r.in_place ? ", in place" : "");
    printf(", environment %llx, dirt %02x\n", (unsigned long long)c->environment,
           (unsigned)c->dirt);
}

static bool passes(uint64_t seed)
{
    const struct call c = random_call(seed);
    const struct layout flat = trial_packed(&c.r, SIDE_IN);
    const size_t bytes = layout_count(&flat) * flat.element;
    struct result r[3] = {{.out = NULL}, {.out = NULL}, {.out = NULL}};
    char *packed = must(malloc(bytes)), *strided;
    generate_reals(packed, c.r.t.precision, bytes / transform_real(&c.r.t), c.family, seed);
    /* Where strides are 0, elements are one and the same. */
    struct guard in;
    guard_open(&in, &c.r.in, 0);
    strided = (char *)in.origin;
    layout_scatter(&c.r.in, packed, strided);
    layout_gather(&c.r.in, strided, packed);
    guard_close(&in);
    const char *wrong = compare(&c, packed, r);
    if (wrong)
        describe(&c, wrong);
    for (int i = 0; i < 3; i++)
        free(r[i].out);
    free(packed);
    return wrong == NULL;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t i = 0;
    int failures = 0;
    watched = argc > 3;
    if (count == 0) {
        fputs("usage: random_calls COUNT [SEED [watched]]\n", stderr);
        return 2;
    }
    for (; i < count && failures < MOST_FAILURES; i++)
        failures += !passes(seed + i);
    printf("random_calls: %llu calls from seed %llu: %d differ\n", (unsigned long long)i,
           (unsigned long long)seed, failures);
    return failures > 0;
}
