#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/tiny_model.h"

namespace regard::translate {
namespace {

/// Random models write nonsense, so the text around the items does not matter.
class CopiedItemsOfLines : public testing::TestWithParam<std::string> {
 protected:
  test::TinyModel tiny_ = test::tiny_model(GetParam());
};

const std::vector<std::string> kItems = {"%s",         "{name}",      "https://example.org/a?b=c",
                                         "a@b.org",    "42",          "50%",
                                         "\U0001F642", "[X6X]",       "#tag",
                                         "x.txt",      "\u2605\u2605"};

size_t count_of(const std::string& item, const std::string& text) {
  size_t count = 0;
  for (size_t at = text.find(item); at != std::string::npos; at = text.find(item, at + 1)) ++count;
  return count;
}

TEST_P(CopiedItemsOfLines, AreInEachCandidateOnceAndAlignedWithThemselves) {
  std::mt19937 random(3);
  std::vector<std::string> lines;
  std::vector<std::vector<std::string>> items;
  for (const auto& words : test::tiny_lines(30)) {
    std::string line = words + ".";
    auto& of_line = items.emplace_back();
    for (size_t count = 1 + random() % 3; count > 0; --count) {
      const auto& item = kItems[random() % kItems.size()];
      if (std::ranges::find(of_line, item) != of_line.end()) continue;
      of_line.push_back(item);
      const size_t space = line.find(' ', random() % line.size());
      const bool is_inside = space != std::string::npos;
      line.insert(is_inside ? space : 0, is_inside ? " " + item : item + " ");
    }
    lines.push_back(line);
  }
  const auto translations = tiny_.translate(lines, {.n_best = 3, .options = {.attention = true}});
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto& translation = translations[line];
    ASSERT_FALSE(translation.n_best.empty());
    for (const auto& candidate : translation.n_best) {
      ASSERT_EQ(candidate.words.size(), candidate.attention.size()) << lines[line];
      for (const auto& row : candidate.attention) {
        ASSERT_EQ(row.size(), translation.source_words.size()) << lines[line];
      }
      for (const auto& item : items[line]) {
        EXPECT_EQ(count_of(item, candidate.text), 1U) << lines[line] << " -> " << candidate.text;
      }
    }
  }
}

TEST_P(CopiedItemsOfLines, LeaveTheRestAsItIsWithoutThem) {
  const std::vector<std::string> lines = {"the cat %s sees", "the cat sees", "%s the cat sees.",
                                          "The cat sees."};
  const auto translations = tiny_.translate(lines);
  for (const size_t line : {0, 2}) {
    EXPECT_EQ(translations[line].n_best.front().ids, translations[line + 1].n_best.front().ids);
  }
  EXPECT_EQ(translations[2].text.substr(0, 3), "%s ");
}

TEST_P(CopiedItemsOfLines, AreAllOfALineWithoutLetters) {
  const std::vector<std::string> lines = {"\U0001F600", "!!!", " 42 ", "%s: {x}", "the cat"};
  const auto translations = tiny_.translate(lines);
  for (const size_t line : {0, 1, 2, 3}) {
    EXPECT_EQ(translations[line].text, lines[line]);
    EXPECT_EQ(translations[line].n_best.size(), 1U);
  }
}

TEST_P(CopiedItemsOfLines, AreWhatTheUserKeeps) {
  const std::vector<std::string> lines = {"the old cat sees my house"};
  EXPECT_EQ(count_of("old cat", tiny_.translate(lines, {.options = {.keep = {"old cat"}}})[0].text),
            1U);
}

TEST_P(CopiedItemsOfLines, AreTextLikeOtherIfNotAskedFor) {
  const std::vector<std::string> lines = {"the cat %s sees"};
  const auto translation = tiny_.translate(lines, {.search = {.copy = config::Copy::none}}).front();
  EXPECT_EQ(count_of("%s", translation.text), 0U);
}

TEST_P(CopiedItemsOfLines, StandBesideTheTermsOfAGlossary) {
  const text::Glossary glossary(std::vector<text::Glossary::Term>{{"cat", "chien"}});
  const std::vector<std::string> lines = {"%s %s the cat sees", "my house {x} {x} {x} cat."};
  const auto found = tiny_.translate(lines, {.options = {.glossary = &glossary}});
  EXPECT_EQ(count_of("%s", found[0].text), 2U) << found[0].text;
  EXPECT_EQ(count_of("{x}", found[1].text), 3U) << found[1].text;
}

TEST_P(CopiedItemsOfLines, SplitNoTermOfUnknownCharacters) {
  const std::string term = "\u65E5\u672C";
  const text::Glossary glossary(std::vector<text::Glossary::Term>{{"cat", term}});
  auto lines = test::tiny_lines(20);
  std::erase_if(lines, [](const auto& line) { return count_of("cat", line) != 1; });
  ASSERT_FALSE(lines.empty());
  for (auto& line : lines) line = "%s " + line + " {x} my dog";
  for (const auto& one : tiny_.translate(lines, {.options = {.glossary = &glossary}})) {
    EXPECT_EQ(count_of("%s", one.text), 1U) << one.text;
    EXPECT_EQ(count_of("{x}", one.text), 1U) << one.text;
    EXPECT_EQ(count_of(term, one.text), one.unmet.empty() ? 1U : 0U) << one.text;
    EXPECT_EQ(count_of("\xE6", one.text), count_of(term, one.text) * 2) << one.text;
  }
}

TEST_P(CopiedItemsOfLines, AreNotPlacedAgainIfThePrefixHasThem) {
  const std::vector<std::string> lines = {"the %s cat %s sees", "the cat {x}"};
  const auto found = tiny_.translate(lines, {.options = {.prefixes = {"my %s house", "{x} cat"}}});
  EXPECT_EQ(count_of("%s", found[0].text), 2U) << found[0].text;
  EXPECT_TRUE(found[0].text.starts_with("my %s house")) << found[0].text;
  EXPECT_EQ(count_of("{x}", found[1].text), 1U) << found[1].text;
}

TEST_P(CopiedItemsOfLines, AreThereInDrawnTranslationsToo) {
  const std::vector<std::string> lines = {"the cat %s sees {x} a dog"};
  const auto drawn = tiny_.translate(lines, {.options = {.draw = Draw{.least_risk = 3}}}).front();
  EXPECT_EQ(count_of("%s", drawn.text) * count_of("{x}", drawn.text), 1U) << drawn.text;
}

TEST(CopiedWords, AreTranslatedByAGlossary) {
  const auto tiny = test::tiny_model("transformer", 3, config::TokenizerType::bpe);
  const text::Glossary glossary(std::vector<text::Glossary::Term>{{"zebra", "Minou"}});
  const std::vector<std::string> lines = {"the cat ZEBRA sees"};  // Z is not in the vocabulary
  const auto found = tiny.translate(lines, {.options = {.glossary = &glossary}});
  EXPECT_EQ(count_of("Minou", found[0].text), 1U) << found[0].text;
  EXPECT_EQ(count_of("ZEBRA", found[0].text), 0U) << found[0].text;
  EXPECT_TRUE(found[0].unmet.empty()) << found[0].text;
}

INSTANTIATE_TEST_SUITE_P(With, CopiedItemsOfLines, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
