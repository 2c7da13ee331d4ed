#include "compare/ensemble.h"

#include <filesystem>

#include "base/counted.h"
#include "base/log.h"
#include "config/experiment.h"
#include "regard/base/join.h"
#include "translate/translation_model.h"

namespace regard::compare {

std::string ensemble_name(const std::vector<std::string>& models) {
  return join(models, "+", [](const std::string& model) {
    const auto path = std::filesystem::path(model).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
  });
}

std::vector<std::string> translated_together(const std::vector<std::string>& models,
                                             const std::vector<std::string>& sources,
                                             const std::string& device) {
  translate::TranslatorOptions options{.device = device};
  options.others.assign(models.begin() + 1, models.end());
  const translate::TranslationModel model(models.front(), options);
  const auto search = config::completed(model.experiment().search, model.experiment().data);
  log_info("regard: ", ensemble_name(models), " translates ", counted(sources.size(), "sentence"));
  std::vector<std::string> texts;
  for (auto& translation : model.translate(sources, {.search = search})) {
    texts.push_back(std::move(translation.text));
  }
  return texts;
}

}  // namespace regard::compare
