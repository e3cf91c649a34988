/* SPDX-License-Identifier: Apache-2.0 */
/* golden_conv FILE           check every line
 * golden_conv --write FILE   compute the digests anew, in the same file
 *
 * Plain C and the library only, so that it runs wherever the library does. A line is a case and
 * the SHA-256 of its output: operator, L, M, R, precision, level, method, P, extended, space,
 * combine, tail (a letter each for bias, erf or tanh, gate), digest. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/generate.h"
#include "lib/transform.h"
#include "stet_conv.h"

enum { MOST = 1 << 16, CHANNELS = 2 };

static double u[CHANNELS * MOST], k[CHANNELS * MOST], r[CHANNELS * MOST], gate[CHANNELS * MOST];
static double y[CHANNELS * MOST];

static const char *const operators[] = {"", "causal", "circular", "time", "conj", "freq", "folded"};
static const char *const levels[] = {"", "native", "extended"};
static const char *const methods[] = {"auto", "direct", "fft", "strict"};
static const char *const precisions[] = {"", "f32", "f64"};
static const char *const spaces[] = {"", "time", "freq"};
static const char *const combines[] = {"", "sum", "avg"};

static int find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}
#define FIND(words, word) find(words, (int)(sizeof(words) / sizeof *(words)), word)

static bool parse(const char *line, stet_conv_options *o, char *digest)
{
    char operation[16], precision[16], level[16], method[16], space[16], combine[16], tail[16];
    stet_conv_options_init(o);
    o->channels = o->filter_channels = CHANNELS;
    if (sscanf(line, "%15s %td %td %td %15s %15s %15s %td %u %15s %15s %15s %64s", operation,
               &o->length, &o->filter_length, &o->reverse_length, precision, level, method,
               &o->fft_length, &o->extended, space, combine, tail, digest) != 13)
        return false;
    o->operation = (stet_conv_operator)FIND(operators, operation);
    o->precision = (stet_precision)FIND(precisions, precision);
    o->level = (stet_level)FIND(levels, level);
    o->method = (stet_conv_method)FIND(methods, method);
    o->space = (stet_conv_space)FIND(spaces, space);
    o->combine = (stet_conv_combine)FIND(combines, combine);
    o->has_bias = strchr(tail, 'b') != NULL;
    o->has_gate = strchr(tail, 'g') != NULL;
    o->exact_zeros = strchr(tail, 'z') != NULL;
    o->gelu = strchr(tail, 'e')   ? STET_CONV_GELU_ERF
              : strchr(tail, 't') ? STET_CONV_GELU_TANH
                                  : STET_CONV_GELU_NONE;
    return o->length <= MOST && o->filter_length <= MOST && o->reverse_length <= MOST;
}

static stet_status run(const stet_conv_options *o, char *digest)
{
    const size_t all = CHANNELS * (size_t)o->length;
    const stet_precision p = o->precision;
    double bias[CHANNELS];
    generate_reals(u, p, all, o->exact_zeros ? GENERATE_IMPULSE : GENERATE_UNIFORM, 1);
    generate_reals(k, p, CHANNELS * (size_t)o->filter_length, GENERATE_UNIFORM, 2);
    generate_reals(r, p, CHANNELS * (size_t)o->reverse_length, GENERATE_UNIFORM, 3);
    generate_reals(gate, p, all, GENERATE_UNIFORM, 4);
    generate_reals(bias, p, CHANNELS, GENERATE_UNIFORM, 5);
    stet_conv *plan;
    stet_status status = stet_conv_create(&plan, o, k, r, bias);
    if (!status)
        status = stet_conv_execute(plan, u, o->has_gate ? gate : NULL, y, NULL);
    stet_conv_destroy(plan);
    if (!status)
        canonical_digest(y, p, all, digest);
    return status;
}

/* One line: compared, or written with its digest. */
static bool take_line(const char *line, FILE *to, int number)
{
    stet_conv_options o;
    char wanted[65], digest[65] = "";
    if (line[0] == '#' || line[0] == '\n')
        return !to || fputs(line, to) >= 0;
    const bool parsed = parse(line, &o, wanted);
    const stet_status status = parsed ? run(&o, digest) : STET_OK;
    if (!parsed || status)
        printf("line %d: %s\n    %s", number, parsed ? stet_strerror(status) : "not a case", line);
    else if (to)
        return fprintf(to, "%.*s %s\n", (int)(strrchr(line, ' ') - line), line, digest) > 0;
    else if (strcmp(digest, wanted) != 0)
        printf("line %d: other bits\n    %s", number, line);
    return parsed && !status && (to || strcmp(digest, wanted) == 0);
}

int main(int argc, char **argv)
{
    char line[256], name[1024];
    const bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (argc != 2 + writes) {
        fputs("usage: golden_conv [--write] FILE\n", stderr);
        return EXIT_FAILURE;
    }
    FILE *from = fopen(argv[argc - 1], "r");
    (void)snprintf(name, sizeof name, "%s.new", argv[argc - 1]);
    FILE *to = writes ? fopen(name, "w") : NULL;
    if (from == NULL || (writes && to == NULL)) {
        fprintf(stderr, "golden_conv: cannot open %s\n", argv[argc - 1]);
        return EXIT_FAILURE;
    }
    int wrong = 0, lines = 0;
    for (; fgets(line, sizeof line, from) != NULL; lines++)
        wrong += !take_line(line, to, lines + 1);
    fclose(from);
    if (writes && (fclose(to) != 0 || wrong > 0 || rename(name, argv[2]) != 0))
        return EXIT_FAILURE;
    printf("instruction set: %s\n%d lines, %d wrong\n", stet_isa_name(), lines, wrong);
    return lines > 10 && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
