#include "config/node.h"

#include <gtest/gtest.h>

namespace regard::config {
namespace {

using Wrong = std::optional<std::string>;

TEST(Symbol, IsOneWordThatDiffersFromAllOtherPieces) {
  for (const auto* symbol : {"<bt>", "<2fr>", ">>fra<<", "é", "<0x>", "<0xGG>"}) {
    EXPECT_EQ(wrong_symbol(symbol), std::nullopt) << symbol;
  }
  EXPECT_EQ(wrong_symbol(""), Wrong("is empty"));
  EXPECT_EQ(wrong_symbol("</s>"), Wrong("is a special token already"));
  EXPECT_EQ(wrong_symbol("<0x0a>"), Wrong("is the name of a byte"));
  EXPECT_EQ(wrong_symbol("a,b"), Wrong("has a comma"));
  EXPECT_EQ(wrong_symbol("a\tb"), Wrong("is not one word"));
  EXPECT_EQ(wrong_symbol("\u2581a"), Wrong("is not one word"));
}

TEST(Symbol, OccursOnceInItsList) {
  EXPECT_EQ(wrong_symbol_of({"<a>", "<b>"}), std::nullopt);
  EXPECT_EQ(wrong_symbol_of({"<a>", "<b>", "<a>"}), Wrong("<a> is given twice"));
  EXPECT_EQ(wrong_symbol_of({"<a>", "</s>"}), Wrong("</s> is a special token already"));
}

}  // namespace
}  // namespace regard::config
