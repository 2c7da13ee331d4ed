#include "cli/ensemble_word.h"

#include <algorithm>
#include <sstream>

#include "base/regular_file.h"
#include "regard/base/error.h"

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

}  // namespace regard::cli
