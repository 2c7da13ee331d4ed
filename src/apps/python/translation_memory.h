#pragma once
#include <memory>
#include <string>
#include <vector>

#include "object.h"
#include "regard/text/translation_memory.h"

namespace regard::python {

/// An argument that is a regard.TranslationMemory; null for None. Throws TypeError for any other
/// object.
std::shared_ptr<const text::TranslationMemory> to_memory(const std::string& name, PyObject* object);

/// The matches as a list of tuples (score, source, target).
Object to_python(const std::vector<text::MemoryMatch>& matches);

}  // namespace regard::python
