/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms over ranks have the bits of one process. With arguments SEED SECONDS random ones go on
 * for so long. */
#include "mpi/job.h"

static uint64_t state;
static int is_large;

static ptrdiff_t pick(ptrdiff_t count)
{
    return (ptrdiff_t)(next_random(&state) % (uint64_t)count);
}

/* Draws blocks of any size, empty ones among them. */
static void cut_anyhow(ptrdiff_t n, int parts, ptrdiff_t *block)
{
    for (int i = 0; i < parts; i++) {
        block[i] = i == parts - 1 ? n : pick(3) == 0 ? 0 : pick(n + 1);
        n -= block[i];
    }
}

static void choose_grid(job *j)
{
    j->grid[0] = ranks;
    j->grid[1] = 1;
    j->o.grid_rank = 1;
    j->own_grid = 1;
    if (j->o.rank >= 3 && pick(2)) {
        do
            j->grid[1] = 1 + (int)pick(ranks);
        while (ranks % j->grid[1]);
        j->grid[0] = ranks / j->grid[1];
        j->o.grid_rank = 2;
    }
}

static void choose_blocks(job *j, int side)
{
    stet_mpi_box box = {.size = sizeof box};
    j->o.n = j->n;
    j->o.grid = j->grid;
    j->o.in_blocks = j->o.out_blocks = NULL;
    j->own_blocks[side] = 0;
    if (pick(3) || stet_mpi_options_box(&j->o, ranks, (stet_mpi_side)side, 0, &box))
        return;
    ptrdiff_t *block = j->blocks[side];
    for (int d = 0; d < j->o.grid_rank; d++) {
        const stet_mpi_layout layout = side ? j->o.out : j->o.in;
        const stet_mpi_axis *a = &box.axis[d + (j->o.rank > 1 && layout == STET_MPI_TRANSPOSED)];
        for (int i = 0; i < j->o.rank; i++) /* CYCLIC chooses the axis itself */
            a = box.axis[i].step ? &box.axis[i] : a;
        cut_anyhow(a->step ? a->step : a->n, j->grid[d], block);
        block += j->grid[d];
    }
    j->own_blocks[side] = 1;
}

static ptrdiff_t random_length(int rank_of_it)
{
    static const ptrdiff_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 19, 21, 30, 32, 34};
    static const ptrdiff_t lines[] = {
        1,    2,    6,    16,    64,    100,  128,  243,  256,  360,  512,   1000, 1001, 1024,
        3600, 4096, 5040, 10007, 16384, 2310, 34,   58,   4352, 1088, 17,    19,   257,  289,
        323,  2311, 1155, 2187,  1984,  1016, 4624, 8384, 4112, 2104, 17947, 17816};
    if (is_large)
        return rank_of_it == 1   ? lines[pick(sizeof lines / sizeof *lines)] * (1 + pick(64))
               : rank_of_it == 2 ? 1 + pick(800)
               : rank_of_it == 3 ? 1 + pick(90)
                                 : 1 + pick(24);
    if (rank_of_it == 1)
        return lines[pick(sizeof lines / sizeof *lines)];
    return rank_of_it > 3 ? 1 + pick(6) : lengths[pick(sizeof lengths / sizeof *lengths)];
}

