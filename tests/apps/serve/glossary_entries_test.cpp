#include "serve/glossaries.h"

#include <gtest/gtest.h>

#include "serve/http_message.h"

namespace regard::serve {
namespace {

using Terms = std::vector<text::Glossary::Term>;

const Direction kDirection = {.source = "en", .target = "fr"};

Terms csv(std::string_view entries) { return read_entries(entries, "csv", kDirection); }
Terms tsv(std::string_view entries) { return read_entries(entries, "tsv", kDirection); }

TEST(GlossaryEntries, MayFollowAByteOrderMark) {
  for (const auto& terms : {csv("\xEF\xBB\xBF"
                                "cat,chat"),
                            tsv("\xEF\xBB\xBF"
                                "cat\tchat")}) {
    ASSERT_EQ(terms.size(), 1);
    EXPECT_EQ(terms.front().source, "cat");
  }
}

std::string error(std::string_view entries, std::string_view format) {
  try {
    read_entries(entries, format, kDirection);
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status(), 400);
    return refusal.what();
  }
  return {};
}

TEST(GlossaryEntries, AreTabSeparatedLines) {
  EXPECT_EQ(tsv("cat\tchat\r\n\nbig dog\tgros chien"),
            (Terms{{"cat", "chat"}, {"big dog", "gros chien"}}));
  EXPECT_EQ(tsv("a \"b\"\tc, d"), (Terms{{"a \"b\"", "c, d"}})) << "no quotation";
}

TEST(GlossaryEntries, AreCommaSeparatedAsInRfc4180) {
  EXPECT_EQ(
      csv("\"station, big\",\"gare, grande\"\r\nmother,maman\n\n"
          "\"a \"\"quoted\"\" word\",mot"),
      (Terms{{"station, big", "gare, grande"}, {"mother", "maman"}, {"a \"quoted\" word", "mot"}}));
  EXPECT_EQ(csv("cat,chat,en,fr\ndog,chien,EN-US,FR\n"),
            (Terms{{"cat", "chat"}, {"dog", "chien"}}));
}

TEST(GlossaryEntries, AreRefusedWithTheirLineIfMalformed) {
  const std::string begin = "Invalid glossary entries provided: line 2 ";
  EXPECT_EQ(error("a\tb\na", "tsv"),
            begin + "has 1 columns, but must have a term and its translation");
  EXPECT_EQ(error("a\tb\na\tb\tc", "tsv"),
            begin + "has 3 columns, but must have a term and its translation");
  EXPECT_EQ(error("a\tb\n \tb", "tsv"), begin + "has an empty term");
  EXPECT_EQ(error("a\tb\na\t", "tsv"), begin + "has an empty translation");
  EXPECT_EQ(error("a,b\na,b,c", "csv"), begin + "has 3 columns, but must have 2 or 4");
  EXPECT_EQ(error("a,b\na,b,en,de", "csv"), begin + "has languages other than the glossary's");
  EXPECT_EQ(error("a,b\n\"a,b", "csv"), begin + "has an unclosed quotation mark");
  EXPECT_EQ(error("a,b\n\"a\"x,b", "csv"), begin + "has characters after a closing quotation mark");
  EXPECT_EQ(error("a,b\na\"x,b", "csv"), begin + "has a quotation mark in an unquoted field");
  EXPECT_EQ(error("a,b\n\"x\ny\",b", "csv"), begin + "has a term with a tab or a line break");
  EXPECT_EQ(error("a;b", "xml"), "Value for 'entries_format' not supported.");
}

TEST(GlossaryEntries, AreStoredOnceAndTrimmed) {
  const Terms cat = {{"cat", "chat"}};
  EXPECT_EQ(csv("cat,chat\ncat,chat"), cat);
  EXPECT_EQ(csv("cat , chat\n\" cat\",chat"), cat);
  EXPECT_EQ(tsv("cat\tchat\ncat \t chat"), cat);
  EXPECT_EQ(tsv("cat\tchat\ncat\tminou"), (Terms{{"cat", "chat"}, {"cat", "minou"}}))
      << "the glossary refuses it";
}

TEST(GlossaryEntries, AreWrittenInTheFormatInWhichTheyAreRead) {
  const Terms terms = {{"cat", "chat"}, {"big dog", "gros chien"}};
  EXPECT_EQ(tsv(written_entries(text::Glossary(terms))), terms);
}

}  // namespace
}  // namespace regard::serve
