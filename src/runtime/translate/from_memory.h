#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/translate/translation.h"
#include "translate/plan.h"

namespace regard::translate {

/// Translates some lines according to a request without a memory.
using TranslateSome = std::function<std::vector<Translation>(std::span<const std::string> lines,
                                                             const TranslationRequest& request)>;

/// Translates lines using the memory of a request, which must have one. Lines found in the memory
/// are not searched. If word alignment is requested, the model reads the memory's translation as a
/// forced prefix.
std::vector<Translation> translate_with_memory(std::span<const std::string> lines,
                                               const TranslationRequest& request,
                                               const TranslateSome& translate);

}  // namespace regard::translate
