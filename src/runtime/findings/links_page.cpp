#include "findings/links_page.h"

#include <algorithm>

#include "draw/page.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

constexpr std::string_view kStyleOfLinks =
    ".links{margin:1.5rem 0}\n"
    ".links th{font-weight:normal;border:0;padding:0 .3rem}\n"
    ".links tr:first-child th{vertical-align:bottom;height:1px}\n"
    ".links tr:first-child span{writing-mode:vertical-rl;transform:rotate(180deg)}\n"
    ".links th:first-child{text-align:right;white-space:nowrap}\n"
    ".links td{border:1px solid var(--edge);width:1.3rem;height:1.3rem;padding:0;text-align:center;"
    "line-height:1}\n"
    ".sure{background:#56b4e9;color:#000}\n"
    ".possible{background:repeating-linear-gradient(45deg,#56b4e9 0 2px,transparent 2px 6px)}\n"
    ".wrong{color:#d55e00}\n";

std::string link_cell(const DrawnPair& pair, const alignment::Link& link) {
  const bool is_linked = std::ranges::binary_search(pair.links, link);
  const bool is_sure = pair.gold && std::ranges::binary_search(pair.gold->sure, link);
  const bool is_possible = pair.gold && std::ranges::binary_search(pair.gold->possible, link);
  const char* kind = is_sure                              ? " class=\"sure\""
                     : is_possible                        ? " class=\"possible\""
                     : pair.gold.has_value() && is_linked ? " class=\"wrong\""
                                                          : "";
  if (!is_linked && !is_possible) return "<td></td>";
  const auto words = pair.source[static_cast<size_t>(link.source)] + " \u2013 " +
                     pair.target[static_cast<size_t>(link.target)];
  return str("<td", kind, " title=\"", draw::escape(words), "\">", is_linked ? "\u25CF" : "",
             "</td>");
}

std::string grid(const DrawnPair& pair, size_t number) {
  std::string rows = str("<tr><th>", number, "</th>");
  for (const auto& word : pair.target)
    rows += str("<th><span>", draw::escape(word), "</span></th>");
  rows += "</tr>\n";
  for (size_t source = 0; source < pair.source.size(); ++source) {
    rows += str("<tr><th>", draw::escape(pair.source[source]), "</th>");
    for (size_t target = 0; target < pair.target.size(); ++target) {
      rows += link_cell(pair, {static_cast<int32_t>(source), static_cast<int32_t>(target)});
    }
    rows += "</tr>\n";
  }
  return str("<section class=\"scroll\"><table class=\"links\" id=\"pair-", number, "\">\n", rows,
             "</table></section>\n");
}

}  // namespace

std::string links_page(const std::string& title, std::span<const DrawnPair> pairs,
                       const std::optional<alignment::Quality>& quality) {
  std::string page = draw::page_head(title, kStyleOfLinks);
  page += str("<h1>", draw::escape(title), "</h1>\n");
  if (quality) {
    page += str("<p>", sentence_of(*quality), ".</p>\n<p class=\"note\">\u25CF: a link. ",
                "Filled cells: sure links of the gold alignment; striped cells: possible links. ",
                "Orange: a link that is neither sure nor possible.</p>\n");
  }
  for (size_t at = 0; at < pairs.size(); ++at) page += grid(pairs[at], at + 1);
  return page + "</body>\n</html>\n";
}

}  // namespace regard::findings
