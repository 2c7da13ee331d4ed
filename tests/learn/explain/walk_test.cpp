#include "explain/walk.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "config/yaml_reader.h"
#include "explain/walk_json.h"
#include "model/modules.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"
#include "support/golden_tensors.h"
#include "support/tiny_model.h"

namespace regard::explain {
namespace {

struct Configuration {
  std::string name, options;
};

void PrintTo(const Configuration& configuration, std::ostream* out) {
  *out << configuration.options;
}

class WalkOf : public testing::TestWithParam<Configuration> {
 protected:
  WalkOf() : tiny_(test::tiny_model()) {
    const int64_t vocab = tiny_.tokenizers.source().size();
    model_ = model::make_seq2seq_model(config::read_yaml(GetParam().options, "model"), vocab, vocab,
                                       true);
    const torch::NoGradGuard no_grad;
    auto generator = torch::make_generator<torch::CPUGeneratorImpl>(3);
    for (auto& weight : model_->parameters()) weight.normal_(0.0, 0.5, generator);
    model_->eval();
  }

  Walk walked() {
    return walk({"tiny", model_, tiny_.tokenizers}, "the cat sees a dog", {.beam_size = 3});
  }

  test::TinyModel tiny_;
  std::shared_ptr<model::Seq2SeqModel> model_;
};

const std::string kTransformer =
    "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 2, decoder_layers: 2";
const std::string kRnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 2";
const std::string kContext = "{type: rnn_context, embedding_size: 6, hidden_size: 8, layers: 2";

INSTANTIATE_TEST_SUITE_P(
    , WalkOf,
    testing::Values(
        Configuration{"post_norm", kTransformer + "}"},
        Configuration{"pre_norm_tied",
                      kTransformer + ", norm: pre, tied_embeddings: all, bias: true}"},
        Configuration{"learned_gelu",
                      kTransformer + ", positions: learned, activation: gelu, norm_input: true}"},
        Configuration{"additive_widths",
                      kTransformer + ", attention: additive, d_k: 3, d_v: 5, scale_embeddings: "
                                     "false, activation: silu}"},
        Configuration{"half_epsilon", kTransformer + ", positions: half, norm_epsilon: 0.01}"},
        Configuration{"ssru", kTransformer + ", autoregression: ssru}"},
        Configuration{"gru", kRnn + "}"},
        Configuration{"gru_reset_before", kRnn + ", reset: before}"},
        Configuration{"lstm_bidirectional_paper",
                      kRnn + ", cell: lstm, bidirectional: true, readout: paper}"},
        Configuration{"rnn_dot", kRnn + ", cell: rnn, attention: dot}"},
        Configuration{
            "relu_multi_head",
            kRnn + ", cell: rnn_relu, attention: multi_head, heads: 2, bidirectional: true}"},
        Configuration{"convolutional", kRnn + ", encoder: convolutional, kernel: 3}"},
        Configuration{"context_lstm", kContext + ", cell: lstm}"},
        Configuration{"context_bidirectional", kContext + ", bidirectional: true}"}),
    [](const auto& info) { return info.param.name; });

/// Source and target as inputs of the model.
struct Inputs {
  torch::Tensor source, lengths, target;
};

Inputs inputs_of(const Walk& walk, const text::TokenizerPair& tokenizers) {
  std::vector<int64_t> read = {2};
  const auto& written = walk.beam.n_best.front().tokens;
  read.insert(read.end(), written.begin(), written.end() - 1);
  const auto source = tokenizers.encode_source(walk.line);
  return {torch::tensor(source).unsqueeze(0), torch::tensor({static_cast<int64_t>(source.size())}),
          torch::tensor(read).unsqueeze(0)};
}

// The plain implementations that the walk uses compute the same values as the model.
TEST_P(WalkOf, EndsInTheLogitsOfTheModel) {
  const auto walk = walked();
  const auto [source, lengths, target] = inputs_of(walk, tiny_.tokenizers);
  const torch::NoGradGuard no_grad;
  const auto logits = model_->decode(target, model_->encode(source, lengths)).squeeze(0);
  EXPECT_TRUE(test::tensors_near(walk.logits, logits, 1e-4));
  EXPECT_EQ(walk.read.size(), static_cast<size_t>(walk.logits.size(0)));
}

TEST_P(WalkOf, ShowsTheAttentionOfTheModel) {
  const auto walk = walked();
  const auto [source, lengths, target] = inputs_of(walk, tiny_.tokenizers);
  const torch::NoGradGuard no_grad;
  for (const auto& map : model_->attention(source, lengths, target)) {
    const bool encoder = map.kind == model::AttentionMap::Kind::encoder;
    const bool self = encoder || map.kind == model::AttentionMap::Kind::decoder;
    const auto step =
        std::find_if(walk.steps.begin(), walk.steps.end(), [&](const Step& candidate) {
          if (candidate.part != (encoder ? "encoder" : "decoder")) return false;
          return candidate.title ==
                     (self ? "self-attention: softmax" : "cross-attention: softmax") ||
                 (!self && candidate.title == "weights α");
        });
    ASSERT_NE(step, walk.steps.end());
    const auto& heads = step->values.at(static_cast<size_t>(map.layer));
    ASSERT_EQ(heads.size(), static_cast<size_t>(map.weights.size(1)));
    for (size_t head = 0; head < heads.size(); ++head) {
      EXPECT_TRUE(
          test::tensors_near(heads[head], map.weights[0][static_cast<int64_t>(head)], 1e-5));
    }
  }
}

std::string without_spaces(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
  return text;
}

/// Whether a probe in the cited file has the cited expression.
bool stands(const Citation& citation) {
  const auto file = test::source_folder() / citation.file;
  if (citation.expression.empty() || !std::filesystem::is_regular_file(file)) return false;
  return without_spaces(test::content_of(file))
             .find("\"," + without_spaces(citation.expression) + ')') != std::string::npos;
}

TEST_P(WalkOf, CitesTheProbeThatShowedEachStep) {
  const auto walk = walked();
  for (const auto& step : walk.steps)
    EXPECT_TRUE(stands(step.source)) << step.title << ": " << step.source.expression;
  EXPECT_TRUE(stands(walk.logits_source)) << walk.logits_source.expression;
  EXPECT_TRUE(stands(walk.beam_source)) << walk.beam_source.expression;
}

TEST_P(WalkOf, SaysWhereTheDecoderStarts) {
  const std::string& yaml = GetParam().options;
  const auto walk = walked();
  const auto first = std::ranges::find(walk.steps, "first state", &Step::title);
  ASSERT_EQ(first != walk.steps.end(), yaml.find("type: rnn") != std::string::npos);
  if (first == walk.steps.end()) return;
  EXPECT_EQ(first->meaning.find("both directions") != std::string::npos,
            yaml.find("bidirectional: true") != std::string::npos)
      << first->meaning;
}

std::string formulas_of(const Walk& walk, const std::string& title) {
  std::string all;
  for (const auto& step : walk.steps) {
    if (step.title.find(title) != std::string::npos) all += step.formula + '\n';
  }
  return std::regex_replace(all, std::regex("<[^>]*>"), "");
}

// The formulas give the numbers that are shown.
TEST_P(WalkOf, WritesTheEquationsOfTheModel) {
  const auto walk = walked();
  const std::string& yaml = GetParam().options;
  const auto has = [&](const std::string& option) {
    return yaml.find(option) != std::string::npos;
  };
  const auto backward = formulas_of(walk, "backward ");
  EXPECT_EQ(backward.find("t+1") != std::string::npos, has("bidirectional: true")) << backward;
  EXPECT_EQ(backward.find("t−1"), std::string::npos) << backward;
  const bool has_heads = has("attention: multi_head");
  EXPECT_EQ(formulas_of(walk, "query of the head") != "", has_heads);
  EXPECT_EQ(formulas_of(walk, "context c").find("Wo") != std::string::npos, has_heads);
  if (has("type: transformer")) {
    for (const auto& [title, read] :
         {std::pair{": Q", "Wq"}, std::pair{"feed-forward: hidden", "+b1"}}) {
      const auto formulas = formulas_of(walk, title);
      EXPECT_EQ(formulas.find("LN(x)") != std::string::npos, has("norm: pre")) << formulas;
      EXPECT_NE(formulas.find(read), std::string::npos) << formulas;
    }
    EXPECT_EQ(formulas_of(walk, ": Q").find("+bq") != std::string::npos, has("bias: true"));
    EXPECT_EQ(formulas_of(walk, ": W_o").find("+bo") != std::string::npos, has("bias: true"));
  }
  EXPECT_EQ(formulas_of(walk, "first state").find("h̄") != std::string::npos,
            has("encoder: convolutional"));
}

TEST_P(WalkOf, BeginsWithTheEmbeddingOfBothSides) {
  const auto walk = walked();
  for (const std::string part : {"encoder", "decoder"}) {
    EXPECT_TRUE(std::ranges::any_of(walk.steps, [&](const Step& step) {
      return step.part == part && step.title == "embedding";
    })) << part;
  }
}

TEST(Walk, RefusesWhatItCannotShow) {
  const auto tiny = test::tiny_model();
  const Explained explained{"runs/tiny", tiny.model, tiny.tokenizers};
  EXPECT_EQ(test::thrown_error([&] { walk(explained, "", {}); }).problem(),
            "the text to translate is empty");
  std::string line;
  for (int word = 0; word < 60; ++word) line += "cat ";
  EXPECT_EQ(test::thrown_error([&] { walk(explained, line, {}); }).remedy(),
            "give one shorter sentence");
}

TEST(Walk, FindsWhatBeamSearchFinds) {
  const auto tiny = test::tiny_model();
  const auto walked = walk({"tiny", tiny.model, tiny.tokenizers}, "my old cat", {.beam_size = 5});
  const std::string lines[] = {"my old cat"};
  EXPECT_EQ(walked.translation, tiny.translate(lines, {.search = {.beam_size = 5}}).front().text);
}

TEST(Walk, KeepsTheDigitsOfSmallProbabilities) {
  const auto tiny = test::tiny_model();
  const auto walked = walk({"tiny", tiny.model, tiny.tokenizers}, "my old cat", {.beam_size = 5});
  const auto beam = json_of(walked)["beam"];
  for (size_t step = 1; step < walked.beam.steps.size(); ++step) {
    for (size_t i = 0; i < walked.beam.steps[step].size(); ++i) {
      const double probability = walked.beam.steps[step][i].probability;
      EXPECT_NEAR(beam[step - 1][i][1].get<double>(), probability, 1e-3 * probability);
    }
  }
  const auto output = json_of(walked)["output"];
  for (size_t step = 0; step < walked.candidates.size(); ++step) {
    for (size_t i = 0; i < walked.candidates[step].size(); ++i) {
      EXPECT_NEAR(output[step][i][2].get<double>(), walked.candidates[step][i].log_probability,
                  1e-5);
    }
  }
}

TEST(WorkedExamples, HaveThePrintedNumbersOfTheBook) {
  const auto steps = worked_examples();
  ASSERT_EQ(steps.size(), 14u);
  const auto& english = steps[0].values[0];
  EXPECT_TRUE(test::tensors_near(
      english[0], torch::tensor({{0.4448F, 0.5552F, 0.F, 0.F}, {0.4032F, 0.5968F, 0.F, 0.F}}),
      1e-4));
  EXPECT_TRUE(test::tensors_near(
      steps[2].values[0][0],
      torch::tensor({{0.5980F, 0.4020F, 0.F, 0.F}, {0.5548F, 0.4452F, 0.F, 0.F}}), 1e-4));
  const auto& chinese = steps[3].values[0];
  EXPECT_TRUE(test::tensors_near(
      chinese[1],
      torch::tensor({{0.5254F, 0.4746F, 0.F, 0.F}, {0.3117F, 0.2130F, 0.1801F, 0.2952F}}), 1e-4));
  EXPECT_TRUE(test::tensors_near(
      steps[4].values[0][0],
      torch::tensor({{0.4890F, 0.5110F, 0.F, 0.F}, {0.4365F, 0.5635F, 0.F, 0.F}}), 1e-4));
  const auto means = torch::tensor({{2.F, 3.F, 4.F, 5.F}, {10.F, 11.F, 12.F, 13.F}});
  EXPECT_TRUE(test::tensors_near(steps[6].values[0][0], means, 1e-5));
  EXPECT_TRUE(test::tensors_near(steps[7].values[0][0], means, 1e-5));
  EXPECT_TRUE(
      test::tensors_near(steps[8].values[0][0], torch::tensor({{-1.F, 1.F}, {-1.F, 1.F}}), 1e-4));
  for (const auto& step : steps) EXPECT_TRUE(stands(step.source)) << step.title;
}

// (1, 2) has mean 1.5 and standard deviation 0.5.
TEST(WorkedExamples, ShowInputsAndStepsBesideResults) {
  const auto steps = worked_examples();
  for (size_t i = 9; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].names.size(), steps[i].values.at(0).size()) << steps[i].title;
  }
  const auto& step = steps[12];
  const auto shown = [&](const std::string& name) {
    const auto found = std::ranges::find(step.names, name) - step.names.begin();
    return step.values[0].at(static_cast<size_t>(found))[0].item<double>();
  };
  EXPECT_EQ(step.title, "layer normalization, step by step");
  EXPECT_EQ(shown("mean μ"), 1.5);
  EXPECT_EQ(shown("deviation σ"), 0.5);
}

}  // namespace
}  // namespace regard::explain
