#include "runs/film.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::train {
namespace {

Frame frame_of_step(int64_t step) {
  return {.step = step,
          .seconds = 0.5 * static_cast<double>(step),
          .loss = 2.5,
          .gradient_norm = 5,
          .layers = {{"encoder", 3}, {"decoder", 4}},
          .sentences = {{.source = "a cat",
                         .reference = "un chat",
                         .translation = "chat",
                         .source_words = {"a", "cat"},
                         .target_words = {"chat"},
                         .attention = {{0.25F, 0.75F}}}}};
}

class Film : public testing::Test {
 protected:
  /// A film of steps 1 and 2; the training state was saved after step 1.
  Film() {
    FilmFile film(folder_.path(), 0);
    film.add(frame_of_step(1));
    saved_bytes_ = film.bytes();
    film.add(frame_of_step(2));
  }
  std::string lines() const { return folder_.read("film.jsonl"); }

  test::TemporaryFolder folder_;
  int64_t saved_bytes_ = 0;
};

TEST_F(Film, HasAFrameALine) {
  EXPECT_EQ(lines().substr(0, static_cast<size_t>(saved_bytes_)),
            R"({"step":1,"seconds":0.5,"loss":2.5,"gradient_norm":5.0,)"
            R"("layers":{"encoder":3.0,"decoder":4.0},)"
            R"("sentences":[{"source":"a cat","reference":"un chat","translation":"chat",)"
            R"("source_words":["a","cat"],"target_words":["chat"],"attention":[[0.25,0.75]]}]})"
            "\n");
}

TEST_F(Film, IsReadAsItWasWritten) {
  const auto frames = read_film(folder_.path());
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].step, 2);
  EXPECT_EQ(frames[1].seconds, 1.0);
  EXPECT_EQ(frames[1].loss, 2.5);
  EXPECT_EQ(frames[1].gradient_norm, 5.0);
  ASSERT_EQ(frames[1].layers.size(), 2U);
  EXPECT_EQ(frames[1].layers[0].layer, "encoder");
  EXPECT_EQ(frames[1].layers[0].norm, 3.0);
  ASSERT_EQ(frames[1].sentences.size(), 1U);
  const auto& sentence = frames[1].sentences[0];
  EXPECT_EQ(sentence.source + '|' + sentence.reference + '|' + sentence.translation,
            "a cat|un chat|chat");
  EXPECT_EQ(sentence.source_words, (std::vector<std::string>{"a", "cat"}));
  EXPECT_EQ(sentence.target_words, std::vector<std::string>{"chat"});
  EXPECT_EQ(sentence.attention, (std::vector<std::vector<float>>{{0.25F, 0.75F}}));
}

TEST_F(Film, OfAResumedRunContinuesFromTheSavedState) {
  FilmFile film(folder_.path(), saved_bytes_);
  EXPECT_EQ(film.bytes(), saved_bytes_);
  film.add(frame_of_step(3));
  const auto frames = read_film(folder_.path());
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].step, 3);
}

TEST_F(Film, KeepsTextsThatAreNotUtf8) {
  FilmFile film(folder_.path(), 0);
  auto frame = frame_of_step(1);
  frame.sentences[0].translation = "chat\xC3";
  film.add(frame);
  EXPECT_EQ(read_film(folder_.path()).at(0).sentences[0].translation, "chat\uFFFD");
}

TEST_F(Film, LeavesOutALastLineThatIsStillBeingWritten) {
  folder_.write("film.jsonl", lines() + R"({"step":3,"seco)");
  EXPECT_EQ(read_film(folder_.path()).size(), 2U);
}

TEST_F(Film, ExplainsHowToGetOneIfItIsMissing) {
  const test::TemporaryFolder empty;
  const auto error = test::thrown_error([&] { read_film(empty.path()); });
  EXPECT_EQ(error.problem(), "has no film.jsonl");
  EXPECT_EQ(error.where(), empty.path());
  EXPECT_NE(error.remedy().find("training.film: true"), std::string::npos) << error.remedy();
}

TEST_F(Film, OfADirectoryThatIsMissingSaysSo) {
  const auto error = test::thrown_error([&] { read_film(folder_ / "nowhere"); });
  EXPECT_EQ(error.problem(), "no such directory");
}

/// A change to the second line that makes it an invalid frame.
struct Broken {
  const char* name;
  std::string part;
  std::string other;
};

class BrokenFilm : public Film, public testing::WithParamInterface<Broken> {};

TEST_P(BrokenFilm, NamesTheLine) {
  auto whole = lines();
  auto second = whole.substr(static_cast<size_t>(saved_bytes_));
  const auto at = second.find(GetParam().part);
  ASSERT_NE(at, std::string::npos);
  second.replace(at, GetParam().part.size(), GetParam().other);
  folder_.write("film.jsonl", whole.substr(0, static_cast<size_t>(saved_bytes_)) + second + second);
  const auto error = test::thrown_error([&] { read_film(folder_.path()); });
  EXPECT_EQ(error.problem(), "is not a frame of a film");
  EXPECT_EQ(error.where(), folder_ / "film.jsonl:2");
}

INSTANTIATE_TEST_SUITE_P(, BrokenFilm,
                         testing::Values(Broken{"NoJson", "{\"step\"", "{step"},
                                         Broken{"NoObject", "\n", "]\n"},
                                         Broken{"NoStep", "\"step\":2", "\"step\":2.5"},
                                         Broken{"TheSameStep", "\"step\":2", "\"step\":1"},
                                         Broken{"NoTime", "\"seconds\":1.0", "\"seconds\":-1"},
                                         Broken{"NoLoss", "\"loss\":2.5", "\"loss\":null"},
                                         Broken{"NoNorm", "\"encoder\":3.0", "\"encoder\":\"3\""},
                                         Broken{"NoSentences", "\"sentences\"", "\"sentence\""},
                                         Broken{"AttentionOfOtherWords", "0.25,", ""},
                                         Broken{"AttentionOfOtherLength", "[\"chat\"]", "[]"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace regard::train
