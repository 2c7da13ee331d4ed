#include "translate/translate_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "module_search/searchers.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

/// Tolerance for sums of about twenty float32 log-probabilities, which depend on the batch.
constexpr double kCloseScore = 1e-3;

class TranslateLines : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Translation> translate(std::span<const std::string> lines,
                                     const config::SearchOptions& options = {},
                                     int64_t n_best = 1) const {
    return tiny_.translate(lines, {.search = options, .n_best = n_best});
  }

  std::vector<Translation> draw(std::span<const std::string> lines, const Draw& draw,
                                const config::SearchOptions& options = {}) const {
    return tiny_.translate(lines, {.search = options, .options = {.draw = draw}});
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam());
};

void expect_same(const std::vector<Translation>& found, const std::vector<Translation>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t line = 0; line < found.size(); ++line) {
    EXPECT_EQ(found[line].text, expected[line].text) << "line " << line;
    ASSERT_EQ(found[line].n_best.size(), expected[line].n_best.size()) << "line " << line;
    for (size_t rank = 0; rank < found[line].n_best.size(); ++rank) {
      EXPECT_EQ(found[line].n_best[rank].ids, expected[line].n_best[rank].ids) << "line " << line;
      EXPECT_NEAR(found[line].n_best[rank].log_prob, expected[line].n_best[rank].log_prob,
                  kCloseScore);
    }
  }
}

TEST_P(TranslateLines, GivesTheSameInBatchesOfAnySize) {
  const auto lines = test::tiny_lines(70);
  config::SearchOptions options;
  options.batch_size = 1;
  const auto one_by_one = translate(lines, options, 3);
  for (const int64_t batch_size : {7, 64}) {
    options.batch_size = batch_size;
    expect_same(translate(lines, options, 3), one_by_one);
  }
}

/// A searcher on a machine with memory for this many sentences at a time.
class SmallMemory : public Searcher {
 public:
  SmallMemory(std::unique_ptr<const Searcher> searcher, int64_t most)
      : searcher_(std::move(searcher)), most_(most) {}

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    if (plan.batch_size > most_) throw std::bad_alloc();
    return searcher_->search(sources, plan, before_step);
  }

 private:
  std::unique_ptr<const Searcher> searcher_;
  int64_t most_;
};

TEST_P(TranslateLines, TakesFewerAtATimeWhereMemoryRunsOut) {
  const auto lines = test::tiny_lines(20);
  const TranslationRequest request{.search = {.batch_size = 16}};
  const auto with_memory_for = [&](int64_t most) {
    const SmallMemory searcher(searcher_of(*tiny_.model), most);
    testing::internal::CaptureStderr();
    auto translations = translate_lines(searcher, tiny_.tokenizers, lines, request);
    return std::pair(std::move(translations), testing::internal::GetCapturedStderr());
  };
  const auto [in_memory, nothing_said] = with_memory_for(16);
  EXPECT_EQ(nothing_said, "");
  const auto [in_little_memory, said] = with_memory_for(4);
  expect_same(in_little_memory, in_memory);
  EXPECT_NE(said.find("memory ran out; translating 8 sentences at a time"), std::string::npos);
  EXPECT_NE(said.find("memory ran out; translating 4 sentences at a time"), std::string::npos);
  EXPECT_THROW(with_memory_for(0), std::bad_alloc);
  testing::internal::GetCapturedStderr();
}

TEST_P(TranslateLines, KeepsTheOrderOfTheLines) {
  auto lines = test::tiny_lines(20);
  auto translations = translate(lines);
  std::reverse(lines.begin(), lines.end());
  std::reverse(translations.begin(), translations.end());
  expect_same(translate(lines), translations);
}

TEST_P(TranslateLines, DrawsByTheSeedAndTheNumberOfTheLineAlone) {
  const auto lines = test::tiny_lines(20);
  const auto drawn = [&](std::span<const std::string> some, int64_t first, int64_t seed = 1) {
    std::vector<std::string> texts;
    for (const auto& one : draw(some, {{.temperature = 3.0, .seed = seed}, first})) {
      texts.push_back(one.text);
    }
    return texts;
  };
  const auto all = drawn(lines, 0);
  const auto last = drawn(std::span(lines).subspan(13), 13);
  EXPECT_TRUE(std::equal(last.begin(), last.end(), all.begin() + 13));
  EXPECT_NE(drawn(lines, 0, 2), all);
}

TEST_P(TranslateLines, DrawsWithinTheSmallestAndTheLargestLengthOfSearch) {
  const auto lines = test::tiny_lines(20);
  for (const auto& one : draw(lines, {}, {.max_length = 2})) {
    EXPECT_LE(one.n_best.front().ids.size(), 2U);
  }
  for (const auto& one : draw(lines, {}, {.min_length = 4})) {
    EXPECT_GE(one.n_best.front().ids.size(), 4U);
  }
  const auto as_long = draw(lines, {}, {.min_length_ratio = 1.0});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_GE(as_long[line].n_best.front().ids.size(),
              tiny_.tokenizers.encode_source(lines[line]).size());
  }
}

