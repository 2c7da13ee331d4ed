#include "cli/review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/readable.h"
#include "documents/translated_file.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "serve/languages.h"
#include "translate/flags.h"

namespace regard::cli {

std::vector<TranslatedLine> texts_of(const std::vector<std::string>& files,
                                     const documents::DocumentOptions& options) {
  std::vector<TranslatedLine> texts;
  for (const auto& file : files) {
    const auto document = documents::read_document(file, options);
    int64_t number = 0;
    for (const auto& unit : document->units()) {
      texts.push_back({.number = number++, .source = unit.text, .file = file});
    }
  }
  return texts;
}

std::vector<TranslatedLine> texts_of(Blocks& blocks) {
  std::vector<TranslatedLine> texts;
  int64_t number = 0;
  for (auto block = blocks.next(); !block.texts.empty(); block = blocks.next()) {
    for (auto& text : block.texts) texts.push_back({.number = number++, .source = std::move(text)});
  }
  return texts;
}

double rank_of(const translate::Translation& translation) {
  if (translation.n_best.empty()) return 1.0;
  const double confidence = translation.n_best.front().confidence.value_or(1.0);
  return std::ldexp(confidence, -static_cast<int>(translation.flags.size()));
}

std::vector<ReviewedLine> worst_first(std::vector<ReviewedLine> lines) {
  std::erase_if(lines, [](const auto& line) { return line.translation.n_best.empty(); });
  std::ranges::stable_sort(lines, {}, [](const auto& line) { return rank_of(line.translation); });
  return lines;
}

std::string as_text(const ReviewedLine& line) {
  const auto& [where, translation] = line;
  const auto number = where.number + 1;
  const auto flags = join(translation.flags, ", ", [](auto flag) { return regard::name_of(flag); });
  return str(where.file.empty() ? str("line ", number) : str(where.file, ", text ", number),
             "  confidence ", fixed(translation.n_best.front().confidence.value_or(1.0), 2),
             flags.empty() ? "" : "  ", flags, "\n  ", where.source, "\n  ", translation.text,
             "\n\n");
}

void write_review(const std::vector<TranslatedLine>& texts, const TranslateTexts& translate,
                  Format format, OutputFile& output) {
  constexpr size_t kAtOnce = 512;
  ProgressBar bar(static_cast<int64_t>(texts.size()), "translate");
  std::vector<ReviewedLine> lines;
  for (size_t first = 0; first < texts.size(); first += kAtOnce) {
    std::vector<std::string> some;
    const size_t end = std::min(first + kAtOnce, texts.size());
    for (size_t i = first; i < end; ++i) some.push_back(texts[i].source);
    auto translations = translate(some, static_cast<int64_t>(first));
    for (size_t i = first; i < end; ++i) {
      lines.push_back({texts[i], std::move(translations[i - first])});
    }
    bar.update(static_cast<int64_t>(end));
  }
  bar.finish();
  for (const auto& line : worst_first(std::move(lines))) {
    output.write(format == Format::text
                     ? as_text(line)
                     : formatted(line.translation, line.line, {.format = format}));
  }
  output.commit();
}

void flag_language(const std::string& language, translate::Translation& translation) {
  if (language.empty() || !serve::is_in_other_language(translation.text, language)) return;
  add_flag(translate::Flag::wrong_language, translation.flags);
}

}  // namespace regard::cli
