#include "corpus/training_examples.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "support/base/temporary_folder.h"

namespace regard::corpus {
namespace {

class CacheTest : public testing::Test {
 protected:
  CacheTest() {
    data.train = {{.source = folder.write("a.en", "a\n"), .target = folder.write("a.fr", "b\n")}};
  }

  std::string name() const { return Cache(folder / "cache", data).name("tokens", data, "more"); }

  const test::TemporaryFolder folder;
  config::DataOptions data;
};

TEST_F(CacheTest, ReturnsWhatItStored) {
  const Cache cache(folder / "cache", data);
  const auto lock = cache.lock();
  const std::string bytes("any\0thing", 9);
  EXPECT_FALSE(cache.find("name"));
  cache.keep("name", bytes);
  EXPECT_EQ(cache.find("name"), bytes);
  cache.keep("name", "");
  EXPECT_EQ(cache.find("name"), "");
}

TEST_F(CacheTest, DoesNotReturnDamagedEntries) {
  const Cache cache(folder / "cache", data);
  const auto lock = cache.lock();
  cache.keep("name", "bytes");
  const auto whole = folder.read("cache/name");
  for (const auto& damaged : {whole + "x", whole.substr(0, whole.size() - 1), whole.substr(0, 10),
                              "x" + whole.substr(1), std::string()}) {
    folder.write("cache/name", damaged);
    EXPECT_FALSE(cache.find("name")) << damaged;
  }
}

TEST_F(CacheTest, NeitherReadsNorWritesAPipe) {
  const Cache cache(folder / "cache", data);
  std::filesystem::create_directory(folder / "cache");
  ASSERT_EQ(::mkfifo((folder / "cache/name").c_str(), 0600), 0);
  cache.keep("name", "bytes");
  EXPECT_FALSE(cache.find("name"));
}

TEST_F(CacheTest, StoresNothingWithoutAFolder) {
  const Cache cache("", data);
  EXPECT_FALSE(cache.keeps());
  cache.keep("name", "bytes");
  EXPECT_FALSE(cache.find("name"));
}

TEST_F(CacheTest, StoresNothingForATextThatCanBeReadOnlyOnce) {
  data.train[0].source = "/dev/null";
  EXPECT_FALSE(Cache(folder / "cache", data).keeps());
}

TEST_F(CacheTest, StoresNothingForAMissingText) {
  data.train[0].source = folder / "missing";
  EXPECT_FALSE(Cache(folder / "cache", data).keeps());
}

TEST_F(CacheTest, DerivesKeysFromWhatEntriesDependOn) {
  const auto before = name();
  EXPECT_EQ(name(), before);
  const auto changes =
      std::vector<std::function<void()>>{[&] { folder.write("a.en", "A\n"); },
                                         [&] { folder.write("a.fr", "B\n"); },
                                         [&] { data.train[0].first = 1; },
                                         [&] { data.preprocess = config::Preprocess::d2l; },
                                         [&] { data.max_length = 9; },
                                         [&] { data.drop_duplicates = true; },
                                         [&] { data.train.push_back(data.train[0]); },
                                         [&] { data.train[0].tsv = folder / "a.en"; }};
  std::string last = before;
  for (size_t i = 0; i < changes.size(); ++i) {
    changes[i]();
    EXPECT_NE(name(), last) << i;
    last = name();
  }
  Cache cache(folder / "cache", data);
  EXPECT_NE(cache.name("tokens", data, "a"), cache.name("tokens", data, "b"));
  EXPECT_NE(cache.name("tokens", data, "a"), cache.name("tokenizer", data, "a"));
}

TEST_F(CacheTest, GivesTheSameKeyIfNoExampleWouldChange) {
  const auto before = name();
  data.train[0].weight = 2;
  data.train[0].name = "news";
  data.mix.temperature = 5;
  data.join.probability = 0.1;
  data.valid = data.train[0];
  data.test = data.train[0];
  data.cache = "elsewhere";
  std::filesystem::copy_file(folder / "a.en", folder / "copy.en");
  data.train[0].source = folder / "copy.en";
  EXPECT_EQ(name(), before);
}

}  // namespace
}  // namespace regard::corpus
