#include "compare/word_accuracy.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"

namespace regard::compare {
namespace {

TEST(TrainingWords, CountBothSidesAndWhatTheTestTextHas) {
  const test::TemporaryFolder folder;
  config::DataOptions data;
  data.train = {{.source = folder.write("a.en", "a cat\nthe cat\n"),
                 .target = folder.write("a.fr", "un chat\nle chat\n")},
                {.tsv = folder.write("b.tsv", "the dog \tle chien\n")}};
  const auto words = read_training_words(data, {"the dog", "a bird", "the dog", "the cat"});
  ASSERT_TRUE(words);
  EXPECT_EQ(words->source.of("cat"), 2);
  EXPECT_EQ(words->target.of("le"), 2);
  EXPECT_EQ(words->pairs, 3);
  EXPECT_EQ(words->seen_sources, 3U);
  EXPECT_TRUE(words->complete);
  EXPECT_EQ(words->target_files, (folder / "a.fr") + ", " + (folder / "b.tsv"));
}

TEST(TrainingWords, AreEmptyWithoutTheText) {
  const test::TemporaryFolder folder;
  config::DataOptions data;
  EXPECT_FALSE(read_training_words(data, {}));
  data.train = {{.source = folder / "a.en", .target = folder / "a.fr"}};
  EXPECT_FALSE(read_training_words(data, {}));
}

}  // namespace
}  // namespace regard::compare
