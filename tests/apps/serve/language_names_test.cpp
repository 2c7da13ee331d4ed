#include "serve/languages.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

TEST(LanguageNames, AreEnglishAndIgnoreTheRegion) {
  EXPECT_EQ(language_name("fr"), "French");
  EXPECT_EQ(language_name("EN-GB"), "English");
  EXPECT_EQ(language_name("pt_BR"), "Portuguese");
  EXPECT_EQ(language_name("xx"), "xx");
}

TEST(BaseLanguage, IsInSmallLetters) {
  EXPECT_EQ(base_language("EN-US"), "en");
  EXPECT_EQ(base_language("zh_Hans"), "zh");
  EXPECT_EQ(base_language("fr"), "fr");
}

TEST(BaseLanguage, IsTheUsualCode) {
  EXPECT_EQ(base_language("iw"), "he");
  EXPECT_EQ(base_language("pb"), "pt") << "as LibreTranslate calls Brazilian";
  EXPECT_EQ(language_name("no"), "Norwegian");
}

}  // namespace
}  // namespace regard::serve
