#include "alignment/token_linker.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/data_files.h"

namespace regard::alignment {
namespace {

using test::data_lines;

/// A tokenizer whose tokens are single characters.
text::Tokenizer character_tokenizer() {
  config::TokenizerOptions options;
  options.type = config::TokenizerType::character;
  options.vocab_size = 500;
  auto lines = data_lines("train.en");
  const auto french = data_lines("train.fr");
  lines.insert(lines.end(), french.begin(), french.end());
  return text::train_tokenizer(lines, options);
}

class TokenLinkerTest : public testing::Test {
 protected:
  TokenLinkerTest() {
    examples_.begin_text("train");
    const auto english = data_lines("train.en"), french = data_lines("train.fr");
    for (size_t line = 0; line < english.size(); ++line) {
      examples_.add(tokenizers_.encode_source(english[line]),
                    tokenizers_.encode_target(french[line]), 1, 1);
    }
  }

  static std::vector<int32_t> pieces(const text::Tokenizer& tokenizer,
                                     const std::vector<std::string>& names) {
    std::vector<int32_t> ids;
    for (const auto& name : names) ids.push_back(static_cast<int32_t>(tokenizer.id(name)));
    ids.push_back(text::kEos);
    return ids;
  }

  text::Tokenizer tokenizer_ = character_tokenizer();
  text::TokenizerPair tokenizers_ =
      text::TokenizerPair(tokenizer_, tokenizer_, text::Preprocess::none);
  corpus::Examples examples_;
};

TEST_F(TokenLinkerTest, LinksEachTokenOfAWordWithEachOfItsTranslation) {
  const auto linker = TokenLinker::learned_from(examples_, 10'000, tokenizers_);
  const std::string mark(text::kWordMark);
  const auto links = linker(pieces(tokenizer_, {mark, "d", "o", "g", "."}),
                            pieces(tokenizer_, {mark, "c", "h", "i", "e", "n", "."}));
  Links expected;
  for (int32_t source = 0; source < 4; ++source) {
    for (int32_t target = 0; target < 6; ++target) expected.push_back({source, target});
  }
  expected.push_back({4, 6});
  expected.push_back({5, 7});  // the end tokens
  EXPECT_EQ(links, expected);
}

TEST_F(TokenLinkerTest, ComesBackFromItsBytes) {
  const auto linker = TokenLinker::learned_from(examples_, 500, tokenizers_);
  const auto again = TokenLinker::from_bytes(linker.bytes(), tokenizers_);
  ASSERT_TRUE(again);
  for (size_t example = 0; example < 300; ++example) {
    EXPECT_EQ((*again)(examples_.source(example), examples_.target(example)),
              linker(examples_.source(example), examples_.target(example)));
  }
  EXPECT_FALSE(TokenLinker::from_bytes("no linker", tokenizers_));
}

TEST_F(TokenLinkerTest, LinksOnlyTheEndsWithoutWords) {
  const auto linker = TokenLinker::learned_from(examples_, 100, tokenizers_);
  const std::vector<int32_t> end = {text::kEos};
  EXPECT_EQ(to_pharaoh(linker(end, end)), "0-0");
  EXPECT_TRUE(linker({}, {}).empty());
}

}  // namespace
}  // namespace regard::alignment
