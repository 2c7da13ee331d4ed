#pragma once
// The limited API of Python 3.9 (PEP 384), so that one build of the module serves every later
// version.
#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
