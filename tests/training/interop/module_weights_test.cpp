#include "interop/load_model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::interop {
namespace {

using test::thrown_error;

bool same_weights(const model::Seq2SeqModel& a, const model::Seq2SeqModel& b) {
  const auto weights_of_b = b.named_parameters();
  for (const auto& weight : a.named_parameters()) {
    if (!weight.value().equal(weights_of_b[weight.key()])) return false;
  }
  return true;
}

class AModelFile : public testing::TestWithParam<std::string> {
 protected:
  std::string saved(const test::TinyModel& tiny, const std::string& name = "model") const {
    save_model(folder_ / name, *tiny.model, tiny.metadata());
    return folder_ / name;
  }

  test::TemporaryFolder folder_;
};

TEST_P(AModelFile, GivesBackWeightsAndMetadata) {
  const auto tiny = test::tiny_model(GetParam(), 1);
  const auto other = test::tiny_model(GetParam(), 2);
  const auto metadata = load_weights(saved(tiny), *other.model);
  EXPECT_TRUE(same_weights(*tiny.model, *other.model));
  EXPECT_EQ(metadata.architecture, GetParam());
  EXPECT_EQ(metadata.options, tiny.metadata().options);
  EXPECT_EQ(metadata.source_vocab, tiny.tokenizers.source().size());
  EXPECT_EQ(metadata.target_vocab, tiny.tokenizers.target().size());
  EXPECT_EQ(metadata.tokenizer_hash, tiny.tokenizers.hash());
  EXPECT_EQ(metadata.step, 7);
  EXPECT_EQ(metadata.score, "loss 1.5");
}

TEST_P(AModelFile, HasEachWeightByItsName) {
  const auto tiny = test::tiny_model(GetParam());
  store::ModelFile file(saved(tiny));
  const auto names = weight_names(*tiny.model);
  for (const auto& weight : tiny.model->named_parameters()) {
    const auto& name = names.at(weight.value().unsafeGetTensorImpl());
    auto numbers = torch::empty(file.weights().at(name).shape);
    file.read(name, bytes_of(numbers));
    EXPECT_TRUE(numbers.equal(weight.value())) << weight.key();
  }
}

TEST_P(AModelFile, KeepsMatricesAsIntegersOfWhichALargestNumberIs127) {
  const auto tiny = test::tiny_model(GetParam(), 1);
  const auto other = test::tiny_model(GetParam(), 2);
  const std::string path = folder_ / "int8";
  save_model(path, *tiny.model, tiny.metadata(), store::Storage::int8);
  EXPECT_TRUE(load_weights(path, *other.model).int8);
  const auto loaded = other.model->named_parameters();
  for (const auto& weight : tiny.model->named_parameters()) {
    SCOPED_TRACE(weight.key());
    const auto difference = (weight.value() - loaded[weight.key()]).abs();
    if (weight.value().dim() != 2) {
      EXPECT_EQ(difference.max().item<float>(), 0.0F);
    } else {
      const auto step = weight.value().abs().amax(1, true) / 127;
      EXPECT_TRUE((difference <= step * 0.501).all().item<bool>());
    }
  }
}

TEST_P(AModelFile, OfIntegersStaysTheSameWhenItIsWrittenAgain) {
  const auto tiny = test::tiny_model(GetParam(), 1);
  const auto other = test::tiny_model(GetParam(), 2);
  save_model(folder_ / "a", *tiny.model, tiny.metadata(), store::Storage::int8);
  load_weights(folder_ / "a", *other.model);
  save_model(folder_ / "b", *other.model, tiny.metadata(), store::Storage::int8);
  const auto first = read_safetensors(folder_ / "a"), second = read_safetensors(folder_ / "b");
  for (const auto& [name, tensor] : first.tensors) {
    EXPECT_TRUE(tensor.to(torch::kFloat).allclose(second.tensors.at(name).to(torch::kFloat), 1e-6))
        << name;
  }
}

TEST_P(AModelFile, IsTheSameBytesForTheSameModel) {
  const auto tiny = test::tiny_model(GetParam());
  EXPECT_EQ(test::content_of(saved(tiny, "a")), test::content_of(saved(tiny, "b")));
}

TEST_P(AModelFile, CutOffAnywhereIsAnErrorThatNamesIt) {
  const auto tiny = test::tiny_model(GetParam(), 1);
  const auto other = test::tiny_model(GetParam(), 2);
  const auto path = saved(tiny);
  const auto whole = test::content_of(path);
  for (const double part : {0.0, 1e-3, 0.01, 0.1, 0.5, 0.999}) {
    folder_.write("model", whole.substr(0, static_cast<size_t>(part * whole.size())));
    const auto error = thrown_error([&] { load_weights(path, *other.model); });
    EXPECT_EQ(error.where(), path);
    EXPECT_EQ(error.exit_code(), ExitCode::failure);
  }
}

TEST(ModelDirectoryOfAnybody, IsLeftAloneWhereItHoldsAModel) {
  const test::TemporaryFolder folder;
  store::check_holds_no_model(folder.path() / "new");
  store::check_holds_no_model(folder.path());
  folder.write("model.bin", "weights");
  store::check_holds_no_model(folder.path());
  const auto error = thrown_error([&] { store::check_holds_no_model(folder.path(), "model.bin"); });
  EXPECT_EQ(error.problem(), "already contains a model");
  EXPECT_EQ(error.where(), folder.path().string());
}

INSTANTIATE_TEST_SUITE_P(Of, AModelFile, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

TEST_F(AModelFile, HoldsASharedWeightOnce) {
  const auto tiny = test::tiny_model("transformer");  // tied_embeddings: all
  int64_t embeddings = 0;
  for (const auto& [name, tensor] : read_safetensors(saved(tiny)).tensors) {
    embeddings += tensor.dim() == 2 && tensor.size(0) == tiny.tokenizers.source().size();
  }
  EXPECT_EQ(embeddings, 1);
}

// A change to a file, and the expected error.
struct Wrong {
  std::string name;
  std::function<void(SafetensorsFile&, const std::string& tensor)> change;
  std::string says;
};

class WrongModelFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongModelFile, IsAnErrorThatNamesTheTensorAndChangesNothing) {
  const test::TemporaryFolder folder;
  const auto tiny = test::tiny_model("transformer", 1);
  const auto untouched = test::tiny_model("transformer", 1);
  const auto path = folder / "model";
  save_model(path, *test::tiny_model("transformer", 2).model, tiny.metadata());
  auto file = read_safetensors(path);
  const std::string tensor = file.tensors.rbegin()->first;
  GetParam().change(file, tensor);
  write_safetensors(path, file.tensors, file.metadata);

