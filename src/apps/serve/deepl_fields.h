#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "serve/fields.h"
#include "serve/service.h"

namespace regard::serve {

/// Fields that several of DeepL's paths read, with the errors that DeepL answers. All throw Refusal
/// (400).

/// "source_lang" or "target_lang" as a language that is served; empty if the field is, or if the
/// source is "auto", as some clients say.
std::string deepl_language(const Service& service, const Fields& fields, const std::string& name);

/// The same, where a language must be named.
std::string needed_deepl_language(const Service& service, const Fields& fields,
                                  const std::string& name);

/// A list of names without commas, or names with commas between them, as forms have it.
std::vector<std::string> deepl_list(const Fields& fields, const std::string& name);

/// The terms of "glossary_id" and "glossary_ids" for a direction, those of the first one first;
/// null without any.
std::shared_ptr<const text::Glossary> deepl_glossary(const Service& service, const Fields& fields,
                                                     const std::string& owner,
                                                     const std::string& source,
                                                     const std::string& target);

/// Refuses what no model here can do and what would change the translation: a formality, a style,
/// a translation memory.
void check_deepl_style(const Fields& fields);

/// The name of the key of a request; empty without one.
std::string owner_of(const ApiKeys::Key* key);

}  // namespace regard::serve
