#include "regard/translate/translate_document.h"

#include <utility>

#include "regard/base/ascii.h"
#include "regard/base/log.h"
#include "regard/text/clauses.h"
#include "regard/text/placeholders.h"
#include "regard/text/sentences.h"

namespace regard::translate {
namespace {

/// A sentence or clause, the block it belongs to, and what stands before it there.
struct Segment {
  size_t block;
  std::string before;
  std::string text;
};

/// Adds what stands behind the last sentence of a block to what is behind the block.
std::vector<Segment> segments_of(std::vector<text::Block>& blocks, const DocumentOptions& options) {
  std::vector<Segment> segments;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const auto found = text::sentences_of(blocks[block].text);
    for (const auto& [before, words] : found.sentences) {
      auto parts = text::split_at_clauses(words, options.longest, options.count);
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
    blocks[block].behind.insert(0, found.behind);
  }
  return segments;
}

/// The placeholders of a text and the texts before, between and after them.
std::vector<std::string> between_placeholders(std::string_view text) {
  std::vector<std::string> parts;
  const char* begin = text.data();
  for (const auto placeholder : text::placeholders_in(text)) {
    parts.emplace_back(begin, placeholder.data());
    begin = placeholder.data() + placeholder.size();
  }
  parts.emplace_back(begin, text.data() + text.size());
  return parts;
}

/// `translation` with the leading and trailing spaces of `original`.
std::string with_spaces_of(const std::string& original, const std::string& translation) {
  const size_t begin = original.find_first_not_of(' ');
  if (begin == std::string::npos) return original;
  const size_t end = original.find_last_not_of(' ') + 1;
  return original.substr(0, begin) + translation + original.substr(end);
}

/// Text with a letter is translated; a comma between placeholders is not.
bool is_worth_it(std::string_view text) {
  for (const char c : text) {
    if (is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U) return true;
  }
  return false;
}

/// Translates the parts between placeholders again where a translation has lost one.
void restore_placeholders(const std::vector<Segment>& segments, const TranslateSentences& translate,
                          std::vector<std::string>& translations) {
  for (size_t i = 0; i < segments.size(); ++i) {
    const auto& source = segments[i].text;
    if (text::lost_placeholders(source, translations[i]).empty()) continue;
    const auto placeholders = text::placeholders_in(source);
    const auto between = between_placeholders(source);
    std::vector<std::string> sentences;
    for (const auto& part : between) {
      if (is_worth_it(part)) sentences.emplace_back(trimmed(part));
    }
    const auto translated = translate(sentences);
    std::string joined;
    size_t next = 0;
    for (size_t part = 0; part < between.size(); ++part) {
      joined += is_worth_it(between[part]) ? with_spaces_of(between[part], translated[next++])
                                           : between[part];
      if (part < placeholders.size()) joined += placeholders[part];
    }
    translations[i] = std::move(joined);
  }
}

}  // namespace

std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options) {
  auto blocks = text::blocks_of(lines, options.wrapping);
  const auto segments = segments_of(blocks, options);
  std::vector<std::string> sentences;
  for (const auto& segment : segments) sentences.push_back(segment.text);
  auto translations = translate(sentences);
  restore_placeholders(segments, translate, translations);

  std::vector<std::string> result;
  for (const auto& block : blocks) result.push_back(block.indent);
  for (size_t i = 0; i < segments.size(); ++i) {
    result[segments[i].block] += segments[i].before + translations[i];
  }
  for (size_t i = 0; i < blocks.size(); ++i) result[i] += blocks[i].behind;
  return result;
}

std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options) {
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  return translate_document(views, translate, options);
}

}  // namespace regard::translate
