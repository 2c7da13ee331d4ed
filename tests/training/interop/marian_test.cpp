#include "interop/foreign_model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "interop/load_model.h"
#include "interop/marian_checkpoint.h"
#include "interop/marian_translations.h"
#include "interop/transformer_weights.h"
#include "module_search/searchers.h"
#include "nn/positional_encoding.h"
#include "scoring/score_text.h"
#include "support/base/pickled_tensors.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"
#include "translate/translate_lines.h"

namespace regard::interop {
namespace {

using test::thrown_error;
using Ids = std::vector<int64_t>;

/// Converts tokens to the ids of the other program.
Ids theirs(const ForeignModel& model, const Ids& ids) {
  const auto places = model.tokenizers.target().list()->places();
  Ids numbers;
  for (const int64_t id : ids) numbers.push_back(places[static_cast<size_t>(id)]);
  return numbers;
}

class Marian : public testing::Test {
 protected:
  ForeignModel imported(const MarianCheckpoint& checkpoint) const {
    checkpoint.write(folder_ / "checkpoint");
    return import_model(folder_ / "checkpoint");
  }
  std::string message_of(const MarianCheckpoint& checkpoint) const {
    return thrown_error([&] { imported(checkpoint); }).problem();
  }

  test::TemporaryFolder folder_;
};

/// What transformers 5.23 computes with marian_checkpoint("all"): the log-probability of each token
/// of a given translation.
struct Scored {
  std::string source, target;
  std::vector<double> log_probs;
};
const std::vector<Scored> kMarianScored = {
    {"the cat sees a dog", "my old house", {-2.296158, -2.308652, -3.618494, -2.316420}},
    {"a dog",
     "the cat eats in the house and sees a dog",
     {-3.861691, -1.468684, -0.896873, -4.854785, -5.549520, -2.187295, -4.484619, -4.294459,
      -4.926956, -3.821600, -2.610031}},
    {"in my old house the cat eats", "house", {-5.053961, -3.315343}},
};

/// What transformers 5.24 computes with the same weights as a Pegasus model, which has a last layer
/// normalization in each stack.
const std::vector<Scored> kPegasusScored = {
    {"the cat sees a dog", "my old house", {-4.184312, -1.777259, -4.710407, -3.085974}},
    {"a dog",
     "the cat eats in the house and sees a dog",
     {-3.418344, -3.410783, -5.650483, -1.510494, -6.061647, -4.349422, -8.007795, -2.673355,
      -2.547409, -4.452229, -2.708314}},
    {"in my old house the cat eats", "house", {-6.062802, -3.593434}},
};

void expect_scores(const ForeignModel& model, const std::vector<Scored>& scored) {
  constexpr double kFloat32 = 1e-5;
  for (const auto& [source, target, log_probs] : scored) {
    const auto found = translate::score_tokens(*model.model, model.tokenizers,
                                               std::span(&source, 1), std::span(&target, 1))
                           .front();
    ASSERT_EQ(found.log_probs.size(), log_probs.size());
    for (size_t token = 0; token < log_probs.size(); ++token) {
      EXPECT_NEAR(found.log_probs[token], log_probs[token], kFloat32) << target << ", " << token;
    }
  }
}

TEST_F(Marian, GivesTheLogProbabilitiesThatTransformersGives) {
  expect_scores(imported(marian_checkpoint()), kMarianScored);
  expect_scores(imported(marian_checkpoint("all", torch::kFloat32, nn::Norm::pre)), kPegasusScored);
}

TEST_F(Marian, TakesOptionsAndSearchFromTheConfig) {
  auto checkpoint = marian_checkpoint();
  checkpoint.config["dropout"] = 0.25;
  checkpoint.config["length_penalty"] = 0.5;
  const auto model = imported(checkpoint);
  const auto& section = model.experiment.model;
  EXPECT_EQ(section.find("activation")->text, "silu");
  EXPECT_EQ(section.find("positions")->text, "half");
  EXPECT_EQ(section.find("tied_embeddings")->text, "all");
  EXPECT_EQ(section.find("encoder_layers")->text, "2");
  EXPECT_EQ(section.find("decoder_layers")->text, "1");
  EXPECT_EQ(section.find("dropout")->text, "0.25");
  EXPECT_EQ(model.experiment.search.beam_size, 4);
  EXPECT_EQ(model.experiment.search.length_penalty, 0.5);
  EXPECT_EQ(model.experiment.data.source_language, "eng");
}

TEST_F(Marian, KeepsTheStartTokenOutOfEverySoftmax) {
  const auto model = imported(marian_checkpoint());
  const auto bias = named_weights(*model.model).at("decoder.dense.bias");
  EXPECT_EQ(torch::exp(bias[text::kBos]).item<float>(), 0.0F);
}

TEST_F(Marian, AcceptsWhatOlderCheckpointsRepeat) {
  auto checkpoint = marian_checkpoint();
  const auto before = imported(checkpoint);
  const auto& shared = checkpoint.tensors.at("model.shared.weight");
  checkpoint.tensors["lm_head.weight"] = shared;
  checkpoint.tensors["model.encoder.embed_tokens.weight"] = shared;
  checkpoint.tensors["model.decoder.embed_tokens.weight"] = shared;
  const auto table = nn::sinusoidal_positions(0, 64, 8, torch::kFloat32, nn::SinusoidLayout::half);
  checkpoint.tensors["model.encoder.embed_positions.weight"] = table;
  checkpoint.tensors["model.decoder.embed_positions.weight"] = table;
  const auto after = imported(checkpoint);
  for (const auto& [name, weight] : named_weights(*before.model)) {
    EXPECT_TRUE(weight.equal(named_weights(*after.model).at(name))) << name;
  }
}

TEST_F(Marian, NamesWhatItCannotImport) {
  const auto message_with = [&](const char* key, const nlohmann::json& value) {
    auto checkpoint = marian_checkpoint();
    checkpoint.config[key] = value;
    return message_of(checkpoint);
  };
  EXPECT_EQ(message_with("model_type", "bart"),
            "model_type is 'bart', but regard imports marian and pegasus");
  EXPECT_EQ(message_with("activation_function", "gelu_new"),
            "activation_function is gelu_new, but regard supports relu, gelu, silu");
  EXPECT_EQ(message_with("normalize_before", true),
            "normalize_before is true, which MarianMT does not support");
  EXPECT_EQ(message_with("decoder_ffn_dim", 16),
            "encoder_ffn_dim is 12 and decoder_ffn_dim is 16, but regard's Transformer has one "
            "number for both");
  EXPECT_EQ(message_with("d_model", "big"), "d_model is \"big\", but must be a number");
  EXPECT_EQ(message_with("eos_token_id", 1000),
            "has a special token at 1000, which is not one of its 13 subwords");
}

TEST_F(Marian, IsNoLargerThanItsFile) {
  auto checkpoint = marian_checkpoint();
  checkpoint.config["encoder_ffn_dim"] = checkpoint.config["decoder_ffn_dim"] = 60'000;
  const auto message = message_of(checkpoint);
  EXPECT_NE(message.find("but the model that its config describes has at least"), std::string::npos)
      << message;
}

TEST_F(Marian, HasNoOptionThatConfigsRefuse) {
  for (const char* key : {"num_beams", "max_position_embeddings"}) {
    auto checkpoint = marian_checkpoint();
    checkpoint.config[key] = 2'000'000'000;
    const auto message = message_of(checkpoint);
    EXPECT_TRUE(message.starts_with("has an option that regard rejects: ")) << message;
  }
}

TEST_F(Marian, HasAVectorForEachPiece) {
  auto checkpoint = marian_checkpoint();
  checkpoint.config["vocab_size"] = checkpoint.vocab - 1;
  EXPECT_EQ(message_of(checkpoint),
            str("vocab_size is ", checkpoint.vocab - 1, ", but the vocabulary has ",
                checkpoint.vocab, " subwords"));
}

TEST_F(Marian, HasItsWeightsInOneFile) {
  const auto checkpoint = marian_checkpoint();
  checkpoint.write(folder_ / "checkpoint");
  std::filesystem::remove(folder_ / "checkpoint/model.safetensors");
  folder_.write("checkpoint/model.safetensors.index.json", "{}");
  const auto error = thrown_error([&] { import_model(folder_ / "checkpoint"); });
  EXPECT_EQ(
      error.problem(),
      "has weights in several files (model.safetensors.index.json), but regard reads only one");
}

TEST_F(Marian, NamesATensorThatIsMissingWrongOrNotMarians) {
  auto checkpoint = marian_checkpoint();
  checkpoint.tensors["model.extra"] = torch::zeros({1});
  EXPECT_EQ(message_of(checkpoint), "has an unexpected tensor: model.extra");
  checkpoint = marian_checkpoint();
  checkpoint.tensors.erase("model.decoder.layers.0.fc1.bias");
  EXPECT_EQ(message_of(checkpoint), "has no tensor model.decoder.layers.0.fc1.bias");
  checkpoint = marian_checkpoint();
  checkpoint.tensors["model.decoder.embed_positions.weight"] = torch::zeros({64, 8});
  EXPECT_EQ(message_of(checkpoint),
            "has learned positions in only one stack, or different numbers of them");
  checkpoint = marian_checkpoint();
  checkpoint.tensors["lm_head.weight"] = torch::zeros({checkpoint.vocab, 8});
  EXPECT_EQ(message_of(checkpoint), "lm_head.weight differs from the tensor it should copy");
}

TEST_F(Marian, MayHaveItsWeightsInPytorchModelBin) {
  const auto checkpoint = marian_checkpoint();
  const auto expected = imported(checkpoint);
  test::PickledTensors pickled;
  for (const auto& [name, tensor] : checkpoint.tensors) {
    pickled[name] = {tensor.sizes().vec(),
                     {static_cast<const char*>(tensor.data_ptr()), tensor.nbytes()}};
  }
  std::filesystem::remove(folder_ / "checkpoint/model.safetensors");
  const auto path = folder_ / "checkpoint/pytorch_model.bin";
  for (const bool is_old : {false, true}) {
    if (is_old) {
      write_file_atomically(path, test::pickled_before_archives(pickled));
    } else {
      test::write_pickled(path, pickled);
    }
    const auto weights = named_weights(*import_model(folder_ / "checkpoint").model);
    for (const auto& [name, weight] : named_weights(*expected.model)) {
      EXPECT_TRUE(weights.at(name).equal(weight)) << name;
    }
  }
}

TEST_F(Marian, ReadsNoPickleOfAnotherProgram) {
  folder_.write("joey/best.ckpt", "PK");
  const auto error = thrown_error([&] { import_model(folder_ / "joey"); });
  EXPECT_NE(std::string(error.problem()).find("best.ckpt, which is not a model"),
            std::string::npos);
}

TEST_F(Marian, ReadsATableOfLearnedPositions) {
  auto checkpoint = marian_checkpoint();
  const auto table = torch::arange(64.0 * 8).view({64, 8}) / 512;
  checkpoint.tensors["model.encoder.embed_positions.weight"] = table;
  checkpoint.tensors["model.decoder.embed_positions.weight"] = table + 1;
  const auto model = imported(checkpoint);
  EXPECT_EQ(model.experiment.model.find("positions")->text, "learned");
  EXPECT_EQ(model.experiment.model.find("max_length")->text, "64");
  const auto weights = named_weights(*model.model);
  EXPECT_TRUE(weights.at("encoder.positions.pos_embedding.weight").equal(table));
  EXPECT_TRUE(weights.at("decoder.positions.pos_embedding.weight").equal(table + 1));
}

struct Shape {
  std::string tied;
  torch::ScalarType type;
  std::string activation;
  nn::Norm norm = nn::Norm::post;
};

class MarianShapes : public Marian, public testing::WithParamInterface<Shape> {};

TEST_P(MarianShapes, ComeBackFromARoundTripByteForByte) {
  const auto& [tied, type, activation, norm] = GetParam();
  auto checkpoint = marian_checkpoint(tied, type, norm);
  checkpoint.config["activation_function"] = activation;
  const auto model = imported(checkpoint);
  const std::string directory = folder_ / "model", again = folder_ / "again";
  interop::save_model_directory(directory, model.experiment, model.tokenizers, *model.model, {});
  const auto loaded = interop::load_model(directory, torch::kCPU);
  export_marian(again, {loaded.experiment, loaded.tokenizers, loaded.model}, type);

  EXPECT_EQ(folder_.read("again/model.safetensors"), folder_.read("checkpoint/model.safetensors"));
  EXPECT_EQ(folder_.read("again/source.spm"), checkpoint.source_spm);
  EXPECT_EQ(folder_.read("again/target.spm"), checkpoint.target_spm);
  EXPECT_EQ(nlohmann::json::parse(folder_.read("again/vocab.json")),
            nlohmann::json(checkpoint.numbers));
  if (tied != "all") {
    EXPECT_EQ(nlohmann::json::parse(folder_.read("again/target_vocab.json")),
              nlohmann::json(checkpoint.target_numbers));
  }
  const auto config = nlohmann::json::parse(folder_.read("again/config.json"));
  for (const auto& [key, value] : checkpoint.config.items()) {
    if (key == "num_beams") continue;
    EXPECT_EQ(config[key], value) << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, MarianShapes,
                         testing::Values(Shape{"all", torch::kFloat32, "swish"},
                                         Shape{"target", torch::kFloat32, "relu"},
                                         Shape{"none", torch::kFloat32, "gelu"},
                                         Shape{"all", torch::kFloat16, "swish"},
                                         Shape{"all", torch::kFloat32, "relu", nn::Norm::pre},
                                         Shape{"none", torch::kFloat32, "relu", nn::Norm::pre}),
                         [](const auto& info) {
                           return std::string("Shape") + std::to_string(info.index);
                         });

/// A trained checkpoint with the results of transformers and CTranslate2, if there is one.
class TrainedMarian : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder_ / "references.jsonl")) GTEST_SKIP() << "no " << folder_;
    std::ifstream file(folder_ / "references.jsonl");
    for (std::string line; std::getline(file, line);) {
      references_.push_back(nlohmann::json::parse(line));
      lines_.push_back(references_.back().at("source"));
    }
  }

  std::filesystem::path folder_ = test::source_folder() / ".." / "shared" / "marian";
  std::vector<nlohmann::json> references_;
  std::vector<std::string> lines_;
};

