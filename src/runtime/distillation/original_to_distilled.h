#pragma once
#include <optional>
#include <string>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::distillation {

/// The number of times that an epoch sees each original and each distilled pair.
struct OriginalToDistilled {
  double original, distilled;
};

/// Parses "ORIGINAL:DISTILLED". Throws Error for any other text.
inline OriginalToDistilled original_to_distilled(const std::string& text) {
  const auto colon = text.find(':');
  const auto original = config::parse_double(text.substr(0, colon));
  const auto distilled = colon == std::string::npos ? std::optional<double>()
                                                    : config::parse_double(text.substr(colon + 1));
  if (original && distilled && *original >= 0 && *distilled > 0) return {*original, *distilled};
  throw Error(
      str("--mix is ", text, ", but must be ORIGINAL:DISTILLED"), {},
      "write two numbers: 1:2 reads each distilled pair twice per epoch, 0:1 only distilled ones");
}

}  // namespace regard::distillation
