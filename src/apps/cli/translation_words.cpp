#include "cli/translation_text.h"

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {

std::vector<std::string> models_named(const std::string& word) {
  if (is_there(word) || word.find('+') == std::string::npos) return {word};
  std::vector<std::string> models;
  std::istringstream parts(word);
  for (std::string part; std::getline(parts, part, '+');) models.push_back(part);
  if (word.ends_with('+') || std::ranges::find(models, "") != models.end()) {
    throw Error("names no model before or after a +", word, "name an ensemble as A+B");
  }
  return models;
}

namespace {

bool is_model(const std::string& word) { return store::ModelDirectory(word).holds_model(); }

/// Whether the first word of a command is meant as a model, even if that model does not exist. A
/// word with a space or a tag is a text, unless it names a file.
bool is_path(const std::string& word) {
  const bool is_text = word.find_first_of(" \t\n<>") != std::string::npos;
  return (word.find('/') != std::string::npos && !is_text) || word.ends_with(".regard") ||
         is_there(word);
}

/// Whether a model comes first. An empty word before others is a model without a name ("$MODEL").
bool begins_with_model(const std::vector<std::string>& words) {
  return words.front().empty() ? words.size() > 1 : is_path(words.front());
}

/// Removes the models from the words, and returns them.
std::vector<std::string> leading_models(std::vector<std::string>& words, bool has_input) {
  auto end = words.begin();
  if (!words.empty() && (has_input || begins_with_model(words))) ++end;
  while (end != words.begin() && end != words.end() && is_model(*end)) ++end;
  std::vector<std::string> models(words.begin(), end);
  words.erase(words.begin(), end);
  return models;
}

void check_is_text(const std::string& text, const std::string& model) {
  if (!is_model(text)) return;
  throw Error("is a model, but a text to translate is expected here", text,
              str("put models first to translate with them together: regard translate ", model, ' ',
                  text, " TEXT, or --input FILE in place of TEXT"));
}

}  // namespace

TranslationWords sort_words(std::vector<std::string> models, std::vector<std::string> words,
                            bool has_input) {
  if (models.empty()) {
    models = leading_models(words, has_input);
    // Without any text, the last of several models may have been meant as a text.
    const bool has_text = has_input || !words.empty();
    if (models.size() > 1 && !has_text) check_is_text(models.back(), models.front());
  }
  for (const auto& word : words) check_is_text(word, models.empty() ? "MODEL" : models.front());
  return {.models = std::move(models), .texts = std::move(words)};
}

namespace {

/// Lists the first words: "'a', 'b', 'c', 'd' and 2 more".
std::string some_of(const std::vector<std::string>& words) {
  constexpr size_t kMost = 4;
  const auto shown = std::span(words).first(std::min(words.size(), kMost));
  const auto quoted = join(shown, ", ", [](const auto& word) { return str("'", word, "'"); });
  return words.size() > kMost ? str(quoted, " and ", words.size() - kMost, " more") : quoted;
}

}  // namespace

void warn_about(const translate::Translation& translation, int64_t number, int64_t min_length) {
  const auto warn = [&](const auto&... what) { log_warning("line ", number, ": ", what...); };
  if (translation.cuts > 0) {
    warn("too long to translate at once (--longest-source), so ",
         translation.sentences > 1 ? "sentences were" : "it was", " cut into clauses, ",
         translation.parts(), " parts in all");
  }
  if (!translation.unknown.empty()) warn("the model does not know ", some_of(translation.unknown));
  if (translation.has_cut_prefix) {
    warn(
        "the prefix is longer than the maximum length and was cut off (--max-length, "
        "--max-length-ratio, --max-length-extra)");
  } else if (translation.is_unfinished()) {
    warn(
        "the translation did not end and was cut off at the maximum length (--max-length, "
        "--max-length-ratio, --max-length-extra)",
        min_length > 0 ? str("; --min-length asks for ", counted(min_length, "token")) : "");
  }
  if (translation.repeats) warn("the translation repeats itself");
  if (translation.is_short) {
    warn("the translation is far shorter than the line; something may be missing");
  }
  for (const auto& term : translation.unmet) {
    warn("'", term.source, "' could not be translated as '", term.target, "'");
  }
}

}  // namespace regard::cli
