#include "pages/attention_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/base/thrown_error.h"

namespace regard::report {
namespace {

using Kind = translate::AttentionWeights::Kind;

translate::AttendedTranslation example() {
  translate::AttendedTranslation translation;
  translation.line = "a < b & </title></script>";
  translation.translation.text = "le <b>chat</b>";
  translation.source = {"▁the", "▁c", "at", "</s>"};
  translation.written = {"▁le", "▁</script>", "</s>"};
  translation.read = {"<s>", "▁le", "▁</script>"};
  const std::vector<std::vector<float>> cross = {
      {0.7F, 0.1F, 0.1F, 0.1F}, {0.F, 0.5F, 0.5F, 0.F}, {0.F, 0.F, 0.F, 1.F}};
  const std::vector<std::vector<float>> self = {
      {1.F, 0.F, 0.F}, {0.12345F, 0.87655F, 0.F}, {0.2F, 0.3F, 0.5F}};
  translation.attention = {
      {.kind = Kind::decoder, .layer = 0, .head = 0, .weights = self},
      {.kind = Kind::cross, .layer = 0, .head = 0, .weights = cross},
      {.kind = Kind::cross, .layer = 0, .head = 1, .weights = cross},
      {.kind = Kind::cross, .layer = 1, .head = 0, .weights = cross},
  };
  return translation;
}

std::string page_of(const std::vector<translate::AttendedTranslation>& translations) {
  AttentionPage page("m&m");
  for (const auto& translation : translations) page.add(translation);
  return page.html();
}

// The data that the page's script reads.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const auto from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(AttentionPage, HoldsEveryMapOfEveryLayerAndHead) {
  const auto kinds = data_of(page_of({example()}))["sentences"][0]["kinds"];
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0]["name"], "cross-attention");
  EXPECT_EQ(kinds[0]["layers"].size(), 2u);
  EXPECT_EQ(kinds[0]["layers"][0].size(), 2u);
  EXPECT_DOUBLE_EQ(kinds[0]["layers"][0][1][0][0].get<double>(), 0.7);
  EXPECT_EQ(kinds[1]["name"], "decoder self-attention");
  EXPECT_DOUBLE_EQ(kinds[1]["layers"][0][0][1][0].get<double>(), 0.123);
}

TEST(AttentionPage, NamesWordsThatTheModelDidNotRead) {
  auto copied = example();
  copied.line = "the cat has 3 a@b.org";
  EXPECT_EQ(data_of(page_of({copied}))["sentences"][0]["note"],
            "The model did not read these parts, which are copied: 3, a@b.org");
  auto read = example();
  read.line = "the c3 at";
  read.source = {"▁the", "▁c", "3", "▁at", "</s>"};
  EXPECT_EQ(data_of(page_of({read}))["sentences"][0]["note"], "");
}

TEST(AttentionPage, PutsTokensOnTheAxesThatTheyBelongTo) {
  const auto kinds = data_of(page_of({example()}))["sentences"][0]["kinds"];
  EXPECT_EQ(kinds[0]["columns"], nlohmann::json({"the", "c", "·at", "</s>"}));
  EXPECT_EQ(kinds[0]["rows"], nlohmann::json({"le", "</script>", "</s>"}));
  EXPECT_EQ(kinds[1]["columns"], nlohmann::json({"<s>", "le", "</script>"}));
  for (const auto& kind : kinds) {
    for (const auto& layer : kind["layers"]) {
      for (const auto& head : layer) {
        EXPECT_EQ(head.size(), kind["rows"].size());
        EXPECT_EQ(head[0].size(), kind["columns"].size());
      }
    }
  }
}

TEST(AttentionPage, EscapesTextsRegardlessOfContent) {
  const auto page = page_of({example()});
  EXPECT_NE(page.find("a &lt; b &amp; &lt;/title&gt;"), std::string::npos);
  EXPECT_NE(page.find("le &lt;b&gt;chat&lt;/b&gt;"), std::string::npos);
  EXPECT_NE(page.find("m&amp;m"), std::string::npos);
  size_t scripts = 0;
  for (size_t at = page.find("</script>"); at != std::string::npos;
       at = page.find("</script>", at + 1)) {
    ++scripts;
  }
  EXPECT_EQ(scripts, 2u);  // the data and the program
}

TEST(AttentionPage, NeedsNoNetworkAndHasLabelledSelectors) {
  const auto page = page_of({example()});
  for (const char* loading : {"src=", "<link", "@import", "url(", "fetch("}) {
    EXPECT_EQ(page.find(loading), std::string::npos) << loading;
  }
  for (const char* selector : {"sentence", "kind", "layer", "head"}) {
    EXPECT_NE(page.find("<select id=\"" + std::string(selector) + "\">"), std::string::npos);
  }
}

TEST(AttentionPage, ReportsThatAModelHasNoAttention) {
  auto translation = example();
  translation.attention.clear();
  const auto error = test::thrown_error([&] { AttentionPage("runs/context").add(translation); });
  EXPECT_EQ(error.where(), "runs/context");
}

TEST(AttentionPage, ShowsEachOfSeveralSentences) {
  auto other = example();
  other.line = "another line";
  other.translation.text = "une autre ligne";
  const auto page = page_of({example(), other});
  const auto sentences = data_of(page)["sentences"];
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0]["source"], example().line);
  EXPECT_EQ(sentences[1]["source"], "another line");
  EXPECT_EQ(sentences[1]["translation"], "une autre ligne");
  EXPECT_EQ(sentences[1]["kinds"], sentences[0]["kinds"]);
}

TEST(AttentionPage, IsFullWhenABrowserHasEnoughOfIt) {
  AttentionPage by_sentences("model");
  for (size_t i = 0; i < AttentionPage::kMostSentences; ++i) {
    EXPECT_FALSE(by_sentences.is_full());
    by_sentences.add(example());
  }
  EXPECT_TRUE(by_sentences.is_full());
  auto long_one = example();
  long_one.line.assign(AttentionPage::kMostBytes, 'a');
  AttentionPage by_bytes("model");
  by_bytes.add(long_one);
  EXPECT_TRUE(by_bytes.is_full());
}

TEST(ReadablePiece, DropsTheWordMarkAndMarksContinuations) {
  EXPECT_EQ(readable_piece("▁chat"), "chat");
  EXPECT_EQ(readable_piece("ons"), "·ons");
  EXPECT_EQ(readable_piece("▁"), "␣");
  EXPECT_EQ(readable_piece("</s>"), "</s>");
  EXPECT_EQ(readable_piece("."), ".");
}

TEST(AttentionPage, IsChineseToo) {
  AttentionPage page("m", draw::Language::zh);
  page.add(example());
  const auto html = page.html();
  for (const std::string part : {"<html lang=\"zh\">", "<h1>注意力</h1>", "\"交叉注意力\"",
                                 "\"全部的平均\"", "注意力权重", "：{} × {}个权重"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
}

}  // namespace
}  // namespace regard::report
