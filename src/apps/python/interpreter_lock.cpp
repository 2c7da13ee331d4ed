#include "interpreter_lock.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "object.h"
#include "regard/base/error.h"

namespace regard::python {
namespace {

std::atomic<int> asking = 0;  ///< threads that are waiting for the lock
std::atomic<bool> ends = false;
std::thread::id ending_thread;

/// Takes the lock. Returns false in a thread for which Python no longer waits.
bool take_lock(PyThreadState* thread) {
  ++asking;
  const bool may = !ends || std::this_thread::get_id() == ending_thread;
  if (may) PyEval_RestoreThread(thread);
  --asking;
  return may;
}

PyObject* begin_end(PyObject*, PyObject*) {
  ending_thread = std::this_thread::get_id();
  ends = true;
  PyThreadState* thread = PyEval_SaveThread();
  while (asking > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(thread);
  return Object::shared(Py_None).release();
}

}  // namespace

Unlocked::~Unlocked() {
  if (take_lock(thread_)) return;
  for (;;) pause();
}

Locked::Locked(Unlocked& unlocked) : unlocked_(unlocked) {
  if (!take_lock(unlocked.thread_)) throw Cancelled();
}

void await_end_of_python() {
  static PyMethodDef method = {"_begin_end", begin_end, METH_NOARGS, nullptr};
  const auto exit_module = Object::owned(PyImport_ImportModule("atexit"));
  const auto function = Object::owned(PyCFunction_NewEx(&method, nullptr, nullptr));
  Object::owned(PyObject_CallMethod(exit_module.get(), "register", "O", function.get()));
}

}  // namespace regard::python
