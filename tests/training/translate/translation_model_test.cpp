#include "translate/translation_model.h"
#include "module_search/searchers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "store/model_directory.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_language_model.h"
#include "support/tiny_model.h"
#include "text/shortlist.h"

namespace regard::translate {
namespace {

class ATranslationModel : public testing::Test {
 protected:
  /// Saves the model with a shortlist of all tokens.
  std::string saved(const test::TinyModel& tiny) const {
    tiny.save(directory_);
    std::vector<int32_t> all(static_cast<size_t>(tiny.tokenizers.target().size()));
    for (size_t token = 0; token < all.size(); ++token) all[token] = static_cast<int32_t>(token);
    text::Shortlist(
        tiny.tokenizers.hash(), static_cast<int64_t>(all.size()), all,
        std::vector<std::vector<int32_t>>(static_cast<size_t>(tiny.tokenizers.source().size())))
        .save(store::ModelDirectory(directory_).shortlist());
    return directory_;
  }

  test::TemporaryFolder folder_;
  std::string directory_ = folder_ / "model";
  test::TinyModel tiny_ = test::tiny_model("transformer", 1);
};

bool has_weights_of(const torch::nn::Module& a, const torch::nn::Module& b) {
  const auto weights = a.parameters(), others = b.parameters();
  return std::ranges::equal(weights, others,
                            [](const auto& x, const auto& y) { return x.equal(y); });
}

TEST_F(ATranslationModel, HasTheWeightsThatTheDirectoryHadWhenItWasOpened) {
  const TranslationModel model(saved(tiny_));
  saved(test::tiny_model("transformer", 2));
  EXPECT_TRUE(has_weights_of(module_of(model), *tiny_.model));
  EXPECT_FALSE(module_of(model).is_training());
}

TEST_F(ATranslationModel, GivesTheSameModulesToSeveralThreads) {
  const TranslationModel model(saved(tiny_));
  std::vector<model::Seq2SeqModel*> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& modules : found) threads.emplace_back([&] { modules = &module_of(model); });
  }
  EXPECT_EQ(found, std::vector(4, &module_of(model)));
}

TEST_F(ATranslationModel, OfALanguageModelTranslatesByItsModules) {
  saved(tiny_);
  test::tiny_language_model().save(folder_ / "language");
  const TranslationModel model(directory_, {.language_model = folder_ / "language"});
  EXPECT_FALSE(model.has_engine());
  const auto lines = test::tiny_lines(5);
  const auto expected = TranslationModel(directory_).translate(lines, {});
  const auto found = model.translate(lines, {.search = {.language_model_weight = 0.0}});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(found[line].text, expected[line].text);
  }
}

TEST_F(ATranslationModel, OfSeveralTranslatesByTheirMean) {
  saved(tiny_);
  const TranslationModel model(directory_, {.others = {directory_}});  // two equal models
  EXPECT_TRUE(model.has_engine());
  const auto lines = test::tiny_lines(5);
  const auto expected = TranslationModel(directory_).translate(lines, {});
  const auto found = model.translate(lines, {});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(found[line].text, expected[line].text);
  }
}

TEST_F(ATranslationModel, OfIntegersIsReadAsTheyAre) {
  tiny_.save(directory_);
  interop::save_model(directory_ + "/model.safetensors", *tiny_.model, tiny_.metadata(),
                      store::Storage::int8);
  const auto lines = test::tiny_lines(10);
  const auto log_probs = [&](Compute compute) {
    std::vector<double> found;
    const TranslationModel model(directory_, {.compute = compute});
    for (const auto& translation : model.translate(lines, {})) {
      found.push_back(translation.n_best.front().log_prob);
    }
    return found;
  };
  EXPECT_EQ(log_probs(Compute::automatic), log_probs(Compute::int8));
  EXPECT_NE(log_probs(Compute::automatic), log_probs(Compute::float32));
}

