// Arrows in diagrams match the data flow of the modules, which autograd finds between the values of
// probes (ops/probe.h).
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <functional>
#include <map>
#include <set>

#include "diagrams/diagram.h"
#include "diagrams/drawn_graph.h"
#include "diagrams/models.h"
#include "model/seq2seq_model.h"
#include "nn/recurrent.h"
#include "ops/bodies.h"
#include "ops/probe.h"

namespace regard::diagrams {
namespace {

using Edges = std::set<std::pair<std::string, std::string>>;
using FlowNode = torch::autograd::Node;

/// For each named value, the named values that it is computed from, with no other named value
/// in between.
Edges observed_edges(const std::vector<std::pair<std::string, torch::Tensor>>& values) {
  std::map<FlowNode*, std::string> names;
  for (const auto& [name, value] : values) {
    if (!name.empty() && value.grad_fn()) names.emplace(value.grad_fn().get(), name);
  }
  Edges edges;
  for (const auto& [start, name] : names) {
    std::vector<FlowNode*> open{start};
    std::set<FlowNode*> seen;
    while (!open.empty()) {
      const auto* node = open.back();
      open.pop_back();
      for (const auto& next : node->next_edges()) {
        auto* before = next.function.get();
        if (before == nullptr || !seen.insert(before).second) continue;
        const auto known = names.find(before);
        if (known == names.end()) {
          open.push_back(before);
        } else if (known->second != name) {
          edges.emplace(known->second, name);
        }
      }
    }
  }
  return edges;
}

/// The pairs of named nodes that arrows of a drawing connect, through nodes without a name and, if
/// `all`, through named ones.
Edges drawn_edges(const DrawnGraph& graph, const std::vector<std::string>& names,
                  bool all = false) {
  Edges edges;
  for (size_t start = 0; start < names.size(); ++start) {
    if (names[start].empty()) continue;
    std::vector<size_t> open{start};
    std::set<size_t> seen;
    while (!open.empty()) {
      const size_t node = open.back();
      open.pop_back();
      for (const auto& [from, to] : graph.edges()) {
        if (from != node || !seen.insert(to).second) continue;
        if (names[to].empty() || all) open.push_back(to);
        if (!names[to].empty() && names[to] != names[start]) edges.emplace(names[start], names[to]);
      }
    }
  }
  return edges;
}

/// A kind of box, and the probes that show its value.
struct Kind {
  const char* name;
  std::vector<const char*> titles;  ///< substrings of titles
  std::vector<const char*> probes;  ///< suffixes of paths
};

const std::vector<Kind> kRecurrentKinds = {
    {"logits", {"output layer"}, {"logits"}},
    {"embedding", {"embedding"}, {"/embedding"}},
    {"state",
     {"recurrent layer", "convolutional encoder", "GRU cell"},
     {"GRU state", "LSTM state", "LSTM cell", "tanh state", "relu state", "/convolutions"}},
    {"first state", {"bridge"}, {"first state", "first state of both directions", "first cell"}},
    {"attention",
     {"attention"},
     {"decoder/context", "decoder/cells/context", "decoder/heads/output"}},
    {"readout", {"readout"}, {"/readout"}},
};

const std::vector<Kind> kTransformerKinds = {
    {"logits", {"output layer"}, {"logits"}},
    {"embedding", {"embedding"}, {"/embedding"}},
    {"input", {"add positional encoding"}, {"/input"}},
    {"norm", {"layer normalization"}, {"/normalized input", "/norm", "/normalized states"}},
    {"attention", {"attention"}, {"attention/heads/output"}},
    {"add & norm", {"add &"}, {"/normalized sum"}},
    {"sum", {"+"}, {"/sum"}},
    {"network", {"feed-forward network"}, {"feed-forward/output"}},
};

std::string kind_of_title(const std::vector<Kind>& kinds, const std::string& title) {
  for (const auto& kind : kinds) {
    for (const auto* part : kind.titles) {
      if (title.find(part) != std::string::npos) return kind.name;
    }
  }
  return {};
}

std::string kind_of_path(const std::vector<Kind>& kinds, const std::string& path) {
  for (const auto& kind : kinds) {
    for (const auto* end : kind.probes) {
      if (path.ends_with(end)) return kind.name;
    }
  }
  return {};
}

/// If `numbers` is true, numbers the boxes of each name: "sum 0", "sum 1".
class Numbering {
 public:
  explicit Numbering(bool numbers) : numbers_(numbers) {}
  std::string next(const std::string& name) {
    return name.empty() || !numbers_ ? name : name + ' ' + std::to_string(counts_[name]++);
  }

