// Marks of a translation that are those of its source.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "regard/translate/translator.h"

namespace regard::translate {
namespace {

/// The translation by the model that comes with regard; empty if there is none.
std::string translated(const std::string& text) {
  const char* source = std::getenv("REGARD_SOURCE_DIR");
  const auto model =
      std::filesystem::path(source != nullptr ? source : "") / "data/models/en-fr.regard";
  return std::filesystem::exists(model) ? Translator(model.string()).translate(text) : "";
}

TEST(SourceMarks, AreEllipsesWhereTheSourceHasThem) {
  const auto ellipsis = translated("The cat sleeps\u2026");
  if (ellipsis.empty()) GTEST_SKIP() << "no model comes with regard";
  EXPECT_TRUE(ellipsis.ends_with("\u2026")) << ellipsis;
  const auto periods = translated("The cat sleeps...");
  EXPECT_TRUE(periods.ends_with("...")) << periods;
}

TEST(SourceMarks, AreTagsAroundTheSameWords) {
  const auto inside = translated("The {b}black cat{/b} sleeps.");
  if (inside.empty()) GTEST_SKIP() << "no model comes with regard";
  EXPECT_NE(inside.find("{b}chat noir{/b}"), std::string::npos) << inside;
  EXPECT_EQ(translated("{b}black cat{/b}"), "{b}" + translated("black cat") + "{/b}");
}

TEST(SourceMarks, AreQuotationMarksNextToTheirItem) {
  const auto quoted = translated("Open {0} \u00AB{0}\u00BB.");
  if (quoted.empty()) GTEST_SKIP() << "no model comes with regard";
  EXPECT_NE(quoted.find("\u00AB{0}\u00BB"), std::string::npos) << quoted;
}

}  // namespace
}  // namespace regard::translate
