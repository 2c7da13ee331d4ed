#include "store/marian_vocabulary.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"

namespace regard::interop {
namespace {

using Pieces = std::vector<std::string>;

class MarianVocabulary : public testing::Test {
 protected:
  text::VocabularyList read(const std::string& name, const std::string& content) const {
    return read_marian_vocabulary(folder_.write(name, content));
  }
  std::string problem(const std::string& name, const std::string& content) const {
    return test::thrown_error([&] { read(name, content); }).problem();
  }

  test::TemporaryFolder folder_;
};

TEST_F(MarianVocabulary, InYamlHasPiecesInTheOrderOfTheirNumbers) {
  const auto list =
      read("vocab.yml",
           "---\n# pieces\n<unk>: 1\n</s>: 0\n▁a: 2\n':': 4\n'it''s': 3\n"
           "\"\\x85\\u2581\\\"\\n\\_\": 5\n? \"long\"\n: 6\na: b: 7\n\"\\U0001F642\": 8\n");
  EXPECT_EQ(list.pieces, (Pieces{"</s>", "<unk>", "▁a", "it's", ":", "\u0085▁\"\n\u00A0", "long",
                                 "a: b", "🙂"}));
  EXPECT_EQ(list.eos, 0);
  EXPECT_EQ(list.unk, 1);
  EXPECT_EQ(list.pad, text::VocabularyList::kNone);
  EXPECT_EQ(list.bos, text::VocabularyList::kNone);
}

TEST_F(MarianVocabulary, MayBeJsonOrLines) {
  const Pieces pieces = {"</s>", "<unk>", "▁a"};
  EXPECT_EQ(read("vocab.json", R"({"▁a": 2, "</s>": 0, "<unk>": 1})").pieces, pieces);
  EXPECT_EQ(read("vocab.yml", R"({"▁a": 2, "</s>": 0, "<unk>": 1})").pieces, pieces);
  EXPECT_EQ(read("train.src.vocab", "</s>\n<unk>\r\n▁a\n").pieces, pieces);
}

TEST_F(MarianVocabulary, MayBeASentencePieceModel) {
  const auto list =
      read_marian_vocabulary(test::source_folder() / "tests/golden/marian/post/source.spm");
  EXPECT_EQ(list.pieces[0], "<unk>");
  EXPECT_EQ(list.pieces[1], "</s>");
  EXPECT_EQ(list.eos, 1);
  EXPECT_EQ(list.unk, 0);
}

TEST_F(MarianVocabulary, NamesWhatIsWrong) {
  EXPECT_EQ(problem("vocab.yml", "</s>: 0\n<unk>: 2\n"),
            "gives <unk> the number 2, but its 2 subwords must be numbered from 0 without gaps");
  EXPECT_EQ(problem("vocab.yml", "</s>: 0\n<unk>\n"), "has no number");
  EXPECT_EQ(problem("vocab.yml", "</s>: 0\n\"\\UFFFFFFFF\": 1\n"), "has an invalid code");
  EXPECT_EQ(problem("vocab.fsv", ""), "is a factored vocabulary, which regard does not support");
}

TEST_F(MarianVocabulary, ComesBackFromARoundTrip) {
  text::VocabularyList list;
  list.pieces = {"</s>", "<unk>", "▁a", ": \"\\\n'", "🙂"};
  list.eos = 0;
  list.unk = 1;
  write_marian_vocabulary(folder_ / "vocab.yml", list);
  EXPECT_EQ(read_marian_vocabulary(folder_ / "vocab.yml"), list);
}

}  // namespace
}  // namespace regard::interop
