/* SPDX-License-Identifier: Apache-2.0 */
/* A library with a plan for one work: what the benchmark runs and times. Peers are found and
 * loaded while the command runs; nothing of theirs is linked, and no header of theirs is used. */
#ifndef STET_BENCH_CONTENDER_H
#define STET_BENCH_CONTENDER_H

#include "bench/work.h"
#include "files/error.h"

struct contender {
    const char *name; /* heads its column */
    bool destroys;    /* a run does not leave its input as it was */
    double factor;    /* of its outputs, that makes the transform of them */
    double tolerance; /* of their relative error, where it is more than that of a good library */
    double plan_seconds;
    void *plan;
    void (*run)(void *plan, void *in, void *out);
    void (*release)(void *plan);
};

/* A library that was loaded, or why not. */
struct library {
    const char *name;
    char path[4096], version[256];
    bool loaded;
    struct error missing; /* what is missing, and how to install it */
};

/* Make a plan. in and out are arrays that it may overwrite. */
bool contend_stet(struct contender *c, const struct work *w, struct error *e);
/* False if this build runs everything on one thread. */

/* FFTW of one precision, before MKL, which has functions of the same names: what the system finds,
 * or, beside it, that of a folder. */
enum fftw_build { FFTW_SYSTEM, FFTW_FOLDER, FFTW_BUILDS };
void fftw_load(struct library *l, enum fftw_build build, const char *folder,
               stet_precision precision, int threads);
/* FFTW_MEASURE, limited to FFTW_LIMIT seconds, or FFTW_ESTIMATE. */
#define FFTW_LIMIT 10
bool contend_fftw(struct contender *c, const struct work *w, enum fftw_build build, bool measure,
                  void *in, void *out, struct error *e);

/* MKL: given is a file, a folder, or NULL to look where it may be. Sets l->path alone. */
bool mkl_find(struct library *l, const char *given);
/* Load what mkl_find() found. */
void mkl_load(struct library *l, int threads);
/* The branch of conditional numerical reproducibility that runs, as MKL_CBWR would name it. */
const char *mkl_branch(void);
bool contend_mkl(struct contender *c, const struct work *w, struct error *e);
/* Its cosine and sine transforms, of the object that has them, or has not. */
void mkl_trig_load(void *object);
bool contend_mkl_trig(struct contender *c, const struct work *w, struct error *e);

/* Functions of a shared object, by name, into the members of a struct of function pointers. */
struct symbol {
    const char *name;
    size_t offset;
};
bool symbols_load(void *object, const char *prefix, const struct symbol *symbols, int count,
                  void *functions, struct error *e);
/* The file that a function was loaded from. */
void symbol_path(void *object, const char *name, char *path, size_t size);

#endif
