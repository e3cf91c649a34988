/* SPDX-License-Identifier: Apache-2.0 */
/* A library with a plan for one work, which the benchmark runs and times. Peers are found and
 * loaded at run time; the benchmark links none of them and uses none of their headers. */
#ifndef STET_BENCH_CONTENDER_H
#define STET_BENCH_CONTENDER_H

#include "bench/work.h"
#include "files/error.h"

struct contender {
    const char *name; /* title of its column */
    bool destroys;    /* a run changes its input */
    double factor;    /* multiplies its outputs to give the transform */
    double tolerance; /* allowed error; 0: the usual bound */
    double plan_seconds;
    void *plan;
    void (*run)(void *plan, void *in, void *out);
    void (*release)(void *plan);
};

/* A library that was loaded, or the reason why not. */
struct library {
    const char *name;
    char path[4096], version[256];
    bool loaded;
    struct error missing; /* the missing part, and how to install it */
};

bool contend_stet(struct contender *c, const struct work *w, struct error *e);

/* Loads FFTW of one precision: the system's or, beside it, that of a folder. Load it before MKL,
 * which has functions with the same names. */
enum fftw_build { FFTW_SYSTEM, FFTW_FOLDER, FFTW_BUILDS };
void fftw_load(struct library *l, enum fftw_build build, const char *folder,
               stet_precision precision, int threads);
/* Plans with FFTW_MEASURE, limited to FFTW_LIMIT seconds, or with FFTW_ESTIMATE. in and out are
 * arrays that it may overwrite. */
#define FFTW_LIMIT 10
bool contend_fftw(struct contender *c, const struct work *w, enum fftw_build build, bool measure,
                  void *in, void *out, struct error *e);

/* Finds MKL: given is a file, a folder, or NULL to search the usual places. Sets only l->path. */
bool mkl_find(struct library *l, const char *given);
/* Loads what mkl_find() found. */
void mkl_load(struct library *l, int threads);
/* Returns the branch of conditional numerical reproducibility that runs, by its name in
 * MKL_CBWR. */
const char *mkl_branch(void);
bool contend_mkl(struct contender *c, const struct work *w, struct error *e);
/* Loads MKL's cosine and sine transforms from the object, if it has them. */
void mkl_trig_load(void *object);
bool contend_mkl_trig(struct contender *c, const struct work *w, struct error *e);

/* Loads pocketfft from a file or its folder, or says what is missing if that is NULL. It has no
 * plans: its first execution computes and keeps the tables. */
void pocketfft_load(struct library *l, const char *given);
bool contend_pocketfft(struct contender *c, const struct work *w, struct error *e);

/* Stores functions of a shared object, by name, in the members of a struct of function pointers. */
struct symbol {
    const char *name;
    size_t offset;
};
bool symbols_load(void *object, const char *prefix, const struct symbol *symbols, int count,
                  void *functions, struct error *e);
/* Stores the file from which a function was loaded. */
void symbol_path(void *object, const char *name, char *path, size_t size);

#endif
