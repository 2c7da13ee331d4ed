#include "regard/translate/sources.h"

#include <string_view>
#include <utility>

#include "regard/base/ascii.h"
#include "regard/text/clauses.h"
#include "regard/text/sentences.h"

namespace regard::translate {

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
  const auto add = [&](size_t line, std::string text, Tokens found) {
    if (found.size() <= 1) return;  // eos alone: a blank line
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
    const auto found =
        options.split ? text::split_sentences(all[line]) : std::vector<std::string_view>{all[line]};
    if (found.size() <= 1) {
      add_sentence(line, all[line],
                   encoded.empty() ? tokenizers.encode_source(all[line]) : encoded[line]);
      continue;
    }
    for (const auto one : found) {
      std::string text(trimmed(one));
      auto whole = tokenizers.encode_source(text);
      add_sentence(line, std::move(text), std::move(whole));
    }
  }
}

}  // namespace regard::translate
