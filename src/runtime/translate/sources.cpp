#include "translate/sources.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/sentences.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

namespace regard::translate {
namespace {

text::Sentences whole_line(std::string_view line) {
  return {.sentences = {{.before = {}, .words = line}}, .behind = {}};
}

/// The language tag at the start of a line applies to each of its parts, up to a part that starts
/// with another tag.
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
  /// The tag, including the blanks after it.
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

namespace {

/// Maximum number of tokens of a sentence to read at once, excluding the tag.
size_t longest_of(const config::SearchOptions& options) {
  const size_t longest =
      options.longest_source > 0 ? static_cast<size_t>(options.longest_source) : kLongestSource;
  return options.tag.empty() ? longest : std::max<size_t>(longest, 2) - 1;
}

/// Adds the sources of lines, one line at a time.
class SourceMaker {
 public:
  SourceMaker(Sources& sources, const text::TokenizerPair& tokenizers,
              const config::SearchOptions& options, const RequestOptions& request_options,
              const std::function<void()>& before_sentence)
      : sources_(sources),
        before_sentence_(before_sentence),
        tokenizers_(tokenizers),
        reader_(tokenizers, options, request_options),
        tags_(tokenizers.source()),
        copies_(options.copy != config::Copy::none),
        splits_(options.split),
        longest_(longest_of(options)) {}

  void add_line(size_t number, const std::string& line, const Tokens& encoded) {
    line_ = number;
    part_ = 0;
    tags_.begin(line);
    escapes_apostrophes_ = reader_.unescapes(line);
    // An invisible character after a mark would hide the end of a sentence.
    const auto visible = text::without_invisible(line);
    const auto found = splits_ ? text::sentences_of(visible) : whole_line(visible);
    for (const auto& one : found.sentences) {
      between_ += one_line(one.before);
      const bool is_line = one.words.size() == line.size();
      std::string text(one.words);
      tags_.add_to(text);
      add_sentence(std::move(text), is_line ? encoded : Tokens());
    }
    sources_.behind.push_back(std::exchange(between_, {}) + one_line(found.behind));
  }

 private:
  void add_sentence(std::string text, Tokens encoded) {
    before_sentence_();
    auto whole = reader_.read(text, std::move(encoded));
    if (whole.tokens.size() <= longest_) {
      add(std::move(text), std::move(whole));
    } else {
      const auto count = [&](std::string_view part) {
        before_sentence_();
        return tokenizers_.encode_source(part).size();
      };
      bool is_first = true;
      for (auto& clause : text::split_at_clauses(text, reader_.items_of(text), longest_, count)) {
        tags_.add_to(clause);
        auto found = reader_.read(clause);
        // The blank at a cut; join_parts.cpp adds those between two translations.
        if (!is_first && (!between_.empty() || is_copied(found))) between_ += ' ';
        is_first = false;
        add(std::move(clause), std::move(found));
      }
    }
    ++sentence_;
  }

  /// Whether there is nothing to translate.
  bool is_copied(const SentenceReader::Result& found) const {
    const auto& [reading, tokens] = found;
    const bool is_blank = reading.left_out.empty() && tokens.size() <= 1;  // only eos
    return is_blank || (copies_ && !has_words(reading));
  }

  void add(std::string text, SentenceReader::Result found) {
    auto& [reading, tokens] = found;
    reading.escapes_apostrophes = escapes_apostrophes_;  // decided for the whole line
    if (is_copied(found)) {
      between_ += text;
      return;
    }
    sources_.before.push_back(std::exchange(between_, {}));
    sources_.tokens.push_back(std::move(tokens));
    sources_.texts.push_back(std::move(text));
    sources_.readings.push_back(std::move(reading));
    sources_.lines.push_back(line_);
    sources_.sentences.push_back(sentence_);
    sources_.parts.push_back(part_++);
  }

  /// Whether there are letters outside the copied items.
  bool has_words(const Reading& reading) const {
    if (!text::has_letter(reading.text)) return false;
    if (reading.items.empty()) return true;
    return text::has_letter(reader_.read_without_items(reading.text).reading.text);
  }

  Sources& sources_;
  const std::function<void()>& before_sentence_;
  const text::TokenizerPair& tokenizers_;
  SentenceReader reader_;
  LanguageTags tags_;
  bool copies_, splits_;
  bool escapes_apostrophes_ = false;  // whether the current line escapes apostrophes
  size_t longest_;
  size_t line_ = 0, part_ = 0, sentence_ = 0;
  std::string between_;  // text after the last source
};

}  // namespace

Sources::Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all,
                 const config::SearchOptions& options, std::span<const Tokens> encoded,
                 const std::function<void()>& before_sentence,
                 const RequestOptions& request_options)
    : line_count(all.size()) {
  SourceMaker maker(*this, tokenizers, options, request_options, before_sentence);
  for (size_t line = 0; line < all.size(); ++line) {
    maker.add_line(line, all[line], encoded.empty() ? Tokens() : encoded[line]);
  }
}

Sources Sources::without_items(std::span<const size_t> numbers,
                               const SentenceReader& reader) const {
  Sources some;
  some.line_count = line_count;
  for (const size_t number : numbers) {
    auto [reading, found] = reader.read_without_items(texts[number]);
    some.tokens.push_back(std::move(found));
    some.texts.push_back(texts[number]);
    reading.escapes_apostrophes = readings[number].escapes_apostrophes;
    some.readings.push_back(std::move(reading));
    some.lines.push_back(lines[number]);
    some.sentences.push_back(sentences[number]);
    some.parts.push_back(parts[number]);
    some.before.push_back(before[number]);
  }
  return some;
}

}  // namespace regard::translate
