/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the library other than transforms, for _judge.py, _sums.py, _conv.py and lab.py.
 * They are private. The Python modules check the arguments; the C code checks again what protects
 * memory. */
#ifndef STET_PY_REST_H
#define STET_PY_REST_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "stet.h"

/* Adds functions and types to the module; returns -1 with an exception set. */
int stet_py_add_rest(PyObject *module);
extern PyMethodDef stet_py_rest_methods[];

/* Each adds one part. */
int stet_py_add_judge(PyObject *module);
int stet_py_add_sums(PyObject *module);
int stet_py_add_conv(PyObject *module);
int stet_py_add_drift(PyObject *module);

/* Returns the library's text for a status, without names of C's options and files. */
const char *stet_py_words(int status);

/* Returns NULL with MemoryError or ValueError set, and the text of the status. */
PyObject *stet_py_raise(stet_status status);

#endif
