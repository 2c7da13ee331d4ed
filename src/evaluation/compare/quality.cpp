#include "compare/run.h"

#include <span>

#include "compare/breakdown.h"
#include "compare/sentence.h"
#include "compare/words.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

/// The test set and the translations, as lines and as words.
struct Texts {
  const TestLines& test;
  const std::vector<Lines>& hypotheses;
  SplitText sources{test.sources};
  SplitText references{test.references};
  std::vector<SplitText> systems{hypotheses.begin(), hypotheses.end()};

  /// The lines used to classify sentences: the sources, or else the references.
  const SplitText& leading() const { return sources.empty() ? references : sources; }
};

void add_metrics(Comparison& comparison, const TestLines& test,
                 const std::vector<Lines>& hypotheses, std::size_t resamples) {
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::compares)) {
    comparison.metrics.push_back(score_systems(*row, hypotheses, test.references, resamples));
  }
}

void add_breakdowns(Comparison& comparison, const Texts& texts, const TrainingWords* training) {
  const auto& test = texts.test;
  const std::string side = test.sources.empty() ? "reference" : "source";
  const auto& lines = texts.leading();
  const auto add = [&](const std::string& by, const std::string& meaning, bool overlapping,
                       const std::vector<SliceMembers>& members) {
    comparison.breakdowns.push_back(
        {.by = by,
         .meaning = meaning,
         .overlapping = overlapping,
         .slices = score_slices(members, texts.hypotheses, test.references)});
  };
  add(side + " length", "Words of the " + side + ", including punctuation marks.", false,
      slices_by_length(lines));
  if (training != nullptr) {
    const auto& counts = test.sources.empty() ? training->target : training->source;
    add("rarest " + side + " word",
        "How often the rarest word of the " + side + " occurs in the training text.", false,
        slices_by_rarest_word(lines, counts));
  }
  std::vector<std::vector<std::string>> kinds;
  for (const auto& sentence : comparison.sentences) kinds.push_back(sentence.kinds);
  add("kind",
      "Kind of the " + side + ", detected by simple rules; a sentence may be of several kinds.",
      true, slices_by_kind(kinds));
}

void add_sentence_scores(Comparison& comparison, const Texts& texts) {
  const std::span references(&texts.test.references, 1);
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::sentences)) {
    const auto metric = row->make();
    metric->prepare_for_sentences();
    for (std::size_t system = 0; system < texts.hypotheses.size(); ++system) {
      const auto scores = metrics::sentence_scores(*metric, texts.hypotheses[system], references);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        comparison.sentences[i].systems[system].scores[std::string(row->name)] = scores[i];
      }
    }
  }
}

void add_sentences(Comparison& comparison, const Texts& texts) {
  const auto& test = texts.test;
  const auto& lines = texts.leading();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    comparison.sentences.push_back({.source = test.sources.empty() ? "" : test.sources[i],
                                    .reference = test.references[i],
                                    .kinds = kinds_of(lines[i]),
                                    .source_words = lines[i].words.size()});
  }
  for (std::size_t number = 0; number < texts.systems.size(); ++number) {
    const auto& system = texts.hypotheses[number];
    const auto& split = texts.systems[number];
    for (std::size_t i = 0; i < system.size(); ++i) {
      SystemOutput output{.hypothesis = system[i],
                          .against_reference = word_difference(texts.references[i], split[i])};
      if (number > 0) output.against_first = word_difference(texts.systems.front()[i], split[i]);
      comparison.sentences[i].systems.push_back(std::move(output));
    }
  }
  add_sentence_scores(comparison, texts);
  comparison.biggest_wins = biggest_wins(comparison.sentences);
}

}  // namespace

void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples) {
  const Texts texts{test, hypotheses};
  comparison.text = {.source = test.source_file,
                     .reference = test.reference_file,
                     .sentences = test.references.size(),
                     .source_words = texts.sources.words(),
                     .reference_words = texts.references.words()};
  add_metrics(comparison, test, hypotheses, resamples);
  add_sentences(comparison, texts);
  add_breakdowns(comparison, texts, training);
  if (training != nullptr) {
    comparison.words = word_accuracy(training->target, texts.systems, texts.references);
    comparison.words->training_text = training->target_files;
    if (!training->complete) {
      comparison.notes.push_back(
          str("Word frequencies come from the training text's first ", training->pairs, " pairs."));
    }
  } else {
    comparison.notes.emplace_back(
        "Scores by word frequency are omitted: no training text is readable.");
  }
  comparison.ngrams = ngram_advantages(texts.systems, texts.references);
  for (const auto& system : texts.systems) {
    comparison.traits.push_back(text_traits(system, texts.references, texts.sources));
  }
  comparison.traits.push_back(text_traits(texts.references, texts.references, texts.sources));
}

}  // namespace regard::compare
