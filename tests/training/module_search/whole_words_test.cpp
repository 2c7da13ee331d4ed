#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "module_search/searchers.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"
#include "translate/translation_model.h"

namespace regard::translate {
namespace {

/// A character model, which spells words that do not exist.
class WholeWords : public testing::TestWithParam<std::string> {
 protected:
  WholeWords() { tiny_.tokenizers.set_words(beginning_with_all_letters()); }

  /// Words whose beginnings are all pairs of letters, so each pair is an incomplete word.
  static std::vector<std::string> beginning_with_all_letters() {
    const std::string letters = "acdeghilmnostuy";
    std::vector<std::string> words;
    for (const char first : letters) {
      for (const char second : letters) words.push_back({first, second, 'x', 'x'});
    }
    return words;
  }

  std::vector<Translation> translate(const Searcher& searcher,
                                     const TranslationRequest& request) const {
    return translate_lines(searcher, tiny_.tokenizers, lines_, request);
  }

  /// Number of two-letter words in translations that are not cut off. An unknown piece, which is
  /// written with spaces, is part of a word.
  static int64_t half_words(const std::vector<Translation>& translations) {
    int64_t count = 0;
    for (const auto& translation : translations) {
      for (const auto& candidate : translation.n_best) {
        if (candidate.ids.empty() || candidate.ids.back() != text::kEos) continue;
        if (std::ranges::find(candidate.ids, text::kUnk) != candidate.ids.end()) continue;
        std::istringstream words(candidate.text);
        for (std::string word; words >> word;) {
          count += word.size() == 2 && std::ranges::all_of(word, [](char c) { return c >= 'a'; });
        }
      }
    }
    return count;
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam(), 4, config::TokenizerType::character);
  const std::vector<std::string> lines_ = test::tiny_lines(8);
};

TEST_P(WholeWords, AreAllThatATranslationHas) {
  const auto searcher = searcher_of(*tiny_.model);
  const RequestOptions drawn{.draw = Draw{.sampling = {.temperature = 3.0}}};
  EXPECT_GT(half_words(translate(*searcher, {.search = {.whole_words = false}, .options = drawn})),
            0);
  EXPECT_EQ(half_words(translate(*searcher, {.options = drawn})), 0);
  EXPECT_EQ(half_words(translate(*searcher, {.n_best = 3})), 0);
  EXPECT_EQ(half_words(translate(*searcher, {.options = {.alternatives = 4}})), 0);
}

TEST_P(WholeWords, AreTheSameInTheEngineAndInTheModules) {
  for (const int64_t beam_size : {1, 4}) {
    const TranslationRequest request{.search = {.beam_size = beam_size}, .n_best = beam_size};
    const auto engines = translate(*searcher_of(*tiny_.model), request);
    const auto modules = translate(*module_searcher(*tiny_.model), request);
    for (size_t line = 0; line < lines_.size(); ++line) {
      ASSERT_EQ(engines[line].n_best.size(), modules[line].n_best.size());
      for (size_t rank = 0; rank < engines[line].n_best.size(); ++rank) {
        EXPECT_EQ(engines[line].n_best[rank].ids, modules[line].n_best[rank].ids);
      }
    }
  }
}

TEST_P(WholeWords, AreNotAskedOfAPrefix) {
  const std::vector<std::string> prefixes(lines_.size(), "th ca");
  const config::SearchOptions search{.split = false};
  for (const auto& translation : translate(*module_searcher(*tiny_.model),
                                           {.search = search, .options = {.prefixes = prefixes}})) {
    EXPECT_TRUE(translation.text.starts_with("th ca") || translation.text.empty())
        << translation.text;
  }
}

TEST_P(WholeWords, OfAnEnsembleAreThoseOfAnyOfItsModels) {
  const test::TemporaryFolder folder;
  tiny_.save(folder / "one");
  test::tiny_model(GetParam(), 5, config::TokenizerType::character).save(folder / "other");
  auto third = tiny_;
  third.tokenizers.set_words({"zz"});
  third.save(folder / "third");
  const auto words = [&](const std::string& first, const std::string& second) {
    return TranslationModel(folder / first, {.others = {folder / second}}).tokenizers().words();
  };
  EXPECT_EQ(words("one", "one"), tiny_.tokenizers.words());
  EXPECT_EQ(words("one", "third"), tiny_.tokenizers.words() + " zz");
  EXPECT_EQ(words("third", "one"), words("one", "third"));
  EXPECT_EQ(words("one", "other"), "");
  EXPECT_EQ(words("other", "one"), "");
}

INSTANTIATE_TEST_SUITE_P(Of, WholeWords, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
