#include "claims/assets.h"
#include "claims/study.h"
#include "draw/page.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::claims {
namespace {

using draw::escape;
using report::paragraph;

std::string overview_html(const std::vector<Finding>& findings) {
  std::string rows;
  for (const auto& finding : findings) {
    rows += str("<tr><td><a href=\"#", finding.claim->name, "\">", escape(finding.claim->title),
                "</a></td><td><strong>", escape(finding.verdict.text), "</strong></td><td>",
                escape(effort_text(finding)), "</td></tr>\n");
  }
  return str(
      "<div class=\"scroll\"><table>\n<thead><tr><th>claim</th><th>verdict</th>"
      "<th>measured</th></tr></thead>\n<tbody>\n",
      rows, "</tbody></table></div>\n");
}

std::string checks_html(const Finding& finding) {
  std::string rows;
  for (const auto& check : check_texts(finding)) {
    rows += str("<tr><td>", escape(check.statement), "<small>", escape(check.quantity),
                "</small></td><td>", escape(check.measured), "</td><td>", escape(check.bounds),
                "</td><td><strong>", check.answer, "</strong></td></tr>\n");
  }
  return str(
      "<div class=\"scroll\"><table>\n<thead><tr><th>check</th><th>mean [95 %]</th>"
      "<th>should be</th><th></th></tr></thead>\n<tbody>\n",
      rows, "</tbody></table></div>\n");
}

std::string section_html(const Finding& finding) {
  const auto& claim = *finding.claim;
  return report::section(
      claim.name, str(claim.title, ": ", finding.verdict.text),
      str(paragraph(claim.statement), paragraph(claim.source, "note"), paragraph(claim.experiment),
          checks_html(finding), study_svg(finding), paragraph(claim.remark),
          paragraph(str("regard claims ", claim.name, " (", effort_text(finding), ")"), "note")));
}

}  // namespace

std::string study_page(const std::vector<Finding>& findings) {
  auto html = str(draw::page_head(kStudyTitle, assets::kStudyStyle), "<h1>", escape(kStudyTitle),
                  "</h1>\n");
  for (const auto& text : introduction(findings)) html += paragraph(text);
  html += overview_html(findings);
  for (const auto& finding : findings) html += section_html(finding);
  return html + "</body>\n</html>\n";
}

}  // namespace regard::claims
