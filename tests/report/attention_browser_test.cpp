// The page as readers meet it, in Chromium: what it shows after what a reader does.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "regard/report/attention_page.h"
#include "support/browser.h"

namespace regard::report {
namespace {

using nlohmann::json;
using test::kDesk;

class AttentionPageInBrowser : public test::BrowserTest {};

TEST_F(AttentionPageInBrowser, SaysWeightsByKeysAndDrawsTheHeadThatIsChosen) {
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
  EXPECT_EQ(seen.at("value"), json({"b → a: 0.250", "b → </s>: 0.750", "b → a: 0.500"}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST_F(AttentionPageInBrowser, ShowsTheSentenceThatIsChosen) {
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
