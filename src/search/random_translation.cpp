#include "regard/search/random_translation.h"

#include <algorithm>
#include <cmath>

namespace regard::search {
namespace {

/// How many tokens each row may have.
std::vector<int64_t> max_lengths(const torch::Tensor& source_lengths, int64_t max_steps,
                                 const BeamSearchOptions& options) {
  std::vector<int64_t> longest;
  const auto lengths = source_lengths.to(torch::kCPU, torch::kInt64).contiguous();
  for (int64_t row = 0; row < lengths.size(0); ++row) {
    longest.push_back(max_length(options, lengths.const_data_ptr<int64_t>()[row], max_steps));
  }
  return longest;
}

}  // namespace

std::vector<Hypothesis> random_translations(model::Seq2SeqModel& model, const torch::Tensor& source,
                                            const torch::Tensor& source_lengths,
                                            const RandomTranslationOptions& options,
                                            std::span<std::mt19937_64> random,
                                            const std::function<void()>& before_step) {
  TORCH_CHECK(!model.is_training(), "random_translations: the model must be in eval mode");
  TORCH_CHECK(static_cast<int64_t>(random.size()) == source.size(0), "random_translations: got ",
              random.size(), " engines for ", source.size(0), " rows");
  const torch::InferenceMode inference;
  const auto longest = max_lengths(source_lengths, model.max_steps(), options.lengths);
  const auto memory = model.encode(source, source_lengths);
  auto state = model.start(memory);
  std::vector<Hypothesis> found(random.size());
  const auto is_done = [&](size_t row) {
    return found[row].finished || static_cast<int64_t>(found[row].tokens.size()) == longest[row];
  };
  const auto shortest = [&](size_t row) {
    const auto own = options.min_lengths.empty() ? 0 : options.min_lengths[row];
    return std::max(own, options.lengths.min_length);
  };
  auto previous = torch::full({source.size(0)}, options.lengths.bos, torch::kInt64);
  for (bool going_on = !found.empty(); going_on;) {
    before_step();
    // Finished rows continue beside the others; what they write is ignored.
    auto log_probs = model.step(previous.to(source.device()), memory, state)
                         .logits.log_softmax(-1, torch::kFloat32)
                         .to(torch::kCPU, torch::kFloat64)
                         .contiguous();  // (rows, vocab)
    const auto vocab = static_cast<size_t>(log_probs.size(1));
    const std::span all(log_probs.mutable_data_ptr<double>(), found.size() * vocab);
    going_on = false;
    for (size_t row = 0; row < found.size(); ++row) {
      if (is_done(row)) continue;
      const auto logits = all.subspan(row * vocab, vocab);
      for (const int64_t token : options.never) logits[static_cast<size_t>(token)] = -INFINITY;
      if (static_cast<int64_t>(found[row].tokens.size()) + 1 < shortest(row)) {
        logits[static_cast<size_t>(options.lengths.eos)] = -INFINITY;
      }
      const auto& words = options.lengths.whole_words;
      if (words.forbid_boundary_after(found[row].tokens)) {
        for (const int64_t token : words.boundaries) logits[static_cast<size_t>(token)] = -INFINITY;
      }
      const int64_t token = sample_token(logits, options.sampling, random[row]);
      auto& hypothesis = found[row];
      hypothesis.tokens.push_back(token);
      hypothesis.log_prob += logits[static_cast<size_t>(token)];
      hypothesis.score = hypothesis.log_prob;
      hypothesis.finished = token == options.lengths.eos;
      previous[static_cast<int64_t>(row)] = token;
      going_on = going_on || !is_done(row);
    }
  }
  return found;
}

}  // namespace regard::search
