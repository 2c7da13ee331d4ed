#include "compare/run.h"

#include <algorithm>
#include <cmath>

#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "compare/words.h"
#include "config/writer.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "model/modules.h"
#include "module_search/searchers.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "search/beam_search_options.h"
#include "text/tokenizer_pair.h"

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;
using Json = nlohmann::json;
using translate::Translation;

constexpr int64_t kWidestBeam = 10;
/// Maximum number of source or target tokens in a sentence with details.
constexpr size_t kLongestDetailed = 256;

Lines chosen(const Lines& lines, const std::vector<size_t>& numbers) {
  Lines some;
  for (const size_t number : numbers) some.push_back(lines[number]);
  return some;
}

Json to_json(const std::vector<Translation>& translations) {
  auto list = Json::array();
  for (const auto& translation : translations) {
    auto n_best = Json::array();
    for (const auto& candidate : translation.n_best) {
      n_best.push_back({candidate.text, candidate.log_prob, candidate.score, candidate.ids});
    }
    list.push_back({translation.text, std::move(n_best), translation.parts()});
  }
  return list;
}

std::vector<Translation> translations_from(const Json& list) {
  std::vector<Translation> translations;
  for (const auto& item : list) {
    Translation translation{.text = item.at(0), .n_best = {}, .sentences = item.at(2)};
    for (const auto& candidate : item.at(1)) {
      translation.n_best.push_back({.text = candidate.at(0),
                                    .log_prob = candidate.at(1),
                                    .score = candidate.at(2),
                                    .ids = candidate.at(3)});
    }
    translations.push_back(std::move(translation));
  }
  return translations;
}

/// Runs one model on a test set.
class Analyst {
 public:
  Analyst(const Run& run, const TestLines& test, const CompareOptions& options)
      : run_(run),
        test_(test),
        options_(options),
        search_(config::completed(run.experiment.search, run.experiment.data)),
        model_(run.directory, {.device = options.device}),
        kept_(run, options.cache) {}

  RunAnalysis analyse() {
    RunAnalysis analysis{.facts = facts_of_training(run_)};
    auto& facts = analysis.facts;
    facts.source_vocabulary = model_.tokenizers().source().size();
    facts.target_vocabulary = model_.tokenizers().target().size();
    auto& modules = translate::module_of(model_);
    for (const auto& weight : modules.parameters()) facts.parameters += weight.numel();
    const auto flops = model::token_flops(modules, modules.output_layer());
    facts.source_flops = flops.source;
    facts.target_flops = flops.target;
    analysis.translations = translations();
    look_into_details(analysis);
    if (options_.beam_curve > 0) analysis.beam_curve = beam_curve();
    return analysis;
  }

 private:
  std::vector<Translation> translate(const Lines& lines, const config::SearchOptions& search,
                                     int64_t n_best) {
    return model_.translate(lines, {.search = search, .n_best = n_best});
  }

  /// Everything that translations depend on, except the model.
  std::string content_of(const Lines& lines, const config::SearchOptions& search,
                         int64_t n_best) const {
    auto options = search;
    options.batch_size = 1;  // does not affect translations
    std::string content =
        str(n_best, '\n', name_of(run_.experiment.data.preprocess), '\n', config::to_yaml(options));
    for (const auto& line : lines) content += line + '\n';
    return content;
  }

  std::vector<Translation> translations() {
    const auto n_best = std::min(options_.n_best, search_.beam_size);
    std::vector<Translation> translations;
    const auto make = [&] {
      log_info("regard: ", run_.name, " translates ", counted(test_.sources.size(), "sentence"));
      return to_json(translate(test_.sources, search_, n_best));
    };
    kept_.get("translations", content_of(test_.sources, search_, n_best), make,
              [&](const Json& kept) {
                translations = translations_from(kept);
                check_fit(translations);
              });
    return translations;
  }

