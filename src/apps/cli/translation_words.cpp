#include "cli/translation_words.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

bool is_model(const std::string& word) { return store::ModelDirectory(word).holds_model(); }

/// Takes them off the words.
std::vector<std::string> leading_models(std::vector<std::string>& words) {
  auto end = words.begin() + (words.empty() ? 0 : 1);
  while (end != words.end() && is_model(*end)) ++end;
  std::vector<std::string> models(words.begin(), end);
  words.erase(words.begin(), end);
  return models;
}

void check_is_text(const std::string& text, const std::string& model) {
  if (!is_model(text)) return;
  throw Error("is a model, but stands where a text to translate is expected", text,
              str("models translate together if they come first: regard translate ", model, ' ',
                  text, " TEXT, or --input FILE in place of TEXT"));
}

}  // namespace

TranslationWords sort_words(std::vector<std::string> models, std::vector<std::string> words,
                            bool has_input) {
  if (models.empty()) {
    models = leading_models(words);
    // The last of several models may be meant as a text if there is no other.
    const bool has_text = has_input || !words.empty();
    if (models.size() > 1 && !has_text) check_is_text(models.back(), models.front());
  }
  if (models.empty())
    throw Error("no model is named", {}, "regard translate MODEL [TEXT...]; see --help");
  for (const auto& word : words) check_is_text(word, models.front());
  return {.models = std::move(models), .texts = std::move(words)};
}

}  // namespace regard::cli
