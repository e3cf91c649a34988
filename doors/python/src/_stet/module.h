/* SPDX-License-Identifier: Apache-2.0
 *
 * Has the declarations that the files of the extension module share. Each area of the module is a
 * file with a table of functions; module.c lists the tables. */
#ifndef STET_PY_MODULE_H
#define STET_PY_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdio.h> /* numpy 2.5 needs FILE */

#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION /* built with NumPy 2, runs with 1.26 too */
#define PY_ARRAY_UNIQUE_SYMBOL stet_py_numpy
#ifndef STET_PY_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include "stet.h"

/* Each area has a table of functions, which ends in {NULL}, and an init function (or NULL), which
 * returns 0, or -1 with an exception set. */
extern PyMethodDef stet_py_fft_methods[];
int stet_py_fft_init(PyObject *module);
extern PyMethodDef stet_py_plan_methods[];
extern PyMethodDef stet_py_jax_methods[];
extern PyMethodDef stet_py_lengths_methods[];
extern PyMethodDef stet_py_cache_methods[];
int stet_py_cache_init(PyObject *module);

/* Every function in the tables has this type: METH_FASTCALL. */
typedef PyObject *stet_py_fastcall(PyObject *module, PyObject *const *args, Py_ssize_t count);
#define STET_PY_FUNCTION(name, function, doc)                                                      \
    {name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL, doc}

/* Sets the exception for a status that is not STET_OK: MemoryError or ValueError, with `what`
 * before the library's text. Always returns NULL. */
PyObject *stet_py_fail(int status, const char *what);

/* Returns 0, or -1 with TypeError set if count is not the function's number of arguments. */
int stet_py_count(Py_ssize_t count, Py_ssize_t wanted, const char *function);

#endif /* STET_PY_MODULE_H */
