#include "regard/base/version.h"

namespace regard {

std::string_view library_version() { return kVersion; }

}  // namespace regard
