/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers all lines along a dimension: chooses the passes of their graph and the shape of the
 * blocks. */
#include <string.h>

#include "plan/build.h"

enum { MOST_STEPS = 8, MOST_PASSES = 16, THREADS_WANTED = 128 };

typedef struct {
    int steps;
    int radix[MOST_STEPS];
    int64_t product;
    int64_t lanes, depth; /* threads of a tile; numbers per thread */
} pass;

/* The numbers that a thread holds unless a radix is larger, and the levels of a step. */
static int most_held(int real) { return real == 65 ? 8 : 16; }
static int most_levels(int real) { return real == 65 ? 2 : real == 33 ? 3 : 4; }

/* Returns the bytes of a tile in shared memory: PITCH of pass.h. */
static size_t tile_size(int real, int64_t R)
{
    const int64_t line = (int64_t)(128 / stet_gpu_size(real));
    return (size_t)((R + R / line) | 1) * stet_gpu_size(real);
}

/* Returns how many neighbouring tiles a block wants: they make runs of 64 bytes. */
static int wanted_together(int real) { return (int)(64 / stet_gpu_size(real)); }

static int64_t divided_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/* Returns the numbers that a thread holds for its part of a step: a butterfly, or some outputs of a
 * direct one. The next function returns how many parts a step on R numbers has. */
static int part_of(int radix) { return IS_DIRECT_RADIX(radix) ? DIRECT_HELD : radix; }
static int64_t parts_of(int64_t R, int radix)
{
    return R / radix * (IS_DIRECT_RADIX(radix) ? DIRECT_GROUPS(radix) : 1);
}

/* Chooses the fewest threads that hold a tile in registers, or up to twice as many if this leaves
 * fewer idle. A thread has one part of a direct step: more do not fit into most_held(). */
static int choose_lanes(int real, int most_threads, pass *p)
{
    int64_t least = 1, best = INT64_MAX;
    int held = most_held(real);
    for (int i = 0; i < p->steps; i++)
        held = part_of(p->radix[i]) > held ? part_of(p->radix[i]) : held;
    for (int i = 0; i < p->steps; i++) {
        const int64_t need =
            divided_up(parts_of(p->product, p->radix[i]), held / part_of(p->radix[i]));
        least = need > least ? need : least;
    }
    for (int64_t lanes = least; lanes <= most_threads && lanes <= 2 * least; lanes++) {
        int64_t cost = 0, depth = 1;
        for (int i = 0; i < p->steps; i++) {
            const int64_t mine =
                divided_up(parts_of(p->product, p->radix[i]), lanes) * part_of(p->radix[i]);
            cost += mine * lanes;
            depth = mine > depth ? mine : depth;
        }
        if (cost < best) {
            best = cost;
            p->lanes = lanes;
            p->depth = depth;
        }
    }
    return least <= most_threads;
}

/* Makes the radices of a pass from its factors. An odd factor is one radix. Levels are grouped as
 * equally as possible, larger groups first, so that a first group with L = 1 contains L = 2 too. */
static int make_pass(int real, const int *factor, int count, int most_threads, pass *p)
{
    int odd = 0;
    *p = (pass){.product = 1};
    while (odd < count && factor[odd] != 2)
        odd++;
    int levels = count - odd, groups = (levels + most_levels(real) - 1) / most_levels(real);
    if (odd + groups > MOST_STEPS)
        return 0;
    for (int i = 0; i < odd; i++)
        p->radix[p->steps++] = factor[i];
    for (; groups > 0; groups--) {
        const int s = (levels + groups - 1) / groups;
        p->radix[p->steps++] = 1 << s;
        levels -= s;
    }
    if (p->steps == 0)
        p->radix[p->steps++] = 1;
    for (int i = 0; i < p->steps; i++)
        p->product *= p->radix[i];
    return choose_lanes(real, most_threads, p);
}

/* Fills passes greedily with products up to `most`; returns their number, or 0 if there are more
 * than `capacity`. */
static int fill_passes(int real, int most_threads, const int *factor, int count, int64_t most,
                       int capacity, pass *p)
{
    int used = 0, passes = 0;
    while (used < count || passes == 0) {
        if (passes == capacity)
            return 0;
        int64_t product = 1;
        int take = 0;
        while (used + take < count && product * factor[used + take] <= most) {
            product *= factor[used + take++];
            if (!make_pass(real, factor + used, take, most_threads, &p[passes])) {
                take--;
                break;
            }
        }
        if (take == 0 && count > 0)
            return 0;
        make_pass(real, factor + used, take, most_threads, &p[passes++]);
        used += take;
    }
    return passes;
}

