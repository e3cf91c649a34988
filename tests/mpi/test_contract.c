/* SPDX-License-Identifier: Apache-2.0 */
/* Plans over ranks refuse wrong options with the same status on all ranks, and send as many
 * messages as they say, counted through MPI's profiling interface. */
#include "mpi/job.h"

static int collectives, chunks, lists, reductions;

int MPI_Alltoallv(const void *send, const int *sc, const int *sd, MPI_Datatype st, void *recv,
                  const int *rc, const int *rd, MPI_Datatype rt, MPI_Comm comm)
{
    collectives++;
    return PMPI_Alltoallv(send, sc, sd, st, recv, rc, rd, rt, comm);
}

int MPI_Alltoallw(const void *send, const int *sc, const int *sd, const MPI_Datatype *st,
                  void *recv, const int *rc, const int *rd, const MPI_Datatype *rt, MPI_Comm comm)
{
    collectives++;
    return PMPI_Alltoallw(send, sc, sd, st, recv, rc, rd, rt, comm);
}

int MPI_Ialltoallv(const void *send, const int *sc, const int *sd, MPI_Datatype st, void *recv,
                   const int *rc, const int *rd, MPI_Datatype rt, MPI_Comm comm,
                   MPI_Request *request)
{
    chunks++;
    return PMPI_Ialltoallv(send, sc, sd, st, recv, rc, rd, rt, comm, request);
}

int MPI_Ialltoallw(const void *send, const int *sc, const int *sd, const MPI_Datatype *st,
                   void *recv, const int *rc, const int *rd, const MPI_Datatype *rt, MPI_Comm comm,
                   MPI_Request *request)
{
    chunks++;
    return PMPI_Ialltoallw(send, sc, sd, st, recv, rc, rd, rt, comm, request);
}

int MPI_Allgatherv(const void *send, int sc, MPI_Datatype st, void *recv, const int *rc,
                   const int *rd, MPI_Datatype rt, MPI_Comm comm)
{
    lists++;
    return PMPI_Allgatherv(send, sc, st, recv, rc, rd, rt, comm);
}

int MPI_Gatherv(const void *send, int sc, MPI_Datatype st, void *recv, const int *rc, const int *rd,
                MPI_Datatype rt, int root, MPI_Comm comm)
{
    collectives += 100;
    return PMPI_Gatherv(send, sc, st, recv, rc, rd, rt, root, comm);
}

int MPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    reductions++;
    return PMPI_Allreduce(send, recv, count, type, op, comm);
}

static stet_mpi_options options_of(int r, const ptrdiff_t *n)
{
    stet_mpi_options o;
    stet_mpi_options_init(&o);
    o.rank = r;
    o.n = n;
    return o;
}

static stet_status create(const stet_mpi_options *o)
{
    stet_mpi_plan *plan = (stet_mpi_plan *)(void *)&rank;
    const stet_status status = stet_mpi_plan_create(&plan, MPI_COMM_WORLD, o);
    CHECK((status == STET_OK) == (plan != NULL), "%s", stet_strerror(status));
    stet_mpi_plan_destroy(plan);
    int all[2] = {status, -status};
    MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    CHECK(all[0] == -all[1], "the ranks have different statuses: %d to %d", all[0], -all[1]);
    return status;
}

