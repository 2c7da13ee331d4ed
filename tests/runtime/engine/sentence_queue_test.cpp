#include "engine/call.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace regard::engine {
namespace {

constexpr int64_t kAnySize = std::numeric_limits<int64_t>::max();

/// A call with sentences of the given lengths.
struct Called {
  explicit Called(const std::vector<size_t>& lengths, int64_t beam_size = 1)
      : sources(tokens(lengths)),
        found(lengths.size()),
        call(sources, {.beam_size = beam_size}, {}, found, [&](size_t sentence) {
          return static_cast<int64_t>(sources[sentence].size()) * 100;
        }) {}

  static std::vector<Tokens> tokens(const std::vector<size_t>& lengths) {
    std::vector<Tokens> sources;
    for (const size_t length : lengths) sources.emplace_back(length, 7);
    return sources;
  }

  std::vector<Tokens> sources;
  std::vector<std::vector<search::Hypothesis>> found;
  Call call;
};

/// The letters of the calls in the order in which their sentences are taken.
std::string turns(SentenceQueue& queue, const std::vector<Called*>& calls, size_t most = 100) {
  std::string turns;
  while (turns.size() < most) {
    const auto next = queue.next(kAnySize);
    if (!next) break;
    for (size_t call = 0; call < calls.size(); ++call) {
      if (next->call == &calls[call]->call) turns += static_cast<char>('a' + call);
    }
  }
  return turns;
}

TEST(SentenceQueue, GivesTheLongestSentenceOfACallFirst) {
  Called called({2, 9, 4});
  SentenceQueue queue;
  queue.add(called.call);
  EXPECT_EQ(queue.waiting(), 3);
  EXPECT_EQ(queue.next(kAnySize)->number, 1);
  EXPECT_EQ(queue.next(kAnySize)->number, 2);
  EXPECT_EQ(queue.next(kAnySize)->number, 0);
  EXPECT_FALSE(queue.next(kAnySize));
}

TEST(SentenceQueue, LetsCallsTakeTurns) {
  Called document({5, 5, 5, 5}), other({5, 5});
  SentenceQueue queue;
  queue.add(document.call);
  queue.add(other.call);
  EXPECT_EQ(turns(queue, {&document, &other}), "ababaa");
}

TEST(SentenceQueue, ServesACallThatComesLaterBeforeTheRestOfADocument) {
  Called document(std::vector<size_t>(50, 6)), other({6});
  SentenceQueue queue;
  queue.add(document.call);
  EXPECT_EQ(turns(queue, {&document, &other}, 10), "aaaaaaaaaa");
  queue.add(other.call);
  const auto next = turns(queue, {&document, &other}, 2);
  EXPECT_NE(next.find('b'), std::string::npos) << next;
}

TEST(SentenceQueue, CountsTurnsByTokensTimesBeam) {
  Called wide({4, 4, 4, 4, 4, 4}, 3), narrow({4, 4, 4, 4, 4, 4}, 1);
  SentenceQueue queue;
  queue.add(wide.call);
  queue.add(narrow.call);
  EXPECT_EQ(turns(queue, {&wide, &narrow}, 8), "abbbabbb");
}

TEST(SentenceQueue, TellsLongCallsFromShortOnes) {
  Called document(std::vector<size_t>(50, 6)), other({6});
  SentenceQueue queue;
  queue.add(document.call);
  queue.add(other.call);
  EXPECT_EQ(queue.waiting({.of_short = false}), 50);
  EXPECT_EQ(queue.waiting({.of_long = false}), 1);
  EXPECT_EQ(queue.next(kAnySize, {.of_long = false})->call, &other.call);
  EXPECT_FALSE(queue.next(kAnySize, {.of_long = false}));
  EXPECT_EQ(queue.next(kAnySize, {.of_short = false})->call, &document.call);
}

TEST(SentenceQueue, DelaysASentenceThatIsTooLarge) {
  Called called({9, 2});
  SentenceQueue queue;
  queue.add(called.call);
  EXPECT_FALSE(queue.next(899));
  EXPECT_TRUE(queue.next(900));
}

TEST(SentenceQueue, ReturnsNothingFromAnAbandonedCall) {
  Called one({5, 5}), other({5});
  SentenceQueue queue;
  queue.add(one.call);
  queue.add(other.call);
  one.call.abandon();
  EXPECT_EQ(turns(queue, {&one, &other}), "b");
}

}  // namespace
}  // namespace regard::engine
