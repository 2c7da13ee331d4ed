#include "translate/confidence.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <unordered_set>

#include "base/utf8.h"
#include "config/node.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "text/characters.h"
#include "translate/given_terms.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

namespace regard::translate {

template <size_t size>
double logistic(const std::array<double, size>& weights, const std::array<double, size>& features) {
  double sum = 0.0;
  for (size_t i = 0; i < size; ++i) sum += weights[i] * features[i];
  return 1.0 / (1.0 + std::exp(-sum));
}
template double logistic(const WordFeatures&, const WordFeatures&);
template double logistic(const SentenceFeatures&, const SentenceFeatures&);

namespace {

using config::Node;

template <NamedEnum Feature>
Node node_of(const FeaturesOf<Feature>& weights) {
  Node node = Node::map();
  const auto names = names_of(Feature{});
  for (size_t i = 0; i < names.size(); ++i) node.set(names[i], config::to_node(weights[i]));
  return node;
}

[[noreturn]] void fail(const std::string& problem, const std::string& file) {
  throw Error(problem, file, "calibrate again: regard eval MODEL --calibrate");
}

double number_of(const Node& section, const std::string& name, const std::string& file) {
  const auto* node = section.find(name);
  const auto number = node == nullptr ? std::nullopt : config::parse_double(node->text);
  if (!number) fail(str("has no number for ", name), file);
  return *number;
}

template <NamedEnum Feature>
FeaturesOf<Feature> weights_in(const Node& root, const char* name, const std::string& file) {
  const auto* section = root.find(name);
  const auto names = names_of(Feature{});
  if (section == nullptr || section->entries.size() != names.size()) {
    fail(str("does not have the ", names.size(), " weights of a ", name), file);
  }
  FeaturesOf<Feature> weights;
  for (size_t i = 0; i < names.size(); ++i) weights[i] = number_of(*section, names[i], file);
  return weights;
}

}  // namespace

std::string to_yaml(const ConfidenceWeights& weights) {
  Node root = Node::map();
  root.set("good_chrf", config::to_node(weights.good_chrf));
  root.set("word", node_of<WordFeature>(weights.word));
  root.set("sentence", node_of<SentenceFeature>(weights.sentence));
  return config::to_yaml(root);
}

ConfidenceWeights read_confidence(std::string_view yaml, const std::string& file) {
  const auto root = config::read_yaml(yaml, file);
  return {.word = weights_in<WordFeature>(root, "word", file),
          .sentence = weights_in<SentenceFeature>(root, "sentence", file),
          .good_chrf = number_of(root, "good_chrf", file)};
}

std::vector<std::string_view> words_between_blanks(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = trimmed_begin(text)).empty()) {
    size_t size = 0;
    while (size < text.size() && !is_white_space(text.substr(size))) {
      size += std::max<size_t>(first_code_point(text.substr(size)).length, 1);
    }
    words.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return words;
}

std::string comparable(std::string_view word) {
  std::string kept;
  for (const char32_t character : decode_utf8(word)) {
    if (text::is_of_word(character)) append_utf8(text::lower(character), kept);
  }
  return kept.empty() ? std::string(word) : kept;
}

