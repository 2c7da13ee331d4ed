#include "explain/walk.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "config/yaml_reader.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "support/base/browser.h"
#include "support/tiny_model.h"

namespace regard::explain {
namespace {

using nlohmann::json;

Walk walk_of(const std::string& options, const std::string& line) {
  static const auto tiny = test::tiny_model();
  const int64_t vocab = tiny.tokenizers.source().size();
  const auto model =
      model::make_seq2seq_model(config::read_yaml(options, "model"), vocab, vocab, true);
  model->eval();
  return walk({"runs/tiny", model, tiny.tokenizers}, line, {.beam_size = 2});
}

std::string small_page() {
  return explain_page(
      walk_of("{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 2, "
              "decoder_layers: 2}",
              "the cat sees a dog"));
}

TEST(ExplainPage, HasAtMostThreeMegabytes) {
  std::string line;
  for (int word = 0; word < 20; ++word) line += word == 0 ? "cat" : " cat";
  const auto page =
      explain_page(walk_of("{type: transformer, d_model: 512, heads: 8, ffn_size: 2048, "
                           "encoder_layers: 6, decoder_layers: 6}",
                           line));
  EXPECT_LT(page.size(), 3'000'000u);
  EXPECT_GT(page.size(), 500'000u);
}

TEST(ExplainPage, EscapesTheSentence) {
  const auto page = explain_page(
      walk_of("{type: rnn_context, embedding_size: 8, hidden_size: 8}", "</script><b>cat"));
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("<b>cat"), std::string::npos);
}

class ExplainPageInBrowser : public test::BrowserTest {};

TEST_F(ExplainPageInBrowser, BeginsWithThePrintedNumbers) {
  const auto seen = browser()->run(explain_page({}), test::kDesk, R"(
  const map = document.getElementById('map');
  const said = [];
  map.dispatchEvent(new window.Event('focus'));
  said.push(document.getElementById('value').textContent);
  map.dispatchEvent(new window.KeyboardEvent('keydown', {key: 'ArrowRight'}));
  said.push(document.getElementById('value').textContent);
  return said;
)");
  EXPECT_EQ(seen.at("value"), json({"0, 0: 0.4448", "0, 1: 0.5552"}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST_F(ExplainPageInBrowser, HasChineseMarksInChineseLabels) {
  const auto page =
      explain_page(walk_of("{type: rnn_context, embedding_size: 8, hidden_size: 8}", "cat"),
                   words::Language::zh);
  const auto seen = browser()->run(page, test::kDesk, R"(
  return document.getElementById('tokenname').textContent;
)");
  EXPECT_EQ(seen.at("value"), "1：cat");
}

TEST_F(ExplainPageInBrowser, SaysWhatTheRowsAndColumnsOfAnExampleAre) {
  const auto seen = browser()->run(explain_page({}), test::kDesk, R"(
  const titles = () => [...document.querySelectorAll('#map text')].map(text => text.textContent);
  const slider = name => document.getElementById(name);
  const first = ['query', 'key'].map(axis => titles().includes(axis));
  let numbers = 0;
  for (let step = 0; step <= Number(slider('step').max); ++step) {
    slider('step').value = step;
    slider('step').dispatchEvent(new window.Event('input'));
    for (let head = 0; head <= Number(slider('head').max); ++head) {
      slider('head').value = head;
      slider('head').dispatchEvent(new window.Event('input'));
      numbers += titles().includes('number') || titles().includes('numbers') ? 1 : 0;
    }
  }
  return [...first, numbers];
)");
  EXPECT_EQ(seen.at("value"), json({true, true, 0}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST_F(ExplainPageInBrowser, WalksByKeysThroughEveryStepTokenLayerAndHead) {
  const auto seen = browser()->run(small_page(), test::kDesk, R"(
  const press = key => document.body.dispatchEvent(new window.KeyboardEvent('keydown', {key, bubbles: true}));
  const slide = (name, value) => {
    const slider = document.getElementById(name);
    slider.value = value;
    slider.dispatchEvent(new window.Event('input'));
  };
  const titles = new Set(), last = Number(document.getElementById('step').max);
  for (let i = 0; i < last; ++i) {
    press('ArrowRight');
    titles.add(document.getElementById('part').textContent + document.getElementById('title').textContent);
    if (!document.querySelector('#formula *')) throw new Error('no formula');
    if (!document.querySelector('#map rect, #table td')) throw new Error('no numbers');
  }
  const found = [...titles].findIndex(title => title === 'decoder ·cross-attention: softmax') + 1;
  slide('step', found);
  slide('layer', 1);
  slide('head', 1);
  press('ArrowDown');
  return [titles.size === last, found > 0, document.getElementById('layername').textContent,
          document.getElementById('headname').textContent, document.getElementById('token').value,
          document.querySelectorAll('#map .token').length];
)");
  EXPECT_EQ(seen.at("value"), json({true, true, "2 of 2", "2 of 2", "1", 1}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST_F(ExplainPageInBrowser, IsNoWiderThanATelephone) {
  const auto seen = browser()->run(small_page(), test::kTelephone, R"(
  const page = document.documentElement, wide = [];
  for (let i = 0; i <= Number(document.getElementById('step').max); ++i) {
    if (page.scrollWidth > page.clientWidth) wide.push(document.getElementById('title').textContent);
    document.getElementById('next').click();
  }
  return wide;
)");
  EXPECT_EQ(seen.at("value"), json::array());
}

TEST_F(ExplainPageInBrowser, HasABarOfColoursNextToEveryMap) {
  const auto seen = browser()->run(small_page(), test::kDesk, R"(
  const bars = {};
  for (let i = 0; i <= Number(document.getElementById('step').max); ++i) {
    const bar = document.getElementById('colours').textContent;
    const hasMap = document.getElementById('map').style.display !== 'none';
    const isWeight = document.getElementById('title').textContent.endsWith('softmax');
    const kind = !hasMap ? 'none' : isWeight ? 'weights' : 'numbers';
    (bars[kind] = bars[kind] || []).push(bar);
    document.getElementById('next').click();
  }
  const parts = bar => /^\u2212(.+)\1$/.test(bar);  // from minus the largest number to that number
  return [bars.weights.every(bar => bar === '01'), bars.none.every(bar => bar === ''), bars.numbers.filter(bar => bar !== '01').every(parts)];
)");
  EXPECT_EQ(seen.at("value"), json({true, true, true}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

TEST(ExplainPage, SaysWhatTheModelDidNotRead) {
  auto walk = walk_of("{type: rnn_context, embedding_size: 8, hidden_size: 8}", "the cat");
  EXPECT_EQ(explain_page(walk).find("did not read"), std::string::npos);
  walk.copied = {"3", "a@b.org"};
  walk.sentences = 2;
  const auto page = explain_page(walk);
  EXPECT_NE(page.find("which are copied: 3, a@b.org</p>"), std::string::npos);
  EXPECT_NE(page.find("The text has 2 sentences; this is the first."), std::string::npos);
}

}  // namespace
}  // namespace regard::explain
