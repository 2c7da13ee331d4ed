#include "explain/walk.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "draw/page.h"
#include "draw/picture.h"
#include "explain/assets.h"
#include "explain/walk_json.h"
#include "pages/script_data.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

using nlohmann::json;

constexpr int64_t kNumbers = 600'000;  // on a page at most: 2 bytes each, and base64, are 1.6 MB

int64_t numbers_in(const std::vector<Step>& steps, int64_t columns) {
  int64_t numbers = 0;
  for (const auto& step : steps) {
    for (const auto& layer : step.values) {
      for (const auto& head : layer) numbers += head.size(0) * std::min(columns, head.size(1));
    }
  }
  return numbers;
}

/// As many numbers of each vector as a page has room for.
int64_t columns_for(const std::vector<Step>& steps) {
  int64_t columns = 4096;
  while (columns > 8 && numbers_in(steps, columns) > kNumbers) columns /= 2;
  return columns;
}

}  // namespace

std::string explain_page(const std::optional<Walk>& walk) {
  auto steps = worked_examples();
  json data = json::object();
  if (walk) {
    data = json_of(*walk);
    steps.insert(steps.end(), walk->steps.begin(), walk->steps.end());
  }
  data["colours"] = report::heatmap_colours();
  data["steps"] = json_of(steps, columns_for(steps), [](const Step&) { return true; });
  const auto title = walk ? "Every number of: " + walk->line : "The book's worked examples";
  std::string facts;
  if (walk) {
    facts = str("<dl>\n<dt>model</dt><dd>", draw::escape(walk->model), "</dd>\n<dt>source</dt><dd>",
                draw::escape(walk->line), "</dd>\n<dt>translation</dt><dd>",
                draw::escape(walk->translation), "</dd>\n</dl>\n");
  }
  return str(draw::page_head(title, assets::kExplainStyle), "<h1>", draw::escape(title), "</h1>\n",
             facts, assets::kExplainHtml,
             report::page_end(report::safe_in_script(data), assets::kExplainScript));
}

}  // namespace regard::explain
