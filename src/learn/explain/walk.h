#pragma once
#include <torch/types.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explain/interventions.h"
#include "model/seq2seq_model.h"
#include "module_search/steps.h"
#include "search/request.h"
#include "text/tokenizer_pair.h"
#include "words/language.h"

namespace regard::explain {

/// The expression of the project's source that computes a step.
struct Citation {
  std::string file;  ///< "src/training/nn/feed_forward.cpp"
  std::string expression;
};

/// What the rows or columns of a step's numbers are.
enum class Axis { source, target, number };

/// One step on the way from a sentence to its translation: an equation and its result for every
/// layer and head that computes it.
struct Step {
  std::string part;     ///< "encoder", "decoder", "output"
  std::string title;    ///< "scores"
  std::string meaning;  ///< one sentence
  std::string formula;  ///< MathML within <math>
  Citation source;
  Axis rows = Axis::target;
  Axis columns = Axis::number;
  std::vector<std::string> names = {};                  ///< of the heads, if they are others
  bool is_weight = false;                               ///< from 0 to 1: attention, gates
  std::vector<std::vector<torch::Tensor>> values = {};  ///< of each layer and head, (rows, columns)
};

/// What the output layer says of one position of the target: the most probable tokens.
struct Candidate {
  std::string token;
  int64_t id = 0;
  double logit = 0;
  double log_probability = 0;
};

struct Walk {
  std::string model;  ///< its name in titles
  std::string line, translation;
  std::vector<std::string> source;   ///< pieces, eos last
  std::vector<std::string> written;  ///< of the translation, eos last
  std::vector<std::string> read;     ///< what the decoder read at each position: bos, then written
  std::vector<Step> steps;
  torch::Tensor logits;  ///< (target, vocab), the last step's result
  Citation logits_source, beam_source;
  std::vector<std::vector<Candidate>> candidates;  ///< of each target position
  std::vector<double> log_probabilities;           ///< of each token written
  search::BeamTree beam;
  std::vector<std::vector<std::string>> beam_tokens;  ///< the last token of each node of `beam`
  std::vector<std::string> switches;                  ///< those of kSwitches that the model has
};

/// A model and how its text becomes tokens.
struct Explained {
  std::string name;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< in eval mode, on the CPU
  const text::TokenizerPair& tokenizers;
};

/// Translates `line` by beam search and runs the model over the translation once more, by the plain
/// bodies of its operations: its probes (ops/probe.h) show every step. Throws Error for an
/// architecture without probes, for a text without a token, and for one of more than kLongest
/// tokens. With `interventions`, everything is that of the changed model.
Walk walk(const Explained& explained, const std::string& line,
          const search::BeamSearchOptions& options, const Interventions& interventions = {});

constexpr size_t kLongest = 48;  ///< tokens of a sentence: more fit on no page

/// One HTML file without a network: the book's worked examples, with its printed numbers, and, if
/// there is a walk, every step of it with its formula, its numbers as a map, and the expression
/// that computes it.
std::string explain_page(const std::optional<Walk>& walk,
                         words::Language language = words::Language::en);

/// The part of the worked examples' steps.
constexpr const char* kWorkedExamples = "worked examples";

/// The book's worked examples as steps, computed by the project's own operations.
std::vector<Step> worked_examples();

}  // namespace regard::explain
