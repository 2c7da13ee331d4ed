#include "claims/small_models.h"

#include <ATen/ops/linalg_qr.h>
#include <torch/utils.h>

#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

#include "figures/learner.h"
#include "nn/linear.h"
#include "nn/multi_head_attention.h"
#include "text/tokenizer_pair.h"

namespace regard::claims {
namespace {

figures::SmallTraining with_attempt(figures::SmallTraining training, const Attempt& attempt) {
  training.seed = attempt.seed;
  training.learner.updates = attempt.share_of(training.learner.updates);
  return training;
}

}  // namespace

const SmallData& small_data() {
  static const SmallData kData = [] {
    auto corpus = figures::small_corpus(figures::project_sentences({"train"}));
    auto held_out = figures::project_sentences({"val", "test"});
    auto examples = figures::examples_of(held_out, corpus.tokenizers);
    return SmallData{std::move(corpus), std::move(held_out), std::move(examples)};
  }();
  return kData;
}

figures::SmallModel shared_model(const std::string& model, const Attempt& attempt,
                                 double label_smoothing) {
  static std::map<std::tuple<std::string, uint64_t, double, double>, figures::SmallModel> known;
  auto& found = known[{model, attempt.seed, attempt.effort, label_smoothing}];
  if (!found) {
    found = figures::train_small_model(
        small_data().corpus,
        with_attempt({.model = model,
                      .learner = {.updates = 2000, .learning_rate = 0.003, .warmup = 100},
                      .label_smoothing = label_smoothing},
                     attempt));
  }
  return found;
}

double trained_loss(const figures::SmallTraining& training, const Attempt& attempt) {
  const auto model =
      figures::train_small_model(small_data().corpus, with_attempt(training, attempt));
  std::optional<ops::Recording> changed;
  if (training.change) changed.emplace(training.change);
  return figures::loss_of(*model, small_data().held_out_examples);
}

namespace {

constexpr int64_t kBatchRows = 128, kKeys = 10, kSize = 16, kUpdates = 400;

struct LookupBatch {
  torch::Tensor queries;  ///< (batch, 1, size)
  torch::Tensor keys;     ///< (batch, key, size)
  torch::Tensor right;    ///< (batch)
};

class LookupExamples {
 public:
  explicit LookupExamples(uint64_t seed)
      : generator_(torch::make_generator<torch::CPUGeneratorImpl>(seed)),
        rotation_(std::get<0>(at::linalg_qr(torch::randn({kSize, kSize}, generator_)))) {}

  LookupBatch next() {
    const auto keys = torch::randn({kBatchRows, kKeys, kSize}, generator_);
    const auto right = torch::randint(kKeys, {kBatchRows}, generator_, torch::kLong);
    const auto chosen = keys.gather(1, right.view({-1, 1, 1}).expand({-1, 1, kSize}));
    const auto noise = 0.3 * torch::randn({kBatchRows, 1, kSize}, generator_);
    return {(chosen + noise).matmul(rotation_), keys, right};
  }

 private:
  at::Generator generator_;
  torch::Tensor rotation_;
};

}  // namespace

double learn_lookup(const LookupTask& task, const Attempt& attempt) {
  LookupExamples examples(attempt.seed);
  torch::manual_seed(attempt.seed);
  nn::MultiHeadAttention attention(nn::MultiHeadAttentionOptions{.query_size = kSize,
                                                                 .key_size = kSize,
                                                                 .value_size = kSize,
                                                                 .hidden_size = task.width,
                                                                 .heads = 1});
  nn::initialize(*attention);
  const double query_scale = task.scaled ? 1 : std::sqrt(static_cast<double>(task.width));
  const auto loss_of = [&](const LookupBatch& batch) {
    const auto weights =
        attention(batch.queries * query_scale, batch.keys, batch.keys, ops::AttentionMask{}, true)
            .weights;
    const auto log_weights = (weights.view({kBatchRows, kKeys}) + 1e-9).log();
    return -log_weights.gather(1, batch.right.unsqueeze(1)).mean();
  };
  const int64_t updates = attempt.share_of(kUpdates);
  figures::Learner learner(*attention, {.updates = updates, .learning_rate = 0.01});
  for (int64_t update = 0; update < updates; ++update) learner.update(loss_of(examples.next()));
  const torch::NoGradGuard no_grad;
  constexpr int kHeldOut = 8;
  double loss = 0;
  for (int i = 0; i < kHeldOut; ++i) loss += loss_of(examples.next()).item<double>() / kHeldOut;
  return loss;
}

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
