// What the program without LibTorch has instead.
#include "figure_names.h"
#include "score_with_model.h"
#include "translate/modules.h"
#include "versions.h"

namespace regard::cli {

int score_with_model(const ModelScoreArguments&) {
  throw translate::NeedsModules("the score of a model");
}

std::vector<std::string> figure_names() { return {}; }

std::vector<std::string> drawing_names() { return {}; }

std::vector<std::string> claim_names() { return {}; }

std::string library_versions() { return "without LibTorch\n"; }

}  // namespace regard::cli
