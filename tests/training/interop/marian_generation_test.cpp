#include "interop/marian_generation.h"

#include <gtest/gtest.h>

#include "config/writer.h"
#include "support/base/temporary_folder.h"

namespace regard::interop {
namespace {

class MarianGeneration : public testing::Test {
 protected:
  config::SearchOptions read(const std::string& generation) const {
    folder_.write("config.json", R"({"num_beams": 6, "length_penalty": 0.5})");
    folder_.write("generation_config.json", generation);
    config::SearchOptions search;
    warnings_ = warnings_of(
        [&] { read_generation(folder_ / "", JsonFile(folder_ / "config.json"), target_, search); });
    return search;
  }
  template <class Action>
  static std::string warnings_of(const Action& action) {
    testing::internal::CaptureStderr();
    action();
    return testing::internal::GetCapturedStderr();
  }

  test::TemporaryFolder folder_;
  const text::VocabularyList target_{.pieces = {"<pad>", "<unk>", "<s>", "</s>", "a", "b"},
                                     .pad = 0,
                                     .unk = 1,
                                     .bos = 2,
                                     .eos = 3};
  mutable std::string warnings_;
};

TEST_F(MarianGeneration, SetsTheOptionsThatRegardHas) {
  const auto search = read(
      R"({"num_beams": 4, "length_penalty": 1.2, "no_repeat_ngram_size": 3, "min_length": 2,
          "repetition_penalty": 1.2, "max_length": 100, "bad_words_ids": [[0], [2], [4]],
          "suppress_tokens": [1], "do_sample": false, "top_k": 50, "early_stopping": true,
          "transformers_version": "5.24.0"})");
  EXPECT_EQ(search.beam_size, 4);
  EXPECT_EQ(search.length_penalty, 1.2);
  EXPECT_EQ(search.no_repeat_ngram, 3);
  EXPECT_EQ(search.repetition_penalty, 1.2);
  EXPECT_EQ(search.min_length, 2);
  EXPECT_EQ(search.max_length, 99) << "the first token of the decoder counts there";
  EXPECT_EQ(search.suppress, "a <unk>");
  EXPECT_EQ(warnings_, "");
}

TEST_F(MarianGeneration, IsInTheConfigOfAnOlderCheckpoint) {
  const auto search = read("{}");
  EXPECT_EQ(search.beam_size, 6);
  EXPECT_EQ(search.length_penalty, 0.5);
  EXPECT_EQ(search.max_length, 0);
}

TEST_F(MarianGeneration, WarnsOfWhatIsLeftOut) {
  const auto search = read(
      R"({"do_sample": true, "temperature": 0.7, "bad_words_ids": [[4], [4, 5]],
          "forced_bos_token_id": 0, "encoder_no_repeat_ngram_size": 3})");
  EXPECT_EQ(search.suppress, "a");
  for (const char* name :
       {"do_sample true", "temperature 0.7", "bad_words_ids of several tokens",
        "forced_bos_token_id 0", "encoder_no_repeat_ngram_size 3", "generation_config.json"}) {
    EXPECT_NE(warnings_.find(name), std::string::npos) << warnings_;
  }
}

TEST_F(MarianGeneration, ComesBackFromARoundTrip) {
  config::SearchOptions search;
  search.beam_size = 3;
  search.length_penalty = 0.6;
  search.no_repeat_ngram = 2;
  search.repetition_penalty = 1.1;
  search.min_length = 4;
  search.max_length = 50;
  search.suppress = "b";
  const auto written = generation_of(search, target_, target_.bos, 512);
  EXPECT_EQ(written.at("max_length"), 51);
  const auto back = read(written.dump());
  EXPECT_EQ(config::to_yaml(back), config::to_yaml(search));
  EXPECT_EQ(warnings_, "");
}

}  // namespace
}  // namespace regard::interop
