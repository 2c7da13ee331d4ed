#include "architecture/registry.h"

#include <gtest/gtest.h>

#include "config/writer.h"
#include "config/yaml_reader.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

config::Node section(const std::string& yaml) { return config::read_yaml(yaml, "test.yaml"); }

// The message of the Error thrown by `deed`.
template <class Deed>
std::string message(Deed deed) {
  try {
    deed();
  } catch (const Error& error) {
    return error.where() + ": " + error.problem() + " (" + error.remedy() + ")";
  }
  return "no error";
}

TEST(Registry, FindsAnArchitectureByItsType) {
  for (const auto& row : architectures())
    EXPECT_EQ(&find_architecture(section("{type: " + row.name + "}")), &row);
}

TEST(Registry, FindsALanguageModelByItsType) {
  for (const auto& row : language_architectures()) {
    const auto yaml = section("{type: " + row.name + "}");
    EXPECT_EQ(&find_language_architecture(yaml), &row);
    EXPECT_EQ(&find_row(config::Task::language_model, yaml), &row);
  }
}

TEST(Registry, SaysWhichTaskAnArchitectureIsFor) {
  const auto text = message([] { find_architecture(section("{type: rnn_lm}")); });
  EXPECT_NE(text.find("this architecture is for task: language_model"), std::string::npos) << text;
  const auto other = message([] { find_language_architecture(section("{type: transformer}")); });
  EXPECT_NE(other.find("this architecture is for task: translation"), std::string::npos) << other;
}

TEST(Registry, NamesTheNearestOfAnUnknownType) {
  const auto text = message([] { find_architecture(section("type: transfomer")); });
  EXPECT_NE(text.find("did you mean 'transformer'"), std::string::npos) << text;
  EXPECT_NE(text.find("test.yaml:1"), std::string::npos) << text;
}

TEST(Registry, AsksForAMissingType) {
  const auto text = message([] { find_architecture(section("{dropout: 0.1}")); });
  EXPECT_NE(text.find("model.type is missing"), std::string::npos) << text;
}

// The rows of the tables of translation and language models.
std::vector<Architecture> rows() {
  std::vector<Architecture> rows(architectures().begin(), architectures().end());
  rows.insert(rows.end(), language_architectures().begin(), language_architectures().end());
  return rows;
}

TEST(Registry, CompleteWritesEveryOptionAndReadsBackAsTheSame) {
  for (const auto& row : rows()) {
    const auto complete = row.complete(section("{type: " + row.name + ", dropout: 0.25}"));
    EXPECT_EQ(complete.entries.front().key, "type");
    EXPECT_EQ(complete.find("dropout")->text, "0.25");
    EXPECT_GT(complete.entries.size(), 5U);
    EXPECT_EQ(row.complete(section(config::to_yaml(complete))), complete);
  }
}

TEST(Registry, KnowsALowerBoundOfTheWeights) {
  constexpr int64_t kVocab = 9;
  const auto count = [](const torch::nn::Module& model) {
    int64_t weights = 0;
    for (const auto& parameter : model.parameters()) weights += parameter.numel();
    return static_cast<double>(weights);
  };
  const auto check = [](const Architecture& row, double vocab, double weights) {
    const double least = row.least_weights(section("{type: " + row.name + "}"), vocab);
    EXPECT_LE(least, weights) << row.name;
    EXPECT_GT(least, weights / 20) << row.name;
  };
  for (const auto& row : architectures()) {
    const auto model =
        make_seq2seq_model(section("{type: " + row.name + "}"), kVocab, kVocab, true);
    check(row, 2 * kVocab, count(*model));
  }
  for (const auto& row : language_architectures()) {
    check(row, kVocab, count(*make_language_model(section("{type: " + row.name + "}"), kVocab)));
  }
}

TEST(Registry, DescribesEveryOption) {
  for (const auto& row : rows()) {
    std::vector<std::string> described = {"type"};
    for (const auto& option : row.options()) described.push_back(option.key);
    std::vector<std::string> read;
    for (const auto& entry : row.complete(section("{type: " + row.name + "}")).entries) {
      read.push_back(entry.key);
    }
    EXPECT_EQ(described, read) << row.name;
  }
}

TEST(Registry, RefusesAnUnknownOption) {
  const auto yaml = section("{type: transformer, d_modle: 8}");
  EXPECT_NE(message([&] { find_architecture(yaml).complete(yaml); }).find("d_model"),
            std::string::npos);
}

TEST(Registry, PresetGivesTheDefaultsThatOtherKeysChange) {
  const auto yaml = section("{type: transformer, preset: paper_big, heads: 8}");
  const auto complete = find_architecture(yaml).complete(yaml);
  EXPECT_EQ(complete.find("preset")->text, "paper_big");
  EXPECT_EQ(complete.find("d_model")->text, "1024");
  EXPECT_EQ(complete.find("dropout")->text, "0.3");
  EXPECT_EQ(complete.find("heads")->text, "8");
}

