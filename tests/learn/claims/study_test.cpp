#include "claims/study.h"

#include <gtest/gtest.h>

#include <set>

#include "base/log.h"
#include "support/base/browser.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"

namespace regard::claims {
namespace {

/// Claims whose trials take less than a second.
const std::vector<std::string> kFast = {"chain-rule-terms", "kernel-consistency"};

class Study : public test::BrowserTest {
 protected:
  void SetUp() override { set_quiet(true); }
  void TearDown() override { set_quiet(false); }

  StudyOptions options(int64_t seeds) const {
    return {.folder = folder_ / "out",
            .markdown = folder_ / "study.md",
            .names = kFast,
            .seeds = seeds};
  }

  test::TemporaryFolder folder_;
};

TEST_F(Study, WritesTrialsPicturesPageAndMarkdown) {
  study(options(3));
  for (const auto& name : kFast) {
    EXPECT_TRUE(folder_.read("out/" + name + ".svg").starts_with("<svg")) << name;
  }
  const auto findings = findings_in(folder_ / "out");
  ASSERT_EQ(findings.size(), 2);
  EXPECT_EQ(findings[0].trials.size(), 3);
  EXPECT_EQ(findings[0].verdict.text, "holds");
  EXPECT_TRUE(findings[1].verdict.text.starts_with("depends on the kernel's width"));
  const auto page = folder_.read("out/index.html"), markdown = folder_.read("study.md");
  for (const auto& text : {page, markdown}) {
    EXPECT_NE(text.find("Kernel regression finds the truth as data grow: depends on"),
              std::string::npos);
  }
  EXPECT_NE(markdown.find("](out/kernel-consistency.svg)"), std::string::npos);
}

TEST_F(Study, GoesOnWithTheTrialsThatAreMissing) {
  study(options(2));
  const auto two = folder_.read("out/kernel-consistency.jsonl");
  study(options(3));
  const auto three = folder_.read("out/kernel-consistency.jsonl");
  EXPECT_EQ(three.substr(0, two.size()), two);
  const auto trials = findings_in(folder_ / "out")[1].trials;
  ASSERT_EQ(trials.size(), 3);
  EXPECT_EQ(trials[2].seed, 3);
  study(options(3));
  EXPECT_EQ(folder_.read("out/kernel-consistency.jsonl"), three);
}

TEST_F(Study, KnowsTheNamesOfClaims) {
  const auto error =
      test::thrown_error([&] { study({.folder = folder_ / "out", .names = {"multihead"}}); });
  EXPECT_EQ(error.problem(), "unknown claim multihead");
  EXPECT_NE(error.remedy().find("multi-head"), std::string::npos);
}

// docs/study.md is the output of `regard claims -o docs/study --markdown docs/study.md`, with all
// trials that each claim requires.
TEST_F(Study, OfTheDocumentationIsWhatTheProgramMakesOfItsTrials) {
  const auto docs = test::source_folder() / "docs";
  const auto findings = findings_in(docs / "study");
  ASSERT_EQ(findings.size(), claims().size());
  EXPECT_EQ(test::content_of(docs / "study.md"), study_markdown(findings, "study"));
  for (const auto& finding : findings) {
    EXPECT_EQ(static_cast<int>(finding.trials.size()), finding.claim->seeds) << finding.claim->name;
    EXPECT_EQ(test::content_of(docs / "study" / (std::string(finding.claim->name) + ".svg")),
              study_svg(finding))
        << finding.claim->name;
  }
}

// docs/study.zh.md is the output of `regard claims` with --lang zh.
TEST_F(Study, OfTheDocumentationIsChineseToo) {
  const auto docs = test::source_folder() / "docs";
  const auto findings = findings_in(docs / "study");
  EXPECT_EQ(test::content_of(docs / "study.zh.md"),
            study_markdown(findings, "study", words::Language::zh));
  const auto page = study_page(findings, words::Language::zh);
  EXPECT_NE(page.find("<html lang=\"zh\">"), std::string::npos);
  EXPECT_NE(page.find("<td>大于0</td><td><strong>是</strong></td>"), std::string::npos);
  EXPECT_NE(study_svg(findings.front(), words::Language::zh).find("裁剪，学习率4"),
            std::string::npos);
  for (const auto& finding : findings) {
    EXPECT_EQ(test::content_of(docs / "study" / (std::string(finding.claim->name) + ".zh.svg")),
              study_svg(finding, words::Language::zh))
        << finding.claim->name;
  }
}

// A logarithmic chart draws geometric means; the checks of the same measurements also print them.
TEST_F(Study, PrintsTheMeansThatItDraws) {
  const auto as_drawn = [](const Interval& interval) {
    return draw::label(interval.mean) + " [" + draw::label(interval.low);
  };
  for (const auto& finding : findings_in(test::source_folder() / "docs/study")) {
    std::set<std::string> others;  // means that a logarithmic chart does not draw
    for (const auto& chart : finding.claim->charts) {
      if (chart.axis.scale != draw::Scale::log) continue;
      for (const auto& row : chart.rows) {
        std::vector<double> values;
        for (const auto& trial : finding.trials) {
          values.push_back(trial.measured.at(row.measurement));
        }
        others.insert(as_drawn(interval_of(values)));
      }
    }
    for (const auto& check : finding.verdict.checks) {
      EXPECT_FALSE(others.contains(as_drawn(check.interval))) << finding.claim->name;
    }
  }
}

TEST_F(Study, LogsVerdictsInTheLanguageOfThePage) {
  set_quiet(false);
  auto chinese = options(3);
  chinese.language = words::Language::zh;
  chinese.names = {"chain-rule-terms"};
  testing::internal::CaptureStderr();
  study(chinese);
  const auto logged = testing::internal::GetCapturedStderr();
  EXPECT_NE(logged.find("chain-rule-terms: 成立"), std::string::npos) << logged;
}

TEST_F(Study, SaysEverythingInChinese) {
  const auto& chinese = *words::phrases_of(words::Language::zh);
  const auto expect_known = [&](std::string_view text) {
    EXPECT_EQ(chinese.unknown(text), std::vector<std::string>());
  };
  for (const auto& claim : claims()) {
    for (const auto text :
         {claim.title, claim.statement, claim.experiment, claim.remark, claim.source})
      expect_known(text);
    expect_known("depends on " + std::string(claim.depends_on));
    for (const auto& check : claim.checks) {
      expect_known(check.statement);
      expect_known(check.quantity_name);
    }
    for (const auto& chart : claim.charts) {
      expect_known(chart.title);
      expect_known(chart.axis.title);
      for (const auto& row : chart.rows) expect_known(row.name);
    }
  }
}

TEST_F(Study, FitsOnADeskAndOnATelephone) {
  BrowserTest::SetUp();
  if (IsSkipped()) return;
  const auto page = study_page(findings_in(test::source_folder() / "docs/study"));
  for (const int width : {test::kDesk, test::kTelephone}) {
    const auto seen = browser()->run(page, width, R"(
  const page = document.documentElement;
  const broken = [...document.querySelectorAll('a[href^="#"]')].filter(
    (link) => !document.getElementById(link.hash.slice(1)));
  return [document.querySelectorAll('section > svg').length, broken.length,
          page.scrollWidth - page.clientWidth];
)");
    EXPECT_EQ(seen.at("value"), nlohmann::json({claims().size(), 0, 0})) << width;
    EXPECT_EQ(seen.at("errors"), nlohmann::json::array());
  }
}

}  // namespace
}  // namespace regard::claims
