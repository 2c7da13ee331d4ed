#include "serve/deepl_markup.h"

#include <string>
#include <string_view>

#include "base/ascii.h"
#include "regard/base/str.h"
#include "serve/deepl_fields.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

Markup read_tag_handling(const Fields& fields) {
  const auto markup = lower_ascii(fields.text("tag_handling").value_or(""));
  if (markup.empty()) return Markup::none;
  if (markup == "html") return Markup::html;
  if (markup == "xml") return Markup::xml;
  throw Refusal(400, "Value for 'tag_handling' not supported.");
}

/// Where markup is handled, a line end is a space unless the client wants otherwise.
Splitting read_splitting(const Fields& fields, Markup markup) {
  const auto value = lower_ascii(fields.word("split_sentences").value_or(""));
  if (value.empty()) return markup == Markup::none ? Splitting::lines : Splitting::marks;
  if (value == "0") return Splitting::none;
  if (value == "1") return Splitting::lines;
  if (value == "nonewlines") return Splitting::marks;
  throw Refusal(400, "Value for 'split_sentences' not supported.");
}

void need(bool holds, const std::string& name, std::string_view handling) {
  if (!holds)
    throw Refusal(400, str("Parameter '", name, "' needs 'tag_handling' ", handling, "."));
}

}  // namespace

void read_deepl_markup(const Fields& fields, TextRequest& wanted) {
  wanted.markup = read_tag_handling(fields);
  wanted.splitting = read_splitting(fields, wanted.markup);
  wanted.preserve_formatting = fields.flag("preserve_formatting");
  auto& rules = wanted.rules;
  rules.ignored = deepl_list(fields, "ignore_tags");
  rules.splitting = deepl_list(fields, "splitting_tags");
  rules.non_splitting = deepl_list(fields, "non_splitting_tags");
  const bool is_xml = wanted.markup == Markup::xml;
  need(rules.ignored.empty() || wanted.markup != Markup::none, "ignore_tags", "xml or html");
  need(rules.splitting.empty() || is_xml, "splitting_tags", "xml");
  need(rules.non_splitting.empty() || is_xml, "non_splitting_tags", "xml");
  if (!fields.word("outline_detection").value_or("").empty()) {
    rules.outline_detection = fields.flag("outline_detection");
    need(is_xml || rules.outline_detection, "outline_detection", "xml");  // true is its default
  }
  const auto version = fields.word("tag_handling_version").value_or("");
  if (version.empty()) return;
  need(wanted.markup != Markup::none, "tag_handling_version", "xml or html");
  if (version != "v1" && version != "v2") {
    throw Refusal(400, "Value for 'tag_handling_version' not supported.");
  }
}

}  // namespace regard::serve
