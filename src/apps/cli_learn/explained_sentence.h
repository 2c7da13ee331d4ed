#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "explain/live.h"
#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::cli {

/// Opens a model for pages about it. Throws Error for anything that is not a model.
explain::NamedModel named_model(const std::string& path);

/// Every number behind a model's translation of a text. Of several sentences, only the first is
/// explained, with a warning. Throws Error for a text of which the model reads nothing, and the
/// errors of walk().
explain::Walk explained_sentence(
    const explain::NamedModel& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search = {});

/// Walks of several models through the first sentence of a text, each with every hypothesis of the
/// beam. A sentence may be as long as one whose attention is shown. Throws the same errors.
std::vector<explain::Walk> compared_sentences(std::span<const explain::NamedModel> models,
                                              const std::string& text);

}  // namespace regard::cli