  /// Throws Error if the translations cannot be this model's translations of the test set.
  void check_fit(const std::vector<Translation>& translations) const {
    const auto vocabulary = model_.tokenizers().target().size();
    const auto is_token = [&](int64_t id) { return 0 <= id && id < vocabulary; };
    bool fit = translations.size() == test_.sources.size();
    for (const auto& translation : translations) {
      for (const auto& candidate : translation.n_best) {
        fit = fit && std::ranges::all_of(candidate.ids, is_token);
      }
    }
    if (!fit) throw Error("the cached translations do not match the test set", run_.directory);
  }

  /// Whether the model can process this many tokens in reasonable time.
  bool is_short(size_t tokens) const {
    return tokens <= std::min(kLongestDetailed,
                              static_cast<size_t>(translate::module_of(model_).max_steps()));
  }

  void look_into_details(RunAnalysis& analysis) {
    const auto numbers = sample_of(test_.sources.size(), static_cast<size_t>(options_.details));
    if (numbers.empty()) return;
    log_info("regard: computing attention and probabilities of ", run_.name, ", ", numbers.size(),
             " sentences");
    const auto sources = chosen(test_.sources, numbers);
    std::vector<std::vector<int64_t>> written;
    std::vector<size_t> judged;
    for (const size_t number : numbers) {
      const auto& translation = analysis.translations[number];
      const auto& n_best = translation.n_best;
      written.emplace_back();  // empty: no details
      // The model has never seen a multi-part line as a whole.
      if (n_best.empty() || translation.parts() > 1) continue;
      if (!is_short(model_.tokenizers().encode_source(test_.sources[number]).size())) continue;
      if (!is_short(n_best.front().ids.size())) continue;
      written.back() = n_best.front().ids;
      if (is_short(model_.tokenizers().encode_target(test_.references[number]).size())) {
        judged.push_back(number);
      }
    }
    for (auto& words : translate::attended_words(translate::module_of(model_), model_.tokenizers(),
                                                 sources, written, tag())) {
      analysis.attention.push_back({.source = std::move(words.source),
                                    .target = std::move(words.target),
                                    .weights = std::move(words.weights)});
    }
    judge(judged, analysis);
  }

  std::optional<int64_t> tag() const {
    return translate::tag_id(search_.tag, model_.tokenizers().source());
  }

  /// Scores hypotheses and references by teacher forcing.
  void judge(const std::vector<size_t>& numbers, RunAnalysis& analysis) {
    Lines hypotheses;
    for (const size_t number : numbers) hypotheses.push_back(analysis.translations[number].text);
    const auto scored = [&](const Lines& targets) {
      return translate::score_tokens(translate::module_of(model_), model_.tokenizers(),
                                     chosen(test_.sources, numbers), targets, tag());
    };
    const auto of_hypotheses = scored(hypotheses);
    const auto of_references = scored(chosen(test_.references, numbers));
    std::vector<JudgedToken> tokens;
    std::vector<ScoredPair> pairs;
    for (size_t i = 0; i < numbers.size(); ++i) {
      add_judged_tokens(of_hypotheses[i], of_references[i], tokens);
      pairs.push_back(
          scored_pair(analysis.translations[numbers[i]].n_best.front(), of_references[i]));
    }
    analysis.calibration = calibrate(tokens);
    analysis.search_errors = find_search_errors(pairs);
  }

  /// Excludes the end of sentence, which is nearly always right and would flatter the model.
  static void add_judged_tokens(const translate::TokenScores& hypothesis,
                                const translate::TokenScores& reference,
                                std::vector<JudgedToken>& tokens) {
    const auto right = right_pieces(hypothesis.pieces, reference.pieces);
    for (size_t i = 0; i + 1 < hypothesis.pieces.size(); ++i) {
      tokens.push_back({std::exp(hypothesis.log_probs[i]), right[i]});
    }
  }

