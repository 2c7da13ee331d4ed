#include "reranking/reranker.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "base/log.h"
#include "base/utf8.h"
#include "interop/load_model.h"
#include "model/modules.h"
#include "module_search/searchers.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "search/beam_search_options.h"
#include "translate/sources.h"
#include "translate/translate_document.h"
#include "translate/translation_model.h"

namespace regard::translate {
namespace {

constexpr double kWeightOfReverse = 0.5;

std::string last_component(const std::string& path) {
  const auto whole = std::filesystem::absolute(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

ModelWeight weight_of(const std::string& path, const config::Experiment& experiment,
                      double weight) {
  return {.model = last_component(path),
          .architecture = experiment.model.find("type")->text,
          .weight = weight};
}

std::string languages(const std::string& source, const std::string& target) {
  return str(source, " to ", target);
}

void check_languages(const std::string& path, const config::DataOptions& data,
                     const std::string& source, const std::string& target, const char* remedy) {
  if (data.source_language == source && data.target_language == target) return;
  throw Error(str("translates from ", languages(data.source_language, data.target_language),
                  ", but must translate from ", languages(source, target)),
              path, remedy);
}

void warn_of_cuts(const Sources& sources) {
  if (std::ranges::adjacent_find(sources.sentences) == sources.sentences.end()) return;
  log_warning(
      "a sentence is too long to translate at once (--longest-source), so it was cut into clauses");
}

/// Warns about words of a sentence that are unknown to all models that have translated it.
void warn_of_unknown_words(const std::string& sentence, std::span<const Translation> lists) {
  for (const auto& word : lists.front().unknown) {
    const bool is_unknown = std::ranges::all_of(
        lists, [&](const auto& list) { return std::ranges::count(list.unknown, word) > 0; });
    if (is_unknown) log_warning("no model knows '", word, "': ", sentence);
  }
}

/// Adds to the candidates the text around the sentences of a line, which are the sources from
/// `begin` to before `end`.
void add_marks(const Sources& whole, size_t begin, size_t end,
               std::vector<std::vector<Rated>>& candidates) {
  for (size_t source = begin; source < end; ++source) {
    const auto& before = whole.before[source];
    for (auto& candidate : candidates[source]) {
      candidate.text.insert(0, before.empty() && source > begin ? " " : before);
      if (source + 1 == end) candidate.text += whole.behind[whole.lines[source]];
    }
  }
}

/// Pairs of a source and a candidate. The candidates of a source are consecutive.
struct Pairs {
  std::vector<size_t> sources;  ///< the source index of each candidate
  std::vector<std::string> texts;

  /// The source tokens of each candidate.
  std::vector<Tokens> repeated(const std::vector<Tokens>& tokens) const {
    std::vector<Tokens> rows;
    for (const size_t source : sources) rows.push_back(tokens[source]);
    return rows;
  }
};

/// Scores of the targets after the length penalty.
std::vector<double> scores_of(model::Seq2SeqModel& model, const search::LengthPenalty& penalty,
                              const std::vector<Tokens>& sources,
                              const std::vector<Tokens>& targets,
                              const std::function<void()>& before_batch) {
  std::vector<double> scores;
  for (const auto& of_tokens : token_log_probs(model, sources, targets, before_batch)) {
    const double log_prob = std::accumulate(of_tokens.begin(), of_tokens.end(), 0.0);
    scores.push_back(penalty.score(log_prob, static_cast<int64_t>(of_tokens.size()), true));
  }
  return scores;
}

}  // namespace

struct Reranker::Impl {
  struct Forward {
    TranslationModel model;
    config::SearchOptions search;
    int64_t n_best;
  };

  explicit Impl(const RerankerOptions& options) {
    for (const auto& path : options.forward) add_forward(path, options);
    for (const auto& path : options.reverse) add_reverse(path, options);
  }

  void add_forward(const std::string& path, const RerankerOptions& options) {
    TranslationModel model(path, options.computing);
    const auto& experiment = model.experiment();
    const auto& data = forward.empty() ? experiment.data : forward.front().model.experiment().data;
    check_languages(path, experiment.data, data.source_language, data.target_language,
                    "name models for one direction; models for the opposite direction follow "
                    "--reverse");
    auto search = experiment.search;
    options.override_search(search);
    search = config::completed(search, experiment.data);
    if (options.n_best > search.beam_size) {
      throw Error(str("--candidates is ", options.n_best, ", but the beam size of ", path, " is ",
                      search.beam_size),
                  {}, str("also give --beam-size ", options.n_best));
    }
    weights.forward.push_back(weight_of(path, experiment, 1.0));
    const int64_t n_best = options.n_best > 0 ? options.n_best : search.beam_size;
    forward.push_back({.model = std::move(model), .search = search, .n_best = n_best});
  }

  void add_reverse(const std::string& path, const RerankerOptions& options) {
    auto loaded = interop::load_model(path, model::device_named(options.computing.device));
    const auto& data = forward.front().model.experiment().data;
    check_languages(path, loaded.experiment.data, data.target_language, data.source_language,
                    "--reverse needs models that translate in the opposite direction");
    weights.reverse.push_back(weight_of(path, loaded.experiment, kWeightOfReverse));
    reverse.push_back(std::move(loaded));
  }

  /// The source tokens for each forward model.
  std::vector<std::vector<Tokens>> tokens_of(const Sources& whole) const {
    std::vector<std::vector<Tokens>> tokens = {whole.tokens};
    for (const auto& other : std::span(forward).subspan(1)) {
      auto& of_model = tokens.emplace_back();
      const SentenceReader reader(other.model.tokenizers(), other.search, no_options);
      for (const auto& text : whole.texts) of_model.push_back(reader.read(text).tokens);
    }
    return tokens;
  }

  /// Maximum number of candidates per sentence.
  size_t most_candidates() const {
    size_t most = 0;
    for (const auto& one : forward) most += static_cast<size_t>(one.n_best);
    return most;
  }

  /// Generates the candidates of each source of `whole`.
  Pairs propose(const Sources& whole, const std::function<void()>& before_step) const {
    std::vector<std::vector<Translation>> lists(whole.texts.size());  // by source and model
    for (const auto& [model, search, n_best] : forward) {
      auto unsplit = search;
      unsplit.split = false;
      const Sources sources(model.tokenizers(), whole.texts, unsplit);
      auto found = model.translate(sources, {.search = unsplit, .n_best = n_best}, before_step);
      for (size_t source = 0; source < found.size(); ++source) {
        lists[source].push_back(std::move(found[source]));
      }
    }
    Pairs pairs;
    for (size_t source = 0; source < lists.size(); ++source) {
      warn_of_unknown_words(whole.texts[source], lists[source]);
      for (auto& text : merged_texts(lists[source])) {
        pairs.sources.push_back(source);
        pairs.texts.push_back(std::move(text));
      }
    }
    return pairs;
  }

  /// The features of each pair.
  std::vector<Features> features_of(const Pairs& pairs, const Sources& whole,
                                    const std::vector<std::vector<Tokens>>& tokens,
                                    const std::function<void()>& before_step) const {
    std::vector<Features> features(pairs.texts.size());
    const auto add = [&](const std::vector<double>& values) {
      for (size_t pair = 0; pair < values.size(); ++pair) features[pair].push_back(values[pair]);
    };
    for (size_t number = 0; number < forward.size(); ++number) {
      const auto& [model, search, n_best] = forward[number];
      add(scores_of(module_of(model), search::length_penalty(search),
                    pairs.repeated(tokens[number]), encode_targets(model.tokenizers(), pairs.texts),
                    before_step));
    }
    for (const auto& one : reverse) {
      add(scores_of(*one.model, search::length_penalty(one.experiment.search),
                    encode_sources(one.tokenizers, pairs.texts),
                    pairs.repeated(encode_targets(one.tokenizers, whole.texts)), before_step));
    }
    for (size_t pair = 0; pair < features.size(); ++pair) {
      features[pair].push_back(static_cast<double>(words_in(pairs.texts[pair])));
    }
    return features;
  }

  RequestOptions no_options;
  std::vector<Forward> forward;
  std::vector<interop::LoadedModel> reverse;
  RerankingWeights weights;
};

Reranker::Reranker(const RerankerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Reranker::~Reranker() = default;

const RerankingWeights& Reranker::default_weights() const { return impl_->weights; }
const config::Experiment& Reranker::experiment() const {
  return impl_->forward.front().model.experiment();
}

std::vector<std::vector<Rated>> Reranker::candidates(
    std::span<const std::string> lines, std::span<const double> weights,
    const std::function<void()>& before_step) const {
  const auto& first = impl_->forward.front();
  const Sources whole(first.model.tokenizers(), lines, first.search);
  warn_of_cuts(whole);
  auto pairs = impl_->propose(whole, before_step);
  auto features = impl_->features_of(pairs, whole, impl_->tokens_of(whole), before_step);

  std::vector<std::vector<Rated>> of_sources(whole.texts.size());
  for (size_t pair = 0; pair < pairs.texts.size(); ++pair) {
    of_sources[pairs.sources[pair]].push_back(
        {std::move(pairs.texts[pair]), std::move(features[pair])});
  }
  std::vector<std::vector<Rated>> of_lines(lines.size());
  for (size_t begin = 0, end = 0; begin < of_sources.size(); begin = end) {
    for (end = begin + 1; end < of_sources.size() && !whole.begins_line(end);) ++end;
    add_marks(whole, begin, end, of_sources);
    of_lines[whole.lines[begin]] = joined_candidates(
        std::span(of_sources).subspan(begin, end - begin), weights, impl_->most_candidates());
  }
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto& text = whole.behind[line];
    if (of_lines[line].empty() && !trimmed(text).empty()) {
      of_lines[line] = {{text, Features(weights.size(), 0.0)}};
    }
  }
  return of_lines;
}

std::vector<std::string> Reranker::translate_text(const std::vector<std::string>& lines,
                                                  std::span<const double> weights) const {
  const auto best = [&](const std::vector<std::string>& sentences) {
    std::vector<std::string> texts;
    for (const auto& of_sentence : candidates(sentences, weights)) {
      texts.push_back(of_sentence.empty() ? std::string() : of_sentence.front().text);
    }
    return texts;
  };
  return translate_document(lines, best, impl_->forward.front().model.document_options());
}

}  // namespace regard::translate