namespace {

/// The log-probabilities of a word's pieces; empty if the model did not write the word.
using LogProbs = std::vector<double>;

struct WrittenWord {
  std::string key;  ///< comparable() form of the word
  LogProbs log_probs;
  bool is_given = false;  ///< whether the word is part of a glossary translation
};

/// A word of the text.
struct Key {
  std::string key;  ///< comparable() form of the word
  bool is_given;    ///< whether the glossary gave at least part of the word
};

/// The model's output.
struct Written {
  std::vector<WrittenWord> words;
  LogProbs others;  ///< for tokens outside words: the end of the sentence
};

Written written_by_model(const Candidate& candidate) {
  Written written;
  auto& words = written.words;
  const auto numbers = words_of(candidate.pieces);
  std::vector<std::string> texts;
  for (size_t i = 0; i < candidate.token_log_probs.size(); ++i) {
    const double log_prob = candidate.token_log_probs[i];
    if (i >= numbers.size() || numbers[i] < 0) {
      written.others.push_back(log_prob);
      continue;
    }
    words.resize(static_cast<size_t>(numbers[i]) + 1);
    texts.resize(words.size());
    words.back().log_probs.push_back(log_prob);
    texts.back() += candidate.pieces[i];
  }
  for (size_t i = 0; i < words.size(); ++i) words[i].key = comparable(without_marks(texts[i]));
  return written;
}

/// The numbers of unmatched words to skip in the text and in the model's output.
struct Skip {
  size_t in_text, in_written;
};

/// The shortest skip to two matching words.
Skip skip_to_same(std::span<const Key> keys, std::span<const WrittenWord> written) {
  constexpr size_t kFarthest = 24;
  for (size_t far = 1; far <= kFarthest; ++far) {
    for (size_t in_text = 0; in_text <= far; ++in_text) {
      const size_t in_written = far - in_text;
      if (in_text >= keys.size() || in_written >= written.size()) continue;
      if (keys[in_text].key == written[in_written].key) return {in_text, in_written};
    }
  }
  return {1, 1};
}

/// The log-probabilities of the words of the text. Copied items and marks of the line are only in
/// the text. Words that replace others (such as the digits of a spelled-out number) inherit their
/// log-probabilities. Words that the model wrote for given words are marked as given.
std::vector<LogProbs> log_probs_of(std::span<const Key> keys, std::span<WrittenWord> written) {
  std::vector<LogProbs> found(keys.size());
  size_t from = 0;
  for (size_t at = 0; at < keys.size() && from < written.size();) {
    const bool is_same = keys[at].key == written[from].key;
    const auto skip = is_same ? Skip{1, 1} : skip_to_same(keys.subspan(at), written.subspan(from));
    if (skip.in_text == skip.in_written) {
      for (size_t i = 0; i < skip.in_text; ++i) {
        auto& word = written[from + i];
        word.is_given = keys[at + i].is_given;
        if (!word.is_given) found[at + i] = word.log_probs;
      }
    } else if (std::ranges::any_of(keys.subspan(at, skip.in_text), &Key::is_given)) {
      for (auto& word : written.subspan(from, skip.in_written)) word.is_given = true;
    }
    at += skip.in_text;
    from += skip.in_written;
  }
  const bool ends_with_given = !keys.empty() && keys.back().is_given;
  for (auto& word : written.subspan(from)) word.is_given = ends_with_given;
  return found;
}

struct Known {
  double sum = 0.0, mean = 0.0, least = 0.0;
};

Known known_of(std::span<const double> log_probs) {
  Known known;
  for (const double one : log_probs) {
    const double log_prob = std::max(one, kLeastLogProb);
    known.sum += log_prob;
    known.least = std::min(known.least, log_prob);
  }
  if (!log_probs.empty()) known.mean = known.sum / static_cast<double>(log_probs.size());
  return known;
}

template <NamedEnum Feature>
double& at(FeaturesOf<Feature>& features, Feature feature) {
  return features[static_cast<size_t>(feature)];
}

double share(size_t part, size_t all) {
  return static_cast<double>(part) / static_cast<double>(std::max<size_t>(all, 1));
}

double log_of(size_t count) { return std::log(static_cast<double>(std::max<size_t>(count, 1))); }

WordFeatures word_features(std::string_view word, const LogProbs& log_probs, bool is_copied) {
  using F = WordFeature;
  WordFeatures features = {};
  const auto known = known_of(log_probs);
  at(features, F::bias) = 1.0;
  at(features, F::probability) = std::exp(known.sum);
  at(features, F::mean_log_prob) = known.mean;
  at(features, F::min_log_prob) = known.least;
  at(features, F::log_pieces) = log_of(log_probs.size());
  at(features, F::log_letters) = log_of(decode_utf8(word).size());
  at(features, F::is_copied) = is_copied ? 1.0 : 0.0;
  at(features, F::is_mark) = has_word_character(word) ? 0.0 : 1.0;
  return features;
}

std::vector<Key> keys_of(std::string_view text, std::span<const std::string_view> words,
                         const std::vector<BytesOfWords>& given) {
  std::vector<Key> keys;
  for (const auto word : words) {
    const auto begin = static_cast<size_t>(word.data() - text.data());
    const bool is_given = std::ranges::any_of(given, [&](const auto& place) {
      return place.begin < begin + word.size() && begin < place.end;
    });
    keys.push_back({comparable(word), is_given});
  }
  return keys;
}

/// Statistics of all pieces that the model chose.
Known known_of_chosen(const Written& written) {
  auto chosen = written.others;
  for (const auto& word : written.words) {
    if (!word.is_given) chosen.insert(chosen.end(), word.log_probs.begin(), word.log_probs.end());
  }
  return known_of(chosen);
}

/// The number of source words outside the vocabulary,
/// except those that the glossary translates.
size_t unknown_words(const Translation& translation, std::string_view line,
                     const text::Glossary* glossary) {
  const text::FoldedText rest(without(line, terms_in(line, glossary)),
                              text::FoldedText::Case::kept);
  return static_cast<size_t>(std::ranges::count_if(translation.unknown, [&](const auto& word) {
    return glossary == nullptr || text::has_words(rest, word);
  }));
}

}  // namespace

