#include "explain/sentence_comparison.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>

#include "explain/tiny_named_model.h"
#include "explain/whole_line.h"
#include "regard/base/error.h"
#include "scoring/score_text.h"
#include "support/base/thrown_error.h"
#include "words/language.h"

namespace regard::explain {
namespace {

class SentenceComparison : public testing::Test {
 protected:
  std::vector<NamedModel> models_ = {test::named("transformer"), test::named("rnn_attention"),
                                     test::named("rnn_context")};
  std::string line_ = "the cat sees a dog";
  std::vector<ComparedWalk> compared_ = compared_walks(models_, walks_of(models_, line_));

  static std::vector<Walk> walks_of(std::span<const NamedModel> models, const std::string& line) {
    std::vector<Walk> walks;
    for (const auto& model : models)
      walks.push_back(walk_whole_line(model, line, model.loaded->experiment.search));
    return walks;
  }
  static size_t count_of(std::string_view part, std::string_view page) {
    size_t count = 0;
    for (size_t at = page.find(part); at != page.npos; at = page.find(part, at + 1)) ++count;
    return count;
  }
};

TEST_F(SentenceComparison, HasTheLogProbabilityOfEachTranslationUnderEachModel) {
  ASSERT_EQ(compared_.size(), models_.size());
  for (size_t i = 0; i < models_.size(); ++i) {
    const auto& [experiment, model, tokenizers, metadata] = *models_[i].loaded;
    ASSERT_EQ(compared_[i].log_probs.size(), models_.size());
    for (size_t other = 0; other < models_.size(); ++other) {
      if (i == other) continue;
      const std::vector<std::string> translation = {compared_[other].walk.translation};
      const auto scores = translate::score_tokens(*model, tokenizers, {{line_}}, translation);
      EXPECT_NEAR(compared_[i].log_probs[other], scores.front().log_prob(), 1e-6);
    }
    const auto& own = compared_[i].walk.log_probabilities;
    EXPECT_NEAR(compared_[i].log_probs[i], std::accumulate(own.begin(), own.end(), 0.0), 1e-9);
  }
}

TEST_F(SentenceComparison, OfHypothesesHasTheTextOfEach) {
  for (const auto& [walk, log_probs, hypotheses] : compared_) {
    ASSERT_EQ(hypotheses.size(), walk.beam.n_best.size());
    EXPECT_EQ(hypotheses.front(), walk.translation);
  }
}

TEST_F(SentenceComparison, ShowsAttentionOnlyOfModelsThatHaveIt) {
  const auto maps_on = [](const std::string& page) {
    const auto begin = page.find("<section id=\"attention\">");
    return begin == std::string::npos ? ""
                                      : page.substr(begin, page.find("</section>", begin) - begin);
  };
  const auto maps = maps_on(comparison_page(compared_));
  EXPECT_NE(maps.find("runs/transformer"), std::string::npos);
  EXPECT_NE(maps.find("runs/rnn_attention"), std::string::npos);
  EXPECT_EQ(maps.find("runs/rnn_context"), std::string::npos);
  EXPECT_EQ(maps_on(comparison_page({compared_.back()})), "");
}

TEST_F(SentenceComparison, LoadsNothingAndEscapesTheSentence) {
  compared_.front().walk.line = "<b>a</b>";
  const auto page = comparison_page(compared_);
  EXPECT_EQ(page.find("<b>a</b>"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
}

TEST_F(SentenceComparison, HasChineseWordsOnAChinesePage) {
  const auto page = comparison_page(compared_, words::Language::zh);
  for (const auto* chinese :
       {"比较", "译文", "每个词元的log P", "交叉注意力", "逐个词元", "候选译文"}) {
    EXPECT_NE(page.find(chinese), std::string::npos) << chinese;
  }
  for (const auto* english : {">Comparison<", "Token by token", "Hypotheses", ">instead<"}) {
    EXPECT_EQ(page.find(english), std::string::npos) << english;
  }
}

TEST_F(SentenceComparison, HasOneColumnForEqualTranslations) {
  const std::vector<NamedModel> twice = {models_[0], models_[0], models_[1]};
  const auto compared = compared_walks(twice, walks_of(twice, line_));
  ASSERT_EQ(compared[0].walk.translation, compared[1].walk.translation);
  ASSERT_NE(compared[0].walk.translation, compared[2].walk.translation);
  const auto page = comparison_page(compared);
  EXPECT_EQ(count_of("<th scope=\"col\">“" + compared[0].walk.translation + "”</th>", page), 1u);
  EXPECT_EQ(count_of("<th scope=\"col\">“" + compared[2].walk.translation + "”</th>", page), 1u);
  EXPECT_EQ(compared[0].log_probs[1], compared[0].log_probs[0]);
}

TEST_F(SentenceComparison, NamesWhatTheModelsDidNotRead) {
  for (auto& one : compared_) {
    one.walk.copied = {"<b>"};
    one.walk.sentences = 2;
  }
  const std::string copied = "which are copied: &lt;b&gt;</p>",
                    first = "The text has 2 sentences; this is the first.";
  EXPECT_EQ(count_of(copied, comparison_page(compared_)), 1u);
  EXPECT_EQ(count_of(first, comparison_page(compared_)), 1u);
  compared_.back().walk.copied.clear();  // this model reads everything
  EXPECT_EQ(count_of(copied, comparison_page(compared_)), models_.size() - 1);
}

TEST_F(SentenceComparison, HasMapsWithRoomForEachLabel) {
  std::string line;
  for (int i = 0; i < 40; ++i) line += "cat ";
  const std::vector<NamedModel> models = {models_[1]};
  const auto compared = compared_walks(models, walks_of(models, line));
  const auto page = comparison_page(compared);
  const auto map = page.substr(page.find("<svg"));
  constexpr std::string_view kWidth = " width=\"";
  const double width = std::stod(map.substr(map.find(kWidth) + kWidth.size()));
  EXPECT_GT(width, 12 * static_cast<double>(compared.front().walk.source.size()));
  EXPECT_NE(page.find("<div class=\"scroll\" tabindex=\"0\"><svg"), std::string::npos);
}

TEST_F(SentenceComparison, NeedsAText) { EXPECT_THROW(walks_of(models_, " "), Error); }

}  // namespace
}  // namespace regard::explain
