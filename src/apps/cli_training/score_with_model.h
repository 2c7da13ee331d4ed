#pragma once
#include <string>

namespace regard::cli {

struct ModelScoreArguments {
  std::string model;
  std::string source;
  std::string target;  ///< "-" is standard input
  bool json = true;    ///< or only the log-probability of each line
};

/// regard score --model: the log-probability of given translations, line by line.
int score_with_model(const ModelScoreArguments& arguments);

}  // namespace regard::cli
