#pragma once
#include <functional>
#include <string>

#include "explain/live.h"
#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::cli {

/// A model for pages about it. Throws Error for what is not one.
explain::NamedModel named_model(const std::string& path);

/// Every number of the translation of a text by a model, or of its first sentence, with a warning
/// if it has more. Throws Error for a text without a sentence.
explain::Walk explained_sentence(
    const explain::NamedModel& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search = {});

}  // namespace regard::cli
