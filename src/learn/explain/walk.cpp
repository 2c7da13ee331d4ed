#include "explain/walk.h"

#include <algorithm>
#include <functional>

#include "explain/steps.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "model/transformer.h"
#include "module_search/batches.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "translate/word_alignment.h"

namespace regard::explain {
namespace {

constexpr int64_t kCandidates = 12;  // shown of each position

/// An architecture and its walk.
struct Row {
  const char* name;
  bool (*is_of)(const model::Seq2SeqModel&);
  Walked (*walk)(model::Seq2SeqModel&, const torch::Tensor&, const torch::Tensor&);
};

template <class Model>
bool is_a(const model::Seq2SeqModel& model) {
  return dynamic_cast<const Model*>(&model) != nullptr;
}

// A new architecture is its walk and a row here.
constexpr Row kRows[] = {{"transformer", is_a<model::Transformer>, walk_transformer},
                         {"rnn_attention", is_a<model::RnnAttention>, walk_recurrent},
                         {"rnn_context", is_a<model::RnnContext>, walk_recurrent}};

const Row& row_of(const Explained& explained) {
  for (const auto& row : kRows) {
    if (row.is_of(*explained.model)) return row;
  }
  throw Error("has an architecture that regard explain does not know", explained.name,
              "it knows " + join(architectures()));
}

std::vector<std::vector<Candidate>> candidates_of(const torch::Tensor& logits,
                                                  const text::Tokenizer& tokenizer) {
  const auto log_probs = logits.log_softmax(-1);
  std::vector<std::vector<Candidate>> all;
  for (int64_t position = 0; position < logits.size(0); ++position) {
    const auto best = std::get<1>(log_probs[position].topk(std::min(kCandidates, logits.size(1))));
    std::vector<int64_t> ids(best.const_data_ptr<int64_t>(),
                             best.const_data_ptr<int64_t>() + best.numel());
    const auto pieces = translate::pieces_of(tokenizer, ids);
    auto& row = all.emplace_back();
    for (size_t i = 0; i < ids.size(); ++i) {
      row.push_back({pieces[i], logits[position][ids[i]].item<double>(),
                     log_probs[position][ids[i]].item<double>()});
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> architectures() {
  std::vector<std::string> names;
  for (const auto& row : kRows) names.emplace_back(row.name);
  return names;
}

Walk walk(const Explained& explained, const std::string& line,
          const search::BeamSearchOptions& options) {
  const auto& row = row_of(explained);
  const auto source = explained.tokenizers.encode_source(line);
  if (source.size() <= 1) throw Error("there is no text to translate");  // eos alone
  if (source.size() > kLongest) {
    throw Error(
        str("the text has ", source.size(), " tokens, but at most ", kLongest, " are explained"),
        {}, "give one shorter sentence");
  }
  const torch::NoGradGuard no_grad;
  const auto ids = torch::tensor(source);
  auto steps = search::steps_of({.models = {explained.model.get()}}, options);
  steps.max_steps = std::min<int64_t>(steps.max_steps, kLongest);
  Walk result;
  result.model = explained.name;
  result.line = line;
  result.beam = search::beam_tree(steps, source, options);
  const auto& written = result.beam.n_best.front().tokens;
  const auto read = translate::decoder_input(written);
  result.translation = explained.tokenizers.decode_target(written);
  result.source = translate::pieces_of(explained.tokenizers.source(), source);
  result.written = translate::pieces_of(explained.tokenizers.target(), written);
  result.read = translate::pieces_of(explained.tokenizers.target(), read);
  for (const auto& nodes : result.beam.steps) {
    std::vector<int64_t> last;
    for (const auto& node : nodes)
      last.push_back(node.tokens.empty() ? options.bos : node.tokens.back());
    result.beam_tokens.push_back(translate::pieces_of(explained.tokenizers.target(), last));
  }
  auto walked = row.walk(*explained.model, ids, torch::tensor(read));
  result.steps = std::move(walked.steps);
  result.logits = walked.logits;
  result.candidates = candidates_of(walked.logits, explained.tokenizers.target());
  return result;
}

}  // namespace regard::explain
