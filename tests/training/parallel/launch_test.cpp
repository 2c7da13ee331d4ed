#include "parallel/launch.h"

#include <gtest/gtest.h>

#include <map>

#include "support/base/thrown_error.h"

namespace regard::parallel {
namespace {

Launch launch_with(const std::map<std::string, std::string>& variables) {
  return read_launch([&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

TEST(Launch, OfOneProcessNeedsNoVariable) {
  const auto launch = launch_with({});
  EXPECT_EQ(launch.size, 1);
  EXPECT_EQ(launch.rank, 0);
  EXPECT_EQ(launch.restarts, 0);
}

TEST(Launch, ReadsWhatTorchrunSets) {
  const auto launch = launch_with({{"RANK", "3"},
                                   {"WORLD_SIZE", "4"},
                                   {"LOCAL_RANK", "1"},
                                   {"LOCAL_WORLD_SIZE", "2"},
                                   {"MASTER_ADDR", "node7"},
                                   {"MASTER_PORT", "29500"},
                                   {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                   {"TORCHELASTIC_RESTART_COUNT", "2"}});
  EXPECT_EQ(launch.rank, 3);
  EXPECT_EQ(launch.size, 4);
  EXPECT_EQ(launch.local_rank, 1);
  EXPECT_EQ(launch.local_size, 2);
  EXPECT_EQ(launch.host, "node7");
  EXPECT_EQ(launch.port, 29500);
  EXPECT_TRUE(launch.launcher_hosts);
  EXPECT_EQ(launch.restarts, 2);
}

TEST(Launch, ReadsFourVariablesSetByHand) {
  const auto launch = launch_with(
      {{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "10.0.0.1"}, {"MASTER_PORT", "4000"}});
  EXPECT_EQ(launch.rank, 1);
  EXPECT_EQ(launch.host, "10.0.0.1");
  EXPECT_FALSE(launch.launcher_hosts);
}

class SlurmNodes : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SlurmNodes, AreMetAtTheFirst) {
  const auto [list, first] = GetParam();
  const auto launch = launch_with({{"SLURM_PROCID", "5"},
                                   {"SLURM_NTASKS", "8"},
                                   {"SLURM_LOCALID", "1"},
                                   {"SLURM_NODELIST", list},
                                   {"SLURM_JOB_ID", "123456"}});
  EXPECT_EQ(launch.rank, 5);
  EXPECT_EQ(launch.size, 8);
  EXPECT_EQ(launch.local_rank, 1);
  EXPECT_EQ(launch.host, first);
  EXPECT_GT(launch.port, 1024);
}

INSTANTIATE_TEST_SUITE_P(Lists, SlurmNodes,
                         testing::Values(std::pair("node1", "node1"),
                                         std::pair("node1,node2", "node1"),
                                         std::pair("gpu[007-009,12],cpu1", "gpu007"),
                                         std::pair("gpu[3,5]", "gpu3"),
                                         std::pair("a1,b[2-3]", "a1")));

TEST(Launch, OfAnotherSlurmJobHasAnotherPort) {
  const auto port = [](const char* job) {
    return launch_with({{"SLURM_PROCID", "0"},
                        {"SLURM_NTASKS", "2"},
                        {"SLURM_NODELIST", "a"},
                        {"SLURM_JOB_ID", job}})
        .port;
  };
  EXPECT_NE(port("1000"), port("1001"));
}

TEST(Launch, UnderSlurmMeetsWhereItIsTold) {
  const auto launch = launch_with({{"SLURM_PROCID", "0"},
                                   {"SLURM_NTASKS", "2"},
                                   {"SLURM_LAUNCH_NODE_IPADDR", "10.0.0.9"},
                                   {"MASTER_ADDR", "10.0.0.1"},
                                   {"MASTER_PORT", "4000"}});
  EXPECT_EQ(launch.host, "10.0.0.1");
  EXPECT_EQ(launch.port, 4000);
}

TEST(Launch, OfAStepOfASlurmJobHasTheTasksOfTheStep) {
  const auto launch =
      launch_with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "64"}, {"SLURM_STEP_NUM_TASKS", "1"}});
  EXPECT_EQ(launch.size, 1);
}

TEST(Launch, ByTorchrunInsideASlurmJobFollowsTorchrun) {
  const auto launch = launch_with(
      {{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}});
  EXPECT_EQ(launch.size, 1);
}

struct Wrong {
  std::map<std::string, std::string> variables;
  const char* named;
};
class WrongLaunch : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLaunch, NamesTheVariable) {
  const auto error = test::thrown_error([] { launch_with(GetParam().variables); });
  EXPECT_EQ(error.where(), GetParam().named) << error.problem();
}

INSTANTIATE_TEST_SUITE_P(
    Variables, WrongLaunch,
    testing::Values(
        Wrong{{{"RANK", "0"}}, "WORLD_SIZE"}, Wrong{{{"WORLD_SIZE", "2"}}, "RANK"},
        Wrong{{{"RANK", "2"}, {"WORLD_SIZE", "2"}}, "RANK"},
        Wrong{{{"RANK", "-1"}, {"WORLD_SIZE", "2"}}, "RANK"},
        Wrong{{{"RANK", "one"}, {"WORLD_SIZE", "2"}}, "RANK"},
        Wrong{{{"RANK", "0"}, {"WORLD_SIZE", "0"}}, "WORLD_SIZE"},
        Wrong{{{"RANK", "0"}, {"WORLD_SIZE", "2"}}, "MASTER_ADDR"},
        Wrong{{{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}}, "MASTER_PORT"},
        Wrong{{{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "70000"}},
              "MASTER_PORT"},
        Wrong{{{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "2"}}, "SLURM_LAUNCH_NODE_IPADDR"}));

}  // namespace
}  // namespace regard::parallel
