/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan-cc and fpsan-c++ are compiler drivers for CC and CXX. clang compiles each source file to
 * bitcode, fpsan-instr instruments it, and clang compiles it to an object. Programs are linked with
 * the runtime. clang does all other work. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools.h"

static const char HELP[] =
    "fpsan-cc: compile C or C++ with floating-point operations replaced by those of an algebra\n"
    "\n"
    "usage: fpsan-cc ARGUMENTS OF CLANG\n"
    "       fpsan-c++ ARGUMENTS OF CLANG\n"
    "\n"
    "It takes the arguments of clang. FPSAN is defined, and fpsan.h is found. Options that\n"
    "cannot be honoured (-flto, -fsanitize=...) are dropped. If ./configure runs programs that\n"
    "compute with floats, run it with an ordinary compiler, then 'make CC=fpsan-cc'.\n"
    "\n"
    "Environment:\n"
    "  FPSAN_ALGEBRA=field|ring  F_p with roots of unity, or Z/2^w as in Triton [field]\n"
    "  FPSAN_WHEN=before|after   instrument what was written, or what the optimiser made of it\n"
    "                            [before]\n"
    "  FPSAN_STRICT=1            an operation that would stay native is an error\n"
    "  FPSAN_QUIET=1             do not list operations that stay native, and no remarks\n"
    "  FPSAN_COPY=0              leave out the program without instrumentation, which fpsan\n"
    "                            check runs on ordinary numbers\n"
    "  FPSAN_TREAT=NAME=FUNCTION,...\n"
    "                            treat calls of NAME as those of a mathematical function, such\n"
    "                            as my_fma=fma: a software fma need not be instrumented\n"
    "  FPSAN_CLANG=PROGRAM       use this compiler [the one found when fpsan-cc was built]\n"
    "  FPSAN_VERBOSE=1           print the commands that are run\n"
    "  TMPDIR=FOLDER             the folder for intermediate files [/tmp]\n"
    "\n"
    "Example:\n"
    "  $ make CC=fpsan-cc && fpsan check ./old ./new\n";

struct list {
    const char **items;
    int used, capacity;
};

static void add(struct list *l, const char *item)
{
    if (l->used + 1 >= l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 64;
        void *larger = realloc((void *)l->items, (size_t)l->capacity * sizeof *l->items);
        if (!larger)
            tools_die("fpsan-cc", "out of memory", NULL);
        l->items = (const char **)larger;
    }
    l->items[l->used++] = item;
    l->items[l->used] = NULL;
}

static void add_all(struct list *l, const struct list *more)
{
    for (int i = 0; i < more->used; i++)
        add(l, more->items[i]);
}

struct job {
    struct list all;     /* the unchanged command line */
    struct list inputs;  /* sources to instrument */
    struct list compile; /* options of the first compilation */
    struct list back;    /* options of the second, code generation */
    struct list link;    /* the linker's command line, with objects */
    const char *output, *language;
    char stop; /* 'c', 'S', 'p' (preprocess or query: not instrumented), or 0: link */
    int optimised, debug, shared, dependencies, dependency_target, dependency_file, other_inputs;
    int field, after, plus;
    char folder[256]; /* folder of intermediate files */
};

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static int is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0)
            return 1;
    return 0;
}

static int is_source(const char *name, const char *language)
{
    static const char *const endings[] = {".c", ".i",  ".cc",  ".cpp", ".cxx",
                                          ".C", ".ii", ".c++", ".cp",  NULL};
    if (language)
        return begins(language, "c") && strcmp(language, "cuda") != 0;
    const char *dot = strrchr(name, '.');
    return dot && is_one_of(dot, endings);
}

static int has_value(const char *option)
{
    static const char *const with[] = {"-I",       "-L",       "-D",          "-U",
                                       "-include", "-isystem", "-iquote",     "-idirafter",
                                       "-imacros", "-MF",      "-MT",         "-MQ",
                                       "-Xclang",  "-Xlinker", "-Xassembler", "-Xpreprocessor",
                                       "-T",       "-u",       "-z",          "-target",
                                       "-e",       "--param",  "-l",          "-isysroot",
                                       "-iprefix", "-mllvm",   "-arch",       NULL};
    return is_one_of(option, with);
}

