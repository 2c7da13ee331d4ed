#include "parallel/group.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "support/base/thrown_error.h"
#include "support/processes.h"

namespace regard::parallel {
namespace {

TEST(Group, OfOneLeavesAllAsItIs) {
  const auto group = alone();
  const auto tensor = torch::arange(3);
  group->sum(tensor);
  group->broadcast(tensor, 0);
  EXPECT_TRUE(torch::equal(tensor, torch::arange(3)));
  EXPECT_EQ(group->broadcast("text"), "text");
  EXPECT_EQ(group->gather(tensor).size(), 1);
}

TEST(Group, SumsTensorsOfAllProcesses) {
  test::as_processes(3, [](Group& group) {
    const auto tensor = torch::full({5}, static_cast<double>(group.rank() + 1), torch::kFloat64);
    group.sum(tensor);
    EXPECT_TRUE(torch::equal(tensor, torch::full({5}, 6.0, torch::kFloat64)));
  });
}

TEST(Group, SumsSeveralTensorsAtATime) {
  test::as_processes(2, [](Group& group) {
    const auto first = torch::ones({1000});
    const auto second = torch::full({3}, 2.0);
    auto sums = std::pair(group.start_sum(first), group.start_sum(second));
    sums.second->wait();
    sums.first->wait();
    EXPECT_TRUE(torch::equal(first, torch::full({1000}, 2.0)));
    EXPECT_TRUE(torch::equal(second, torch::full({3}, 4.0)));
  });
}

TEST(Group, SendsTensorsAndTextsFromOneToAll) {
  test::as_processes(3, [](Group& group) {
    const auto tensor = torch::full({2}, group.rank(), torch::kInt64);
    group.broadcast(tensor, 2);
    EXPECT_TRUE(torch::equal(tensor, torch::full({2}, 2, torch::kInt64)));
    EXPECT_EQ(group.broadcast(group.is_first() ? "café" : "something else"), "café");
    EXPECT_EQ(group.broadcast(group.is_first() ? "" : "something else"), "");
  });
}

TEST(Group, GathersByRank) {
  test::as_processes(3, [](Group& group) {
    const auto all = group.gather(torch::full({2}, group.rank(), torch::kInt64));
    ASSERT_EQ(all.size(), 3);
    for (int64_t rank = 0; rank < 3; ++rank) {
      EXPECT_EQ(all[static_cast<size_t>(rank)][1].item<int64_t>(), rank);
    }
  });
}

TEST(Group, TellsTheOthersWhyOneHasFailed) {
  test::as_processes(3, [](Group& group) {
    if (group.rank() == 1) return group.fail("the disk is full");
    const auto error = test::thrown_error([&] {
      while (true) group.sum(torch::ones({4}));
    });
    EXPECT_EQ(error.problem(), "rank 1 is gone: the disk is full");
    EXPECT_NE(error.remedy().find("--resume"), std::string::npos);
    group.fail(error.problem());
  });
}

TEST(Group, SaysHowManyCameWhereSomeDoNot) {
  set_quiet(true);
  auto launch = test::launch_of(0, 3, test::free_port());
  launch.join_seconds = 0.2;
  const auto error = test::thrown_error([&] { join(launch); });
  EXPECT_NE(std::string(error.problem()).find("only 1 of 3"), std::string::npos) << error.problem();
  set_quiet(false);
}

}  // namespace
}  // namespace regard::parallel
