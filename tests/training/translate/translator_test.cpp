#include "regard/translate/translator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "model/modules.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::translate {
namespace {

/// An untrained model in its own directory.
class ATranslator : public testing::TestWithParam<std::string> {
 protected:
  static std::string saved(const std::string& directory, const std::string& architecture) {
    test::tiny_model(architecture).save(directory);
    return directory;
  }
  static std::string architecture() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    return test->value_param() == nullptr ? "rnn_attention" : GetParam();
  }

  /// An option that the engine does not support, so that the modules translate.
  config::SearchOptions by_modules() const {
    auto options = translator_.search_options();
    options.no_repeat_ngram = 3;
    return options;
  }
  /// Options with which a translation takes longer than the test waits.
  static config::SearchOptions endless(config::SearchOptions options = {}) {
    options.min_length = options.max_length_extra = 1'000'000;
    return options;
  }

  test::TemporaryFolder folder_;
  Translator translator_{saved(folder_ / "model", architecture()), {.device = "cpu", .threads = 1}};
  std::vector<std::string> lines_ = test::tiny_lines(20);
};

std::vector<std::string> texts_of(const std::vector<Translation>& translations) {
  std::vector<std::string> texts;
  for (const auto& translation : translations) texts.push_back(translation.text);
  return texts;
}

TEST_P(ATranslator, TranslatesLinesAsItTranslatesEachOfThem) {
  const auto together = translator_.translate(lines_);
  ASSERT_EQ(together.size(), lines_.size());
  for (size_t line = 0; line < lines_.size(); ++line) {
    EXPECT_EQ(translator_.translate(lines_[line]), together[line]);
  }
}

TEST_P(ATranslator, ServesSeveralThreadsAtOnceAsEachAlone) {
  const auto alone = translator_.translate(lines_);
  const auto alone_by_modules = texts_of(translator_.translate(lines_, by_modules()));
  constexpr size_t kThreads = 4;
  std::vector<std::vector<std::string>> found(kThreads), found_by_modules(kThreads);
  {
    std::vector<std::jthread> threads;
    for (size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        found[thread] = translator_.translate(lines_);
        found_by_modules[thread] = texts_of(translator_.translate(lines_, by_modules()));
      });
    }
  }
  for (size_t thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(found[thread], alone);
    EXPECT_EQ(found_by_modules[thread], alone_by_modules);
  }
}

TEST_P(ATranslator, HandsOverEachTranslationInTheOrderOfTheLines) {
  auto options = translator_.search_options();
  options.batch_size = 3;
  const auto expected = translator_.translate(lines_, options, 2);
  std::vector<Translation> received;
  translator_.translate_each(
      lines_,
      [&](size_t line, Translation translation) {
        EXPECT_EQ(line, received.size());
        received.push_back(std::move(translation));
      },
      options, 2);
  EXPECT_EQ(texts_of(received), texts_of(expected));
  EXPECT_EQ(received.front().n_best.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(With, ATranslator, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

TEST_F(ATranslator, HandsOverTheFirstBeforeTheLastIsTranslated) {
  auto options = translator_.search_options();
  options.batch_size = 1;
  size_t steps = 0;
  std::vector<size_t> steps_before;
  translator_.translate_each(lines_,
                             [&](size_t, const Translation&) { steps_before.push_back(steps); },
                             options, 1, {}, {.check = [&] { ++steps; }});
  ASSERT_EQ(steps_before.size(), lines_.size());
  EXPECT_GT(steps_before.front(), 0U);
  for (size_t line = 1; line < lines_.size(); ++line) {
    EXPECT_GT(steps_before[line], steps_before[line - 1]);
  }
}

TEST_F(ATranslator, HandsOverWhatIsWishedForEachLine) {
  RequestOptions request_options;
  for (size_t line = 0; line < lines_.size(); ++line) {
    request_options.prefixes.push_back(line % 2 == 0 ? "the cat" : "a dog");
  }
  auto options = translator_.search_options();
  options.batch_size = 3;
  translator_.translate_each(
      lines_,
      [&](size_t line, const Translation& translation) {
        EXPECT_TRUE(translation.text.starts_with(request_options.prefixes[line]))
            << translation.text;
      },
      options, 1, request_options);
}

TEST_F(ATranslator, EndsWhereWhatReceivesThrows) {
  auto options = translator_.search_options();
  options.batch_size = 1;
  size_t received = 0;
  const auto receive = [&](size_t, const Translation&) {
    if (++received == 3) throw std::length_error("enough");
  };
  EXPECT_THROW(translator_.translate_each(lines_, receive, options), std::length_error);
  EXPECT_EQ(received, 3U);
}

TEST_F(ATranslator, StopsBeforeTheNextStepWhateverItDoes) {
  using Work = std::function<void(const Control&)>;
  const auto options = endless(translator_.search_options());
  const std::vector<Work> kinds = {
      [&](const Control& control) { translator_.translate(lines_, options, 1, {}, control); },
      [&](const Control& control) {
        translator_.translate(lines_, endless(by_modules()), 1, {}, control);
      },
      [&](const Control& control) {
        translator_.translate(lines_, options, 1, {.alternatives = 2}, control);
      },
      [&](const Control& control) {
        translator_.translate_each(
            lines_, [](size_t, const Translation&) {}, options, 1, {}, control);
      },
      [&](const Control& control) { translator_.translate_text(lines_, options, {}, control); },
      [&](const Control& control) {
        translator_.translate(lines_, options, 1, {.draw = Draw()}, control);
      },
      [&](const Control& control) {
        translator_.translate(lines_, options, 1, {.draw = Draw{.least_risk = 3}}, control);
      }};
  for (const auto& work : kinds) {
    std::stop_source stop;
    int steps = 0;
    const auto stop_at_the_third = [&] {
      if (++steps == 3) stop.request_stop();
    };
    EXPECT_THROW(work({.stop = stop.get_token(), .check = stop_at_the_third}), Cancelled);
    EXPECT_EQ(steps, 3);
  }
}

TEST_F(ATranslator, IsStoppedByAnotherThread) {
  for (const int64_t threads : {1, 2}) {
    const Translator translator(folder_ / "model", {.device = "cpu", .threads = threads});
    const auto lines = std::span(lines_).first(2);  // two threads, one line each
    std::stop_source stop;
    const std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    EXPECT_THROW(translator.translate(lines, endless(), 1, {}, {.stop = stop.get_token()}),
                 Cancelled);
  }
  model::set_threads(1);
}

TEST_F(ATranslator, TranslatesAsBeforeOnceItWasStopped) {
  const auto before = translator_.translate(lines_);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(translator_.translate(lines_, {.stop = stop.get_token()}), Cancelled);
  EXPECT_EQ(translator_.translate(lines_), before);
}

TEST_F(ATranslator, SaysWhichOptionIsWrong) {
  const auto error_of = [&](const config::SearchOptions& options, int64_t n_best) {
    return test::thrown_error([&] { translator_.translate(lines_, options, n_best); });
  };
  EXPECT_EQ(error_of({.beam_size = 0}, 1).problem(),
            "search.beam_size is 0, but must be at least 1");
  EXPECT_EQ(error_of({.beam_size = 4}, 5).problem(),
            "n_best is 5, but must be from 1 to search.beam_size (4)");
}

}  // namespace
}  // namespace regard::translate