/* Reports whether the second compilation needs the option too. */
static int generates_code(const char *a)
{
    return begins(a, "-m") || begins(a, "-fPIC") || begins(a, "-fpic") || begins(a, "-fPIE") ||
           begins(a, "-fpie") || begins(a, "-fno-pic") || begins(a, "-fno-PIC") ||
           begins(a, "-fno-pie") || begins(a, "-fno-PIE") || begins(a, "-ffunction-sections") ||
           begins(a, "-fdata-sections") || begins(a, "--target=") || begins(a, "-fno-plt") ||
           begins(a, "-fvisibility");
}

static int is_dropped(const char *a)
{
    return begins(a, "-flto") || begins(a, "-fsanitize") || begins(a, "-fno-lto") ||
           begins(a, "-fuse-linker-plugin") || begins(a, "-save-temps") || begins(a, "-fprofile") ||
           strcmp(a, "-ffat-lto-objects") == 0 || strcmp(a, "-pipe") == 0;
}

static int asks_only(const char *a)
{
    static const char *const words[] = {"-E",        "-M", "-MM", "-fsyntax-only", "-###",
                                        "--version", "-v", "-V",  "-dumpversion",  "-dumpmachine",
                                        "-qversion", NULL};
    return is_one_of(a, words) || begins(a, "-print-") || begins(a, "--print-") ||
           begins(a, "-dump");
}

static void read_option(struct job *j, const char *a)
{
    if (strcmp(a, "-c") == 0 || strcmp(a, "-S") == 0) {
        if (j->stop != 'p')
            j->stop = a[1];
        return;
    }
    if (asks_only(a) && !(strcmp(a, "-v") == 0 && j->inputs.used))
        j->stop = 'p';
    j->shared |= strcmp(a, "-shared") == 0 || strcmp(a, "-r") == 0;
    j->dependencies |= strcmp(a, "-MD") == 0 || strcmp(a, "-MMD") == 0;
    j->debug |= begins(a, "-g") && strcmp(a, "-g0") != 0;
    if (begins(a, "-O")) {
        j->optimised = strcmp(a, "-O0") != 0 && strcmp(a, "-Og") != 0;
        if (!j->optimised)
            return;
    }
    add(&j->compile, a);
    add(&j->link, a);
    if (generates_code(a))
        add(&j->back, a);
}

static void read_arguments(struct job *j, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (is_dropped(a))
            continue;
        add(&j->all, a);
        if (strcmp(a, "-o") == 0 && i + 1 < argc) {
            j->output = argv[++i];
            add(&j->all, j->output);
        } else if (begins(a, "-o") && a[2] && !begins(a, "-object")) {
            j->output = a + 2;
        } else if (strcmp(a, "-x") == 0 && i + 1 < argc) {
            j->language = strcmp(argv[++i], "none") ? argv[i] : NULL;
            add(&j->all, argv[i]);
        } else if (has_value(a) && i + 1 < argc) {
            j->dependency_target |= strcmp(a, "-MT") == 0 || strcmp(a, "-MQ") == 0;
            j->dependency_file |= strcmp(a, "-MF") == 0;
            add(&j->compile, a), add(&j->compile, argv[++i]);
            add(&j->link, a), add(&j->link, argv[i]);
            add(&j->all, argv[i]);
            if (strcmp(a, "-target") == 0)
                add(&j->back, a), add(&j->back, argv[i]);
        } else if (a[0] == '-' && a[1]) {
            read_option(j, a);
        } else if (is_source(a, j->language)) {
            add(&j->inputs, a);
            add(&j->link, NULL); /* a place for its object */
        } else {
            j->other_inputs++;
            add(&j->link, a);
        }
    }
}

static const char *choice(const char *name, const char *first, const char *second)
{
    const char *value = getenv(name);
    if (!value || strcmp(value, first) == 0)
        return first;
    if (strcmp(value, second) == 0)
        return second;
    fprintf(stderr, "fpsan-cc: %s=%s: it is %s or %s\n", name, value, first, second);
    exit(2);
}

