#include "serve/glossaries.h"

#include <gtest/gtest.h>

#include "serve/refusal.h"

namespace regard::serve {
namespace {

Glossaries::Entry entry(const std::string& owner, size_t terms = 1) {
  return {.id = {},
          .name = "mine",
          .source = "en",
          .target = "fr",
          .created = {},
          .owner = owner,
          .glossary = std::make_shared<const text::Glossary>(
              std::vector<text::Glossary::Term>(terms, {"dog", "chien"}))};
}

TEST(Glossaries, BelongToTheKeyThatMadeThem) {
  Glossaries glossaries;
  const auto made = glossaries.add(entry("ali"));
  EXPECT_EQ(made.id.size(), 36);
  EXPECT_EQ(glossaries.find(made.id, "ali").name, "mine");
  EXPECT_THROW(glossaries.find(made.id, "kasim"), Refusal);
  EXPECT_EQ(glossaries.of("ali").size(), 1);
  EXPECT_TRUE(glossaries.of("kasim").empty());
  EXPECT_THROW(glossaries.remove(made.id, "kasim"), Refusal);
  glossaries.remove(made.id, "ali");
  EXPECT_THROW(glossaries.find(made.id, "ali"), Refusal);
}

TEST(Glossaries, AreBoundedInNumberAndSize) {
  Glossaries glossaries;
  EXPECT_THROW(glossaries.add(entry("ali", 0)), Refusal);
  EXPECT_THROW(glossaries.add(entry("ali", Glossaries::kMostTerms + 1)), Refusal);
  for (size_t number = 0; number < Glossaries::kMost; ++number) glossaries.add(entry("ali"));
  EXPECT_THROW(glossaries.add(entry("ali")), Refusal);
}

}  // namespace
}  // namespace regard::serve
