#include "claims/study.h"
#include "claims/study_texts.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

/// A cell of a table: a bar would end it.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string section_of(const Finding& finding, const std::string& pictures) {
  const auto& claim = *finding.claim;
  auto text = str("\n<a id=\"", claim.name, "\"></a>\n## ", claim.title, ": ", finding.verdict.text,
                  "\n\n", claim.statement, " (", claim.source, ")\n\n", claim.experiment,
                  "\n\n| check | quantity | mean [95 %] | should be | |\n|---|---|---|---|---|\n");
  for (const auto& check : check_texts(finding)) {
    text += str("| ", cell(check.statement), " | ", cell(check.quantity), " | ",
                cell(check.measured), " | ", cell(check.bounds), " | ", check.answer, " |\n");
  }
  return str(text, "\n![", claim.title, "](", pictures, '/', claim.name, ".svg)\n\n", claim.remark,
             "\n\n`regard claims ", claim.name, "` (", effort_text(finding), ")\n");
}

}  // namespace

std::string study_markdown(const std::vector<Finding>& findings, const std::string& pictures) {
  auto text = str("# ", kStudyTitle, "\n");
  for (const auto& paragraph : introduction(findings)) text += str('\n', paragraph, '\n');
  text += "\n| claim | verdict | measured |\n|---|---|---|\n";
  for (const auto& finding : findings) {
    text += str("| [", cell(std::string(finding.claim->title)), "](#", finding.claim->name, ") | ",
                finding.verdict.text, " | ", effort_text(finding), " |\n");
  }
  for (const auto& finding : findings) text += section_of(finding, pictures);
  return text;
}

}  // namespace regard::claims
