#include "documents/document.h"

#include <algorithm>
#include <map>
#include <utility>

namespace regard::documents {
namespace {

/// Units per batch: few at first for early progress, then more and more, so that batches have
/// sentences of similar length.
constexpr size_t kAtFirst = 8, kAtOnce = 128;

}  // namespace

std::vector<TranslatedText> translations_of(
    const Document& document, const TranslateUnits& translate_units,
    const std::function<void(size_t done, size_t all)>& report) {
  const auto& units = document.units();
  std::vector<TranslatedText> translations(units.size());
  size_t count = kAtFirst;
  for (size_t begin = 0, end = 0; begin < units.size(); begin = end) {
    end = std::min(begin + count, units.size());
    count = std::min(2 * count, kAtOnce);
    for (const bool needs_alignment : {false, true}) {
      std::vector<std::string> texts;
      std::map<std::string_view, size_t> number_of;
      std::vector<std::pair<size_t, size_t>> places;  // a unit and the index of its text
      for (size_t unit = begin; unit < end; ++unit) {
        if (units[unit].needs_alignment != needs_alignment) continue;
        const auto [found, is_new] = number_of.try_emplace(units[unit].text, texts.size());
        if (is_new) texts.push_back(units[unit].text);
        places.emplace_back(unit, found->second);
      }
      if (texts.empty()) continue;
      const auto answers = translate_units(texts, needs_alignment);
      for (const auto& [unit, number] : places) translations[unit] = answers[number];
    }
    if (report) report(end, units.size());
  }
  return translations;
}

WrittenDocument translate(const Document& document, const TranslateUnits& translate_units,
                          const std::function<void(size_t done, size_t all)>& report) {
  return document.write(translations_of(document, translate_units, report));
}

}  // namespace regard::documents
