#include "translate/candidates.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/replaced.h"
#include "metrics/chrf.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"
#include "translate/item_places.h"
#include "translate/literal.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

namespace regard::translate {
namespace {

constexpr size_t kLongestPeriod = 8;
constexpr size_t kTimes = 4;
constexpr size_t kFewestTokens = 8;

bool loops(std::span<const int64_t> tokens) {
  for (size_t period = 1; period <= kLongestPeriod; ++period) {
    size_t same = 0;  // consecutive tokens that equal those one period before
    for (size_t at = period; at < tokens.size(); ++at) {
      same = tokens[at] == tokens[at - period] ? same + 1 : 0;
      const size_t length = same + period;
      if (length >= kTimes * period && length >= kFewestTokens) return true;
    }
  }
  return false;
}

}  // namespace

bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source) {
  return loops(tokens) && !loops(source);
}

namespace {

/// A distinct sample and how often it was drawn.
struct Drawn {
  const Candidate* candidate;
  int64_t times;
};

std::vector<Drawn> distinct(const std::vector<Candidate>& samples) {
  std::vector<Drawn> texts;
  for (const auto& sample : samples) {
    const auto known = std::ranges::find_if(
        texts, [&](const Drawn& drawn) { return drawn.candidate->text == sample.text; });
    if (known == texts.end()) {
      texts.push_back({&sample, 1});
    } else {
      ++known->times;
    }
  }
  return texts;
}

/// The mean chrF of a text against all other samples as references.
double likeness(const Drawn& text, const std::vector<Drawn>& all, size_t samples) {
  constexpr double kSame = 100.0;
  double sum = kSame * static_cast<double>(text.times - 1);
  for (const auto& other : all) {
    if (other.candidate == text.candidate) continue;
    sum += static_cast<double>(other.times) *
           metrics::sentence_chrf(text.candidate->text, std::span(&other.candidate->text, 1));
  }
  return samples < 2 ? kSame : sum / static_cast<double>(samples - 1);
}

}  // namespace

Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best) {
  const auto texts = distinct(samples);
  Translation translation;
  for (const auto& text : texts) {
    translation.n_best.push_back(*text.candidate);
    translation.n_best.back().score = likeness(text, texts, samples.size());
  }
  // Of equal scores, the higher log-probability comes first, then the sample drawn first.
  std::ranges::stable_sort(translation.n_best, [](const Candidate& a, const Candidate& b) {
    return std::pair(a.score, a.log_prob) > std::pair(b.score, b.log_prob);
  });
  if (translation.n_best.size() > static_cast<size_t>(n_best)) {
    translation.n_best.resize(static_cast<size_t>(n_best));
  }
  if (!translation.n_best.empty()) translation.text = translation.n_best.front().text;
  return translation;
}

namespace {

using search::Hypothesis;

/// The words of a source that contain an unknown token, without duplicates.
std::vector<std::string> unknown_words(const Sources& sources, size_t source,
                                       const text::TokenizerPair& tokenizers) {
  const auto& tokens = sources.tokens[source];
  if (std::ranges::find(tokens, text::kUnk) == tokens.end()) return {};
  const auto pieces = tokenizers.source_pieces(sources.readings[source].text);
  std::vector<std::string> words;
  for (size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
    for (end = begin + 1; end < pieces.size() && !pieces[end].starts_with(text::kWordMark);) ++end;
    const auto word = std::span(tokens).subspan(begin, end - begin);
    if (std::ranges::find(word, text::kUnk) == word.end()) continue;
    words.push_back(without_marks(join(std::span(pieces).subspan(begin, end - begin), "")));
    if (std::ranges::find(words, words.back()) != words.end() - 1) words.pop_back();
  }
  return words;
}

/// An item without the surrounding commas, which are placed with it.
std::string_view without_edge_marks(std::string_view item) {
  const auto is_mark = [](char c) { return text::is_among(c, ",;: "); };
  while (!item.empty() && is_mark(item.front())) item.remove_prefix(1);
  while (!item.empty() && is_mark(item.back())) item.remove_suffix(1);
  return item;
}

/// The text of the forced prefix of a source's translation.
std::string prefix_of(size_t source, const text::TokenizerPair& tokenizers, const Plan& plan) {
  return written_text(plan.requests[source].prefix, tokenizers, plan.literals[source]);
}

/// The reading with only the items that are still to be placed, not those that the translation's
/// prefix contains, and with glossary terms translated.
Reading reading_to_place(const Sources& sources, size_t source,
                         const text::TokenizerPair& tokenizers, const Plan& plan) {
  auto reading = sources.readings[source];
  if (reading.left_out.empty()) return reading;
  auto prefix = prefix_of(source, tokenizers, plan);
  std::erase_if(reading.left_out, [&](const LeftOut& item) {
    const size_t at = prefix.find(without_edge_marks(item.text));
    if (prefix.empty() || at == std::string::npos) return false;
    prefix.erase(at, without_edge_marks(item.text).size());
    return true;
  });
  if (plan.glossary == nullptr) return reading;
  for (auto& item : reading.left_out) {
    const auto matches = plan.glossary->in(item.text, sources.texts[source]);
    for (size_t i = matches.size(); i-- > 0;) {
      const auto& match = matches[i];
      item.text.replace(match.begin, match.end - match.begin, match.term->target);
    }
  }
  return reading;
}

/// Moves items out of the prefix, which must stay as the user wrote it.
void move_behind_prefix(ItemPlaces& places, size_t source, const Plan& plan) {
  const size_t prefix = plan.requests[source].prefix.size();
  for (auto& place : places.target) {
    if (place.at < prefix) place = {prefix};
  }
}

/// Writes quotation marks around an item without the blank that a French one has on one side:
/// «{0} ».
void write_quotes_like(std::string_view source, const std::string& item, std::string& text) {
  const auto quoted = str("\u00AB", item, "\u00BB");
  if (source.find(quoted) == std::string_view::npos) return;
  for (const auto* blank : {" ", "\u00A0", "\u202F"}) {
    replace_all(text, str("\u00AB", item, blank, "\u00BB"), quoted);
    replace_all(text, str("\u00AB", blank, item, "\u00BB"), quoted);
  }
}

/// Writes the final period and the ellipses of a translation as its source does: a tokenizer that
/// normalizes text reads "\u2026" as "...". The prefix stays as the user wrote it.
void write_marks_like(std::string_view source, std::string_view prefix, Candidate& candidate) {
  constexpr std::string_view kEllipsis = "\u2026", kPeriods = "...";
  auto& text = candidate.text;
  const bool is_doubled = text.ends_with("..") && !text.ends_with(kPeriods);
  if (is_doubled && !source.ends_with("..")) text.pop_back();
  const auto has = [](std::string_view where, std::string_view mark) {
    return where.find(mark) != std::string_view::npos;
  };
  if (!has(source, kEllipsis) || has(source, "..") || has(prefix, "..")) return;
  replace_all(text, kPeriods, kEllipsis);
  for (auto& word : candidate.words) replace_all(word, kPeriods, kEllipsis);
}

}  // namespace

