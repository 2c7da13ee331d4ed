#include "serve/answer_cache.h"

#include <gtest/gtest.h>

#include <set>

#include "serve/http_message.h"

namespace regard::serve {
namespace {

TEST(KeptFiles, AreFoundByTheirKeys) {
  KeptFiles files;
  const auto key = files.add({.name = "a_fr.txt", .content = "un"});
  EXPECT_TRUE(key.ends_with(".a_fr.txt"));
  ASSERT_TRUE(files.find(key));
  EXPECT_EQ(files.find(key)->content, "un");
  EXPECT_EQ(files.find(key)->name, "a_fr.txt");
  EXPECT_FALSE(files.find("a_fr.txt"));
}

TEST(KeptFiles, AreKeptForAWhile) {
  KeptFiles files;
  const KeptFiles::Clock::time_point start{};
  const auto key = files.add({.name = "a", .content = "un"}, start);
  EXPECT_TRUE(files.find(key, start + KeptFiles::kTime));
  EXPECT_FALSE(files.find(key, start + KeptFiles::kTime + std::chrono::seconds(1)));
}

TEST(KeptFiles, AreDroppedForNewOnes) {
  KeptFiles files(10'000);
  const std::string content(4'000, 'x');
  const auto first = files.add({.name = "a", .content = content});
  const auto second = files.add({.name = "b", .content = content});
  EXPECT_TRUE(files.find(first));
  files.add({.name = "c", .content = content});
  EXPECT_FALSE(files.find(first));
  EXPECT_TRUE(files.find(second));
}

TEST(KeptFiles, CountNamesAndEmptyFiles) {
  KeptFiles files(100'000);
  std::string last;
  for (int file = 0; file < 2'000; ++file) {
    last = files.add({.name = std::string(file % 2 == 0 ? 1'000 : 1, 'n'), .content = ""});
    ASSERT_LE(files.bytes(), 100'000U);
  }
  EXPECT_TRUE(files.find(last));
}

TEST(KeptFiles, LargerThanAllTheirRoomAreRefused) {
  KeptFiles files(1'000);
  EXPECT_THROW(files.add({.name = "a", .content = std::string(2'000, 'x')}), Refusal);
  EXPECT_EQ(files.bytes(), 0U);
}

TEST(RandomName, DiffersEachTime) {
  std::set<std::string> names;
  for (int time = 0; time < 1000; ++time) names.insert(random_name());
  EXPECT_EQ(names.size(), 1000);
  EXPECT_EQ(names.begin()->size(), 32);
}

}  // namespace
}  // namespace regard::serve
