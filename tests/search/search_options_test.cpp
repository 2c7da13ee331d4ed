// What beam search can be asked for beyond the best translation: against brute force where a
// vocabulary is small enough for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "regard/model/registry.h"
#include "regard/search/beam_search.h"
#include "regard/search/phrases.h"
#include "regard/text/special_tokens.h"
#include "search/table_steps.h"
#include "support/tiny_language_model.h"
#include "support/tiny_model.h"

namespace regard::search {
namespace {

using text::kBos, text::kEos;
using Ids = std::vector<int64_t>;

constexpr int64_t kVocab = 7;
constexpr int64_t kLongest = 5;
/// Enough that nothing is ever pruned.
constexpr int64_t kAll = 2000;

/// Log-probabilities (step, previous, next) from a seed.
torch::Tensor random_table(uint64_t seed) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  return torch::randn({kLongest, kVocab, kVocab}, generator).mul(2).log_softmax(-1);
}

/// Attention (step, previous, source) from a seed; four source tokens, the last of them eos.
torch::Tensor random_attention(uint64_t seed) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed + 100);
  return torch::randn({kLongest, kVocab, 4}, generator).mul(3).softmax(-1);
}

StepFunction attending_steps(const torch::Tensor& table, const torch::Tensor& attention) {
  return [=, step = int64_t{0}](const StepInput& input) mutable -> NextTokens {
    const auto previous = torch::tensor(std::vector(input.previous.begin(), input.previous.end()));
    const NextTokens next{table[step].index_select(0, previous),
                          attention[step].index_select(0, previous)};
    ++step;
    return next;
  };
}

/// Every sequence that ends, by the score that `score` gives it, the best first.
std::vector<Hypothesis> brute_force(const std::function<double(const Ids&)>& log_prob,
                                    const std::function<bool(const Ids&)>& is_allowed,
                                    const std::function<double(const Ids&, double)>& score) {
  std::vector<Hypothesis> all;
  const std::function<void(Ids)> extend = [&](const Ids& tokens) {
    for (int64_t token = 1; token < kVocab; ++token) {
      if (token == kBos) continue;
      Ids next = tokens;
      next.push_back(token);
      const double sum = log_prob(next);
      if (token == kEos) {
        if (is_allowed(next) && std::isfinite(sum)) {
          all.push_back({.tokens = next, .log_prob = sum, .score = score(next, sum)});
        }
      } else if (static_cast<int64_t>(next.size()) < kLongest) {
        extend(next);
      }
    }
  };
  extend({});
  std::stable_sort(all.begin(), all.end(),
                   [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
  return all;
}

double log_prob_in(const torch::Tensor& table, const Ids& tokens, const TokenRules& rules = {}) {
  double sum = 0.0;
  Ids before;
  for (const int64_t token : tokens) {
    const int64_t previous = before.empty() ? kBos : before.back();
    auto row = table[static_cast<int64_t>(before.size())][previous].contiguous().clone();
    rules.apply(before, {row.data_ptr<float>(), kVocab});
    sum += row[token].item<double>();
    before.push_back(token);
  }
  return sum;
}

double by_length(const Ids& tokens, double log_prob) {
  return log_prob / static_cast<double>(tokens.size());
}

std::vector<Hypothesis> search_all(const StepFunction& steps, BeamSearchOptions options,
                                   const Request& request = {}) {
  options.beam_size = kAll;
  const int64_t max_lengths[] = {kLongest}, source_lengths[] = {4};
  return beam_search(steps, max_lengths, options, std::span(&request, 1), source_lengths).front();
}

void expect_the_same(const std::vector<Hypothesis>& found, const std::vector<Hypothesis>& all) {
  ASSERT_LE(found.size(), all.size());
  for (size_t rank = 0; rank < found.size(); ++rank) {
    EXPECT_EQ(found[rank].tokens, all[rank].tokens) << "at rank " << rank;
    EXPECT_NEAR(found[rank].score, all[rank].score, 1e-5);
  }
}

class SearchOptions : public testing::TestWithParam<int> {
 protected:
  uint64_t seed() const { return static_cast<uint64_t>(GetParam()); }
  torch::Tensor table_ = random_table(seed());
};

TEST_P(SearchOptions, FindWhatBruteForceFindsUnderRules) {
  const TokenRules rules{.suppressed = {5}, .repetition_penalty = 1.7, .no_repeat_ngram = 2};
  const auto found = search_all(test::table_steps(table_), {.n_best = 4, .rules = rules});
  expect_the_same(found, brute_force([&](const Ids& t) { return log_prob_in(table_, t, rules); },
                                     [](const Ids&) { return true; }, by_length));
}

TEST_P(SearchOptions, FindTheBestThatCoversTheSource) {
  const auto attention = random_attention(seed());
  const auto coverage = [&](const Ids& tokens, double log_prob) {
    auto sum = torch::zeros({4});
    for (size_t step = 0; step < tokens.size(); ++step) {
      sum += attention[static_cast<int64_t>(step)][step == 0 ? kBos : tokens[step - 1]];
    }
    return by_length(tokens, log_prob) +
           0.4 * sum.slice(0, 0, 3).clamp_max(1.0).log().sum().item<double>();
  };
  const auto found =
      search_all(attending_steps(table_, attention), {.n_best = 4, .coverage_penalty = 0.4});
  expect_the_same(found, brute_force([&](const Ids& t) { return log_prob_in(table_, t); },
                                     [](const Ids&) { return true; }, coverage));
}

TEST_P(SearchOptions, FindTheBestThatBeginsWithAPrefix) {
  const Ids prefix = {4, 6};
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, {.prefix = prefix});
  expect_the_same(
      found,
      brute_force([&](const Ids& t) { return log_prob_in(table_, t); },
                  [&](const Ids& t) { return t.size() > 2 && t[0] == 4 && t[1] == 6; }, by_length));
}

TEST_P(SearchOptions, FindTheBestThatHasThePhrases) {
  const Request request{.phrases = {{5, 1}, {6}}};
  const auto has = [](const Ids& tokens, const Ids& phrase) {
    return std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end();
  };
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, request);
  expect_the_same(found, brute_force([&](const Ids& t) { return log_prob_in(table_, t); },
                                     [&](const Ids& t) {
                                       return has(t, {5, 1}) && has(t, {6});
                                     },
                                     by_length));
}