#define REFUSED(field, value, wanted)                                                              \
    do {                                                                                           \
        stet_mpi_options bad = options_of(3, cube);                                                \
        bad.field = value;                                                                         \
        const stet_status status = create(&bad);                                                   \
        CHECK(status == (wanted), "%s = %s: %s", #field, #value, stet_strerror(status));           \
    } while (0)

static void refused(void)
{
    static const ptrdiff_t cube[3] = {8, 8, 8}, none[3] = {8, 0, 8},
                           huge[3] = {PTRDIFF_MAX / 2, 8, 8};
    const int grid[2] = {ranks + 1, 1};
    ptrdiff_t blocks[64] = {9};
    REFUSED(size, sizeof(stet_mpi_options) - 1, STET_E_OPTIONS_SIZE);
    REFUSED(kind, STET_R2R, STET_E_KIND);
    REFUSED(kind, (stet_kind)9, STET_E_KIND);
    REFUSED(precision, (stet_precision)9, STET_E_PRECISION);
    REFUSED(level, (stet_level)9, STET_E_LEVEL);
    REFUSED(direction, (stet_direction)0, STET_E_DIRECTION);
    REFUSED(norm, (stet_norm)9, STET_E_NORM);
    REFUSED(rank, 0, STET_E_RANK);
    REFUSED(rank, STET_MPI_MAX_RANK + 1, STET_E_RANK);
    REFUSED(n, NULL, STET_E_NULL);
    REFUSED(n, none, STET_E_LENGTH);
    REFUSED(n, huge, STET_E_OVERFLOW);
    REFUSED(howmany, 0, STET_E_LENGTH);
    REFUSED(padded, 2, STET_E_FLAG);
    REFUSED(threads, -2, STET_E_THREADS);
    REFUSED(grid_rank, 3, STET_E_GRID);
    REFUSED(in, (stet_mpi_layout)0, STET_E_LAYOUT);
    REFUSED(in, STET_MPI_CYCLIC, STET_E_LAYOUT);
    REFUSED(in_blocks, blocks, STET_E_BLOCKS);
    REFUSED(exchange, (stet_mpi_exchange)4, STET_E_EXCHANGE);
    REFUSED(chunks, -1, STET_E_EXCHANGE);
    REFUSED(chunks, STET_MPI_MAX_CHUNKS + 1, STET_E_EXCHANGE);
    REFUSED(policy, (stet_correct_policy)7, STET_E_POLICY);
    stet_mpi_options o = options_of(3, cube);
    o.grid = grid;
    o.grid_rank = 2;
    CHECK(create(&o) == STET_E_GRID, "a grid that is not of these ranks");
    o = options_of(2, cube);
    o.grid_rank = 2;
    CHECK(create(&o) == STET_E_GRID, "pencils of two dimensions");
    o = options_of(3, cube);
    o.precision = STET_F16;
    o.half_mode = STET_HALF_NATIVE;
    CHECK(create(&o) == STET_E_HALF_MODE, "half mode NATIVE");
    CHECK(create(NULL) == STET_E_NULL, "no options");
    o = options_of(3, cube);
    if (ranks > 1) {
        o.norm = rank == ranks - 1 ? STET_NORM_ORTHO : STET_NORM_FORWARD;
        CHECK(create(&o) == STET_E_RANKS, "options that differ");
        o.norm = rank == ranks - 1 ? (stet_norm)9 : STET_NORM_FORWARD;
        CHECK(create(&o) == STET_E_NORM, "one rank is wrong");
    }
    CHECK(stet_mpi_plan_create(NULL, MPI_COMM_WORLD, &o) == STET_E_NULL, "no place for the plan");
    stet_mpi_box box = {.size = 3};
    o = options_of(3, cube);
    CHECK(stet_mpi_options_box(&o, 4, STET_MPI_IN, 0, &box) == STET_E_STATS_SIZE,
          "size of the box");
    box.size = sizeof box;
    CHECK(stet_mpi_options_box(&o, 4, STET_MPI_IN, 4, &box) == STET_E_RANKS, "no such rank");
    CHECK(stet_mpi_execute(NULL, &box, &box) == STET_E_NULL, "no plan");
    CHECK(stet_mpi_plan_describe(NULL, NULL, 0) == 0 && stet_mpi_plan_local(NULL) == 0,
          "questions to no plan");
}

/* One rank alone has wrong arrays; all return its status. */
static void wrong_arrays(void)
{
    static const ptrdiff_t cube[3] = {8, 8, 8};
    const stet_mpi_options o = options_of(3, cube);
    stet_mpi_plan *plan;
    double *x = calloc(4096, sizeof *x), *y = calloc(4096, sizeof *y);
    if (stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &o) == STET_OK) {
        CHECK(stet_mpi_execute(plan, rank ? x : NULL, y) == STET_E_NULL, "no input");
        CHECK(stet_mpi_execute(plan, x, rank ? y : x + 2) == STET_E_OVERLAP, "arrays that meet");
        CHECK(stet_mpi_execute_with(plan, x, y, x, rank ? 1 << 30 : 1) == STET_E_WORKSPACE,
              "no room");
        CHECK(stet_mpi_execute(plan, x, y) == STET_OK, "the plan is good still");
        stet_mpi_plan_destroy(plan);
    }
    free(x);
    free(y);
}

/* An execution has `wanted` exchanges, each one collective or as many as there are chunks, and one
 * reduction that makes the ranks agree; 16-bit formats have a second one. */