TEST_P(TranslateLines, TakesTheDrawOfLeastRiskByTheLineAndItsNumberAlone) {
  const auto lines = test::tiny_lines(5);
  const auto all = draw(lines, {.least_risk = 4});
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto number = static_cast<int64_t>(line);
    const auto alone = draw(std::span(&lines[line], 1), {.first_number = number, .least_risk = 4});
    EXPECT_EQ(alone.front().text, all[line].text);
  }
}

TEST_P(TranslateLines, HasTheTermsOfAGlossaryWhateverTheirCharacters) {
  const text::Glossary glossary({{"cat", "old house"}, {"dog", "\u017Di\u017Eek \U0001F600"}});
  const std::vector<std::string> lines = {"the cat sees", "my dog eats", "a dog and a cat",
                                          "in my"};
  const TranslationRequest request{.search = {.max_length_extra = 20},
                                   .options = {.glossary = &glossary}};
  for (const auto& searcher : {module_searcher(*tiny_.model), searcher_of(*tiny_.model)}) {
    const auto found = translate_lines(*searcher, tiny_.tokenizers, lines, request);
    for (size_t line = 0; line < lines.size(); ++line) {
      for (const auto& match : glossary.in(lines[line])) {
        const bool is_unmet =
            std::ranges::find(found[line].unmet, *match.term) != found[line].unmet.end();
        EXPECT_NE(text::has_words(found[line].text, match.term->target), is_unmet)
            << lines[line] << ": " << found[line].text;
      }
    }
    EXPECT_LT(found[0].unmet.size() + found[1].unmet.size() + found[2].unmet.size(), 4U);
    EXPECT_EQ(found[3].text, translate(std::span(lines).subspan(3), request.search)[0].text);
  }
}

TEST_P(TranslateLines, SaysThatATranslationDidNotEnd) {
  const auto lines = test::tiny_lines(20);
  for (const auto& one : translate(lines, {.max_length = 1})) {
    EXPECT_EQ(one.is_unfinished(),
              !one.n_best.empty() && one.n_best.front().ids.back() != text::kEos);
  }
}

TEST_P(TranslateLines, NamesTheWordsThatTheVocabularyLacks) {
  const std::vector<std::string> lines = {"the zebra sees a zebra and a gnu", "the cat"};
  const auto found = translate(lines);
  EXPECT_EQ(found[0].unknown, (std::vector<std::string>{"zebra", "gnu"}));
  EXPECT_TRUE(found[1].unknown.empty());
}

TEST_P(TranslateLines, RefusesWishesThatDrawingCannotHave) {
  const auto lines = test::tiny_lines(1);
  const auto error = test::thrown_error(
      [&] { tiny_.translate(lines, {.options = {.prefixes = {"a"}, .draw = Draw()}}); });
  EXPECT_EQ(error.problem(), "translations that are drawn at random cannot have a prefix");
}

TEST_P(TranslateLines, ByTheEngineKeepsTheSmallestLengthOfEachSource) {
  const auto lines = test::tiny_lines(20);
  const TranslationRequest request{.search = {.min_length_ratio = 1.5}};
  expect_same(translate_lines(*searcher_of(*tiny_.model), tiny_.tokenizers, lines, request),
              tiny_.translate(lines, request));
}

TEST_P(TranslateLines, LeavesBlankLinesAsTheyAre) {
  const std::vector<std::string> lines = {"", "the cat", " ", "\t", "a dog", "\u00A0"};
  const auto translations = translate(lines);
  ASSERT_EQ(translations.size(), lines.size());
  for (const size_t blank : {0, 2, 3, 5}) {
    EXPECT_EQ(translations[blank].text, lines[blank]);
    EXPECT_TRUE(translations[blank].n_best.empty());
  }
  EXPECT_FALSE(translations[1].n_best.empty());
  EXPECT_FALSE(translations[4].n_best.empty());
}

TEST_P(TranslateLines, OfNothingIsNothing) { EXPECT_TRUE(translate({}).empty()); }

TEST_P(TranslateLines, GivesTheNBestInTheOrderOfTheirScores) {
  const auto lines = test::tiny_lines(10);
  for (const auto& translation : translate(lines, {}, 5)) {
    ASSERT_EQ(translation.n_best.size(), 5U);
    EXPECT_EQ(translation.text, translation.n_best.front().text);
    EXPECT_TRUE(std::ranges::is_sorted(translation.n_best, std::greater<>(), [](const auto& one) {
      return std::pair(one.ids.back() == text::kEos, one.score);
    }));
  }
}

