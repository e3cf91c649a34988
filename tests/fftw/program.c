/* SPDX-License-Identifier: Apache-2.0 */
/* A program that was built for FFTW: Debian's header, Debian's libraries. program WHAT:
 *   transform    the version of its FFTW, and a spectrum
 *   fork         the same in a child too
 *   single       a transform of each kind in float
 *   heir         a child executes the plan of its parent, and leaves by _exit()
 *   refused      asks for plans that there are none of
 *   null         executes no plan, twice
 *   abort        the transform, and abort()
 *   leave        the transform, and _exit(0)
 *   exit N       ends with that status
 *   raise N      by that signal
 *   wait N FILE  makes the file, and ends with status 0 on signal N
 *   print WORD   the words behind it */
#include <fftw3.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void transform(void)
{
    fftw_complex x[12], y[12];
    fftwf_complex z[8];
    for (int i = 0; i < 12; i++)
        x[i][0] = i, x[i][1] = -i;
    memset(z, 0, sizeof z);
    fftw_plan p = fftw_plan_dft_1d(12, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    fftwf_plan q = fftwf_plan_dft_1d(8, z, z, FFTW_BACKWARD, FFTW_ESTIMATE);
    fftw_execute(p);
    fftw_execute(p);
    fftwf_execute(q);
    fftw_destroy_plan(p);
    fftwf_destroy_plan(q);
    printf("%s\n", fftw_version);
    for (int i = 0; i < 12; i++)
        printf("%a %a\n", y[i][0], y[i][1]);
    fflush(stdout);
}

static void single(void)
{
    float x[16] = {1, 2, 3, 4, 5, 6, 7, 8}, y[16];
    fftwf_complex *const cx = (fftwf_complex *)x, *const cy = (fftwf_complex *)y;
    const fftwf_plan p[] = {fftwf_plan_dft_1d(8, cx, cy, FFTW_FORWARD, FFTW_ESTIMATE),
                            fftwf_plan_dft_r2c_1d(8, x, cy, FFTW_ESTIMATE),
                            fftwf_plan_dft_c2r_1d(8, cx, y, FFTW_ESTIMATE),
                            fftwf_plan_r2r_1d(8, x, y, FFTW_REDFT10, FFTW_ESTIMATE)};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
        fftwf_execute(p[i]);
        fftwf_destroy_plan(p[i]);
    }
}

static void refused(void)
{
    double x[40];
    fftw_destroy_plan(fftw_plan_dft_1d(0, NULL, NULL, FFTW_FORWARD, FFTW_ESTIMATE));
    /* stet: ignore-next-line[FFT602] refused on purpose */
    fftw_destroy_plan(
        fftw_plan_dft_c2r_2d(3, 4, (fftw_complex *)x, x + 24, FFTW_PRESERVE_INPUT | FFTW_ESTIMATE));
}

static void heir(void)
{
    fftw_complex x[4] = {{1, 2}};
    const fftw_plan p = fftw_plan_dft_1d(4, x, x, FFTW_FORWARD, FFTW_ESTIMATE);
    if (fork() == 0) {
        fftw_execute(p);
        _exit(0);
    }
    wait(NULL);
    fftw_destroy_plan(p);
}

static void done(int signal)
{
    (void)signal;
    _exit(0);
}

static _Noreturn void wait_for(int signal_number, const char *name)
{
    signal(signal_number, done);
    FILE *file = fopen(name, "w");
    if (file != NULL)
        fclose(file);
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "transform") == 0)
        transform();
    else if (strcmp(what, "single") == 0)
        single();
    else if (strcmp(what, "refused") == 0)
        refused();
    else if (strcmp(what, "heir") == 0)
        heir();
    else if (strcmp(what, "null") == 0) {
        fftw_execute(NULL);
        fftw_execute(NULL);
    } else if (strcmp(what, "abort") == 0) {
        transform();
        abort();
    } else if (strcmp(what, "leave") == 0) {
        transform();
        _exit(0);
    } else if (strcmp(what, "exit") == 0)
        return atoi(argv[2]);
    else if (strcmp(what, "raise") == 0)
        raise(atoi(argv[2]));
    else if (strcmp(what, "wait") == 0)
        wait_for(atoi(argv[2]), argv[3]);
    else if (strcmp(what, "fork") == 0) {
        transform();
        if (fork() == 0) {
            transform();
            return 0;
        }
        wait(NULL);
    }
    for (int i = 2; strcmp(what, "print") == 0 && i < argc; i++)
        puts(argv[i]);
    return 0;
}