/// The warnings of two translations.
std::string warning_of(const std::string& directory, const TranslatorOptions& options,
                       const TranslationRequest& request = {}) {
  testing::internal::CaptureStderr();
  const TranslationModel model(directory, options);
  for (int time = 0; time < 2; ++time) model.translate(test::tiny_lines(2), request);
  return testing::internal::GetCapturedStderr();
}

TEST_F(ATranslationModel, WarnsOnceWhereItTranslatesWithoutWhatWasAskedFor) {
  const std::string rest = ": the inference engine does not support this model or these options\n";
  const auto directory = saved(tiny_);
  test::tiny_language_model().save(folder_ / "language");
  TranslatorOptions options{.language_model = folder_ / "language"};
  EXPECT_EQ(warning_of(directory, options), "");
  options.shortlist = true;
  EXPECT_EQ(warning_of(directory, options),
            "regard: warning: translating without a shortlist" + rest);
  options.compute = Compute::bf16;
  EXPECT_EQ(warning_of(directory, options),
            "regard: warning: translating without bf16 and a shortlist" + rest);
  options.shortlist = false;
  EXPECT_EQ(warning_of(directory, options), "regard: warning: translating without bf16" + rest);
}

TEST_F(ATranslationModel, RefusesAnEnsembleOfOtherLanguages) {
  const auto directory = saved(tiny_);
  auto back = test::tiny_model("transformer", 1);
  std::swap(back.experiment.data.source_language, back.experiment.data.target_language);
  back.save(directory + "-back");
  const auto error =
      test::thrown_error([&] { TranslationModel(directory, {.others = {directory + "-back"}}); });
  EXPECT_EQ(error.where(), directory + "-back");
  EXPECT_EQ(error.problem(), "translates from fr to en, but must translate from en to fr");
}

TEST_F(ATranslationModel, GivesPiecesByItsEngine) {
  const TranslationModel model(saved(tiny_), {.compute = Compute::int8, .shortlist = true});
  const TranslationRequest request{.n_best = 2, .options = {.pieces = true}};
  for (const auto& candidate : model.translate(test::tiny_lines(1), request).front().n_best) {
    EXPECT_EQ(candidate.pieces.size(), candidate.ids.size());
  }
}

TEST_F(ATranslationModel, OnADeviceWithoutAnEngineRefusesWhatOnlyTheEngineHas) {
  const auto directory = saved(tiny_);
  TranslatorOptions options{.compute = Compute::bf16};
  const auto refused = [&] {
    return test::thrown_error([&] { TranslationModel(directory, options); });
  };
  const ModuleMaker elsewhere{.is_cpu = [](const std::string&) { return false; }, .make = nullptr};
  const auto* of_program = std::exchange(module_maker(), &elsewhere);
  EXPECT_EQ(refused().where(), "--compute");
  options.shortlist = true;
  EXPECT_EQ(refused().problem(),
            "only the inference engine supports bf16 and a shortlist, and the engine runs only on "
            "the CPU");
  module_maker() = of_program;
}

TEST_F(ATranslationModel, WithoutLibTorchTranslatesByItsEngineAlone) {
  const auto directory = saved(tiny_);
  test::tiny_language_model().save(folder_ / "language");
  const auto* of_program = std::exchange(module_maker(), nullptr);
  const TranslationModel model(directory);
  EXPECT_FALSE(model.translate(test::tiny_lines(1), {}).front().text.empty());
  const auto refused = [&](const TranslatorOptions& options) {
    return test::thrown_error([&] { TranslationModel(directory, options); });
  };
  EXPECT_EQ(refused({.device = "cuda"}).problem(),
            "the device cuda needs LibTorch, but this program was built without it");
  EXPECT_EQ(refused({.language_model = folder_ / "language"}).problem(),
            "a language model needs LibTorch, but this program was built without it");
  EXPECT_THROW(model.modules(), NeedsModules);
  module_maker() = of_program;
}

}  // namespace
}  // namespace regard::translate
