#include "report/comparison_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "regard/base/str.h"
#include "support/base/xml.h"
#include "support/comparison_example.h"

namespace regard::report {
namespace {

constexpr const char* kDataBegin = "<script type=\"application/json\" id=\"data\">";

nlohmann::json page_data_of(const std::string& page) {
  const auto from = page.find(kDataBegin) + std::string(kDataBegin).size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

// The page without the contents of its scripts, which are not valid XML.
std::string without_scripts(const std::string& page) {
  std::string rest;
  size_t at = 0;
  while (true) {
    const auto begin = page.find("<script", at);
    if (begin == std::string::npos) return rest + page.substr(at);
    rest += page.substr(at, begin - at);
    at = page.find("</script>", begin) + 9;
  }
}

std::multiset<std::string> ids_of(const std::string& page) {
  std::multiset<std::string> ids;
  for (const auto& element : test::Xml::parse(without_scripts(page))) {
    if (element.attributes.contains("id")) ids.insert(element.attributes.at("id"));
  }
  return ids;
}

bool says(const std::string& page, const std::string& text) {
  return page.find(text) != std::string::npos;
}

TEST(ComparisonPage, IsWellFormedRegardlessOfItsTexts) {
  const auto page = comparison_page(test::small_comparison()).html;
  EXPECT_NO_THROW(test::Xml::parse(without_scripts(page)));
  size_t scripts = 0;
  for (size_t at = page.find("</script>"); at != std::string::npos;
       at = page.find("</script>", at + 1)) {
    ++scripts;
  }
  EXPECT_EQ(scripts, 2u);  // the data and the program
  EXPECT_EQ(page_data_of(page)["sentences"][1]["r"],
            test::small_comparison().sentences[1].reference);
}

TEST(ComparisonPage, BeginsWithTheVerdictAndItsWarnings) {
  const auto comparison = test::small_comparison();
  const auto page = comparison_page(comparison).html;
  const auto verdict = page.find("transformer is better than rnn: 34.2 BLEU");
  ASSERT_NE(verdict, std::string::npos);
  EXPECT_LT(verdict, page.find("rnn was trained for 20 minutes, transformer for 45."));
  EXPECT_LT(verdict, page.find("<table>"));
}

TEST(ComparisonPage, HasAllSectionsInOrderAndLinksToEach) {
  const auto page = comparison_page(test::small_comparison()).html;
  size_t last = 0;
  for (const char* id : {"verdict", "models", "quality", "sentences", "seeds", "search"}) {
    const auto at = std::min(page.find(str("<section id=\"", id, "\">")),
                             page.find(str("<section class=\"folded\" id=\"", id, "\">")));
    ASSERT_NE(at, std::string::npos) << id;
    EXPECT_GT(at, last) << id;
    EXPECT_TRUE(says(page, str("<a href=\"#", id, "\">"))) << id;
    last = at;
  }
}

TEST(ComparisonPage, ShowsEveryFact) {
  const auto page = comparison_page(test::small_comparison()).html;
  for (const char* fact : {"12,345,678",
                           "180.0",
                           "validation BLEU over time",
                           "34.20",
                           "± 1.50",
                           "+6.80",
                           "+5.70 to +8.00",
                           "&lt; 0.001",
                           "0.210",
                           "may be due to chance",
                           "BLEU by source length",
                           "Word F1 by frequency",
                           "il y a",
                           "0.960",
                           "The difference persists over seeds.",
                           "persists over seeds",
                           "Confidence and accuracy",
                           "6 (3.0\u00a0%)",
                           "BLEU by beam size",
                           "Attention and n-best were kept of the first 2 sentences."}) {
    EXPECT_TRUE(says(page, fact)) << fact;
  }
}

TEST(ComparisonPage, GivesSentencesToItsScript) {
  const auto data = page_data_of(comparison_page(test::small_comparison()).html);
  EXPECT_EQ(data["systems"], nlohmann::json({"rnn", "transformer"}));
  const auto& first = data["sentences"][0];
  EXPECT_EQ(first["s"], "the pupil reads a book");
  EXPECT_EQ(first["t"][0]["p"], nlohmann::json({"-l'", "+un ", "=élève lit ", "-un ", "=livre"}));
  EXPECT_EQ(first["t"][0]["m"], nlohmann::json({61.5, 41.5, 38.5}));
  EXPECT_EQ(first["t"][0]["n"].size(), 2u);
  // One letter per weight: 4 words of the translation over 5 of the source.
  const auto weights = first["t"][0]["a"]["w"].get<std::string>();
  EXPECT_EQ(weights.size(), 20u);
  EXPECT_EQ(weights.substr(0, 5), "1DDDD");  // 0.84 and 0.04 in 63rds
}

TEST(ComparisonPage, HasUniqueIdsAndNoDeadLinks) {
  const auto page = comparison_page(test::small_comparison()).html;
  const auto ids = ids_of(page);
  const std::regex well_formed("[A-Za-z][A-Za-z0-9_-]*");
  for (const auto& id : ids) {
    EXPECT_EQ(ids.count(id), 1u) << id;
    EXPECT_TRUE(std::regex_match(id, well_formed)) << id;
  }
  for (const auto& link : test::elements_of(without_scripts(page), "a")) {
    EXPECT_TRUE(ids.contains(link.attributes.at("href").substr(1))) << link.attributes.at("href");
  }
}

TEST(ComparisonPage, NeedsNoNetwork) {
  auto page = comparison_page(test::small_comparison()).html;
  const std::string name_of_svg = "http://www.w3.org/2000/svg";  // an identifier, never fetched
  for (size_t at = page.find(name_of_svg); at != std::string::npos; at = page.find(name_of_svg)) {
    page.erase(at, name_of_svg.size());
  }
  for (const char* loading :
       {"http://", "https://", " src=", "<link", "@import", "url(", "fetch("}) {
    EXPECT_FALSE(says(page, loading)) << loading;
  }
}

TEST(ComparisonPage, LabelsChoicesAndMakesColumnHeadingsButtons) {
  const auto page = without_scripts(comparison_page(test::small_comparison()).html);
  for (const char* id : {"find", "kind", "best", "metric", "against"}) {
    const std::regex labelled(str("<label>[^<]+<(input|select) id=\"", id, "\""));
    EXPECT_TRUE(std::regex_search(page, labelled)) << id;
  }
  size_t heads = 0;
  for (const auto& button : test::elements_of(page, "button")) {
    heads += button.attributes.count("data-key");
  }
  EXPECT_EQ(heads, 5u);  // number, words, two systems, difference
}

TEST(ComparisonPage, OfAThousandSentencesIsSmallerThanFiveMegabytes) {
  const auto page = comparison_page(test::large_comparison(1000)).html;
  EXPECT_EQ(page_data_of(page)["sentences"].size(), 1000u);
  EXPECT_LT(page.size(), 5'000'000u);
}

TEST(ComparisonPage, OfTenSystemsLeavesOutDetailsToBeSmallerThanFiveMegabytes) {
  const auto page = comparison_page(test::many_comparison(10, 1000)).html;
  EXPECT_LT(page.size(), 5'000'000u);
  EXPECT_NO_THROW(test::Xml::parse(without_scripts(page)));
  const auto sentences = page_data_of(page)["sentences"];
  ASSERT_EQ(sentences.size(), 1000u);
  size_t detailed = 0;
  for (const auto& sentence : sentences) {
    EXPECT_EQ(sentence["t"].size(), 10u);
    for (const auto& output : sentence["t"]) {
      EXPECT_EQ(output.contains("n"), sentence["t"][0].contains("n"));
    }
    detailed += sentence["t"][0].contains("n") ? 1 : 0;
  }
  EXPECT_GT(detailed, 0u);
  EXPECT_TRUE(
      says(page, str("those of ", 1000 - detailed, " sentences, spread evenly, are omitted")));
}

TEST(ComparisonPage, RanksThreeOrMoreSystems) {
  EXPECT_FALSE(says(comparison_page(test::small_comparison()).html, "ranks below all"));
  const auto page = comparison_page(test::many_comparison(4, 1)).html;
  // The last of the three leads may be due to chance.
  const auto order = "lstm-additive 27.5 &gt; gru-dot 25.8 &gt; gru-additive 24.1 ≈ seq2seq 22.4";
  EXPECT_TRUE(says(page, order));
  EXPECT_TRUE(says(page, "ranks below all"));
  EXPECT_TRUE(says(page, "<td>2</td>"));
  EXPECT_TRUE(says(page, "<td>3–4</td>"));
}

TEST(ComparisonPage, OfManySystemsHasARowForEachInsteadOfAColumn) {
  const auto few = comparison_page(test::many_comparison(5, 1)).html;
  EXPECT_FALSE(says(few, "<table class=\"turned\">"));
  const auto many = comparison_page(test::many_comparison(6, 1)).html;
  EXPECT_TRUE(says(many, "<table class=\"turned\">"));
  EXPECT_TRUE(says(many,
                   "<th scope=\"row\"><span class=\"regard\"><i class=\"swatch s5\"></i>"
                   "</span>transformer-post</th>"));
  EXPECT_TRUE(says(many, "Lead of the system in the row over the system in the column by BLEU"));
}

TEST(ComparisonPage, HasNoNegativeZero) {
  auto comparison = test::small_comparison();
  for (auto& metric : comparison.metrics) metric.pairs[0].low = metric.pairs[0].high = -0.0;
  for (auto& sentence : comparison.sentences) sentence.systems[0].log_prob = -0.001;
  const auto page = comparison_page(comparison).html;
  EXPECT_FALSE(says(without_scripts(page), "−0.00"));
  EXPECT_EQ(page_data_of(page).dump().find("-0.0,"), std::string::npos);
}

TEST(ComparisonPage, OfFilesOnlyNamesWhatIsUnknown) {
  compare::Comparison comparison;
  comparison.systems = {{.name = "a", .file = "a.txt"}, {.name = "b", .file = "b.txt"}};
  comparison.verdict.which = "a is better than b.";
  const auto page = comparison_page(comparison).html;
  EXPECT_NO_THROW(test::Xml::parse(without_scripts(page)));
  EXPECT_TRUE(says(page, "the systems that made them are unknown"));
  EXPECT_TRUE(says(page, "Not requested."));
  EXPECT_TRUE(says(page, "No sign of an unfair comparison was found."));
}

}  // namespace
}  // namespace regard::report
