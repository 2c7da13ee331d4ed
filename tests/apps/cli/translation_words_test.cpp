// Which arguments of regard translate are models, and which are texts.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/translation_text.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using Words = std::vector<std::string>;

class TranslateWords : public testing::Test {
 protected:
  TranslateWords() {
    folder_.write("model/config.yaml", "");
    folder_.write("model/model.safetensors", "");
  }

  void expect_texts(const Words& words) const {
    const auto sorted = sort_words({}, words, false);
    EXPECT_EQ(sorted.models, Words());
    EXPECT_EQ(sorted.texts, words);
  }
  void expect_a_model(const std::string& word, bool has_input = false) const {
    const auto sorted = sort_words({}, {word, "Hello."}, has_input);
    EXPECT_EQ(sorted.models, Words{word});
    EXPECT_EQ(sorted.texts, Words{"Hello."});
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
};

TEST_F(TranslateWords, AreModelsThenTexts) {
  const auto sorted = sort_words({}, {model_, model_, "Hello."}, false);
  EXPECT_EQ(sorted.models, (Words{model_, model_}));
  EXPECT_EQ(sorted.texts, Words{"Hello."});
}

TEST_F(TranslateWords, AreTextsWithoutAModel) {
  expect_texts({});
  expect_texts({"Where is the station?"});
  expect_texts({"hello", "I am a student."});
  expect_texts({"Visit https://example.com today.", "Hello."});
  expect_texts({"<p>Hello.</p>"});
  expect_texts({""});
  expect_texts({std::string(10'000, 'a')});  // longer than a path can be
}

TEST_F(TranslateWords, AreNotTextsIfAPathIsMeant) {
  expect_a_model(folder_.path().string());  // a folder without a model
  expect_a_model("runs/missing");
  expect_a_model("./missing");
  expect_a_model("missing.regard");
  folder_.write("a cat/config.yaml", "");
  expect_a_model(folder_ / "a cat");
  expect_a_model("a missing.regard");
  expect_a_model("");  // "$MODEL", which is not set
  expect_a_model("missing", true);
}

TEST_F(TranslateWords, HaveNoModelAfterATextOrNextToAnOption) {
  EXPECT_THROW(sort_words({}, {"Hello.", model_}, false), Error);
  EXPECT_THROW(sort_words({model_}, {model_}, false), Error);
  EXPECT_EQ(sort_words({model_}, {"runs/missing"}, false).texts, Words{"runs/missing"});
}

}  // namespace
}  // namespace regard::cli
