#pragma once
#include <string>

#include "explain/mathml.h"

namespace regard::explain {

/// A letter at this step, and at the step before.
inline std::string tick(const std::string& letter) {
  return mathml::sub(mathml::i(letter), mathml::i("t"));
}
inline std::string before(const std::string& letter) {
  return mathml::sub(mathml::i(letter), mathml::i("t") + mathml::o("−") + mathml::n("1"));
}

}  // namespace regard::explain
