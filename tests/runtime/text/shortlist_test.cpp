#include "text/shortlist.h"

#include <gtest/gtest.h>

#include <string>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::text {
namespace {

using Tokens = std::vector<int32_t>;

// Five source tokens; 20 target tokens.
Shortlist example() { return {"the hash", 20, {9, 7}, {{}, {}, {}, {}, {15, 4, 7}, {19}}}; }

TEST(Shortlist, GivesTheTokensOfASourceInTheirOrder) {
  const Tokens always = {0, 1, 2, 3, 7, 9};
  EXPECT_EQ(example().tokens_for({}), always);
  EXPECT_EQ(example().tokens_for(std::vector<int64_t>{4, 3}), (Tokens{0, 1, 2, 3, 4, 7, 9, 15}));
  EXPECT_EQ(example().tokens_for(std::vector<int64_t>{5, 4, 5, 3}),
            (Tokens{0, 1, 2, 3, 4, 7, 9, 15, 19}));
}

TEST(Shortlist, GivesNothingForTokensThatItDoesNotKnow) {
  EXPECT_EQ(example().tokens_for(std::vector<int64_t>{-1, 6, 1 << 20}), example().tokens_for({}));
}

TEST(Shortlist, IsFilledToAMultipleWithTheTokensAfterThoseThatAreAlwaysIncluded) {
  auto list = example();
  list.fill_to_multiple(4, 2);  // counted without two tokens, a multiple of 4
  EXPECT_EQ(list.tokens_for({}), (Tokens{0, 1, 2, 3, 7, 9}));
  EXPECT_EQ(list.tokens_for(std::vector<int64_t>{4}), (Tokens{0, 1, 2, 3, 4, 7, 9, 10, 11, 15}));
  const auto read = Shortlist::parse(list.bytes(), "file");
  EXPECT_EQ(read.tokens_for(std::vector<int64_t>{4}), list.tokens_for(std::vector<int64_t>{4}));
  list.fill_to_multiple(64, 0);
  EXPECT_EQ(list.tokens_for({}).back(), 19) << "there are no more tokens";
}

TEST(Shortlist, ComesBackFromAFile) {
  const test::TemporaryFolder folder;
  example().save(folder / "list");
  const auto read = Shortlist::load(folder / "list");
  EXPECT_EQ(read.tokenizer_hash(), "the hash");
  EXPECT_EQ(read.target_vocab(), 20);
  EXPECT_EQ(read.bytes(), example().bytes());
  EXPECT_EQ(read.tokens_for(std::vector<int64_t>{4, 5}),
            example().tokens_for(std::vector<int64_t>{4, 5}));
}

TEST(Shortlist, RefusesOtherFiles) {
  const auto problem = [](const std::string& bytes) {
    return std::string(test::thrown_error([&] { Shortlist::parse(bytes, "file"); }).problem());
  };
  EXPECT_EQ(problem(""), "is not a shortlist");
  EXPECT_EQ(problem("something else"), "is not a shortlist");
  EXPECT_EQ(problem("regard shortlist 3\nabc"), "is a shortlist of a different version of regard");
  EXPECT_EQ(problem("regard shortlist 1\n"), "is damaged");
}

TEST(Shortlist, NoticesEveryChangedByteAndEveryMissingEnd) {
  const auto whole = example().bytes();
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_THROW(Shortlist::parse(whole.substr(0, at), "file"), Error) << at << " bytes";
    auto changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_THROW(Shortlist::parse(changed, "file"), Error) << "byte " << at;
  }
}

}  // namespace
}  // namespace regard::text
