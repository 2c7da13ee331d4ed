#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "engine/random_models.h"
#include "model/rnn_attention.h"
#include "regard/base/error.h"

namespace regard::engine {
namespace {

using search::BeamSearchOptions, search::Request;

std::shared_ptr<model::Seq2SeqModel> small_transformer() {
  return random_model<model::Transformer>(small());
}

std::shared_ptr<model::Seq2SeqModel> small_rnn() {
  model::RnnAttentionOptions options;
  options.embedding_size = 12;
  options.hidden_size = 20;
  return random_model<model::RnnAttention>(options);
}

/// A request that asks the search for more than the best translations.
struct Asked {
  std::string name;
  BeamSearchOptions options = {};
  Request request = {};
};

std::vector<Asked> all_asked() {
  const BeamSearchOptions some{.beam_size = 4, .n_best = 4, .max_length_extra = 3};
  auto greedy = some, rules = some, groups = some, sampling = some, covering = some;
  greedy.beam_size = greedy.n_best = 1;
  rules.rules = {.suppressed = {7, 8, 9}, .repetition_penalty = 1.3, .no_repeat_ngram = 2};
  groups.groups = 2, groups.diversity = 0.7;
  sampling.beam_size = sampling.n_best = 1;
  sampling.sampling = search::SamplingOptions{.temperature = 1.5, .top_k = 20};
  covering.coverage_penalty = 0.3;
  return {
      {.name = "prefix", .options = some, .request = {.prefix = {11, 5, 30}}},
      {.name = "prefix_greedy", .options = greedy, .request = {.prefix = {11, 5, 30}}},
      {.name = "phrases", .options = some, .request = {.phrases = {{12}, {20, 21}}}},
      {.name = "prefix_and_phrases",
       .options = some,
       .request = {.prefix = {9}, .phrases = {{20, 21}}}},
      {.name = "rules", .options = rules},
      {.name = "rules_and_prefix", .options = rules, .request = {.prefix = {7, 11}}},
      {.name = "groups", .options = groups},
      {.name = "groups_and_phrases", .options = groups, .request = {.phrases = {{20, 21}}}},
      {.name = "coverage_and_prefix", .options = covering, .request = {.prefix = {11}}},
      {.name = "sampling",
       .options = sampling,
       .request = {.random = std::make_shared<const std::mt19937_64>(4)}},
  };
}

Found by_modules_with(model::Seq2SeqModel& model, const std::vector<Tokens>& sources,
                      const BeamSearchOptions& options, const Request& request) {
  Found found;
  for (const auto& source : sources) {
    found.push_back(search::beam_search(model, source, options, request));
  }
  return found;
}

TEST(EngineOfSentences, KeepsTheAttentionOfThoseThatAskForIt) {
  const auto model = small_rnn();
  const auto engine = engine_of(*model);
  const auto sources = random_sources();
  const BeamSearchOptions options{.beam_size = 3, .max_length_extra = 3};
  std::vector<Request> requests(sources.size());
  requests[1].keep_attention = true;
  const auto found = engine.translate(sources, options, {.sentences = 4, .requests = requests});
  const auto plain = engine.translate(sources, options, {.sentences = 4});
  for (size_t source = 0; source < sources.size(); ++source) {
    const auto& best = found[source].front();
    EXPECT_EQ(best.tokens, plain[source].front().tokens);
    EXPECT_EQ(best.attention.size(), source == 1 ? best.tokens.size() : 0);
  }
}

class EngineWithRequests : public testing::TestWithParam<Asked> {};

TEST_P(EngineWithRequests, FindsWhatTheModulesFind) {
  const auto& [name, options, request] = GetParam();
  const auto sources = random_sources();
  const std::vector<Request> requests(sources.size(), request);
  for (const auto& model : {small_transformer(), small_rnn()}) {
    expect_close(
        engine_of(*model).translate(sources, options, {.sentences = 4, .requests = requests}),
        by_modules_with(*model, sources, options, request));
  }
}

TEST_P(EngineWithRequests, FindsTheSameWhateverTheNeighboursAndThreads) {
  const auto& [name, options, request] = GetParam();
  const auto model = small_transformer();
  const auto sources = random_sources(20);
  std::vector<Request> requests(sources.size(), request);
  if (!options.sampling) {  // every third sentence makes no request
    for (size_t i = 0; i < requests.size(); i += 3) requests[i] = {};
  }
  const auto vocabulary = [](auto) { return std::vector<int32_t>{0, 1, 2, 3, 5, 12, 14, 17, 33}; };
  for (const auto precision : kPrecisions) {
    for (const bool all_tokens : {true, false}) {
      EngineOptions engine_options{.precision = precision};
      if (!all_tokens) engine_options.vocabulary = vocabulary;
      const auto engine = engine_of(*model, engine_options);
      const auto alone = engine.translate(sources, options, {.sentences = 1, .requests = requests});
      for (const int64_t threads : {1, 2, 3}) {
        expect_same_bits(
            engine.translate(sources, options,
                             {.sentences = 7, .threads = threads, .requests = requests}),
            alone);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EngineWithRequests, testing::ValuesIn(all_asked()),
                         [](const auto& one) { return one.param.name; });

TEST(EngineWithSharedThreads, FindsTheSameAmongCallsThatAskForOtherThings) {
  const auto sources = random_sources(20);
  for (const auto& model : {small_transformer(), small_rnn()}) {
    auto engine = engine_of(*model);
    const auto found_by = [&](const Asked& asked) {
      const std::vector<Request> requests(sources.size(), asked.request);
      return engine.translate(sources, asked.options, {.requests = requests});
    };
    std::vector<Found> alone;
    for (const auto& asked : all_asked()) alone.push_back(found_by(asked));
    for (const int64_t threads : {1, 3}) {
      engine.share_threads(threads, 16, int64_t{1} << 30);
      std::vector<Found> together(alone.size());
      {
        std::vector<std::jthread> callers;
        for (size_t caller = 0; caller < alone.size(); ++caller) {
          callers.emplace_back([&, caller] { together[caller] = found_by(all_asked()[caller]); });
        }
      }
      for (size_t caller = 0; caller < alone.size(); ++caller) {
        SCOPED_TRACE(all_asked()[caller].name);
        expect_same_bits(together[caller], alone[caller]);
      }
    }
  }
}

TEST(EngineWithAShortlist, MayUseTheTokensThatAreAskedFor) {
  const auto model = small_transformer();
  const auto engine = engine_of(
      *model, {.vocabulary = [](auto) { return std::vector<int32_t>{0, 1, 2, 3, 5, 12}; }});
  const auto sources = random_sources();
  const std::vector<Request> requests(sources.size(), {.prefix = {40, 20}});
  for (const auto& n_best : engine.translate(sources, {}, {.requests = requests})) {
    ASSERT_GE(n_best.front().tokens.size(), 2);
    EXPECT_EQ(n_best.front().tokens[0], 40);
    EXPECT_EQ(n_best.front().tokens[1], 20);
  }
}

/// An ensemble of models of two architectures.
class EngineOfSeveralModels : public testing::Test {
 protected:
  Found by_engine(const BeamSearchOptions& options, const EngineRun& run = {}) const {
    auto engine = engine_of(*one_);
    engine.join(engine_of(*other_));
    return engine.translate(sources_, options, run);
  }

  Found by_modules_of_both(const BeamSearchOptions& options) const {
    const search::Decoders both{.models = {one_.get(), other_.get()}};
    return search::beam_search(both, sources_, options, {.sentences = 1});
  }

  std::shared_ptr<model::Seq2SeqModel> one_ = small_transformer(), other_ = small_rnn();
  std::vector<Tokens> sources_ = random_sources();
};

TEST_F(EngineOfSeveralModels, FindsWhatTheirModulesFind) {
  for (const int64_t beam_size : {1, 4}) {
    const BeamSearchOptions options{.beam_size = beam_size,
                                    .n_best = beam_size,
                                    .coverage_penalty = 0.2,
                                    .max_length_extra = 3};
    expect_close(by_engine(options, {.sentences = 4}), by_modules_of_both(options));
  }
}

TEST_F(EngineOfSeveralModels, FindsTheSameWhateverTheNeighboursAndThreads) {
  const BeamSearchOptions options{.beam_size = 3, .n_best = 3};
  const auto alone = by_engine(options, {.sentences = 1});
  expect_same_bits(by_engine(options, {.sentences = 5, .threads = 2}), alone);
}

TEST_F(EngineOfSeveralModels, HaveTheSameTokens) {
  model::RnnAttentionOptions options;
  options.embedding_size = options.hidden_size = 8;
  model::RnnAttention larger(options, kVocab + 1, kVocab + 1, true);
  auto engine = engine_of(*one_);
  EXPECT_THROW(engine.join(engine_of(larger)), Error);
}

}  // namespace
}  // namespace regard::engine
