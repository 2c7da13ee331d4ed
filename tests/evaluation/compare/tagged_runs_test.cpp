// Runs whose test set has a tag (data.test.tag).
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "regard/translate/translator.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::compare {
namespace {

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

// The displayed attention and probabilities use the tag too.
TEST(CompareTaggedRuns, ReadTheTagOfTheTestTextFirst) {
  const test::TemporaryFolder folder;
  auto tagged = test::tiny_model("transformer", 1, config::TokenizerType::word, {"<law>"});
  tagged.experiment.search.min_length = 3;  // excludes empty translations
  const auto lines = test::tiny_lines(4);
  const auto text = folder.write("text", text_of(lines));
  CompareOptions options{.trust = true, .resamples = 10, .beam_curve = 0, .cache = "none"};
  for (const std::string tag : {"", "<law>"}) {
    const auto run = tag.empty() ? "plain" : "law";
    tagged.experiment.data.test = {.source = text, .target = text, .tag = tag};
    tagged.save(folder / run);
    options.runs.push_back(folder / run);
  }
  const auto comparison = compare(options);
  ASSERT_EQ(comparison.sentences.size(), lines.size());
  std::array<int, 2> shown{};
  for (const auto& sentence : comparison.sentences) {
    for (size_t system = 0; system < 2; ++system) {
      const translate::Translator translator(options.runs[system]);
      const auto& output = sentence.systems[system];
      const std::vector<std::string> line = {sentence.source};
      EXPECT_EQ(output.hypothesis,
                translator.translate(line, {.min_length = 3, .tag = system == 0 ? "" : "<law>"})
                    .front()
                    .text);
      if (!output.attention) continue;  // the translation did not finish
      ++shown[system];
      EXPECT_EQ(output.attention->source.front() == "<law>", system == 1);
    }
  }
  EXPECT_GT(shown[0], 0);
  EXPECT_GT(shown[1], 0);
}

}  // namespace
}  // namespace regard::compare
