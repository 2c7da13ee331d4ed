#pragma once
#include <chrono>

#include "interpreter_lock.h"
#include "object.h"
#include "regard/base/error.h"
#include "regard/translate/translator_options.h"

namespace regard::python {

/// Ends a call once a signal handler has raised an exception, such as KeyboardInterrupt, or the
/// event `stop` is set.
class Watch {
 public:
  Watch(const Object& stop, Unlocked& unlocked) : stop_(stop), unlocked_(unlocked) {}

  translate::Control control() {
    return {.check = [this] { look(); }};
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20};

  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + kPatience;
    const Locked lock(unlocked_);
    checked(PyErr_CheckSignals());
    if (!stop_ || stop_.is_none()) return;
    const auto is_set = Object::owned(PyObject_CallMethod(stop_.get(), "is_set", nullptr));
    if (checked(PyObject_IsTrue(is_set.get())) != 0) throw Cancelled();
  }

  const Object& stop_;
  Unlocked& unlocked_;
  std::chrono::steady_clock::time_point next_ = {};
};

}  // namespace regard::python
