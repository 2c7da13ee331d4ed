#include "regard/search/beam_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "regard/base/error.h"
#include "regard/text/special_tokens.h"
#include "search/table_steps.h"
#include "support/golden.h"
#include "support/golden_json.h"

namespace regard::search {
namespace {

using Json = nlohmann::json;
using Hypotheses = std::vector<Hypothesis>;

using text::kEos, text::kUnk;

/// Sums of a few double logarithms.
constexpr double kTolerance = 1e-9;

void expect_same(const Hypotheses& found, const Hypotheses& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t rank = 0; rank < found.size(); ++rank) {
    EXPECT_EQ(found[rank].tokens, expected[rank].tokens) << "at rank " << rank;
    EXPECT_EQ(found[rank].finished, expected[rank].finished) << "at rank " << rank;
    EXPECT_NEAR(found[rank].log_prob, expected[rank].log_prob, kTolerance);
    EXPECT_NEAR(found[rank].score, expected[rank].score, kTolerance);
  }
}

Hypotheses search_table(const torch::Tensor& table, int64_t max_length,
                        const BeamSearchOptions& options) {
  const int64_t max_lengths[] = {max_length};
  return beam_search(test::table_steps(table), max_lengths, options).front();
}

/// Every hypothesis that ends, in the order of its score.
class BruteForce {
 public:
  BruteForce(const torch::Tensor& table, int64_t max_length, const BeamSearchOptions& options)
      : table_(table), max_length_(max_length), options_(options) {
    extend({}, 0.0, options.bos);
    std::stable_sort(all_.begin(), all_.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
  }

  Hypotheses best(size_t count) const {
    return {all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(std::min(count, all_.size()))};
  }
  size_t count() const { return all_.size(); }

 private:
  void extend(const std::vector<int64_t>& tokens, double log_prob, int64_t previous) {
    const auto step = static_cast<int64_t>(tokens.size());
    if (step == max_length_) return;
    for (int64_t next = 0; next < table_.size(2); ++next) {
      if (next == options_.pad || next == options_.bos) continue;
      auto longer = tokens;
      longer.push_back(next);
      const double sum = log_prob + table_[step][previous][next].item<double>();
      if (next != options_.eos) {
        extend(longer, sum, next);
      } else if (step + 1 >= options_.min_length) {
        all_.push_back({longer, sum, options_.penalty.score(sum, step + 1, true), true});
      }
    }
  }

  torch::Tensor table_;
  int64_t max_length_;
  BeamSearchOptions options_;
  Hypotheses all_;
};

/// Random tables of log-probabilities (step, previous, next); the seed is in the test's name.
torch::Tensor random_table(uint64_t seed, int64_t steps, int64_t vocab) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  return torch::randn({steps, vocab, vocab}, generator, torch::kFloat64).mul(2).log_softmax(-1);
}

// ---------------------------------------------------------------------------------- golden values

torch::Tensor golden_table(const Json& golden) {
  static std::map<std::filesystem::path, Json> files;
  const auto path = test::golden_file(golden);
  if (!files.contains(path)) files[path] = test::read_json(path);
  const auto& table =
      files[path].at("tables").at(golden.at("hyper").at("table").get<std::string>());
  std::vector<double> values;
  for (const auto& step : table) {
    for (const auto& previous : step) {
      for (const auto& value : previous) values.push_back(value);
    }
  }
  const auto steps = static_cast<int64_t>(table.size());
  const auto vocab = static_cast<int64_t>(table[0].size());
  return torch::tensor(values, torch::kFloat64).reshape({steps, vocab, vocab});
}

BeamSearchOptions golden_options(const Json& hyper) {
  BeamSearchOptions options;
  options.beam_size = hyper.at("beam");
  options.n_best = hyper.at("n_best");
  options.penalty.alpha = hyper.at("penalty") == "none" ? 0.0 : double{hyper.at("alpha")};
  if (hyper.at("penalty") == "gnmt") options.penalty.form = LengthPenalty::Form::gnmt;
  options.penalty.count_eos = hyper.at("count_eos");
  options.min_length = hyper.value("min_length", 0);
  if (hyper.at("policy") == "shrink") options.beam = BeamSearchOptions::Beam::shrink;
  if (hyper.at("stop") == "first") options.stop = BeamSearchOptions::Stop::first;
  options.pad = hyper.at("pad");
  options.bos = hyper.at("bos");
  options.eos = hyper.at("eos");
  return options;
}

Hypotheses golden_n_best(const Json& row) {
  Hypotheses hypotheses;
  for (const auto& one : row.at("outputs").at("n_best")) {
    hypotheses.push_back(
        {one.at("tokens"), one.at("log_prob"), one.at("score"), one.at("finished")});
  }
  return hypotheses;
}

class GoldenSearch : public testing::TestWithParam<Json> {
 protected:
  const Json& hyper() const { return GetParam().at("hyper"); }
  torch::Tensor table() const { return golden_table(GetParam()); }
  int64_t max_length() const { return hyper().at("max_length"); }
  BeamSearchOptions options() const { return golden_options(hyper()); }
  Hypotheses n_best() const { return golden_n_best(GetParam()); }
};

std::string case_name(const testing::TestParamInfo<Json>& info) {
  std::string name = info.param.at("name").get<std::string>() + "_" + std::to_string(info.index);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); },
      '_');
  return name;
}