static const char *clang(const struct job *j)
{
    static char name[512];
    const char *wanted = getenv("FPSAN_CLANG");
    if (!wanted)
        wanted = FPSAN_CLANG;
    if (!j->plus)
        return wanted;
    /* Turns clang-19 into clang++-19. */
    const char *at = strstr(wanted, "clang");
    for (const char *more = at; more; more = strstr(more + 5, "clang"))
        at = more;
    if (!at || strstr(at, "clang++"))
        return wanted;
    snprintf(name, sizeof name, "%.*sclang++%s", (int)(at - wanted), wanted, at + 5);
    return name;
}

static char *text(const char *format, const char *a, const char *b)
{
    const size_t size = strlen(format) + strlen(a) + strlen(b) + 1;
    char *result = malloc(size);
    if (!result)
        tools_die("fpsan-cc", "out of memory", NULL);
    snprintf(result, size, format, a, b);
    return result;
}

static void run(const struct job *j, struct list *command)
{
    if (getenv("FPSAN_VERBOSE")) {
        for (int i = 0; i < command->used; i++)
            fprintf(stderr, "%s%c", command->items[i], i + 1 < command->used ? ' ' : '\n');
    }
    const int status = tools_run(command->items);
    free((void *)command->items);
    if (status) {
        tools_remove_folder(j->folder);
        exit(status);
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the object's name: a/b.c becomes b.o. */
static char *object_name(const char *source, const char *ending)
{
    char *name = text("%s%s", base_name(source), ending);
    char *dot = strrchr(name, '.');
    if (dot && dot != name) { /* cuts b.c.o to b.o */
        *dot = 0;
        char *first = strrchr(name, '.');
        if (first)
            *first = 0;
        char *result = text("%s%s", name, ending);
        free(name);
        return result;
    }
    return name;
}

/* Adds the options that write dependencies where make expects them: beside the object, with its
 * name. */
static void add_dependencies(const struct job *j, struct list *c, const char *object)
{
    if (!j->dependencies)
        return;
    if (!j->dependency_target)
        add(c, "-MT"), add(c, object);
    if (!j->dependency_file) {
        char *file = text("%s%s", object, "");
        char *dot = strrchr(file, '.');
        if (dot && !strchr(dot, '/'))
            *dot = 0;
        add(c, "-MF"), add(c, text("%s%s", file, ".d"));
        free(file);
    }
}

static void to_bitcode(const struct job *j, const char *source, const char *bitcode,
                       const char *object)
{
    struct list c = {0};
    add(&c, clang(j));
    add(&c, "-Qunused-arguments");
    add_all(&c, &j->compile);
    if (!j->optimised)
        add(&c, "-O1");
    if (!j->after)
        add(&c, "-Xclang"), add(&c, "-disable-llvm-passes");
    if (!j->debug)
        add(&c, "-gline-tables-only");
    add(&c, "-DFPSAN=1");
    add(&c, "-isystem"), add(&c, tools_include());
    add_dependencies(j, &c, object);
    if (j->language)
        add(&c, "-x"), add(&c, j->language);
    add(&c, "-emit-llvm"), add(&c, "-c"), add(&c, source), add(&c, "-o"), add(&c, bitcode);
    run(j, &c);
}

static void instrument(const struct job *j, const char *bitcode, const char *result)
{
    struct list c = {0};
    add(&c, tools_instrumenter());
    add(&c, bitcode), add(&c, "-o"), add(&c, result);
    add(&c, j->field ? "--algebra=field" : "--algebra=ring");
    if (!j->after)
        add(&c, "--promote");
    const char *wanted = getenv("FPSAN_TREAT");
    char *treat = wanted ? text("%s%s", wanted, "") : NULL;
    for (char *one = treat ? strtok(treat, ",") : NULL; one; one = strtok(NULL, ","))
        add(&c, text("--treat=%s%s", one, ""));
    free(treat);
    if (getenv("FPSAN_STRICT"))
        add(&c, "--strict");
    if (getenv("FPSAN_QUIET"))
        add(&c, "--quiet");
    const char *copy = getenv("FPSAN_COPY");
    if (copy && strcmp(copy, "0") == 0)
        add(&c, "--no-copy");
    run(j, &c);
}

static void to_object(const struct job *j, const char *bitcode, const char *object)
{
    struct list c = {0};
    add(&c, clang(j));
    add(&c, "-Qunused-arguments"), add(&c, "-Wno-override-module");
    add(&c, "-O2"); /* optimises code generation only: fpsan-instr ran the optimiser */
    add(&c, "-Xclang"), add(&c, "-disable-llvm-passes");
#if defined(__x86_64__)
    /* Signs of residues are random. A branch in place of a conditional move would be
     * mispredicted. */
    add(&c, "-mllvm"), add(&c, "-x86-cmov-converter=false");
#endif
    if (FPSAN_LLVM_MAJOR < 15)
        add(&c, "-mllvm"), add(&c, "-opaque-pointers");
    add_all(&c, &j->back);
    add(&c, "-x"), add(&c, "ir"), add(&c, bitcode);
    add(&c, j->stop == 'S' ? "-S" : "-c"), add(&c, "-o"), add(&c, object);
    run(j, &c);
}

static void compile(const struct job *j, const char *source, const char *object)
{
    char *bitcode = text("%s%s", j->folder, "/in.bc"), *result = text("%s%s", j->folder, "/out.bc");
    to_bitcode(j, source, bitcode, object);
    instrument(j, bitcode, result);
    to_object(j, result, object);
    free(bitcode);
    free(result);
}

static void link_program(struct job *j)
{
    struct list c = {0};
    char number[32];
    int source = 0;
    add(&c, clang(j));
    add(&c, "-Qunused-arguments");
    for (int i = 0; i < j->link.used; i++) {
        if (j->link.items[i]) {
            add(&c, j->link.items[i]);
            continue;
        }
        snprintf(number, sizeof number, "/%d.o", source++);
        add(&c, text("%s%s", j->folder, number));
    }
    add(&c, "-o"), add(&c, j->output ? j->output : "a.out");
    if (!j->shared) { /* a shared library uses the runtime of its program */
        add(&c, "-Wl,--whole-archive"), add(&c, tools_runtime());
        add(&c, "-Wl,--no-whole-archive"), add(&c, "-Wl,--export-dynamic-symbol=fpsan_*");
        add(&c, "-lm");
    }
    run(j, &c);
}

int main(int argc, char **argv)
{
    struct job j = {0};
    j.plus = strstr(base_name(argv[0]), "++") != NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(HELP, stdout);
        return 0;
    }
    j.field = strcmp(choice("FPSAN_ALGEBRA", "field", "ring"), "field") == 0;
    j.after = strcmp(choice("FPSAN_WHEN", "before", "after"), "after") == 0;
    read_arguments(&j, argc, argv);
    if (j.stop == 'p' || (!j.inputs.used && (j.stop || !j.other_inputs))) {
        struct list c = {0}; /* clang does these steps alone */
        add(&c, clang(&j)), add(&c, "-DFPSAN=1"), add(&c, "-Qunused-arguments");
        add(&c, "-isystem"), add(&c, tools_include());
        add_all(&c, &j.all);
        execvp(c.items[0], tools_arguments(c.items));
        tools_die("fpsan-cc", c.items[0], strerror(errno));
    }
    if (j.stop && j.output && j.inputs.used > 1)
        tools_die("fpsan-cc", "-o names one object, and there are several sources: leave it out",
                  j.output);
    tools_make_folder(j.folder, sizeof j.folder);
    for (int i = 0; i < j.inputs.used; i++) {
        char number[32];
        snprintf(number, sizeof number, "/%d.o", i);
        const char *source = j.inputs.items[i];
        char *own = object_name(source, j.stop == 'S' ? ".s" : ".o");
        char *object = !j.stop    ? text("%s%s", j.folder, number)
                       : j.output ? text("%s%s", j.output, "")
                                  : text("%s%s", own, "");
        compile(&j, source, object);
        free(own);
        free(object);
    }
    if (!j.stop)
        link_program(&j);
    tools_remove_folder(j.folder);
    return 0;
}
