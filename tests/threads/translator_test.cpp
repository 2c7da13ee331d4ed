// One Translator for all threads of a program, as a server uses it.
#include "regard/translate/translator.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"
#include "threads/together.h"

namespace regard::translate {
namespace {

using Lines = std::vector<std::string>;
using Work = std::function<Lines(const Translator&, const Lines&)>;

Lines texts_of(const std::vector<Translation>& translations) {
  Lines texts;
  for (const auto& translation : translations) {
    for (const auto& candidate : translation.n_best) {
      texts.push_back(candidate.text + " " + std::to_string(candidate.score));
    }
  }
  return texts;
}

/// Uses the inference engine if it supports the model.
std::vector<Work> searches() {
  return {
      [](const Translator& translator, const Lines& lines) { return translator.translate(lines); },
      [](const Translator& translator, const Lines& lines) {
        return texts_of(translator.translate(lines, {.beam_size = 1}));
      },
      [](const Translator& translator, const Lines& lines) {
        return texts_of(translator.translate(lines, {.beam_size = 5, .batch_size = 3}, 3));
      },
      [](const Translator& translator, const Lines& lines) {
        return translator.translate_text(lines, {.beam_size = 2, .length_penalty = 0.5});
      },
  };
}

/// Uses the model's modules, which the first thread loads.
std::vector<Work> other_ways() {
  return {
      [](const Translator& translator, const Lines& lines) {
        return texts_of(translator.translate(lines, {.beam_size = 2, .no_repeat_ngram = 3}));
      },
      [](const Translator& translator, const Lines& lines) {
        const RequestOptions request_options{.pieces = true, .draw = Draw{.sampling = {.seed = 5}}};
        return texts_of(translator.translate(lines, {}, 2, request_options));
      },
      [](const Translator& translator, const Lines& lines) {
        const RequestOptions request_options{.prefixes = Lines(lines.size(), "the cat")};
        return texts_of(translator.translate(lines, {.beam_size = 2}, 1, request_options));
      },
      [](const Translator& translator, const Lines& lines) {
        const auto found = translator.translate_with_attention(lines.back(), {});
        Lines texts = found.written;
        for (const auto& head : found.attention)
          texts.push_back(testing::PrintToString(head.weights));
        return texts;
      },
  };
}

/// Untrained models, and lines to translate.
class ATranslatorOfThreads : public testing::TestWithParam<std::string> {
 protected:
  std::string model(const std::string& architecture) const {
    test::tiny_model(architecture).save(folder_ / architecture);
    return folder_ / architecture;
  }

  /// Each thread gets the same results as a single thread with a second translator of the model.
  /// Each thread calls all methods, starting with a different one, so that calls collide even
  /// before anything is loaded.
  void expect_same_as_alone(const std::string& directory, const TranslatorOptions& options,
                            const std::vector<Work>& ways) const {
    std::vector<Lines> alone;
    {
      const Translator translator(directory, options);
      for (const auto& way : ways) alone.push_back(way(translator, lines_));
    }
    const Translator translator(directory, options);
    test::together([&](size_t thread) {
      for (size_t i = 0; i < ways.size(); ++i) {
        const size_t way = (thread + i) % ways.size();
        EXPECT_EQ(ways[way](translator, lines_), alone[way])
            << "thread " << thread << ", way " << way;
      }
    });
  }

  test::TemporaryFolder folder_;
  Lines lines_ = test::tiny_lines(6);
};

TEST_P(ATranslatorOfThreads, GivesEachWhatItGivesOneAlone) {
  auto ways = searches();
  const auto others = other_ways();
  ways.insert(ways.end(), others.begin(), others.end());
  expect_same_as_alone(model(GetParam()), {.device = "cpu", .threads = 1}, ways);
}

INSTANTIATE_TEST_SUITE_P(With, ATranslatorOfThreads, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

// Each caller uses two threads of the engine.
TEST_F(ATranslatorOfThreads, SharesItsEngineInEachPrecision) {
  const auto directory = model("transformer");
  for (const auto compute : {Compute::float32, Compute::int8}) {
    expect_same_as_alone(directory, {.device = "cpu", .compute = compute, .threads = 2},
                         searches());
  }
}

}  // namespace
}  // namespace regard::translate
