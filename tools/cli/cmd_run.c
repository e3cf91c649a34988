/* SPDX-License-Identifier: Apache-2.0 */
/* stet run executes another program with stet in place of its FFTW. */
#include "commands.h"
#include "files/options.h"
#include "files/progress.h"
#include "files/report.h"
#include "run/report_file.h"
#include "stet_lab.h"
#include "files/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIBRARY "libfftw3.so.3"

static const struct choice mpis[] = {{"openmpi", 0}, {"mpich", 1}, {NULL, 0}};

struct request {
    const char *level;
    const char *threads;
    const char *mpi; /* NULL: not requested */
    bool preloads;
    bool as_json;
};

/* ------------------------------------------------------------- libraries -- */

static bool has_library(const char *folder)
{
    char path[PATH_MAX + sizeof LIBRARY];
    snprintf(path, sizeof path, "%s/%s", folder, LIBRARY);
    return access(path, R_OK) == 0;
}

/* Finds the libraries where the command was built, or relative to where it is installed.
 * STET_FFTW_PLACE is the path from the folder of the command, or an absolute path. */
static bool find_libraries(char folder[PATH_MAX], struct error *e)
{
    static const char *const places[] = {"doors/fftw3", STET_FFTW_PLACE};
    char self[PATH_MAX], tried[2 * PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return error_errno(e, "/proc/self/exe", "cannot find the folder of the command stet");
    self[length] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const bool absolute = places[i][0] == '/';
        snprintf(tried, sizeof tried, "%s%s%s", absolute ? "" : self, absolute ? "" : "/",
                 places[i]);
        if (realpath(tried, folder) != NULL && has_library(folder))
            return true;
    }
    return error_set(e, "%s: no %s there; build stet, or install it", tried, LIBRARY);
}

/* Puts our value first in the variable, and the caller's after it. */
static bool put_first(const char *variable, const char *ours, struct error *e)
{
    const char *old = getenv(variable);
    const bool more = old != NULL && *old != 0;
    const size_t size = strlen(ours) + (more ? strlen(old) : 0) + 2;
    char *value = malloc(size);
    if (value == NULL)
        return error_set(e, "not enough memory for %s", variable);
    snprintf(value, size, "%s%s%s", ours, more ? ":" : "", more ? old : "");
    const bool done = setenv(variable, value, 1) == 0;
    free(value);
    return done || error_set(e, "not enough memory for %s", variable);
}

/* Preloads the libraries. The loader then searches for them neither in the folders that a program
 * names, nor in those of an LD_LIBRARY_PATH that it sets. */
static bool preload(const char *folder, struct error *e)
{
    char list[9 * (PATH_MAX + 32)] = "", path[PATH_MAX + 32];
    static const char *const names[] = {"fftw3",         "fftw3f",         "fftw3l",
                                        "fftw3_threads", "fftw3f_threads", "fftw3l_threads",
                                        "fftw3_omp",     "fftw3f_omp",     "fftw3l_omp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/lib%s.so.3", folder, names[i]);
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ":" : "", path);
    }
    return put_first("LD_PRELOAD", list, e);
}

/* Puts libfftw3_mpi for that MPI first, from the build or beside the other installed libraries. */
static bool put_mpi_first(const char *folder, const char *mpi, struct error *e)
{
    char tried[PATH_MAX + 64], library[PATH_MAX + 100];
    for (int i = 0; i < 2; i++) {
        snprintf(tried, sizeof tried, "%s/%s%s", folder, i == 0 ? "../fftw3-mpi/" : "", mpi);
        snprintf(library, sizeof library, "%s/libfftw3_mpi.so.3", tried);
        if (access(library, R_OK) == 0)
            return put_first("LD_LIBRARY_PATH", tried, e);
    }
    return error_set(e,
                     "--mpi %s: no libfftw3_mpi.so.3 for it beside %s; build stet with that MPI "
                     "(scripts/deps mpi)",
                     mpi, folder);
}

static bool set_value(const char *variable, const char *value, struct error *e)
{
    return value == NULL || setenv(variable, value, 1) == 0 ||
           error_set(e, "not enough memory for %s", variable);
}

