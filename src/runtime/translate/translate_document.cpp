#include "translate/translate_document.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "base/log.h"
#include "base/utf8.h"
#include "text/byte_pieces.h"
#include "text/characters.h"
#include "text/copied_items.h"
#include "text/sentences.h"
#include "text/tokenizer_pair.h"
#include "translate/translate_lines.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

namespace regard::translate {
namespace {

/// Typographic marks and those of other scripts, which a vocabulary may lack, with their ASCII
/// equivalents.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kPlainMarks = {
    {{"\u2018", "'"},  {"\u2019", "'"},  {"\u201A", "'"},  {"\u201B", "'"},  {"\u02BC", "'"},
     {"\u201C", "\""}, {"\u201D", "\""}, {"\u201E", "\""}, {"\u00AB", "\""}, {"\u00BB", "\""},
     {"\u2010", "-"},  {"\u2011", "-"},  {"\u2013", "-"},  {"\u2014", "-"},  {"\u3002", "."},
     {"\uFF0E", "."},  {"\uFF01", "!"},  {"\uFF1F", "?"},  {"\uFF0C", ","},  {"\u061F", "?"}}};

std::string_view text_of(std::string_view sentence, const text::CopiedItem& item) {
  return sentence.substr(item.begin, item.end - item.begin);
}

/// Removes the space in "Are you late ?", which is usual only in French: in a joint vocabulary, the
/// mark after a space is a French piece.
std::string with_joined_end_mark(std::string text) {
  constexpr std::array<std::string_view, 3> kSpaces = {" ", "\u00A0", "\u202F"};
  const size_t marks = text.find_last_not_of("?!") + 1;
  if (marks == 0 || marks == text.size()) return text;
  size_t end = marks;
  const auto ends = [&](auto space) {
    return std::string_view(text).substr(0, end).ends_with(space);
  };
  for (const auto* space = std::ranges::find_if(kSpaces, ends); space != kSpaces.end();
       space = std::ranges::find_if(kSpaces, ends)) {
    end -= space->size();
  }
  if (end > 0) text.erase(end, marks - end);
  return text;
}

/// The unescaped quotes at the beginning and end of a sentence that also has escaped ones. `text`
/// is the sentence without backslashes.
std::vector<text::CopiedItem> plain_quotes(std::string_view sentence, std::string_view text) {
  std::vector<text::CopiedItem> quotes;
  if (sentence.starts_with('\'')) quotes.push_back({0, 1});
  const bool ends = sentence.ends_with('\'') && !sentence.ends_with("\\'");
  if (ends && text.size() > 1) quotes.push_back({text.size() - 1, text.size()});
  return quotes;
}

/// Whether an item is a tag, emphasis, a placeholder in braces, an escape or a line break.
bool is_mark(std::string_view item) {
  return is_markup(item) || text::is_among(item[0], "{[`") || text::is_written_break(item);
}

/// Whether a mark of the sentence touches a word, so that the pieces of both would join. A model
/// reads "tfriend" in "Hello\tfriend" and does not recognize "Where" in "<i>Where". A few letters
/// belong to the placeholder or code next to them ({n}th, `cat`s).
bool has_marks_at_words(std::string_view sentence, std::span<const text::CopiedItem> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    const auto& item = items[i];
    const auto text = text_of(sentence, item);
    if (!is_mark(text)) continue;
    const auto is_word = [&](std::string_view letters) {
      const bool is_part =
          text::is_among(text[0], "{`") && is_affix(letters) && !is_paired_tag(text, sentence);
      return !letters.empty() && !is_part;
    };
    const bool joins_item = i > 0 && items[i - 1].end == item.begin;
    const bool is_joined = i + 1 < items.size() && items[i + 1].begin == item.end;
    const auto before = sentence.substr(0, item.begin), behind = sentence.substr(item.end);
    if ((!joins_item && is_word(before.substr(before.size() - word_at_end(before)))) ||
        (!is_joined && is_word(behind.substr(0, word_at_begin(behind))))) {
      return true;
    }
  }
  return false;
}

/// Removes the capital that was added to a copied item at the beginning of the text that the model
/// reads.
void undo_capital_of_item(Reading& reading) {
  if (!reading.capital_added) return;
  auto text = text::with_small_letter(reading.text);
  const auto begins = [&](const std::string& item) { return text.starts_with(item); };
  if (std::ranges::none_of(reading.items, begins)) return;
  reading.text = std::move(text);
  reading.capital_added = false;
}

}  // namespace