// Vaswani et al. (2017), table 3; h = 8 heads of d_k = d_v = 64.
TEST(Registry, PresetOfThePaperHasItsSizes) {
  const auto yaml = section("{type: transformer, preset: paper_base}");
  const auto complete = find_architecture(yaml).complete(yaml);
  EXPECT_EQ(complete.find("d_model")->text, "512");
  EXPECT_EQ(complete.find("heads")->text, "8");
  EXPECT_EQ(512 / 8, 64);
  EXPECT_EQ(complete.find("ffn_size")->text, "2048");
  EXPECT_EQ(complete.find("encoder_layers")->text, "6");
  EXPECT_EQ(complete.find("decoder_layers")->text, "6");
}

TEST(Registry, EveryPresetReadsBackAsTheSame) {
  for (const char* name : {"none", "d2l", "paper_base", "paper_big", "bias_free"}) {
    const auto yaml = section(str("{type: transformer, preset: ", name, "}"));
    const auto& row = find_architecture(yaml);
    const auto complete = row.complete(yaml);
    EXPECT_EQ(row.complete(section(config::to_yaml(complete))), complete);
  }
}

TEST(Registry, PresetNoneIsTheDefaults) {
  const auto with = section("{type: transformer, preset: none}"),
             without = section("{type: transformer}");
  const auto& row = find_architecture(with);
  EXPECT_EQ(row.complete(with), row.complete(without));
}

TEST(Registry, NamesThePresetsDefaultWhereAValueIsWrong) {
  const auto yaml = section("{type: transformer, preset: d2l, dropout: 2}");
  const auto text = message([&] { find_architecture(yaml).complete(yaml); });
  EXPECT_NE(text.find("leave it out for the default (0.1)"), std::string::npos) << text;
  const auto big = section("{type: transformer, preset: paper_big, dropout: 2}");
  const auto other = message([&] { find_architecture(big).complete(big); });
  EXPECT_NE(other.find("leave it out for the default (0.3)"), std::string::npos) << other;
}

struct Impossible {
  const char* yaml;
  const char* key;  // the key, or the part of it, that the message must name
};

class RefusedLanguageModel : public testing::TestWithParam<Impossible> {};

TEST_P(RefusedLanguageModel, SaysWhichOptionIsWrong) {
  const auto yaml = section(GetParam().yaml);
  const auto text = message([&] { make_language_model(yaml, 10); });
  EXPECT_NE(text.find(GetParam().key), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Options, RefusedLanguageModel,
    testing::Values(Impossible{"{type: rnn_lm, tied: true, hidden_size: 8}", "model.tied"},
                    Impossible{"{type: rnn_lm, tied: true, input: one_hot}", "model.tied"},
                    Impossible{"{type: rnn_lm, cell: elman}", "model.cell"},
                    Impossible{"{type: transformer_lm, d_model: 10, heads: 4}", "model.d_model"},
                    Impossible{"{type: transformer_lm, d_model: 9, heads: 3}", "model.d_model"}));

class RefusedModel : public testing::TestWithParam<Impossible> {};

TEST_P(RefusedModel, SaysWhichOptionIsWrong) {
  const auto yaml = section(GetParam().yaml);
  const auto text = message([&] { make_seq2seq_model(yaml, 10, 12, false); });
  EXPECT_NE(text.find(GetParam().key), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Options, RefusedModel,
    testing::Values(
        Impossible{"{type: transformer, d_model: 10, heads: 4}", "model.d_model"},
        Impossible{"{type: transformer, d_model: 9, heads: 3}", "model.d_model"},
        Impossible{"{type: transformer, tied_embeddings: all}", "model.tied_embeddings"},
        Impossible{"{type: transformer, norm: both}", "model.norm"},
        Impossible{"{type: transformer, preset: paper}", "model.preset"},
        Impossible{"{type: transformer, d_model: 10, heads: 4, d_k: 3}", "model.d_model"},
        Impossible{"{type: rnn_attention, tied_embeddings: target, hidden_size: 8}",
                   "model.tied_embeddings"},
        Impossible{"{type: rnn_attention, attention: dot, bidirectional: true}", "model.attention"},
        Impossible{"{type: rnn_attention, attention: multi_head, hidden_size: 8, heads: 3}",
                   "model.heads"},
        Impossible{"{type: rnn_attention, encoder: convolutional, kernel: 4}", "model.kernel"},
        Impossible{"{type: rnn_attention, encoder: convolutional, bidirectional: true}",
                   "model.bidirectional"},
        Impossible{"{type: rnn_attention, encoder: convolutional, embedding_size: 5}",
                   "model.embedding_size"},
        Impossible{"{type: rnn_context, tied_embeddings: target, hidden_size: 8}",
                   "model.tied_embeddings"},
        Impossible{"{type: rnn_attention, readout: paper, embedding_size: 6, hidden_size: 8, "
                   "tied_embeddings: all}",
                   "have separate vocabularies"},
        Impossible{"{type: rnn_attention, dropout: 1.0}", "model.dropout"}));

}  // namespace
}  // namespace regard::model
