#include "interop/foreign_model.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "interop/ctranslate2_variables.h"
#include "interop/load_model.h"
#include "interop/marian_checkpoint.h"
#include "interop/transformer_weights.h"
#include "module_search/searchers.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"
#include "translate/translate_lines.h"

namespace regard::interop {
namespace {

using test::thrown_error;

/// Pieces of greedy translations: a token excluded from the softmax changes scores, but not their
/// order.
std::vector<std::string> texts(const ForeignModel& model) {
  std::vector<std::string> found;
  for (const auto& translation :
       translate::translate_lines(*translate::module_searcher(*model.model), model.tokenizers,
                                  test::tiny_lines(8), {.search = {.beam_size = 1}})) {
    found.emplace_back();
    for (const int64_t id : translation.n_best.front().ids) {
      found.back() += model.tokenizers.target().piece(id);
    }
  }
  return found;
}

/// A regard model; `changes` are options of its model section.
ForeignModel own_model(const std::map<std::string, std::string>& changes = {}) {
  auto tiny = test::tiny_model();
  for (const auto& [key, value] : changes) {
    tiny.experiment.model.set(key, config::Node::scalar(value));
  }
  tiny.model = interop::make_model(tiny.experiment, tiny.tokenizers);
  const torch::NoGradGuard no_grad;
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(3);
  for (auto& weight : tiny.model->parameters()) weight.normal_(0.0, 0.5, generator);
  tiny.model->eval();
  return {tiny.experiment, tiny.tokenizers, tiny.model};
}

class Ctranslate2 : public testing::Test {
 protected:
  ForeignModel there_and_back(const ForeignModel& model,
                              WeightType type = WeightType::float32) const {
    export_ctranslate2(folder_ / "there", model, type);
    return import_model(folder_ / "there");
  }
  /// A Marian model as CTranslate2's own converter writes it: the decoder starts from a zero
  /// vector.
  ForeignModel marian_model() const {
    auto checkpoint = marian_checkpoint();
    checkpoint.tensors["model.shared.weight"][checkpoint.vocab - 1].zero_();
    checkpoint.write(folder_ / "marian");
    return import_model(folder_ / "marian");
  }

