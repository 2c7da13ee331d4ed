// Tests the page in Chromium: what it shows after a reader's actions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pages/film_page.h"
#include "support/base/browser.h"
#include "support/base/film_example.h"

namespace regard::report {
namespace {

using nlohmann::json;
using test::kDesk, test::kTelephone;

class FilmPageInBrowser : public test::BrowserTest {
 protected:
  /// The result of the script, which can call all(part), the text of `part` in each run from left
  /// to right, and press(key, element).
  static json seen(const std::vector<FilmedRun>& runs, const std::string& script,
                   int width = kDesk) {
    const std::string names = R"(
  const byId = id => document.getElementById(id);
  const all = part => [...document.querySelectorAll('.run .' + part)].map(one => one.textContent);
  const press = (key, element) => element.dispatchEvent(
      new window.KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
)";
    const auto found = browser()->run(film_page(runs), width, names + script);
    EXPECT_EQ(found.at("errors"), json::array());
    return found.at("value");
  }
};

TEST_F(FilmPageInBrowser, GoesFromMomentToMomentByTheArrowKeys) {
  EXPECT_EQ(seen({test::slow_run()}, R"(
  const said = [all('translation')[0]];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    press(key, document.body);
    said.push(all('translation')[0]);
  }
  return said;
)"),
            json({"un", "deux", "quatre", "quatre", "deux"}));
}

TEST_F(FilmPageInBrowser, GoesWhereTheSliderIsMoved) {
  EXPECT_EQ(
      seen({test::slow_run()}, R"(
  byId('moment').value = 2;
  byId('moment').dispatchEvent(new window.Event('input'));
  return [byId('now').textContent, all('translation')[0], all('facts')[0]];
)"),
      json({"step 4", "quatre",
            "step 4 · 4.00 s · loss 2.5 · gradient norm 5 · validation loss 1.25 · BLEU 12.5"}));
}

TEST_F(FilmPageInBrowser, ShowsEachRunsLatestFrameAtTheSameStep) {
  EXPECT_EQ(seen({test::slow_run(), test::fast_run()}, R"(
  const said = [byId('now').textContent, all('translation'), all('facts')[1]];
  byId('moment').value = 3;
  byId('moment').dispatchEvent(new window.Event('input'));
  said.push(byId('now').textContent, all('translation'));
  return said;
)"),
            json({"step 1", {"un", ""}, "no frames yet", "step 8", {"quatre", "eight"}}));
}

TEST_F(FilmPageInBrowser, ShowsEachRunsLatestFrameAtTheSameSecond) {
  EXPECT_EQ(seen({test::slow_run(), test::fast_run()}, R"(
  press('ArrowRight', document.body);  // step 2, after 2 s of the first run
  const axis = document.querySelector('[value=seconds]');
  axis.click();
  const said = [byId('now').textContent, all('translation')];
  press('ArrowLeft', document.body);
  said.push(byId('now').textContent, all('translation'));
  return said;
)"),
            json({"2.00 s", {"deux", "eight"}, "1.00 s", {"un", "four"}}));
}

TEST_F(FilmPageInBrowser, LetsAMapHandleItsArrowKeys) {
  EXPECT_EQ(seen({test::slow_run()}, R"(
  const map = document.querySelector('.map');
  map.dispatchEvent(new window.Event('focus'));
  const said = [all('value')[0]];
  press('ArrowRight', map);
  said.push(all('value')[0], byId('moment').value);
  press('ArrowRight', byId('sentence'));
  said.push(byId('moment').value);
  return said;
)"),
            json({"un → a: 0.250", "un → cat: 0.750", "0", "0"}));
}

TEST_F(FilmPageInBrowser, PlaysToTheEndAndStops) {
  EXPECT_EQ(seen({test::slow_run()}, R"(
  byId('play').click();
  const said = [byId('play').textContent];
  await new Promise(done => window.setTimeout(done, 5000));
  said.push(all('translation')[0], byId('play').textContent);
  byId('play').click();  // from the beginning
  said.push(all('translation')[0]);
  return said;
)"),
            json({"❚❚ pause", "quatre", "▶ play", "un"}));
}

TEST_F(FilmPageInBrowser, ShowsTheChosenSentence) {
  auto run = test::slow_run();
  run.frames[0].sentences.push_back(
      {.source = "a dog", .reference = "un chien", .translation = "chien"});
  EXPECT_EQ(
      seen({run, test::fast_run()}, R"(
  byId('sentence').value = 1;
  byId('sentence').dispatchEvent(new window.Event('change'));
  press('ArrowRight', document.body);
  const later = all('translation');
  press('ArrowLeft', document.body);
  return [byId('source').textContent, byId('reference').textContent, all('translation'), later];
)"),
      json({"a dog", "un chien", {"chien", ""}, {"(not in this film)", "(not in this film)"}}));
}

TEST_F(FilmPageInBrowser, ReportsThatAModelHasNoAttention) {
  auto run = test::slow_run();
  run.frames[0].sentences[0].attention.clear();
  EXPECT_EQ(seen({run}, R"(
  return [all('value')[0], window.getComputedStyle(document.querySelector('.map')).display];
)"),
            json({"This model has no attention.", "none"}));
}

TEST_F(FilmPageInBrowser, DrawsTheNormsOfLayersOnOneLogarithmicAxis) {
  auto run = test::slow_run();
  run.frames[0].layers = {{"encoder", 0.01}, {"decoder", 0.1}, {"bridge", 1}};
  const auto found = seen({run}, R"(
  const bars = [...document.querySelectorAll('.bars .bar')];
  return [bars.map(bar => Number(bar.getAttribute('width'))),
          [...document.querySelectorAll('.bars .norm')].map(one => one.textContent)];
)");
  EXPECT_EQ(found[1], json({"0.01", "0.1", "1"}));
  const auto widths = found[0].get<std::vector<double>>();
  // The axis begins at 0.01, and all decades have equal length.
  EXPECT_NEAR(widths.at(0), 0, 1e-6);
  EXPECT_NEAR(widths.at(2), 2 * widths.at(1), 1e-6);
  EXPECT_GT(widths.at(1), 10);
}

TEST_F(FilmPageInBrowser, DrawsABarForTheSmallestNorm) {
  auto run = test::slow_run();
  run.frames[0].layers = {{"encoder", 0.0000334}, {"decoder", 1}};
  const auto found = seen({run}, R"(
  return [...document.querySelectorAll('.bars .bar')].map(bar => Number(bar.getAttribute('width')));
)");
  EXPECT_GT(found.at(0).get<double>(), 10);
}

class FilmPageOfWidth : public FilmPageInBrowser, public testing::WithParamInterface<int> {};

TEST_P(FilmPageOfWidth, FitsAndHasRunsSideBySideOnADesk) {
  auto run = test::slow_run();
  run.name = "runs/" + std::string(100, 'x');
  for (auto& frame : run.frames) {
    auto& sentence = frame.sentences[0];
    sentence.source_words = std::vector<std::string>(15, "donaudampfschifffahrt");
    sentence.attention = {std::vector<float>(15, 0.07F)};
    frame.layers.push_back({"convolutional_encoder.convolutions.11", 1});
  }
  const auto found = seen({run, test::fast_run()}, R"(
  const page = document.documentElement;
  const [one, other] = [...document.querySelectorAll('.run')].map(run => run.getBoundingClientRect());
  return [page.scrollWidth - page.clientWidth, one.top === other.top];
)",
                          GetParam());
  EXPECT_EQ(found, json({0, GetParam() == kDesk}));
}

INSTANTIATE_TEST_SUITE_P(, FilmPageOfWidth, testing::Values(kDesk, kTelephone),
                         [](const auto& info) {
                           return std::string(info.param == kDesk ? "Desk" : "Telephone");
                         });

}  // namespace
}  // namespace regard::report
