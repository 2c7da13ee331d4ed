// Search in tables of log-probabilities, compared with the results of other programs.
#include <gtest/gtest.h>

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

/// One case: a table, search options, and the result of another program.
class GoldenSearch {
 public:
  explicit GoldenSearch(const Json& golden) : golden_(golden) {}

  const Json& hyper() const { return golden_.at("hyper"); }
  torch::Tensor table() const { return golden_table(golden_); }
  int64_t max_length() const { return hyper().at("max_length"); }
  BeamSearchOptions options() const { return golden_options(hyper()); }
  Hypotheses n_best() const { return golden_n_best(golden_); }

 private:
  const Json& golden_;
};

TEST(GoldenBeamSearch, IsWhatItsDefinitionFinds) {
  for (const auto& golden : test::load_golden_cases("beam_search")) {
    SCOPED_TRACE(test::describe_case(golden));
    const GoldenSearch search(golden);
    const Variant variant{.shrinks = search.hyper().at("policy") == "shrink",
                          .stops_early = search.hyper().at("stop") == "first"};
    const auto options = search.options();
    expect_same(defined_search(search.table(), search.max_length(), options, variant),
                search.n_best());
    if (variant.shrinks || variant.stops_early) continue;
    expect_same(search_table(search.table(), search.max_length(), options), search.n_best());
  }
}

TEST(GoldenExhaustive, IsWhatBruteForceFinds) {
  for (const auto& golden : test::load_golden_cases("exhaustive")) {
    SCOPED_TRACE(test::describe_case(golden));
    const GoldenSearch search(golden);
    const auto found = brute_force(search.table(), search.max_length(), search.options());
    expect_same(best(found, static_cast<int64_t>(search.n_best().size())), search.n_best());
  }
}

TEST(GoldenExhaustive, IsWhatABeamThatHoldsEverythingFinds) {
  for (const auto& golden : test::load_golden_cases("exhaustive")) {
    SCOPED_TRACE(test::describe_case(golden));
    const GoldenSearch search(golden);
    auto wide = search.options();
    wide.beam_size = 4096;
    expect_same(search_table(search.table(), search.max_length(), wide), search.n_best());
  }
}

/// The example of d2l 10.8.1: the likeliest token at each step does not give the likeliest
/// sequence.
class GoldenPrefixTable {
 public:
  explicit GoldenPrefixTable(const Json& golden) : golden_(golden) {}

  Ids ids(const std::string& output) const {
    Ids result;
    for (const std::string token : golden_.at("outputs").at(output)) result.push_back(id(token));
    return result;
  }

  double probability(const std::string& output) const { return golden_.at("outputs").at(output); }

  Hypothesis found(const BeamSearchOptions& options) const {
    std::map<Ids, torch::Tensor> log_probs;
    for (const auto& [prefix, probabilities] : golden_.at("inputs").at("probabilities").items()) {
      auto row = torch::zeros({7}, torch::kFloat64);
      const auto& tokens = golden_.at("hyper").at("tokens");
      for (size_t i = 0; i < tokens.size(); ++i) {
        row[id(tokens[i])] = probabilities[i].get<double>();
      }
      Ids key;
      std::istringstream words(prefix);
      for (std::string word; words >> word;) key.push_back(id(word));
      log_probs[key] = row.log();
    }
    return test::search_steps(test::PrefixSteps(log_probs, 7), 4, options).front();
  }

 private:
  static int64_t id(const std::string& token) {
    return token == "<eos>" ? text::kEos : 4 + (token.front() - 'A');
  }

  const Json& golden_;
};

/// Checks that a beam of `beam_size` finds the sequence that each case calls `output`.
void expect_found(int64_t beam_size, const std::string& output, double probability) {
  for (const auto& golden : test::load_golden_cases("prefix_table")) {
    SCOPED_TRACE(test::describe_case(golden));
    const GoldenPrefixTable table(golden);
    const auto hypothesis = table.found({.beam_size = beam_size, .min_length = 4});
    EXPECT_EQ(hypothesis.tokens, table.ids(output));
    EXPECT_NEAR(std::exp(hypothesis.log_prob), table.probability(output + "_probability"), 1e-9);
    EXPECT_NEAR(std::exp(hypothesis.log_prob), probability, 1e-9);  // as printed in the book
  }
}

TEST(GoldenPrefixTable, GreedySearchTakesTheLikeliestTokenAtEachStep) {
  EXPECT_NEAR(0.5 * 0.4 * 0.4 * 0.6, 0.048, 1e-12);
  expect_found(1, "greedy", 0.048);
}

TEST(GoldenPrefixTable, ABeamOfTwoFindsTheLikelierSequence) { expect_found(2, "other", 0.054); }

}  // namespace
}  // namespace regard::search
