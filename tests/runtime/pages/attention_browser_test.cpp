// Tests the page in Chromium: what it shows after a reader's actions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pages/attention_page.h"
#include "support/base/browser.h"

namespace regard::report {
namespace {

using nlohmann::json;
using test::kDesk;

class AttentionPageInBrowser : public test::BrowserTest {};

TEST_F(AttentionPageInBrowser, ShowsWeightsByKeysAndDrawsTheChosenHead) {
  translate::AttendedTranslation translation;
  translation.source = {"▁a", "</s>"};
  translation.written = {"▁b", "</s>"};
  translation.read = {"<s>", "▁b"};
  for (int64_t head = 0; head < 2; ++head) {
    const float weight = head == 0 ? 0.25F : 0.5F;
    translation.attention.push_back({.head = head, .weights = {{weight, 1 - weight}, {0.F, 1.F}}});
  }
  AttentionPage page("runs/a");
  page.add(translation);
  const auto seen = browser()->run(page.html(), kDesk, R"(
  const byId = id => document.getElementById(id);
  const said = [];
  byId('map').dispatchEvent(new window.Event('focus'));
  said.push(byId('value').textContent);
  byId('map').dispatchEvent(new window.KeyboardEvent('keydown', {key: 'ArrowRight'}));
  said.push(byId('value').textContent);
  byId('head').value = 1;
  byId('head').dispatchEvent(new window.Event('change'));
  byId('map').dispatchEvent(new window.Event('focus'));
  said.push(byId('value').textContent);
  return said;
)");
  // Initially, the mean of both heads.
  EXPECT_EQ(seen.at("value"), json({"b → a: 0.375", "b → </s>: 0.625", "b → a: 0.250"}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST_F(AttentionPageInBrowser, BeginsWithTheLastLayer) {
  translate::AttendedTranslation translation;
  translation.source = translation.written = translation.read = {"▁a"};
  for (int64_t layer = 0; layer < 3; ++layer) {
    translation.attention.push_back(
        {.layer = layer, .weights = {{0.25F * static_cast<float>(layer + 1)}}});
  }
  AttentionPage page("runs/a");
  page.add(translation);
  const auto seen = browser()->run(page.html(), kDesk, R"(
  document.getElementById('map').dispatchEvent(new window.Event('focus'));
  return document.getElementById('value').textContent;
)");
  EXPECT_EQ(seen.at("value"), "a → a: 0.750");
}

TEST_F(AttentionPageInBrowser, IsNoWiderThanATelephone) {
  translate::AttendedTranslation translation;
  translation.line = "a long sentence of many words " + std::string(100, 'x');
  translation.source = std::vector<std::string>(40, "▁donaudampfschifffahrt");
  translation.written = translation.read = {"▁b"};
  translation.attention.push_back({.weights = {std::vector<float>(40, 0.025F)}});
  AttentionPage page("runs/a/model/with/a/very/long/path/that/names/many/folders");
  page.add(translation);
  page.add(translation);
  const auto seen = browser()->run(page.html(), test::kTelephone, R"(
  const page = document.documentElement;
  return page.scrollWidth - page.clientWidth;
)");
  EXPECT_EQ(seen.at("value"), 0);
}

TEST_F(AttentionPageInBrowser, ShowsTheChosenSentence) {
  translate::AttendedTranslation one;
  one.line = "a";
  one.source = {"▁a"};
  one.written = {"▁b"};
  one.read = {"<s>"};
  one.attention.push_back({.weights = {{1.F}}});
  auto other = one;
  other.line = "c";
  other.source = {"▁c"};
  AttentionPage page("runs/a");
  page.add(one);
  page.add(other);
  const auto seen = browser()->run(page.html(), kDesk, R"(
  const byId = id => document.getElementById(id);
  const said = [byId('sentences').hidden, byId('source').textContent];
  byId('sentence').value = 1;
  byId('sentence').dispatchEvent(new window.Event('change'));
  byId('map').dispatchEvent(new window.Event('focus'));
  said.push(byId('source').textContent, byId('value').textContent);
  return said;
)");
  EXPECT_EQ(seen.at("value"), json({false, "a", "c", "b → c: 1.000"}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

}  // namespace
}  // namespace regard::report
