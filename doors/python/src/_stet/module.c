/* SPDX-License-Identifier: Apache-2.0
 *
 * The extension module stet._stet: collects the functions of its areas. */
#define STET_PY_IMPORTS_NUMPY
#include "module.h"
#include "rest.h"

/* Every area of the module. A new file adds its row here and its name to CMakeLists.txt. */
static const struct {
    PyMethodDef *methods;
    int (*init)(PyObject *module);
} areas[] = {
    {stet_py_fft_methods, stet_py_fft_init},
    {stet_py_plan_methods, NULL},
    {stet_py_cache_methods, stet_py_cache_init},
    {stet_py_jax_methods, NULL},
    {stet_py_lengths_methods, NULL},
    {stet_py_rest_methods, stet_py_add_rest},
};

PyObject *stet_py_fail(int status, const char *what)
{
    if (status == STET_E_MEMORY)
        return PyErr_NoMemory();
    PyErr_Format(PyExc_ValueError, "%s: %s", what, stet_py_words(status));
    return NULL;
}

int stet_py_count(Py_ssize_t count, Py_ssize_t wanted, const char *function)
{
    if (count == wanted)
        return 0;
    PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments (%zd given)", function, wanted, count);
    return -1;
}

static int add_constants(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "version", stet_version()) < 0)
        return -1;
    return PyModule_AddIntConstant(module, "bits_version", stet_bits_version());
}

/* Warns about environment variables that stet does not understand. */
static int warn_of_settings(void)
{
    char text[800];
    while (stet_setting_untold(text, sizeof text) > 0)
        if (PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%s", text) < 0)
            return -1;
    return 0;
}

static int module_exec(PyObject *module)
{
    import_array1(-1);
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        if (PyModule_AddFunctions(module, areas[i].methods) < 0)
            return -1;
        if (areas[i].init && areas[i].init(module) < 0)
            return -1;
    }
    return add_constants(module) < 0 ? -1 : warn_of_settings();
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)module_exec},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "stet._stet",
                                        .m_doc = "The C library, for the package around it.",
                                        .m_size = 0, .m_slots = slots};

PyMODINIT_FUNC PyInit__stet(void) { return PyModuleDef_Init(&definition); }