CandidateFeatures features_of(std::string_view line, const Candidate& candidate,
                              const Translation& translation, const text::Glossary* glossary) {
  CandidateFeatures result;
  const auto words = words_between_blanks(candidate.text);
  const auto source = words_between_blanks(line);
  std::unordered_set<std::string> in_source;
  for (const auto word : source) in_source.insert(comparable(word));
  const auto keys = keys_of(candidate.text, words, given_in(candidate.text, line, glossary));
  auto written = written_by_model(candidate);
  const auto log_probs = log_probs_of(keys, written.words);
  const auto all = known_of_chosen(written);

  size_t chosen = 0, copied = 0, doubtful = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const bool is_copied = in_source.contains(keys[i].key);
    auto& features = result.of_words.emplace_back(word_features(words[i], log_probs[i], is_copied));
    at(features, WordFeature::mean_of_sentence) = all.mean;
    result.words.emplace_back(words[i]);
    result.are_given.push_back(keys[i].is_given);
    result.probabilities.push_back(at(features, WordFeature::probability));
    if (keys[i].is_given) continue;
    ++chosen;
    copied += is_copied ? 1 : 0;
    doubtful += at(features, WordFeature::min_log_prob) < kDoubtful ? 1 : 0;
  }
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    auto &one = result.of_words[i], &next = result.of_words[i + 1];
    at(one, WordFeature::behind) = at(next, WordFeature::min_log_prob);
    at(next, WordFeature::before) = at(one, WordFeature::min_log_prob);
  }

  using F = SentenceFeature;
  auto& sentence = result.of_sentence;
  at(sentence, F::bias) = 1.0;
  at(sentence, F::mean_log_prob) = all.mean;
  at(sentence, F::min_log_prob) = all.least;
  at(sentence, F::doubtful_words) = share(doubtful, chosen);
  at(sentence, F::log_words) = log_of(words.size());
  at(sentence, F::length_ratio) = std::abs(log_of(words.size() + 1) - log_of(source.size() + 1));
  at(sentence, F::copied_words) = share(copied, chosen);
  at(sentence, F::unknown_words) = share(unknown_words(translation, line, glossary), source.size());
  at(sentence, F::repeats) = translation.repeats ? 1.0 : 0.0;
  at(sentence, F::is_unfinished) = candidate.finished ? 0.0 : 1.0;
  result.probability = std::exp(all.mean);
  return result;
}

void add_confidence(std::string_view line, const ConfidenceWeights* weights,
                    const text::Glossary* glossary, Translation& translation) {
  translation.is_calibrated = weights != nullptr;
  for (auto& candidate : translation.n_best) {
    const auto features = features_of(line, candidate, translation, glossary);
    candidate.confidence = weights == nullptr ? features.probability
                                              : logistic(weights->sentence, features.of_sentence);
    candidate.word_confidences.assign(features.words.size(), kGiven);
    for (size_t i = 0; i < features.words.size(); ++i) {
      if (features.are_given[i]) continue;
      candidate.word_confidences[i] = weights == nullptr
                                          ? features.probabilities[i]
                                          : logistic(weights->word, features.of_words[i]);
    }
  }
}

}  // namespace regard::translate
