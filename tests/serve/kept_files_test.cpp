#include "serve/kept_files.h"

#include <gtest/gtest.h>

#include <set>

namespace regard::serve {
namespace {

TEST(KeptFiles, AreFoundUnderThePlaceThatWasGiven) {
  KeptFiles files;
  const auto place = files.add({.name = "a_fr.txt", .content = "un"});
  EXPECT_TRUE(place.ends_with(".a_fr.txt"));
  ASSERT_TRUE(files.find(place));
  EXPECT_EQ(files.find(place)->content, "un");
  EXPECT_EQ(files.find(place)->name, "a_fr.txt");
  EXPECT_FALSE(files.find("a_fr.txt"));
}

TEST(KeptFiles, AreKeptForAWhile) {
  KeptFiles files;
  const KeptFiles::Clock::time_point start{};
  const auto place = files.add({.name = "a", .content = "un"}, start);
  EXPECT_TRUE(files.find(place, start + KeptFiles::kTime));
  EXPECT_FALSE(files.find(place, start + KeptFiles::kTime + std::chrono::seconds(1)));
}

TEST(KeptFiles, MakeRoomForNewOnes) {
  KeptFiles files(10);
  const auto first = files.add({.name = "a", .content = "12345"});
  const auto second = files.add({.name = "b", .content = "12345"});
  EXPECT_TRUE(files.find(first));
  files.add({.name = "c", .content = "1"});
  EXPECT_FALSE(files.find(first));
  EXPECT_TRUE(files.find(second));
}

TEST(RandomName, IsAnotherEachTime) {
  std::set<std::string> names;
  for (int time = 0; time < 1000; ++time) names.insert(random_name());
  EXPECT_EQ(names.size(), 1000);
  EXPECT_EQ(names.begin()->size(), 32);
}

}  // namespace
}  // namespace regard::serve
