#include "cli_learn/explained_sentence.h"

#include <span>

#include "base/log.h"
#include "cli/sentences_given.h"
#include "interop/load_model.h"
#include "module_search/searchers.h"
#include "translate/plan.h"
#include "translate/translate_lines.h"

namespace regard::cli {

explain::NamedModel named_model(const std::string& path) {
  return {path,
          std::make_shared<const interop::LoadedModel>(interop::load_model(path, torch::kCPU))};
}

explain::Walk explained_sentence(
    const explain::NamedModel& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search) {
  const auto& loaded = *model.loaded;
  auto search = loaded.experiment.search;
  if (override_search) override_search(search);
  const auto sentences = sentences_given(text, search);
  const auto& sentence = sentences.front();
  if (sentences.size() > 1) {
    log_warning("the text has ", sentences.size(), " sentences; the page explains the first, '",
                sentence, "'; name another sentence to explain it");
  }
  const translate::Sources sources(loaded.tokenizers, std::span(&sentence, 1), search);
  const translate::Plan plan({.search = search}, sources, loaded.tokenizers);
  const bool is_one = sources.texts.size() == 1;
  auto walk = explain::walk({model.name, loaded.model, loaded.tokenizers},
                            is_one ? sources.readings.front().text : sentence, plan.beam);
  walk.line = sentence;
  walk.sentences = sentences.size();
  if (is_one) {  // the model does not read copied items
    for (const auto& item : sources.readings.front().left_out) walk.copied.push_back(item.text);
    const auto searcher = translate::module_searcher(*loaded.model);
    walk.translation =
        translate::translate_sources(*searcher, loaded.tokenizers, sources, {.search = search})
            .front()
            .text;
  }
  return walk;
}

}  // namespace regard::cli
