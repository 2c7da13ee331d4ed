#include "pages/film_page.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/stopwatch.h"
#include "regard/base/str.h"
#include "support/base/film_example.h"

namespace regard::report {
namespace {

using nlohmann::json;

/// The data that the page's script reads.
json film_data(const std::string& page) {
  const std::string begin = "id=\"data\">";
  const auto at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(FilmPage, HoldsTheFramesOfEachRun) {
  const auto data = film_data(film_page({test::slow_run(), test::fast_run()}));
  ASSERT_EQ(data["runs"].size(), 2U);
  EXPECT_EQ(data["runs"][1]["name"], "runs/fast");
  const auto& run = data["runs"][0];
  EXPECT_EQ(run["layers"], json({"encoder", "decoder"}));
  ASSERT_EQ(run["frames"].size(), 3U);
  const json sentence = {{"translation", "quatre"},
                         {"columns", {"a", "cat"}},
                         {"rows", {"quatre"}},
                         {"weights", {{0.25, 0.75}}}};
  const json expected = {{"step", 4},           {"seconds", 4.0},
                         {"loss", 2.5},         {"norm", 5.0},
                         {"norms", {3.0, 4.0}}, {"sentences", {{"a cat", sentence}}}};
  EXPECT_EQ(run["frames"][2], expected);
}

TEST(FilmPage, HoldsWhatIsKnownOfValidations) {
  const auto data = film_data(film_page({test::slow_run(), test::fast_run()}));
  EXPECT_EQ(data["runs"][0]["validations"],
            json({{{"step", 2.0}, {"loss", 1.5}, {"bleu", nullptr}, {"texts", json::array()}},
                  {{"step", 4.0}, {"loss", 1.25}, {"bleu", 12.5}, {"texts", json::array()}}}));
  EXPECT_EQ(data["runs"][1]["validations"], json::array());
}

TEST(FilmPage, HoldsTheScoresOfTheTextsOfAList) {
  auto run = test::slow_run();
  run.curves["valid/law/loss"] = {.steps = {4}, .minutes = {2}, .values = {1.5}};
  run.curves["valid/law/bleu"] = {.steps = {4}, .minutes = {2}, .values = {20.5}};
  const auto validations = film_data(film_page({run}))["runs"][0]["validations"];
  EXPECT_EQ(validations[0]["texts"], json({{{"name", "law"}, {"bleu", nullptr}}}));
  EXPECT_EQ(validations[1]["texts"], json({{{"name", "law"}, {"bleu", 20.5}}}));
}

TEST(FilmPage, LeavesOutValidationsThatAreNotFinite) {
  auto run = test::slow_run();
  run.curves["valid/loss"].values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(film_data(film_page({run}))["runs"][0]["validations"][0]["loss"], nullptr);
}

/// Seconds for the page of a run with this many sentences.
double seconds_for(size_t sentences) {
  auto run = test::fast_run();
  run.frames.resize(12);
  for (auto& frame : run.frames) {
    frame.sentences.resize(sentences);
    for (size_t at = 0; at < sentences; ++at) {
      frame.sentences[at] = {.source = str("a cat ", at), .reference = "un chat"};
    }
  }
  const Stopwatch stopwatch;
  EXPECT_EQ(film_data(film_page({run}))["sentences"].size(), sentences);
  return stopwatch.seconds();
}

TEST(FilmPage, TakesTimeInProportionToItsSentences) {
  // Comparing each pair of sentences would take 16 times as long.
  EXPECT_LT(seconds_for(4 * 600), 10 * seconds_for(600) + 0.5);
}

TEST(FilmPage, ListsEachSentenceOnce) {
  auto run = test::fast_run();
  run.frames[0].sentences.push_back({.source = "a dog", .reference = "un chien"});
  EXPECT_EQ(film_data(film_page({test::slow_run(), run}))["sentences"],
            json({{{"source", "a cat"}, {"reference", "un chat"}},
                  {{"source", "a dog"}, {"reference", "un chien"}}}));
}

TEST(FilmPage, KeepsItsPlaceForALayerThatAFrameLacks) {
  auto run = test::slow_run();
  run.frames[0].layers = {{"decoder", 4}};
  const auto data = film_data(film_page({run}))["runs"][0];
  EXPECT_EQ(data["layers"], json({"decoder", "encoder"}));
  EXPECT_EQ(data["frames"][0]["norms"], json({4.0, nullptr}));
  EXPECT_EQ(data["frames"][1]["norms"], json({4.0, 3.0}));
}

TEST(FilmPage, WritesNoTextAsHtml) {
  auto run = test::slow_run();
  run.name = "runs/<b>";
  run.frames[0].sentences[0].translation = "</script><b>";
  const auto page = film_page({run});
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(film_data(page)["runs"][0]["frames"][0]["sentences"]["a cat"]["translation"],
            "</script><b>");
}

TEST(FilmPage, NeedsNoNetwork) {
  const auto page = film_page({test::slow_run()});
  for (const auto* part : {"src=", "href=", "@import", "url("}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
}

TEST(FilmPage, IsChineseToo) {
  const auto page = film_page({test::slow_run()}, draw::Language::zh);
  EXPECT_NE(page.find("<html lang=\"zh\">"), std::string::npos);
  EXPECT_NE(page.find("<h1>训练过程的影片</h1>"), std::string::npos);
  EXPECT_NE(page.find("aria-label=\"训练的时刻\""), std::string::npos);
  const auto phrases = film_data(page)["phrases"];
  for (const auto& [english, chinese] : phrases.items()) {
    EXPECT_NE(chinese, english);
  }
}

}  // namespace
}  // namespace regard::report
