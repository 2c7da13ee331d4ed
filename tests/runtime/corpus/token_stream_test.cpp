#include "corpus/token_stream.h"

#include <gtest/gtest.h>

#include "corpus/corpus_fixtures.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

class TokenStreamOfFiles : public testing::Test {
 protected:
  config::ParallelText file(const std::string& name, const std::string& content) const {
    config::ParallelText text;
    text.text = folder_.write(name, content);
    return text;
  }
  // The tokens as text: words, and "/" for each line end.
  std::string written(const TokenStream& stream) const {
    std::string text;
    for (const int64_t token : stream.tokens()) {
      const std::vector<int64_t> one = {token};
      text += token == text::kEos ? "/ " : tokenizers_.decode_target(one) + " ";
    }
    return text;
  }

  test::TemporaryFolder folder_;
  text::TokenizerPair tokenizers_ = words_of("a b c d e");
};

TEST_F(TokenStreamOfFiles, HasEachLineFollowedByItsEnd) {
  const std::vector texts = {file("one", "a b\nc\n"), file("two", "d e a\n")};
  const auto stream = read_token_stream(texts, tokenizers_);
  EXPECT_EQ(written(stream), "a b / c / d e a / ");
  EXPECT_EQ(stream.lines(), 3);
}

TEST_F(TokenStreamOfFiles, LeavesBlankLinesOut) {
  const std::vector texts = {file("one", "\na\n   \n\nb\n")};
  EXPECT_EQ(written(read_token_stream(texts, tokenizers_)), "a / b / ");
}

TEST_F(TokenStreamOfFiles, KnowsThePositionOfAToken) {
  const std::vector texts = {file("one", "a b\n\nc\n"), file("two", "d e a\n")};
  const auto stream = read_token_stream(texts, tokenizers_);
  const auto one = folder_ / "one", two = folder_ / "two";
  const std::vector<std::string> places = {one + ":1", one + ":1", one + ":1", one + ":3",
                                           one + ":3", two + ":1", two + ":1"};
  for (size_t token = 0; token < places.size(); ++token) {
    EXPECT_EQ(stream.where(static_cast<int64_t>(token)), places[token]) << token;
  }
}

TEST_F(TokenStreamOfFiles, ReadsTheFirstLinesIfAskedTo) {
  auto text = file("one", "a\nb\nc\n");
  text.first = 2;
  EXPECT_EQ(written(read_token_stream(std::span(&text, 1), tokenizers_)), "a / b / ");
}

TEST_F(TokenStreamOfFiles, RefusesATextWithoutALine) {
  const std::vector texts = {file("one", "\n\n")};
  const auto error = test::thrown_error([&] { read_token_stream(texts, tokenizers_); });
  EXPECT_EQ(error.where(), folder_ / "one");
}

TEST_F(TokenStreamOfFiles, GivesItsLinesToATokenizerAsItsModelWillSeeThem) {
  config::DataOptions options;
  options.train = {file("one", "Go.\n"), file("two", "Wow!\n")};
  options.preprocess = config::Preprocess::d2l;
  EXPECT_EQ(plain_training_lines(options), (std::vector<std::string>{"go .", "wow !"}));
}

}  // namespace
}  // namespace regard::corpus