static void exchanges(const char *what, stet_mpi_options o, int wanted)
{
    stet_mpi_plan *plan = NULL;
    if (o.exchange == STET_MPI_AUTO)
        o.exchange = STET_MPI_ALLTOALLV;
    const stet_status status = stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &o);
    CHECK(status == STET_OK, "%s: %s", what, stet_strerror(status));
    if (!plan)
        return;
    const size_t room = (size_t)stet_mpi_plan_local(plan) * 16 + 1;
    void *x = calloc(room, 1), *y = calloc(room, 1);
    collectives = chunks = reductions = 0;
    CHECK(stet_mpi_execute(plan, x, y) == STET_OK, "%s", what);
    CHECK((o.chunks > 1 ? chunks == o.chunks * wanted && collectives == 0
                        : chunks == 0 && collectives == wanted) &&
              stet_mpi_plan_exchanges(plan) == wanted,
          "%s: %d exchanges, %d chunks, %d wanted", what, collectives, chunks, wanted);
    CHECK(reductions == 1 + (o.precision > STET_F64), "%s: %d reductions", what, reductions);
    stet_mpi_plan_destroy(plan);
    free(x);
    free(y);
}

/* Counts the exchanges of one dimension; a plan that gathers would count 100. */
static void count_line(const char *what, stet_kind kind, ptrdiff_t n, int wanted)
{
    for (int precision = STET_F32; precision <= STET_F64; precision++) {
        stet_mpi_options o = options_of(1, &n);
        o.kind = kind;
        o.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        o.precision = (stet_precision)precision;
        exchanges(what, o, wanted);
    }
}

static void count_lines(void)
{
    count_line("C2R, even", STET_C2R, 4096, 3);
    count_line("C2R, odd", STET_C2R, 6561, 3);
    count_line("C2R, a direct step", STET_C2R, 4352, 3);
    count_line("R2C, a direct step", STET_R2C, 4352, 3);
    count_line("C2R, a prime above 127", STET_C2R, 8384, 3);
    count_line("R2C, a prime above 127", STET_R2C, 8384, 3);
    for (int kind = STET_C2C; kind <= STET_C2R; kind++) {
        count_line("a prime, Bluestein", (stet_kind)kind, 10007, 4);
        count_line("a prime, Rader", (stet_kind)kind, 257, 4);
        /* 2310 has no two parts with a common factor, so it goes in blocks if there are several
         * ranks. */
        count_line("a prime, Rader in blocks", (stet_kind)kind, 2311, ranks > 1 ? 8 : 4);
    }
}

static void count_exchanges(void)
{
    static const ptrdiff_t n[3] = {12, 10, 16}, line[1] = {4096};
    int grid[2] = {ranks, 1};
    for (int inverse = 0; inverse < 2; inverse++) {
        stet_mpi_options o = options_of(3, n);
        o.direction = inverse ? STET_INVERSE : STET_FORWARD;
        o.grid = grid;
        o.grid_rank = 1;
        exchanges("slab, natural", o, 2);
        o.grid_rank = 2;
        exchanges("pencils, natural", o, 4);
        *(inverse ? &o.in : &o.out) = STET_MPI_TRANSPOSED;
        exchanges("pencils, transposed", o, 2);
        o.grid_rank = 1;
        exchanges("slab, transposed", o, 1);
        o = options_of(1, line);
        o.direction = inverse ? STET_INVERSE : STET_FORWARD;
        exchanges("one dimension, natural", o, 3);
        *(inverse ? &o.in : &o.out) = STET_MPI_TRANSPOSED;
        exchanges("one dimension, transposed", o, 2);
        o.in = o.out = STET_MPI_CYCLIC;
        exchanges("one dimension, cyclic", o, 1);
        o = options_of(1, line);
        o.direction = inverse ? STET_INVERSE : STET_FORWARD;
        o.level = STET_LEVEL_EXTENDED;
        exchanges("one dimension in double-double", o, 3);
        o.level = STET_LEVEL_NATIVE;
        o.howmany = 3;
        exchanges("one dimension, three transforms", o, 3);
        o.howmany = 1;
        o.precision = STET_F16;
        exchanges("one dimension of 16 bits", o, 3);
        for (int which = 0; which < 4; which++) {
            o = options_of(3, n);
            o.direction = inverse ? STET_INVERSE : STET_FORWARD;
            o.exchange = which % 2 ? STET_MPI_ALLTOALLW : STET_MPI_ALLTOALLV;
            o.chunks = 3;
            o.grid = grid;
            o.grid_rank = 1 + which / 2;
            exchanges("chunks", o, which / 2 ? 4 : 2);
        }
    }
}

