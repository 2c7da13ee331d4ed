#include "translate/translate_document.h"

#include <utility>

#include "base/ascii.h"
#include "base/log.h"
#include "text/clauses.h"
#include "text/copied_items.h"
#include "text/sentences.h"

namespace regard::translate {
namespace {

/// A sentence or clause, the block it belongs to, and what stands before it there.
struct Segment {
  size_t block;
  std::string before;
  std::string text;
};

/// A sentence, or its clauses if it is too long; none is cut within a copied item.
std::vector<std::string> parts_of(std::string_view sentence, const DocumentOptions& options) {
  if (options.count(sentence) <= options.longest) return {std::string(sentence)};
  return text::split_at_clauses(sentence, text::copied_items(sentence), options.longest,
                                options.count);
}

/// Adds what stands behind the last sentence of a block to what is behind the block.
std::vector<Segment> segments_of(std::vector<text::Block>& blocks, const DocumentOptions& options) {
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
    blocks[block].behind.insert(0, found.behind);
  }
  return segments;
}

}  // namespace

std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options) {
  auto blocks = text::blocks_of(lines, options.wrapping);
  const auto segments = segments_of(blocks, options);
  std::vector<std::string> sentences;
  for (const auto& segment : segments) sentences.push_back(segment.text);
  const auto translations = translate(sentences);

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
