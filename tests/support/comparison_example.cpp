#include "support/comparison_example.h"

#include "regard/base/str.h"
#include "support/example_sentences.h"

namespace regard::test {
namespace {

using compare::Comparison;
train::Curve curve(double last) {
  return {
      .steps = {100, 200, 300}, .minutes = {0.5, 1.0, 1.5}, .values = {last / 2, last * 0.8, last}};
}

compare::Decoding decoding(double speed, double ratio) {
  const compare::Decoding::Round round{.sentences_per_second = speed,
                                       .tokens_per_second = 14 * speed,
                                       .latency_milliseconds = 2000 / speed,
                                       .peak_mebibytes = 212,
                                       .joules = 500 / speed};
  return {.sentences = 100,
          .beam_size = 5,
          .threads = 1,
          .rounds = {round, round, round},
          .median = round,
          .speed_ratio = ratio};
}

compare::System system(const std::string& name, const std::string& architecture, double bleu,
                       double speed) {
  compare::ModelFacts model;
  model.directory = "runs/" + name;
  model.architecture = architecture;
  model.options = {str("layers: ", bleu > 30 ? 3 : 1), "dropout: 0.1"};
  model.parameters = bleu > 30 ? 12'345'678 : 9'876'543;
  model.source_flops = 4.2e6;
  model.target_flops = 9.9e6;
  model.source_vocabulary = 8000;
  model.target_vocabulary = 8000;
  model.seed = 1;
  model.steps = 300;
  model.minutes = 1.5;
  model.tokens = 3.4e7;
  model.valid_loss = 2.1;
  model.valid_bleu = bleu;
  model.curves = {{"valid/bleu", curve(bleu)}, {"valid/loss", curve(60 / bleu)}};
  model.search = "beam size 5, length penalty 0.6";
  model.decoding = decoding(speed, speed / 180);
  return {.name = name, .file = {}, .model = model};
}

compare::MetricScores metric(const std::string& key, const std::string& name, double first,
                             double second, double p, bool higher_is_better = true) {
  return {.key = key,
          .name = name,
          .signature = "nrefs:1|case:mixed|version:0.1",
          .higher_is_better = higher_is_better,
          .scores = {first, second},
          .intervals = {{first + 0.1, 1.6}, {second - 0.1, 1.5}},
          .pairs = {{.first = 0,
                     .second = 1,
                     .difference = second - first,
                     .low = second - first - 1.1,
                     .high = second - first + 1.2,
                     .p_value = p}}};
}

compare::Slice slice(const std::string& name, std::size_t sentences, double first, double second) {
  return {
      .name = name,
      .sentences = sentences,
      .systems = {
          {.bleu = first, .chrf = first + 20, .bleu_interval = metrics::Interval{first, 3}},
          {.bleu = second, .chrf = second + 18, .bleu_interval = metrics::Interval{second, 3}}}};
}

compare::Calibration calibration(double accuracy) {
  compare::Calibration calibration{.tokens = 400, .confidence = 0.72, .accuracy = accuracy};
  for (int bin = 0; bin < 10; ++bin) {
    const double low = bin / 10.0;
    calibration.bins.push_back({.low = low,
                                .high = low + 0.1,
                                .tokens = bin == 0 ? 0 : 40,
                                .confidence = low + 0.05,
                                .accuracy = accuracy * (low + 0.1)});
  }
  calibration.expected_error = 0.72 - accuracy;
  return calibration;
}

compare::BeamCurve beam_curve(double bleu, double speed) {
  compare::BeamCurve curve{.sentences = 200};
  for (const int64_t beam : {1, 2, 5, 10}) {
    const auto size = static_cast<double>(beam);
    curve.points.push_back({.beam_size = beam,
                            .bleu = bleu + 1 - 1 / size,
                            .chrf = bleu + 20,
                            .length_ratio = 1 - size / 200,
                            .sentences_per_second = speed / size,
                            .log_prob = -8 - 1 / size});
  }
  return curve;
}

compare::SeedGroups seeds() {
  return {.groups = {{.name = "rnn", .systems = {0}, .metrics = {{"BLEU", 27.4, {}}}},
                     {.name = "transformer", .systems = {1}, .metrics = {{"BLEU", 34.2, 0.4}}}},
          .tests = {{.first = 0,
                     .second = 1,
                     .metric = "BLEU",
                     .difference = 6.8,
                     .t = 4.0,
                     .degrees_of_freedom = 3.2,
                     .p_value = 0.02,
                     .permutation_p_value = 0.1,
                     .survives = true}},
          .sentence = "The difference persists over seeds."};
}

/// BLEU of a system in many_comparison(). Each system is slightly better than the one before.
double bleu_of(std::size_t system) { return 22.4 + 1.7 * static_cast<double>(system); }

void replace_systems(Comparison& comparison, std::size_t systems) {
  const char* const names[] = {"seq2seq",
                               "gru-additive",
                               "gru-dot",
                               "lstm-additive",
                               "convolutional",
                               "transformer-post",
                               "transformer-pre",
                               "narrow-additive",
                               "transformer-learned",
                               "narrow-dot",
                               "old",
                               "new"};
  comparison.systems.clear();
  comparison.calibrations.clear();
  comparison.search_errors.clear();
  comparison.beam_curves.clear();
  for (std::size_t i = 0; i < systems; ++i) {
    const double speed = 300.0 - 20.0 * static_cast<double>(i);
    comparison.systems.push_back(
        system(names[i], i < 5 ? "rnn_attention" : "transformer", bleu_of(i), speed));
    comparison.calibrations.emplace_back(calibration(0.5 + bleu_of(i) / 200));
    comparison.search_errors.emplace_back(compare::SearchErrors{.sentences = 200, .errors = 3});
    comparison.beam_curves.push_back(beam_curve(bleu_of(i), speed));
  }
}

/// Scores in one metric; every third lead is not significant.
compare::MetricScores many_scores(const std::string& key, const std::string& name,
                                  std::size_t systems, bool higher_is_better = true) {
  compare::MetricScores metric{.key = key,
                               .name = name,
                               .signature = "nrefs:1|case:mixed|version:0.1",
                               .higher_is_better = higher_is_better};
  for (std::size_t i = 0; i < systems; ++i) {
    metric.scores.push_back(higher_is_better ? bleu_of(i) : 100 - bleu_of(i));
    metric.intervals.push_back({metric.scores.back(), 1.5});
    for (std::size_t k = i + 1; k < systems; ++k) {
      const double difference = (higher_is_better ? 1 : -1) * (bleu_of(k) - bleu_of(i));
      metric.pairs.push_back({.first = i,
                              .second = k,
                              .difference = difference,
                              .low = difference - 1,
                              .high = difference + 1,
                              .p_value = k == i + 1 && i % 3 == 0 ? 0.3 : 0.001});
    }
  }
  return metric;
}

}  // namespace

Comparison small_comparison() {
  Comparison comparison;
  comparison.text = {.source = std::string("data/") + kNasty + ".en",
                     .reference = "data/test.fr",
                     .sentences = 3,
                     .source_words = 21,
                     .reference_words = 20};
  comparison.systems = {system("rnn", "rnn_attention", 27.4, 180),
                        system("transformer", "transformer", 34.2, 95)};
  comparison.verdict = {
      .better = 1,
      .other = 0,
      .significant = true,
      .which =
          "transformer is better than rnn: 34.2 BLEU against 27.4, a difference of 6.8 (95 % "
          "interval 5.7 to 8.0, p < 0.001).",
      .where = "chrF2, chrF2++ and TER say so, too; rnn translates twice as fast."};
  comparison.warnings = {
      {.kind = "budget", .sentence = "rnn was trained for 20 minutes, transformer for 45."},
      {.kind = "training data", .sentence = kNasty}};
  comparison.notes = {"Attention and n-best were kept of the first 2 sentences."};
  comparison.metrics = {metric("bleu", "BLEU", 27.4, 34.2, 0.0009),
                        metric("chrf", "chrF2", 49.8, 55.1, 0.0009),
                        metric("chrf++", "chrF2++", 48.1, 53.6, 0.0009),
                        metric("ter", "TER", 54.3, 47.2, 0.21, false)};
  comparison.breakdowns = {
      {.by = "source length",
       .meaning = "Words of the source.",
       .slices = {slice("1–9", 400, 30.5, 35.1), slice("10–19", 500, 27.3, 34.6),
                  slice("20–29", 90, 22.1, 33), slice("30+", 0, 0, 0)}},
      {.by = "kind",
       .meaning = "What the source has.",
       .overlapping = true,
       .slices = {slice("question", 20, 29, 33), slice("negation", 43, 24, 31),
                  slice(kNasty, 120, 26, 35)}}};
  comparison.words = {
      {.training_text = "data/train.fr",
       .training_words = 1'234'567,
       .buckets = {
           {.name = "unseen", .reference_words = 40, .systems = {{.f1 = 0.12}, {.f1 = 0.2}}},
           {.name = "1000+", .reference_words = 9000, .systems = {{.f1 = 0.81}, {.f1 = 0.86}}}}}};
  comparison.ngrams = {{.ngrams = {{.text = "il y a", .reference = 30, .matches = {21, 8}}}},
                       {.ngrams = {{.text = kNasty, .reference = 44, .matches = {12, 37}}}}};
  comparison.traits = {{.words_per_sentence = 11.9, .length_ratio = 0.96, .repetition_rate = 0.02},
                       {.words_per_sentence = 12.2, .length_ratio = 0.99},
                       {.words_per_sentence = 12.3, .length_ratio = 1}};
  comparison.sentences = small_sentences();
  comparison.biggest_wins = {{.wins = {{.sentence = 2, .lead = 100}}},
                             {.wins = {{.sentence = 0, .lead = 12.7}}}};
  comparison.seeds = seeds();
  comparison.calibrations = {calibration(0.61), calibration(0.7)};
  comparison.search_errors = {{{.sentences = 200,
                                .errors = 6,
                                .likelier = 9,
                                .hypothesis_log_prob = -0.31,
                                .reference_log_prob = -1.2}},
                              {}};
  comparison.beam_curves = {beam_curve(27, 300), beam_curve(34, 150)};
  return comparison;
}

Comparison large_comparison(std::size_t sentences) {
  auto comparison = small_comparison();
  comparison.sentences = random_sentences(sentences, comparison.systems.size());
  comparison.biggest_wins.clear();
  comparison.text.sentences = sentences;
  return comparison;
}

Comparison many_comparison(std::size_t systems, std::size_t sentences) {
  auto comparison = small_comparison();
  comparison.seeds.reset();
  replace_systems(comparison, systems);
  comparison.metrics = {many_scores("bleu", "BLEU", systems), many_scores("chrf", "chrF2", systems),
                        many_scores("chrf++", "chrF2++", systems),
                        many_scores("ter", "TER", systems, false)};
  for (auto& breakdown : comparison.breakdowns) {
    for (auto& slice : breakdown.slices) {
      slice.systems.clear();
      for (std::size_t i = 0; i < systems; ++i) {
        const double score = bleu_of(i) + static_cast<double>(slice.name.size());
        slice.systems.push_back(
            {.bleu = score, .chrf = score + 20, .bleu_interval = metrics::Interval{score, 3}});
      }
    }
  }
  for (auto& bucket : comparison.words->buckets) bucket.systems.assign(systems, {.f1 = 0.4});
  comparison.ngrams.clear();
  for (std::size_t i = 0; i < systems; ++i) {
    compare::NgramAdvantage::Ngram ngram{.text = "il y a", .reference = 30};
    ngram.matches.assign(systems, 8);
    ngram.matches[i] = 21;
    comparison.ngrams.push_back({.ngrams = {ngram}});
  }
  comparison.traits.assign(systems + 1, {.words_per_sentence = 12, .length_ratio = 0.97});
  comparison.sentences = random_sentences(sentences, systems);
  comparison.text.sentences = sentences;
  comparison.biggest_wins = compare::biggest_wins(comparison.sentences);
  comparison.verdict = compare::verdict_of(comparison);
  return comparison;
}

}  // namespace regard::test
