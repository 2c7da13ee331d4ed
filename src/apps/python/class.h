#pragma once
#include <functional>
#include <memory>
#include <utility>

#include "arguments.h"
#include "convert.h"
#include "errors.h"

namespace regard::python {

/// The Python class of a C++ type. Its objects hold a constant value of that type. A call shares
/// the value, so it outlives a second __init__() in another thread.
template <class Value>
class Class {
 public:
  /// Makes the class and adds it to the module under the last part of the name in `spec`.
  static void add(PyObject* module, PyType_Spec& spec) {
    auto made = Object::owned(PyType_FromSpec(&spec));
    const std::string name = spec.name;
    checked(PyObject_SetAttrString(module, name.substr(name.rfind('.') + 1).c_str(), made.get()));
    type_ = reinterpret_cast<PyTypeObject*>(made.release());  // never destroyed
  }

  /// The value of an object. Throws TypeError if a subclass has not called __init__().
  static std::shared_ptr<const Value> held_by(PyObject* self) {
    auto value = instance(self).value;
    if (!value) type_error(type_name(self) + ": its base class's __init__() was not called");
    return value;
  }
  static bool is_of(PyObject* object) { return PyObject_TypeCheck(object, type_) != 0; }
  static void hold(PyObject* self, Value value) {
    instance(self).value = std::make_shared<const Value>(std::move(value));
  }
  static Object wrap(Value value) {
    auto self = Object::owned(allocate(type_, nullptr, nullptr));
    hold(self.get(), std::move(value));
    return self;
  }

  // For the type's slots.
  static constexpr int kSize = sizeof(PyObject) + sizeof(PyObject*) + sizeof(std::shared_ptr<void>);
  static PyObject* allocate(PyTypeObject* type, PyObject*, PyObject*) {
    const auto make = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    PyObject* self = make(type, 0);
    if (self != nullptr) std::construct_at(&instance(self).value);
    return self;
  }
  static PyObject* refuse(PyTypeObject*, PyObject*, PyObject*) {
    return answer([]() -> Object { type_error("a translator or a metric makes such objects"); });
  }
  static void deallocate(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    if (instance(self).weak_references != nullptr) PyObject_ClearWeakRefs(self);
    std::destroy_at(&instance(self).value);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);  // instances own a reference to a class made at run time
  }
  static inline PyMemberDef members[] = {
      {"__weaklistoffset__", T_PYSSIZET, sizeof(PyObject), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};

 private:
  struct Instance {
    PyObject head;
    PyObject* weak_references;
    std::shared_ptr<const Value> value;
  };
  static_assert(sizeof(Instance) == kSize);

  static Instance& instance(PyObject* self) { return *reinterpret_cast<Instance*>(self); }

  static inline PyTypeObject* type_ = nullptr;
};

/// Implements a property: a member of the value, or a function of it.
template <class Value, auto member>
PyObject* get(PyObject* self, void*) {
  return answer([&] { return to_python(std::invoke(member, *Class<Value>::held_by(self))); });
}

/// Implements a method: a function of the value and of the call's arguments.
template <class Value, auto method>
PyObject* call(PyObject* self, PyObject* given, PyObject* named) {
  return answer([&] { return method(*Class<Value>::held_by(self), given, named); });
}

/// Adapts a function for a slot or for a method without arguments.
template <class Value, auto function>
PyObject* ask(PyObject* self) {
  return answer([&] { return function(*Class<Value>::held_by(self)); });
}

template <class Value, auto make>
int initialize(PyObject* self, PyObject* given, PyObject* named) {
  const auto done = Object::owned_or_null(answer([&] {
    Class<Value>::hold(self, make(given, named));
    return Object::shared(Py_None);
  }));
  return done ? 0 : -1;
}

/// The entry for a method with keyword arguments in the table of a class or module.
inline PyMethodDef listed(const char* name, PyCFunctionWithKeywords function,
                          const char* sentence) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          METH_VARARGS | METH_KEYWORDS, sentence};
}

template <class Function>
PyType_Slot slot(int number, Function* function) {
  return {number, reinterpret_cast<void*>(function)};
}

}  // namespace regard::python
