#include "pages/page_phrases.h"

#include <nlohmann/json.hpp>

#include "pages/assets.h"

namespace regard::report {

const draw::Phrases* phrases_of_pages(draw::Language language) {
  if (language == draw::Language::en) return nullptr;
  static const draw::Phrases kPhrases(assets::kPagesChinese);
  return &kPhrases;
}

nlohmann::json phrases_of_script(std::initializer_list<const char*> texts) {
  constexpr const char* kHeatmap = "{}: {} by {} weights";  // label of drawHeatmap in ui.js
  nlohmann::json phrases = {{kHeatmap, draw::drawn_text(kHeatmap)}};
  for (const char* text : texts) phrases[text] = draw::drawn_text(text);
  return phrases;
}

}  // namespace regard::report
