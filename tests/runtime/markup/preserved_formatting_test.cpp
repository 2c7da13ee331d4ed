#include "markup/html_text.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

TEST(PreservedFormatting, TakesCaseAndEndMarkFromTheSource) {
  EXPECT_EQ(with_formatting_of("good morning", "Bonjour."), "bonjour");
  EXPECT_EQ(with_formatting_of("Good morning", "bonjour !"), "Bonjour");
  EXPECT_EQ(with_formatting_of("Where?", "o\u00F9"), "O\u00F9?");
  EXPECT_EQ(with_formatting_of("\u00E9t\u00E9", "\u00C9t\u00E9\u00A0!"), "\u00E9t\u00E9");
  EXPECT_EQ(with_formatting_of("\"Yes.\"", "\"Oui.\""), "\"Oui.\"");
  for (const char* text : {"", ".", "42", "\u732B", "Yes."}) {
    EXPECT_EQ(with_formatting_of(text, text), text);
  }
}

}  // namespace
}  // namespace regard::serve