/// The decoder's states and the memory move along with their hypotheses.
TEST_P(TranslateLines, GivesTheLogProbOfTeacherForcing) {
  const auto lines = test::tiny_lines(10);
  const auto translations = translate(lines, {}, 4);
  const torch::InferenceMode inference;
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto source = torch::tensor(tiny_.tokenizers.encode_source(lines[line])).unsqueeze(0);
    const auto memory = tiny_.model->encode(source, torch::tensor({source.size(1)}));
    for (const auto& candidate : translations[line].n_best) {
      const auto ids = torch::tensor(candidate.ids);
      const auto input = torch::cat({torch::tensor({text::kBos}), ids.slice(0, 0, -1)});
      const auto log_probs =
          tiny_.model->decode(input.unsqueeze(0), memory).squeeze(0).log_softmax(-1);
      const auto sum = log_probs.gather(1, ids.unsqueeze(1)).sum().item<double>();
      EXPECT_NEAR(candidate.log_prob, sum, kCloseScore) << "line " << line;
      EXPECT_NEAR(candidate.score, sum / static_cast<double>(candidate.ids.size()), kCloseScore);
    }
  }
}

TEST_P(TranslateLines, KeepsTheLargestLength) {
  config::SearchOptions options;
  options.max_length_ratio = 0.5;
  options.max_length_extra = 1;
  const auto lines = test::tiny_lines(20);
  const auto translations = translate(lines, options);
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto source = tiny_.tokenizers.encode_source(lines[line]).size();
    EXPECT_LE(translations[line].n_best.front().ids.size(), source / 2 + 1);
  }
}

TEST_P(TranslateLines, TranslatesATooLongLineClauseByClause) {
  config::SearchOptions options;
  options.longest_source = 7;
  const std::vector<std::string> parts = {"the cat sees my old house", "and a dog eats in a house"};
  const auto apart = translate(parts);
  const std::vector<std::string> lines = {"a dog", parts[0] + " " + parts[1], "", "the cat"};
  const auto translations = translate(lines, options);
  ASSERT_EQ(translations.size(), 4U);
  EXPECT_EQ(translations[1].cuts, 2);  // the second part is also too long
  EXPECT_EQ(translations[0].cuts, 0);
  EXPECT_TRUE(translations[1].text.starts_with(apart[0].text)) << translations[1].text;
  expect_same({translations[0], translations[3]},
              translate(std::vector<std::string>{"a dog", "the cat"}));
}

TEST_P(TranslateLines, TranslatesEachSentenceOfALineByItself) {
  const std::vector<std::string> sentences = {"The cat sees.", "A dog eats!", "The house."};
  const std::vector<std::string> lines = {"a dog", "The cat sees.  A dog eats! The house."};
  const auto apart = translate(sentences);
  const auto together = translate(lines);
  EXPECT_EQ(together[1].sentences, 3);
  EXPECT_EQ(together[1].text, apart[0].text + "  " + apart[1].text + " " + apart[2].text);
  expect_same({together[0]}, translate(std::vector<std::string>{"a dog"}));
}

TEST_P(TranslateLines, NeverCutsAVeryLongLine) {
  std::string line;
  for (size_t word = 0; word < kLongestSource; ++word) line += word == 0 ? "cat" : " cat";
  config::SearchOptions options;
  options.max_length_ratio = 0.01;
  options.max_length_extra = 1;
  EXPECT_EQ(translate(std::span(&line, 1), options).front().cuts, 1);
}

TEST_P(TranslateLines, DrawsEachPartOfATooLongLineAnew) {
  config::SearchOptions options;
  options.longest_source = 4;
  const std::vector<std::string> lines = {"the cat sees the cat sees the cat sees the cat sees"};
  const auto draw_it = [&] { return draw(lines, {{.temperature = 9.0}}, options).front(); };
  const auto drawn = draw_it();
  EXPECT_EQ(drawn.cuts, 3);
  EXPECT_EQ(drawn.text, draw_it().text);
  const auto half = drawn.text.substr(0, drawn.text.size() / 2);
  EXPECT_EQ(drawn.text.find(half, 1), std::string::npos) << "the same twice: " << drawn.text;
}

TEST_P(TranslateLines, CanComeBetweenTwoStepsOfTraining) {
  tiny_.model->train();
  const auto lines = test::tiny_lines(4);
  translate(lines);
  EXPECT_TRUE(tiny_.model->is_training());
  const auto source = torch::tensor({{5, 6, 7, 3}});
  const auto memory = tiny_.model->encode(source, torch::tensor({4}));
  tiny_.model->decode(torch::tensor({{2, 5, 6}}), memory).sum().backward();
  EXPECT_TRUE(tiny_.model->parameters().front().grad().defined());
}

INSTANTIATE_TEST_SUITE_P(With, TranslateLines, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
