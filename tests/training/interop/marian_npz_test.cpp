#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "base/atomic_file.h"
#include "config/yaml_reader.h"
#include "interop/foreign_model.h"
#include "interop/foreign_tensors.h"
#include "interop/marian_arrays.h"
#include "interop/marian_checkpoint.h"
#include "interop/marian_npz_names.h"
#include "interop/marian_npz_options.h"
#include "interop/transformer_weights.h"
#include "store/marian_vocabulary.h"
#include "store/numpy_archive.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/marian_files.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using test::thrown_error;

class MarianNpz : public testing::Test {
 protected:
  MarianNpz() { fs::copy(kMarianGolden + "/post", folder_ / "model"); }

  void write(const std::map<std::string, store::NumpyArray>& arrays) const {
    store::write_numpy_archive(folder_ / "model/model.npz", arrays);
  }
  /// The error after a replacement in the text of the model's options.
  std::string problem_with(const std::string& from, const std::string& to) const {
    auto arrays = arrays_of(kMarianGolden + "/post/model.npz");
    auto& options = arrays.at(kModelYaml);
    const auto at = options.bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    options.bytes.replace(at, from.size(), to);
    options.shape = {static_cast<int64_t>(options.bytes.size())};
    write(arrays);
    return problem();
  }
  std::string problem(const std::string& path = "model") const {
    return thrown_error([&] { import_model(folder_ / path); }).problem();
  }

  test::TemporaryFolder folder_;
};

/// The weights of a MarianMT checkpoint under Marian's names.
std::map<std::string, store::NumpyArray> arrays_of_checkpoint(const MarianCheckpoint& checkpoint,
                                                              const ForeignModel& imported) {
  std::map<std::string, store::NumpyArray> arrays;
  const auto add = [&](const std::string& name, const torch::Tensor& tensor) {
    const auto plain = tensor.contiguous();
    store::NumpyArray array;
    array.shape = plain.sizes().vec();
    array.bytes.assign(static_cast<const char*>(plain.data_ptr()), plain.nbytes());
    arrays[name] = array;
  };
  MarianNpzOptions options;
  options.model = transformer_options(imported.experiment);
  options.decoder_layers = {1};
  std::map<std::string, std::string> theirs;
  for (const auto& names : marian_layers(2, 1, nn::Norm::post)) theirs[names.ours] = names.theirs;
  for (const auto& names : marian_npz_layers(options)) {
    const auto& tensor = checkpoint.tensors.at(theirs.at(names.ours));
    add(names.theirs, tensor.dim() == 1 ? tensor.unsqueeze(0) : tensor.t());
  }
  const auto pieces = checkpoint.vocab - 1;  // without pad
  add("Wemb", checkpoint.tensors.at("model.shared.weight").narrow(0, 0, pieces));
  add("decoder_ff_logit_out_b", checkpoint.tensors.at("final_logits_bias").narrow(1, 0, pieces));
  auto text = marian_npz_options(options.model, pieces, pieces);
  arrays[kModelYaml].type = store::Dtype::i8;
  arrays[kModelYaml].shape = {static_cast<int64_t>(text.size())};
  arrays[kModelYaml].bytes = std::move(text);
  return arrays;
}

TEST_F(MarianNpz, HasTheWeightsOfTheMarianMTCheckpointThatWasMadeOfIt) {
  auto checkpoint = marian_checkpoint();
  for (const char* name : {"model.shared.weight", "final_logits_bias"}) {
    auto& tensor = checkpoint.tensors.at(name);
    tensor.select(tensor.dim() - (tensor.size(0) == 1 ? 1 : 2), checkpoint.vocab - 1).zero_();
  }
  checkpoint.write(folder_ / "checkpoint");
  const auto expected = import_model(folder_ / "checkpoint");
  fs::create_directory(folder_ / "npz");
  store::write_numpy_archive(folder_ / "npz/a.npz", arrays_of_checkpoint(checkpoint, expected));
  auto list = *expected.tokenizers.target().list();
  list.pieces.pop_back();  // pad
  write_marian_vocabulary(folder_ / "npz/vocab.yml", list);
  folder_.write("npz/source.spm", checkpoint.source_spm);
  folder_.write("npz/target.spm", checkpoint.target_spm);
  const auto model = import_model(folder_ / "npz");
  const auto weights = named_weights(*expected.model);
  for (const auto& [name, weight] : named_weights(*model.model)) {
    if (name == "decoder.dense.bias") continue;  // pad's value is never used
    EXPECT_TRUE(weights.at(name).equal(weight)) << name;
  }
  EXPECT_EQ(model.experiment.model.find("positions")->text, "half_t2t");
  EXPECT_EQ(model.experiment.model.find("norm_epsilon")->text, "1e-6");
}

