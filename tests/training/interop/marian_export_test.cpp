// regard's models as transformers checkpoints.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "interop/foreign_model.h"
#include "interop/load_model.h"
#include "interop/marian_translations.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"
#include "text/tokenizer.h"

namespace regard::interop {
namespace {

using test::thrown_error;

struct OwnOptions {
  std::string norm, positions, tied;
};

/// A regard model with these options.
test::TinyModel own_model(const OwnOptions& options) {
  auto tiny = test::tiny_model();
  tiny.experiment.model.set("norm", config::Node::scalar(options.norm));
  tiny.experiment.model.set("positions", config::Node::scalar(options.positions));
  tiny.experiment.model.set("tied_embeddings", config::Node::scalar(options.tied));
  const bool has_bias = options.positions == "half";
  tiny.experiment.model.set("bias", config::Node::scalar(has_bias ? "true" : "false"));
  tiny.model = interop::make_model(tiny.experiment, tiny.tokenizers);
  const torch::NoGradGuard no_grad;
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(3);
  for (auto& weight : tiny.model->parameters()) weight.normal_(0.0, 0.5, generator);
  tiny.model->eval();
  return tiny;
}

class ExportedMarian : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

class OwnModel
    : public ExportedMarian,
      public testing::WithParamInterface<std::tuple<std::string, std::string, std::string>> {};

TEST_P(OwnModel, TranslatesWithTheSameScoresWhenItComesBack) {
  constexpr double kOtherOrderOfSums = 1e-5;
  const auto& [norm, positions, tied] = GetParam();
  const auto tiny = own_model({norm, positions, tied});
  const ForeignModel model{tiny.experiment, tiny.tokenizers, tiny.model};
  export_marian(folder_ / "exported", model);
  const auto back = import_marian(folder_ / "exported");
  const auto lines = test::tiny_lines(8);
  const auto expected = translations(model, lines, {.beam_size = 3});
  const auto found = translations(back, lines, {.beam_size = 3});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(pieces_of(back, found[line]), pieces_of(model, expected[line])) << lines[line];
    EXPECT_NEAR(found[line].n_best.front().score, expected[line].n_best.front().score,
                kOtherOrderOfSums);
  }
}

TEST_F(ExportedMarian, KeepsTheIdsOfAnOwnModel) {
  const auto tiny = own_model({"pre", "sinusoidal", "all"});
  export_marian(folder_ / "exported", {tiny.experiment, tiny.tokenizers, tiny.model});
  const auto numbers = nlohmann::json::parse(folder_.read("exported/vocab.json"));
  const auto& tokenizer = tiny.tokenizers.target();
  for (int64_t id = 0; id < tokenizer.size(); ++id) EXPECT_EQ(numbers[tokenizer.piece(id)], id);
}

INSTANTIATE_TEST_SUITE_P(Of, OwnModel,
                         testing::Combine(testing::Values("post", "pre"),
                                          testing::Values("half", "sinusoidal", "half_t2t",
                                                          "learned"),
                                          testing::Values("all", "target", "none")));

/// Tokenizers of two sizes, so that one matrix has rows without a piece.
TEST_F(ExportedMarian, HoldsAPreNormModelWithTwoVocabularies) {
  auto tiny = own_model({"pre", "half", "none"});
  const auto source = text::train_tokenizer(
      test::tiny_lines(20), {.type = config::TokenizerType::character, .vocab_size = 30});
  tiny.tokenizers = {source, tiny.tokenizers.target(), text::Preprocess::none};
  ASSERT_NE(source.size(), tiny.tokenizers.target().size());
  tiny.model = interop::make_model(tiny.experiment, tiny.tokenizers);
  tiny.model->eval();
  const ForeignModel model{tiny.experiment, tiny.tokenizers, tiny.model};
  export_marian(folder_ / "exported", model);
  const auto back = import_marian(folder_ / "exported");
  const auto lines = test::tiny_lines(4);
  const auto expected = translations(model, lines, {}), found = translations(back, lines, {});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(pieces_of(back, found[line]), pieces_of(model, expected[line])) << lines[line];
  }
}

TEST_F(ExportedMarian, CannotHoldEveryTransformer) {
  auto own = own_model({"pre", "half", "all"});
  own.experiment.model.set("norm_input", config::Node::scalar("true"));
  own.experiment.model.set("norm_epsilon", config::Node::scalar("1e-6"));
  const auto error = thrown_error([&] {
    export_marian(folder_ / "exported", {own.experiment, own.tokenizers, own.model});
  });
  EXPECT_EQ(error.problem(),
            "cannot be written as a model for Hugging Face's transformers: model.norm_input is "
            "true, model.norm_epsilon is 1e-06 instead of 1e-05");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "exported"));
}

}  // namespace
}  // namespace regard::interop
