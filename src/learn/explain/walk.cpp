#include "explain/walk.h"

#include <algorithm>

#include "explain/plain_turn.h"
#include "explain/step_table.h"
#include "module_search/batches.h"
#include "ops/probe.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "translate/word_alignment.h"

namespace regard::explain {
namespace {

constexpr int64_t kCandidates = 12;  // shown per position

/// Runs the model over the sentence and its translation (ids, int64).
void show_steps(Walk& walk, model::Seq2SeqModel& model, const torch::Tensor& source,
                const torch::Tensor& target, const Interventions& interventions) {
  const ops::Recording recording(
      [&](const ops::Observed& observed) { return interventions.changed(observed); });
  const auto memory = model.encode(source.unsqueeze(0), torch::tensor({source.size(0)}));
  walk.logits = model.decode(target.unsqueeze(0), memory).squeeze(0);
  walk.steps = observed_steps(recording, model);
  walk.logits_source = citation_of(recording, "logits");
  if (walk.steps.empty())
    throw Error("has an architecture that regard explain does not support", walk.model);
  for (const char* name : kSwitches) {
    const bool has_it = std::ranges::any_of(recording.values(), [&](const auto& observed) {
      const auto* found = switch_of(observed);
      return found != nullptr && std::string_view(found) == name;
    });
    if (has_it) walk.switches.emplace_back(name);
  }
}

std::vector<std::vector<Candidate>> candidates_of(const torch::Tensor& logits,
                                                  const torch::Tensor& log_probs,
                                                  const text::Tokenizer& tokenizer) {
  std::vector<std::vector<Candidate>> all;
  for (int64_t position = 0; position < logits.size(0); ++position) {
    const auto best = std::get<1>(log_probs[position].topk(std::min(kCandidates, logits.size(1))));
    std::vector<int64_t> ids(best.const_data_ptr<int64_t>(),
                             best.const_data_ptr<int64_t>() + best.numel());
    const auto pieces = translate::pieces_of(tokenizer, ids);
    auto& row = all.emplace_back();
    for (size_t i = 0; i < ids.size(); ++i) {
      row.push_back({pieces[i], ids[i], logits[position][ids[i]].item<double>(),
                     log_probs[position][ids[i]].item<double>()});
    }
  }
  return all;
}

}  // namespace

Walk walk(const Explained& explained, const std::string& line,
          const search::BeamSearchOptions& options, const Interventions& interventions,
          size_t longest) {
  const auto source = explained.tokenizers.encode_source(line);
  if (source.size() <= 1)  // only eos
    throw Error("the text to translate is empty", {},
                "give a sentence such as \"Where is the cat?\"");
  if (source.size() > longest) {
    throw Error(
        str("the text has ", source.size(), " tokens, but at most ", longest, " fit on the page"),
        {}, "give one shorter sentence");
  }
  const torch::NoGradGuard no_grad;
  const PlainTurn plain;
  const auto ids = torch::tensor(source);
  Walk result;
  auto steps = changed_steps(*explained.model, options, interventions, [&](const auto& recording) {
    result.beam_source = citation_of(recording, "log-probabilities");
  });
  steps.max_steps = std::min(steps.max_steps, static_cast<int64_t>(longest));
  result.model = explained.name;
  result.line = result.reading = line;
  result.beam = search::beam_tree(steps, source, options, {.prefix = interventions.prefix});
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
  show_steps(result, *explained.model, ids, torch::tensor(read), interventions);
  const auto log_probs = interventions.tempered(result.logits);
  result.candidates = candidates_of(result.logits, log_probs, explained.tokenizers.target());
  for (size_t i = 0; i < written.size(); ++i) {
    result.log_probabilities.push_back(
        log_probs[static_cast<int64_t>(i)][written[i]].item<double>());
  }
  return result;
}

}  // namespace regard::explain
