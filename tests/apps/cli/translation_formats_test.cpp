#include "cli/translation_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "translate/confidence.h"

namespace regard::cli {
namespace {

translate::Translation translation() {
  return {.text = "le chat",
          .n_best = {{.text = "le chat",
                      .log_prob = -1.5,
                      .score = -0.5,
                      .pieces = {"▁le", "▁chat", "</s>"},
                      .attention = {{0.75F, 0.25F}, {0.0F, 1.0F}}},
                     {.text = "un chat",
                      .log_prob = -3,
                      .score = -1,
                      .attention = {{0.0F, 1.0F}, {1.0F, 0.0F}}}}};
}

TEST(LinesOfTexts, AreThoseOfEachArgument) {
  using Texts = std::vector<std::string>;
  const auto lines = [](const Texts& texts) { return lines_of(texts, "-", 1)->next().texts; };
  EXPECT_EQ(lines({"The cat.\nThe dog.", "A bird."}), (Texts{"The cat.", "The dog.", "A bird."}));
  EXPECT_EQ(lines({"The cat.\r\n\nThe dog.\n"}), (Texts{"The cat.", "", "The dog."}));
  EXPECT_EQ(lines({""}), Texts{""});
}

TEST(TranslationFormats, AreALineOfText) {
  EXPECT_EQ(formatted(translation(), {7}, {}), "le chat\n");
  EXPECT_EQ(formatted(translation(), {7}, {.alignment = Alignment::hard}), "le chat ||| 0-0 1-1\n");
  EXPECT_EQ(formatted(translation(), {7}, {.alignment = Alignment::soft}),
            "le chat ||| 0.75,0.25 0,1\n");
  EXPECT_EQ(formatted({}, {7}, {}), "\n");
  EXPECT_EQ(formatted({}, {7}, {.alignment = Alignment::hard}), " ||| \n");
}

TEST(TranslationFormats, AreALineForEachCandidateAsMarianWritesThem) {
  EXPECT_EQ(formatted(translation(), {7}, {.format = Format::nbest}),
            "7 ||| le chat ||| F0= -1.5 ||| -0.5\n7 ||| un chat ||| F0= -3 ||| -1\n");
  EXPECT_EQ(formatted(translation(), {7}, {.format = Format::nbest, .alignment = Alignment::hard}),
            "7 ||| le chat ||| 0-0 1-1 ||| F0= -1.5 ||| -0.5\n"
            "7 ||| un chat ||| 0-1 1-0 ||| F0= -3 ||| -1\n");
  EXPECT_EQ(formatted({}, {7}, {.format = Format::nbest}), "7 |||  ||| F0= 0 ||| 0\n");
}

TEST(TranslationFormats, KeepTheirColumnsWhenATextHasSeparators) {
  translate::Translation one{.text = "a ||| b", .n_best = {{.text = "a ||| b"}}};
  EXPECT_EQ(formatted(one, {0}, {.format = Format::nbest}),
            "0 ||| a &#124;&#124;&#124; b ||| F0= 0 ||| 0\n");
  EXPECT_EQ(formatted(one, {0}, {.alignment = Alignment::hard}), "a &#124;&#124;&#124; b ||| \n");
  EXPECT_EQ(formatted(one, {0}, {}), "a ||| b\n");
}

TEST(TranslationFormats, HaveConfidencesAndFlagsIfTheyWereAskedFor) {
  auto one = translation();
  one.n_best[0].confidence = 0.123456;
  one.n_best[0].word_confidences = {0.25, 0.98765};
  one.flags = {translate::Flag::lost_number, translate::Flag::too_short};
  one.is_calibrated = true;
  const auto json = nlohmann::json::parse(
      formatted(one, {.number = 7, .file = "a.po"}, {.format = Format::jsonl}));
  EXPECT_EQ(json.at("file"), "a.po");
  EXPECT_EQ(json.at("confidence"), 0.1235);
  EXPECT_EQ(json.at("words"), nlohmann::json::parse(R"([{"text": "le", "confidence": 0.25},
                                                        {"text": "chat", "confidence": 0.9877}])"));
  one.n_best[0].word_confidences[1] = translate::kGiven;
  EXPECT_EQ(nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl})).at("words")[1],
            nlohmann::json::parse(R"({"text": "chat", "term": true})"));
  EXPECT_EQ(json.at("flags"), nlohmann::json({"lost_number", "too_short"}));
  EXPECT_EQ(json.at("calibrated"), true);
  EXPECT_FALSE(nlohmann::json::parse(formatted(translation(), {7}, {.format = Format::jsonl}))
                   .contains("flags"));
}

