#include "translate/candidates.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "regard/base/join.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/literal.h"
#include "regard/translate/repetition.h"
#include "regard/translate/suspiciously_short.h"
#include "regard/translate/word_alignment.h"
#include "translate/one_line.h"
#include "translate/texts_of_words.h"

namespace regard::translate {
namespace {

using search::Hypothesis;

/// The tokenizer returns a piece outside its vocabulary with its mark of a space.
std::string without_marks(std::string_view text) {
  std::string spaced;
  for (size_t begin = 0; begin < text.size();) {
    const size_t mark = std::min(text.find(text::kWordMark, begin), text.size());
    spaced.append(text, begin, mark - begin);
    if (mark < text.size()) spaced += ' ';
    begin = mark + text::kWordMark.size();
  }
  return spaced.substr(std::min(spaced.find_first_not_of(' '), spaced.size()));
}

/// The text of a hypothesis with unknown tokens replaced by the source's pieces, which end with
/// eos.
std::string text_with_copies(const Hypothesis& hypothesis, const text::TokenizerPair& tokenizers,
                             const std::vector<std::string>& source_pieces) {
  std::vector<std::string> pieces;
  for (size_t i = 0; i < hypothesis.tokens.size(); ++i) {
    const int64_t token = hypothesis.tokens[i];
    if (token == text::kPad || token == text::kBos || token == text::kEos) continue;
    pieces.push_back(tokenizers.target().piece(token));
    if (token != text::kUnk) continue;
    const auto& row = hypothesis.attention[i];
    const auto count = std::min(row.size(), source_pieces.size() - 1);  // all but eos
    const auto most =
        std::max_element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count));
    if (count > 0) pieces.back() = source_pieces[static_cast<size_t>(most - row.begin())];
  }
  return without_marks(tokenizers.target().decode_pieces(pieces));
}

bool has_unknown(const Hypothesis& hypothesis) {
  return std::ranges::find(hypothesis.tokens, text::kUnk) != hypothesis.tokens.end();
}

/// The words of a source that have an unknown token, each once.
std::vector<std::string> unknown_words(const Sources& sources, size_t source,
                                       const text::TokenizerPair& tokenizers) {
  const auto& tokens = sources.tokens[source];
  if (std::ranges::find(tokens, text::kUnk) == tokens.end()) return {};
  const auto pieces = tokenizers.source_pieces(sources.texts[source]);
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

}  // namespace

Translation translation_of(std::vector<Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan) {
  Translation translation;
  std::vector<std::string> source_pieces;
  if (plan.attention || plan.replace_unknown) {
    source_pieces = tokenizers.source_pieces(sources.texts[source]);
    source_pieces.push_back(tokenizers.source().piece(text::kEos));
  }
  if (plan.attention) {
    translation.source_words = texts_of_words(tokenizers.source(), source_pieces);
  }
  for (auto& hypothesis : hypotheses) {
    const bool attended = !hypothesis.attention.empty();
    const bool copies = plan.replace_unknown && attended && has_unknown(hypothesis);
    Candidate candidate{
        .text =
            one_line(copies ? text_with_copies(hypothesis, tokenizers, source_pieces)
                            : written_text(hypothesis.tokens, tokenizers, plan.literals[source])),
        .log_prob = hypothesis.log_prob,
        .score = hypothesis.score,
        .finished = hypothesis.finished};
    if (plan.pieces) {
      candidate.pieces = written_pieces(hypothesis.tokens, tokenizers, plan.literals[source]);
    }
    if (plan.attention && attended) {
      candidate.words = texts_of_words(tokenizers.target(), candidate.pieces);
      candidate.attention =
          attention_of_words(hypothesis.attention, source_pieces, candidate.pieces);
    }
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
  translation.is_short = is_suspiciously_short(best.size(), sources.tokens[source].size());
  return translation;
}

void keep_different_texts(std::vector<Candidate>& candidates, size_t most) {
  std::unordered_set<std::string> texts;
  std::erase_if(candidates, [&](const auto& one) { return !texts.insert(one.text).second; });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace regard::translate
