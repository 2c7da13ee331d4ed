#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "object.h"

namespace regard::python {

/// The arguments of a call, by parameter name. A function takes those it knows; the rest are an
/// error, or search options. Throws TypeErrors, worded like Python's own.
class Arguments {
 public:
  /// `positional` are the parameters that need no name in a call, in order.
  Arguments(const char* function, std::span<const char* const> positional, PyObject* given,
            PyObject* named);

  /// Throws TypeError if it is missing.
  Object need(const std::string& name);
  /// The argument, or null.
  Object take(const std::string& name);

  /// The result of take(), converted by a function of convert.h, or `preset`.
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
