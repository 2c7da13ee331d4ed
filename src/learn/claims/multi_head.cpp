#include <torch/nn/modules/linear.h>
#include <torch/utils.h>

#include "claims/claim_table.h"
#include "figures/learner.h"
#include "nn/linear.h"
#include "nn/multi_head_attention.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kRows = 128, kPlaces = 8, kKinds = 8, kWidth = 32, kTwoPlaceUpdates = 600;

/// A task: a query names two of eight places, and asks for the kinds at the first and the second.
struct TwoPlaces {
  torch::Tensor query;  ///< (batch, 1, 2 * place): two one-hot vectors
  torch::Tensor keys;   ///< (batch, place, place + kind): one-hot place and kind
  torch::Tensor kinds;  ///< (batch, 2): kinds at the two places
};

TwoPlaces draw_two_places(const at::Generator& generator) {
  const auto order = torch::rand({kRows, kPlaces}, generator)
                         .argsort(/*dim=*/int64_t{1}, /*descending=*/false)
                         .slice(1, 0, 2);
  const auto kinds = torch::randint(kKinds, {kRows, kPlaces}, generator, torch::kLong);
  const auto places = torch::eye(kPlaces).expand({kRows, kPlaces, kPlaces});
  const auto keys = torch::cat({places, torch::one_hot(kinds, kKinds).to(torch::kFloat)}, 2);
  const auto query = torch::one_hot(order, kPlaces).to(torch::kFloat).view({kRows, 1, -1});
  return {query, keys, kinds.gather(1, order)};
}

struct TwoPlaceReader : torch::nn::Module {
  explicit TwoPlaceReader(int64_t heads)
      : attention(register_module("attention", nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
                                                   .query_size = 2 * kPlaces,
                                                   .key_size = kPlaces + kKinds,
                                                   .value_size = kPlaces + kKinds,
                                                   .hidden_size = kWidth,
                                                   .heads = heads}))),
        output(register_module("output", torch::nn::Linear(kWidth, 2 * kKinds))) {}

  torch::Tensor loss(const TwoPlaces& batch) {
    const auto read = attention(batch.query, batch.keys, batch.keys).context;
    const auto logits = output(read).view({2 * kRows, kKinds});
    return -logits.log_softmax(1).gather(1, batch.kinds.view({-1, 1})).mean();
  }

  nn::MultiHeadAttention attention;
  torch::nn::Linear output;
};

double loss_with(int64_t heads, const Attempt& attempt) {
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(attempt.seed);
  torch::manual_seed(attempt.seed);
  TwoPlaceReader reader(heads);
  nn::initialize(reader);
  const int64_t updates = attempt.share_of(kTwoPlaceUpdates);
  figures::Learner learner(reader, {.updates = updates, .learning_rate = 0.01});
  for (int64_t i = 0; i < updates; ++i) learner.update(reader.loss(draw_two_places(generator)));
  const torch::NoGradGuard no_grad;
  double loss = 0;
  constexpr int kHeldOut = 8;
  for (int i = 0; i < kHeldOut; ++i) {
    loss += reader.loss(draw_two_places(generator)).item<double>() / kHeldOut;
  }
  return loss;
}

Measurements measure_heads(const Attempt& attempt) {
  Measurements measured;
  for (const int64_t heads : {1, 2, 4}) {
    measured.add(str("loss, heads ", heads), loss_with(heads, attempt));
  }
  return measured;
}

}  // namespace

Claim multi_head() {
  return {.name = "multi-head",
          .title = "Several heads are not one big head",
          .statement =
              "Several heads that share the width attend to several places at once; one head of "
              "the full width can only average them.",
          .source = "d2l 11.5; Vaswani et al. (2017), 3.2.2",
          .experiment =
              "A query names two of eight places, and the model must report the contents of the "
              "first and of the second. One attention layer of width 32, with 1, 2 or 4 heads and "
              "equally many parameters; 600 updates.",
          .depends_on = "the number of heads",
          .remark =
              "A single head can tell the two places apart only by unequal weights. A guess costs "
              "−log(1/8) = 2.08 nats.",
          .seeds = 8,
          .seconds = 2,
          .measure = measure_heads,
          .checks = {{"2 heads: smaller loss than 1", "loss of 1 head − of 2 (nats)",
                      difference("loss, heads 1", "loss, heads 2"), 0},
                     {"4 heads: smaller loss than 1", "loss of 1 head − of 4 (nats)",
                      difference("loss, heads 1", "loss, heads 4"), 0}},
          .charts = {{.title = "Loss on two questions at once",
                      .axis = {.title = "loss (nats)", .min = 0},
                      .rows = {{"1 head of 32", "loss, heads 1", 0},
                               {"2 heads of 16", "loss, heads 2", 1},
                               {"4 heads of 8", "loss, heads 4", 2}}}}};
}

}  // namespace regard::claims
