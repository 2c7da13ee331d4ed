#pragma once
// Of Python, what has been the same since 3.9 (PEP 384): one build of the module serves every later
// version.
#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
