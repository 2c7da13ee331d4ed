#include "regard/translate/sources.h"

#include <string_view>
#include <utility>

#include "regard/text/clauses.h"
#include "regard/text/sentences.h"
#include "translate/one_line.h"

namespace regard::translate {
namespace {

text::Sentences whole_line(std::string_view line) {
  return {.sentences = {{.before = {}, .words = line}}, .behind = {}};
}

}  // namespace

std::vector<Tokens> encode_sources(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines) {
  std::vector<Tokens> tokens;
  for (const auto& line : lines) tokens.push_back(tokenizers.encode_source(line));
  return tokens;
}

std::vector<Tokens> encode_targets(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines) {
  std::vector<Tokens> tokens;
  for (const auto& line : lines) tokens.push_back(tokenizers.encode_target(line));
  return tokens;
}

Sources::Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all,
                 const config::SearchOptions& options, std::span<const Tokens> encoded,
                 const std::function<void()>& before_sentence)
    : line_count(all.size()) {
  const auto longest =
      options.longest_source > 0 ? static_cast<size_t>(options.longest_source) : kLongestSource;
  const auto count = [&](std::string_view text) {
    before_sentence();
    return tokenizers.encode_source(text).size();
  };
  size_t sentence = 0;
  std::string between;  // the last source and what comes
  const auto add = [&](size_t line, std::string text, Tokens found) {
    if (found.size() <= 1) {  // eos alone: nothing that the tokenizer knows
      between += text;
      return;
    }
    before.push_back(std::exchange(between, {}));
    tokens.push_back(std::move(found));
    texts.push_back(std::move(text));
    lines.push_back(line);
    sentences.push_back(sentence);
  };
  const auto add_sentence = [&](size_t line, std::string text, Tokens whole) {
    before_sentence();
    if (whole.size() <= longest) {
      add(line, std::move(text), std::move(whole));
    } else {
      for (auto& part : text::split_at_clauses(text, longest, count)) {
        auto found = tokenizers.encode_source(part);
        add(line, std::move(part), std::move(found));
      }
    }
    ++sentence;
  };
  for (size_t line = 0; line < all.size(); ++line) {
    const auto found = options.split ? text::sentences_of(all[line]) : whole_line(all[line]);
    for (const auto& one : found.sentences) {
      between += one_line(one.before);
      const bool is_line = one.words.size() == all[line].size() && !encoded.empty();
      add_sentence(line, std::string(one.words),
                   is_line ? encoded[line] : tokenizers.encode_source(one.words));
    }
    behind.push_back(std::exchange(between, {}) + one_line(found.behind));
  }
}

}  // namespace regard::translate
