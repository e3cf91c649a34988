/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of stet.Plan, which holds a plan of the cache in a capsule. */
#include <stdlib.h>

#include "cache.h"
#include "module.h"

static const char capsule_name[] = "stet plan";

static void give_back(PyObject *capsule)
{
    stet_py_plan_put(PyCapsule_GetPointer(capsule, capsule_name));
}

PyObject *stet_py_plan_capsule(stet_py_plan *plan)
{
    PyObject *capsule = PyCapsule_New(plan, capsule_name, give_back);
    if (!capsule)
        stet_py_plan_put(plan);
    return capsule;
}

stet_py_plan *stet_py_plan_in(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, capsule_name);
}

/* Returns the plan in the function's only argument; NULL with an exception set. */
static const stet_plan *plan_of(PyObject *const *args, Py_ssize_t count, const char *function)
{
    if (stet_py_count(count, 1, function) < 0)
        return NULL;
    const stet_py_plan *plan = stet_py_plan_in(args[0]);
    return plan ? stet_py_plan_of(plan) : NULL;
}

static PyObject *workspace(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    const stet_plan *plan = plan_of(args, count, "plan_workspace");
    return plan ? PyLong_FromSize_t(stet_plan_workspace(plan)) : NULL;
}

static PyObject *describe(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    const stet_plan *plan = plan_of(args, count, "plan_describe");
    if (!plan)
        return NULL;
    size_t length = stet_plan_describe(plan, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    stet_plan_describe(plan, text, length + 1);
    PyObject *result = PyUnicode_FromString(text);
    free(text);
    return result;
}

static PyObject *bound(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    const stet_plan *plan = plan_of(args, count, "plan_bound");
    if (!plan)
        return NULL;
    stet_error_bound b = {.size = sizeof b};
    stet_status status = stet_plan_bound(plan, &b);
    if (status != STET_OK)
        return stet_py_fail(status, "error_bound()");
    return Py_BuildValue("(dddd)", b.unit, b.each, b.rms, b.underflow);
}

PyMethodDef stet_py_plan_methods[] = {
    STET_PY_FUNCTION("plan_workspace", workspace, NULL),
    STET_PY_FUNCTION("plan_describe", describe, NULL),
    STET_PY_FUNCTION("plan_bound", bound, NULL),
    {NULL, NULL, 0, NULL},
};