static bool set_environment(const struct request *r, const char *report, struct error *e)
{
    char folder[PATH_MAX];
    return find_libraries(folder, e) && put_first("LD_LIBRARY_PATH", folder, e) &&
           (r->mpi == NULL || put_mpi_first(folder, r->mpi, e)) &&
           (!r->preloads || preload(folder, e)) && set_value("STET_RUN_REPORT", report, e) &&
           set_value("STET_LEVEL", r->level, e) && set_value("STET_THREADS", r->threads, e);
}

/* --------------------------------------------------------------- program -- */

static volatile sig_atomic_t child;

static void pass_on(int signal)
{
    const int error = errno;
    if (child > 0)
        kill((pid_t)child, signal);
    errno = error;
}

static const int passed[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
enum { PASSED = sizeof passed / sizeof *passed };

/* Sets the handlers. A terminal sends SIGINT and SIGQUIT to both processes; the program decides
 * about them. */
static void handle(bool ours)
{
    static const int left[] = {SIGINT, SIGQUIT};
    struct sigaction action = {.sa_handler = ours ? pass_on : SIG_DFL};
    for (size_t i = 0; i < PASSED; i++)
        sigaction(passed[i], &action, NULL);
    action.sa_handler = ours ? SIG_IGN : SIG_DFL;
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        sigaction(left[i], &action, NULL);
}

/* Blocks the signals that are passed on until the program runs. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < PASSED; i++)
        sigaddset(&held, passed[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

/* Executes the program in the child. An error goes through the pipe, which closes on success. */
static _Noreturn void become(char **argv, int told, const sigset_t *signals)
{
    handle(false);
    sigprocmask(SIG_SETMASK, signals, NULL);
    execvp(argv[0], argv);
    const int error = errno;
    const ssize_t written = write(told, &error, sizeof error);
    (void)written;
    _exit(127);
}

/* Runs the program and stores its wait status in *status. */
static bool execute(char **argv, int *status, struct error *e)
{
    int ends[2], error = 0;
    sigset_t before;
    if (pipe(ends) != 0)
        return error_errno(e, argv[0], "cannot start it");
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    hold_signals(&before);
    handle(true);
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        become(argv, ends[1], &before);
    }
    child = pid;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_errno(e, argv[0], "cannot start it");
    }
    ssize_t got;
    while ((got = read(ends[0], &error, sizeof error)) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    errno = error;
    return got <= 0 || error_errno(e, argv[0], "cannot execute it");
}

/* Ends as the program ended: with its status, or by its signal, without a second core file. */
static _Noreturn void end_as(int status)
{
    const struct rlimit none = {0, 0};
    fflush(NULL);
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    handle(false);
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    _exit(128 + WTERMSIG(status));
}

/* --------------------------------------------------------------- summary -- */

static void print_summary(const struct request *r, json_t *summary)
{
    size_t i;
    char time[16];
    const json_t *row;
    if (json_array_size(json_object_get(summary, "served")) == 0 &&
        json_array_size(json_object_get(summary, "refused")) == 0)
        fprintf(
            stderr,
            "stet run: nothing was served: the program calls no FFTW 3, or has it linked in%s\n",
            r->preloads ? ""
                        : ",\n          or finds its libraries first, as wheels of pip do: "
                          "then stet run --preload serves it");
    json_array_foreach(json_object_get(summary, "served"), i, row)
    {
        text_seconds(time, sizeof time, json_number_value(json_object_get(row, "seconds")));
        fprintf(stderr, "stet run: %lld %s %s of level %s served, in %lld executions, %s\n",
                (long long)json_integer_value(json_object_get(row, "transforms")),
                json_string_value(json_object_get(row, "precision")),
                json_string_value(json_object_get(row, "kind")),
                json_string_value(json_object_get(row, "level")),
                (long long)json_integer_value(json_object_get(row, "executions")), time);
    }
    json_array_foreach(json_object_get(summary, "refused"), i, row)
        fprintf(stderr, "stet run: %lld calls refused (%s): %s\n",
                (long long)json_integer_value(json_object_get(row, "calls")),
                json_string_value(json_object_get(row, "precision")),
                json_string_value(json_object_get(row, "why")));
}