SentenceReader::SentenceReader(const text::TokenizerPair& tokenizers,
                               const config::SearchOptions& options,
                               const RequestOptions& request_options)
    : tokenizers_(&tokenizers),
      request_options_(&request_options),
      keep_(request_options.keep),
      copy_(options.copy) {}

SentenceReader::Result SentenceReader::read(std::string_view sentence,
                                            std::vector<int64_t> tokens) const {
  return read(sentence, std::move(tokens), Leave::unreadable);
}

SentenceReader::Result SentenceReader::read_without_items(std::string_view sentence) const {
  return read(sentence, {}, Leave::all);
}

bool SentenceReader::unescapes(std::string_view line) const {
  return copy_ != config::Copy::none && text::escapes_apostrophes(line) && is_readable("'");
}

std::vector<text::CopiedItem> SentenceReader::items_of(std::string_view text) const {
  if (copy_ == config::Copy::none) return {};
  auto items = text::copied_items(
      text, {.numbers = copy_ == config::Copy::all, .keep = keep_.empty() ? nullptr : &keep_});
  // A vocabulary symbol at the beginning of the text, such as the target language, is an
  // instruction for the model.
  const auto& symbols = tokenizers_->source().symbols();
  std::erase_if(items, [&](const auto& item) {
    const auto is_item = [&](const auto& symbol) { return symbol == text_of(text, item); };
    return item.begin == 0 && std::ranges::any_of(symbols, is_item);
  });
  if (items.empty() || request_options_->glossary == nullptr) return items;
  const auto terms = request_options_->glossary->in(text);
  std::erase_if(items, [&](const auto& item) {
    return std::ranges::any_of(terms, [&](const auto& match) {
      return match.term->source.find(text_of(text, item)) != std::string::npos;
    });
  });
  return items;
}

SentenceReader::Result SentenceReader::read(std::string_view sentence, std::vector<int64_t> tokens,
                                            Leave which) const {
  auto text = text::without_invisible(sentence);
  const bool escapes = unescapes(text);
  if (escapes) text = text::with_plain_apostrophes(text);
  const auto& language = tokenizers_->source_language();
  if (copy_ != config::Copy::none && !language.empty() && !language.starts_with("fr")) {
    text = with_joined_end_mark(std::move(text));
  }
  if (tokens.empty() || text != sentence) tokens = tokenizers_->encode_source(text);
  auto items = items_of(text);
  if (copy_ != config::Copy::none && text::lacks_characters(tokenizers_->source(), tokens)) {
    text = with_readable_marks(text, items);
    items = items_of(text);
    if (!is_readable(text)) add_unreadable_words(text, items);
  }
  std::vector<text::CopiedItem> quotes;
  if (escapes) {
    quotes = plain_quotes(sentence, text);
    items.insert(items.end(), quotes.begin(), quotes.end());
    std::ranges::sort(items, {}, &text::CopiedItem::begin);
  }
  Result result;
  std::vector<text::CopiedItem> left;
  const bool leaves_marks = has_marks_at_words(text, items);
  for (const auto& item : items) {
    const bool is_quote = std::ranges::find(quotes, item) != quotes.end();
    const bool fuses = leaves_marks && is_mark(text_of(text, item));
    if (which == Leave::all || is_quote || fuses || !is_readable(text_of(text, item))) {
      left.push_back(item);
    } else {
      result.reading.items.emplace_back(text_of(text, item));
    }
  }
  auto items_read = std::move(result.reading.items);
  result.reading = leave_out(text, left);
  result.reading.items = std::move(items_read);
  result.reading.escapes_apostrophes = escapes;
  undo_capital_of_item(result.reading);
  result.tokens = result.reading.text == sentence ? std::move(tokens)
                                                  : tokenizers_->encode_source(result.reading.text);
  if (copy_ != config::Copy::none && text::is_in_capitals(result.reading.text)) {
    if (!result.reading.items.empty()) return read(sentence, {}, Leave::all);
    read_capitals_small(result);
  }
  return result;
}

bool SentenceReader::is_readable(std::string_view text) const {
  return !text::lacks_characters(tokenizers_->source(), tokenizers_->encode_source(text));
}

