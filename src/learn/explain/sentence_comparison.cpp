#include "explain/sentence_comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "draw/heatmap.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "draw/picture.h"
#include "explain/assets.h"
#include "pages/attention_page.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "translate/plan.h"

namespace regard::explain {
namespace {

using draw::drawn_text, draw::escape;

constexpr double kMapWidth = 460;     // minimum
constexpr double kSmallestCell = 12;  // narrower rows or columns would have overlapping labels
constexpr double kBesideCells = 140;  // pixels for titles, margins and the color bar of a map
constexpr int kDigits = 4;            // digits of log-probabilities
constexpr int kFewDigits = 2;         // digits of probabilities
constexpr size_t kOthers = 3;         // tokens that a model could have written instead

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::string cell(const std::string& text) { return str("<td>", escape(text), "</td>"); }
std::string number(double value, int digits = kDigits) {
  return str("<td class=\"number\">", draw::label(value, digits), "</td>");
}

/// A table whose first column contains the row names; `rows` are HTML.
std::string table_of(const std::vector<std::string>& head, const std::string& rows) {
  const auto column = [](const std::string& name) {
    return str("<th scope=\"col\">", escape(name), "</th>");
  };
  return str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>", join(head, "", column),
             "</tr></thead>\n<tbody>\n", rows, "</tbody></table></div>\n");
}

std::string row_of(const std::string& name, const std::string& cells) {
  return str("<tr><th scope=\"row\">", escape(name), "</th>", cells, "</tr>\n");
}

std::string section(const char* anchor, const std::string& title, const std::string& sentence,
                    const std::string& content) {
  return str("<section id=\"", anchor, "\">\n<h2>", escape(title), "</h2>\n<p class=\"note\">",
             escape(sentence), "</p>\n", content, "</section>\n");
}

std::string translations_of(const std::vector<ComparedWalk>& compared) {
  std::string rows;
  for (const auto& [walk, log_probs, hypotheses] : compared) {
    const auto tokens = std::ssize(walk.written);
    const double log_prob = sum(walk.log_probabilities);
    rows +=
        row_of(walk.model, str(cell(walk.translation), number(static_cast<double>(tokens)),
                               number(log_prob), number(log_prob / static_cast<double>(tokens))));
  }
  return section("translations", drawn_text("Translations"),
                 drawn_text("Models with different vocabularies split a text into different "
                            "numbers of tokens, so log P compares models only for a whole text."),
                 table_of({drawn_text("model"), drawn_text("translation"), drawn_text("tokens"),
                           "log P", drawn_text("log P per token")},
                          rows));
}

std::string log_probabilities_of(const std::vector<ComparedWalk>& compared) {
  std::vector<std::string> head = {drawn_text("model")};
  std::vector<size_t> columns;  // models whose translations are those of no earlier model
  for (size_t i = 0; i < compared.size(); ++i) {
    const auto is_same = [&](size_t other) {
      return compared[other].hypotheses.front() == compared[i].hypotheses.front();
    };
    if (std::ranges::any_of(columns, is_same)) continue;
    columns.push_back(i);
    head.push_back(str("“", compared[i].walk.translation, "”"));
  }
  std::string rows;
  for (const auto& one : compared) {
    rows += row_of(one.walk.model,
                   join(columns, "", [&](size_t i) { return number(one.log_probs[i]); }));
  }
  return section("log-p", drawn_text("Log P of each translation under each model"),
                 drawn_text("If a model gives another model's translation a higher log P than its "
                            "own, its search missed that translation: a search error, unless the "
                            "length penalty prefers its own."),
                 table_of(head, rows));
}

/// A model's attention to the source in its last layer, averaged over heads; nullopt if it has
/// none.
std::optional<draw::Heatmap> attention_map(const Walk& walk) {
  const auto found = std::ranges::find_if(walk.steps, [](const Step& step) {
    return step.is_weight && step.rows == Axis::target && step.columns == Axis::source;
  });
  if (found == walk.steps.end()) return std::nullopt;
  const auto mean = torch::stack(found->values.back()).mean(0).to(torch::kFloat64).contiguous();
  draw::Heatmap map{
      .title = walk.model,
      .rows = {.title = drawn_text("written"), .labels = report::readable_pieces(walk.written)},
      .columns = {.title = drawn_text("source"), .labels = report::readable_pieces(walk.source)}};
  for (int64_t row = 0; row < mean.size(0); ++row) {
    const auto* begin = mean[row].const_data_ptr<double>();
    map.values.emplace_back(begin, begin + mean.size(1));
  }
  return map;
}

std::string attention_section(const std::vector<ComparedWalk>& compared) {
  const auto title = drawn_text("Attention to the source");
  std::string maps;
  for (const auto& one : compared) {
    const auto map = attention_map(one.walk);
    if (!map) continue;
    double widest = 0;
    for (const auto& label : map->rows.labels) widest = std::max(widest, draw::text_width(label));
    const auto cells = kSmallestCell * static_cast<double>(map->columns.labels.size());
    const draw::Heatmaps picture{.maps = {*map},
                                 .value_title = drawn_text("attention weight"),
                                 .min = 0,
                                 .max = 1,
                                 .width = std::max(kMapWidth, cells + widest + kBesideCells)};
    maps += str("<div class=\"scroll\" tabindex=\"0\">",
                draw::draw(picture).svg(str(title, drawn_text(": "), one.walk.model)), "</div>\n");
  }
  if (maps.empty()) return {};
  return section("attention", title,
                 drawn_text("The mean of all heads in the last layer. Each row shows which "
                            "source tokens a step attends to."),
                 str("<div class=\"maps\">", maps, "</div>\n"));
}

std::string tokens_of(const Walk& walk) {
  std::string rows;
  for (size_t i = 0; i < walk.written.size(); ++i) {
    const double probability = std::exp(walk.log_probabilities[i]);
    std::vector<std::string> others;
    for (const auto& candidate : walk.candidates[i]) {
      if (candidate.token == walk.written[i]) continue;
      others.push_back(str(report::readable_piece(candidate.token), ' ',
                           draw::label(std::exp(candidate.log_probability), kFewDigits)));
      if (others.size() == kOthers) break;
    }
    rows += row_of(report::readable_piece(walk.written[i]),
                   str(number(probability, kFewDigits), cell(join(others, " · "))));
  }
  return str("<h3>", escape(walk.model), "</h3>\n",
             table_of({drawn_text("token"), "P", drawn_text("instead")}, rows));
}

std::string hypotheses_of(const ComparedWalk& compared) {
  std::string rows;
  for (size_t i = 0; i < compared.hypotheses.size(); ++i) {
    const auto& hypothesis = compared.walk.beam.n_best[i];
    rows +=
        row_of(compared.hypotheses[i], str(number(hypothesis.score), number(hypothesis.log_prob)));
  }
  return str("<h3>", escape(compared.walk.model), "</h3>\n",
             table_of({drawn_text("hypothesis"), drawn_text("score"), "log P"}, rows));
}

}  // namespace

