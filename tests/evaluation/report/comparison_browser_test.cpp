// Tests the page in Chromium: what it shows after a reader's actions.
#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/comparison_page.h"
#include "support/base/browser.h"
#include "support/comparison_example.h"

namespace regard::report {
namespace {

using nlohmann::json;
using test::kDesk;
using test::kTelephone;

// A reader's actions on the page of small_comparison(), and what the page then shows.
constexpr const char* kReading = R"(
  const byId = id => document.getElementById(id);
  const numbers = () => [...document.querySelectorAll('#rows > tr')].map(row => row.cells[0].textContent);
  const tip = () => byId('tip').hidden ? '' : byId('tip').textContent;
  const put = (id, value) => { byId(id).value = value; byId(id).dispatchEvent(new window.Event('input')); };
  const point = at => at.dispatchEvent(new window.PointerEvent('pointerover', {bubbles: true}));
  const press = (at, key) => at.dispatchEvent(new window.KeyboardEvent('keydown', {key, bubbles: true}));
  const head = key => document.querySelector(`#sentence-table button[data-key="${key}"]`);
  const word = (line, i) => document.querySelector(`#rows tr ${line} [data-word="${i}"]`);
  const seen = {first: numbers(), firstState: byId('found').textContent};

  seen.search = {};
  for (const text of ['ELEVE', 'roman', '<\/script>', 'nowhere']) { put('find', text); seen.search[text] = numbers(); }
  put('find', '');
  put('kind', '2');
  seen.kind = [byId('kind').selectedOptions[0].textContent, numbers()];
  put('kind', '');
  put('best', '1'); seen.secondIsBest = numbers();
  put('best', '-1'); seen.noneIsBest = numbers();
  put('best', '');

  seen.sorted = {};
  for (const key of ['difference', 'words', '0']) {
    head(key).click();
    seen.sorted[key] = [numbers(), head(key).parentNode.getAttribute('aria-sort')];
  }
  head('0').click();
  seen.sortedAgain = [numbers(), head('0').parentNode.getAttribute('aria-sort')];
  seen.heads = document.querySelectorAll('#sentence-table th[aria-sort]').length;
  head('number').click();
  put('metric', '2'); seen.ter = document.querySelector('#rows tr').cells[3].textContent; put('metric', '0');

  const classes = line => [...document.querySelectorAll(`#rows tr:first-child ${line} [class]`)]
      .filter(part => part.matches('.alone, .off, .missed')).map(part => part.className + ' ' + part.textContent);
  seen.first_system = classes('[data-system="0"]');
  seen.second_system = classes('[data-system="1"]');
  put('against', 'first'); seen.against_first = classes('[data-system="1"]'); put('against', 'reference');
  seen.wins = [...document.querySelectorAll('.wins li')].map(item => item.querySelectorAll('p').length);

  point(word('[data-side=source]', 1));
  seen.sourceWord = [tip(), [...document.querySelectorAll('.attended')].map(word => word.textContent)];
  point(word('[data-system="1"]', 0));
  seen.targetWord = [tip(), [...document.querySelectorAll('.attended')].map(word => word.textContent)];
  point(document.querySelector('#rows tr td'));
  seen.nothing = [tip(), document.querySelectorAll('.attended').length];

  const button = document.querySelector('#rows button');
  button.click();
  const maps = document.querySelectorAll('#rows .map');
  seen.maps = maps.length;
  seen.best = [...document.querySelectorAll('#rows .side ol')].map(list => list.children.length);
  maps[1].focus(); maps[1].dispatchEvent(new window.Event('focus'));
  press(maps[1], 'ArrowRight');
  seen.cell = tip();
  button.click();
  seen.closed = [document.querySelectorAll('#rows .map').length, button.getAttribute('aria-expanded')];

  const chart = document.querySelector('#quality figure svg');
  point(chart.querySelector('.value .mark'));
  seen.bar = tip();
  press(chart, 'ArrowRight');
  seen.nextBar = tip();
  press(chart, 'Escape');
  seen.afterEscape = tip();
  seen.titles = document.querySelectorAll('figure title').length;

