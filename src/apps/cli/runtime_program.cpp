#include "cli/program.h"

#include "cli/commands.h"

namespace regard::cli {

Program runtime_program() {
  return {
      .commands =
          {
              {"translate", alone<add_translate>},
              {"serve", alone<add_serve>},
              {"score", add_score},
              {"bench", alone<add_bench>},
              {"quantize", alone<add_quantize>},
              {"pack", alone<add_pack>},
              {"shortlist", alone<add_shortlist>},
              {"log", alone<add_log>},
              {"film", alone<add_film>},
              {"corpus", alone<add_corpus>},
              {"align", alone<add_align>},
              {"tokenizer", alone<add_tokenizer>},
              {"info", alone<add_info>},
              {"config", alone<add_config>},
              {"models", alone<add_models>},
              {"completion", alone<add_completion>},
              {"manual", add_manual},
          },
      .why_not_others = {"needs LibTorch, but this program was built without it",
                         "install the full build of regard"},
      .library_versions = [] { return std::string("without LibTorch\n"); },
      .words = {{"COMMAND",
                 [] {
                   std::vector<std::string> names;
                   for (const auto& command : commands()) names.push_back(command.name);
                   return names;
                 }}},
  };
}

}  // namespace regard::cli
