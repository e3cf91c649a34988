/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

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

/* The index in names of the string o; -1 if it is none of them, or no string. */
static int name_index(PyObject *o, const char *const *names)
{
    Py_ssize_t length = 0;
    const char *text = PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, &length) : NULL;
    if (!text)
        PyErr_Clear(); /* of a lone surrogate: no name has one */
    for (int i = 0; text && names[i]; i++)
        if (!strcmp(text, names[i]) && strlen(text) == (size_t)length)
            return i;
    return -1;
}

int stet_py_norm(PyObject *o, stet_norm *norm)
{
    static const char *const names[] = {"backward", "ortho", "forward", NULL};
    static const stet_norm norms[] = {STET_NORM_BACKWARD, STET_NORM_ORTHO, STET_NORM_FORWARD};
    int i = o == Py_None ? 0 : name_index(o, names);
    if (i < 0) {
        PyErr_Format(PyExc_ValueError,
                     "Invalid norm value %S; should be \"backward\", \"ortho\" or \"forward\".", o);
        return -1;
    }
    *norm = norms[i];
    return 0;
}

int stet_py_level(PyObject *o, stet_level *level)
{
    static const char *const names[] = {"native", "extended", "extended-ff", "correct", NULL};
    static const stet_level levels[] = {STET_LEVEL_NATIVE, STET_LEVEL_EXTENDED,
                                        STET_LEVEL_EXTENDED_FF, STET_LEVEL_CORRECT};
    int i = name_index(o, names);
    if (i < 0) {
        PyErr_Format(PyExc_ValueError,
                     "Invalid level %R; should be \"native\", \"extended\", \"extended-ff\" or "
                     "\"correct\".",
                     o);
        return -1;
    }
    *level = levels[i];
    return 0;
}

int stet_py_half_mode(PyObject *o, stet_half_mode *mode)
{
    static const char *const names[] = {"io", "store", "native", NULL};
    static const stet_half_mode modes[] = {STET_HALF_IO, STET_HALF_STORE, STET_HALF_NATIVE};
    int i = name_index(o, names);
    if (i < 0) {
        PyErr_Format(PyExc_ValueError,
                     "Invalid half mode %R; should be \"io\", \"store\" or \"native\".", o);
        return -1;
    }
    *mode = modes[i];
    return 0;
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
    *threads = wanted > 1024 ? 1024 : (int)wanted; /* stet.h: more count as 1024 */
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
        PyErr_Clear(); /* an array of several integers, which would be an index if it held one */
    }
    Py_ssize_t n = PyObject_Size(o); /* what has no length may have no end */
    if (n > STET_PY_MAX_DIMS)
        PyErr_Format(PyExc_ValueError, "%zd axes: at most %d are possible", n, STET_PY_MAX_DIMS);
    int failed = n < 0 || n > STET_PY_MAX_DIMS ? -1 : 0;
    for (Py_ssize_t i = 0; !failed && i < n; i++) {
        PyObject *item = PySequence_GetItem(o, i);
        failed = item ? stet_py_integer(item, &values[i]) : -1;
        Py_XDECREF(item);
    }
    *count = (int)n;
    return failed;
}
