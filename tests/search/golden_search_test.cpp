// What other programs found in tables of log-probabilities.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "search/table_search.h"
#include "support/golden.h"
#include "support/golden_json.h"

namespace regard::search {
namespace {

using Json = nlohmann::json;

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
TEST_P(GoldenBeamSearch, IsWhatItsDefinitionFinds) {
  const Variant variant{.shrinks = hyper().at("policy") == "shrink",
                        .stops_early = hyper().at("stop") == "first"};
  expect_same(defined_search(table(), max_length(), options(), variant), n_best());
  if (!variant.shrinks && !variant.stops_early) {
    expect_same(search_table(table(), max_length(), options()), n_best());
  }
}
INSTANTIATE_TEST_SUITE_P(Search, GoldenBeamSearch,
                         testing::ValuesIn(test::load_golden_cases("beam_search")), case_name);

using GoldenExhaustive = GoldenSearch;
TEST_P(GoldenExhaustive, IsWhatBruteForceFinds) {
  const auto found = brute_force(table(), max_length(), options());
  expect_same(best(found, static_cast<int64_t>(n_best().size())), n_best());
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
  Ids ids(const Json& tokens) const {
    Ids result;
    for (const std::string token : tokens) result.push_back(id(token));
    return result;
  }

  Hypothesis found(const BeamSearchOptions& options) const {
    std::map<Ids, torch::Tensor> log_probs;
    for (const auto& [prefix, probabilities] :
         GetParam().at("inputs").at("probabilities").items()) {
      auto row = torch::zeros({7}, torch::kFloat64);
      const auto& tokens = GetParam().at("hyper").at("tokens");
      for (size_t i = 0; i < tokens.size(); ++i) {
        row[id(tokens[i])] = probabilities[i].get<double>();
      }
      Ids key;
      std::istringstream words(prefix);
      for (std::string word; words >> word;) key.push_back(id(word));
      log_probs[key] = row.log();
    }
    const int64_t max_lengths[] = {4};
    return beam_search(test::PrefixSteps(log_probs, 7), max_lengths, options).front().front();
  }

 private:
  static int64_t id(const std::string& token) {
    return token == "<eos>" ? text::kEos : 4 + (token.front() - 'A');
  }
};

TEST_P(GoldenPrefixTable, GreedySearchTakesTheLikeliestTokenAtEachStep) {
  const auto hypothesis = found({.beam_size = 1, .min_length = 4});
  EXPECT_EQ(hypothesis.tokens, ids(GetParam().at("outputs").at("greedy")));
  EXPECT_NEAR(std::exp(hypothesis.log_prob), GetParam().at("outputs").at("greedy_probability"),
              1e-9);
}
TEST_P(GoldenPrefixTable, ABeamOfTwoFindsTheLikelierSequence) {
  const auto hypothesis = found({.beam_size = 2, .min_length = 4});
  EXPECT_EQ(hypothesis.tokens, ids(GetParam().at("outputs").at("other")));
  EXPECT_NEAR(std::exp(hypothesis.log_prob), GetParam().at("outputs").at("other_probability"),
              1e-9);
}
INSTANTIATE_TEST_SUITE_P(Search, GoldenPrefixTable,
                         testing::ValuesIn(test::load_golden_cases("prefix_table")), case_name);

}  // namespace
}  // namespace regard::search