TEST_P(SearchOptions, FindTheBestOfALeastLength) {
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, {.min_length = 4});
  expect_the_same(found, brute_force([&](const Ids& t) { return log_prob_in(table_, t); },
                                     [](const Ids& t) { return t.size() >= 4; }, by_length));
}

TEST_P(SearchOptions, MeetPhrasesInASmallBeamToo) {
  const Request request{.phrases = {{5, 1}, {6}}};
  const int64_t max_lengths[] = {kLongest};
  const auto found =
      beam_search(test::table_steps(table_), max_lengths, {.beam_size = 4}, std::span(&request, 1))
          .front();
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(Phrases(request.phrases).of(found.front().tokens).complete);
  EXPECT_TRUE(found.front().finished);
}

INSTANTIATE_TEST_SUITE_P(Of, SearchOptions, testing::Range(1, 5));

TEST(DiverseSearch, TakesAnotherFirstTokenInEachGroup) {
  const auto table = random_table(1);
  const int64_t max_lengths[] = {kLongest};
  const auto found = beam_search(test::table_steps(table), max_lengths,
                                 {.beam_size = 4, .n_best = 4, .groups = 4, .diversity = 50.0})
                         .front();
  std::set<int64_t> first;
  for (const auto& hypothesis : found) first.insert(hypothesis.tokens.front());
  EXPECT_EQ(first.size(), 4);
}

TEST(DiverseSearch, KeepsTheLogProbabilitiesOfTheModel) {
  const auto table = random_table(2);
  const int64_t max_lengths[] = {kLongest};
  const auto found = beam_search(test::table_steps(table), max_lengths,
                                 {.beam_size = 6, .n_best = 6, .groups = 3, .diversity = 2.0})
                         .front();
  EXPECT_GE(found.size(), 3U);
  for (const auto& hypothesis : found) {
    EXPECT_NEAR(hypothesis.log_prob, log_prob_in(table, hypothesis.tokens), 1e-5);
  }
}

TEST(DiverseSearch, OfOneGroupIsBeamSearch) {
  const auto table = random_table(3);
  const int64_t max_lengths[] = {kLongest};
  const BeamSearchOptions plain{.beam_size = 3, .n_best = 3};
  auto one = plain;
  one.diversity = 9.0;
  expect_the_same(beam_search(test::table_steps(table), max_lengths, one).front(),
                  beam_search(test::table_steps(table), max_lengths, plain).front());
}