  const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  seen.idsTwice = ids.filter((id, i) => ids.indexOf(id) !== i);
  seen.unlabelled = [...document.querySelectorAll('input, select')].filter(field => field.labels.length === 0).length;
  seen.bold = document.querySelectorAll('b[title]').length;
  seen.loaded = window.performance.getEntriesByType('resource').length;
  return seen;
)";

// The page is opened once for all tests, since that takes a second or two.
class ComparisonPageInBrowser : public test::BrowserTest {
 protected:
  static const json& seen() {
    static const json result =
        browser()->run(comparison_page(test::small_comparison()).html, kDesk, kReading);
    return result;
  }
  static json value(const std::string& name) { return seen().at("value").at(name); }
};

TEST_F(ComparisonPageInBrowser, LoadsWithoutErrors) {
  EXPECT_EQ(seen().at("errors"), json::array());
  EXPECT_EQ(value("first"), json({"1", "2", "3"}));
  EXPECT_EQ(value("firstState"),
            "3 of 3 sentences match; all of them are below, ordered by no., smallest first.");
  EXPECT_EQ(value("loaded"), 0);
}

TEST_F(ComparisonPageInBrowser, ShowsTextsOfUsersAsTexts) {
  EXPECT_EQ(value("bold"), 0);  // the texts contain <b title="x">
}

TEST_F(ComparisonPageInBrowser, FindsWordsWhateverTheirCaseAndAccents) {
  EXPECT_EQ(
      value("search"),
      json({{"ELEVE", {"1"}}, {"roman", {"1"}}, {"</script>", {"2"}}, {"nowhere", json::array()}}));
}

TEST_F(ComparisonPageInBrowser, FiltersByKindAndByWhoIsBest) {
  EXPECT_EQ(value("kind"), json({"</script><b title=\"x\">&amp; 'y'", json::array({"2"})}));
  EXPECT_EQ(value("secondIsBest"), json::array({"1"}));
  EXPECT_EQ(value("noneIsBest"), json::array({"2"}));
}

TEST_F(ComparisonPageInBrowser, SortsByAHeadAndTurnsTheOrderAtTheSecondClick) {
  EXPECT_EQ(value("sorted"), json({{"difference", {{"1", "2", "3"}, "descending"}},
                                   {"words", {{"2", "1", "3"}, "descending"}},
                                   {"0", {{"2", "3", "1"}, "descending"}}}));
  EXPECT_EQ(value("sortedAgain"), json({{"1", "2", "3"}, "ascending"}));
  EXPECT_EQ(value("heads"), 1);
  EXPECT_EQ(value("ter"), "38.5");
}

TEST_F(ComparisonPageInBrowser, MarksWrongWordsAndThoseThatOnlyOneSystemHas) {
  EXPECT_EQ(value("first_system"), json({"off un", "alone livre"}));
  EXPECT_EQ(value("second_system"), json({"alone l'", "alone un", "off roman"}));
  EXPECT_EQ(value("against_first"), json({"off l'", "off un", "off roman"}));
  EXPECT_EQ(value("wins"), json({4, 4}));
}

TEST_F(ComparisonPageInBrowser, ShowsTheAttentionOfAllSystemsForTheWordUnderThePointer) {
  EXPECT_EQ(value("sourceWord"),
            json({"rnn: élève 0.84\ntransformer: lit 0.84", {"élève", "lit"}}));
  EXPECT_EQ(value("targetWord"), json({"attends to the 0.84", json::array({"the"})}));
  EXPECT_EQ(value("nothing"), json({"", 0}));
}

TEST_F(ComparisonPageInBrowser, OpensNBestListsAndMapsThatTheKeyboardReaches) {
  EXPECT_EQ(value("maps"), 2);
  EXPECT_EQ(value("best"), json({2, 2}));
  EXPECT_EQ(value("cell"), "l'élève ← pupil: 0.05");
  EXPECT_EQ(value("closed"), json({0, "false"}));
}

TEST_F(ComparisonPageInBrowser, SaysTheValuesOfChartsByPointerAndKeys) {
  EXPECT_EQ(value("bar"), "BLEU, rnn: 27.4 (25.9 to 29.1)");
  EXPECT_EQ(value("nextBar"), "BLEU, transformer: 34.2 (32.6 to 35.6)");
  EXPECT_EQ(value("afterEscape"), "");
  EXPECT_EQ(value("titles"), 0);  // the browser would show <title> elements too
}

TEST_F(ComparisonPageInBrowser, HasUniqueIdsAndLabelsAlsoAfterItsScript) {
  EXPECT_EQ(value("idsTwice"), json::array());
  EXPECT_EQ(value("unlabelled"), 0);
}

TEST_F(ComparisonPageInBrowser, BeginsWithASummaryOfOneScreen) {
  const auto page = comparison_page(test::many_comparison(2, 100)).html;
  const auto seen = browser()->run(page, kDesk, R"(
  const verdict = document.getElementById('verdict').getBoundingClientRect();
  return {page: document.body.getBoundingClientRect().height, verdict: verdict.bottom};
)");
  EXPECT_LE(seen.at("value").at("verdict"), 900);
  EXPECT_LE(seen.at("value").at("page"), 1300);
}

TEST_F(ComparisonPageInBrowser, UnfoldsASectionThatALinkLeadsTo) {
  const auto seen = browser()->run(comparison_page(test::small_comparison()).html, kDesk, R"(
  const open = () => [...document.querySelectorAll('.folded > details[open]')].map(part => part.parentNode.id);
  const seen = [open()];
  document.querySelector('nav a[href="#sentences"]').click();
  seen.push(open());
  window.dispatchEvent(new window.Event('beforeprint'));
  seen.push(open().length);
  window.dispatchEvent(new window.Event('afterprint'));
  seen.push(open());
  return seen;
)");
  EXPECT_EQ(seen.at("value"),
            json({json::array(), json::array({"sentences"}), 5, json::array({"sentences"})}));
}

TEST_F(ComparisonPageInBrowser, ShowsTheSecondSystemOnATelephone) {
  const auto seen = browser()->run(comparison_page(test::small_comparison()).html, kTelephone, R"(
  document.querySelectorAll('details').forEach(part => part.open = true);
  const second = [...document.querySelectorAll('#verdict table, #models table')].map(table =>
      table.tHead.rows[0].cells[2].getBoundingClientRect().right);
  return [second.length > 1, second.filter(right => right > window.innerWidth)];
)");
  EXPECT_EQ(seen.at("value"), json({true, json::array()}));
}

TEST_F(ComparisonPageInBrowser, KeepsNamesOnOneLineIfTheyFit) {
  auto comparison = test::small_comparison();
  comparison.systems[0].name = "a-long-name-of-an-rnn";
  comparison.systems[1].name = "a-long-name-of-a-transformer";
  const auto seen = browser()->run(comparison_page(comparison).html, kDesk, R"(
  return [...document.querySelectorAll('#verdict thead th')].slice(1).map(head => head.getClientRects()[0].height);
)");
  for (const auto& height : seen.at("value")) EXPECT_LT(height, 45) << seen;
}

TEST_F(ComparisonPageInBrowser, IsNoWiderThanATelephone) {
  const auto seen = browser()->run(comparison_page(test::small_comparison()).html, kTelephone, R"(
  document.querySelectorAll('details').forEach(part => part.open = true);
  document.querySelectorAll('#rows button').forEach(button => button.click());
  const page = document.documentElement;
  return [window.innerWidth, page.scrollWidth - page.clientWidth];
)");
  EXPECT_EQ(seen.at("value"), json({kTelephone, 0}));
  EXPECT_EQ(seen.at("errors"), json::array());
}

// Opens everything that can be opened, sorts by every column, and reports errors.
constexpr const char* kOpenEverything = R"(
  document.querySelectorAll('details').forEach(part => part.open = true);
  document.querySelectorAll('#sentence-table th button').forEach(button => button.click());
  [...document.querySelectorAll('#rows button')].slice(0, 3).forEach(button => button.click());
  const page = document.documentElement;
  return {overflow: page.scrollWidth - page.clientWidth, rows: document.querySelectorAll('#rows > tr').length,
          maps: document.querySelectorAll('#rows .map').length};
)";

