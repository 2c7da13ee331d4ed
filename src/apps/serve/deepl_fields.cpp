#include "serve/fields.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/http_message.h"

namespace regard::serve {
namespace {

bool is_any_of(std::string_view value, const std::vector<std::string_view>& values) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace

std::string deepl_language(const Service& service, const Fields& fields, const std::string& name) {
  const auto code = fields.text(name).value_or("");
  const bool detects = name == "source_lang" && lower_ascii(code) == "auto";
  if (detects || trimmed(code).empty()) return {};
  if (const auto language = service.models.language(code)) return *language;
  throw Refusal(400, str("Value for '", name, "' not supported."));
}

std::string needed_deepl_language(const Service& service, const Fields& fields,
                                  const std::string& name) {
  auto language = deepl_language(service, fields, name);
  if (language.empty()) throw Refusal(400, str("Value for '", name, "' not specified."));
  return language;
}

std::shared_ptr<const text::Glossary> deepl_glossary(const Service& service, const Fields& fields,
                                                     const std::string& owner,
                                                     const std::string& source,
                                                     const std::string& target) {
  auto ids = fields.texts("glossary_id");
  for (const auto& id : deepl_list(fields, "glossary_ids")) ids.push_back(id);
  std::erase(ids, "");
  if (ids.empty()) return {};
  if (source == "auto") throw InvalidRequest("a glossary needs a source language; name one");
  constexpr size_t kMost = 5;
  if (ids.size() > kMost) throw InvalidRequest(str("glossary_ids may have ", kMost, " values"));
  std::vector<text::Glossary::Term> terms;
  std::set<std::string> known;
  for (const auto& id : ids) {
    const auto entry = service.glossaries.find(id, owner);
    const auto* dictionary = entry.dictionary(source, target);
    if (dictionary == nullptr) {
      throw InvalidRequest("the glossary has no dictionary for the languages of the request");
    }
    if (ids.size() == 1) return dictionary->glossary;
    for (const auto& term : dictionary->glossary->terms()) {
      if (known.insert(term.source).second) terms.push_back(term);
    }
  }
  return std::make_shared<const text::Glossary>(
      text::Glossary::of(std::move(terms), {.source = source, .target = target}));
}

std::vector<std::string> deepl_list(const Fields& fields, const std::string& name) {
  constexpr size_t kMost = 1000;
  std::vector<std::string> values;
  for (const auto& list : fields.texts(name)) {
    for (auto rest = std::string_view(list); !rest.empty();) {
      const auto value = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(value.size() + 1, rest.size()));
      if (!trimmed(value).empty()) values.emplace_back(trimmed(value));
      if (values.size() > kMost) {
        throw Refusal(400, str("'", name, "' has more than ", kMost, " values."));
      }
    }
  }
  return values;
}

void check_deepl_style(const Fields& fields) {
  const auto formality = lower_ascii(fields.text("formality").value_or(""));
  if (formality == "more" || formality == "less") {
    throw Refusal(400, "'formality' is not supported for given 'target_lang'.");
  }
  if (!is_any_of(formality, {"", "default", "prefer_more", "prefer_less"})) {
    throw Refusal(400, "Value for 'formality' not supported.");
  }
  const auto model_type = fields.text("model_type").value_or("");
  if (!is_any_of(model_type, {"", "latency_optimized", "prefer_quality_optimized"})) {
    throw Refusal(400, "Value for 'model_type' not supported: a direction has one model.");
  }
  for (const auto* name : {"style_id", "style_rule_list", "custom_instructions",
                           "translation_memory_id", "writing_style", "tone"}) {
    if (!fields.has(name)) continue;
    const auto values = fields.texts(name);
    const bool has_fallback = std::ranges::all_of(values, [](const auto& value) {
      return value.empty() || value == "default" || value.starts_with("prefer_");
    });
    if (!has_fallback) throw Refusal(400, str("Parameter '", name, "' not supported."));
  }
}

const ApiKeys::Key* check_deepl_client(Service& service, const HttpRequest& request,
                                       const Fields& fields, double cost) {
  return check_client(service, request, cost, fields.key("auth_key"));
}

std::string owner_of(const ApiKeys::Key* key) { return key == nullptr ? "" : key->name; }

namespace {

Markup read_tag_handling(const Fields& fields) {
  const auto markup = lower_ascii(fields.word("tag_handling").value_or(""));
  if (is_any_of(markup, {"", "off", "none", "false"})) return Markup::none;
  if (markup == "html") return Markup::html;
  if (markup == "xml") return Markup::xml;
  throw Refusal(400, "Value for 'tag_handling' not supported.");
}

/// Reads how to split. With markup, a line end is a space unless the client requests otherwise.
Splitting read_splitting(const Fields& fields, Markup markup) {
  const auto value = lower_ascii(fields.word("split_sentences").value_or(""));
  if (value.empty()) return markup == Markup::none ? Splitting::lines : Splitting::marks;
  if (is_any_of(value, {"0", "off", "false"})) return Splitting::none;
  if (is_any_of(value, {"1", "on", "true"})) return Splitting::lines;
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
    const bool has_no_effect = rules.outline_detection || wanted.markup == Markup::html;
    need(is_xml || has_no_effect, "outline_detection", "xml");
  }
  const auto version = fields.word("tag_handling_version").value_or("");
  if (version.empty()) return;
  need(wanted.markup != Markup::none, "tag_handling_version", "xml or html");
  if (version != "v1" && version != "v2") {
    throw Refusal(400, "Value for 'tag_handling_version' not supported.");
  }
}

}  // namespace regard::serve