TEST_F(MarianNpz, RefusesWhatRegardsTransformerLacksNamingTheOption) {
  EXPECT_EQ(problem_with("type: transformer", "type: nematus"),
            "type is 'nematus', but regard imports only 'transformer' and 's2s'");
  EXPECT_EQ(problem_with("autoreg: self-attention", "autoreg: average-attention"),
            "transformer-decoder-autoreg is 'average-attention', but regard supports only "
            "'self-attention' and 'rnn'");
  EXPECT_EQ(problem_with("autoreg: self-attention", "autoreg: rnn"),
            "dec-cell is 'gru', but a Transformer's decoder has only 'ssru'");
  EXPECT_EQ(problem_with("ffn-activation: swish", "ffn-activation: gelu"),
            "transformer-ffn-activation is gelu, but regard supports relu and swish");
  EXPECT_EQ(problem_with("skip: false", "new-key: 1"),
            "has the option new-key, which regard does not support");
  EXPECT_EQ(problem_with("lemma-dim-emb: 0", "lemma-dim-emb: 4"),
            "lemma-dim-emb is '4', but regard supports only '0'");
  EXPECT_TRUE(problem_with("postprocess: dan", "postprocess: da").starts_with("transformer-pre"));
  EXPECT_TRUE(problem_with("preprocess: \"\"", "preprocess: n").starts_with("transformer-pre"));
  EXPECT_EQ(problem_with("dim-emb: 8", "dim-emb: x"), "dim-emb is 'x', but must be a number");
  EXPECT_EQ(problem_with("dec-depth: 1", "dec-depth: 2"), "has no tensor decoder_l2_self_Wq");
}

TEST_F(MarianNpz, NamesAnArrayThatIsMissingOrNotMarians) {
  auto arrays = arrays_of(kMarianGolden + "/post/model.npz");
  arrays["Wpos"] = arrays.at("Wemb");
  write(arrays);
  EXPECT_EQ(problem(), "has an unexpected tensor: Wpos");
  arrays.erase(kModelYaml);
  write(arrays);
  EXPECT_TRUE(problem().starts_with("has no special:model.yml"));
}

TEST_F(MarianNpz, HasWeightsThatAreFiniteFloatingPointNumbers) {
  const std::string name = "decoder_l1_context_Wq";
  auto arrays = arrays_of(kMarianGolden + "/post/model.npz");
  const auto plain = arrays.at(name);
  const float infinite = std::numeric_limits<float>::infinity();
  std::memcpy(arrays.at(name).bytes.data() + sizeof(float), &infinite, sizeof(infinite));
  write(arrays);
  EXPECT_EQ(problem(), name + " has a number that is NaN or infinite");
  arrays.at(name) = plain;
  arrays.at(name).type = store::Dtype::i32;
  write(arrays);
  EXPECT_EQ(problem(), name + " has numbers of type Int, but weights are floating-point numbers");
}

TEST_F(MarianNpz, HasTheVocabulariesThatItsOptionsSay) {
  const auto arrays = arrays_of(kMarianGolden + "/post/model.npz");
  const auto rows = str(arrays.at("Wemb").shape[0]);
  EXPECT_EQ(problem_with("dim-vocabs:\n  - " + rows, "dim-vocabs:\n  - 5"),
            "dim-vocabs has 5, but Wemb has " + rows + " vectors");
  write(arrays);
  std::string other;
  for (int64_t row = 0; row < arrays.at("Wemb").shape[0]; ++row) {
    other += row == 0 ? "</s>: 0\n" : row == 1 ? "<unk>: 1\n" : str("q", row, ": ", row, '\n');
  }
  folder_.write("model/vocab.yml", other);
  EXPECT_NE(problem().find("subwords, of which the vocabulary contains"), std::string::npos);
  folder_.write("model/vocab.yml", "</s>: 0\n<unk>: 1\n\"\\ud800\": 2\n");
  EXPECT_EQ(problem(), "has a subword that is not UTF-8");
}

TEST_F(MarianNpz, TakesAnyWordForNo) {
  EXPECT_EQ(problem_with("right-left: false", "right-left: yes"),
            "right-left is 'yes', but regard supports only 'false'");
  auto arrays = arrays_of(kMarianGolden + "/post/model.npz");
  auto& options = arrays.at(kModelYaml).bytes;
  options.replace(options.find("right-left: false"), 17, "right-left: 'No' ");
  write(arrays);
  EXPECT_NO_THROW(import_model(folder_ / "model"));
}

/// The arrays of a model as the items of a binary file.
std::vector<test::MarianItem> items_of(const std::string& path) {
  std::vector<test::MarianItem> items;
  for (const auto& [name, array] : arrays_of(path)) {
    const std::vector<int32_t> shape(array.shape.begin(), array.shape.end());
    const auto type = name == kModelYaml ? test::kMarianInt8 : test::kMarianFloat32;
    items.push_back({name, type, shape, array.bytes});
  }
  return items;
}

