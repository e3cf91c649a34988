/* SPDX-License-Identifier: Apache-2.0 */
/* Digests (stet_mpi_digest) of transforms over ranks: test_golden FILE checks each line with this
 * number of ranks, in every layout and exchange; test_golden --write FILE, with one rank, computes
 * them anew. */
#include "mpi/job.h"

#include <inttypes.h>

enum { LINE = 256 };

typedef struct line {
    job j;
    int kind, precision, level, direction, norm;
    uint64_t digest[2];
} line;

static int read_line(const char *text, line *l)
{
    char lengths[64], digest[64];
    *l = (line){.digest = {0}};
    if (sscanf(text, "%d %d %d %d %d %63s %63s", &l->kind, &l->precision, &l->level, &l->direction,
               &l->norm, lengths, digest) != 7)
        return 0;
    stet_mpi_options_init(&l->j.o);
    l->j.o.kind = (stet_kind)l->kind;
    l->j.o.precision = (stet_precision)l->precision;
    l->j.o.level = (stet_level)l->level;
    l->j.o.direction = (stet_direction)l->direction;
    l->j.o.norm = (stet_norm)l->norm;
    l->j.seed = 23;
    for (char *at = lengths; *at; at += *at == 'x')
        l->j.n[l->j.o.rank++] = strtol(at, &at, 10);
    sscanf(digest, "%16" SCNx64 "%16" SCNx64, &l->digest[0], &l->digest[1]);
    return 1;
}

/* Stores the digest; returns 0 if the transform does not have this layout. */
static int digest_of(line *l, stet_mpi_layout in, stet_mpi_layout out, stet_mpi_exchange exchange,
                     uint64_t digest[2])
{
    stet_mpi_plan *plan;
    l->j.o.n = l->j.n;
    l->j.o.in = in;
    l->j.o.out = out;
    l->j.o.exchange = exchange;
    const stet_status status = stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &l->j.o);
    if (status == STET_E_LAYOUT)
        return 0;
    CHECK(status == STET_OK, "%s", stet_strerror(status));
    if (status)
        return 0;
    stet_mpi_box box = {.size = sizeof box};
    stet_mpi_plan_box(plan, STET_MPI_IN, rank, &box);
    const size_t room = (size_t)stet_mpi_plan_local(plan) * 16 + 1;
    char *x = calloc(room, 1), *y = calloc(room, 1);
    fill_box(&l->j, &box, x);
    CHECK(stet_mpi_execute(plan, x, y) == STET_OK, "execution");
    CHECK(stet_mpi_digest(plan, STET_MPI_OUT, y, digest) == STET_OK, "digest");
    stet_mpi_plan_destroy(plan);
    free(x);
    free(y);
    return 1;
}

static int check(const char *text)
{
    static const stet_mpi_layout layouts[][2] = {{STET_MPI_NATURAL, STET_MPI_NATURAL},
                                                 {STET_MPI_NATURAL, STET_MPI_TRANSPOSED},
                                                 {STET_MPI_TRANSPOSED, STET_MPI_NATURAL},
                                                 {STET_MPI_CYCLIC, STET_MPI_CYCLIC}};
    line l;
    uint64_t digest[2];
    if (text[0] == '#' || !read_line(text, &l))
        return 0;
    for (int i = 0; i < 4; i++)
        for (int exchange = STET_MPI_ALLTOALLV; exchange <= STET_MPI_SHARED; exchange++)
            if (digest_of(&l, layouts[i][0], layouts[i][1], (stet_mpi_exchange)exchange, digest))
                CHECK(memcmp(digest, l.digest, sizeof digest) == 0, "layout %d, exchange %d: %s", i,
                      exchange, text);
    return 1;
}

static void write_line(const char *text, FILE *file)
{
    line l;
    uint64_t digest[2];
    if (text[0] == '#' || !read_line(text, &l)) {
        fputs(text, file);
        return;
    }
    digest_of(&l, STET_MPI_NATURAL, STET_MPI_NATURAL, STET_MPI_AUTO, digest);
    fprintf(file, "%d %d %d %d %d %td", l.kind, l.precision, l.level, l.direction, l.norm,
            l.j.n[0]);
    for (int i = 1; i < l.j.o.rank; i++)
        fprintf(file, "x%td", l.j.n[i]);
    fprintf(file, " %016" PRIx64 "%016" PRIx64 "\n", digest[0], digest[1]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static char text[200][LINE];
    const int writes = argc > 2 && strcmp(argv[1], "--write") == 0;
    FILE *file = argc > 1 ? fopen(argv[argc - 1], "r") : NULL;
    int lines = 0, cases = 0;
    while (file && lines < 200 && fgets(text[lines], LINE, file))
        lines++;
    if (file)
        fclose(file);
    file = writes ? fopen(argv[2], "w") : NULL;
    for (int i = 0; i < lines; i++)
        if (writes)
            write_line(text[i], file);
        else
            cases += check(text[i]);
    if (file)
        fclose(file);
    CHECK(writes || cases > 20, "%d cases", cases);
    return end("golden");
}
