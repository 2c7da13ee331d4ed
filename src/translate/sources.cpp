#include "regard/translate/sources.h"

#include <string_view>
#include <utility>

#include "regard/base/ascii.h"
#include "regard/text/clauses.h"
#include "regard/text/sentences.h"
#include "translate/one_line.h"

namespace regard::translate {
namespace {

text::Sentences whole_line(std::string_view line) {
  return {.sentences = {{.before = {}, .words = line}}, .behind = {}};
}

/// The language that a line starts with belongs to each of its parts, up to one that starts with
/// another.
class LanguageTags {
 public:
  explicit LanguageTags(const text::Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

  void begin(std::string_view line) { last_ = tag_of(line); }

  void add_to(std::string& part) {
    const auto own = tag_of(part);
    if (own.empty())
      part.insert(0, last_);
    else
      last_ = own;
  }

 private:
  /// With the blanks after it.
  std::string_view tag_of(std::string_view text) const {
    const auto tag = tokenizer_.tag_of(text);
    return tag.empty() ? tag : text.substr(0, text.find_first_not_of(kBlanks, tag.size()));
  }

  const text::Tokenizer& tokenizer_;
  std::string last_;
};

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
  LanguageTags tags(tokenizers.source());
  const auto add_sentence = [&](size_t line, std::string text, Tokens whole) {
    before_sentence();
    if (whole.size() <= longest) {
      add(line, std::move(text), std::move(whole));
    } else {
      for (auto& part : text::split_at_clauses(text, longest, count)) {
        tags.add_to(part);
        auto found = tokenizers.encode_source(part);
        add(line, std::move(part), std::move(found));
      }
    }
    ++sentence;
  };
  for (size_t line = 0; line < all.size(); ++line) {
    tags.begin(all[line]);
    const auto found = options.split ? text::sentences_of(all[line]) : whole_line(all[line]);
    for (const auto& one : found.sentences) {
      between += one_line(one.before);
      const bool is_line = one.words.size() == all[line].size() && !encoded.empty();
      std::string text(one.words);
      tags.add_to(text);
      auto whole = is_line ? encoded[line] : tokenizers.encode_source(text);
      add_sentence(line, std::move(text), std::move(whole));
    }
    behind.push_back(std::exchange(between, {}) + one_line(found.behind));
  }
}

}  // namespace regard::translate