TEST_F(ComparisonPageInBrowser, HasRoomForThreeAndForTenSystemsOfAThousandSentences) {
  for (const std::size_t systems : {3U, 10U}) {
    const auto page = comparison_page(test::many_comparison(systems, 1000)).html;
    for (const int width : {kTelephone, kDesk}) {
      const auto seen = browser()->run(page, width, kOpenEverything);
      EXPECT_EQ(seen.at("errors"), json::array());
      EXPECT_EQ(seen.at("value").at("overflow"), 0) << systems << " systems, " << width << " wide";
      EXPECT_GE(seen.at("value").at("rows"), 10);
    }
  }
}

TEST_F(ComparisonPageInBrowser, OfManySystemsShowsTheScoresOfTheChosenOne) {
  const auto comparison = test::many_comparison(6, 3);
  const auto seen = browser()->run(comparison_page(comparison).html, kDesk, R"(
  const byId = id => document.getElementById(id);
  const column = () => [...document.querySelectorAll('#rows > tr')].map(row => row.cells[3].textContent);
  const seen = {cells: document.querySelector('#rows tr').cells.length, first: column()};
  byId('column').value = '5';
  byId('column').dispatchEvent(new window.Event('input'));
  seen.name = byId('chosen').textContent;
  seen.last = column();
  document.querySelector('[data-key=chosen]').click();
  seen.sorted = column();
  return seen;
)");
  EXPECT_EQ(seen.at("errors"), json::array());
  const auto scores = [&](std::size_t system) {
    json list;
    for (const auto& sentence : comparison.sentences) {
      std::ostringstream text;
      text << std::fixed << std::setprecision(1) << sentence.systems[system].scores.at("chrf");
      list.push_back(text.str());
    }
    return list;
  };
  const auto& value = seen.at("value");
  EXPECT_EQ(value.at("cells"), 5);  // number, texts, words, scores, spread
  EXPECT_EQ(value.at("first"), scores(0));
  EXPECT_EQ(value.at("name"), "transformer-post");
  EXPECT_EQ(value.at("last"), scores(5));
  auto sorted = scores(5).get<std::vector<std::string>>();
  std::ranges::sort(sorted, std::greater<>(), [](const std::string& s) { return std::stod(s); });
  EXPECT_EQ(value.at("sorted"), json(sorted));
}

