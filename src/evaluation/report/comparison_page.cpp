#include "report/comparison_page.h"

#include <nlohmann/json.hpp>

#include "draw/assets.h"
#include "draw/page.h"
#include "draw/picture.h"
#include "pages/script_data.h"
#include "regard/base/str.h"
#include "report/assets.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::Comparison;

// The title of the page, such as "rnn, lstm or transformer?"
std::string title_of(const Comparison& comparison) {
  if (are_many(comparison)) {
    return str("Which of ", comparison.systems.size(), " systems translates best?");
  }
  std::string title;
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    title += i == 0 ? "" : i + 1 < comparison.systems.size() ? ", " : " or ";
    title += comparison.systems[i].name;
  }
  return title + "?";
}

constexpr std::string_view kContents =
    "<a class=\"skip\" href=\"#content\">Skip to the verdict</a>\n"
    "<nav aria-label=\"Sections\"><ul>\n"
    "<li><a href=\"#verdict\">Verdict</a></li>\n"
    "<li><a href=\"#models\">Models</a></li>\n"
    "<li><a href=\"#quality\">Quality</a></li>\n"
    "<li><a href=\"#sentences\">Sentences</a></li>\n"
    "<li><a href=\"#seeds\">Seeds</a></li>\n"
    "<li><a href=\"#search\">Calibration and search</a></li>\n"
    "</ul></nav>\n";

}  // namespace

ComparisonPage comparison_page(const Comparison& comparison) {
  Pictures pictures;
  const auto title = title_of(comparison);
  auto [data, left_out] = sentence_data(comparison);
  data["colours"] = heatmap_colours();
  auto html = str(
      draw::page_head(title, str(assets::kPictureStyle, assets::kComparisonStyle)), kContents,
      "<header><h1>", draw::escape(title),
      "</h1>\n<p class=\"note\">A comparison of translations by regard.</p></header>\n"
      "<main id=\"content\" tabindex=\"-1\">\n",
      verdict_section(comparison), models_section(comparison, pictures),
      quality_section(comparison, pictures), sentences_section(comparison, left_out),
      seeds_section(comparison, pictures), search_section(comparison, pictures),
      "</main>\n<div id=\"tip\" role=\"status\" hidden=\"\"></div>\n",
      page_end(safe_in_script(data), str(assets::kComparisonScript, assets::kSentenceTableScript)));
  return {.html = std::move(html), .pictures = pictures.all()};
}

}  // namespace regard::report
