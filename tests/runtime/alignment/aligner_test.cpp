#include "alignment/aligner.h"

#include <gtest/gtest.h>

#include <string>

#include "alignment/quality.h"
#include "alignment/words.h"
#include "base/machine.h"
#include "text/data_files.h"

namespace regard::alignment {
namespace {

using test::data_lines;

/// The pairs of data/alignment, then those of the other files in data/.
WordPairs pairs_of_data() {
  WordPairs pairs;
  for (const std::string split : {"alignment", "train", "everyday", "val", "test"}) {
    const auto english = data_lines(split + ".en"), french = data_lines(split + ".fr");
    const auto cut = split == "alignment" ? words_between_blanks : words_of;
    for (size_t i = 0; i < english.size(); ++i) pairs.add(cut(english[i]), cut(french[i]));
  }
  return pairs;
}

class ThreadsOfTheProcess {
 public:
  explicit ThreadsOfTheProcess(int64_t count) { set_threads(count); }
  ~ThreadsOfTheProcess() { set_threads(before_); }

 private:
  int64_t before_ = threads();
};

TEST(Aligner, HasTheSameBitsWithAnyNumberOfThreads) {
  const auto pairs = pairs_of_data();
  const auto posteriors_with = [&](int64_t count) {
    const ThreadsOfTheProcess several(count);
    Aligner aligner(pairs, {.model_1 = 2, .hidden_markov = 2});
    aligner.learn();
    std::vector<std::vector<float>> all;
    for (size_t pair = 0; pair < 300; ++pair) {
      for (const auto& of_direction : aligner.posteriors(pair))
        all.push_back(of_direction.of_place);
    }
    return all;
  };
  const auto one = posteriors_with(1);
  EXPECT_EQ(one, posteriors_with(2));
  EXPECT_EQ(one, posteriors_with(5));
}

TEST(Aligner, LinksWordsThatCooccurInSeveralPairs) {
  WordPairs pairs;
  const auto add = [&](std::string_view source, std::string_view target) {
    pairs.add(words_between_blanks(source), words_between_blanks(target));
  };
  for (int time = 0; time < 3; ++time) {
    add("the house", "la maison");
    add("the blue house", "la maison bleue");
    add("the flower", "la fleur");
    add("the blue flower", "la fleur bleue");
  }
  Aligner aligner(pairs);
  aligner.learn();
  const auto links = aligner.align(0, 4, Symmetrization::posterior);
  EXPECT_EQ(to_pharaoh(links[1]), "0-0 1-2 2-1");
  EXPECT_EQ(to_pharaoh(links[3]), "0-0 1-2 2-1");
}

TEST(Aligner, FindsMostLinksOfTheGoldAlignmentFromFewPairs) {
  const auto pairs = pairs_of_data();
  Aligner aligner(pairs);
  aligner.learn();
  const auto gold_lines = data_lines("alignment.gold");
  const auto links = aligner.align(0, gold_lines.size(), Symmetrization::posterior);
  Quality quality;
  for (size_t pair = 0; pair < links.size(); ++pair) {
    quality.add(links[pair], parse_gold(gold_lines[pair], "alignment.gold"));
  }
  EXPECT_LT(quality.error_rate(), 0.25);
}

TEST(Aligner, AlignsEmptySentencesAndLongOnes) {
  WordPairs pairs;
  std::string text;
  for (int word = 0; word < 300; ++word) text += std::to_string(word) + ' ';
  pairs.add(words_between_blanks("a b"), words_between_blanks(""));
  pairs.add(words_between_blanks(""), words_between_blanks("a b"));
  pairs.add(words_between_blanks(text), words_between_blanks(text));
  Aligner aligner(pairs);
  aligner.learn();
  const auto links = aligner.align(0, 3, Symmetrization::grow_diag_final_and);
  EXPECT_TRUE(links[0].empty());
  EXPECT_TRUE(links[1].empty());
  for (const auto& link : links[2]) EXPECT_TRUE(link.source < 300 && link.target < 300);
}

}  // namespace
}  // namespace regard::alignment