using GoldenBeamSearch = GoldenSearch;
TEST_P(GoldenBeamSearch, FindsTheSameNBest) {
  expect_same(search_table(table(), max_length(), options()), n_best());
}
INSTANTIATE_TEST_SUITE_P(Search, GoldenBeamSearch,
                         testing::ValuesIn(test::load_golden_cases("beam_search")), case_name);

using GoldenExhaustive = GoldenSearch;
TEST_P(GoldenExhaustive, IsWhatBruteForceFinds) {
  expect_same(BruteForce(table(), max_length(), options()).best(n_best().size()), n_best());
}
TEST_P(GoldenExhaustive, IsWhatABeamThatHoldsEverythingFinds) {
  auto wide = options();
  wide.beam_size = 4096;
  expect_same(search_table(table(), max_length(), wide), n_best());
}
INSTANTIATE_TEST_SUITE_P(Search, GoldenExhaustive,
                         testing::ValuesIn(test::load_golden_cases("exhaustive")), case_name);

/// The example of d2l 10.8.1: what is likeliest at each step is not the likeliest sequence.
class GoldenPrefixTable : public testing::TestWithParam<Json> {
 protected:
  std::vector<int64_t> ids(const Json& tokens) const {
    std::vector<int64_t> result;
    for (const std::string token : tokens) result.push_back(id(token));
    return result;
  }

  Hypothesis best(const BeamSearchOptions& options) const {
    std::map<std::vector<int64_t>, torch::Tensor> log_probs;
    for (const auto& [prefix, probabilities] :
         GetParam().at("inputs").at("probabilities").items()) {
      auto row = torch::zeros({7}, torch::kFloat64);
      const auto& tokens = GetParam().at("hyper").at("tokens");
      for (size_t i = 0; i < tokens.size(); ++i) {
        row[id(tokens[i])] = probabilities[i].get<double>();
      }
      std::vector<int64_t> key;
      std::istringstream words(prefix);
      for (std::string word; words >> word;) key.push_back(id(word));
      log_probs[key] = row.log();
    }
    const int64_t max_lengths[] = {4};
    return beam_search(test::PrefixSteps(log_probs, 7), max_lengths, options).front().front();
  }

 private:
  static int64_t id(const std::string& token) {
    return token == "<eos>" ? kEos : 4 + (token.front() - 'A');
  }
};

