#include "cli_learn/commands.h"
#include "cli_training/commands.h"

namespace regard::cli {

Program learning_program() {
  auto program = training_program();
  program.commands.insert({
      {"book", alone<add_book>},
      {"explain", alone<add_explain>},
      {"draw", alone<add_draw>},
      {"figures", alone<add_figures>},
      {"claims", alone<add_claims>},
  });
  program.words.insert({{"FIGURE", figure_names}, {"PART", drawing_names}, {"CLAIM", claim_names}});
  return program;
}

}  // namespace regard::cli
