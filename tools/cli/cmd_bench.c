/* SPDX-License-Identifier: Apache-2.0 */
/* stet bench measures the speed of the transforms, beside other libraries. */
#include "commands.h"
#include "bench/conv.h"
#include "bench/on_device.h"
#include "bench/peers.h"
#include "bench/session.h"
#include "files/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 21
#define PEERS_DEFAULT (-1)
#define WORD(x) #x
#define TEXT(x) WORD(x)

static const struct choice peers[] = {{"fftw", PEER_FFTW},
                                      {"fftw512", PEER_FFTW512},
                                      {"mkl", PEER_MKL},
                                      {"cbwr", PEER_CBWR},
                                      {"pocketfft", PEER_POCKETFFT},
                                      {"cufft", PEER_CUFFT},
                                      {"vkfft", PEER_VKFFT},
                                      {"none", 0},
                                      {NULL, 0}};

static const struct choice efforts[] = {
    {"estimate", STET_EFFORT_ESTIMATE}, {"measure", STET_EFFORT_MEASURE}, {NULL, 0}};

/* Takes a kind of struct work. */
static bool take_kind(const char *value, int *kind, struct error *e)
{
    int r2r;
    if (!parse_any_kind(value, kind, &r2r, e))
        return false;
    *kind += r2r;
    return true;
}

static bool take_peers(const char *list, int *chosen, struct error *e)
{
    *chosen = 0;
    for (const char *rest = list;; rest++) {
        char word[40];
        int length = (int)strcspn(rest, ","), one;
        snprintf(word, sizeof word, "%.*s", length, rest);
        if (!parse_choice("peers", word, peers, &one, e))
            return false;
        *chosen |= one;
        rest += length;
        if (*rest == 0)
            return true;
    }
}

static bool take_number(const char *option, const char *value, int most, int *number,
                        struct error *e)
{
    ptrdiff_t n;
    if (!parse_number(option, value, 1, most, &n, e))
        return false;
    *number = (int)n;
    return true;
}

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    switch (key) {
    case 'p': return take_peers(value, &r->peers, e);
    case 's': r->listed = true; return sizes_parse(&r->sizes, value, e);
    case 'S': r->shapes = true; return shapes_parse(&r->sizes, value, e);
    case 'T': return parse_number("stride", value, 1, POINTS_MAX, &r->stride, e);
    case 'b': return batches_parse(&r->batches, value, e);
    case 'k': return take_kind(value, &r->kind, e);
    case 'P':
        return parse_choice_of("precision", value, precision_choices, ALLOW_ALL, "both",
                               &r->precision, e);
    case 'e': return parse_choice("effort", value, efforts, &r->effort, e);
    case 'l': return parse_choice("level", value, level_choices, &r->level, e);
    case 'M': return parse_choice("mode", value, mode_choices, &r->half_mode, e);
    case 't': return parse_threads("--threads", value, &r->threads, e);
    case 'r': return take_number("rounds", value, 10000, &r->rounds, e);
    case 'i': r->in_place = true; return true;
    case 'c': r->columns = true; return true;
    case 'I': r->isa_children = true; return true;
    case 'v': r->conv = true; return true;
    case 'd': r->device = value; return true;
    case 'j': r->json = value; return true;
    case 'o': r->plot = value; return true;
    case 'f': r->paths.fftw = value; return true;
    case 'K': r->paths.pocketfft = value; return true;
    case 'F': r->first = true; return true;
    default: r->paths.mkl = value; return true;
    }
}

/* Settles the options that say where the numbers lie. */
static bool settle_layout(const struct request *r, struct error *e)
{
    const bool strided = r->columns || r->stride != 0;
    if (r->columns && r->stride != 0)
        return error_set(e, "--columns is --stride BATCH: leave one of them out");
    if (r->shapes && r->listed)
        return error_set(e, "--shapes replaces --sizes: leave one of them out");
    if (r->in_place && strided && r->kind != STET_C2C)
        return error_set(e,
                         "--in-place with --%s is for c2c, whose input and output have one "
                         "layout: leave one of them out",
                         r->columns ? "columns" : "stride");
    if ((r->shapes || r->stride != 0) && (r->conv || r->device != NULL))
        return error_set(e, "--%s measures the lines of --sizes: leave out --%s",
                         r->conv ? "conv" : "device", r->shapes ? "shapes" : "stride");
    return true;
}

