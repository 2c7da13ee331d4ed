#pragma once
#include "cli/score_options.h"

namespace regard::cli {

/// regard score --model: the log-probability of given translations, line by line.
int score_with_model(const ModelScoreArguments& arguments);

}  // namespace regard::cli
