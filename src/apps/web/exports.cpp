// Functions that JavaScript calls (src/apps/web/regard.js). Strings are in UTF-8, and structures in
// JSON. An answer is valid until the next call.
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "config/reader.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "text/sentences.h"
#include "translate/translation_model.h"

namespace regard::web {
namespace {

using translate::TranslationModel;

std::map<int, std::unique_ptr<const TranslationModel>>& models() {
  static std::map<int, std::unique_ptr<const TranslationModel>> all;
  return all;
}

const char* keep(std::string answer) {
  static std::string kept;
  kept = std::move(answer);
  return kept.c_str();
}

/// Reads options from JSON, which is valid YAML.
template <config::Described Options>
Options read_options(const char* json, const Options& presets) {
  return config::read<Options>(config::read_yaml(json, "options"), {}, {}, presets);
}

nlohmann::json load(const std::string& directory, const char* options) {
  static int last = 0;
  auto model = std::make_unique<const TranslationModel>(
      directory, read_options(options, translate::TranslatorOptions()));
  const auto& type = model->experiment().model;
  nlohmann::json answer = {{"handle", ++last}, {"architecture", type.find("type")->text}};
  models().emplace(last, std::move(model));
  return answer;
}

struct WantedOfCandidates {
  int n_best;
  bool attention, confidence;
};

nlohmann::json translate_lines(int handle, const char* json, const char* options,
                               const WantedOfCandidates& wanted) {
  const auto found = models().find(handle);
  if (found == models().end()) throw Error("the translator has been freed");
  const auto& model = *found->second;
  translate::TranslationRequest request{.search = read_options(options, model.experiment().search),
                                        .n_best = wanted.n_best};
  request.options.attention = wanted.attention;
  request.options.confidence = wanted.confidence;
  const auto lines = nlohmann::json::parse(json).get<std::vector<std::string>>();
  auto answers = nlohmann::json::array();
  for (const auto& translation : model.translate(lines, request)) {
    answers.push_back(answer_of(translation));
  }
  return answers;
}

}  // namespace
}  // namespace regard::web

extern "C" {

/// Loads the model in a directory. Returns its {"handle", "architecture"}.
const char* regard_load(const char* directory, const char* options) {
  using namespace regard::web;
  return keep(answer_or_error([&] { return load(directory, options); }));
}

/// The translations (answers.h) of a list of lines.
const char* regard_translate(int handle, const char* lines, const char* options, int n_best,
                             int attention, int confidence) {
  using namespace regard::web;
  return keep(answer_or_error([&] {
    return translate_lines(handle, lines, options, {n_best, attention != 0, confidence != 0});
  }));
}

/// The sentences of a text, each with the white space after it.
const char* regard_sentences(const char* text) {
  using namespace regard::web;
  return keep(answer_or_error([&] { return nlohmann::json(regard::text::split_sentences(text)); }));
}

void regard_free(int handle) { regard::web::models().erase(handle); }
}