 private:
  bool numbers_;
  std::map<std::string, int> counts_;
};

/// Names of the boxes in a drawing of encoder and decoder side by side, from bottom to top.
std::vector<std::string> names_in_drawing(const DrawnGraph& graph, const std::vector<Kind>& kinds,
                                          double width, Numbering numbering) {
  const auto& nodes = graph.nodes();
  std::vector<size_t> upwards(nodes.size());
  std::iota(upwards.begin(), upwards.end(), 0);
  std::ranges::sort(upwards, [&](size_t a, size_t b) { return nodes[a].bottom > nodes[b].bottom; });
  std::vector<std::string> names(nodes.size());
  for (const size_t i : upwards) {
    const auto kind = nodes[i].is_box ? kind_of_title(kinds, nodes[i].title) : "";
    const char* side = nodes[i].middle() < width / 2 ? "encoder " : "decoder ";
    names[i] = numbering.next(kind.empty() ? "" : side + kind);
  }
  return names;
}

std::vector<std::pair<std::string, torch::Tensor>> named_values(const ops::Recording& recording,
                                                                const std::vector<Kind>& kinds,
                                                                Numbering numbering) {
  std::vector<std::pair<std::string, torch::Tensor>> values;
  for (const auto& observed : recording.values()) {
    const auto path = observed.path(), kind = kind_of_path(kinds, path);
    const bool reads = path.starts_with("encoder") || kind == "first state";
    values.emplace_back(
        numbering.next(kind.empty() ? "" : (reads ? "encoder " : "decoder ") + kind),
        observed.value);
  }
  return values;
}

/// Removes edges from the state before the first step to nodes that read any state.
Edges without_first_states(const Edges& edges) {
  Edges kept;
  for (const auto& [from, to] : edges) {
    const bool repeats = from == "encoder first state" && to != "decoder state" &&
                         edges.contains({"decoder state", to});
    if (!repeats) kept.emplace(from, to);
  }
  return kept;
}

void run(model::Seq2SeqModel& model) {
  torch::manual_seed(1);
  const auto source = torch::tensor({{4, 5, 6, 3}}), target = torch::tensor({{2, 7, 8, 9}});
  model.decode(target, model.encode(source, torch::tensor({4})));
}

TEST(DataFlow, IsWhatTheDrawingOfAModelShows) {
  int compared = 0;
  for (const auto& module : every_kind_of_model()) {
    const auto model = std::dynamic_pointer_cast<model::Seq2SeqModel>(module);
    if (!model) continue;
    model->eval();
    const bool is_recurrent =
        !model->named_children()["encoder"]->named_children().contains("blks");
    const auto& kinds = is_recurrent ? kRecurrentKinds : kTransformerKinds;
    const ops::PlainBodies plain;
    const ops::Recording recording;
    run(*model);
    const auto picture = diagram(module, "").picture;
    const DrawnGraph graph(picture);
    const Numbering numbering(!is_recurrent);
    const auto drawn =
        drawn_edges(graph, names_in_drawing(graph, kinds, picture.width(), numbering));
    const auto observed = observed_edges(named_values(recording, kinds, numbering));
    EXPECT_EQ(drawn, without_first_states(observed)) << module->name() << ' ' << compared;
    EXPECT_GE(drawn.size(), 5);
    ++compared;
  }
  EXPECT_EQ(compared, 14);
}

/// "step 2" for the decoder's second value of this kind; "encoder" for all of the encoder's values.
std::string step_of(const std::string& path, std::map<std::string, int>& seen) {
  if (path.starts_with("encoder") || path.find("first ") != std::string::npos) return "encoder";
  if (path.ends_with(" state") || path.ends_with(" cell") || path.ends_with("/context")) {
    return "step " + std::to_string(++seen[path]);
  }
  return {};
}

// Every step reads the context or the memory; the state passes from step to step.
TEST(DataFlow, IsWhatTheUnrolledDecoderShows) {
  for (const char* type : {"rnn_context", "rnn_attention"}) {
    const auto module = translator(std::string("{type: ") + type +
                                   ", embedding_size: 6, hidden_size: 8, layers: 1}");
    const auto model = std::dynamic_pointer_cast<model::Seq2SeqModel>(module);
    model->eval();
    const ops::PlainBodies plain;
    const ops::Recording recording;
    run(*model);
    std::vector<std::pair<std::string, torch::Tensor>> values;
    std::map<std::string, int> seen;
    for (const auto& observed : recording.values()) {
      values.emplace_back(step_of(observed.path(), seen), observed.value);
    }
    for (const char* part : {"teacher_forcing", "feedback"}) {
      const DrawnGraph graph(diagram(module, part).picture);
      std::vector<std::string> names;
      for (const auto& node : graph.nodes()) {
        const bool is_named = node.title == "encoder" || node.title.starts_with("step ");
        names.push_back(node.is_box && is_named ? node.title : "");
      }
      auto drawn = drawn_edges(graph, names);
      EXPECT_EQ(drawn, observed_edges(values)) << type << ", " << part;
      EXPECT_EQ(drawn.size(), 4 + 3);
    }
  }
}

/// "x0", "forward0" and "backward0" for the boxes of the first step, and so on.
std::vector<std::string> names_over_time(const DrawnGraph& graph, bool both) {
  std::vector<std::string> names;
  std::map<std::string, int> counts;
  for (const auto& node : graph.nodes()) {
    std::string kind = node.title.starts_with(both ? 'X' : 'x') ? "x"
                       : node.title == "backward"               ? "backward"
                                                                : "forward";
    const bool is_concatenation = both && node.title.starts_with('H');
    if (!node.is_box || is_concatenation) kind.clear();
    names.push_back(kind.empty() ? "" : kind + std::to_string(counts[kind]++));
  }
  return names;
}

/// Whether a change to `from` changes `to`.
bool influences(const torch::Tensor& from, const torch::Tensor& to) {
  const auto gradient = torch::autograd::grad({to.sum()}, {from}, {}, /*retain_graph=*/true,
                                              /*create_graph=*/false, /*allow_unused=*/true)
                            .front();
  return gradient.defined() && gradient.abs().max().item<double>() > 0;
}

// Each state depends exactly on the inputs and states that its arrows start from.
TEST(DataFlow, IsWhatTheUnrolledLayersShow) {
  constexpr int kSteps = 4;
  for (const bool both : {false, true}) {
    torch::manual_seed(1);
    nn::Recurrent rnn(nn::RecurrentOptions{
        .cell = ops::Cell::gru, .input_size = 2, .hidden_size = 3, .bidirectional = both});
    for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.9, 0.9);
    std::vector<torch::Tensor> inputs;
    std::vector<std::pair<std::string, torch::Tensor>> values;
    for (int step = 0; step < kSteps; ++step) {
      inputs.push_back(torch::randn({1, 2}).requires_grad_());
      values.emplace_back("x" + std::to_string(step), inputs.back());
    }
    const ops::PlainBodies plain;
    const ops::Recording recording;
    rnn(torch::stack(inputs), torch::tensor({kSteps}));
    int ahead = 0, back = kSteps;
    for (const auto& observed : recording.values()) {
      if (!observed.path().ends_with("GRU state")) continue;
      const bool is_backward = observed.path().find("backward") != std::string::npos;
      values.emplace_back(
          is_backward ? "backward" + std::to_string(--back) : "forward" + std::to_string(ahead++),
          observed.value);
    }
    Edges found;
    for (const auto& [from, value] : values) {
      for (const auto& [to, result] : values) {
        if (from != to && to[0] != 'x' && influences(value, result)) found.emplace(from, to);
      }
    }
    const DrawnGraph graph(diagram(rnn.ptr(), "unrolled").picture);
    EXPECT_EQ(drawn_edges(graph, names_over_time(graph, both), true), found) << both;
  }
}

/// The names of the gates, and of the signs that produce a new cell and a new state.
std::vector<std::string> names_in_cell(const DrawnGraph& graph, bool has_cell) {
  std::vector<std::string> names;
  size_t last_product = 0;
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    const auto& [left, top, right, bottom, title, is_box] = graph.nodes()[i];
    const bool is_gate = title.find(" gate ") != std::string::npos;
    names.push_back(!is_box                          ? ""
                    : is_gate                        ? title.substr(0, title.rfind(' '))
                    : title.starts_with("candidate") ? "candidate"
                    : title == "+"                   ? (has_cell ? "cell" : "state")
                                                     : "");
    if (title == "×" && left > graph.nodes()[last_product].left) last_product = i;
  }
  if (has_cell) names[last_product] = "state";
  return names;
}

TEST(DataFlow, IsWhatTheCellsShow) {
  for (const auto cell : {ops::Cell::gru, ops::Cell::gru_reset_before, ops::Cell::lstm}) {
    nn::Recurrent rnn(nn::RecurrentOptions{.cell = cell, .input_size = 2, .hidden_size = 3});
    const ops::PlainBodies plain;
    const ops::Recording recording;
    rnn(torch::randn({1, 1, 2}));
    std::vector<std::pair<std::string, torch::Tensor>> values;
    for (const auto& observed : recording.values()) {
      const auto& name = observed.name;
      const bool is_candidate = name.find("candidate") != std::string::npos;
      values.emplace_back(is_candidate             ? "candidate"
                          : name.ends_with("gate") ? name
                                                   : name.substr(name.rfind(' ') + 1),
                          observed.value);
    }
    const DrawnGraph graph(diagram(rnn.ptr(), "cell").picture);
    const auto drawn = drawn_edges(graph, names_in_cell(graph, cell == ops::Cell::lstm));
    EXPECT_EQ(drawn, observed_edges(values));
    EXPECT_GE(drawn.size(), 3);
  }
}

}  // namespace
}  // namespace regard::diagrams