static job random_job(int most_rank)
{
    static const stet_kind kinds[] = {STET_C2C, STET_C2C, STET_R2C, STET_C2R};
    job j = {.executions = 1, .same_isa = pick(2) == 0};
    stet_mpi_options_init(&j.o);
    j.seed = next_random(&state);
    j.o.kind = kinds[pick(4)];
    j.o.precision = (stet_precision)(1 + pick(4));
    if (pick(2))
        j.o.precision = (stet_precision)(1 + pick(2));
    j.o.level = pick(3) ? STET_LEVEL_NATIVE : (stet_level)(1 + pick(3));
    j.o.direction = j.o.kind == STET_R2C   ? STET_FORWARD
                    : j.o.kind == STET_C2R ? STET_INVERSE
                                           : (stet_direction)(1 + pick(2));
    j.o.norm = (stet_norm)(1 + pick(3));
    j.o.rank = 1 + (int)pick(most_rank);
    for (int i = 0; i < j.o.rank; i++)
        j.n[i] = random_length(j.o.rank);
    j.o.howmany = pick(4) ? 1 : 1 + pick(3);
    j.o.padded = (int)pick(2);
    j.o.threads = pick(4) ? 0 : 2;
    j.o.exchange = (stet_mpi_exchange)pick(4);
    j.o.chunks = (int)pick(6);
    j.in_place = pick(3) == 0;
    j.with_work = pick(3) == 0;
    j.values = pick(2) ? RANDOM : (values)pick(VALUES);
    if (j.o.level == STET_LEVEL_CORRECT && j.values == WILD)
        j.values = RANDOM;
    if (j.o.level == STET_LEVEL_CORRECT &&
        pick(2)) /* in parts; numbers that these leave cannot be gathered */
        j.o.gather_limit = 1;
    choose_grid(&j);
    if (j.o.rank > 1 ? pick(4) == 0 : j.o.kind == STET_C2C && pick(3) == 0) {
        j.o.in = j.o.out = STET_MPI_CYCLIC;
        j.grid[0] = ranks;
        j.o.grid_rank = 1;
    } else if (pick(2))
        *(j.o.direction == STET_FORWARD ? &j.o.out : &j.o.in) = STET_MPI_TRANSPOSED;
    else if (j.o.rank > 1 && pick(4) == 0)
        *(pick(2) ? &j.o.out : &j.o.in) = STET_MPI_TRANSPOSED;
    stet_mpi_box box = {.size = sizeof box};
    j.o.n = j.n;
    j.o.grid = j.grid;
    if (stet_mpi_options_box(&j.o, ranks, STET_MPI_IN, 0, &box) == STET_E_LAYOUT)
        j.o.in = j.o.out = STET_MPI_NATURAL;
    choose_blocks(&j, STET_MPI_IN);
    choose_blocks(&j, STET_MPI_OUT);
    return j;
}

/* Level correct decides random numbers even if no rank may have the whole array. */
static int64_t correct_in_parts(void)
{
    static const ptrdiff_t lengths[][3] = {{24, 18, 10}, {16, 20, 12}, {7, 9, 11}, {32, 32, 32}};
    int64_t numbers = 0;
    for (int which = 0; which < 4 * 3 * 2 * 3; which++) {
        job j = {.executions = 1, .in_place = which % 5 == 0, .seed = (uint64_t)which};
        stet_mpi_options_init(&j.o);
        memcpy(j.n, lengths[which % 4], sizeof lengths[0]);
        j.o.rank = 3;
        j.o.level = STET_LEVEL_CORRECT;
        j.o.gather_limit = 1;
        j.o.kind = which / 4 % 3 == 2 ? STET_R2C : STET_C2C;
        j.o.direction = which / 4 % 3 == 1 ? STET_INVERSE : STET_FORWARD;
        j.o.precision = (stet_precision)(1 + which / 12 % 2);
        j.o.norm = (stet_norm)(1 + which / 24);
        j.o.grid_rank = 1 + which % 2;
        j.is_decided = 1;
        numbers += run_job(&j);
    }
    return numbers;
}

/* One dimension, in which lengths and kinds differ most in their algorithm. */
static int64_t lines(int count)
{
    int64_t numbers = 0;
    for (int i = 0; i < count; i++) {
        job j = random_job(1);
        numbers += run_job(&j);
    }
    return numbers;
}

/* One dimension with primes that have direct steps or convolutions, one after another or both. */
static int64_t primes(void)
{
    static const ptrdiff_t lengths[] = {17,       31 * 64, 127 * 8,   17 * 17 * 16, 131 * 64,
                                        257 * 16, 263 * 8, 131 * 137, 17 * 131 * 8};
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    int64_t numbers = 0;
    for (int which = 0; which < LENGTHS * 3 * 2 * 2; which++) {
        job j = {.executions = 1, .seed = (uint64_t)which};
        stet_mpi_options_init(&j.o);
        j.n[0] = lengths[which % LENGTHS];
        j.o.rank = 1;
        j.o.kind = kinds[which / LENGTHS % 3];
        j.o.direction = j.o.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
        j.o.precision = (stet_precision)(1 + which / LENGTHS / 3 % 2);
        j.o.level = which / LENGTHS / 6 ? STET_LEVEL_EXTENDED : STET_LEVEL_NATIVE;
        numbers += run_job(&j);
    }
    return numbers;
}

/* One exchange in two and more dimensions: the axis that is cut is any but the last one, with many
 * residues or few, and both phases go in one group and in several. */
static int64_t cyclic(int count)
{
    static const ptrdiff_t lengths[] = {4, 16, 36,  64,  100, 144, 136,
                                        8, 25, 169, 256, 60,  289, 1052};
    int64_t numbers = 0;
    for (int which = 0; which < count; which++) {
        job j = random_job(3);
        j.o.rank = 2 + which % 2;
        for (int i = 0; i < j.o.rank; i++)
            j.n[i] = j.o.rank == 2 ? 1 + pick(which % 8 ? 40 : 400) : 1 + pick(12);
        j.n[pick(j.o.rank - 1)] = lengths[pick(sizeof lengths / sizeof *lengths)];
        j.o.in = j.o.out = STET_MPI_CYCLIC;
        j.grid[0] = ranks;
        j.grid[1] = j.o.grid_rank = 1;
        choose_blocks(&j, STET_MPI_IN);
        choose_blocks(&j, STET_MPI_OUT);
        numbers += run_job(&j);
    }
    return numbers;
}

