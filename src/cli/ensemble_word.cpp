#include "ensemble_word.h"

#include <sstream>

#include "regard/base/regular_file.h"

namespace regard::cli {

std::vector<std::string> models_named(const std::string& word) {
  if (is_there(word) || word.find('+') == std::string::npos) return {word};
  std::vector<std::string> models;
  std::istringstream parts(word);
  for (std::string part; std::getline(parts, part, '+');) models.push_back(part);
  return models;
}

}  // namespace regard::cli