  /// Scores with only the length penalty: other search penalties cannot be computed for a
  /// reference.
  ScoredPair scored_pair(const translate::Candidate& hypothesis,
                         const translate::TokenScores& reference) const {
    const auto penalty = search::length_penalty(search_);
    const auto hypothesis_tokens = static_cast<int64_t>(hypothesis.ids.size());
    const auto reference_tokens = static_cast<int64_t>(reference.pieces.size());
    const bool finished = hypothesis.ids.back() == text::kEos;
    return {.hypothesis_log_prob = hypothesis.log_prob,
            .hypothesis_score = penalty.score(hypothesis.log_prob, hypothesis_tokens, finished),
            .hypothesis_tokens = hypothesis_tokens,
            .reference_log_prob = reference.log_prob(),
            .reference_score = penalty.score(reference.log_prob(), reference_tokens, true),
            .reference_tokens = reference_tokens};
  }

  /// Translations and timings for each beam size, cached together: a repeated comparison shows the
  /// timings measured the first time.
  Json translate_with_every_beam(const Lines& sources) {
    log_info("regard: ", run_.name, " translates ", sources.size(),
             " sentences with beams of 1 to ", kWidestBeam);
    auto beams = Json::array();
    for (int64_t beam = 1; beam <= kWidestBeam; ++beam) {
      const Stopwatch watch;
      const auto translations = translate(sources, search_with(beam), 1);
      const double seconds = watch.seconds();
      Lines texts;
      double log_prob = 0;
      for (const auto& translation : translations) {
        texts.push_back(translation.text);
        if (!translation.n_best.empty()) log_prob += translation.n_best.front().log_prob;
      }
      beams.push_back({{"texts", texts},
                       {"log_prob", log_prob / static_cast<double>(sources.size())},
                       {"seconds", seconds}});
    }
    return beams;
  }

  config::SearchOptions search_with(int64_t beam) const {
    auto search = search_;
    search.beam_size = beam;
    search.groups = 1;
    return search;
  }

  BeamCurve beam_curve() {
    const auto numbers = sample_of(test_.sources.size(), static_cast<size_t>(options_.beam_curve));
    const auto sources = chosen(test_.sources, numbers);
    const std::vector<Lines> references = {chosen(test_.references, numbers)};
    BeamCurve curve;
    kept_.get(
        "beams", content_of(sources, search_with(kWidestBeam), 1),
        [&] { return translate_with_every_beam(sources); },
        [&](const Json& kept) { curve = curve_of(kept, references); });
    return curve;
  }

  static BeamCurve curve_of(const Json& beams, const std::vector<Lines>& references) {
    const auto words_in = [](const Lines& lines) {
      return static_cast<double>(SplitText(lines).words());
    };
    const double reference_words = std::max(1.0, words_in(references.front()));
    const auto sentences = references.front().size();
    BeamCurve curve{.sentences = sentences};
    for (int64_t size = 1; size <= kWidestBeam; ++size) {
      const auto& beam = beams.at(static_cast<size_t>(size) - 1);
      const auto texts = beam.at("texts").get<Lines>();
      if (texts.size() != sentences) throw Error("the cached translations do not match", "beams");
      curve.points.push_back({.beam_size = size,
                              .bleu = metrics::corpus_bleu(texts, references).score,
                              .chrf = metrics::corpus_chrf(texts, references),
                              .length_ratio = words_in(texts) / reference_words,
                              .sentences_per_second =
                                  static_cast<double>(sentences) / beam.at("seconds").get<double>(),
                              .log_prob = beam.at("log_prob")});
    }
    return curve;
  }

  const Run& run_;
  const TestLines& test_;
  const CompareOptions& options_;
  const config::SearchOptions search_;  ///< completed as in regard translate and regard eval
  translate::TranslationModel model_;
  KeptResults kept_;
};

}  // namespace

std::vector<size_t> sample_of(size_t total, size_t most) {
  const size_t count = std::min(total, most);
  std::vector<size_t> numbers;
  for (size_t i = 0; i < count; ++i) numbers.push_back(i * total / count);
  return numbers;
}

RunAnalysis analyse_run(const Run& run, const TestLines& test, const CompareOptions& options) {
  return Analyst(run, test, options).analyse();
}

}  // namespace regard::compare
