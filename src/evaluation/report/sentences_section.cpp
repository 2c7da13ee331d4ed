#include "base/readable.h"
#include "compare/numbers.h"
#include "draw/picture.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::Comparison;
using compare::decimal;
using draw::escape;

// The script fills in the texts with colored words.
std::string wins_html(const Comparison& comparison) {
  std::string lists;
  for (std::size_t i = 0; i < comparison.biggest_wins.size(); ++i) {
    std::string items;
    for (const auto& win : comparison.biggest_wins[i].wins) {
      items += str("<li data-sentence=\"", win.sentence, "\">sentence ", win.sentence + 1,
                   ", chrF ", decimal(win.lead, 1), " ahead<div class=\"texts\"></div></li>\n");
    }
    if (items.empty()) continue;
    const auto name = system_html(comparison.systems[i].name, i);
    const auto list = str("<ol class=\"wins\">\n", items, "</ol>\n");
    lists += are_many(comparison)
                 ? str("<details><summary>", name, "</summary>\n", list, "</details>\n")
                 : str("<h4>", name, "</h4>\n", list);
  }
  return lists;
}

std::string option(std::size_t value, std::string_view name) {
  return str("<option value=\"", value, "\">", escape(name), "</option>");
}

std::string controls_html(const Comparison& comparison) {
  std::string kinds, systems, metrics;
  const auto kind_names = sentence_kinds(comparison);
  for (std::size_t i = 0; i < kind_names.size(); ++i) kinds += option(i, kind_names[i]);
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    systems += option(i, comparison.systems[i].name);
  }
  std::size_t number = 0;
  for (const auto* metric : sentence_metrics(comparison)) {
    metrics += option(number++, metric->name + (metric->higher_is_better ? " (higher is better)"
                                                                         : " (lower is better)"));
  }
  const bool several = comparison.systems.size() > 1;
  return str(
      "<div class=\"controls\" role=\"search\">\n"
      "<label>find words <input id=\"find\" type=\"search\" autocomplete=\"off\"/></label>\n"
      "<label>kind <select id=\"kind\"><option value=\"\">all kinds</option>",
      kinds,
      "</select></label>\n<label>best is <select id=\"best\"><option value=\"\">any</option>",
      systems, several ? "<option value=\"-1\">none alone</option>" : "",
      "</select></label>\n<label>score <select id=\"metric\">", metrics,
      "</select></label>\n"
      "<label>words compared with <select id=\"against\"><option value=\"reference\">the reference"
      "</option>",
      several
          ? str("<option value=\"first\">", escape(comparison.systems.front().name), "</option>")
          : "",
      "</select></label>\n",
      are_many(comparison)
          ? str("<label>column of scores <select id=\"column\">", systems, "</select></label>\n")
          : "",
      "</div>\n");
}

std::string sortable(std::string_view key, std::string_view html) {
  return str("<th scope=\"col\"><button type=\"button\" data-key=\"", key, "\">", html,
             "</button></th>");
}

std::string table_frame(const Comparison& comparison) {
  std::string scores;
  if (are_many(comparison)) {
    scores = sortable("chosen", "<span id=\"chosen\"></span>");
  } else {
    for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
      scores += sortable(str(i), system_html(comparison.systems[i].name, i));
    }
  }
  const auto count = comparison.systems.size();
  if (count > 1) scores += sortable("difference", count == 2 ? "difference" : "spread");
  return str("<p class=\"note screen\">Click a column's head, or press Enter on it, to sort.",
             count == 2  ? " The difference is the second score minus the first."
             : count > 2 ? " The spread is the highest score minus the lowest."
                         : "",
             "</p>\n<p id=\"found\" role=\"status\"></p>\n"
             "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Sentences\">\n",
             are_many(comparison) ? "<table id=\"sentence-table\" class=\"one-column\">"
                                  : "<table id=\"sentence-table\">",
             "\n<thead><tr>", sortable("number", "no."),
             "<th scope=\"col\" class=\"texts\">sentence</th>", sortable("words", "words"), scores,
             "</tr></thead>\n<tbody id=\"rows\"></tbody>\n</table>\n</div>\n"
             "<p id=\"more-buttons\" hidden=\"\"><button type=\"button\" id=\"show-more\">more"
             "</button> <button type=\"button\" id=\"show-all\">all</button></p>\n");
}

constexpr std::string_view kLegend =
    "<p class=\"legend\">Words are compared with the reference: "
    "<span class=\"alone\">bold and underlined</span> is right, and right in no other system; "
    "<span class=\"off\">wavy</span> is not in the reference; "
    "<span class=\"missed\">dotted</span> in the reference is in no translation. "
    "<span class=\"screen\">Point at a word to see what it attended to; at a word of the source, "
    "to "
    "see which words of each system attended to it.</span></p>\n";

std::string left_out_html(std::size_t left_out) {
  if (left_out == 0) return "";
  return paragraph(str("The page would be too large with all n-best lists and attention: those of ",
                       grouped(static_cast<int64_t>(left_out)),
                       " sentences, spread evenly, are omitted (regard compare --json has all)."),
                   "note");
}

}  // namespace

std::string sentences_section(const Comparison& comparison, std::size_t left_out) {
  if (comparison.sentences.empty()) return "";
  const auto wins = wins_html(comparison);
  return folded_section(
      "sentences", "Sentences",
      str(kLegend,
          "<noscript><p>Sentences are shown by a script of this page, which is switched "
          "off.</p></noscript>\n",
          wins.empty() ? ""
                       : "<h3>Largest wins of each system</h3>\n" +
                             paragraph("Sentences with the largest lead of a system over the next "
                                       "best.") +
                             wins,
          "<h3>All sentences</h3>\n", left_out_html(left_out), controls_html(comparison),
          table_frame(comparison)));
}

}  // namespace regard::report
