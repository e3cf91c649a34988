/* SPDX-License-Identifier: Apache-2.0 */
#include "rest.h"

const char *stet_py_words(int status)
{
    switch (status) {
    case STET_E_LENGTH: return "a length or count is too small or too large";
    case STET_E_HALF_MODE: return "half= has no such mode at this dtype and level";
    case STET_E_EXTENDED: return "extended= needs a method that transforms";
    case STET_E_CHANNELS: return "channels or batch is below 1";
    default: return stet_strerror(status);
    }
}

PyObject *stet_py_raise(stet_status status)
{
    if (status == STET_E_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, stet_py_words(status));
    return NULL;
}

/* Each part adds its functions with its stet_py_add function. */
PyMethodDef stet_py_rest_methods[] = {{NULL, NULL, 0, NULL}};

int stet_py_add_rest(PyObject *module)
{
    if (stet_py_add_judge(module) < 0 || stet_py_add_sums(module) < 0 ||
        stet_py_add_conv(module) < 0 || stet_py_add_drift(module) < 0)
        return -1;
    return 0;
}