Translation translation_of(std::vector<Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan) {
  Translation translation;
  const auto reading = reading_to_place(sources, source, tokenizers, plan);
  const bool places = !reading.left_out.empty();
  std::vector<std::string> source_pieces;
  if (plan.attention || plan.replace_unknown || places) {
    source_pieces = tokenizers.source_pieces(reading.text);
    source_pieces.push_back(tokenizers.source().piece(text::kEos));
  }
  for (auto& hypothesis : hypotheses) {
    const WrittenText written(hypothesis, tokenizers, reading, plan.literals[source],
                              plan.replace_unknown ? source_pieces : std::vector<std::string>());
    Candidate candidate{.log_prob = hypothesis.log_prob,
                        .score = hypothesis.score,
                        .finished = hypothesis.finished};
    const auto pieces = written_pieces(hypothesis.tokens, tokenizers, plan.literals[source]);
    ItemPlaces items;
    if (places) {
      items = item_places(reading, source_pieces, pieces, hypothesis.attention, tokenizers);
      move_behind_prefix(items, source, plan);
    }
    candidate.text = places ? with_items(written, reading, items) : written.whole();
    if (plan.attention) {
      const auto ends = plan.word_parts ? WordEnds::at_marks : WordEnds::at_blanks;
      auto words = words_with_items(reading, items, {source_pieces, pieces, hypothesis.attention},
                                    tokenizers, ends);
      translation.source_words = std::move(words.source);
      if (!hypothesis.attention.empty()) {
        candidate.words = std::move(words.target);
        candidate.attention = std::move(words.attention);
      }
    }
    for (const auto& item : reading.items) {
      write_quotes_like(sources.texts[source], item, candidate.text);
    }
    write_marks_like(sources.texts[source], prefix_of(source, tokenizers, plan), candidate);
    if (plan.pieces) candidate.pieces = pieces;
    candidate.ids = std::move(hypothesis.tokens);
    if (plan.token_scores) candidate.token_log_probs = std::move(hypothesis.token_log_probs);
    translation.n_best.push_back(std::move(candidate));
  }
  if (plan.alternatives > 0) {
    const size_t most = plan.has_alternatives[source] ? static_cast<size_t>(plan.alternatives) : 1;
    keep_different_texts(translation.n_best, most);
  }
  if (translation.n_best.empty()) return translation;
  translation.text = translation.n_best.front().text;
  const auto& best = translation.n_best.front().ids;
  translation.unknown = unknown_words(sources, source, tokenizers);
  translation.repeats = repeats_itself(best, sources.tokens[source]);
  translation.has_cut_prefix = plan.has_cut_prefix[source];
  translation.is_short = is_suspiciously_short(best.size(), sources.tokens[source].size());
  return translation;
}

Translation copied_line(const std::string& line, const text::TokenizerPair& tokenizers,
                        const Plan& plan) {
  Candidate candidate;
  candidate.text = line;
  candidate.ids = {text::kEos};
  if (plan.pieces) candidate.pieces = pieces_of(tokenizers.target(), candidate.ids);
  if (plan.token_scores) candidate.token_log_probs = {0.0};
  Translation translation;
  translation.text = line;
  if (plan.attention) {
    translation.source_words = candidate.words = {line};
    candidate.attention = {{1.0F}};
  }
  translation.n_best.push_back(std::move(candidate));
  return translation;
}

void keep_different_texts(std::vector<Candidate>& candidates, size_t most) {
  std::unordered_set<std::string> texts;
  std::erase_if(candidates, [&](const auto& one) { return !texts.insert(one.text).second; });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace regard::translate
