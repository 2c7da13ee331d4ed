#include "parallel/watch.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace regard::parallel {
namespace {

using Seconds = Watch::Seconds;

struct Notes {
  std::mutex mutex;
  std::map<std::string, std::string> notes;
  bool reachable = true;
};

class NoteBoard : public Board {
 public:
  explicit NoteBoard(Notes& notes) : notes_(notes) {}
  void write(const std::string& name, const std::string& note) override {
    const std::lock_guard lock(notes_.mutex);
    if (!notes_.reachable) throw std::runtime_error("gone");
    notes_.notes[name] = note;
  }
  std::optional<std::string> read(const std::string& name) override {
    const std::lock_guard lock(notes_.mutex);
    if (!notes_.reachable) throw std::runtime_error("gone");
    const auto found = notes_.notes.find(name);
    return found == notes_.notes.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  Notes& notes_;
};

class WatchTest : public testing::Test {
 protected:
  std::unique_ptr<Watch> watch(int64_t rank, int64_t size, double silence = 0.4) {
    return std::make_unique<Watch>(std::make_unique<NoteBoard>(notes_),
                                   Watch::Options{.rank = rank,
                                                  .size = size,
                                                  .silence = Seconds(silence),
                                                  .board_name = "the board",
                                                  .give_up = [](const std::string&) {}});
  }
  Notes notes_;
};

TEST_F(WatchTest, FindsNobodyGoneWhileAllGiveSigns) {
  const auto first = watch(0, 2), second = watch(1, 2);
  EXPECT_EQ(first->find_reason(), std::nullopt);
}

TEST_F(WatchTest, NamesTheSilentOneToAllOthers) {
  const auto first = watch(0, 3), third = watch(2, 3);
  watch(1, 3).reset();  // sends a heartbeat or two and stops without leaving
  for (const auto* each : {&first, &third}) {
    const auto reason = (*each)->find_reason();
    ASSERT_TRUE(reason.has_value());
    EXPECT_TRUE(reason->starts_with("rank 1 is gone: no sign of life for")) << *reason;
  }
}

TEST_F(WatchTest, ThinksNothingOfTheSilenceOfOneThatHasLeft) {
  const auto first = watch(0, 2, 0.2);
  {
    const auto second = watch(1, 2, 0.2);
    second->leave();
  }
  EXPECT_EQ(first->find_reason(), std::nullopt);
}

TEST_F(WatchTest, PassesOnWhyOneHasFailed) {
  const auto first = watch(0, 2), second = watch(1, 2);
  second->report_failure("rank 1 is gone: no space left");
  EXPECT_EQ(first->find_reason(), "rank 1 is gone: no space left");
}

TEST_F(WatchTest, NoticesThatTheBoardIsGone) {
  const auto first = watch(0, 2), second = watch(1, 2);
  {
    const std::lock_guard lock(notes_.mutex);
    notes_.reachable = false;
  }
  EXPECT_EQ(first->find_reason(), "the board can no longer be reached");
}

}  // namespace
}  // namespace regard::parallel
