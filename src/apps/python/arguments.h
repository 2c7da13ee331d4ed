#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "object.h"

namespace regard::python {

/// The arguments of a call, by parameter name. A function takes the arguments that it knows; the
/// others are search options or an error. Throws TypeErrors that are worded like Python's own.
class Arguments {
 public:
  /// `positional` are the parameters that need no name in a call, in order.
  Arguments(const char* function, std::span<const char* const> positional, PyObject* given,
            PyObject* named);

  /// The argument. Throws TypeError if it is missing.
  Object need(const std::string& name);
  /// The argument, or null.
  Object take(const std::string& name);

  /// The argument, converted by a function of convert.h; `preset` if it is missing.
  template <class Value, class Convert>
  Value take_or(Value preset, const std::string& name, const Convert& convert) {
    const auto object = take(name);
    return object ? convert(name, object.get()) : std::move(preset);
  }

  /// Throws TypeError if arguments are left.
  void end() const;
  const std::map<std::string, Object>& left() const { return values_; }

 private:
  std::string function_;
  std::map<std::string, Object> values_;
};

}  // namespace regard::python
