#include "serve/deepl_fields.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/ascii.h"
#include "regard/base/str.h"
#include "serve/refusal.h"

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
  if (source == "auto") throw Refusal(400, "A glossary needs the parameter 'source_lang'.");
  constexpr size_t kMost = 5;
  if (ids.size() > kMost) throw Refusal(400, str("'glossary_ids' may have ", kMost, " values."));
  std::vector<text::Glossary::Term> terms;
  std::set<std::string> known;
  for (const auto& id : ids) {
    const auto entry = service.glossaries.find(id, owner);
    const auto* dictionary = entry.dictionary(source, target);
    if (dictionary == nullptr) {
      throw Refusal(400, "The glossary has no dictionary for the languages of the request.");
    }
    if (ids.size() == 1) return dictionary->glossary;
    for (const auto& term : dictionary->glossary->terms()) {
      if (known.insert(term.source).second) terms.push_back(term);
    }
  }
  return std::make_shared<const text::Glossary>(std::move(terms));
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
    const bool is_default = std::ranges::all_of(
        values, [](const auto& value) { return value.empty() || value == "default"; });
    if (!is_default) throw Refusal(400, str("Parameter '", name, "' not supported."));
  }
}

std::string owner_of(const ApiKeys::Key* key) { return key == nullptr ? "" : key->name; }

}  // namespace regard::serve
