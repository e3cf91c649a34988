/* SPDX-License-Identifier: Apache-2.0 */
#include "rest.h"

PyObject *stet_py_raise(stet_status status)
{
    if (status == STET_E_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(PyExc_ValueError, stet_strerror(status));
    return NULL;
}

/* Each part adds its own. */
PyMethodDef stet_py_rest_methods[] = {{NULL, NULL, 0, NULL}};

int stet_py_add_rest(PyObject *module)
{
    if (stet_py_add_judge(module) < 0 || stet_py_add_sums(module) < 0 ||
        stet_py_add_conv(module) < 0 || stet_py_add_drift(module) < 0)
        return -1;
    return 0;
}