std::string SentenceReader::with_readable_marks(std::string_view text,
                                                const std::vector<text::CopiedItem>& items) const {
  std::string result;
  std::map<std::string_view, bool> readable;
  auto item = items.begin();
  for (size_t at = 0; at < text.size();) {
    if (item != items.end() && item->begin == at) {
      result += text_of(text, *item);
      at = item++->end;
      continue;
    }
    const auto rest = text.substr(at);
    const auto character = rest.substr(0, std::max<size_t>(first_code_point(rest).length, 1));
    const auto plain =
        std::ranges::find(kPlainMarks, character, [](auto& mark) { return mark.first; });
    const bool is_mark = plain != kPlainMarks.end();
    if (is_mark && !readable.contains(character)) {
      const bool is_rare =
          plain->second != "\"" && text::is_rare_piece(tokenizers_->source(), character);
      readable[character] = (is_readable(character) && !is_rare) || !is_readable(plain->second);
    }
    result += is_mark && !readable[character] ? plain->second : character;
    at += character.size();
  }
  return result;
}

void SentenceReader::add_unreadable_words(std::string_view text,
                                          std::vector<text::CopiedItem>& items) const {
  if (tokenizers_->source().type() == config::TokenizerType::word) return;
  std::vector<text::CopiedItem> words;
  std::map<std::string_view, bool> readable;
  size_t next = 0;  // first item that ends after the word's beginning
  for (size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const size_t word = word_at_begin(rest);
    const size_t size = word > 0 ? word : std::max<size_t>(first_code_point(rest).length, 1);
    const auto part = rest.substr(0, size);
    while (next < items.size() && items[next].end <= at) ++next;
    const bool is_within = next < items.size() && items[next].begin < at + size;
    const bool is_blank = word == 0 && text::is_unicode_space(first_code_point(rest).value);
    if (!is_within && !is_blank) {
      const auto [known, is_new] = readable.try_emplace(part);
      if (is_new) known->second = is_readable(part);
      if (!known->second) words.push_back({at, at + size});
    }
    at += size;
  }
  items.insert(items.end(), words.begin(), words.end());
  std::ranges::sort(items, {}, &text::CopiedItem::begin);
}

void SentenceReader::read_capitals_small(Result& result) const {
  auto small = recased(result.reading.text, *tokenizers_);
  auto tokens = tokenizers_->encode_source(small);
  const auto lacks = [&](const auto& some) {
    return text::lacks_characters(tokenizers_->source(), some);
  };
  const bool is_better =
      lacks(result.tokens) ? !lacks(tokens) : tokens.size() < result.tokens.size();
  if (!is_better || small.size() != result.reading.text.size()) return;
  result.reading.text = std::move(small);
  result.reading.in_capitals = true;
  result.reading.capital_added = false;
  result.tokens = std::move(tokens);
}

namespace {

/// A sentence or clause, its block, and the text before it in that block.
struct Segment {
  size_t block;
  std::string before;
  std::string text;
};

/// A sentence, or its clauses if it is too long; a copied item is never cut.
std::vector<std::string> parts_of(std::string_view sentence, const DocumentOptions& options) {
  if (options.count(sentence) <= options.longest) return {std::string(sentence)};
  return text::split_at_clauses(sentence, text::copied_items(sentence), options.longest,
                                options.count);
}

/// The sentences of all blocks. Sets `behind` to the text after the last sentence of each block.
std::vector<Segment> segments_of(const std::vector<text::Block>& blocks,
                                 const DocumentOptions& options, std::vector<std::string>& behind) {
  std::vector<Segment> segments;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const auto found = text::sentences_of(blocks[block].text);
    for (const auto& [before, words] : found.sentences) {
      auto parts = parts_of(words, options);
      if (parts.size() > 1) {
        log_warning("a sentence of ", options.count(words), " tokens is translated in ",
                    parts.size(), " parts");
      }
      const bool needs_space = !segments.empty() && segments.back().block == block;
      std::string gap(before.empty() && needs_space ? " " : before);
      for (auto& part : parts) {
        segments.push_back({block, std::exchange(gap, " "), std::move(part)});
      }
    }
    behind.emplace_back(found.behind);
  }
  return segments;
}

}  // namespace

std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options) {
  const auto blocks = text::blocks_of(lines, options.wrapping);
  std::vector<std::string> behind;
  const auto segments = segments_of(blocks, options, behind);
  std::vector<std::string> sentences;
  for (const auto& segment : segments) sentences.push_back(segment.text);
  const auto translations = translate(sentences);

  std::vector<std::string> result(blocks.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    result[segments[i].block] += segments[i].before + translations[i];
  }
  for (size_t i = 0; i < blocks.size(); ++i) result[i] = blocks[i].with(result[i] + behind[i]);
  return result;
}

std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options) {
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  return translate_document(views, translate, options);
}

}  // namespace regard::translate