/// Sources of many lengths for the tiny model.
struct Sources {
  torch::Tensor ids, lengths;

  Sources(const text::TokenizerPair& tokenizers, const std::vector<std::string>& lines) {
    std::vector<Ids> rows;
    size_t longest = 0;
    for (const auto& line : lines) {
      rows.push_back(tokenizers.encode_source(line));
      longest = std::max(longest, rows.back().size());
    }
    ids = torch::zeros({static_cast<int64_t>(rows.size()), static_cast<int64_t>(longest)},
                       torch::kInt64);
    lengths = torch::zeros({static_cast<int64_t>(rows.size())}, torch::kInt64);
    for (size_t row = 0; row < rows.size(); ++row) {
      const auto count = static_cast<int64_t>(rows[row].size());
      ids[static_cast<int64_t>(row)].slice(0, 0, count).copy_(torch::tensor(rows[row]));
      lengths[static_cast<int64_t>(row)] = count;
    }
  }
};

class SearchOfModels : public testing::TestWithParam<std::string> {};

TEST_P(SearchOfModels, DependsOnNothingButTheSentence) {
  const auto tiny = test::tiny_model(GetParam());
  const auto lines = test::tiny_lines(64);
  const BeamSearchOptions options{
      .beam_size = 4,
      .n_best = 2,
      .coverage_penalty = GetParam() == "rnn_context" ? 0.0 : 0.2,
      .max_length_ratio = 1.0,
      .max_length_extra = 3,
      .rules = {.suppressed = {7}, .repetition_penalty = 1.2, .no_repeat_ngram = 3},
      .groups = 2};
  std::vector<Request> requests;
  for (size_t line = 0; line < lines.size(); ++line) {
    requests.push_back({.min_length = static_cast<int64_t>(line % 4)});
    if (line % 3 == 0) requests.back().prefix = {5, 6};
    if (line % 3 == 1) requests.back().phrases = {{8, 9}};
  }
  std::vector<std::vector<Ids>> expected;
  for (const size_t batch : {1, 7, 64}) {
    std::vector<std::vector<Ids>> found;
    for (size_t begin = 0; begin < lines.size(); begin += batch) {
      const size_t count = std::min(batch, lines.size() - begin);
      const Sources sources(tiny.tokenizers,
                            {lines.begin() + static_cast<ptrdiff_t>(begin),
                             lines.begin() + static_cast<ptrdiff_t>(begin + count)});
      for (const auto& n_best : beam_search(*tiny.model, sources.ids, sources.lengths, options,
                                            std::span(requests).subspan(begin, count))) {
        found.emplace_back();
        for (const auto& hypothesis : n_best) found.back().push_back(hypothesis.tokens);
      }
    }
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << "in batches of " << batch;
  }
}

