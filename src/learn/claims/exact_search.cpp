#include "claims/exact_search.h"

#include <torch/utils.h>

#include <queue>

#include "text/special_tokens.h"

namespace regard::claims {
namespace {

struct Beginning {
  double log_prob;
  std::vector<int64_t> tokens;
};
bool operator<(const Beginning& a, const Beginning& b) { return a.log_prob < b.log_prob; }

}  // namespace

Optimum exact_search(model::Seq2SeqModel& model, const torch::Tensor& source,
                     const torch::Tensor& lengths, int64_t most_tokens, int64_t most_opened) {
  const torch::NoGradGuard no_grad;
  const auto memory = model.encode(source, lengths);
  std::priority_queue<Beginning> open;
  open.push({0, {}});
  Optimum optimum;
  while (!open.empty() && optimum.opened < most_opened) {
    const auto best = open.top();
    open.pop();
    if (!best.tokens.empty() && best.tokens.back() == text::kEos) {
      optimum.tokens = best.tokens;
      optimum.log_prob = best.log_prob;
      break;
    }
    if (static_cast<int64_t>(best.tokens.size()) == most_tokens) continue;
    ++optimum.opened;
    std::vector<int64_t> input = {text::kBos};
    input.insert(input.end(), best.tokens.begin(), best.tokens.end());
    const auto logits = model.decode(torch::tensor(input).unsqueeze(0), memory)[0][-1];
    const auto log_probs = logits.to(torch::kDouble).log_softmax(-1).contiguous();
    const auto* next = log_probs.const_data_ptr<double>();
    for (int64_t token = 0; token < log_probs.size(0); ++token) {
      if (token == text::kPad || token == text::kBos) continue;  // search never writes them
      auto tokens = best.tokens;
      tokens.push_back(token);
      open.push({best.log_prob + next[token], std::move(tokens)});
    }
  }
  return optimum;
}

}  // namespace regard::claims
