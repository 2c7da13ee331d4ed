// Files and tokenizers, read by several threads at once.
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "corpus/cleaning.h"
#include "corpus/token_file.h"
#include "support/base/temporary_folder.h"
#include "text/tokenizer.h"
#include "threads/together.h"

namespace regard::corpus {
namespace {

constexpr size_t kLines = 2000;

class ReadersOfThreads : public testing::Test {
 protected:
  static std::string line(const std::string& word, size_t number) {
    return word + " " + std::to_string(number);
  }
  static std::string text(const std::string& word) {
    std::string text;
    for (size_t i = 0; i < kLines; ++i) text += line(word, i) + "\n";
    return text;
  }
  std::string compressed(const std::string& name, const std::string& text) const {
    gzFile file = gzopen((folder_ / name).c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    return folder_ / name;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ReadersOfThreads, GiveEachThreadAllPairsInOrder) {
  const config::ParallelText files = {.source = compressed("text.en.gz", text("cat")),
                                      .target = folder_.write("text.fr", text("chat"))};
  test::together([&](size_t) {
    ParallelReader reader(files);
    LinePair pair;
    size_t read = 0;
    for (; reader.next(pair); ++read) {
      ASSERT_EQ(pair.source, line("cat", read));
      ASSERT_EQ(pair.target, line("chat", read));
    }
    EXPECT_EQ(read, kLines);
  });
}

TEST_F(ReadersOfThreads, ShareAFileOfTokens) {
  const auto path = folder_ / "tokens";
  {
    TokenFileWriter writer(path, "key");
    writer.begin_text();
    for (size_t i = 0; i < 2 * kExamplesOfABlock; ++i) {
      const std::vector<int64_t> ids(i % 7 + 1, static_cast<int64_t>(i % 100));
      writer.add(ids, ids, static_cast<int64_t>(i) + 1);
    }
    writer.commit({.read = 2 * kExamplesOfABlock});
  }
  const auto file = TokenFile::open(path, "key", {.source = 100, .target = 100});
  ASSERT_TRUE(file);
  test::together([&](size_t thread) {
    for (size_t i = thread; i < file->size(); ++i) {
      ASSERT_EQ(file->source(i).size(), i % 7 + 1);
      ASSERT_EQ(file->target(i).back(), static_cast<int32_t>(i % 100));
    }
  });
}

TEST_F(ReadersOfThreads, ShareATokenizer) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < 200; ++i) lines.push_back(line("a cat sees the dog", i % 20));
  const auto tokenizer =
      text::train_tokenizer(lines, {.type = config::TokenizerType::bpe, .vocab_size = 60});
  std::vector<std::vector<int64_t>> alone;
  for (const auto& each : lines) alone.push_back(tokenizer.encode(each));
  test::together([&](size_t) {
    for (size_t i = 0; i < lines.size(); ++i) {
      ASSERT_EQ(tokenizer.encode(lines[i]), alone[i]);
      ASSERT_EQ(tokenizer.decode(alone[i]), lines[i]);
    }
  });
}

TEST_F(ReadersOfThreads, FindAWholeFileWhileOthersReplaceIt) {
  const auto path = folder_.write("file", std::string(5000, '0'));
  test::together([&](size_t thread) {
    const auto content = std::string(5000 + thread, static_cast<char>('0' + thread));
    for (int i = 0; i < 10; ++i) {
      write_file_atomically(path, content);
      const auto found = test::content_of(path);
      ASSERT_FALSE(found.empty());
      ASSERT_EQ(found, std::string(5000 + static_cast<size_t>(found[0] - '0'), found[0]));
    }
  });
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"file"});
}

}  // namespace
}  // namespace regard::corpus