TEST_P(GoldenPrefixTable, GreedySearchTakesTheLikeliestTokenAtEachStep) {
  const auto found = best({.beam_size = 1, .min_length = 4});
  EXPECT_EQ(found.tokens, ids(GetParam().at("outputs").at("greedy")));
  EXPECT_NEAR(std::exp(found.log_prob), GetParam().at("outputs").at("greedy_probability"),
              kTolerance);
}
TEST_P(GoldenPrefixTable, ABeamOfTwoFindsTheLikelierSequence) {
  const auto found = best({.beam_size = 2, .min_length = 4});
  EXPECT_EQ(found.tokens, ids(GetParam().at("outputs").at("other")));
  EXPECT_NEAR(std::exp(found.log_prob), GetParam().at("outputs").at("other_probability"),
              kTolerance);
}
INSTANTIATE_TEST_SUITE_P(Search, GoldenPrefixTable,
                         testing::ValuesIn(test::load_golden_cases("prefix_table")), case_name);

// ------------------------------------------------------------------------------------- properties

class BeamSearchOnRandomTables : public testing::TestWithParam<uint64_t> {
 protected:
  static constexpr int64_t kSteps = 5;
  torch::Tensor table() const { return random_table(GetParam(), kSteps, 7); }
};

TEST_P(BeamSearchOnRandomTables, FindsWhatBruteForceFindsWhenNothingIsPruned) {
  for (const double alpha : {0.0, 0.6, 1.0, 2.0}) {
    const BeamSearchOptions options = {
        .beam_size = 4 * 4 * 4 * 4 * 4, .n_best = 10, .penalty = {.alpha = alpha}};
    expect_same(search_table(table(), kSteps, options),
                BruteForce(table(), kSteps, options).best(10));
  }
}

TEST_P(BeamSearchOnRandomTables, ExitsEarlyWithTheListThatNeverStoppingGives) {
  for (const int64_t n_best : {1, 2, 4}) {
    BeamSearchOptions options = {.beam_size = 4, .n_best = n_best};
    const auto found = search_table(table(), kSteps, options);
    options.n_best = 1000;  // more than can finish: nothing stops it
    auto expected = search_table(table(), kSteps, options);
    expected.resize(static_cast<size_t>(n_best));
    expect_same(found, expected);
  }
}

TEST_P(BeamSearchOnRandomTables, OfWidthOneIsGreedySearch) {
  std::vector<int64_t> greedy;
  for (int64_t previous = 2; previous != kEos && greedy.size() < kSteps;) {
    auto row = table()[static_cast<int64_t>(greedy.size())][previous].clone();
    row[0] = row[2] = -INFINITY;
    previous = row.argmax().item<int64_t>();
    greedy.push_back(previous);
  }
  const auto found = search_table(table(), kSteps, {.beam_size = 1});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().tokens, greedy);
}

TEST_P(BeamSearchOnRandomTables, SearchesEachSentenceOnItsOwn) {
  std::vector<torch::Tensor> tables;
  std::vector<int64_t> max_lengths;
  for (int64_t sentence = 0; sentence < 9; ++sentence) {
    tables.push_back(random_table(100 * GetParam() + static_cast<uint64_t>(sentence), kSteps, 7));
    max_lengths.push_back(1 + sentence % kSteps);
  }
  const BeamSearchOptions options = {.beam_size = 3, .n_best = 3};
  const auto together =
      beam_search(test::table_steps_of_sentences(torch::stack(tables)), max_lengths, options);
  for (size_t sentence = 0; sentence < tables.size(); ++sentence) {
    expect_same(together[sentence], search_table(tables[sentence], max_lengths[sentence], options));
  }
}

TEST_P(BeamSearchOnRandomTables, NeverWritesPadOrBos) {
  auto likes_them = table();
  likes_them.select(2, 0).fill_(-1e-3);
  likes_them.select(2, 2).fill_(-1e-3);
  for (const auto& hypothesis : search_table(likes_them, kSteps, {.n_best = 5})) {
    EXPECT_EQ(std::ranges::count(hypothesis.tokens, 0) + std::ranges::count(hypothesis.tokens, 2),
              0);
  }
}

TEST_P(BeamSearchOnRandomTables, KeepsTheLengthLimits) {
  for (const auto& hypothesis :
       search_table(table(), 4, {.beam_size = 4, .n_best = 4, .min_length = 3})) {
    EXPECT_LE(hypothesis.tokens.size(), 4U);
    EXPECT_GE(hypothesis.tokens.size(), 3U);
    EXPECT_EQ(hypothesis.finished, hypothesis.tokens.back() == kEos);
  }
}
INSTANTIATE_TEST_SUITE_P(Seed, BeamSearchOnRandomTables, testing::Range(uint64_t{1}, uint64_t{13}),
                         testing::PrintToStringParamName());

