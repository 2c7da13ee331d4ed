// Experiments in YAML (config/experiment.h).
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/config/experiment.h"
#include "regard/config/writer.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  return {config::to_yaml(config::Experiment{}),
          "task: translation\n"
          "data: &text {train: [{source: a, target: b}], valid: {tsv: c}}\n"
          "model: {type: transformer, d_model: 64}\n"
          "training: {steps: 1e3, batch_tokens: auto, learning_rate: 0.5}\n"
          "search: {suppress: \"<unk> \\u2581a\", beam_size: 0x10}\n",
          "data:\n  train:\n  - source: 'a'\n    target: |\n      b\n    weight: .inf\n"
          "model: &m\n  type: rnn_attention\n  hidden_size: 12\n"
          "bptt: {steps: ~}\n",
          "a: &a [x, x]\nb: [*a, *a]\n--- \nc: !!str 5\n"};
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto experiment = config::load_experiment(file.path());
  const auto written = config::to_yaml(experiment);
  const MemoryFile again(written);
  const auto read = config::load_experiment(again.path());
  if (config::to_yaml(read) != written) throw "an experiment is not read as it was written";
}

}  // namespace regard::fuzz
