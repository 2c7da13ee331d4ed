// training.loss: book
#include <gtest/gtest.h>
#include <torch/nn/functional/loss.h>

#include <sstream>

#include "model/seq2seq_model.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"
#include "text/tokenizer.h"
#include "trainer/translation_task.h"

namespace regard::train {
namespace {

constexpr int64_t kPlaces = 10;

class BookLoss : public testing::Test, public test::TrainingFolder {
 protected:
  TranslationTask task_of(const std::vector<std::string>& overrides) {
    experiment_ = config::load_experiment(directory_ / "config.yaml", overrides);
    return {experiment_, RunDirectory(directory_ / "run"), false, torch::kCPU, *alone_};
  }

 private:
  config::Experiment experiment_;
  std::unique_ptr<parallel::Group> alone_ = parallel::alone();
};

/// The ids of each line, padded to the book's number of steps.
template <class Encode>
torch::Tensor padded(const std::string& lines, const Encode& encode) {
  std::vector<torch::Tensor> rows;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    auto ids = encode(line);
    ids.resize(kPlaces, text::kPad);
    rows.push_back(torch::tensor(ids));
  }
  return torch::stack(rows);
}

/// MaskedSoftmaxCELoss of d2l 0.17.6, summed over the sentences.
torch::Tensor masked_loss(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers) {
  const auto source =
      padded(test::kSmallSources, [&](const auto& line) { return tokenizers.encode_source(line); });
  const auto target =
      padded(test::kSmallTargets, [&](const auto& line) { return tokenizers.encode_target(line); });
  const auto first = torch::full({target.size(0), 1}, text::kBos, torch::kInt64);
  const auto input = torch::cat({first, target.slice(1, 0, kPlaces - 1)}, 1);
  const auto memory = model.encode(source, (source != text::kPad).sum(1));
  const auto logits = model.project(model.decode_states(input, memory));
  namespace functional = torch::nn::functional;
  const auto losses =
      functional::cross_entropy(logits.permute({0, 2, 1}), target,
                                functional::CrossEntropyFuncOptions().reduction(torch::kNone));
  return (losses * (target != text::kPad)).mean(1).sum();
}

TEST_F(BookLoss, IsTheSumOfTheSentencesMeansOverAllPlaces) {
  auto task = task_of({"training.loss=book", "data.max_length=10", "model.dropout=0",
                       "training.batch_tokens=1000", "training.label_smoothing=0"});
  auto& model = dynamic_cast<model::Seq2SeqModel&>(task.model());
  task.accumulate_gradients(1, 1, {});
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : model.parameters()) gradients.push_back(parameter.grad().clone());
  model.zero_grad();
  masked_loss(model, task.tokenizers()).backward();
  const auto parameters = model.named_parameters();
  for (size_t i = 0; i < gradients.size(); ++i) {
    EXPECT_TRUE(gradients[i].allclose(parameters[i].value().grad(), 1e-4, 1e-6))
        << parameters[i].key();
  }
}

TEST_F(BookLoss, ComesWithTheBooksFirstWeightsByAnotherOption) {
  const auto bias_of = [&](const std::string& first) {
    auto task = task_of({"training.first_weights=" + first});
    return task.model().named_parameters()["decoder.dense.bias"].abs().max().item<double>();
  };
  EXPECT_EQ(bias_of("regard"), 0);
  EXPECT_GT(bias_of("book"), 0.1);
  EXPECT_LE(bias_of("book"), 0.3536);  // 1 / sqrt(8), of 8 inputs
}

TEST_F(BookLoss, IsForTranslation) {
  const auto config = directory_.write("language.yaml", language_config_of(test::kSmallRnnLm));
  const auto error =
      test::thrown_error([&] { config::load_experiment(config, {"training.loss=book"}); });
  EXPECT_NE(std::string(error.what()).find("training.loss is book, but task is language_model"),
            std::string::npos);
}

}  // namespace
}  // namespace regard::train
