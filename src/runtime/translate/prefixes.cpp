#include "translate/candidates.h"

#include <algorithm>
#include <string_view>

#include "base/utf8.h"
#include "text/byte_pieces.h"
#include "text/characters.h"
#include "text/copied_items.h"
#include "text/sentences.h"
#include "text/tokenizer_pair.h"
#include "translate/translate_lines.h"
#include "translate/word_alignment.h"

namespace regard::translate {

search::TokenEdges token_edges_of(const text::Tokenizer& tokenizer) {
  search::TokenEdges edges;
  const auto is_text = tokenizer.text_pieces();
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto characters = decode_utf8(tokenizer.piece(id));
    const bool has_text = is_text[static_cast<size_t>(id)];
    edges.begins_word.push_back(id == text::kEos ||
                                (has_text && !text::is_of_word(characters.front())));
    edges.ends_sentence.push_back(has_text &&
                                  characters.find_first_of(U".?!\u2026") != std::u32string::npos);
  }
  return edges;
}

namespace {

/// The copied items, words and marks of a text that contain characters outside the vocabulary.
std::vector<text::CopiedItem> unreadable_parts(std::string_view text,
                                               const text::TokenizerPair& tokenizers) {
  auto parts = text::copied_items(text);
  for (size_t at = 0, next = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const size_t word = word_at_begin(rest);
    const size_t size = word > 0 ? word : std::max<size_t>(first_code_point(rest).length, 1);
    while (next < parts.size() && parts[next].end <= at) ++next;
    const bool is_within = next < parts.size() && parts[next].begin < at + size;
    if (!is_within && !is_white_space(rest)) {
      parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(next), {at, at + size});
    }
    at += size;
  }
  std::erase_if(parts, [&](const auto& part) {
    return !text::lacks_characters(tokenizers.target(), tokenizers.encode_target(text.substr(
                                                            part.begin, part.end - part.begin)));
  });
  return parts;
}

Tokens readable_tokens(std::string_view text, const text::TokenizerPair& tokenizers) {
  auto tokens = tokenizers.encode_target(text);
  if (text::lacks_characters(tokenizers.target(), tokens)) {
    tokens = tokenizers.encode_target(leave_out(text, unreadable_parts(text, tokenizers)).text);
  }
  tokens.pop_back();  // eos
  return tokens;
}

/// Whether a text ends with a tag or opening mark, after which there is no space.
bool ends_with_markup(std::string_view text) {
  const auto items = text::copied_items(text);
  if (items.empty() || items.back().end != text.size()) return false;
  return is_markup(text.substr(items.back().begin));
}

/// The prefix made from `text`. `last`: the sentence at its end, which the model reads.
Prefix prefix_of(std::string_view text, std::string_view last, bool is_all,
                 const text::TokenizerPair& tokenizers) {
  Prefix prefix{.tokens = readable_tokens(last, tokenizers)};
  if (tokenizers.decode_target(prefix.tokens) != text) {
    prefix.literal = Literal{
        .tokens = prefix.tokens, .text = std::string(text), .is_joined = ends_with_markup(text)};
  }
  if (is_all) prefix.tokens.push_back(text::kEos);
  return prefix;
}

/// `prefix` without leading marks that `before` also begins with.
std::string_view without_shared_marks(std::string_view prefix, std::string_view before) {
  for (before = trimmed(before); !before.empty(); before = trimmed(before)) {
    const auto mark = before.substr(0, before.find_first_of(kBlanks));
    const auto rest = prefix.substr(std::min(mark.size(), prefix.size()));
    const bool is_shared =
        prefix.starts_with(mark) && (rest.empty() || trimmed(rest).size() < rest.size());
    if (!is_shared) break;
    prefix = trimmed(rest);
    before.remove_prefix(mark.size());
  }
  return prefix;
}

}  // namespace

std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   const LineParts& parts,
                                                   const text::TokenizerPair& tokenizers) {
  const auto& sentences = parts.sentences;
  const auto whole = without_shared_marks(trimmed(of_line), parts.before.front());
  std::vector<std::pair<size_t, Prefix>> prefixes;
  if (whole.empty()) return prefixes;
  const auto own = text::split_sentences(whole);
  for (size_t part = 0, sentence = 0; part < sentences.size() && sentence < own.size(); ++part) {
    const bool begins = part == 0 || sentences[part] != sentences[part - 1];
    if (!begins) continue;
    const bool is_last_of_line = sentences[part] == sentences.back();
    const auto begin = static_cast<size_t>(own[sentence].data() - whole.data());
    const auto rest = trimmed(is_last_of_line ? whole.substr(begin) : own[sentence]);
    const auto text = without_shared_marks(rest, parts.before[part]);
    const auto last = trimmed(is_last_of_line ? own.back() : own[sentence]);
    const bool is_one_part = part + 1 < sentences.size() && sentences[part + 1] != sentences[part];
    const bool is_all = !is_last_of_line && is_one_part && sentence + 1 < own.size();
    const auto read = last.size() < text.size() ? last : text;
    prefixes.emplace_back(part, prefix_of(text, read, is_all, tokenizers));
    ++sentence;
  }
  return prefixes;
}

}  // namespace regard::translate