  test::TemporaryFolder folder_;
};

class Ctranslate2Options : public Ctranslate2,
                           public testing::WithParamInterface<std::map<std::string, std::string>> {
};

TEST_P(Ctranslate2Options, TranslateAsBeforeWhenTheyComeBack) {
  const auto model = own_model(GetParam());
  const auto back = there_and_back(model);
  EXPECT_EQ(texts(back), texts(model));
  for (const auto& [key, value] : GetParam()) {
    EXPECT_EQ(back.experiment.model.find(key)->text, value);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Ctranslate2Options,
    testing::Values(
        std::map<std::string, std::string>{},
        std::map<std::string, std::string>{{"norm", "pre"}, {"bias", "true"}},
        std::map<std::string, std::string>{
            {"positions", "learned"}, {"max_length", "64"}, {"activation", "gelu"}},
        std::map<std::string, std::string>{{"tied_embeddings", "none"}, {"positions", "half_t2t"}},
        std::map<std::string, std::string>{
            {"tied_embeddings", "target"}, {"scale_embeddings", "false"}, {"activation", "silu"}},
        std::map<std::string, std::string>{{"norm_epsilon", "0.001"}}));

TEST_F(Ctranslate2, HoldsAModelOfMarianAsItsOwnConverterDoes) {
  const auto model = marian_model();
  const auto back = there_and_back(model);
  EXPECT_EQ(texts(back), texts(model));
  const auto config = nlohmann::json::parse(folder_.read("there/config.json"));
  EXPECT_EQ(config.at("decoder_start_token"), "</s>");
  EXPECT_EQ(config.at("add_source_eos"), false);
  const auto file = read_ctranslate2(folder_ / "there/model.bin");
  EXPECT_EQ(file.variables.at("decoder/start_from_zero_embedding").item<int>(), 1);
  EXPECT_EQ(file.variables.at("decoder/embeddings/weight").size(0), 12);  // all but pad
  const auto pieces = nlohmann::json::parse(folder_.read("there/shared_vocabulary.json"));
  EXPECT_EQ(pieces.size(), 12);
  EXPECT_EQ(pieces[2], "</s>");
}

TEST_F(Ctranslate2, IsTheSameBytesAfterARoundTrip) {
  const auto back = there_and_back(marian_model());
  export_ctranslate2(folder_ / "again", back);
  for (const char* name : {"model.bin", "config.json", "shared_vocabulary.json", "source.spm"}) {
    EXPECT_EQ(folder_.read(std::string("again/") + name),
              folder_.read(std::string("there/") + name))
        << name;
  }
}

TEST_F(Ctranslate2, KeepsEveryInt8OfARoundTrip) {
  const auto back = there_and_back(marian_model(), WeightType::int8);
  export_ctranslate2(folder_ / "again", back, WeightType::int8);
  const auto first = read_ctranslate2(folder_ / "there/model.bin").variables;
  const auto second = read_ctranslate2(folder_ / "again/model.bin").variables;
  int matrices = 0;
  for (const auto& [name, tensor] : first) {
    if (tensor.scalar_type() != torch::kInt8 || tensor.dim() != 2) continue;
    EXPECT_TRUE(tensor.equal(second.at(name))) << name;
    EXPECT_EQ(tensor.abs().max().item<int>(), 127) << name;
    EXPECT_TRUE(first.at(name + "_scale").allclose(second.at(name + "_scale"), 1e-6)) << name;
    ++matrices;
  }
  EXPECT_EQ(matrices, 1 + 2 * 4 + 1 * 7);  // embeddings, encoder layers, decoder layer
}

TEST_F(Ctranslate2, RoundsWeightsToFloat16) {
  const auto model = marian_model();  // its weights are exact in float16
  const auto back = there_and_back(model, WeightType::float16);
  const auto weights = named_weights(*model.model);
  for (const auto& [name, weight] : named_weights(*back.model)) {
    if (name == "decoder.dense.bias") continue;
    EXPECT_TRUE(weight.equal(weights.at(name))) << name;
  }
}

TEST_F(Ctranslate2, WantsTheTokenizersBesideTheModel) {
  export_ctranslate2(folder_ / "there", marian_model());
  std::filesystem::remove(folder_ / "there/source.spm");
  const auto error = thrown_error([&] { import_model(folder_ / "there"); });
  EXPECT_EQ(error.problem(), "has no source.spm, which is needed to tokenize text");
}

TEST_F(Ctranslate2, IsRefusedWhereItHasWhatRegardLacks) {
  export_ctranslate2(folder_ / "there", marian_model());
  auto file = read_ctranslate2(folder_ / "there/model.bin");
  const auto message = [&] {
    write_ctranslate2(folder_ / "there/model.bin", file);
    return std::string(thrown_error([&] { import_model(folder_ / "there"); }).problem());
  };
  file.variables["encoder/layer_0/self_attention/rotary_dim"] = torch::zeros({}, torch::kInt32);
  EXPECT_EQ(message(),
            "has encoder/layer_0/self_attention/rotary_dim, which regard's Transformer "
            "lacks");
  file.variables["decoder/alibi"] = torch::ones({}, torch::kInt8);
  EXPECT_EQ(message(), "has decoder/alibi, which regard's Transformer lacks");
  file.specification = "WhisperSpec";
  EXPECT_EQ(message(), "is a WhisperSpec, but regard imports TransformerSpec");
}

TEST_F(Ctranslate2, IsRefusedWithAVariableOfAnotherShapeOrAnotherNumber) {
  export_ctranslate2(folder_ / "there", marian_model(), WeightType::int8);
  const auto whole = read_ctranslate2(folder_ / "there/model.bin");
  const auto message_with = [&](const std::map<std::string, torch::Tensor>& changes) {
    auto file = whole;
    for (const auto& [name, tensor] : changes) file.variables[name] = tensor;
    write_ctranslate2(folder_ / "there/model.bin", file);
    return std::string(thrown_error([&] { import_model(folder_ / "there"); }).problem());
  };
  const auto many = torch::full({}, 1e30);
  EXPECT_EQ(message_with({{"encoder/num_heads", many}, {"decoder/num_heads", many}}),
            "has 1e+30 attention heads");
  const std::string layer = "encoder/layer_0/ffn/linear_0/weight";
  EXPECT_EQ(message_with({{layer, torch::ones({}, torch::kInt8)}}),
            "has a feed-forward layer that is not a matrix");
  for (const auto& shape : std::vector<std::vector<int64_t>>{{1000, 1, 1}, {3, 5}, {2}}) {
    EXPECT_EQ(message_with({{layer + "_scale", torch::ones(shape)}}),
              layer + "_scale does not fit " + layer);
  }
}

TEST_F(Ctranslate2, CutOffAnywhereIsAnErrorThatNamesTheFile) {
  export_ctranslate2(folder_ / "there", marian_model());
  const auto whole = folder_.read("there/model.bin");
  for (size_t size = 0; size < whole.size(); size += 1 + size / 5) {
    const auto path = folder_.write("cut", whole.substr(0, size));
    EXPECT_EQ(thrown_error([&] { read_ctranslate2(path); }).where(), path) << size;
  }
  const auto path = folder_.write("long", whole + "x");
  EXPECT_EQ(thrown_error([&] { read_ctranslate2(path); }).where(), path);
}

}  // namespace
}  // namespace regard::interop
