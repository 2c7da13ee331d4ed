#pragma once
#include "compare/comparison.h"

namespace regard::compare {

/// Two systems on one sentence, the second with a model; every section has content.
inline Comparison comparison_with_all() {
  Comparison comparison;
  comparison.text = {.source = "test.en", .reference = "test.fr", .sentences = 1};
  ModelFacts model{.directory = "runs/tf",
                   .architecture = "transformer",
                   .parameters = 10960000,
                   .source_flops = 2e6,
                   .target_flops = 5e6,
                   .steps = 100,
                   .minutes = 2.5};
  model.curves["valid/loss"] = {.steps = {10}, .minutes = {1}, .values = {2.5}};
  model.decoding = Decoding{.sentences = 1,
                            .rounds = {{.sentences_per_second = 40}},
                            .median = {.sentences_per_second = 40}};
  comparison.systems = {{.name = "other", .file = "other.fr"}, {.name = "tf", .model = model}};
  comparison.verdict = {.better = 1, .other = 0, .which = "tf is better.", .where = "Everywhere."};
  comparison.verdict.advice = {.sentence = "Take tf.", .commands = {"regard translate tf"}};
  comparison.warnings = {{"seed", "One seed only."}};
  comparison.notes = {"A note."};
  comparison.metrics = {
      {.name = "BLEU",
       .scores = {30, 32},
       .intervals = {{30, 1}, {32, 1}},
       .pairs = {{.first = 0, .second = 1, .difference = 2, .low = 1, .high = 3, .p_value = 0.01}}},
      {.name = "TER",
       .higher_is_better = false,
       .scores = {50, 45},
       .intervals = {{50, 1}, {45, 1}},
       .pairs = {{.first = 0, .second = 1, .difference = -5, .p_value = 0.02}}}};
  comparison.breakdowns = {
      {.by = "source length",
       .slices = {{.name = "1–5", .sentences = 1, .systems = {{.bleu = 30}, {.bleu = 32}}},
                  {.name = "6–10"}}}};
  comparison.words = WordAccuracy{
      .training_words = 7,
      .buckets = {{.name = "unseen", .reference_words = 1, .systems = {{.f1 = 0}, {.f1 = 0.5}}}}};
  comparison.ngrams = {{}, {{{.text = "le chat", .reference = 3, .matches = {0, 2}}}}};
  comparison.traits.resize(3);
  comparison.sentences = {{.source = "the cat", .reference = "le chat"}};
  comparison.sentences[0].systems = {
      {.hypothesis = "chien", .scores = {{"bleu", 0}, {"chrf", 20}}},
      {.hypothesis = "le chat",
       .scores = {{"bleu", 100}, {"chrf", 100}},
       .against_reference = {{DifferencePart::Kind::same, "le chat"}},
       .against_first = {{DifferencePart::Kind::removed, "chien"},
                         {DifferencePart::Kind::added, "le chat"}},
       .log_prob = -1.5,
       .n_best = {{"le chat", -1.5, -0.5}},
       .attention = WordAttention{.source = {"the", "cat"},
                                  .target = {"le", "chat"},
                                  .weights = {{0.75F, 0.25F}, {0.1234567F, 0.8765433F}}}}};
  comparison.biggest_wins = {{}, {{{.sentence = 0, .lead = 80}}}};
  comparison.seeds = SeedGroups{
      .groups = {{.name = "tf", .systems = {1}, .metrics = {{.name = "BLEU", .mean = 32}}}},
      .sentence = "All runs are of one config."};
  comparison.calibrations = {std::nullopt, Calibration{.tokens = 3, .expected_error = 0.25}};
  comparison.search_errors = {std::nullopt, SearchErrors{.sentences = 1, .errors = 1}};
  comparison.beam_curves = {{}, {.sentences = 1, .points = {{.beam_size = 1, .bleu = 31}}}};
  return comparison;
}

}  // namespace regard::compare
