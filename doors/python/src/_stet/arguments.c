/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "files/words.h"

#include <string.h>

static PyObject *axis_error; /* numpy.exceptions.AxisError */

int stet_py_arguments_init(void)
{
    if (axis_error)
        return 0;
    PyObject *exceptions = PyImport_ImportModule("numpy.exceptions");
    if (!exceptions)
        return -1;
    axis_error = PyObject_GetAttrString(exceptions, "AxisError");
    Py_DECREF(exceptions);
    return axis_error ? 0 : -1;
}

int stet_py_integer(PyObject *o, npy_intp *value)
{
    *value = PyNumber_AsSsize_t(o, PyExc_OverflowError);
    return *value == -1 && PyErr_Occurred() ? -1 : 0;
}

/* Returns the value of the word o in the table, or 0 if it is not there. No word has the value
 * 0. */
static int value_of(PyObject *o, const struct choice *choices)
{
    Py_ssize_t length = 0;
    const char *text = PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, &length) : NULL;
    if (!text)
        PyErr_Clear(); /* a lone surrogate raises here; no word has one */
    const struct choice *found = text ? find_choice(choices, text) : NULL;
    return found && strlen(text) == (size_t)length ? found->value : 0;
}

int stet_py_norm(PyObject *o, stet_norm *norm)
{
    *norm = o == Py_None ? STET_NORM_BACKWARD : (stet_norm)value_of(o, norm_choices);
    if (*norm)
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "Invalid norm value %S; should be \"backward\", \"ortho\" or \"forward\".", o);
    return -1;
}

int stet_py_level(PyObject *o, stet_level *level)
{
    *level = (stet_level)value_of(o, level_choices);
    if (*level)
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "Invalid level %R; should be \"native\", \"extended\", \"extended-ff\" or "
                 "\"correct\".",
                 o);
    return -1;
}

int stet_py_half_mode(PyObject *o, stet_half_mode *mode)
{
    *mode = (stet_half_mode)value_of(o, mode_choices);
    if (*mode)
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "Invalid half mode %R; should be \"io\", \"store\" or \"native\".", o);
    return -1;
}

int stet_py_workers(PyObject *o, int *threads)
{
    *threads = 1;
    if (o == Py_None)
        return 0;
    npy_intp workers, processors = stet_processor_count();
    if (stet_py_integer(o, &workers) < 0)
        return -1;
    if (workers == 0) {
        PyErr_SetString(PyExc_ValueError, "workers must not be zero");
        return -1;
    }
    if (workers < -processors) {
        PyErr_Format(PyExc_ValueError,
                     "workers value out of range; got %zd, must not be less than %zd",
                     (Py_ssize_t)workers, (Py_ssize_t)-processors);
        return -1;
    }
    npy_intp wanted = workers < 0 ? workers + 1 + processors : workers;
    *threads = wanted > 1024 ? 1024 : (int)wanted; /* stet.h: larger numbers count as 1024 */
    return 0;
}

int stet_py_axis(npy_intp axis, int dims, int *out)
{
    if (axis >= -dims && axis < dims) {
        *out = (int)(axis < 0 ? axis + dims : axis);
        return 0;
    }
    PyObject *arguments = Py_BuildValue("(ni)", (Py_ssize_t)axis, dims);
    if (arguments)
        PyErr_SetObject(axis_error, arguments);
    Py_XDECREF(arguments);
    return -1;
}

int stet_py_integers(PyObject *o, int *count, npy_intp *values)
{
    if (PyIndex_Check(o)) {
        *count = 1;
        if (!stet_py_integer(o, values))
            return 0;
        if (!PySequence_Check(o) || !PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear(); /* an array of several integers is no index */
    }
    Py_ssize_t n = PyObject_Size(o); /* an object without a length may be endless */
    if (n > STET_PY_MAX_DIMS)
        PyErr_Format(PyExc_ValueError, "%zd axes are given, but at most %d are possible", n,
                     STET_PY_MAX_DIMS);
    int failed = n < 0 || n > STET_PY_MAX_DIMS ? -1 : 0;
    for (Py_ssize_t i = 0; !failed && i < n; i++) {
        PyObject *item = PySequence_GetItem(o, i);
        failed = item ? stet_py_integer(item, &values[i]) : -1;
        Py_XDECREF(item);
    }
    *count = (int)n;
    return failed;
}
