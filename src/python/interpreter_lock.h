#pragma once
#include "python.h"

namespace regard::python {

/// Lets other Python threads run for as long as it lives.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  ~Unlocked() { PyEval_RestoreThread(thread_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  friend class Locked;
  PyThreadState* thread_;
};

/// Within the life of an Unlocked and in its thread: takes the lock back for as long as it lives.
class Locked {
 public:
  explicit Locked(Unlocked& unlocked) : unlocked_(unlocked) {
    PyEval_RestoreThread(unlocked.thread_);
  }
  ~Locked() { unlocked_.thread_ = PyEval_SaveThread(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Unlocked& unlocked_;
};

}  // namespace regard::python