static bool summarize(const struct request *r, const char *report, double seconds, int status,
                      struct error *e)
{
    json_t *summary = report_read(report, e);
    if (summary == NULL)
        return false;
    json_object_set_new(summary, "seconds", json_real(seconds));
    json_object_set_new(summary, WIFEXITED(status) ? "status" : "signal",
                        json_integer(WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status)));
    if (r->as_json)
        return json_print(summary, JSON_INDENT(2), stderr, "standard error", e);
    print_summary(r, summary);
    json_decref(summary);
    return true;
}

/* --------------------------------------------------------------- command -- */

static bool take_option(struct request *r, int key, const char *value, struct error *e)
{
    int unused;
    switch (key) {
    case 'l': r->level = value; return parse_choice("level", value, level_choices, &unused, e);
    case 't': r->threads = value; return parse_threads("--threads", value, &unused, e);
    case 'm': r->mpi = value; return parse_choice("mpi", value, mpis, &unused, e);
    case 'p': r->preloads = true; return true;
    default: r->as_json = true; return true;
    }
}

/* Checks STET_PROFILE, which the program may load. main() does not check it. */
static bool profile_is_right(struct error *e)
{
    stet_profile unused;
    char reason[sizeof e->text];
    stet_profile_init(&unused);
    return stet_profile_load(&unused, NULL, reason, sizeof reason) == STET_OK ||
           error_set(e, "STET_PROFILE=%s", reason);
}

static bool serve(const struct request *r, char **argv, const char *report, struct error *e)
{
    int status = 0;
    const double start = clock_seconds();
    if (!set_environment(r, report, e) || !execute(argv, &status, e) ||
        !summarize(r, report, clock_seconds() - start, status, e))
        return false;
    remove(report);
    end_as(status);
}

static int run(const struct command *self, int argc, char **argv, struct error *e)
{
    struct request r = {.level = NULL};
    const char *value;
    int key;
    while ((key = options_next(self, argc, argv, &value, e)) > 0)
        if (!take_option(&r, key, value, e))
            return EXIT_ERROR;
    if (key < 0)
        return EXIT_ERROR;
    char report[PATH_MAX];
    if (!profile_is_right(e))
        return EXIT_ERROR;
    if (report_create(report, sizeof report, e)) {
        serve(&r, argv + optind, report, e);
        remove(report);
    }
    return EXIT_ERROR;
}

static const struct option_row rows[] = {
    {'l', "level", "LEVEL",
     "the level of accuracy: native, extended, extended-ff or\n"
     "correct [STET_LEVEL, or native]"},
    {'t', "threads", "T",
     "the number of threads of each plan, 1 to 1024 or all,\n"
     "whatever PROGRAM asks for"},
    {'p', "preload", NULL,
     "put the libraries into LD_PRELOAD too, for a PROGRAM that\n"
     "finds other ones first"},
    {'m', "mpi", "MPI",
     "openmpi or mpich: replace FFTW's MPI interface too, for a\n"
     "PROGRAM that was built with that MPI"},
    {'j', "json", NULL, "print the summary as one JSON object"},
    ROW_HELP,
    ROW_END};

const struct command command_run = {
    .name = "run",
    .operands = "[--] PROGRAM [ARGUMENT...]",
    .summary = "run a program that was built for FFTW 3, with stet in place of FFTW",
    .least = 1,
    .most = INT_MAX,
    .options = rows,
    .ends_options = true,
    .details =
        "stet run puts the libraries of its FFTW interface first in LD_LIBRARY_PATH and runs\n"
        "PROGRAM. At the end it prints on stderr which transforms they computed and which they\n"
        "refused. The exit status is that of PROGRAM; if a signal ends PROGRAM, the same signal\n"
        "ends stet. docs/fftw.md says what is supported, and why a program may not find the\n"
        "libraries.",
    .example = "  $ stet run --level correct -- octave --eval 'disp(fft(1:8))'\n"
               "  $ stet run --mpi openmpi -- mpirun -n 4 ./simulation",
    .run = run,
};