/* Splits a graph into passes: one if a line fits into a block; else the fewest possible with half
 * of the wanted tiles, as equal as possible. Returns their number. */
static int split(const stet_gpu_builder *b, int real, const stet_gpu_graph *graph, pass *p)
{
    const int *factor = graph->radix, count = graph->count, threads = b->limits.threads;
    int64_t whole = 16, together = 16;
    while (tile_size(real, whole + 1) <= b->limits.shared &&
           whole < (int64_t)threads * most_held(real))
        whole++;
    const size_t least = (size_t)(wanted_together(real) + 1) / 2;
    while (least * tile_size(real, together + 1) <= b->limits.shared)
        together++;
    if (fill_passes(real, threads, factor, count, whole, 1, p))
        return 1;
    for (int passes = 2; passes <= MOST_PASSES; passes++)
        for (int64_t most = 16; most <= together; most += 1 + most / 16) {
            const int found = fill_passes(real, threads, factor, count, most, passes, p);
            if (found)
                return found;
        }
    return 0;
}

/* Reports whether the tiles of a pass are in shared memory: HAS_TILE of pass.h. */
static int has_tile(const stet_gpu_definitions *d)
{
    return d->STEPS > 1 || d->FUSED || IS_DIRECT_RADIX(d->R0);
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Reports whether neighbouring lines are closer in memory than the numbers of a line. */
static int are_across(const stet_gpu_side *s)
{
    return s->dims > 0 && magnitude(s->step) > magnitude(s->dim[2 * s->dims - 1]);
}

/* Chooses the number of tiles of a block: enough threads, and runs of memory where tiles are
 * neighbours, in a quarter of shared memory if possible. All batches except single lines share one
 * program: threads without a tile are idle, and compiling a program takes seconds. */
static void choose_group(const stet_gpu_builder *b, const pass *p, int64_t subs,
                         stet_gpu_definitions *d)
{
    const int real = d->REAL, together = d->GROUP_IN || d->GROUP_OUT ? wanted_together(real) : 1;
    const size_t tile = has_tile(d) ? tile_size(real, p->product) : 1;
    int g = 1;
    while (subs > 1 && 2 * g * d->LANES <= b->limits.threads &&
           (g < together ? 2 * (size_t)g * tile <= b->limits.shared
                         : 2 * g * d->LANES <= THREADS_WANTED &&
                               2 * (size_t)g * tile <= b->limits.shared / 4))
        g *= 2;
    d->G = g;
}

/* Describes passes over lines: the steps of a graph from length L on. */
typedef struct {
    const stet_gpu_line *line;
    const stet_gpu_graph *graph;
    int64_t L, lines, length; /* `lines` lines of `length` numbers */
    stet_gpu_side in, out;
    int in_map, out_map, swap_in, swap_out;
    int64_t in_map_at, out_map_at, outer, rough, rows;
    int is_last; /* the last pass applies the factor */
    int fused;   /* both transforms of a convolution; filter at filter_at */
    int64_t filter_at;
} passes;

static int64_t add_layout(stet_gpu_builder *b, const stet_gpu_side *in, const stet_gpu_side *out)
{
    const size_t count = 2 + 2 * (size_t)(in->dims + out->dims) + STET_GPU_EXTRA;
    const int64_t at = stet_gpu_add_table(b, count * sizeof(int64_t));
    if (at < 0)
        return at;
    int64_t *to = (int64_t *)(void *)stet_gpu_table(b, at);
    to[0] = in->step;
    to[1] = out->step;
    memcpy(to + 2, in->dim, 2 * (size_t)in->dims * sizeof *to);
    memcpy(to + 2 + 2 * in->dims, out->dim, 2 * (size_t)out->dims * sizeof *to);
    return at;
}

static void add_pass(stet_gpu_builder *b, const passes *w, const pass *p)
{
    const stet_gpu_line *line = w->line;
    const int real = line->real, in_map = w->in_map, out_map = w->out_map;
    const int64_t columns = w->length / (w->L * p->product), subs = w->lines * w->L * columns;
    const int is_lone = w->L * columns == 1;
    int64_t odd_at = 0, level_at = 0, half = 0;
    const int64_t table = stet_gpu_graph_table(b, real, w->graph, w->L, &odd_at, &level_at);
    const int64_t layout = add_layout(b, &w->in, &w->out);
    if (w->in.form == FORM_PAIRS)
        half = stet_gpu_half_table(b, real, line->n / 2);
    else if (w->rows > 1)
        half = stet_gpu_rough_table(b, real, w->rows, w->rough);
    if (subs > UINT32_MAX - 1024 && !b->status)
        b->status = STET_E_OVERFLOW;
    stet_gpu_launch *l = stet_gpu_add_launch(b);
    if (!l)
        return;
    stet_gpu_definitions *d = &l->definitions;
    *d = (stet_gpu_definitions){
        .REAL = real,
        .IN_FORMAT = w->in.format,
        .OUT_FORMAT = w->out.format,
        .IN_FORM = w->in.form,
        .OUT_FORM = w->out.form,
        .IN_MAP = w->in_map,
        .OUT_MAP = w->out_map,
        .SWAP_IN = w->swap_in,
        .SWAP_OUT = w->swap_out,
        .STEPS = p->steps,
        .FIRST = w->L == 1,
        .GROUP_IN = columns > 1 || (is_lone && are_across(&w->in)),
        .GROUP_OUT = columns > 1 || (is_lone ? are_across(&w->out) : 1),
        .DIMS_IN = w->in.dims,
        .DIMS_OUT = w->out.dims,
        .SCALED = w->is_last && line->scaled,
        .FUSED = w->fused,
    };
    int *const radix[] = {&d->R0, &d->R1, &d->R2, &d->R3, &d->R4, &d->R5, &d->R6, &d->R7};
    for (int i = 0; i < MOST_STEPS; i++)
        *radix[i] = i < p->steps ? p->radix[i] : 1;
    d->LANES = (int)p->lanes;
    d->DEPTH = (int)p->depth;
    choose_group(b, p, subs, d);
    l->kernel = "stet_pass";
    l->block = d->G * d->LANES;
    l->grid = divided_up(subs, d->G);
    l->shared = has_tile(d) ? (size_t)d->G * tile_size(real, p->product) : stet_gpu_size(real);
    const stet_gpu_slot tables = {STET_GPU_TABLES, table};
    const int64_t map_at = in_map ? w->in_map_at : table;
    const int is_rader = in_map == MAP_RADER || out_map == MAP_RADER || out_map == MAP_RADER_FILTER;
    const stet_gpu_slot slot[STET_GPU_SLOTS] = {
        {w->in.place, w->in.offset},
        {w->out.place, w->out.offset},
        tables,
        {STET_GPU_TABLES, map_at},
        {STET_GPU_TABLES, layout},
        is_rader ? (stet_gpu_slot){STET_GPU_WORK, STET_GPU_SIDE} : tables};
    memcpy(l->slot, slot, sizeof slot);
    int64_t *a = l->number;
    a[NUMBER_L0] = w->L;
    a[NUMBER_C] = columns;
    a[NUMBER_SUBS] = subs;
    a[NUMBER_N] = w->in.form == FORM_PAIRS ? line->n / 2 : line->n;
    a[NUMBER_OUTER] = w->outer;
    a[NUMBER_ODD_AT] = odd_at;
    a[NUMBER_LEVEL_AT] = level_at;
    a[NUMBER_HALF_AT] = (half - table) / (int64_t)stet_gpu_size(real);
    a[NUMBER_SCALE] = line->scale;
    a[NUMBER_REST] = line->rest;
    a[NUMBER_LOAD] = line->load;
    a[NUMBER_ROUGH] = w->rough;
    a[NUMBER_OUT_MAP] = out_map ? w->out_map_at - map_at : 0;
    a[NUMBER_FILTER] = w->fused ? w->filter_at - map_at : 0;
    a[NUMBER_ROWS] = w->rows;
}

/* Returns a side in the workspace with compact lines. */
static stet_gpu_side packed(int real, int64_t lines, int64_t n)
{
    return (stet_gpu_side){.place = STET_GPU_WORK,
                           .format = FORMAT_OWN,
                           .form = FORM_COMPLEX,
                           .step = 1,
                           .dims = 1,
                           .dim = {lines, n},
                           .size = (size_t)lines * (size_t)n * stet_gpu_size(real)};
}

/* Chooses a region of the workspace for the output that is not the input's. */
static void choose_region(stet_gpu_builder *b, const stet_gpu_side *from, stet_gpu_side *to)
{
    if (to->place != STET_GPU_WORK)
        return;
    to->offset = from->place == STET_GPU_WORK && from->offset == 0;
    if (to->size > b->region[to->offset])
        b->region[to->offset] = to->size;
}

static stet_gpu_side add_passes(stet_gpu_builder *b, const passes *all)
{
    pass p[MOST_PASSES];
    const int count = split(b, all->line->real, all->graph, p);
    if (count == 0 && !b->status)
        b->status = STET_E_OVERFLOW;
    passes w = *all;
    for (int i = 0; i < count && !b->status; i++) {
        const int first = i == 0, last = i == count - 1;
        w.out = last ? all->out : packed(all->line->real, all->lines, all->length);
        choose_region(b, &w.in, &w.out);
        w.in_map = first ? all->in_map : MAP_NONE;
        w.swap_in = first ? all->swap_in : 0;
        w.out_map = last ? all->out_map : MAP_NONE;
        w.swap_out = last ? all->swap_out : 0;
        w.is_last = last && all->is_last;
        add_pass(b, &w, &p[i]);
        w.L *= p[i].product;
        w.in = w.out;
    }
    return w.in;
}

/* Adds the step of a rough prime from length L: two transforms for each row and column of a line of
 * n numbers. */
static stet_gpu_side add_rough(stet_gpu_builder *b, const stet_gpu_line *line, int64_t n,
                               stet_gpu_side in, int64_t L, int64_t rough)
{
    const int64_t outer = n / rough, columns = line->lines * outer;
    stet_gpu_convolution z;
    if (!stet_gpu_convolve(b, line->real, rough, &z))
        return in;
    const stet_gpu_graph graph = stet_gpu_graph_of(z.m);
    const size_t side = (size_t)columns * stet_gpu_size(line->real);
    if (z.is_rader && side > b->region[STET_GPU_SIDE])
        b->region[STET_GPU_SIDE] = side;
    const int swap = line->swap ? SWAP_ARRAY : 0, is_last = L == outer;
    passes w = {.line = line,
                .graph = &graph,
                .L = 1,
                .lines = columns,
                .length = z.m,
                .in = in,
                .out = packed(line->real, columns, z.m),
                .in_map = z.is_rader ? MAP_RADER : MAP_CHIRP,
                .in_map_at = z.in_at,
                .out_map = z.is_rader ? MAP_RADER_FILTER : MAP_FILTER,
                .out_map_at = z.filter_at,
                .swap_in = L == 1 ? swap : 0,
                .outer = outer,
                .rough = rough,
                .rows = L};
    pass p[MOST_PASSES];
    if (split(b, line->real, &graph, p) == 1 && !b->status) { /* one block holds it: one launch */
        w.out = is_last ? line->out : packed(line->real, line->lines, n);
        choose_region(b, &w.in, &w.out);
        w.out_map = z.is_rader ? MAP_RADER : MAP_CHIRP;
        w.out_map_at = z.out_at;
        w.fused = 1;
        w.filter_at = z.filter_at;
        w.swap_out = SWAP_TRANSFORM | (is_last ? swap : 0);
        w.is_last = is_last;
        add_pass(b, &w, &p[0]);
        return w.out;
    }
    w.in = add_passes(b, &w);
    w.out = is_last ? line->out : packed(line->real, line->lines, n);
    w.in_map = MAP_NONE;
    w.out_map = z.is_rader ? MAP_RADER : MAP_CHIRP;
    w.out_map_at = z.out_at;
    w.swap_in = SWAP_TRANSFORM;
    w.swap_out = SWAP_TRANSFORM | (is_last ? swap : 0);
    w.is_last = is_last;
    return add_passes(b, &w);
}

static stet_gpu_side add_line(stet_gpu_builder *b, const stet_gpu_line *line)
{
    const int64_t n = line->in.form == FORM_PAIRS ? line->n / 2 : line->n;
    const stet_gpu_graph graph = stet_gpu_graph_of(n);
    if (n > STET_GPU_LONGEST && !b->status)
        b->status = STET_E_OVERFLOW;
    passes w = {.line = line,
                .graph = &graph,
                .L = graph.rough,
                .lines = line->lines,
                .length = n,
                .in = line->in,
                .out = line->out,
                .in_map = line->twist ? MAP_TWIST : MAP_NONE,
                .swap_in = line->swap ? SWAP_ARRAY : 0,
                .swap_out = line->swap ? SWAP_ARRAY : 0,
                .outer = line->parts,
                .rough = line->twist,
                .rows = 1,
                .is_last = 1};
    if (line->twist)
        w.in_map_at = stet_gpu_root_table(b, line->real, line->twist);
    int64_t L = 1;
    for (int i = 0; i < graph.rough_count && !b->status; L *= graph.prime[i++]) {
        w.in = add_rough(b, line, n, w.in, L, graph.prime[i]);
        w.swap_in = 0;
    }
    return graph.rough == n && n > 1 ? w.in : add_passes(b, &w);
}

/* Returns the bytes of a complex number in an array. */
static int64_t complex_size(const stet_gpu_side *s, int real)
{
    const int format = s->format;
    return format == FORMAT_OWN   ? (int64_t)stet_gpu_size(real)
           : format == FORMAT_F64 ? 16
           : format == FORMAT_F32 ? 8
                                  : 4;
}

/* CHUNKS. Data between passes are written and read once more. A cache may hold those of some lines
 * but not of all, so all passes run on some lines first, then on the next ones, in the same part
 * of the workspace. A chunk is a part of the outermost loop: strides stay, and the arrays begin
 * elsewhere. Lines may be transformed in place, because a chunk is written where it was read. */
static int64_t lines_of_chunk(const stet_gpu_builder *b, const stet_gpu_line *line)
{
    pass p[MOST_PASSES];
    const stet_gpu_graph graph = stet_gpu_graph_of(line->n);
    const stet_gpu_side *in = &line->in, *out = &line->out;
    const int64_t inner = line->lines / in->dim[0];
    const int64_t fit = (int64_t)b->limits.chunk / (line->n * (int64_t)stet_gpu_size(line->real));
    const int may = line->in_chunks && in->place == STET_GPU_IN && out->place == STET_GPU_OUT &&
                    in->form == FORM_COMPLEX && out->form == FORM_COMPLEX &&
                    in->format == out->format && in->step == out->step && in->dims == out->dims &&
                    memcmp(in->dim, out->dim, 2 * (size_t)in->dims * sizeof *in->dim) == 0;
    if (!may || line->lines <= 2 * fit || graph.rough > 1 || split(b, line->real, &graph, p) < 2)
        return line->lines;
    return fit < inner ? inner : fit / inner * inner;
}

/* Moves the arrays of the launches from `first` on by `turns` steps of the outermost loop. */
static void move_arrays(stet_gpu_builder *b, const stet_gpu_line *line, int first, int64_t turns)
{
    const int64_t in = line->in.dim[1] * complex_size(&line->in, line->real);
    const int64_t out = line->out.dim[1] * complex_size(&line->out, line->real);
    for (int i = first; i < b->result->count; i++) {
        stet_gpu_slot *slot = b->result->launch[i].slot;
        slot[0].offset += slot[0].place == STET_GPU_IN ? turns * in : 0;
        slot[1].offset += slot[1].place == STET_GPU_OUT ? turns * out : 0;
    }
}

/* Appends copies of the launches from `first` to `end`. */
static void repeat(stet_gpu_builder *b, int first, int end)
{
    for (int i = first; i < end; i++) {
        stet_gpu_launch *l = stet_gpu_add_launch(b);
        if (l)
            *l = b->result->launch[i];
    }
}

stet_gpu_side stet_gpu_add_line(stet_gpu_builder *b, const stet_gpu_line *line)
{
    const int64_t chunk = lines_of_chunk(b, line), inner = line->lines / line->in.dim[0];
    const int first = b->result->count;
    stet_gpu_line some = *line;
    stet_gpu_side out = line->out;
    int end = first;
    for (int64_t done = 0; done < line->lines && !b->status; done += some.lines) {
        const int begin = b->result->count;
        some.lines = line->lines - done < chunk ? line->lines - done : chunk;
        some.in.dim[0] = some.out.dim[0] = some.lines / inner;
        if (done > 0 && some.lines == chunk)
            repeat(b, first, end);
        else
            out = add_line(b, &some);
        end = done == 0 ? b->result->count : end;
        move_arrays(b, line, begin, done / inner);
    }
    return out;
}
