// Commands without a MODEL use the one that comes with regard.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli_training/model_command.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "support/base/bundled_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

class BundledModel : public ModelCommand {
 protected:
  void SetUp() override {
    card_ =
        folder_.write("card.md", "## Texts\n\n| text | license |\n|---|---|\n| toy | CC0-1.0 |\n");
    run(add_pack, {model_, "--card", card_, "-o", packed_});
  }

  test::BundledFolder bundled_;
  std::string card_, packed_ = bundled_ / "en-fr.regard";
};

TEST_F(BundledModel, TranslatesTheTextsOfTheCommand) {
  const translate::Translator translator(packed_);
  const auto expected = joined({translator.translate("the cat"), translator.translate("a dog")});
  EXPECT_EQ(output_of(add_translate, {"the cat", "a dog"}), expected);
  EXPECT_EQ(output_of(add_translate, {"the cat", "a dog", "--from-language", "en"}), expected);
  EXPECT_EQ(output_of(add_translate, {"--input", folder_.write("in", "the cat\na dog\n")}),
            expected);
}

TEST_F(BundledModel, IsNotConfusedWithAnother) {
  EXPECT_THROW(run(add_translate, {"runs/missing", "the cat"}), Error);
  EXPECT_THROW(run(add_translate, {"the cat", "--from-language", "fr"}), Error);
  const auto error = test::thrown_error([&] {
    run(add_translate, {model_, "the cat", "--from-language", "en"});
  });
  EXPECT_NE(error.problem().find("no effect with a MODEL"), std::string::npos);
}

TEST_F(BundledModel, HasTheDirectionOfItsName) {
  const auto wrong = bundled_ / "fr-en.regard";
  std::filesystem::copy_file(packed_, wrong);
  const auto error = test::thrown_error([&] {
    run(add_translate, {"le chat", "--from-language", "fr"});
  });
  EXPECT_EQ(error.where(), wrong);
  EXPECT_EQ(error.problem(), "translates from en to fr, but is named fr-en.regard");
  EXPECT_EQ(error.remedy(), "rename it en-fr.regard");
  EXPECT_NO_THROW(run(add_translate, {"the cat"}));
}

TEST_F(BundledModel, IsDescribedWithItsCard) {
  const auto said = output_of(add_info, {});
  EXPECT_EQ(said, output_of(add_info, {packed_}));
  EXPECT_TRUE(said.ends_with('\n' + test::content_of(card_))) << said;
  EXPECT_NE(output_of(add_info, {packed_, "--json"}).find("\"card\": \"## Texts"),
            std::string::npos);
}

TEST_F(BundledModel, KeepsItsCardIfItIsPackedAgain) {
  const auto again = folder_ / "again.regard";
  run(add_pack, {packed_, "--type", "int8", "-o", again});
  EXPECT_TRUE(output_of(add_info, {again}).ends_with('\n' + test::content_of(card_)));
  const auto other = folder_.write("other.md", "## Limits\n\nIt is a toy.\n");
  run(add_pack, {packed_, "--card", other, "-o", again});
  EXPECT_TRUE(output_of(add_info, {again}).ends_with("\"Hello.\"\n\n## Limits\n\nIt is a toy.\n"));
}

TEST_F(BundledModel, HasACardThatBeginsWithATitle) {
  const auto untitled = folder_.write("untitled.md", "Texts\n");
  const auto again = folder_ / "again.regard";
  EXPECT_THROW(run(add_pack, {packed_, "--card", untitled, "-o", again}), Error);
  EXPECT_FALSE(std::filesystem::exists(again));
}

}  // namespace
}  // namespace regard::cli
