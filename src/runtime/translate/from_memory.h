#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/translate/translation.h"
#include "translate/plan.h"

namespace regard::translate {

/// Translates some lines as a request without a memory says.
using TranslateSome = std::function<std::vector<Translation>(std::span<const std::string> lines,
                                                             const TranslationRequest& request)>;

/// Translates lines with the memory of a request, which must have one: lines that are in it are not
/// searched. Where words are to be aligned, the model reads the memory's translation as its own.
std::vector<Translation> translate_with_memory(std::span<const std::string> lines,
                                               const TranslationRequest& request,
                                               const TranslateSome& translate);

}  // namespace regard::translate
