/* SPDX-License-Identifier: Apache-2.0 */
/* golden FILE           check every case, run in every way that may not change a bit
 * golden --quick FILE   small cases, and lines that mode store divides, run plainly (for emulators)
 * golden --write FILE   compute the digests anew, in the same file
 *
 * Plain C and the library only, so that it runs wherever the library does. The
 * format of the file is described at its head. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/generate.h"
#include "lib/transform.h"
#include "lib/ways.h"

#define LINE_SIZE 256
#define QUICK_REALS 4096
#define QUICK_STORE_REALS (1 << 18)

struct golden {
    struct transform t;
    enum generate_family family;
    uint64_t seed;
    char digest[65];
};

struct word {
    const char *name;
    int value;
};

static const struct word kinds[] = {{"c2c", STET_C2C}, {"r2c", STET_R2C}, {"c2r", STET_C2R}, {0}};
static const struct word r2r_kinds[] = {
    {"r2hc", STET_R2HC}, {"hc2r", STET_HC2R}, {"dht", STET_DHT},   {"dct1", STET_DCT1},
    {"dct2", STET_DCT2}, {"dct3", STET_DCT3}, {"dct4", STET_DCT4}, {"dst1", STET_DST1},
    {"dst2", STET_DST2}, {"dst3", STET_DST3}, {"dst4", STET_DST4}, {0}};
/* 16-bit precisions come with their mode, which is 16 times as much; at level correct they have
 * none. */
static const struct word precisions[] = {{"f32", STET_F32},
                                         {"f64", STET_F64},
                                         {"f16", STET_F16},
                                         {"bf16", STET_BF16},
                                         {"f16.io", STET_F16 + 16 * STET_HALF_IO},
                                         {"f16.store", STET_F16 + 16 * STET_HALF_STORE},
                                         {"f16.native", STET_F16 + 16 * STET_HALF_NATIVE},
                                         {"bf16.io", STET_BF16 + 16 * STET_HALF_IO},
                                         {"bf16.store", STET_BF16 + 16 * STET_HALF_STORE},
                                         {0}};
static const struct word directions[] = {{"forward", STET_FORWARD}, {"inverse", STET_INVERSE}, {0}};
static const struct word norms[] = {{"backward", STET_NORM_BACKWARD},
                                    {"ortho", STET_NORM_ORTHO},
                                    {"forward", STET_NORM_FORWARD},
                                    {0}};

/* The value of a word, or 0, which no enumeration of stet.h uses. */
static int look_up(const struct word *words, const char *name)
{
    while (words->name != NULL && strcmp(words->name, name) != 0)
        words++;
    return words->value;
}

/* That of the cases: native, unless the file has a line such as "level correct". */
static const struct word levels[] = {{"extended", STET_LEVEL_EXTENDED},
                                     {"extended-ff", STET_LEVEL_EXTENDED_FF},
                                     {"correct", STET_LEVEL_CORRECT},
                                     {0}};
static stet_level file_level = STET_LEVEL_NATIVE;

static bool is_level_line(const char *line)
{
    char name[16];
    const int level = sscanf(line, "level %15s", name) == 1 ? look_up(levels, name) : 0;
    if (level != 0)
        file_level = (stet_level)level;
    return level != 0;
}

/* Lengths such as 6x5x4. */
static bool parse_shape(const char *text, struct transform *t)
{
    for (t->rank = 0; t->rank < TRANSFORM_RANK;) {
        char *end;
        long n = strtol(text, &end, 10);
        if (end == text || n < 1)
            return false;
        t->n[t->rank++] = n;
        if (*end == '\0')
            return true;
        if (*end != 'x')
            return false;
        text = end + 1;
    }
    return false;
}

/* A kind, or those of the dimensions of real-to-real transforms, such as dct2,dst3. */
static bool parse_kind(const char *text, struct transform *t)
{
    char word[16];
    t->kind = (stet_kind)look_up(kinds, text);
    if (t->kind != 0)
        return true;
    t->kind = STET_R2R;
    for (int i = 0; i < t->rank; i++, text += *text == ',') {
        const size_t size = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)size, text);
        t->r2r[i] = (stet_r2r_kind)look_up(r2r_kinds, word);
        if (t->r2r[i] == 0)
            return false;
        text += size;
    }
    return *text == '\0';
}

static bool parse_case(const char *line, struct golden *g)
{
    char kind[48], shape[64], precision[16], direction[16], norm[16], family[16];
    g->t.level = file_level;
    if (sscanf(line, "%47s %63s %15s %15s %15s %15s %" SCNu64 " %64s", kind, shape, precision,
               direction, norm, family, &g->seed, g->digest) != 8)
        return false;
    const int format = look_up(precisions, precision);
    g->t.precision = (stet_precision)(format % 16);
    g->t.half_mode = (stet_half_mode)(format / 16);
    g->t.direction = (stet_direction)look_up(directions, direction);
    g->t.norm = (stet_norm)look_up(norms, norm);
    g->family = generate_find(family);
    return g->t.precision != 0 && g->t.direction != 0 && g->t.norm != 0 &&
           g->family != GENERATE_FAMILIES && parse_shape(shape, &g->t) && parse_kind(kind, &g->t);
}

static void *input(const struct golden *g)
{
    void *in = transform_alloc(&g->t, SIDE_IN, 1);
    generate_reals(in, g->t.precision, transform_reals(&g->t, SIDE_IN), g->family, g->seed);
    return in;
}

static void print_failure(int number, const char *line, const char *way, const char *reason)
{
    printf("line %d: %.*s\n    %s: %s\n", number, (int)strcspn(line, "\n"), line, way, reason);
}

