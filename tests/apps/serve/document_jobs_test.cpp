#include "serve/document_jobs.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "serve/http_message.h"

namespace regard::serve {
namespace {

using State = DocumentJobs::State;

DocumentJobs::Work ends_as(const DocumentJobs::Outcome& outcome) {
  return [outcome](const auto&) { return outcome; };
}

/// Document jobs whose tasks wait until the test runs them.
class Jobs : public testing::Test {
 protected:
  void run_all() {
    while (!tasks_.empty()) {
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      task();
    }
  }

  std::deque<std::function<void()>> tasks_;
  bool has_threads_ = true;
  DocumentJobs jobs_{{.queue = 3, .files_at_once = 2}, [this](auto task) {
                       if (has_threads_) tasks_.push_back(std::move(task));
                       return has_threads_;
                     }};
};

TEST_F(Jobs, WaitAreTranslatedAndEnd) {
  DocumentJobs::Status within;
  std::string key;
  key = jobs_.add(
      [&](const auto& report) {
        report(2, 5);
        within = *jobs_.find(key);
        return DocumentJobs::Outcome{.file = "key of the file", .error = {}, .warnings = {"w"}};
      },
      42);
  EXPECT_EQ(jobs_.find(key)->state, State::queued);
  run_all();
  EXPECT_EQ(within.state, State::translating);
  EXPECT_EQ(within.done, 2);
  EXPECT_EQ(within.all, 5);
  const auto status = *jobs_.find(key);
  EXPECT_EQ(status.state, State::done);
  EXPECT_EQ(status.characters, 42);
  EXPECT_EQ(status.outcome.file, "key of the file");
  EXPECT_EQ(status.outcome.warnings, std::vector<std::string>{"w"});
  EXPECT_FALSE(jobs_.find("another"));
}

TEST_F(Jobs, ReportWhyOneFailed) {
  const auto refused = jobs_.add(ends_as({.file = {}, .error = "too late"}), 1);
  const auto broken =
      jobs_.add([](const auto&) -> DocumentJobs::Outcome { throw std::bad_alloc(); }, 1);
  const auto fine = jobs_.add(ends_as({.file = "file", .error = {}}), 1);
  run_all();
  EXPECT_EQ(jobs_.find(refused)->state, State::error);
  EXPECT_EQ(jobs_.find(refused)->outcome.error, "too late");
  EXPECT_EQ(jobs_.find(broken)->state, State::error);
  EXPECT_EQ(jobs_.find(fine)->state, State::done);
}

TEST_F(Jobs, AreTranslatedSomeAtATimeAndTheOthersByTheSameThreads) {
  int done = 0;
  for (int job = 0; job < 3; ++job) {
    jobs_.add(
        [&](const auto&) {
          ++done;
          return DocumentJobs::Outcome{.file = "file", .error = {}};
        },
        1);
  }
  EXPECT_EQ(tasks_.size(), 2);
  run_all();
  EXPECT_EQ(done, 3);
}

TEST_F(Jobs, ThatAreCancelledAreNotTranslated) {
  bool ran = false, was_told = false;
  const auto waiting = jobs_.add(
      [&](const auto&) {
        ran = true;
        return DocumentJobs::Outcome{.file = "file", .error = {}};
      },
      1);
  EXPECT_TRUE(jobs_.cancel(waiting));
  EXPECT_FALSE(jobs_.find(waiting));
  EXPECT_FALSE(jobs_.cancel(waiting));
  std::string key;
  key = jobs_.add(
      [&](const auto& report) {
        EXPECT_FALSE(report.cancelled.stop_requested());
        jobs_.cancel(key);
        was_told = report.cancelled.stop_requested();
        return DocumentJobs::Outcome{.file = {}, .error = "cancelled"};
      },
      1);
  run_all();
  EXPECT_FALSE(ran);
  EXPECT_TRUE(was_told);
  EXPECT_FALSE(jobs_.find(key));
}

TEST_F(Jobs, AreRefusedIfTooManyWait) {
  for (int job = 0; job < 3; ++job) jobs_.add(ends_as({.file = "file", .error = {}}), 1);
  EXPECT_THROW(jobs_.add(ends_as({}), 1), Refusal);
  run_all();
  has_threads_ = false;
  EXPECT_THROW(jobs_.add(ends_as({}), 1), Refusal) << "no thread is left";
  has_threads_ = true;
  const auto key = jobs_.add(ends_as({.file = "file", .error = {}}), 1);
  run_all();
  EXPECT_EQ(jobs_.find(key)->state, State::done);
}

TEST_F(Jobs, AreKeptForAWhileAndInBoundedNumber) {
  const auto first = jobs_.add(ends_as({.file = "file", .error = {}}), 1);
  run_all();
  const auto now = DocumentJobs::Clock::now();
  EXPECT_TRUE(jobs_.find(first, {}, now + DocumentJobs::kTime - std::chrono::seconds(1)));
  for (size_t job = 0; job < bounds::kDocuments; ++job) {
    jobs_.add(ends_as({.file = "file", .error = {}}), 1);
    run_all();
  }
  EXPECT_FALSE(jobs_.find(first)) << "it was the oldest";
  const auto last = jobs_.add(ends_as({.file = "file", .error = {}}), 1);
  run_all();
  EXPECT_FALSE(jobs_.find(last, {}, now + 2 * DocumentJobs::kTime));
}

}  // namespace
}  // namespace regard::serve
