#include "cli/config_reference.h"

#include "architecture/registry.h"
#include "config/experiment.h"
#include "config/reference.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr const char* kIntroduction = R"(# Config

One YAML file describes one experiment: the texts, the tokenizer, the model, its training and its
search. `regard train CONFIG.yaml` reads it. Options you leave out have the default below; a key
that is not listed here is an error. `regard config show CONFIG.yaml` prints a config with all
values filled in, as the run directory keeps it in `config.yaml`.

`--set` changes a value on the command line, by its key from the top of the file, as often as
needed; list items count from 0:

```
regard train configs/quick-transformer.yaml --set training.steps=500 --set data.train.0.weight=2
```

Paths are relative to the working directory. Text needs no quotes unless YAML requires them; true and
false may also be written yes and no, or on and off. An alias (`*name`) stands for the value of its
anchor (`&name`); merge keys (`<<`) are not supported, and no tab may indent a line.

`regard config reference` prints this page.
)";

template <class Options>
std::string section(const std::string& title, const std::string& sentence) {
  return str("\n", title, "\n\n", sentence, "\n\n",
             config::markdown_table(config::reference_rows<Options>()));
}

std::string section(const model::Architecture& architecture, const std::string& task) {
  return str("\n### type: ", architecture.name, "\n\nFor task: ", task, ". A ",
             architecture.summary, " (", architecture.paper, ").\n\n",
             config::markdown_table(architecture.options()));
}

std::string models() {
  std::string text =
      "\n## model\n\n`type` names the architecture; its options are keys beside `type`.\n";
  for (const auto& row : model::architectures()) text += section(row, "translation");
  for (const auto& row : model::language_architectures()) text += section(row, "language_model");
  return text;
}

}  // namespace

std::string config_reference() {
  using namespace config;
  return kIntroduction +
         section<Experiment>("## The sections", "The keys at the top of the file.") +
         section<DataOptions>("## data", "The texts and how they are cleaned.") +
         section<ParallelText>("### A text",
                               "An item of `data.train`; `data.valid` and `data.test`.") +
         section<TokenizerOptions>("## tokenizer", "How text becomes tokens.") + models() +
         section<BpttOptions>("## bptt",
                              "Language models: segments of the text, and back-propagation through "
                              "time.") +
         section<TrainingOptions>("## training",
                                  "Batches, optimizer, learning rate, validation, saving.") +
         section<NoiseOptions>("### Noise", "The keys of `training.noise`.") +
         section<SearchOptions>("## search", "How the trained model translates.");
}

}  // namespace regard::cli