TEST(TranslationFormats, HaveTheSameKeysForALineThatIsNotSearched) {
  const auto keys_of = [](const translate::Translation& one) {
    const auto line = formatted(one, {0}, {.format = Format::jsonl, .alignment = Alignment::soft});
    std::vector<std::string> keys;
    const auto json = nlohmann::json::parse(line);
    for (const auto& item : json.items()) keys.push_back(item.key());
    return keys;
  };
  EXPECT_EQ(keys_of({.text = "123", .n_best = {}}), keys_of(translation()));
  EXPECT_EQ(formatted({.text = "123", .n_best = {}}, {0}, {.format = Format::nbest}),
            "0 ||| 123 ||| F0= 0 ||| 0\n");
}

TEST(TranslationFormats, AreAnObjectOfJsonALine) {
  auto one = translation();
  one.unmet = {{"key", "touche"}};
  one.matches = {{"a cat", "un chat", 75}};
  one.is_from_memory = true;
  one.cuts = 1;
  const auto line =
      formatted(one, {7, "the cat", 0.25}, {.format = Format::jsonl, .alignment = Alignment::hard});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json.at("line"), 8);
  EXPECT_EQ(json.at("source"), "the cat");
  EXPECT_EQ(json.at("text"), "le chat");
  EXPECT_EQ(json.at("score"), -0.5);
  EXPECT_EQ(json.at("tokens").size(), 3);
  EXPECT_EQ(json.at("alignment"), nlohmann::json::parse("[[0,0],[1,1]]"));
  EXPECT_EQ(json.at("alternatives").at(0).at("text"), "un chat");
  EXPECT_EQ(json.at("unmet_terms").at(0).at("target"), "touche");
  EXPECT_EQ(json.at("matches").dump(), R"([{"score":75,"source":"a cat","target":"un chat"}])");
  EXPECT_EQ(json.at("from_memory"), true);
  EXPECT_EQ(json.at("parts"), 2);
  EXPECT_EQ(json.at("seconds"), 0.25);
  EXPECT_EQ(nlohmann::json::parse(formatted({}, {0}, {.format = Format::jsonl})).at("text"), "");
}

TEST(TranslationFormats, SayThatATranslationDidNotEnd) {
  auto one = translation();
  EXPECT_FALSE(
      nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl})).contains("unfinished"));
  one.n_best.front().finished = false;
  EXPECT_EQ(formatted(one, {7}, {.format = Format::nbest}),
            "7 ||| le chat ||| F0= -1.5 Cut= 1 ||| -0.5\n7 ||| un chat ||| F0= -3 ||| -1\n");
  const auto json = nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl}));
  EXPECT_EQ(json.at("unfinished"), true);
  EXPECT_FALSE(json.at("alternatives").at(0).contains("unfinished"));
}

TEST(TranslationFormats, SayThatAPrefixWasCut) {
  auto one = translation();
  EXPECT_FALSE(
      nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl})).contains("prefix_cut"));
  one.has_cut_prefix = true;
  EXPECT_EQ(nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl})).at("prefix_cut"),
            true);
}

TEST(TranslationFormats, KeepTheEndOfALine) {
  EXPECT_EQ(formatted(translation(), {.number = 7, .end = "\r\n"}, {}), "le chat\r\n");
}

TEST(TranslationFormats, NameTheWordsThatTheModelDoesNotKnow) {
  auto one = translation();
  one.unknown = {"zebra"};
  const auto json = nlohmann::json::parse(formatted(one, {7}, {.format = Format::jsonl}));
  EXPECT_EQ(json.at("unknown_words"), nlohmann::json::parse(R"(["zebra"])"));
}

}  // namespace
}  // namespace regard::cli
