#pragma once
#include "object.h"
#include "regard/translate/translation.h"

namespace regard::python {

Object to_python(translate::Translation translation);

}  // namespace regard::python
