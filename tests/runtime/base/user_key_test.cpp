#include "base/digest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "support/base/user_state.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

TEST(UserKey, IsMadeWhenItIsFirstNeededAndStays) {
  const test::UserState user;
  EXPECT_EQ(user_key(), "");
  const auto key = user_key_or_new();
  EXPECT_EQ(key.size(), 64U);
  EXPECT_EQ(user_key(), key);
  EXPECT_EQ(user_key_or_new(), key);
}

TEST(UserKey, DiffersForEveryUserAndIsPrivate) {
  std::set<std::string> keys;
  for (int i = 0; i < 3; ++i) {
    const test::UserState user;
    keys.insert(user_key_or_new());
    EXPECT_EQ(fs::status(user.key()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }
  EXPECT_EQ(keys.size(), 3U);
}

TEST(UserKey, IsMadeAgainIfItIsDamaged) {
  const test::UserState user;
  const auto first = user_key_or_new();
  std::ofstream(user.key()) << "half";
  EXPECT_EQ(user_key(), "");
  EXPECT_EQ(user_key_or_new().size(), 64U);
  EXPECT_NE(user_key(), first);
}

TEST(UserKey, IsMissingIfNothingCanBeStored) {
  const test::UserState user;
  std::ofstream(fs::path(user.key()).parent_path()) << "a file in the way";
  EXPECT_EQ(user_key_or_new(), "");
  ::setenv("XDG_STATE_HOME", "not/absolute", 1);
  const char* home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  ::unsetenv("HOME");
  EXPECT_EQ(user_key_or_new(), "");
  if (home != nullptr) ::setenv("HOME", before.c_str(), 1);
}

TEST(UserKey, IsOneForAllWhoMakeItAtTheSameTime) {
  const test::UserState user;
  std::vector<std::string> keys(8);
  {
    std::vector<std::jthread> threads;
    for (auto& key : keys) threads.emplace_back([&key] { key = user_key_or_new(); });
  }
  EXPECT_EQ(std::set(keys.begin(), keys.end()), std::set{user_key()});
}

}  // namespace
}  // namespace regard
