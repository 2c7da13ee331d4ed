#include "trainer/kept_tokenizers.h"

#include "base/log.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "trainer/beginning.h"

namespace regard::train {
namespace {

/// A joint vocabulary has only the first.
struct Names {
  std::string source, target;
};

Names names_of(const config::Experiment& experiment, corpus::Cache& cache) {
  auto data = experiment.data;
  data.max_length = 0;  // rules on tokens do not affect the lines that a tokenizer is trained on
  data.max_length_ratio = 0;
  auto options = experiment.tokenizer;
  options.sampling = 0;  // does not affect its training
  auto more = config::to_yaml(options);
  if (experiment.training.noise.letter_case > 0) more += "with capitals";
  const auto name = cache.name("tokenizer", data, more);
  return {name, name + "-target"};
}

std::optional<text::TokenizerPair> find(const Names& names, const config::Experiment& experiment,
                                        const corpus::Cache& cache) {
  auto source = cache.find(names.source);
  auto target = experiment.tokenizer.joint ? source : cache.find(names.target);
  if (!source || !target) return std::nullopt;
  try {
    text::TokenizerPair pair(
        text::Tokenizer::from_bytes(std::move(*source), cache.path(names.source)),
        text::Tokenizer::from_bytes(std::move(*target), cache.path(names.target)),
        experiment.data.preprocess);
    log_info("using the tokenizer trained earlier: ", cache.path(names.source));
    return pair;
  } catch (const Error& error) {
    cache.warn_unusable(names.source, error.problem());
    return std::nullopt;
  }
}

}  // namespace

text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& train) {
  if (!experiment.training.init_from.empty()) return tokenizers_of_beginning(experiment);
  const auto& options = experiment.tokenizer;
  if (!options.model.empty()) {
    const auto source = text::Tokenizer::load(options.model);
    return {source, options.joint ? source : text::Tokenizer::load(options.target_model),
            experiment.data.preprocess};
  }
  if (!cache.keeps()) return train(experiment);
  const auto names = names_of(experiment, cache);
  if (auto kept = find(names, experiment, cache)) return std::move(*kept);
  const auto lock = cache.lock();
  if (auto kept = find(names, experiment, cache)) return std::move(*kept);  // made in the meantime
  auto made = train(experiment);
  cache.keep(names.source, made.source().bytes());
  if (!options.joint) cache.keep(names.target, made.target().bytes());
  return made;
}

}  // namespace regard::train
