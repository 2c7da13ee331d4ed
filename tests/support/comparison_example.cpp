#include "support/comparison_example.h"

#include <random>

#include "regard/base/str.h"

namespace regard::test {
namespace {

using compare::Comparison;
using compare::DifferencePart;
using Kind = DifferencePart::Kind;

// Would end a script, an attribute or an element where it is not escaped.
constexpr const char* kNasty = "</script><b title=\"x\">&amp; 'y'";

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
  return {.name = name,
          .sentences = sentences,
          .systems = {{.bleu = first, .chrf = first + 20, .bleu_interval = {first, 3}},
                      {.bleu = second, .chrf = second + 18, .bleu_interval = {second, 3}}}};
}

compare::WordAttention diagonal(const std::vector<std::string>& source,
                                const std::vector<std::string>& target) {
  compare::WordAttention attention{.source = source, .target = target};
  for (std::size_t i = 0; i < target.size(); ++i) {
    std::vector<float> row(source.size(), 0.2F / static_cast<float>(source.size()));
    row[i % source.size()] += 0.8F;
    attention.weights.push_back(row);
  }
  return attention;
}

compare::SystemOutput output(const std::string& hypothesis, double chrf,
                             std::vector<DifferencePart> against_reference) {
  compare::SystemOutput output;
  output.hypothesis = hypothesis;
  output.scores = {{"bleu", chrf - 20}, {"chrf", chrf}, {"ter", 100 - chrf}};
  output.against_reference = std::move(against_reference);
  output.log_prob = -4.25;
  output.score = -0.85;
  output.n_best = {{.text = hypothesis, .log_prob = -4.25, .score = -0.85},
                   {.text = hypothesis + " !", .log_prob = -5.5, .score = -0.9}};
  return output;
}

std::vector<compare::Sentence> small_sentences() {
  compare::Sentence first{.source = "the pupil reads a book",
                          .reference = "l'élève lit un livre",
                          .kinds = {"names"},
                          .source_words = 5};
  first.systems = {
      output("un élève lit livre", 61.5,
             {{Kind::removed, "l'"},
              {Kind::added, "un "},
              {Kind::same, "élève lit "},
              {Kind::removed, "un "},
              {Kind::same, "livre"}}),
      output("l'élève lit un roman", 74.2,
             {{Kind::same, "l'élève lit un "}, {Kind::removed, "livre"}, {Kind::added, "roman"}})};
  first.systems[1].against_first = {{Kind::removed, "un "},     {Kind::added, "l'"},
                                    {Kind::same, "élève lit "}, {Kind::added, "un "},
                                    {Kind::removed, "livre"},   {Kind::added, "roman"}};
  const std::vector<std::string> source = {"the", "pupil", "reads", "a", "book"};
  first.systems[0].attention = diagonal(source, {"un", "élève", "lit", "livre"});
  first.systems[1].attention = diagonal(source, {"l'élève", "lit", "un", "roman"});

  compare::Sentence second{.source = std::string("what is ") + kNasty,
                           .reference = std::string("qu'est-ce que ") + kNasty,
                           .kinds = {"question", kNasty},
                           .source_words = 12};
  second.systems = {output(second.reference, 100, {{Kind::same, second.reference}}),
                    output(second.reference, 100, {{Kind::same, second.reference}})};

  compare::Sentence third{.source = "they do not sleep",
                          .reference = "ils ne dorment pas",
                          .kinds = {"negation"},
                          .source_words = 4};
  third.systems = {output("ils ne dorment pas", 100, {{Kind::same, "ils ne dorment pas"}}),
                   output("", 0, {{Kind::removed, "ils ne dorment pas"}})};
  third.systems[1].log_prob.reset();
  third.systems[1].n_best.clear();
  return {first, second, third};
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
          .sentence = "The difference survives other seeds."};
}