/* Two and more dimensions with one axis cut by residues have one exchange for every kind. */
static void count_cyclic(void)
{
    static const ptrdiff_t n[4] = {16, 64, 6, 10};
    for (int which = 0; which < 4 * 3 * 3; which++) {
        stet_mpi_options o = options_of(2 + which / 4 % 3, n);
        o.kind = which % 4 < 2 ? STET_C2C : which % 4 == 2 ? STET_R2C : STET_C2R;
        o.direction = which % 4 % 2 ? STET_INVERSE : STET_FORWARD;
        o.precision = (stet_precision)(1 + which / 12);
        o.level = which / 12 == 1 ? STET_LEVEL_EXTENDED : STET_LEVEL_NATIVE;
        o.exchange = which % 5 ? STET_MPI_ALLTOALLV : STET_MPI_ALLTOALLW;
        o.in = o.out = STET_MPI_CYCLIC;
        exchanges("two and more dimensions, cyclic", o, 1);
    }
}

/* Checks which axis CYCLIC cuts, how many residues it has, and what it refuses. */
static void cyclic_boxes(void)
{
    static const ptrdiff_t n[3] = {36, 64, 256}, odd[3] = {15, 14, 256};
    stet_mpi_options o = options_of(3, n);
    stet_mpi_box box = {.size = sizeof box};
    o.in = o.out = STET_MPI_CYCLIC;
    for (int side = STET_MPI_IN; side <= STET_MPI_OUT; side++) {
        ptrdiff_t count = 0;
        for (int i = 0; i < 20; i++) {
            const stet_status status = stet_mpi_options_box(&o, 20, (stet_mpi_side)side, i, &box);
            const stet_mpi_axis *a = &box.axis[1];
            CHECK(status == STET_OK, "%s", stet_strerror(status));
            CHECK(box.axis[0].count == 36 && box.axis[0].stride == a->count * 256 &&
                      box.axis[2].count == 256 && box.axis[2].stride == 1 && a->stride == 256,
                  "rank %d has no whole planes", i);
            CHECK(a->step == 8 && a->start == (i < 8 ? i : 8) && a->count == (i < 8 ? 8 : 0),
                  "rank %d: %td of residue %td mod %td", i, a->count, a->start, a->step);
            count += a->count;
        }
        CHECK(count == 64, "%td indices", count);
    }
    o.out = STET_MPI_NATURAL;
    CHECK(create(&o) == STET_E_LAYOUT, "cyclic on one side");
    o.out = STET_MPI_CYCLIC;
    o.grid_rank = 2;
    CHECK(create(&o) == STET_E_GRID, "residues in two dimensions of the grid");
    o = options_of(3, odd);
    o.in = o.out = STET_MPI_CYCLIC;
    CHECK(create(&o) == STET_E_LAYOUT, "no axis before the last one has residues");
}

/* Level correct of floats in parts: double leaves a few numbers of some inputs, which direct sums
 * decide, so the only exchanges are those of double. */
static void sums_of_a_few(void)
{
    int sums = 0;
    for (int which = 0; which < 60; which++) {
        job j = {.executions = 1, .seed = (uint64_t)which, .is_decided = 1};
        stet_mpi_options_init(&j.o);
        j.o.rank = which % 3 ? 3 : 1;
        j.n[0] = which % 3 ? 12 : 2048;
        j.n[1] = 10;
        j.n[2] = 16;
        j.o.kind = which % 4 == 3 ? STET_R2C : STET_C2C;
        j.o.direction = which % 4 == 1 ? STET_INVERSE : STET_FORWARD;
        j.o.norm = (stet_norm)(1 + which % 3);
        j.o.level = STET_LEVEL_CORRECT;
        j.o.precision = STET_F32;
        j.o.gather_limit = 1;
        j.o.exchange = STET_MPI_ALLTOALLV;
        collectives = lists = 0;
        run_job(&j);
        if (lists > 0 && collectives == (j.o.rank == 1 ? 3 : 2))
            sums++;
    }
    CHECK(sums > 5, "%d of 60 were decided by sums", sums);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    refused();
    wrong_arrays();
    count_exchanges();
    count_lines();
    count_cyclic();
    cyclic_boxes();
    sums_of_a_few();
    return end("contract");
}
