#pragma once
#include <functional>
#include <string>

#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::cli {

/// Every number of the translation of a text by a model, or of its first sentence, with a warning
/// if it has more. Throws Error for what is not a model, or a text without a sentence.
explain::Walk explained_sentence(
    const std::string& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search = {});

}  // namespace regard::cli
