#include "metrics/ter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "metrics/golden_metrics.h"
#include "metrics/golden_texts.h"
#include "metrics/score_format.h"
#include "metrics/translation_edits.h"
#include "metrics/unicode.h"
#include "regard/base/limits.h"
#include "support/base/thrown_error.h"
#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using nlohmann::json;
using test::are_close;
using test::describe_case;
using test::is_close;
using test::load_golden_cases;
using test::read_golden_references;
using test::read_golden_system;

TEST(Ter, OfACorpusIsSacrebleus) {
  int compared = 0;
  for (const auto& golden : load_golden_cases("corpus_ter")) {
    SCOPED_TRACE(describe_case(golden));
    if (test::has_confidence_interval(golden)) continue;  // covered by bootstrap_test
    const json& expected = golden["outputs"];
    const TerOptions options = test::golden_ter_options(golden["hyper"]);
    const auto references = read_golden_references(golden);

    const auto metric = make_metric(options);
    const Score score =
        metric->score(metric->statistics(read_golden_system(golden), references).sums());

    EXPECT_TRUE(is_close(score.value, expected["score"], golden["tol"]));
    const Signature signature = metric->signature(references.size());
    EXPECT_EQ(signature.text(), expected["signature"]);
    EXPECT_EQ(signature.short_text(), expected["short_signature"]);
    constexpr int kWidth = 2;
    EXPECT_EQ(score_line({score, signature}, "", kWidth), expected["text"]);
    EXPECT_EQ(score_json({score, signature}, kWidth), expected["json"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(Ter, OfASentenceIsSacrebleus) {
  int compared = 0;
  for (const auto& golden : load_golden_cases("sentence_scores")) {
    SCOPED_TRACE(describe_case(golden));
    if (golden["hyper"]["metric"] != "ter") continue;
    const auto hypotheses = read_golden_system(golden);
    const auto references = read_golden_references(golden);

    std::vector<double> scores;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      std::vector<std::string> segment;
      for (const auto& reference : references) segment.push_back(reference[i]);
      scores.push_back(sentence_score(*make_metric(TerOptions{}), hypotheses[i], segment));
    }

    EXPECT_TRUE(are_close(scores, golden["outputs"]["scores"], golden["tol"]));
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

using Texts = std::vector<std::string>;

double sentence_ter(const std::string& hypothesis, const Texts& references,
                    const TerOptions& options = {}) {
  return sentence_score(*make_metric(options), hypothesis, references);
}

TEST(Ter, CountsAPhraseInAnotherPlaceAsOneEdit) {
  EXPECT_EQ(sentence_ter("trois quatre un deux", Texts{"un deux trois quatre"}), 25.0);
  EXPECT_EQ(sentence_ter("un trois quatre", Texts{"un deux trois quatre"}), 25.0);
  EXPECT_EQ(sentence_ter("un cinq trois quatre", Texts{"un deux trois quatre"}), 25.0);
  EXPECT_EQ(sentence_ter("cinq un deux trois quatre", Texts{"un deux trois quatre"}), 25.0);
}

TEST(Ter, TakesFewestEditsAndMeanLengthOfSeveralReferences) {
  // No edits are needed against the second reference; the references have 3 words on average.
  const auto statistics =
      make_metric(TerOptions{})
          ->statistics(Texts{"un chat"}, std::vector<Texts>{{"un chien dort ici"}, {"un chat"}});
  EXPECT_EQ(statistics.row(0)[0], 0.0);  // edits
  EXPECT_EQ(statistics.row(0)[1], 3.0);  // length of the reference
}

TEST(Ter, OfACorpusComesFromTheSumOfItsSegments) {
  const std::vector<Texts> references = {{"un chien dort", "il pleut"}};
  EXPECT_EQ(corpus_score(*make_metric(TerOptions{}), Texts{"un chat dort", "il neige"}, references),
            100.0 * 2.0 / 5.0);
}

TEST(Ter, OfSomethingAgainstNothingIs100) {
  EXPECT_EQ(sentence_ter("", Texts{""}), 0.0);
  EXPECT_EQ(sentence_ter("un chat", Texts{""}), 100.0);
  EXPECT_EQ(sentence_ter("", Texts{"un chat"}), 100.0);
}

TEST(Ter, IgnoresCaseByDefault) {
  EXPECT_EQ(sentence_ter("ÉCOLE", Texts{"école"}), 0.0);
  EXPECT_EQ(sentence_ter("ÉCOLE", Texts{"école"}, {.case_sensitive = true}), 100.0);
}

TEST(Ter, NormalizesReferencesTwiceAsSacrebleuDoes) {
  const TerOptions options{.normalized = true};
  // The rule for stops comes after the one for possessives, so only the second pass over the
  // reference finds "it 's".
  EXPECT_EQ(sentence_ter("it's, ok", Texts{"it's, ok"}, options), 50.0);
}

std::vector<std::string_view> words_of(const std::string& text) { return split(text); }

TEST(TercomTokenizer, SetsPunctuationApartWhenItNormalizes) {
  const TerOptions options{.normalized = true};
  const std::string text = tokenize_tercom("L'ami d'Anne's (3,5 kg), &lt;5-3&gt;.", options);
  EXPECT_EQ(words_of(text), words_of("l'ami d'anne 's ( 3,5 kg ) , < 5 - 3 > ."));
}

TEST(TercomTokenizer, LeavesPunctuationOut) {
  const TerOptions options{.no_punct = true};
  EXPECT_EQ(tokenize_tercom("\"Oui, (non): a-t-il?\"", options), "oui non a-t-il");
  EXPECT_EQ(tokenize_tercom("「はい」。", options), "「はい」。");
}

TEST(TercomTokenizer, KnowsEastAsianCharactersOnRequest) {
  const TerOptions apart{.normalized = true, .asian_support = true};
  const std::string text = tokenize_tercom("東京は、ok", apart);
  EXPECT_EQ(words_of(text), words_of("東 京 は 、 ok"));
  EXPECT_EQ(tokenize_tercom("「はい」。", {.no_punct = true, .asian_support = true}), "はい");
}

using Words = std::vector<std::uint32_t>;

/// The textbook dynamic program: only insertions, deletions and substitutions.
std::int64_t edit_distance(const Words& a, const Words& b) {
  std::vector<std::int64_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (const auto word : a) {
    std::int64_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto pair = diagonal + (word == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({pair, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The number of words on the longer side that the other side lacks; shifts cannot match them.
std::int64_t unmatched_words(Words a, Words b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Words common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return std::ssize(a.size() > b.size() ? a : b) - std::ssize(common);
}

TEST(TranslationEdits, LieBetweenWhatNoShiftSavesAndNoShiftAtAll) {
  std::mt19937 random(1);
  const auto sentence = [&] {
    Words words(random() % 20);
    for (auto& word : words) word = random() % 8;
    return words;
  };
  TranslationEdits edits;
  std::int64_t saved = 0;
  for (int i = 0; i < 300; ++i) {
    const Words hypothesis = sentence();
    const Words reference = sentence();
    const std::int64_t count = edits.count(hypothesis, reference);
    const std::int64_t without_shifts = edit_distance(hypothesis, reference);
    EXPECT_LE(count, without_shifts);
    EXPECT_GE(count, unmatched_words(hypothesis, reference));
    saved += without_shifts - count;
  }
  EXPECT_GT(saved, 0);
}

TEST(TranslationEdits, OfSidesOfVeryDifferentLengthAreFound) {
  Words lengthy(300);
  std::iota(lengthy.begin(), lengthy.end(), 0);
  TranslationEdits edits;
  EXPECT_EQ(edits.count(Words{99, 240}, lengthy), 298);
  EXPECT_EQ(edits.count(lengthy, Words{99, 240}), 298);
}

TEST(Ter, RefusesALineThatWouldTakeMinutes) {
  const auto metric = make_metric(TerOptions{});
  std::string words;
  for (size_t i = 0; i < limits::kTerWords; ++i) words += "a ";
  const std::vector<std::string> fine = {"a", words}, longer = {"a", words + "b"};
  EXPECT_NO_THROW(metric->statistics(fine, std::vector<std::vector<std::string>>{fine}));
  for (const auto& lines : {std::pair(fine, longer), std::pair(longer, fine)}) {
    const auto error = test::thrown_error([&] {
      metric->statistics(lines.first, std::vector<std::vector<std::string>>{lines.second});
    });
    EXPECT_EQ(error.problem(), "line 2 has 4001 words, but TER allows at most 4000");
  }
}

}  // namespace
}  // namespace regard::metrics