// --------------------------------------------------------------------------------------- the rest

/// Two sequences of the same length and probability: whichever token is smaller comes first, even
/// where more tokens tie than the beam looks at.
TEST(BeamSearch, GivesTiesToTheSmallerToken) {
  const auto all_the_same = torch::full({3, 50, 50}, -2.0, torch::kFloat64);
  const auto found = search_table(all_the_same, 1, {.beam_size = 4, .n_best = 4});
  std::vector<std::vector<int64_t>> tokens;
  for (const auto& hypothesis : found) tokens.push_back(hypothesis.tokens);
  EXPECT_EQ(tokens, (std::vector<std::vector<int64_t>>{{kEos}, {kUnk}, {4}, {5}}));
}

// After a first step in which eos has a half, token 4 may still end better; the others may not.
TEST(BeamSearch, TakesNoStepWithWhatCannotComeAmongTheNBest) {
  auto table = torch::full({5, 7, 7}, std::log(0.02), torch::kFloat64);
  table.select(2, kEos).fill_(std::log(0.5));
  table.select(2, 4).fill_(std::log(0.4));
  const auto rows_of_second_step = [&](int64_t n_best) {
    std::vector<size_t> rows;
    const auto step = test::table_steps(table);
    const int64_t max_lengths[] = {5};
    beam_search(
        [&](const StepInput& input) {
          rows.push_back(input.previous.size());
          return step(input);
        },
        max_lengths, {.beam_size = 4, .n_best = n_best});
    return rows.at(1);
  };
  EXPECT_EQ(rows_of_second_step(1), 1U);
  EXPECT_EQ(rows_of_second_step(4), 4U);
}

TEST(BeamSearch, GivesWhatThereIsWhereTheVocabularyIsSmallerThanTheBeam) {
  const auto found = search_table(random_table(1, 1, 5), 1, {.beam_size = 10, .n_best = 10});
  EXPECT_EQ(found.size(), 3U);  // unk, eos and token 4
}

TEST(BeamSearch, PutsWhatWasCutOffAfterWhatFinished) {
  auto table = torch::full({2, 6, 6}, -1.0, torch::kFloat64);
  table.select(2, kEos).fill_(-1.5);
  const auto found = search_table(table, 2, {.beam_size = 3, .n_best = 6, .penalty = {.alpha = 0}});
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>(), &Hypothesis::finished));
  EXPECT_FALSE(found.back().finished);
}

TEST(BeamSearch, SaysThatAModelComputesNoNumbers) {
  const auto broken = torch::full({1, 6, 6}, NAN, torch::kFloat64);
  EXPECT_THROW(search_table(broken, 1, {}), Error);
}

TEST(BeamSearch, OfNoSentencesFindsNothing) {
  EXPECT_TRUE(beam_search(test::table_steps({}), {}, {}).empty());
}

TEST(LengthPenalty, OfPowerDividesByLengthToTheAlpha) {
  const LengthPenalty penalty = {.alpha = 0.75};
  EXPECT_DOUBLE_EQ(penalty.score(-3.0, 5, true), -3.0 / std::pow(5.0, 0.75));
}

TEST(LengthPenalty, OfGnmtIsItsEquationFourteen) {
  const LengthPenalty penalty = {.alpha = 0.6, .form = LengthPenalty::Form::gnmt};
  EXPECT_DOUBLE_EQ(penalty.score(-3.0, 7, true), -3.0 / std::pow(12.0 / 6.0, 0.6));
}

TEST(LengthPenalty, CountsTheEndOfSentenceOnlyIfAsked) {
  const LengthPenalty penalty = {.alpha = 1.0, .count_eos = false};
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 3, true), -3.0);
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 3, false), -2.0);
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 1, true), -6.0) << "the length is at least 1";
}

}  // namespace
}  // namespace regard::search