TEST_F(TrainedMarian, TranslatesEverySentenceAsTransformersDoes) {
  const auto model = import_model(folder_.string());
  for (const auto& [beam_size, system] : {std::pair(1, "hf_greedy"), std::pair(4, "hf_beam4")}) {
    const auto found =
        translations(model, lines_, {.beam_size = beam_size, .copy = config::Copy::none});
    for (size_t line = 0; line < lines_.size(); ++line) {
      const auto& golden = references_[line].at(system);
      EXPECT_EQ(theirs(model, found[line].n_best.front().ids), golden.at("ids").get<Ids>());
      EXPECT_EQ(found[line].text, golden.at("text"));
      if (!golden.contains("score")) continue;
      EXPECT_NEAR(found[line].n_best.front().score, golden.at("score").get<double>(), 1e-4);
    }
  }
}

TEST_F(TrainedMarian, ReadsSourcesAsTransformersDoes) {
  const auto model = import_model(folder_.string());
  const auto places = model.tokenizers.source().list()->places();
  for (size_t line = 0; line < lines_.size(); ++line) {
    Ids numbers;
    for (const int64_t id : model.tokenizers.encode_source(lines_[line])) {
      numbers.push_back(places[static_cast<size_t>(id)]);
    }
    EXPECT_EQ(numbers, references_[line].at("source_ids").get<Ids>());
  }
}

}  // namespace
}  // namespace regard::interop
