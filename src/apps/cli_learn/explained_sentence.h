#pragma once
#include <functional>
#include <string>

#include "explain/live.h"
#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::cli {

/// Opens a model for pages about it. Throws Error for anything that is not a model.
explain::NamedModel named_model(const std::string& path);

/// Every number behind a model's translation of a text. Of several sentences, only the first is
/// explained, with a warning. Throws Error for a text without a sentence.
explain::Walk explained_sentence(
    const explain::NamedModel& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search = {});

}  // namespace regard::cli