/// So many of 24 words.
void replace_sentences(Comparison& comparison, std::size_t sentences) {
  constexpr std::size_t words = 24, best = 5;
  comparison.sentences.clear();
  comparison.biggest_wins.clear();
  std::mt19937 engine(1);  // its numbers are the same everywhere
  const auto word = [&] {
    std::string text;
    for (std::size_t letters = 2 + engine() % 8; letters > 0; --letters) {
      text += static_cast<char>('a' + engine() % 26);
    }
    return text;
  };
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
  };
  for (std::size_t i = 0; i < sentences; ++i) {
    std::vector<std::string> source, reference;
    for (std::size_t k = 0; k < words; ++k) {
      source.push_back(word());
      reference.push_back(word());
    }
    compare::Sentence sentence{.source = joined(source),
                               .reference = joined(reference),
                               .kinds = {i % 2 == 0 ? "names" : "numbers"},
                               .source_words = words};
    for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
      auto target = reference;
      std::vector<DifferencePart> parts;
      for (std::size_t k = 0; k < words; ++k) {
        const std::string space = k + 1 < words ? " " : "";
        if (engine() % 4 != 0) {
          parts.push_back({Kind::same, target[k] + space});
        } else {
          parts.push_back({Kind::removed, target[k] + space});
          target[k] = word();
          parts.push_back({Kind::added, target[k] + space});
        }
      }
      auto made = output(joined(target), static_cast<double>(engine() % 1000) / 10, parts);
      if (system > 0) made.against_first = parts;
      made.n_best.resize(1);
      while (made.n_best.size() < best) {
        auto other = target;
        other[engine() % words] = word();
        made.n_best.push_back({.text = joined(other), .log_prob = -5, .score = -0.9});
      }
      made.attention = diagonal(source, target);
      sentence.systems.push_back(std::move(made));
    }
    comparison.sentences.push_back(std::move(sentence));
  }
  comparison.text.sentences = sentences;
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
  replace_sentences(comparison, sentences);
  return comparison;
}

Comparison many_comparison(std::size_t systems, std::size_t sentences) {
  auto comparison = small_comparison();
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
  const auto bleu = [](std::size_t i) { return 22.4 + 1.7 * static_cast<double>(i); };
  comparison.systems.clear();
  comparison.calibrations.clear();
  comparison.search_errors.clear();
  comparison.beam_curves.clear();
  comparison.seeds.reset();
  for (std::size_t i = 0; i < systems; ++i) {
    const double speed = 300.0 - 20.0 * static_cast<double>(i);
    comparison.systems.push_back(
        system(names[i], i < 5 ? "rnn_attention" : "transformer", bleu(i), speed));
    comparison.calibrations.emplace_back(calibration(0.5 + bleu(i) / 200));
    comparison.search_errors.emplace_back(compare::SearchErrors{.sentences = 200, .errors = 3});
    comparison.beam_curves.push_back(beam_curve(bleu(i), speed));
  }
  comparison.metrics.clear();
  for (const char* name : {"BLEU", "chrF2", "chrF2++", "TER"}) {
    const bool is_higher_better = std::string(name) != "TER";
    compare::MetricScores metric{.name = name,
                                 .signature = "nrefs:1|case:mixed|version:0.1",
                                 .higher_is_better = is_higher_better};
    for (std::size_t i = 0; i < systems; ++i) {
      metric.scores.push_back(is_higher_better ? bleu(i) : 100 - bleu(i));
      metric.intervals.push_back({metric.scores.back(), 1.5});
      for (std::size_t k = i + 1; k < systems; ++k) {
        const double difference = (is_higher_better ? 1 : -1) * (bleu(k) - bleu(i));
        metric.pairs.push_back({.first = i,
                                .second = k,
                                .difference = difference,
                                .low = difference - 1,
                                .high = difference + 1,
                                .p_value = k == i + 1 && i % 3 == 0 ? 0.3 : 0.001});
      }
    }
    comparison.metrics.push_back(std::move(metric));
  }
  for (auto& breakdown : comparison.breakdowns) {
    for (auto& slice : breakdown.slices) {
      slice.systems.clear();
      for (std::size_t i = 0; i < systems; ++i) {
        const double score = bleu(i) + static_cast<double>(slice.name.size());
        slice.systems.push_back({.bleu = score, .chrf = score + 20, .bleu_interval = {score, 3}});
      }
    }
  }
  for (auto& bucket : comparison.words->buckets) {
    bucket.systems.assign(systems, {.f1 = 0.4});
  }
  comparison.ngrams.clear();
  for (std::size_t i = 0; i < systems; ++i) {
    compare::NgramAdvantage::Ngram ngram{.text = "il y a", .reference = 30};
    ngram.matches.assign(systems, 8);
    ngram.matches[i] = 21;
    comparison.ngrams.push_back({.ngrams = {ngram}});
  }
  comparison.traits.assign(systems + 1, {.words_per_sentence = 12, .length_ratio = 0.97});
  replace_sentences(comparison, sentences);
  comparison.biggest_wins = compare::biggest_wins(comparison.sentences);
  comparison.verdict = compare::verdict_of(comparison);
  return comparison;
}

}  // namespace regard::test
