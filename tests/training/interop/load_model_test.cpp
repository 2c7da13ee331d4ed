#include "interop/load_model.h"

#include <ATen/Context.h>
#include <gtest/gtest.h>
#include <torch/cuda.h>

#include <filesystem>

#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::interop {
namespace {

using test::thrown_error;

class AModelDirectory : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { test::tiny_model("transformer").save(directory_); }

  /// The error if the model's config has a different value for an option.
  Error error_with(const std::string& option, const std::string& value) const {
    auto experiment = test::tiny_model("transformer").experiment;
    experiment.model.set(option, config::Node::scalar(value));
    folder_.write("model/config.yaml", config::to_yaml(experiment));
    return error_of_loading();
  }

  Error error_of_loading() const {
    return thrown_error([&] { load_model(directory_, torch::kCPU); });
  }
  static bool says(const Error& error, const std::string& words) {
    return std::string(error.problem()).find(words) != std::string::npos;
  }

  test::TemporaryFolder folder_;
  std::string directory_ = folder_ / "model";
};

TEST_P(AModelDirectory, TranslatesAsTheModelThatWasSaved) {
  const auto tiny = test::tiny_model(GetParam());
  tiny.save(folder_ / "saved");
  const Translator translator(folder_ / "saved");
  const auto lines = test::tiny_lines(5);
  const auto expected = tiny.translate(lines);
  const auto found = translator.translate(lines, translator.search_options());
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(found[line].text, expected[line].text);
    EXPECT_EQ(translator.translate(lines[line]), expected[line].text);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, AModelDirectory, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

TEST_F(AModelDirectory, KeepsItsWeightsWhenItsAlignmentIsRecorded) {
  const auto tiny = test::tiny_model("transformer");
  const auto path = directory_ + "/model.safetensors";
  for (const auto storage : {store::Storage::float32, store::Storage::int8}) {
    save_model(path, *tiny.model, tiny.metadata(), storage);
    EXPECT_EQ(load_model(directory_, torch::kCPU).model->alignment(), model::AlignmentSource());
    const auto before = read_safetensors(path);
    const model::AlignmentSource source{.layer = 1, .head = 0, .shifted = true};
    store::record_alignment(path, source);
    const auto after = read_safetensors(path);
    ASSERT_EQ(after.tensors.size(), before.tensors.size());
    for (const auto& [name, tensor] : before.tensors) {
      EXPECT_TRUE(torch::equal(after.tensors.at(name), tensor)) << name;
    }
    EXPECT_EQ(after.metadata.size(), before.metadata.size() + 1);
    EXPECT_EQ(load_model(directory_, torch::kCPU).model->alignment(), source);
    EXPECT_EQ(store::read_model_metadata(path).int8, storage == store::Storage::int8);
  }
}

TEST_F(AModelDirectory, IsRefusedWhereItsAlignmentIsNone) {
  auto file = read_safetensors(directory_ + "/model.safetensors");
  file.metadata["alignment"] = "layer one";
  write_safetensors(directory_ + "/model.safetensors", file.tensors, file.metadata);
  EXPECT_TRUE(says(error_of_loading(), "layer one"));
}

TEST_F(AModelDirectory, KnowsItsExperimentAndItsMetadata) {
  const auto loaded = load_model(directory_, torch::kCPU);
  EXPECT_EQ(loaded.experiment.model.find("type")->text, "transformer");
  EXPECT_EQ(loaded.metadata.step, 7);
  EXPECT_FALSE(loaded.model->is_training());
}

TEST_F(AModelDirectory, KnowsTheWordsOfItsTrainingText) {
  EXPECT_EQ(load_model(directory_, torch::kCPU).tokenizers.half_words(), nullptr);
  auto tiny = test::tiny_model("transformer");
  tiny.tokenizers.set_words({"été", "studio"});
  tiny.save(directory_);
  EXPECT_EQ(load_model(directory_, torch::kCPU).tokenizers.words(), "studio été");
}

TEST_F(AModelDirectory, WithWordsThatAreNoneIsAnError) {
  const auto tiny = test::tiny_model("transformer");
  auto metadata = tiny.metadata();
  metadata.words = "studio  été";
  save_model(folder_ / "model/model.safetensors", *tiny.model, metadata);
  const auto error = error_of_loading();
  EXPECT_TRUE(says(error, "words")) << error.problem();
  EXPECT_EQ(error.where(), folder_ / "model/model.safetensors");
}

TEST_F(AModelDirectory, CanBeCopiedAnywhere) {
  std::filesystem::rename(directory_, folder_ / "elsewhere");
  EXPECT_NO_THROW(load_model(folder_ / "elsewhere", torch::kCPU));
}

TEST_F(AModelDirectory, ThatIsNotThereIsAnErrorThatNamesIt) {
  const auto error = thrown_error([&] { load_model("no/such/run", torch::kCPU); });
  EXPECT_EQ(error.where(), "no/such/run");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST_F(AModelDirectory, WithoutOneOfItsFilesIsAnError) {
  for (const std::string file : {"config.yaml", "model.safetensors", "tokenizer.model"}) {
    std::filesystem::rename(folder_ / ("model/" + file), folder_ / file);
    const auto error = error_of_loading();
    EXPECT_TRUE((error.where() + error.problem()).find(file) != std::string::npos)
        << error.problem();
    std::filesystem::rename(folder_ / file, folder_ / ("model/" + file));
  }
}

TEST_F(AModelDirectory, RefusesATokenizerOfAnotherSize) {
  store::ModelDirectory(directory_)
      .save_tokenizers(
          test::tiny_model("transformer", 1, config::TokenizerType::character).tokenizers);
  const auto error = error_of_loading();
  EXPECT_EQ(error.where(), directory_ + "/model.safetensors");
  EXPECT_TRUE(says(error, "was trained with ")) << error.problem();
  EXPECT_TRUE(says(error, "but the tokenizer next to it has ")) << error.problem();
}

TEST_F(AModelDirectory, RefusesAnotherTokenizerOfTheSameSize) {
  auto lines = test::tiny_lines(20);
  for (auto& line : lines) std::ranges::replace(line, 'a', 'q');
  config::TokenizerOptions options;
  options.type = config::TokenizerType::word;
  options.vocab_size = 40;
  const auto other = text::train_tokenizer(lines, options);
  store::ModelDirectory(directory_).save_tokenizers({other, other, text::Preprocess::none});
  EXPECT_TRUE(says(error_of_loading(), "was trained with a different tokenizer"));
}

TEST_F(AModelDirectory, RefusesAConfigOfAnotherArchitecture) {
  auto experiment = test::tiny_model("rnn_attention").experiment;
  folder_.write("model/config.yaml", config::to_yaml(experiment));
  EXPECT_TRUE(says(error_of_loading(), "contains a model of type transformer"));
}

TEST_F(AModelDirectory, RefusesAConfigOfAnotherWidth) {
  const auto error = error_with("d_model", "16");
  EXPECT_EQ(error.where(), directory_ + "/model.safetensors");
  EXPECT_TRUE(says(error, "has shape")) << error.problem();
}

TEST_F(AModelDirectory, RefusesAConfigOfAModelThatItsFileIsTooSmallFor) {
  const auto error = error_with("ffn_size", "60000");
  EXPECT_EQ(error.where(), directory_ + "/model.safetensors");
  EXPECT_TRUE(says(error, "but the model that its config describes has at least"))
      << error.problem();
}

TEST_F(AModelDirectory, WithATruncatedModelIsAnErrorThatNamesTheFile) {
  const auto whole = test::content_of(folder_ / "model/model.safetensors");
  folder_.write("model/model.safetensors", whole.substr(0, whole.size() / 2));
  const auto error = error_of_loading();
  EXPECT_EQ(error.where(), directory_ + "/model.safetensors");
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
}

TEST(Device, IsTheOneOfTheName) {
  EXPECT_EQ(model::device_named("cpu"), torch::Device(torch::kCPU));
  EXPECT_NO_THROW(model::device_named("auto"));
}

TEST(Device, ThatIsAGpuAttendsWithoutCudnn) {
  if (!torch::cuda::is_available()) GTEST_SKIP() << "there is no GPU";
  at::globalContext().setSDPUseCuDNN(true);
  model::device_named("cuda");
  EXPECT_FALSE(at::globalContext().userEnabledCuDNNSDP());
}

TEST(Device, OfAnotherNameIsAnErrorThatSaysTheNames) {
  for (const char* name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "", "CPU"}) {
    const auto error = thrown_error([&] { model::device_named(name); });
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
  }
}

TEST(Device, ThatIsNotThereIsAnErrorThatSaysWhatToDo) {
  const auto error = thrown_error([] { model::device_named("cuda:99"); });
  EXPECT_NE(std::string(error.problem()).find("cuda:99"), std::string::npos);
  EXPECT_FALSE(error.remedy().empty());
}

}  // namespace
}  // namespace regard::interop
