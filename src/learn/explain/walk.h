#pragma once
#include <torch/types.h>
#include <array>
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

/// The expression in the project's source that computes a step.
struct Citation {
  std::string file;  ///< "src/training/nn/feed_forward.cpp"
  std::string expression;
};

/// The meaning of the rows or columns of a step's values.
enum class Axis { source, target, number };

/// One step on the way from a sentence to its translation: an equation and its result in every
/// layer and head that computes it.
struct Step {
  std::string part;     ///< "encoder", "decoder", "output"
  std::string title;    ///< "scores"
  std::string meaning;  ///< one sentence
  std::string formula;  ///< MathML within <math>
  Citation source;
  Axis rows = Axis::target;
  Axis columns = Axis::number;
  std::vector<std::string> names = {};  ///< names of the heads, if they have names
  /// The meaning of the rows and columns of each head of a worked example: {"query", "key"}.
  std::vector<std::array<std::string, 2>> axes = {};
  bool is_weight = false;                               ///< values from 0 to 1: attention, gates
  std::vector<std::vector<torch::Tensor>> values = {};  ///< by layer and head, (rows, columns)
};

/// One of the most probable tokens at a target position, according to the output layer.
struct Candidate {
  std::string token;
  int64_t id = 0;
  double logit = 0;
  double log_probability = 0;
};

struct Walk {
  std::string model;  ///< name in titles
  std::string line, translation;
  std::string reading;               ///< the part of the line that the model reads
  std::vector<std::string> copied;   ///< items of the line that were copied, not translated
  size_t sentences = 1;              ///< sentences in the text; only the first is explained
  std::vector<std::string> source;   ///< pieces, eos last
  std::vector<std::string> written;  ///< pieces of the translation, eos last
  std::vector<std::string> read;     ///< decoder input at each position: bos, then written
  std::vector<Step> steps;
  torch::Tensor logits;  ///< (target, vocab), the last step's result
  Citation logits_source, beam_source;
  std::vector<std::vector<Candidate>> candidates;  ///< by target position
  std::vector<double> log_probabilities;           ///< one for each token in `written`
  search::BeamTree beam;
  std::vector<std::vector<std::string>> beam_tokens;  ///< the last token of each node of `beam`
  std::vector<std::string> switches;                  ///< the kSwitches that the model supports
};

constexpr size_t kLongest = 48;  ///< maximum tokens of a sentence whose every number fits on a page

/// A model with its tokenizers.
struct Explained {
  std::string name;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< in eval mode, on the CPU
  const text::TokenizerPair& tokenizers;
};

/// Translates `line` with beam search and runs the model on the translation again, with the plain
/// implementations of its operations, whose probes (ops/probe.h) show every step. Throws Error for
/// an architecture without probes, a text without tokens, and a text of more than `longest` tokens.
/// With `interventions`, all results are those of the changed model.
Walk walk(const Explained& explained, const std::string& line,
          const search::BeamSearchOptions& options, const Interventions& interventions = {},
          size_t longest = kLongest);

/// One HTML file that needs no network: the book's worked examples with its printed numbers and, if
/// there is a walk, each of its steps with the formula, a map of the numbers, and the expression
/// that computes it.
std::string explain_page(const std::optional<Walk>& walk,
                         words::Language language = words::Language::en);

/// Notes on the parts of a text that a walk leaves out: copied items and further sentences. HTML in
/// the language of the page; empty if there are none.
std::string notes_on(const Walk& walk);

/// Step::part of worked examples.
constexpr const char* kWorkedExamples = "worked examples";

/// The book's worked examples as steps, computed with the project's own operations.
std::vector<Step> worked_examples();

}  // namespace regard::explain