/// Rounds a matrix, which is stored column by column, as marian-conv does for intgemm8.
void quantize(test::MarianItem& item) {
  const int64_t rows = item.shape[0], columns = item.shape[1];
  std::vector<float> numbers(static_cast<size_t>(rows * columns));
  std::memcpy(numbers.data(), item.bytes.data(), item.bytes.size());
  float largest = 0;
  for (const float number : numbers) largest = std::max(largest, std::abs(number));
  const float multiplier = 127.0F / largest;
  std::vector<int8_t> integers;
  for (int64_t column = 0; column < columns; ++column) {
    for (int64_t row = 0; row < rows; ++row) {
      const float number = numbers[static_cast<size_t>(row * columns + column)];
      integers.push_back(static_cast<int8_t>(std::lround(number * multiplier)));
    }
  }
  item.type = test::kMarianIntgemm8;
  item.bytes = test::bytes_of(integers) + test::bytes_of(std::vector{multiplier});
}

TEST_F(MarianNpz, MayBeInMarianBinaryFormat) {
  const auto expected = import_model(folder_ / "model");
  fs::remove(folder_ / "model/model.npz");
  folder_.write("model/model.bin",
                test::marian_binary(items_of(kMarianGolden + "/post/model.npz")));
  expect_equal_weights(import_model(folder_ / "model"), expected);
  expect_equal_weights(import_model(folder_ / "model/model.bin"), expected);
  folder_.write("model/model.bin", "another file");
  EXPECT_TRUE(problem("model/model.bin").starts_with("is not a Marian model, or has"));
}

TEST_F(MarianNpz, MayHaveIntegersAndAShortlistAsFirefoxPublishesThem) {
  const std::string name = "decoder_l1_context_Wq";
  auto items = items_of(kMarianGolden + "/post/model.npz");
  for (auto& item : items) {
    if (item.name == name) quantize(item);
  }
  items.push_back(
      {name + "_QuantMultA", test::kMarianFloat32, {1}, test::bytes_of(std::vector<float>{9.5F})});
  fs::remove(folder_ / "model/model.npz");
  folder_.write("model/model.enfr.intgemm.alphas.bin", test::marian_binary(items));
  folder_.write("model/lex.50.50.enfr.s2t.bin",
                test::marian_shortlist(4, std::vector<std::vector<uint32_t>>(29, {5, 8})));
  folder_.write("model/config.yml", "beam-size: 1\nnormalize: 1.0\nskip-cost: true\n");
  const auto model = import_model(folder_ / "model");
  EXPECT_EQ(model.experiment.search.beam_size, 1);
  ASSERT_TRUE(model.shortlist);
  EXPECT_EQ(model.shortlist->tokenizer_hash(), model.tokenizers.hash());
  const auto exact = import_model(kMarianGolden + "/post");
  const auto weight = named_weights(*exact.model).at("decoder.blks.block0.attention2.W_q.weight");
  const auto rounded = named_weights(*model.model).at("decoder.blks.block0.attention2.W_q.weight");
  const auto step = weight.abs().max() / 127;
  EXPECT_TRUE(rounded.allclose((weight / step).round() * step, 0, 1e-6));
  EXPECT_FALSE(rounded.equal(weight));
}

TEST_F(MarianNpz, HoldsOnlyWhatMarianHas) {
  auto model = import_model(folder_ / "model");
  EXPECT_TRUE(beyond_marian_npz(model.experiment).empty());
  model.experiment.model.set("positions", config::Node::scalar("half"));
  model.experiment.model.set("norm_epsilon", config::Node::scalar("1e-5"));
  EXPECT_EQ(beyond_marian_npz(model.experiment),
            (std::vector<std::string>{"model.positions is half instead of half_t2t",
                                      "model.norm_epsilon is 1e-05 instead of 1e-06"}));
}

TEST_F(MarianNpz, IsNotWrittenOverAnother) {
  const auto model = import_model(folder_ / "model");
  const auto export_it = [&] { export_marian_npz(folder_ / "model", model); };
  EXPECT_EQ(thrown_error(export_it).problem(), "already contains a model");
  fs::remove(folder_ / "model/model.npz");  // the other files may belong to a different model
  EXPECT_EQ(thrown_error(export_it).problem(), "already contains a model");
}

TEST_F(MarianNpz, StartsFromZeros) {
  const auto model = import_model(folder_ / "model");
  {
    const torch::NoGradGuard no_grad;
    named_weights(*model.model).at("decoder.embedding.weight")[text::kBos].fill_(1);
  }
  const auto error = thrown_error([&] { export_marian_npz(folder_ / "again", model); });
  EXPECT_NE(error.problem().find("from which its decoder starts, is not zero"), std::string::npos);
}

}  // namespace
}  // namespace regard::interop
