#include "explain/walk.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "draw/page.h"
#include "draw/picture.h"
#include "explain/assets.h"
#include "explain/walk_json.h"
#include "pages/page_phrases.h"
#include "pages/script_data.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

using nlohmann::json;

constexpr int64_t kNumbers = 600'000;  // maximum on a page: with 2 bytes each, 1.6 MB in base64

int64_t numbers_in(const std::vector<Step>& steps, int64_t columns) {
  int64_t numbers = 0;
  for (const auto& step : steps) {
    for (const auto& layer : step.values) {
      for (const auto& head : layer) numbers += head.size(0) * std::min(columns, head.size(1));
    }
  }
  return numbers;
}

/// The number of elements of each vector for which a page has room.
int64_t columns_for(const std::vector<Step>& steps) {
  int64_t columns = 4096;
  while (columns > 8 && numbers_in(steps, columns) > kNumbers) columns /= 2;
  return columns;
}

/// The script's texts, in the language of the page.
json phrases_of_explanation() {
  constexpr const char* kLogits =
      "The output layer gives every token of the vocabulary a logit; the softmax turns the "
      "logits into probabilities. The most probable tokens:";
  constexpr const char* kBeam =
      "The prefixes that beam search keeps at this step, best first, and the probability of each "
      "prefix's last token. Finished prefixes end here.";
  return report::phrases_of_script({"output",   "logits and probabilities",
                                    "beam",     "token",
                                    "prefix",   "P of its last token",
                                    "finished", ": ",
                                    "{} of {}", "The first {} of {} numbers of each row.",
                                    "number",   "numbers",
                                    "source",   "target",
                                    "query",    "key",
                                    "position", "dimension",
                                    kLogits,    kBeam});
}

}  // namespace

std::string notes_on(const Walk& walk) {
  const auto note = [](const std::string& text) {
    return str("<p class=\"note\">", draw::escape(text), "</p>\n");
  };
  std::string notes;
  if (!walk.copied.empty()) {
    notes += note(draw::drawn_text("The model did not read these parts, which are copied: {}",
                                   {join(walk.copied)}));
  }
  if (walk.sentences > 1) {
    notes += note(draw::drawn_text("The text has {} sentences; this is the first.",
                                   {std::to_string(walk.sentences)}));
  }
  return notes;
}

std::string explain_page(const std::optional<Walk>& walk, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  auto steps = worked_examples();
  json data = json::object();
  if (walk) {
    data = json_of(*walk);
    steps.insert(steps.end(), walk->steps.begin(), walk->steps.end());
  }
  data["colours"] = report::heatmap_colours();
  data["phrases"] = phrases_of_explanation();
  data["steps"] = json_of(steps, columns_for(steps), [](const Step&) { return true; });
  const auto title =
      walk ? str(draw::drawn_text("Every number of"), draw::drawn_text(": "), walk->line)
           : draw::drawn_text("The book's worked examples");
  std::string facts;
  if (walk) {
    const auto fact = [](const char* name, const std::string& value) {
      return str("<dt>", draw::drawn_text(name), "</dt><dd>", draw::escape(value), "</dd>\n");
    };
    facts = str("<dl>\n", fact("model", walk->model), fact("source", walk->line),
                fact("translation", walk->translation), "</dl>\n", notes_on(*walk));
  }
  return str(draw::page_head(title, assets::kExplainStyle, words::name_of(language)),
             "<main>\n<h1>", draw::escape(title), "</h1>\n", facts,
             draw::drawn_html(assets::kExplainHtml), "</main>\n",
             report::page_end(report::safe_in_script(data), assets::kExplainScript));
}

}  // namespace regard::explain