/* Compare another way of running a case with the plain one. */
static bool check_way(const struct golden *g, const struct way *way, const void *in,
                      const void *plain, int number, const char *line)
{
    void *out = transform_alloc(&g->t, SIDE_OUT, 1);
    size_t reals = transform_reals(&g->t, SIDE_OUT), at = reals;
    const char *wrong = way_run(way, &g->t, in, out);
    char reason[64];
    if (wrong == NULL && (at = first_difference(plain, out, g->t.precision, reals)) != reals) {
        snprintf(reason, sizeof reason, "number %zu of the output has other bits", at);
        wrong = reason;
    }
    if (wrong != NULL)
        print_failure(number, line, way->name, wrong);
    free(out);
    return wrong == NULL;
}

static bool check_case(const struct golden *g, bool quick, int number, const char *line)
{
    void *in = input(g), *plain = transform_alloc(&g->t, SIDE_OUT, 1);
    const char *wrong = way_run(&ways[0], &g->t, in, plain);
    bool good = wrong == NULL;
    if (good) {
        char digest[65];
        canonical_digest(plain, g->t.precision, transform_reals(&g->t, SIDE_OUT), digest);
        good = strcmp(digest, g->digest) == 0;
        wrong = "the digest is not the one of the file";
    }
    if (!good)
        print_failure(number, line, ways[0].name, wrong);
    for (size_t i = 1; i < way_count && !quick; i++)
        if (way_fits(&ways[i], &g->t))
            good = check_way(g, &ways[i], in, plain, number, line) && good;
    free(in);
    free(plain);
    return good;
}

/* The line that says which version of the bits the file holds. */
static bool is_bits_line(const char *line, int *version)
{
    return sscanf(line, "bits %d", version) == 1;
}

/* Mode store divides no short line: what does it has to be seen on lines of 2^16 points and more.
 */
static bool is_quick(const struct transform *t)
{
    const bool divides = t->half_mode == STET_HALF_STORE && t->kind == STET_C2C && t->rank == 1;
    const size_t reals = transform_reals(t, SIDE_OUT);
    return reals <= QUICK_REALS || (divides && t->n[0] >= 1 << 16 && reals <= QUICK_STORE_REALS);
}

static int check_file(FILE *file, bool quick)
{
    char line[LINE_SIZE];
    int passed = 0, failed = 0, version = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        struct golden g;
        if (line[0] == '#' || line[0] == '\n' || is_level_line(line) ||
            is_bits_line(line, &version))
            continue;
        bool parsed = parse_case(line, &g);
        if (!parsed)
            print_failure(number, line, "parser", "not a case");
        else if (quick && !is_quick(&g.t))
            continue;
        if (parsed && check_case(&g, quick, number, line))
            passed++;
        else
            failed++;
    }
    if (file_level == STET_LEVEL_NATIVE && version != stet_bits_version()) {
        printf("the file holds bits version %d, the library has %d\n", version,
               stet_bits_version());
        failed++;
    }
    printf("instruction set: %s\n%d passed, %d failed\n", stet_isa_name(), passed, failed);
    return passed > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* One line of the file with its digest computed anew. */
static bool write_line(FILE *to, const char *line, int number)
{
    struct golden g;
    int version;
    if (line[0] == '#' || line[0] == '\n' || is_level_line(line))
        return fputs(line, to) >= 0;
    if (is_bits_line(line, &version))
        return fprintf(to, "bits %d\n", stet_bits_version()) > 0;
    if (!parse_case(line, &g)) {
        print_failure(number, line, "parser", "not a case");
        return false;
    }
    void *in = input(&g), *out = transform_alloc(&g.t, SIDE_OUT, 1);
    const char *wrong = way_run(&ways[0], &g.t, in, out);
    if (wrong != NULL)
        print_failure(number, line, ways[0].name, wrong);
    canonical_digest(out, g.t.precision, transform_reals(&g.t, SIDE_OUT), g.digest);
    free(in);
    free(out);
    const char *last_space = strrchr(line, ' ');
    return wrong == NULL && fprintf(to, "%.*s %s\n", (int)(last_space - line), line, g.digest) > 0;
}

static int write_file(FILE *from, const char *name)
{
    char line[LINE_SIZE], new_name[1024];
    if (snprintf(new_name, sizeof new_name, "%s.new", name) >= (int)sizeof new_name)
        return EXIT_FAILURE;
    FILE *to = fopen(new_name, "w");
    bool good = to != NULL;
    for (int number = 1; good && fgets(line, sizeof line, from) != NULL; number++)
        good = write_line(to, line, number);
    if (to != NULL)
        good = fclose(to) == 0 && good;
    good = good && rename(new_name, name) == 0;
    if (!good)
        fprintf(stderr, "golden: cannot write %s\n", new_name);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    const char *mode = argc == 3 ? argv[1] : "";
    bool quick = strcmp(mode, "--quick") == 0, write = strcmp(mode, "--write") == 0;
    if (argc < 2 || argc > 3 || (argc == 3 && !quick && !write)) {
        fputs("usage: golden [--quick | --write] FILE\n", stderr);
        return EXIT_FAILURE;
    }
    FILE *file = fopen(argv[argc - 1], "r");
    if (file == NULL) {
        fprintf(stderr, "golden: cannot read %s\n", argv[argc - 1]);
        return EXIT_FAILURE;
    }
    int result = write ? write_file(file, argv[argc - 1]) : check_file(file, quick);
    fclose(file);
    return result;
}