/* Settles the options that need a device, and those that forbid one. */
static bool settle_device(struct request *r, struct error *e)
{
    if (r->device == NULL)
        return (r->peers & PEERS_OF_DEVICES) == 0 ||
               error_set(e, "--peers cufft and vkfft are for --device: add --device DEVICE");
    if ((r->peers & PEERS_ALL) != 0)
        return error_set(
            e,
            "--device: the peers there are cufft, vkfft or none: name these, or leave out --peers");
    if (r->kind > STET_R2R || r->conv || r->plot != NULL || r->isa_children)
        return error_set(e, "--device measures c2c, r2c and c2r: leave out other kinds, --conv, "
                            "--plot and --isa-children");
    return true;
}

/* Settles 16-bit precisions, which no other library has. */
static bool settle_half(struct request *r, struct error *e)
{
    const bool is_half = r->precision == STET_F16 || r->precision == STET_BF16;
    if (!is_half && r->half_mode != 0)
        return error_set(e, "--mode is for --precision f16 and bf16: leave it out");
    if (r->level != STET_LEVEL_NATIVE && r->half_mode != 0)
        return error_set(e, "--mode is for --level native: leave it out");
    if (r->precision == STET_BF16 && r->half_mode == STET_HALF_NATIVE)
        return error_set(e,
                         "--mode native is for --precision f16: say --mode io or store for bf16");
    if (is_half)
        r->peers = 0;
    if (r->half_mode == 0)
        r->half_mode = STET_HALF_IO;
    return true;
}

static bool parse(struct request *r, const struct command *self, int argc, char **argv,
                  struct error *e)
{
    const char *value, *mkl = getenv("STET_MKL");
    int key;
    *r = (struct request){
        .kind = STET_C2C, .peers = PEERS_DEFAULT, .rounds = ROUNDS, .level = STET_LEVEL_NATIVE};
    r->paths.mkl = mkl != NULL && *mkl != 0 ? mkl : NULL;
    if (!sizes_parse(&r->sizes, "default", e) || !batches_parse(&r->batches, "1", e) ||
        !threads_default(&r->threads, e))
        return false;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(r, key, value, e))
            return false;
    if (r->peers == PEERS_DEFAULT)
        r->peers = r->device != NULL ? PEERS_OF_DEVICES
                                     : PEERS_ALL & ~(r->paths.fftw != NULL ? 0 : PEER_FFTW512) &
                                           ~(r->paths.pocketfft != NULL ? 0 : PEER_POCKETFFT);
    if (r->kind > STET_R2R && r->kind < STET_R2R + STET_DCT1) /* the others have none of these */
        r->peers &= PEER_FFTW | PEER_FFTW512;
    if (r->threads == STET_THREADS_ALL) /* STET_THREADS_ALL is no number for peers */
        r->threads = stet_processor_count();
    if (key == 0 && !settle_layout(r, e))
        return false;
    if (key == 0 && r->conv &&
        (r->json != NULL || r->plot != NULL || r->kind != STET_C2C || r->precision == STET_F64 ||
         r->threads > 1))
        return error_set(e, "--conv measures float on one thread: with it only --sizes, --batch, "
                            "--rounds, --peers and --mkl can be used");
    if (key == 0 && r->first &&
        (r->conv || r->device != NULL || r->plot != NULL || r->isa_children))
        return error_set(e, "--first-call has a table and JSON of its own: leave out --conv, "
                            "--device, --plot and --isa-children");
    return key == 0 && settle_half(r, e) && settle_device(r, e);
}

/* Quotes the command line for a shell, for the record. */
static void quote(char *text, size_t size, int argc, char **argv)
{
    size_t used = (size_t)snprintf(text, size, "stet");
    for (int i = 0; i < argc && used < size; i++) {
        bool plain = *argv[i] != 0 && strpbrk(argv[i], " \t\n\"'$&*;()<>?[\\`{|~#!") == NULL;
        const char *mark = plain ? "" : "'";
        used += (size_t)snprintf(text + used, size - used, " %s%s%s", mark, argv[i], mark);
    }
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r;
    char command[1000];
    bool agree;
    quote(command, sizeof command, argc, argv); /* before getopt reorders argv */
    if (!parse(&r, self, argc, argv, e))
        return EXIT_ERROR;
    r.command = command;
    if (!(r.device != NULL ? bench_device(&r, &agree, e)
          : r.conv         ? bench_conv(&r, &agree, e)
                           : session_run(&r, &agree, e)))
        return EXIT_ERROR;
    return agree ? EXIT_SAME : EXIT_DIFFERENT;
}

