#pragma once
#include "python.h"

namespace regard::python {

/// Releases Python's lock during its lifetime. A thread that would take the lock back after Python
/// has begun to exit waits for the end of the process instead, because Python would end the thread,
/// and the C++ program with it.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  friend class Locked;
  PyThreadState* thread_;
};

/// Holds Python's lock again during its lifetime, within the lifetime and thread of an Unlocked.
/// Throws Cancelled if Python has begun to exit.
class Locked {
 public:
  explicit Locked(Unlocked& unlocked);
  ~Locked() { unlocked_.thread_ = PyEval_SaveThread(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Unlocked& unlocked_;
};

/// Registers with Python's atexit module, to notice when Python begins to exit.
void await_end_of_python();

}  // namespace regard::python
