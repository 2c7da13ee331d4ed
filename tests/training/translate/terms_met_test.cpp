#include "translate/terms_met.h"

#include <gtest/gtest.h>

#include "support/tiny_model.h"

namespace regard::translate {
namespace {

using Term = text::Glossary::Term;

class TermsMet : public testing::Test {
 protected:
  std::string finished(std::string text, const std::string& source, size_t unmet) const {
    Translation translation;
    translation.text = text;
    translation.n_best.push_back({.text = text});
    EXPECT_EQ(finish_terms(translation, source, {&cat_, &house_, &phone_}, tiny_.tokenizers).size(),
              unmet);
    return translation.text;
  }

  test::TinyModel tiny_ = test::tiny_model("transformer");
  Term cat_{"cat", "minou"}, house_{"house", "minou"}, phone_{"iPhone", "iPhone"};
};

TEST_F(TermsMet, AreCountedIfTheyHaveOneTranslation) {
  finished("un minou, iPhone", "cat house iPhone", 1);
  finished("un minou, minou, iPhone", "cat house iPhone", 0);
}

TEST_F(TermsMet, AreInCapitalsWhereTheSentenceIs) {
  EXPECT_EQ(finished("LE MINOU, LE MINOU, IPHONE.", "THE CAT, HOUSE AND IPHONE.", 0),
            "LE MINOU, LE MINOU, iPhone.");
  EXPECT_EQ(finished("LE minou, minou, iPhone.", "THE CAT, HOUSE AND IPHONE.", 0),
            "LE MINOU, MINOU, iPhone.");
}

}  // namespace
}  // namespace regard::translate