static const struct option_row rows[] = {
    {'p', "peers", "LIST",
     "the libraries to compare with: fftw, fftw512 (the one of\n"
     "--fftw), mkl, cbwr (MKL restricted by MKL_CBWR, in\n"
     "processes of its own), pocketfft (SciPy's), or none [all;\n"
     "fftw512 only with --fftw, pocketfft with --pocketfft]; with\n"
     "--device: cufft, vkfft or none"},
    {'d', "device", "DEVICE",
     "measure transforms of arrays on DEVICE, from the list of\n"
     "stet info"},
    {'s', "sizes", "LIST",
     "lengths N, or FIRST..LAST for all doublings, each also as\n"
     "NxBATCH; 2^K is understood\n"
     "[2^4..2^22,1000,10000,30030,1009,65537]"},
    {'S', "shapes", "LIST",
     "arrays of up to 3 axes, all of them transformed, in place of\n"
     "--sizes: 512x512,64x64x64"},
    {'k', "kind", "KIND",
     "c2c, r2c, c2r, dct1 to dct4, dst1 to dst4; or dht, r2hc,\n"
     "hc2r, which of the others only FFTW has [c2c]"},
    {'P', "precision", "PREC",
     "f32, f64 or both; or f16 or bf16, which no other library\n"
     "has [both]"},
    {'M', "mode", "MODE", "for f16 and bf16: io, store or native [io]"},
    {'l', "level", "LEVEL",
     "the level of stet: native, extended, extended-ff (f32) or\n"
     "correct [native]"},
    {'e', "effort", "EFFORT",
     "how stet plans: estimate, or measure, which measures\n"
     "schedules first [estimate]"},
    {'b', "batch", "LIST",
     "how many transforms one call computes, for sizes without\n"
     "xBATCH [1]"},
    {'c', "columns", NULL,
     "the transforms of a batch are the columns of an array, not\n"
     "its rows"},
    {'T', "stride", "S",
     "the transforms of a batch are the first columns of an array\n"
     "of S columns"},
    {'i', "in-place", NULL, "the output replaces the input"},
    {'t', "threads", "T",
     "the number of threads of every library, or all for one per\n"
     "processor [STET_THREADS, or 1]"},
    {'r', "rounds", "R",
     "the number of rounds, in which each library has its turn\n"
     "[" TEXT(ROUNDS) "]"},
    {'I', "isa-children", NULL,
     "measure in one more process, with STET_ISA=avx2 and\n"
     "MKL_CBWR=AVX2"},
    {'F', "first-call", NULL,
     "measure the first call: a plan and its first execution, in\n"
     "a process of their own, and their memory"},
    {'v', "conv", NULL,
     "measure convolutions of these sizes, beside MKL called by\n"
     "hand, which keeps the filter's spectrum or computes it\n"
     "each time"},
    {'f', "fftw", "PATH", "the folder of one more FFTW, beside that of the system"},
    {'K', "pocketfft", "PATH",
     "libstet_pocketfft.so or its folder, which `scripts/deps\n"
     "pocketfft` makes"},
    {'m', "mkl", "PATH", "libmkl_rt.so or its folder [STET_MKL, or a search]"},
    {'j', "json", "OUT.json", "write the numbers; - prints them instead of the table"},
    {'o', "plot", "OUT.svg", "draw the speeds"},
    ROW_HELP,
    ROW_END};

const struct command command_bench = {
    .name = "bench",
    .operands = "",
    .summary = "measure the speed beside FFTW and MKL, where these are found",
    .least = 0,
    .most = 0,
    .options = rows,
    .details =
        "All libraries run in one process, pinned to one CPU, on the same arrays of random\n"
        "numbers. They take turns of at least 0.3 ms, in an order that changes from round to\n"
        "round. The table shows medians of GFLOPS: 5 N log2 N / time for complex data, half of\n"
        "that for real data. Every output is compared. Other libraries are loaded while the\n"
        "command runs; if one is missing, the command says how to install it. docs/performance.md\n"
        "explains the table.\n"
        "With --device the arrays are on a device, a time lasts until the device is done, and the\n"
        "bits are compared with those of the CPU: docs/gpu.md.\n"
        "\n"
        "Exit status: 0 done; 1 an output differs; 2 an error.",
    .example = "  $ stet bench --sizes 2^8..2^16 --precision f32 --plot speed.svg",
    .run = run,
};
