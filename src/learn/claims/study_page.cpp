#include "claims/assets.h"
#include "claims/study.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::claims {
namespace {

using draw::drawn_text, draw::escape;
using report::paragraph;

std::string overview_html(const std::vector<Finding>& findings) {
  std::string rows;
  for (const auto& finding : findings) {
    rows += str("<tr><td><a href=\"#", finding.claim->name, "\">",
                escape(drawn_text(finding.claim->title)), "</a></td><td><strong>",
                escape(drawn_text(finding.verdict.text)), "</strong></td><td>",
                escape(effort_text(finding)), "</td></tr>\n");
  }
  return str(
      "<div class=\"scroll\"><table>\n",
      draw::drawn_html("<thead><tr><th>claim</th><th>verdict</th><th>measured</th></tr></thead>"),
      "\n<tbody>\n", rows, "</tbody></table></div>\n");
}

std::string checks_html(const Finding& finding) {
  std::string rows;
  for (const auto& check : check_texts(finding)) {
    rows += str("<tr><td>", escape(check.statement), "<small>", escape(check.quantity),
                "</small></td><td>", escape(check.measured), "</td><td>", escape(check.bounds),
                "</td><td><strong>", check.answer, "</strong></td></tr>\n");
  }
  return str("<div class=\"scroll\"><table>\n",
             draw::drawn_html("<thead><tr><th>check</th><th>mean [95 %]</th><th>should be</th>"
                              "<th>holds</th></tr></thead>"),
             "\n<tbody>\n", rows, "</tbody></table></div>\n");
}

std::string section_html(const Finding& finding, words::Language language) {
  const auto& claim = *finding.claim;
  return report::section(
      claim.name, heading_of(finding),
      str(paragraph(drawn_text(claim.statement)), paragraph(drawn_text(claim.source), "note"),
          paragraph(drawn_text(claim.experiment)), checks_html(finding),
          study_svg(finding, language), paragraph(drawn_text(claim.remark)),
          paragraph(
              drawn_text("regard claims {} ({})", {std::string(claim.name), effort_text(finding)}),
              "note")));
}

}  // namespace

std::string study_page(const std::vector<Finding>& findings, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  const auto title = study_title();
  auto html = str(draw::page_head(title, assets::kStudyStyle, words::name_of(language)),
                  "<main>\n<h1>", escape(title), "</h1>\n");
  for (const auto& text : introduction(findings)) html += paragraph(text);
  html += overview_html(findings);
  for (const auto& finding : findings) html += section_html(finding, language);
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace regard::claims
