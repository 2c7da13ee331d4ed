// Experiments in YAML, with values from --set (config/experiment.h).
#include "config/experiment.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/limits.h"

namespace regard::fuzz {
namespace {

/// Starts an assignment for --set, which ends with the line. In YAML, it is a comment.
constexpr std::string_view kSet = "#--set ";

std::vector<std::string> assignments_in(std::string_view input) {
  std::vector<std::string> assignments;
  for (size_t at = input.find(kSet); at != std::string_view::npos; at = input.find(kSet, at)) {
    at += kSet.size();
    assignments.emplace_back(input.substr(at, input.find('\n', at) - at));
  }
  return assignments;
}

/// Lists of ten aliases of the previous list each.
std::string aliases_of_aliases() {
  std::string text = "a0: &a0 [x]\n";
  for (const char n : {'1', '2', '3', '4', '5'}) {
    const std::string before = {'*', 'a', static_cast<char>(n - 1)};
    text += std::string("a") + n + ": &a" + n + " [" + before;
    for (int i = 0; i < 9; ++i) text += ", " + before;
    text += "]\n";
  }
  return text;
}

std::vector<std::string> refused() {
  std::string deep;
  for (size_t i = 0; i <= limits::kConfigDepth; ++i) deep += "- ";
  std::vector<std::string> texts = {
      deep,
      aliases_of_aliases(),
      "a: &a [*a]\n",
      "a: &a [x]\n*a : y\n",
      "? [x]\n: y\n",
      "? {x: y}\n: z\n",
      ": x\n",
      "a: 1\na: 2\n",
      "---\na: b\n---\nc: d\n",
      "a: b: c\n",
      "a:\n\tb: c\n",
      "a: 'b\n",
      "a: *b\n",
      "%YAML 3.0\n---\na: b\n",
      "a: \"\\xZZ\"\n",
      "a: !<b\n",
      std::string(1100, 'k') + ": x\n",
      "- data: {train: [a]}\n",
      "task: []\ndata: ~\nsearch: [1]\nbptt: {steps: \"5\", keep: {a: b}}\n"
      "training: {steps: [1], learning_rate: ~, batch_tokens: {}, average: 1e400, best_by: no}\n"};
  for (const char* assignment :
       {"=x", "search", "search..beam_size=1", "data.train.0.source.first=x",
        "data.train.9.source=x", "data.train.source=x", "model=[a, {b: c}]", "search=[",
        "training.steps=[1]"}) {
    texts.push_back("data: {train: [{source: a, target: b}]}\n" + std::string(kSet) + assignment);
  }
  return texts;
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> texts = {
      config::to_yaml(config::Experiment{}),
      "task: translation\n"
      "data: &text {train: [{source: a, target: b}], valid: {tsv: c}}\n"
      "model: {type: transformer, d_model: 64}\n"
      "training: {steps: 1e3, batch_tokens: auto, learning_rate: 0.5}\n"
      "search: {suppress: \"<unk> \\u2581a\", beam_size: 0x10}\n",
      "data:\n  train:\n  - source: 'a'\n    target: |\n      b\n    weight: .inf\n"
      "model: &m\n  type: rnn_attention\n  hidden_size: 12\n"
      "bptt: {steps: ~}\n",
      "a: &a [x, x]\nb: [*a, *a]\n--- \nc: !!str 5\n",
      "model: {type: &name transformer, a: [~, {}, []], b: *name, c: !!str 5, d: ! 5}\n"
      "data: {train: [{source: a, target: b}]}\n"
      "#--set data.train.1.source=c\n#--set data.train.1.target=d\n#--set search.beam_size=8\n"
      "#--set model.a=[x, {y: z}]\n#--set model.e.f=g\n#--set training=\n"};
  append(texts, refused());
  return texts;
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto experiment = config::load_experiment(file.path(), assignments_in(input));
  const auto node = config::to_node(experiment);
  const auto written = config::to_yaml(node);
  if (config::read_yaml(written, "what was written") != node) {
    throw "a config is not read as it was written";
  }
  const MemoryFile again(written);
  const auto read = config::load_experiment(again.path());
  if (config::to_yaml(read) != written) throw "an experiment is not read as it was written";
}

}  // namespace regard::fuzz
