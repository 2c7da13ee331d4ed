#pragma once
#include <string>

namespace regard::cli {

struct ModelScoreArguments {
  std::string model;
  std::string source;
  std::string target;
  bool json = true;  ///< or the log-probability of each line alone
};

/// regard score --model: how likely a model finds given translations, a line for a line.
int score_with_model(const ModelScoreArguments& arguments);

}  // namespace regard::cli
