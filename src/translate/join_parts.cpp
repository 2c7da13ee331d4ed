#include "translate/join_parts.h"

#include <algorithm>
#include <utility>

#include "regard/text/special_tokens.h"
#include "regard/translate/word_alignment.h"
#include "translate/marks.h"

namespace regard::translate {
namespace {

/// A candidate of a line's first parts; its score is the sum of theirs.
struct Begun {
  Candidate candidate;
  int64_t unfinished;  ///< parts that reached the maximum length
};

bool is_finished(const Candidate& candidate) {
  return !candidate.ids.empty() && candidate.ids.back() == text::kEos;
}

/// The number of words of a part: columns of attention.
size_t words_in(const Translation& part, const std::string& source,
                const text::TokenizerPair& tokenizers) {
  if (!part.source_words.empty()) return part.source_words.size();
  const auto words = words_of(tokenizers.source_pieces(source));
  return words.empty() ? 0 : static_cast<size_t>(*std::ranges::max_element(words) + 1);
}

/// Attention to `before` words, then to `after` words, in rows for the words of both parts.
Weights side_by_side(const Weights& one, size_t before, const Weights& other, size_t after) {
  Weights rows;
  for (auto row : one) {
    row.resize(before + after, 0.0F);
    rows.push_back(std::move(row));
  }
  for (const auto& weights : other) {
    rows.emplace_back(before, 0.0F);
    rows.back().insert(rows.back().end(), weights.begin(), weights.end());
  }
  return rows;
}

Begun continued(const Begun& begun, size_t words_before, const Candidate& part, size_t words) {
  Begun longer = begun;
  auto& [candidate, unfinished] = longer;
  if (is_finished(candidate)) {
    candidate.ids.pop_back();
    if (!candidate.pieces.empty()) candidate.pieces.pop_back();
    if (!candidate.token_log_probs.empty()) candidate.token_log_probs.pop_back();
  }
  candidate.text += part.text;
  candidate.finished = candidate.finished && part.finished;
  candidate.log_prob += part.log_prob;
  candidate.score += part.score;
  candidate.ids.insert(candidate.ids.end(), part.ids.begin(), part.ids.end());
  auto& scores = candidate.token_log_probs;
  scores.insert(scores.end(), part.token_log_probs.begin(), part.token_log_probs.end());
  candidate.pieces.insert(candidate.pieces.end(), part.pieces.begin(), part.pieces.end());
  candidate.words.insert(candidate.words.end(), part.words.begin(), part.words.end());
  candidate.attention =
      side_by_side(begun.candidate.attention, words_before, part.attention, words);
  unfinished += is_finished(part) ? 0 : 1;
  return longer;
}

std::vector<Begun> begin(const Translation& first) {
  std::vector<Begun> beginnings;
  for (const auto& candidate : first.n_best) {
    beginnings.push_back({candidate, is_finished(candidate) ? 0 : 1});
  }
  return beginnings;
}

/// `sources` are the parts of the line.
Translation joined(std::span<const Translation> parts, std::span<const std::string> sources,
                   const text::TokenizerPair& tokenizers, size_t n_best) {
  auto beginnings = begin(parts.front());
  size_t words_before = words_in(parts.front(), sources.front(), tokenizers);
  for (size_t part = 1; part < parts.size(); ++part) {
    const size_t words = words_in(parts[part], sources[part], tokenizers);
    std::vector<Begun> longer;
    for (const auto& begun : beginnings) {
      for (const auto& candidate : parts[part].n_best) {
        longer.push_back(continued(begun, words_before, candidate, words));
      }
    }
    if (parts[part].n_best.size() > 1) {  // else they keep their order
      std::ranges::stable_sort(longer, [](const Begun& a, const Begun& b) {
        return std::pair(a.unfinished, -a.candidate.score) <
               std::pair(b.unfinished, -b.candidate.score);
      });
    }
    if (longer.size() > n_best)
      longer.erase(longer.begin() + static_cast<std::ptrdiff_t>(n_best), longer.end());
    beginnings = std::move(longer);
    words_before += words;
  }
  Translation translation;
  for (auto& [candidate, unfinished] : beginnings) {
    candidate.score /= static_cast<double>(parts.size());
    translation.n_best.push_back(std::move(candidate));
  }
  if (!translation.n_best.empty()) translation.text = translation.n_best.front().text;
  for (const auto& part : parts) {
    const auto& words = part.source_words;
    translation.source_words.insert(translation.source_words.end(), words.begin(), words.end());
    translation.unmet.insert(translation.unmet.end(), part.unmet.begin(), part.unmet.end());
    translation.unknown.insert(translation.unknown.end(), part.unknown.begin(), part.unknown.end());
  }
  translation.repeats = std::ranges::any_of(parts, &Translation::repeats);
  translation.is_short = std::ranges::any_of(parts, &Translation::is_short);
  return translation;
}

}  // namespace

std::vector<Translation> join_parts(const Sources& sources, const text::TokenizerPair& tokenizers,
                                    std::vector<Translation> translations, int64_t n_best) {
  std::vector<Translation> of_lines(sources.line_count);
  for (size_t source = 0; source < translations.size(); ++source) {
    const bool needs_space = sources.before[source].empty() && !sources.begins_line(source);
    add_marks_before(translations[source], needs_space ? " " : sources.before[source]);
  }
  for (size_t first = 0, end = 0; first < translations.size(); first = end) {
    for (end = first + 1; end < translations.size() && !sources.begins_line(end);) ++end;
    auto& line = of_lines[sources.lines[first]];
    const size_t parts = end - first;
    line = parts == 1 ? std::move(translations[first])
                      : joined(std::span(translations).subspan(first, parts),
                               std::span(sources.texts).subspan(first, parts), tokenizers,
                               static_cast<size_t>(n_best));
    const size_t sentences = sources.sentences[end - 1] - sources.sentences[first] + 1;
    line.sentences = static_cast<int64_t>(sentences);
    line.cuts = static_cast<int64_t>(parts - sentences);
  }
  for (size_t line = 0; line < of_lines.size(); ++line) {
    add_marks_behind(of_lines[line], sources.behind[line]);
  }
  return of_lines;
}

}  // namespace regard::translate