std::vector<ComparedWalk> compared_walks(std::span<const NamedModel> models,
                                         std::vector<Walk> walks) {
  std::vector<ComparedWalk> compared;
  for (size_t i = 0; i < models.size(); ++i) {
    auto& [walk, log_probs, hypotheses] = compared.emplace_back();
    walk = std::move(walks.at(i));
    for (const auto& hypothesis : walk.beam.n_best)
      hypotheses.push_back(models[i].loaded->tokenizers.decode_target(hypothesis.tokens));
  }
  for (size_t i = 0; i < models.size(); ++i) {
    const auto& loaded = *models[i].loaded;
    const auto tag = translate::tag_id(loaded.experiment.search.tag, loaded.tokenizers.source());
    for (size_t other = 0; other < models.size(); ++other) {
      const auto& text = compared[other].hypotheses.front();
      // The model's own tokens may differ from those of its text when tokenized again.
      const bool is_own = text == compared[i].hypotheses.front();
      compared[i].log_probs.push_back(
          is_own ? sum(compared[i].walk.log_probabilities)
                 : translate::score_tokens(*loaded.model, loaded.tokenizers,
                                           {{compared[i].walk.reading}}, {{text}}, tag)
                       .front()
                       .log_prob());
    }
  }
  return compared;
}

std::string comparison_page(const std::vector<ComparedWalk>& compared, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  const auto& line = compared.front().walk.line;
  const auto title = drawn_text("Comparison");
  const bool have_equal_notes = std::ranges::all_of(compared, [&](const ComparedWalk& one) {
    return notes_on(one.walk) == notes_on(compared.front().walk);
  });
  const auto notes = have_equal_notes ? notes_on(compared.front().walk)
                                      : join(compared, "", [](const ComparedWalk& one) {
                                          return str("<p class=\"note\">", escape(one.walk.model),
                                                     "</p>\n", notes_on(one.walk));
                                        });
  return str(
      draw::page_head(str(title, drawn_text(": "), line), assets::kSentenceComparisonStyle,
                      words::name_of(language)),
      "<main>\n<h1>", escape(title), "</h1>\n<dl>\n<dt>", escape(drawn_text("source")), "</dt><dd>",
      escape(line), "</dd>\n</dl>\n", notes, translations_of(compared),
      log_probabilities_of(compared), attention_section(compared),
      section("tokens", drawn_text("Token by token"),
              drawn_text("The probability of each token that the model writes, and the most "
                         "probable tokens that it could have written instead."),
              join(compared, "", [](const ComparedWalk& one) { return tokens_of(one.walk); })),
      section("hypotheses", drawn_text("Hypotheses"),
              drawn_text("What beam search found, best first. The score is log P after the length "
                         "penalty."),
              join(compared, "", hypotheses_of)),
      "</main>\n</body>\n</html>\n");
}

}  // namespace regard::explain
