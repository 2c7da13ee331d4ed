#include "trainer/trainer_step.h"

#include <gtest/gtest.h>

#include <vector>

namespace regard::train {
namespace {

/// The steps that have a frame, in a run of this many steps.
std::vector<int64_t> frames_of(int64_t steps) {
  std::vector<int64_t> frames;
  for (int64_t step = 1; step <= steps; ++step) {
    if (has_frame(step - 1, step, steps)) frames.push_back(step);
  }
  return frames;
}

// 160 steps have 8 frames: 160^(i / 7) for i from 0 to 7.
TEST(FilmSchedule, LiesEvenlyOnALogarithmicAxis) {
  EXPECT_EQ(frames_of(160), (std::vector<int64_t>{1, 2, 4, 9, 18, 38, 77, 160}));
}

TEST(FilmSchedule, BeginsWithTheFirstStepAndEndsWithTheLast) {
  for (const int64_t steps : {1, 2, 19, 20, 100, 2400, 99'999}) {
    const auto frames = frames_of(steps);
    ASSERT_FALSE(frames.empty());
    EXPECT_EQ(frames.front(), 1);
    EXPECT_EQ(frames.back(), steps);
  }
}

TEST(FilmSchedule, HasMoreFramesOfALongerTrainingUpToAFilmThatOneWatches) {
  EXPECT_GE(frames_of(600).size(), 20U);
  for (const int64_t steps : {2400, 10'000, 100'000}) {
    EXPECT_GE(frames_of(steps).size(), 30U) << steps;
    EXPECT_LE(frames_of(steps).size(), 48U) << steps;
  }
}

TEST(FilmSchedule, LeavesTwentyStepsToTrainForEachFrame) {
  for (int64_t steps = 40; steps < 2000; steps += 13) {
    EXPECT_LE(20 * std::ssize(frames_of(steps)), steps) << steps;
  }
}

TEST(FilmSchedule, HasGrowingIntervals) {
  const auto frames = frames_of(10'000);
  for (size_t i = 2; i < frames.size(); ++i) {
    // Rounding may move a frame by one step.
    EXPECT_GE(frames[i] - frames[i - 1] + 1, frames[i - 1] - frames[i - 2]) << frames[i];
  }
}

// With training.minutes, the schedule skips steps.
TEST(FilmSchedule, HasAFrameAfterALeapOverAMoment) {
  EXPECT_TRUE(has_frame(30, 60, 160));
  EXPECT_FALSE(has_frame(38, 60, 160));
  EXPECT_FALSE(has_frame(38, 38, 160));
}

}  // namespace
}  // namespace regard::train
