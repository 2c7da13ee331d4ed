// Answers of the live page's server.
#include "explain/live.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "explain/tiny_named_model.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::explain {
namespace {

using nlohmann::json;

class LiveAnswers : public testing::Test {
 protected:
  json answer(const json& request) const { return json::parse(live_.answer(request.dump())); }

  NamedModel transformer_ = test::named("transformer"), rnn_ = test::named("rnn_attention");
  Live live_{{transformer_, rnn_}};
};

/// Compares the rounded logits of the tokens in an answer with the model's logits.
void expect_logits(const json& output, const torch::Tensor& logits) {
  ASSERT_EQ(output.size(), static_cast<size_t>(logits.size(0)));
  for (size_t step = 0; step < output.size(); ++step) {
    for (const auto& candidate : output[step]) {
      const auto expected =
          logits[static_cast<int64_t>(step)][candidate[3].get<int64_t>()].item<double>();
      EXPECT_NEAR(candidate[1].get<double>(), expected, 2e-3);
    }
  }
}

torch::Tensor logits_of(const NamedModel& model, const std::string& line, const json& ids) {
  const auto& [experiment, network, tokenizers, metadata] = *model.loaded;
  const auto source = tokenizers.encode_source(line);
  std::vector<int64_t> read = {2};
  for (size_t i = 0; i + 1 < ids.size(); ++i) read.push_back(ids[i].get<int64_t>());
  const torch::NoGradGuard no_grad;
  const auto memory = network->encode(torch::tensor(source).unsqueeze(0),
                                      torch::tensor({static_cast<int64_t>(source.size())}));
  return network->decode(torch::tensor(read).unsqueeze(0), memory)[0];
}

TEST_F(LiveAnswers, HaveTheNumbersOfEachModel) {
  for (const auto* model : {&transformer_, &rnn_}) {
    const int number = model == &rnn_ ? 1 : 0;
    const auto found = answer({{"text", "my old cat"}, {"model", number}});
    expect_logits(found["output"], logits_of(*model, "my old cat", found["ids"]));
    EXPECT_EQ(found["source"].size(), 4u);
    EXPECT_EQ(found["nBest"].size(), 5u);
    EXPECT_EQ(found["nBest"][0][0], found["translation"]);
  }
}

TEST_F(LiveAnswers, ZerosInTheOutputMatrixAreAHeadSwitchedOff) {
  const json request = {{"text", "the dog sees"}, {"heads_off", {{"cross", 1, 0}}}};
  const auto changed = answer(request);
  const torch::NoGradGuard no_grad;
  auto weight =
      transformer_.loaded->model->named_parameters()["decoder.blks.block1.attention2.W_o.weight"];
  weight.slice(1, 0, weight.size(1) / 2).zero_();
  const auto zeroed = answer({{"text", "the dog sees"}});
  EXPECT_EQ(changed["translation"], zeroed["translation"]);
  EXPECT_EQ(changed["nBest"], zeroed["nBest"]);
  expect_logits(changed["output"], logits_of(transformer_, "the dog sees", changed["ids"]));
}

TEST_F(LiveAnswers, ShowWeightsAndTheStepThatIsAskedFor) {
  const auto found = answer({{"text", "a cat"}, {"step", "decoder: feed-forward: hidden"}});
  int attention = 0;
  for (const auto& step : found["steps"]) {
    const bool is_chosen = step["part"] == "decoder" && step["title"] == "feed-forward: hidden";
    const bool has_numbers = !step["layers"][0][0].is_null();
    EXPECT_EQ(has_numbers, is_chosen || step["isWeight"].get<bool>()) << step["title"];
    if (step["attention"] != "") ++attention;
  }
  EXPECT_EQ(attention, 3);
  const auto of_rnn = answer({{"text", "a cat"}, {"model", 1}});
  int gates = 0;
  for (const auto& step : of_rnn["steps"])
    gates += static_cast<int>(step["isWeight"].get<bool>() && step["attention"] == "");
  EXPECT_EQ(gates, 4);  // reset and update, on both sides
}

TEST_F(LiveAnswers, AreTheSameForSeveralThreads) {
  const auto bare = [&](int model) {
    auto found = answer({{"text", "my old cat"}, {"model", model}});
    found.erase("milliseconds");
    return found;
  };
  const std::array expected{bare(0), bare(1)};
  std::vector<std::jthread> threads;
  for (const int model : {0, 1, 0, 1}) {
    threads.emplace_back([&, model] {
      for (int i = 0; i < 5; ++i) EXPECT_EQ(bare(model), expected.at(static_cast<size_t>(model)));
    });
  }
}

TEST_F(LiveAnswers, FollowTheOptionsOfSearch) {
  const auto narrow = answer({{"text", "my cat"}, {"beam_size", 1}});
  EXPECT_EQ(narrow["nBest"].size(), 1u);
  for (const auto& step : narrow["beam"]) EXPECT_EQ(step.size(), 1u);
  const auto forced = answer({{"text", "my cat"}, {"prefix", {6, 5}}});
  EXPECT_EQ(forced["ids"][0], 6);
  EXPECT_EQ(forced["ids"][1], 5);
  const auto plain = answer({{"text", "my cat"}, {"length_penalty", 0}});
  EXPECT_EQ(plain["nBest"][0][1], plain["nBest"][0][2]);  // the score is log P
}

TEST_F(LiveAnswers, BeginWithAnyWordsOfTheVocabulary) {
  const auto& tokenizers = transformer_.loaded->tokenizers;
  auto ids = tokenizers.encode_target("the dog");
  ids.pop_back();  // eos
  const auto found = answer({{"text", "my cat"}, {"words", "the dog"}});
  EXPECT_EQ(found["prefix"], ids);
  EXPECT_TRUE(found["translation"].get<std::string>().starts_with("the dog"));
  const auto behind = answer({{"text", "my cat"}, {"prefix", {6}}, {"words", "the dog"}});
  ids.insert(ids.begin(), 6);
  EXPECT_EQ(behind["prefix"], ids);
}

struct WrongRequest {
  const char* request;
  std::string problem;
};

/// The tiny Transformer has two layers of two heads.
std::string no_head(const std::string& head) {
  const std::string both = "layers 0 to 1, heads 0 to 1";
  return "the model does not have the head " + head + "; it has encoder: " + both +
         "; decoder: " + both + "; cross: " + both;
}

class LiveRequests : public LiveAnswers, public testing::WithParamInterface<WrongRequest> {};

INSTANTIATE_TEST_SUITE_P(
    , LiveRequests,
    testing::Values(WrongRequest{"[", "the request is not a JSON object"},
                    WrongRequest{"{}", "text must be a text of at most 2000 bytes"},
                    WrongRequest{R"({"text": ""})", "the text to translate is empty"},
                    WrongRequest{R"({"text": "a", "model": 2})",
                                 "model must be a whole number from 0 to 1"},
                    WrongRequest{R"({"text": "a", "beam_size": 1e9})",
                                 "beam_size must be a whole number from 1 to 16"},
                    WrongRequest{R"({"text": "a", "temperature": 0})",
                                 "temperature must be a number from 0.05 to 20"},
                    WrongRequest{R"({"text": "a", "mask": 1})", "mask must be true or false"},
                    WrongRequest{R"({"text": "a", "prefix": [99999]})",
                                 "prefix must be a whole number from 0 to "},
                    WrongRequest{R"({"text": "a", "words": "\u4e00"})",
                                 "the model's vocabulary cannot write '\u4e00'"},
                    WrongRequest{R"({"text": "a", "heads_off": [["cross", 0]]})",
                                 "heads_off must be a list of [attention, layer, head]"},
                    WrongRequest{R"({"text": "a", "heads_off": [["cross", 2, 0]]})",
                                 no_head("[\"cross\",2,0]")},
                    WrongRequest{R"({"text": "a", "heads_off": [["decoder", 0, 7]]})",
                                 no_head("[\"decoder\",0,7]")},
                    WrongRequest{R"({"text": "a", "heads_off": [["self", 0, 0]]})",
                                 no_head("[\"self\",0,0]")}));

TEST_P(LiveRequests, AreRefusedWithWhatIsWrong) {
  const auto error = test::thrown_error([&] { live_.answer(GetParam().request); });
  EXPECT_TRUE(error.problem().starts_with(GetParam().problem)) << error.problem();
}

TEST_P(LiveRequests, AreRefusedInTheLanguageOfThePage) {
  const Live chinese({transformer_, rnn_}, words::Language::zh);
  const auto problem = test::thrown_error([&] { chinese.answer(GetParam().request); }).problem();
  const auto is_chinese = [](unsigned char byte) { return byte >= 0xE4 && byte <= 0xE9; };
  EXPECT_TRUE(std::ranges::any_of(problem, is_chinese)) << problem;
  for (const std::string english : {" must ", " the ", "layers", "cannot"}) {
    EXPECT_EQ(problem.find(english), std::string::npos) << problem;
  }
}

TEST_F(LiveAnswers, HaveAPageInTwoLanguages) {
  const auto english = live_.page("</script>", "answers");
  EXPECT_NE(english.find("<html lang=\"en\">"), std::string::npos);
  EXPECT_EQ(english.find("\"text\":\"</script>"), std::string::npos);
  EXPECT_EQ(english.find("http"), english.find("http://www.w3.org"));  // the page loads nothing
  const Live chinese({transformer_}, words::Language::zh);
  const auto page = chinese.page("a", "answers");
  EXPECT_NE(page.find("<html lang=\"zh\">"), std::string::npos);
  EXPECT_NE(page.find("<noscript><p>本页的数值由脚本绘制"), std::string::npos);
}

TEST_F(LiveAnswers, ExplainStepsInTheLanguageOfThePage) {
  const Live chinese({transformer_, rnn_}, words::Language::zh);
  for (const int model : {0, 1}) {
    const json request = {{"text", "a cat"}, {"model", model}};
    const auto of_page = json::parse(chinese.answer(request.dump()))["steps"];
    const auto of_english = answer(request)["steps"];
    ASSERT_EQ(of_page.size(), of_english.size());
    for (size_t i = 0; i < of_page.size(); ++i) {
      EXPECT_EQ(of_page[i]["name"], of_english[i]["name"]);
      const auto& phrases = *words::phrases_of(words::Language::zh);
      for (const auto* field : {"part", "title", "meaning"}) {
        const auto english = of_english[i][field].get<std::string>();
        EXPECT_EQ(of_page[i][field], phrases.of(english));
        EXPECT_EQ(phrases.unknown(english), std::vector<std::string>()) << english;
      }
    }
  }
}

}  // namespace
}  // namespace regard::explain
