#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"

/// Metrics with the options of golden cases, which use sacreBLEU's option names.
namespace regard::test {

inline metrics::BleuOptions golden_bleu_options(const nlohmann::json& hyper) {
  metrics::BleuOptions options;
  options.tokenizer = hyper.value("tokenize", options.tokenizer);
  options.lowercase = hyper.value("lowercase", options.lowercase);
  if (hyper.contains("smooth_method")) {
    options.smoothing = metrics::smoothing_of_name(hyper["smooth_method"].get<std::string>());
  }
  if (hyper.contains("smooth_value") && !hyper["smooth_value"].is_null()) {
    options.smooth_value = hyper["smooth_value"].get<double>();
  }
  options.max_ngram_order = hyper.value("max_ngram_order", options.max_ngram_order);
  options.effective_order = hyper.value("effective_order", options.effective_order);
  return options;
}

inline metrics::ChrfOptions golden_chrf_options(const nlohmann::json& hyper) {
  metrics::ChrfOptions options;
  options.char_order = hyper.value("char_order", options.char_order);
  options.word_order = hyper.value("word_order", options.word_order);
  options.beta = hyper.value("beta", options.beta);
  options.lowercase = hyper.value("lowercase", options.lowercase);
  options.whitespace = hyper.value("whitespace", options.whitespace);
  options.eps_smoothing = hyper.value("eps_smoothing", options.eps_smoothing);
  return options;
}

inline metrics::TerOptions golden_ter_options(const nlohmann::json& hyper) {
  return {.normalized = hyper.value("normalized", false),
          .no_punct = hyper.value("no_punct", false),
          .asian_support = hyper.value("asian_support", false),
          .case_sensitive = hyper.value("case_sensitive", false)};
}

/// The metric of a corpus_bleu, corpus_chrf or corpus_ter case.
inline std::unique_ptr<metrics::Metric> golden_metric(const nlohmann::json& golden) {
  const auto& hyper = golden["hyper"];
  if (golden["kind"] == "corpus_bleu") return metrics::make_metric(golden_bleu_options(hyper));
  if (golden["kind"] == "corpus_chrf") return metrics::make_metric(golden_chrf_options(hyper));
  return metrics::make_metric(golden_ter_options(hyper));
}

/// Whether a corpus_bleu, corpus_chrf or corpus_ter case tests an interval.
inline bool has_confidence_interval(const nlohmann::json& golden) {
  return golden["hyper"].value("n_bootstrap", 1) > 1;
}

}  // namespace regard::test
