#include "arguments.h"

#include <string>
#include <utility>

#include "convert.h"
#include "errors.h"

namespace regard::python {

Arguments::Arguments(const char* function, std::span<const char* const> positional, PyObject* given,
                     PyObject* named)
    : function_(function) {
  const auto count = static_cast<size_t>(checked(PyTuple_Size(given)));
  if (count > positional.size()) {
    type_error(function_ + "() takes at most " + std::to_string(positional.size()) +
               " positional arguments, but got " + std::to_string(count));
  }
  for (size_t i = 0; i < count; ++i) {
    values_[positional[i]] = Object::shared(PyTuple_GetItem(given, static_cast<Py_ssize_t>(i)));
  }
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; named != nullptr && PyDict_Next(named, &at, &key, &value) != 0;) {
    const auto name = to_text("the name of an argument", key);
    if (!values_.emplace(name, Object::shared(value)).second) {
      type_error(function_ + "() got multiple values for argument '" + name + "'");
    }
  }
}

Object Arguments::need(const std::string& name) {
  auto object = take(name);
  if (!object) type_error(function_ + "() lacks the argument '" + name + "'");
  return object;
}

Object Arguments::take(const std::string& name) {
  const auto found = values_.extract(name);
  return found ? found.mapped() : Object();
}

void Arguments::end() const {
  if (values_.empty()) return;
  type_error(function_ + "() got an unexpected keyword argument '" + values_.begin()->first + "'");
}

}  // namespace regard::python
