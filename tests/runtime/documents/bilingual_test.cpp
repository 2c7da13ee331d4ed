#include "documents/bilingual.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitext/read_pairs.h"
#include "markup/html_text.h"
#include "markup/xml_scanner.h"

namespace regard::documents {
namespace {

const BilingualHead kHead = {.name = "a<b>.txt", .source_language = "en", .target_language = "fr"};
const std::vector<Unit> kUnits = {
    {.text = "Tom & \"Jerry\" <3"}, {.text = "same"}, {.text = "no\x01ne"}};
const std::vector<TranslatedText> kTexts = {{.text = "<script>alert('x')</script>"},
                                            {.text = "same"}};

size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(BilingualPage, HasEachTextNextToItsTranslation) {
  const auto page = bilingual_page(kHead, kUnits, kTexts);
  EXPECT_NE(page.find("<td lang=\"en\">Tom &amp; &quot;Jerry&quot; &lt;3</td><td lang=\"fr\">"
                      "&lt;script&gt;alert('x')&lt;/script&gt;</td></tr>"),
            std::string::npos);
  EXPECT_NE(page.find("<td lang=\"fr\" class=\"same\">none</td>"), std::string::npos);
  EXPECT_NE(page.find("<h1>a&lt;b&gt;.txt</h1>"), std::string::npos);
  EXPECT_EQ(count(page, "<tr id="), kUnits.size());
}

TEST(BilingualPage, HasTheConfidenceOfTranslations) {
  auto texts = kTexts;
  texts[0].confidence = 0.25;
  const auto page = bilingual_page(kHead, kUnits, texts);
  EXPECT_NE(page.find("</td><td class=\"number low\">0.25</td></tr>"), std::string::npos);
  EXPECT_EQ(count(page, "<td></td></tr>"), 2U);
  EXPECT_EQ(count(page, ">confidence</th>"), 1U);
  EXPECT_EQ(count(bilingual_page(kHead, kUnits, kTexts), "confidence"), 0U);
}

TEST(BilingualPage, HasNoScriptAndLoadsNothing) {
  const auto page =
      bilingual_page({.name = "\"><script>", .source_language = "\" onload=\"x"}, kUnits, kTexts);
  EXPECT_EQ(count(page, "<script"), 0U);
  EXPECT_EQ(count(page, " src="), 0U);
  EXPECT_EQ(count(page, "lang=\"\" onload"), 0U);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(BilingualMemory, IsReadAsPairs) {
  auto units = kUnits;
  auto texts = kTexts;
  texts.push_back({});
  units.push_back(units.front());
  texts.push_back(texts.front());
  class Reader : public test::ReadPairs {
   public:
    void TestBody() override {}
    std::string pairs_of(const std::string& bytes) {
      return listed(read({folder_.write("a.tmx", bytes)}));
    }
  };
  EXPECT_EQ(Reader().pairs_of(bilingual_memory(kHead, units, texts)),
            "8 Tom & \"Jerry\" <3|<script>alert('x')</script>; 9 same|same");
}

/// The attributes that TMX 1.4 requires.
TEST(BilingualMemory, HasWhatTmxRequires) {
  const auto memory = bilingual_memory(kHead, kUnits, kTexts);
  serve::XmlScanner scanner(memory);
  size_t tags = 0;
  while (scanner.next()) ++tags;  // throws if it is not well-formed
  EXPECT_GT(tags, 10U);
  for (const auto* attribute :
       {"creationtool=\"", "creationtoolversion=\"", "segtype=\"paragraph\"", "o-tmf=\"",
        "adminlang=\"", "srclang=\"en\"", "datatype=\""}) {
    EXPECT_EQ(count(memory, attribute), 1U) << attribute;
  }
  EXPECT_EQ(count(memory, "<tuv xml:lang=\"en\"><seg>"), 2U);
  EXPECT_EQ(count(memory, "<tuv xml:lang=\"fr\"><seg>"), 2U);
}

}  // namespace
}  // namespace regard::documents
