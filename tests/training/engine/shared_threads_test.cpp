// Sentences that several threads request, translated together.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "engine/random_models.h"

namespace regard::engine {
namespace {

using std::chrono::milliseconds;
constexpr int64_t kEnough = int64_t{1} << 30;

class EngineWithThreadsToShare : public EngineTest {
 protected:
  /// Options that make translation slow: nothing ends it before the maximum length.
  static search::BeamSearchOptions endless() {
    return {.beam_size = 40, .min_length = 38, .max_length_extra = 40};
  }

  Engine engine_ = engine_of(*model_);
  Found alone_ = engine_.translate(sources_, options_);
};

TEST_F(EngineWithThreadsToShare, FindsTheSameInManyCallsAtOnce) {
  for (const int64_t threads : {1, 2, 4}) {
    engine_.share_threads(threads, 8, kEnough);
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 8; ++caller) {
      callers.emplace_back([&] {
        for (int time = 0; time < 5; ++time) {
          expect_same_bits(engine_.translate(sources_, options_), alone_);
        }
      });
    }
  }
}

TEST_F(EngineWithThreadsToShare, TranslatesASentenceThatNeedsMoreMemoryThanThereIsAlone) {
  engine_.share_threads(2, 8, 1);
  expect_same_bits(engine_.translate(sources_, options_), alone_);
}

TEST_F(EngineWithThreadsToShare, EndsACallThatIsNoLongerWantedAndNoOther) {
  engine_.share_threads(2, 8, kEnough);
  std::atomic<int> ended{0};
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&] {
      const std::vector<Tokens> many(100, sources_.front());
      const auto give_up = [] { throw std::runtime_error("not wanted"); };
      try {
        engine_.translate(many, endless(), {.check = give_up});
      } catch (const std::runtime_error&) {
        ++ended;
      }
    });
  }
  expect_same_bits(engine_.translate(sources_, options_), alone_);
  callers.clear();
  EXPECT_EQ(ended, 3);
  const auto fill = engine_.fill();
  EXPECT_EQ(fill.waiting, 0);
  EXPECT_EQ(fill.translated, 0);
}

TEST_F(EngineWithThreadsToShare, SaysHowFullItIs) {
  EXPECT_EQ(engine_.fill().slots, 0);
  engine_.share_threads(1, 4, kEnough);
  EXPECT_EQ(engine_.fill().slots, 4);
  std::atomic<int64_t> most_waiting{0}, most_translated{0};
  const std::vector<Tokens> many(20, sources_.front());
  engine_.translate(many, endless(), {.check = [&] {
                      const auto fill = engine_.fill();
                      most_waiting = std::max(most_waiting.load(), fill.waiting);
                      most_translated = std::max(most_translated.load(), fill.translated);
                    }});
  EXPECT_LE(most_translated, 4);
  EXPECT_LE(most_waiting, 20);
}

}  // namespace
}  // namespace regard::engine
