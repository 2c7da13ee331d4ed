// Beam search with untrained models of every architecture.
#include <gtest/gtest.h>

#include "module_search/steps.h"
#include "search/tiny_sources.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;
using text::kBos;

class SearchOfModels : public testing::TestWithParam<std::string> {
 protected:
  test::TinyModel tiny_ = test::tiny_model(GetParam());
  bool attends_ = model::find_architecture(tiny_.experiment.model).attends;
};

TEST_P(SearchOfModels, DependsOnNothingButTheSentence) {
  const test::TinySources sources(tiny_.tokenizers, test::tiny_lines(64));
  const BeamSearchOptions options{
      .beam_size = 4,
      .n_best = 2,
      .coverage_penalty = attends_ ? 0.2 : 0.0,
      .max_length_ratio = 1.0,
      .max_length_extra = 3,
      .rules = {.suppressed = {7}, .repetition_penalty = 1.2, .no_repeat_ngram = 3},
      .groups = 2};
  std::vector<Request> requests;
  for (size_t line = 0; line < sources.tokens.size(); ++line) {
    requests.push_back({.min_length = static_cast<int64_t>(line % 4)});
    if (line % 3 == 0) requests.back().prefix = {5, 6};
    if (line % 3 == 1) requests.back().phrases = {{8, 9}};
  }
  std::vector<std::vector<Ids>> expected;
  for (const int64_t batch : {1, 7, 64}) {
    std::vector<std::vector<Ids>> found;
    for (const auto& n_best : beam_search(Decoders{.models = {tiny_.model.get()}}, sources.tokens,
                                          options, {.sentences = batch, .requests = requests})) {
      found.emplace_back();
      for (const auto& hypothesis : n_best) found.back().push_back(hypothesis.tokens);
    }
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected) << "in batches of " << batch;
  }
}

TEST_P(SearchOfModels, KeepsTheAttentionOfEachHypothesis) {
  const test::TinySources sources(tiny_.tokenizers, test::tiny_lines(5));
  const auto found = beam_search(Decoders{.models = {tiny_.model.get()}}, sources.tokens,
                                 {.beam_size = 3, .n_best = 3, .keep_attention = true});
  const torch::InferenceMode inference;
  for (size_t row = 0; row < found.size(); ++row) {
    for (const auto& hypothesis : found[row]) {
      if (!attends_) {
        EXPECT_TRUE(hypothesis.attention.empty());
        continue;
      }
      // The expected attention, computed by decoding the hypothesis again without its neighbors.
      const auto length = sources.lengths[static_cast<int64_t>(row)].item<int64_t>();
      const auto source = sources.ids[static_cast<int64_t>(row)].slice(0, 0, length).unsqueeze(0);
      const auto memory = tiny_.model->encode(source, torch::tensor({length}));
      auto state = tiny_.model->start(memory);
      int64_t previous = kBos;
      ASSERT_EQ(hypothesis.attention.size(), hypothesis.tokens.size());
      for (size_t step = 0; step < hypothesis.tokens.size(); ++step) {
        const auto expected =
            tiny_.model->step(torch::tensor({previous}), memory, state, true).attention[0];
        EXPECT_TRUE(torch::tensor(hypothesis.attention[step]).allclose(expected, 1e-4, 1e-5));
        previous = hypothesis.tokens[step];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, SearchOfModels, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::search