/* Level extended-ff has every layout that level extended has. */
static int64_t extended_ff(void)
{
    static const ptrdiff_t lengths[][3] = {{64, 1, 1}, {64, 12, 1}, {16, 9, 10}};
    int64_t numbers = 0;
    for (int which = 0; which < 3 * 3 * 2 * 3; which++) {
        job j = {.executions = 1, .same_isa = 1, .seed = (uint64_t)which};
        stet_mpi_options_init(&j.o);
        memcpy(j.n, lengths[which % 3], sizeof lengths[0]);
        j.o.rank = 1 + which % 3;
        j.o.level = STET_LEVEL_EXTENDED_FF;
        j.o.precision = STET_F32;
        j.o.direction = which / 9 % 2 ? STET_INVERSE : STET_FORWARD;
        if (which / 3 % 3 == 1)
            *(which / 9 % 2 ? &j.o.in : &j.o.out) = STET_MPI_TRANSPOSED;
        if (which / 3 % 3 == 2)
            j.o.in = j.o.out = STET_MPI_CYCLIC;
        j.o.exchange = (stet_mpi_exchange)(1 + which / 18);
        numbers += run_job(&j);
    }
    return numbers;
}

/* More chunks than planes, on some ranks or on all. A block is then empty on one side or on both,
 * and its message must be empty too, or the next collective takes it for its own. */
static int64_t empty_chunks(void)
{
    static const ptrdiff_t lengths[][5] = {{3, 4, 1, 1, 4}, {1, 5, 4, 1, 1}, {5, 1, 3, 2, 1}};
    int64_t numbers = 0;
    for (int which = 0; which < 3 * 2 * 2 * 5; which++) {
        job j = {.executions = 3, .same_isa = 1, .seed = (uint64_t)which};
        stet_mpi_options_init(&j.o);
        memcpy(j.n, lengths[which % 3], sizeof lengths[0]);
        j.o.rank = 5;
        j.o.kind = which / 3 % 2 ? STET_C2C : STET_R2C;
        j.o.exchange = which / 6 % 2 ? STET_MPI_ALLTOALLW : STET_MPI_ALLTOALLV;
        j.o.chunks = 1 + which / 12;
        j.o.precision = STET_F32;
        j.o.howmany = 2;
        numbers += run_job(&j);
    }
    return numbers;
}

/* More output on each rank than near caches hold: the last lines, across rows, then run elsewhere
 * and are copied. And a natural one, whose rows are long enough to be read in the receive buffer.
 */
static int64_t large_outputs(void)
{
    int64_t numbers = 0;
    for (int which = 0; which < 3 && ranks <= 4; which++) {
        job j = {.executions = 1, .seed = 11};
        stet_mpi_options_init(&j.o);
        j.o.rank = 3;
        j.n[0] = 28 * ranks + 1;
        j.n[1] = 99;
        j.n[2] = 98;
        j.o.precision = which == 1 ? STET_F32 : STET_F64;
        j.o.howmany = which == 1 ? 2 : 1;
        j.o.threads = 1 + which % 2;
        j.o.out = which < 2 ? STET_MPI_TRANSPOSED : STET_MPI_NATURAL;
        j.o.exchange = which ? STET_MPI_ALLTOALLV : STET_MPI_SHARED;
        numbers += run_job(&j);
    }
    return numbers;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    state = argc > 1 ? strtoull(argv[1], NULL, 0) : 23;
    const double limit = argc > 2 ? strtod(argv[2], NULL) : 0;
    const int least = argc > 3 ? atoi(argv[3]) : 300;
    is_large = argc > 4;
    int64_t numbers = correct_in_parts() + empty_chunks() + extended_ff() + lines(150) + primes() +
                      cyclic(100) + large_outputs();
    int64_t cases = 0;
    const double start = MPI_Wtime();
    for (int go = 1; go; cases++) {
        job j = random_job(is_large ? 4 : 5);
        numbers += run_job(&j);
        go = cases < least || MPI_Wtime() - start < limit;
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Allreduce(MPI_IN_PLACE, &numbers, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%lld cases, %lld numbers compared\n", (long long)cases, (long long)numbers);
    return end("transforms");
}