TEST_P(SearchOfModels, KeepsTheAttentionOfEachHypothesis) {
  const auto tiny = test::tiny_model(GetParam());
  const Sources sources(tiny.tokenizers, test::tiny_lines(5));
  const auto found = beam_search(*tiny.model, sources.ids, sources.lengths,
                                 {.beam_size = 3, .n_best = 3, .keep_attention = true});
  const torch::InferenceMode inference;
  for (size_t row = 0; row < found.size(); ++row) {
    for (const auto& hypothesis : found[row]) {
      if (GetParam() == "rnn_context") {
        EXPECT_TRUE(hypothesis.attention.empty());
        continue;
      }
      // The same by reading the hypothesis once more, alone.
      const auto length = sources.lengths[static_cast<int64_t>(row)].item<int64_t>();
      const auto source = sources.ids[static_cast<int64_t>(row)].slice(0, 0, length).unsqueeze(0);
      const auto memory = tiny.model->encode(source, torch::tensor({length}));
      auto state = tiny.model->start(memory);
      int64_t previous = kBos;
      ASSERT_EQ(hypothesis.attention.size(), hypothesis.tokens.size());
      for (size_t step = 0; step < hypothesis.tokens.size(); ++step) {
        const auto expected =
            tiny.model->step(torch::tensor({previous}), memory, state, true).attention[0];
        EXPECT_TRUE(torch::tensor(hypothesis.attention[step]).allclose(expected, 1e-4, 1e-5));
        previous = hypothesis.tokens[step];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, SearchOfModels, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

class ShallowFusion : public testing::TestWithParam<std::string> {};

/// Of each hypothesis the sum over its tokens of log P of the model and weight * log P of the
/// language model, each by reading it once more; the language model reads the end of a sentence
/// first.
TEST_P(ShallowFusion, AddsTheLanguageModelsLogProbabilities) {
  constexpr double kWeight = 0.3;
  const auto tiny = test::tiny_model();
  const auto language = test::tiny_language_model(GetParam());
  const Sources sources(tiny.tokenizers, {"the cat sees a dog"});
  const auto found = beam_search(Decoders{.models = {tiny.model.get()},
                                          .language_model = language.model.get(),
                                          .language_weight = kWeight},
                                 sources.ids, sources.lengths, {.beam_size = 4, .n_best = 4})
                         .front();
  const torch::InferenceMode inference;
  ASSERT_EQ(found.size(), 4U);
  for (const auto& hypothesis : found) {
    const auto memory = tiny.model->encode(sources.ids, sources.lengths);
    auto state = tiny.model->start(memory);
    auto language_state = language.model->start(1);
    int64_t previous = kBos, language_previous = kEos;
    double expected = 0.0;
    for (const int64_t token : hypothesis.tokens) {
      const auto logits = tiny.model->step(torch::tensor({previous}), memory, state).logits;
      const auto language_logits =
          language.model->step(torch::tensor({language_previous}), language_state);
      const auto log_prob = [&](const torch::Tensor& all) {
        return all.to(torch::kFloat64).log_softmax(-1)[0][token].item<double>();
      };
      expected += log_prob(logits) + kWeight * log_prob(language_logits);
      previous = language_previous = token;
    }
    EXPECT_NEAR(hypothesis.log_prob, expected, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(With, ShallowFusion,
                         testing::ValuesIn(test::language_architecture_names()),
                         test::name_of_architecture);

TEST(Ensemble, OfOneModelTwiceIsThatModel) {
  const auto tiny = test::tiny_model();
  const Sources sources(tiny.tokenizers, test::tiny_lines(6));
  const auto one = beam_search(*tiny.model, sources.ids, sources.lengths, {});
  const auto two = beam_search(Decoders{.models = {tiny.model.get(), tiny.model.get()}},
                               sources.ids, sources.lengths, {});
  for (size_t row = 0; row < one.size(); ++row) {
    EXPECT_EQ(two[row].front().tokens, one[row].front().tokens);
    EXPECT_NEAR(two[row].front().log_prob, one[row].front().log_prob, 1e-4);
  }
}

TEST(Ensemble, OfTwoArchitecturesTakesTheMeanOfTheirProbabilities) {
  const auto rnn = test::tiny_model("rnn_attention"), transformer = test::tiny_model("transformer");
  const Sources sources(rnn.tokenizers, {"the cat sees a dog"});
  const auto found = beam_search(Decoders{.models = {rnn.model.get(), transformer.model.get()}},
                                 sources.ids, sources.lengths, {.beam_size = 1})
                         .front()
                         .front();
  const torch::InferenceMode inference;
  double expected = 0.0;
  std::vector<model::Memory> memories;
  std::vector<model::DecoderState> states;
  for (const auto* tiny : {&rnn, &transformer}) {
    memories.push_back(tiny->model->encode(sources.ids, sources.lengths));
    states.push_back(tiny->model->start(memories.back()));
  }
  int64_t previous = kBos;
  for (const int64_t token : found.tokens) {
    torch::Tensor mean;
    size_t i = 0;
    for (const auto* tiny : {&rnn, &transformer}) {
      const auto logits =
          tiny->model->step(torch::tensor({previous}), memories[i], states[i]).logits;
      const auto half = logits.to(torch::kFloat64).softmax(-1)[0] / 2;
      mean = mean.defined() ? mean + half : half;
      ++i;
    }
    mean[0] = mean[kBos] = 0;
    EXPECT_EQ(mean.argmax().item<int64_t>(), token);
    expected += std::log(mean[token].item<double>());
    previous = token;
  }
  EXPECT_NEAR(found.log_prob, expected, 1e-4);
}

}  // namespace
}  // namespace regard::search
