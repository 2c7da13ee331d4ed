#include "text/quoted_field.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

TEST(SpreadsheetQuotes, SurroundAFieldWithDoubledQuotes) {
  EXPECT_EQ(without_spreadsheet_quotes("\"The dog, \"\"Rex\"\"\""), "The dog, \"Rex\"");
  EXPECT_EQ(without_spreadsheet_quotes("\"\"\"a\"\" b\""), "\"a\" b");
}

TEST(SpreadsheetQuotes, AreNoQuotations) {
  for (const auto* field :
       {"\"The dog\"", "\"Rex\" and \"Tom\"", "\"", "\"\"", "", "a\"\"b", "\"a\"\" \"b\""}) {
    EXPECT_FALSE(without_spreadsheet_quotes(field)) << field;
  }
}

}  // namespace
}  // namespace regard::text
