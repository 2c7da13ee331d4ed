#include "translate/given_terms.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

class GivenTerms : public testing::Test {
 protected:
  /// The text with brackets around each of the places.
  static std::string bracketed(std::string_view text, const std::vector<BytesOfWords>& places) {
    std::string result(text);
    for (size_t i = places.size(); i-- > 0;) {
      result.insert(places[i].end, "]");
      result.insert(places[i].begin, "[");
    }
    return result;
  }
  std::string given(std::string_view text, std::string_view line) const {
    return bracketed(text, given_in(text, line, &glossary_));
  }

  const text::Glossary glossary_{{{"hard disk*", "disque* dur*"}, {"key", "clé"}, {"kit", "="}}};
};

TEST_F(GivenTerms, AreThoseOfTheLine) {
  const std::string_view line = "Hard disks and a KEY";
  EXPECT_EQ(bracketed(line, terms_in(line, &glossary_)), "[Hard disks] and a [KEY]");
  EXPECT_EQ(terms_in(line, nullptr).size(), 0U);
}

TEST_F(GivenTerms, AreFoundInAnyCase) {
  EXPECT_EQ(given("Disques durs, CLÉ, clés, kit", "Hard disks and the key"),
            "[Disques durs], [CLÉ], clés, kit");
  EXPECT_EQ(given("disque dur", "hard disks"), "disque dur");
  EXPECT_EQ(given("la clé et la clé", "the key"), "la [clé] et la [clé]");
}

TEST_F(GivenTerms, AreLeftOutOfATextWithASpaceInTheirPlace) {
  const std::string_view line = "the hard disk, key";
  EXPECT_EQ(without(line, terms_in(line, &glossary_)), "the  ,  ");
  EXPECT_EQ(without("key", terms_in("key", &glossary_)), "");
  EXPECT_EQ(without(line, {}), line);
  EXPECT_EQ(without("abcdef", {{1, 3}, {2, 4}}), "a ef");
}

}  // namespace
}  // namespace regard::translate
