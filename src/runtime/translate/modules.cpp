#include "translate/modules.h"

#include "regard/base/str.h"

namespace regard::translate {

const ModuleMaker*& module_maker() {
  static const ModuleMaker* maker = nullptr;
  return maker;
}

NeedsModules::NeedsModules(const std::string& what)
    : Error(str(what, " needs LibTorch, which this program is built without"), {},
            "leave it out, or use a regard with LibTorch") {}

void check_has_modules(const std::string& what) {
  if (module_maker() == nullptr) throw NeedsModules(what);
}

}  // namespace regard::translate
