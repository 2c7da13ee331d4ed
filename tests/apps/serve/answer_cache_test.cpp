#include "serve/answer_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::serve {
namespace {

AnswerCache::Answer answer(const std::string& text) {
  return std::make_shared<const translate::Translation>(
      translate::Translation{.text = text, .n_best = {}});
}

TEST(AnswerCache, ReturnsAnAnswerOnlyForItsKey) {
  AnswerCache cache(1 << 20);
  cache.add("one", answer("un"));
  ASSERT_TRUE(cache.find("one"));
  EXPECT_EQ(cache.find("one")->text, "un");
  EXPECT_FALSE(cache.find("two"));
  EXPECT_EQ(cache.counts().hits, 2);
  EXPECT_EQ(cache.counts().misses, 1);
}

TEST(AnswerCache, StaysWithinItsSizeAndForgetsTheLeastRecentlyUsed) {
  constexpr size_t kMost = 10'000;
  AnswerCache cache(kMost);
  cache.add("kept", answer("kept"));
  for (int number = 0; number < 100; ++number) {
    cache.add("key " + std::to_string(number), answer("text"));
    ASSERT_TRUE(cache.find("kept")) << number;
    ASSERT_LE(cache.counts().bytes, kMost);
  }
  EXPECT_FALSE(cache.find("key 0"));
  EXPECT_TRUE(cache.find("key 99"));
}

TEST(AnswerCache, StoresNothingThatIsLargerThanItself) {
  AnswerCache cache(1000);
  cache.add("key", answer(std::string(2000, 'x')));
  EXPECT_FALSE(cache.find("key"));
  EXPECT_EQ(cache.counts().bytes, 0);
}

TEST(AnswerCache, CountsTheDetailsOfTokens) {
  AnswerCache plain(1 << 20), scored(1 << 20);
  translate::Translation translation{.text = "un", .n_best = {{}}};
  plain.add("key", std::make_shared<const translate::Translation>(translation));
  translation.n_best.front().token_log_probs.assign(1000, -1.0);
  scored.add("key", std::make_shared<const translate::Translation>(translation));
  EXPECT_EQ(scored.counts().bytes - plain.counts().bytes, 1000 * sizeof(double));
}

TEST(AnswerCache, CountsTermsThatWereNotMet) {
  AnswerCache plain(1 << 20), unmet(1 << 20);
  translate::Translation translation{.text = "un", .n_best = {{}}};
  plain.add("key", std::make_shared<const translate::Translation>(translation));
  translation.unmet.assign(100, {"cat", std::string(500, 'x')});
  unmet.add("key", std::make_shared<const translate::Translation>(translation));
  EXPECT_GE(unmet.counts().bytes - plain.counts().bytes, 100 * 503);
}

TEST(AnswerCache, StoresNothingWithoutBytes) {
  AnswerCache cache(0);
  cache.add("key", answer("text"));
  EXPECT_FALSE(cache.find("key"));
}

}  // namespace
}  // namespace regard::serve