TEST_F(ComparisonPageInBrowser, GivesCandidatesBackAsTheyWere) {
  auto comparison = test::small_comparison();
  auto& best = comparison.sentences[0].systems[0].n_best;
  best = {{.text = comparison.sentences[0].systems[0].hypothesis, .score = -0.5},
          {.text = "un élève écrit livre", .score = -0.6},
          {.text = "", .score = -0.7},
          {.text = "un un élève lit livre", .score = -0.8}};
  const auto seen = browser()->run(comparison_page(comparison).html, kDesk, R"(
  document.querySelector('#rows button').click();
  return [...document.querySelectorAll('#rows .side ol')[0].children].map(item => item.firstChild.textContent);
)");
  json texts;
  for (const auto& candidate : best) texts.push_back(candidate.text);
  EXPECT_EQ(seen.at("value"), texts);
}

TEST_F(ComparisonPageInBrowser, PrintsAsManyPagesAsItHas) {
  const auto pdf = browser()->pdf(comparison_page(test::small_comparison()).html);
  ASSERT_TRUE(pdf.starts_with("%PDF-"));
  size_t pages = 0;
  for (size_t at = pdf.find("/Type /Page\n"); at != std::string::npos;
       at = pdf.find("/Type /Page\n", at + 1)) {
    ++pages;
  }
  EXPECT_GE(pages, 3u);
  EXPECT_LE(pages, 20u);
}

}  // namespace
}  // namespace regard::report
