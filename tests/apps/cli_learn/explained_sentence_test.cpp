#include "cli_learn/explained_sentence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explain/tiny_named_model.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

class ExplainedSentence : public testing::Test {
 protected:
  static std::string cats(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "cat ";
    return text;
  }

  std::vector<explain::NamedModel> models_ = {test::named("transformer"),
                                              test::named("rnn_attention")};
};

TEST_F(ExplainedSentence, ListsAllThatTheModelDoesNotRead) {
  const auto walk = explained_sentence(models_.front(), "\U0001F642 the cat %s sees \U0001F44B");
  EXPECT_EQ(walk.copied, std::vector<std::string>({"\U0001F642", "%s", "\U0001F44B"}));
  EXPECT_EQ(walk.reading.find("%s"), std::string::npos);
}

TEST_F(ExplainedSentence, SaysWhyATextHasNone) {
  const auto problem_of = [&](const std::string& text) {
    return test::thrown_error([&] { explained_sentence(models_.front(), text); }).problem();
  };
  EXPECT_EQ(problem_of("\U0001F642"), "the model reads nothing of this text: it is copied");
  EXPECT_EQ(problem_of(" "), "the text to translate is empty");
}

TEST_F(ExplainedSentence, IsComparedAsItIsExplained) {
  const std::string text = "The cat %s sees. A dog sees.";
  const auto walks = compared_sentences(models_, text);
  ASSERT_EQ(walks.size(), models_.size());
  for (size_t i = 0; i < walks.size(); ++i) {
    const auto explained = explained_sentence(models_[i], text);
    EXPECT_EQ(walks[i].line, "The cat %s sees.");
    EXPECT_EQ(walks[i].sentences, 2u);
    EXPECT_EQ(walks[i].copied, explained.copied);
    EXPECT_EQ(walks[i].translation, explained.translation);
  }
}

TEST_F(ExplainedSentence, MayBeLongerIfItIsCompared) {
  EXPECT_THROW(explained_sentence(models_.front(), cats(60)), Error);
  EXPECT_EQ(compared_sentences(models_, cats(60)).front().source.size(), 61u);
  EXPECT_THROW(compared_sentences(models_, cats(200)), Error);
}

}  // namespace
}  // namespace regard::cli
