#include "documents/kept_translations.h"

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

class KeptTranslationsTest : public testing::Test {
 protected:
  /// Records the texts to translate, and returns translations in which every field is set.
  std::vector<TranslatedText> answers(const std::vector<std::string>& texts, bool needs_alignment) {
    std::vector<TranslatedText> translations;
    for (const auto& text : texts) {
      asked_.push_back(text);
      TranslatedText answer{.text = str(text, '!', asked_.size())};
      if (needs_alignment) {
        answer.source_words = {text, ""};
        answer.target_words = {"a\nb"};
        answer.attention = {{0.25F, 0.1F}, {}};
        answer.attention_begins = {0, 7};
        answer.stays = true;
        answer.confidence = 0.1;
        answer.matches = {{.source = "a", .target = "b", .score = 75},
                          {.source = "", .target = "c", .score = 70}};
      }
      translations.push_back(answer);
    }
    return translations;
  }

  std::vector<TranslatedText> translate(const std::string& key,
                                        const std::vector<std::string>& texts,
                                        bool needs_alignment = false, bool removes = false) {
    KeptTranslations kept(path_, key);
    count_ = kept.count();
    const auto translations = kept.translate(
        [&](const auto& all, bool aligns) { return answers(all, aligns); }, texts, needs_alignment);
    if (removes) kept.remove();
    return translations;
  }

  ScratchFolder folder_;
  std::string path_ = folder_ / "new/a.txt.unfinished";
  std::vector<std::string> asked_;
  size_t count_ = 0;
};

TEST_F(KeptTranslationsTest, AreUsedAgain) {
  translate("key", {"one", "two"});
  const auto translations = translate("key", {"two", "three", "one"});
  EXPECT_EQ(count_, 2U);
  EXPECT_EQ(asked_, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(translations[0].text, "two!2");
  EXPECT_EQ(translations[1].text, "three!3");
  EXPECT_EQ(translations[2].text, "one!1");
}

TEST_F(KeptTranslationsTest, AreWholeWithTheirAlignment) {
  const auto first = translate("key", {"one"}, true);
  const auto again = translate("key", {"one"}, true);
  EXPECT_EQ(asked_.size(), 1U);
  EXPECT_EQ(again[0].text, first[0].text);
  EXPECT_EQ(again[0].source_words, first[0].source_words);
  EXPECT_EQ(again[0].target_words, first[0].target_words);
  EXPECT_EQ(again[0].attention, first[0].attention);
  EXPECT_EQ(again[0].attention_begins, first[0].attention_begins);
  EXPECT_EQ(again[0].stays, first[0].stays);
  EXPECT_EQ(again[0].confidence, first[0].confidence);
  EXPECT_EQ(again[0].matches, first[0].matches);
  translate("key", {"one"}, false);  // without an alignment, it is a different translation
  EXPECT_EQ(asked_.size(), 2U);
}

TEST_F(KeptTranslationsTest, WithAnotherKeyAreDropped) {
  translate("key", {"one"});
  translate("other", {"one"});
  EXPECT_EQ(count_, 0U);
  translate("key", {"one"});
  EXPECT_EQ(asked_.size(), 3U);
}

TEST_F(KeptTranslationsTest, AreTranslatedAgainIfCutOrDamagedAnywhere) {
  translate("key", {"one"});
  translate("key", {"two"}, true);
  const auto whole = read_file(path_);
  for (size_t size = 0; size < whole.size(); ++size) {
    asked_.clear();
    write_file_atomically(path_, whole.substr(0, size));
    EXPECT_TRUE(translate("key", {"one"})[0].text.starts_with("one!"));
    EXPECT_TRUE(translate("key", {"two"}, true)[0].text.starts_with("two!"));
    EXPECT_GE(asked_.size(), 1U) << size;
    translate("key", {"one"});
    EXPECT_EQ(count_, 2U) << size;
  }
  auto damaged = whole;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_file_atomically(path_, damaged);
  translate("key", {"one"});
  EXPECT_EQ(count_, 1U);
}

TEST_F(KeptTranslationsTest, AreRemovedAtTheEnd) {
  translate("key", {"one"}, false, true);
  EXPECT_FALSE(is_there(path_));
}

TEST_F(KeptTranslationsTest, OfAnotherProcessAreLeftAlone) {
  KeptTranslations other(path_, "key");
  const TranslateUnits translate_units = [&](const auto& texts, bool aligns) {
    return answers(texts, aligns);
  };
  other.translate(translate_units, {"one"}, false);
  const auto before = read_file(path_);
  translate("another key", {"two"}, false, true);
  EXPECT_EQ(read_file(path_), before);
}

TEST_F(KeptTranslationsTest, ThatCannotBeWrittenAreNamed) {
  make_folder(path_);
  EXPECT_EQ(test::thrown_error([&] { translate("key", {}); }).where(), path_);
}

}  // namespace
}  // namespace regard::documents
