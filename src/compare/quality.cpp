#include "compare/quality.h"

#include <memory>
#include <span>

#include "regard/base/str.h"
#include "regard/compare/sentence_kinds.h"
#include "regard/compare/slices.h"
#include "regard/compare/words.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/metrics/metric_table.h"
#include "regard/metrics/ter.h"

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

size_t words_in(const Lines& lines) {
  size_t words = 0;
  for (const auto& line : lines) words += split_words(line).size();
  return words;
}

void add_metrics(Comparison& comparison, const TestLines& test,
                 const std::vector<Lines>& hypotheses, std::size_t resamples) {
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::compares)) {
    comparison.metrics.push_back(
        score_systems(*row->make(), hypotheses, test.references, row->higher_is_better, resamples));
    comparison.metrics.back().meaning = row->meaning;
  }
}

/// The lines that say what a sentence is like: the sources, or else the references.
const Lines& leading_lines(const TestLines& test) {
  return test.sources.empty() ? test.references : test.sources;
}

void add_breakdowns(Comparison& comparison, const TestLines& test,
                    const std::vector<Lines>& hypotheses, const TrainingWords* training) {
  const std::string side = test.sources.empty() ? "reference" : "source";
  const auto& lines = leading_lines(test);
  const auto add = [&](const std::string& by, const std::string& meaning, bool overlapping,
                       const std::vector<SliceMembers>& members) {
    comparison.breakdowns.push_back({.by = by,
                                     .meaning = meaning,
                                     .overlapping = overlapping,
                                     .slices = score_slices(members, hypotheses, test.references)});
  };
  add(side + " length", "Words of the " + side + ", punctuation marks too.", false,
      slices_by_length(lines));
  if (training != nullptr) {
    const auto& counts = test.sources.empty() ? training->target : training->source;
    add("rarest " + side + " word",
        "How often the rarest word of the " + side + " occurs in the training text.", false,
        slices_by_rarest_word(lines, counts));
  }
  std::vector<std::vector<std::string>> kinds;
  for (const auto& line : lines) kinds.push_back(kinds_of(line));
  add("kind", "Kind of the " + side + ", by simple signs; a sentence may be of several kinds.",
      true, slices_by_kind(kinds));
}

void add_sentences(Comparison& comparison, const TestLines& test,
                   const std::vector<Lines>& hypotheses) {
  const auto& lines = leading_lines(test);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    comparison.sentences.push_back({.source = test.sources.empty() ? "" : test.sources[i],
                                    .reference = test.references[i],
                                    .kinds = kinds_of(lines[i]),
                                    .source_words = split_words(lines[i]).size()});
  }
  const std::span references(&test.references, 1);
  const auto bleu = metrics::make_metric(metrics::BleuOptions{.effective_order = true});
  const auto chrf = metrics::make_metric(metrics::ChrfOptions{});
  const auto ter = metrics::make_metric(metrics::TerOptions{});
  for (const auto& system : hypotheses) {
    const auto bleu_scores = metrics::sentence_scores(*bleu, system, references);
    const auto chrf_scores = metrics::sentence_scores(*chrf, system, references);
    const auto ter_scores = metrics::sentence_scores(*ter, system, references);
    for (std::size_t i = 0; i < system.size(); ++i) {
      SystemOutput output{.hypothesis = system[i],
                          .bleu = bleu_scores[i],
                          .chrf = chrf_scores[i],
                          .ter = ter_scores[i],
                          .against_reference = word_difference(test.references[i], system[i])};
      if (&system != &hypotheses.front()) {
        output.against_first = word_difference(hypotheses.front()[i], system[i]);
      }
      comparison.sentences[i].systems.push_back(std::move(output));
    }
  }
  comparison.biggest_wins = biggest_wins(comparison.sentences);
}

}  // namespace

void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples) {
  comparison.text = {.source = test.source_file,
                     .reference = test.reference_file,
                     .sentences = test.references.size(),
                     .source_words = words_in(test.sources),
                     .reference_words = words_in(test.references)};
  add_metrics(comparison, test, hypotheses, resamples);
  add_breakdowns(comparison, test, hypotheses, training);
  if (training != nullptr) {
    comparison.words = word_accuracy(training->target, hypotheses, test.references);
    comparison.words->training_text = training->target_files;
    if (!training->complete) {
      comparison.notes.push_back(
          str("Word frequencies come from the training text's first ", training->pairs, " pairs."));
    }
  } else {
    comparison.notes.emplace_back(
        "Scores by word frequency are omitted: no training text is readable.");
  }
  comparison.ngrams = ngram_advantages(hypotheses, test.references);
  for (const auto& system : hypotheses) {
    comparison.traits.push_back(text_traits(system, test.references, test.sources));
  }
  comparison.traits.push_back(text_traits(test.references, test.references, test.sources));
  add_sentences(comparison, test, hypotheses);
}

}  // namespace regard::compare