  const auto error = thrown_error([&] { load_weights(path, *tiny.model); });
  EXPECT_EQ(error.where(), path);
  std::string says = GetParam().says;
  if (const auto at = says.find("TENSOR"); at != std::string::npos) says.replace(at, 6, tensor);
  EXPECT_NE(std::string(error.problem()).find(says), std::string::npos) << error.problem();
  EXPECT_TRUE(same_weights(*tiny.model, *untouched.model));
}

INSTANTIATE_TEST_SUITE_P(
    With, WrongModelFile,
    testing::Values(
        Wrong{"AMissingTensor", [](auto& file, auto& tensor) { file.tensors.erase(tensor); },
              "has no tensor TENSOR"},
        Wrong{"ATensorTooMany",
              [](auto& file, auto&) { file.tensors["extra"] = torch::zeros({2}); }, "extra"},
        Wrong{"AnotherShape",
              [](auto& file, auto& tensor) {
                file.tensors[tensor] = torch::zeros({2, 99});
              },
              "TENSOR has shape [2, 99]"},
        Wrong{"AnotherType",
              [](auto& file, auto& tensor) {
                file.tensors[tensor] = file.tensors[tensor].to(torch::kFloat64);
              },
              "TENSOR holds F64"},
        Wrong{"AnotherFormat", [](auto& file, auto&) { file.metadata["format"] = "regard 99"; },
              "regard 99"},
        Wrong{"NoMetadata", [](auto& file, auto&) { file.metadata.clear(); },
              "is not a regard model"},
        Wrong{"AStepThatIsNoNumber", [](auto& file, auto&) { file.metadata["step"] = "many"; },
              "its step is 'many'"}),
    [](const auto& info) { return info.param.name; });

TEST_F(AModelFile, ThatIsMissingIsAnError) {
  const auto path = folder_ / "nothing.safetensors";
  EXPECT_EQ(thrown_error([&] { store::read_model_metadata(path); }).where(), path);
}

TEST_F(AModelFile, AveragesAreTheMeansOfTheWeights) {
  std::vector<std::string> files;
  std::vector<test::TinyModel> models;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    models.push_back(test::tiny_model("rnn_attention", seed));
    files.push_back(saved(models.back(), "model-" + std::to_string(seed)));
  }
  const auto average = test::tiny_model("rnn_attention", 4);
  load_average(files, *average.model);
  for (const auto& weight : average.model->named_parameters()) {
    auto sum = torch::zeros_like(weight.value(), torch::kFloat64);
    for (const auto& tiny : models) sum += tiny.model->named_parameters()[weight.key()];
    EXPECT_TRUE(weight.value().equal((sum / 3.0).to(torch::kFloat32))) << weight.key();
  }
}

TEST_F(AModelFile, AveragesDoNotDriftWithTheNumberOfFiles) {
  const auto tiny = test::tiny_model("rnn_attention", 1);
  const std::vector<std::string> files(100, saved(tiny));
  const auto average = test::tiny_model("rnn_attention", 2);
  load_average(files, *average.model);
  EXPECT_TRUE(same_weights(*average.model, *tiny.model));
}

TEST_F(AModelFile, OfIntegersWithoutTheirScaleIsAnErrorThatNamesThem) {
  const auto tiny = test::tiny_model("transformer", 1);
  const std::string path = folder_ / "int8";
  save_model(path, *tiny.model, tiny.metadata(), store::Storage::int8);
  auto file = read_safetensors(path);
  file.tensors.erase("decoder.embedding.weight.scale");
  write_safetensors(path, file.tensors, file.metadata);
  const auto error = thrown_error([&] { load_weights(path, *tiny.model); });
  EXPECT_EQ(std::string(error.problem()), "has no scale for decoder.embedding.weight");
  EXPECT_EQ(error.where(), path);
}

}  // namespace
}  // namespace regard::interop
