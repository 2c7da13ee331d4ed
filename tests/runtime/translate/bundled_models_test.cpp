#include "regard/translate/bundled_models.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/base/bundled_folder.h"
#include "support/base/thrown_error.h"

namespace regard::translate {
namespace {

TEST(BundledModels, AreThePackedFilesOfTheFolderByName) {
  const test::BundledFolder folder;
  const auto back = folder.write("fr-en.regard", "");
  const auto forth = folder.write("en-fr.regard", "");
  folder.write("README.md", "");
  EXPECT_EQ(bundled_models(), (std::vector<std::string>{forth, back}));
}

TEST(BundledModels, AreChosenByTheirLanguages) {
  const test::BundledFolder folder;
  const auto back = folder.write("fr-en.regard", ""), forth = folder.write("en-fr.regard", "");
  const auto other = folder.write("de-en.regard", "");
  EXPECT_EQ(bundled_model(), forth);
  EXPECT_EQ(bundled_model("de"), other);
  EXPECT_EQ(bundled_model("fr"), back);
  EXPECT_EQ(bundled_model("", "en"), other);
  EXPECT_EQ(bundled_model("en", "fr"), forth);
  EXPECT_EQ(bundled_model("EN", "FR"), forth);
  EXPECT_EQ(bundled_model("fr_CA", "en-US"), back);
}

TEST(BundledModels, AreMissedWithARemedy) {
  const test::BundledFolder folder;
  EXPECT_TRUE(bundled_models().empty());
  const auto none = test::thrown_error([] { bundled_model(); });
  EXPECT_EQ(none.problem(), "no model is named, and no model is bundled");
  EXPECT_NE(none.remedy().find("regard train "), std::string::npos);
  EXPECT_EQ(none.exit_code(), ExitCode::usage);
  folder.write("en-fr.regard", "");
  const auto other = test::thrown_error([] { bundled_model("fr", "en"); });
  EXPECT_EQ(other.problem(), "no model is named, and no bundled model translates from fr to en");
}

}  // namespace
}  // namespace regard::translate
