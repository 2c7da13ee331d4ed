#include "cli_learn/explained_sentence.h"

#include <span>

#include "base/log.h"
#include "base/utf8.h"
#include "cli/sentences_given.h"
#include "interop/load_model.h"
#include "module_search/searchers.h"
#include "regard/base/error.h"
#include "translate/plan.h"
#include "translate/translate_lines.h"

namespace regard::cli {
namespace {

struct PageSize {
  size_t longest = explain::kLongest;  ///< maximum tokens
  bool has_all_hypotheses = false;
};

/// The parts of a line of one source that the model does not read, in order.
std::vector<std::string> unread_parts(const translate::Sources& sources) {
  std::vector<std::string> parts = {std::string(trimmed(sources.before.front()))};
  for (const auto& item : sources.readings.front().left_out) parts.push_back(item.text);
  parts.emplace_back(trimmed(sources.behind.front()));
  std::erase(parts, "");
  return parts;
}

/// The walk through a sentence as `regard translate` reads it.
explain::Walk walked(const explain::NamedModel& model, const std::string& sentence,
                     const config::SearchOptions& search, const PageSize& size = {}) {
  const auto& loaded = *model.loaded;
  const translate::Sources sources(loaded.tokenizers, std::span(&sentence, 1), search);
  if (sources.texts.empty() && !trimmed(sentence).empty())
    throw Error("the model reads nothing of this text: it is copied");
  const translate::Plan plan({.search = search}, sources, loaded.tokenizers);
  auto beam = plan.beam;
  if (size.has_all_hypotheses) beam.n_best = beam.beam_size;
  const bool is_one = sources.texts.size() == 1;
  auto walk =
      explain::walk({model.name, loaded.model, loaded.tokenizers},
                    is_one ? sources.readings.front().text : sentence, beam, {}, size.longest);
  walk.line = sentence;
  if (is_one) {
    walk.copied = unread_parts(sources);
    const auto searcher = translate::module_searcher(*loaded.model);
    walk.translation =
        translate::translate_sources(*searcher, loaded.tokenizers, sources, {.search = search})
            .front()
            .text;
  }
  return walk;
}

}  // namespace

explain::NamedModel named_model(const std::string& path) {
  return {path,
          std::make_shared<const interop::LoadedModel>(interop::load_model(path, torch::kCPU))};
}

explain::Walk explained_sentence(
    const explain::NamedModel& model, const std::string& text,
    const std::function<void(config::SearchOptions&)>& override_search) {
  auto search = model.loaded->experiment.search;
  if (override_search) override_search(search);
  const auto sentences = sentences_given(text, search);
  if (sentences.size() > 1) {
    log_warning("the text has ", sentences.size(), " sentences; the page explains the first, '",
                sentences.front(), "'; name another sentence to explain it");
  }
  auto walk = walked(model, sentences.front(), search);
  walk.sentences = sentences.size();
  return walk;
}

std::vector<explain::Walk> compared_sentences(std::span<const explain::NamedModel> models,
                                              const std::string& text) {
  const auto sentences = sentences_given(text, models.front().loaded->experiment.search);
  std::vector<explain::Walk> walks;
  for (const auto& model : models) {
    walks.push_back(walked(model, sentences.front(), model.loaded->experiment.search,
                           {.longest = translate::kLongestAttended, .has_all_hypotheses = true}));
    walks.back().sentences = sentences.size();
  }
  return walks;
}

}  // namespace regard::cli
