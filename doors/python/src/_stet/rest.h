/* SPDX-License-Identifier: Apache-2.0 */
/* The library beside transforms, for Python: what the modules _judge.py, _sums.py, _conv.py and
 * lab.py call. All of it is private: arguments have been checked there, and are checked here
 * only as far as memory is concerned. */
#ifndef STET_PY_REST_H
#define STET_PY_REST_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "stet.h"

/* Add functions and types to the module; -1 with an exception. */
int stet_py_add_rest(PyObject *module);
extern PyMethodDef stet_py_rest_methods[];

/* The parts of it. */
int stet_py_add_judge(PyObject *module);
int stet_py_add_sums(PyObject *module);
int stet_py_add_conv(PyObject *module);
int stet_py_add_drift(PyObject *module);

/* What the library says of a status, without its words for C's options and files. */
const char *stet_py_words(int status);

/* NULL, with MemoryError or ValueError and the text of the status. */
PyObject *stet_py_raise(stet_status status);

#endif
