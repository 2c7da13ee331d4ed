#include "trainer/alignment_choice.h"

#include <gtest/gtest.h>

#include "interop/load_model.h"
#include "model/transformer.h"
#include "store/model_file.h"
#include "support/tiny_model.h"
#include "support/training_folder.h"
#include "text/tokenizer_pair.h"

namespace regard::train {
namespace {

constexpr int64_t kVocab = 12, kLayers = 3, kHeads = 2;

/// Attends at random, except at one alignment source, where each token attends to the one it
/// translates.
class KnownAttention : public model::Transformer {
 public:
  explicit KnownAttention(const model::AlignmentSource& known)
      : Transformer({.d_model = 4, .heads = kHeads, .ffn_size = 4}, kVocab, kVocab, true),
        known_(known) {}

  std::vector<model::AttentionMap> attention(const torch::Tensor& source, const torch::Tensor&,
                                             const torch::Tensor& target_input) override {
    const int64_t batch = source.size(0), steps = target_input.size(1), length = source.size(1);
    const auto step = torch::arange(steps) - (known_.shifted ? 1 : 0);
    // Target token n translates source token n.
    const auto right = torch::arange(length).unsqueeze(0).eq(step.unsqueeze(1)).to(torch::kFloat32);
    std::vector<model::AttentionMap> maps;
    for (int64_t layer = 0; layer < kLayers; ++layer) {
      auto weights = 3 * torch::rand({batch, kHeads, steps, length});
      if (layer == known_.layer && known_.head) weights.select(1, *known_.head).copy_(right);
      if (layer == known_.layer && !known_.head) {
        const auto noise = torch::rand({batch, steps, length});
        weights.select(1, 0).copy_(right + 3 * noise);
        weights.select(1, 1).copy_(right + 3 * (1 - noise));
      }
      maps.push_back({.layer = layer, .weights = weights});
    }
    return maps;
  }

 private:
  model::AlignmentSource known_;
};

/// A tokenizer whose tokens from 4 on are one-letter words.
text::TokenizerPair letters() {
  config::TokenizerOptions options;
  options.type = config::TokenizerType::word;
  options.vocab_size = kVocab;
  const auto tokenizer = text::train_tokenizer({"a b c d e f g h"}, options);
  return {tokenizer, tokenizer, text::Preprocess::none};
}

/// Pairs whose target tokens are their source tokens plus 4, in the same order.
corpus::Examples pairs() {
  corpus::Examples examples;
  examples.begin_text("pairs");
  for (int64_t first = 0; first < 4; ++first) {
    for (int64_t second = 0; second < 4; ++second) {
      for (int64_t third = 0; third < 4; ++third) {
        const std::vector<int64_t> source = {4 + first, 4 + second, 4 + third, text::kEos},
                                   target = {8 + first, 8 + second, 8 + third, text::kEos};
        examples.add(source, target, 1.0, 1);
      }
    }
  }
  return examples;
}

TEST(AlignmentChoice, FindsTheLayerHeadAndStepThatKnowWhatTranslatesWhat) {
  const auto examples = pairs();
  const auto linker = alignment::TokenLinker::learned_from(examples, 100, letters());
  for (int64_t layer = 0; layer < kLayers; ++layer) {
    for (int64_t head = -1; head < kHeads; ++head) {
      for (const bool shifted : {false, true}) {
        model::AlignmentSource source{.layer = layer, .shifted = shifted};
        if (head >= 0) source.head = head;
        torch::manual_seed(1);
        KnownAttention model(source);
        const auto choice = choose_alignment(model, examples, linker);
        ASSERT_TRUE(choice);
        EXPECT_EQ(choice->source, source) << choice->source.text() << " for " << source.text();
        EXPECT_GT(choice->agreement, 0.9);
      }
    }
  }
}

TEST(AlignmentChoice, IsNoneWithoutAttentionOrPairs) {
  const auto examples = pairs();
  const auto linker = alignment::TokenLinker::learned_from(examples, 100, letters());
  KnownAttention attends({.layer = 0});
  EXPECT_FALSE(choose_alignment(attends, {}, linker));
  EXPECT_FALSE(choose_alignment(*test::tiny_model("rnn_context").model, examples, linker));
}

class TrainedAlignment : public testing::TestWithParam<const char*>, public test::TrainingFolder {
 protected:
  TrainedAlignment() { directory_.write("config.yaml", config_of(GetParam())); }

  std::optional<model::AlignmentSource> recorded(const std::string& run) const {
    return store::read_model_metadata(directory_ / (run + "/model.safetensors")).alignment;
  }
  model::AlignmentSource used(const std::string& run) const {
    return interop::load_model(directory_ / run, torch::kCPU).model->alignment();
  }
};

TEST_P(TrainedAlignment, IsReadWhereItWasChosen) {
  for (const char* weight : {"0", "0.3"}) {
    train(weight, {std::string("training.guided_alignment=") + weight});
    ASSERT_TRUE(recorded(weight));
    EXPECT_EQ(used(weight), recorded(weight));
  }
}

TEST_P(TrainedAlignment, IsReadAtTheGuidedHeadWithoutTextToChooseBy) {
  train("guided", {"training.guided_alignment=0.3",
                   "data.valid.source=", "data.valid.target=", "training.average=0"});
  EXPECT_FALSE(recorded("guided"));
  EXPECT_EQ(used("guided"), model::AlignmentSource{.head = 0});
}

INSTANTIATE_TEST_SUITE_P(Architectures, TrainedAlignment,
                         testing::Values(test::kSmallRnn, test::kSmallTransformer),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "rnn_attention" : "transformer");
                         });

}  // namespace
}  // namespace regard::train
