#include "cli_training/training_program.h"

#include "cli/runtime_program.h"
#include "cli_training/commands.h"
#include "cli_training/score_with_model.h"
#include "cli_training/versions.h"

namespace regard::cli {

Program training_program() {
  auto program = runtime_program();
  program.commands.insert({
      {"download", alone<add_download>},
      {"train", alone<add_train>},
      {"sweep", alone<add_sweep>},
      {"rerank", alone<add_rerank>},
      {"eval", alone<add_eval>},
      {"generate", alone<add_generate>},
      {"compare", alone<add_compare>},
      {"average", alone<add_average>},
      {"import", alone<add_import>},
      {"export", alone<add_export>},
      {"attention", alone<add_attention>},
      {"explain", alone<add_explain>},
      {"draw", alone<add_draw>},
      {"figures", alone<add_figures>},
      {"claims", alone<add_claims>},
  });
  program.words.insert({{"FIGURE", figure_names}, {"PART", drawing_names}, {"CLAIM", claim_names}});
  program.library_versions = library_versions;
  program.score_with_model = score_with_model;
  return program;
}

}  // namespace regard::cli
