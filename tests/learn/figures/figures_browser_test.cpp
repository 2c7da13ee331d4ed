// The page of figures as readers see it, in Chromium.
#include <gtest/gtest.h>

#include "base/log.h"
#include "figures/figures.h"
#include "support/base/browser.h"
#include "support/base/temporary_folder.h"

namespace regard::figures {
namespace {

class FiguresInBrowser : public test::BrowserTest {};

TEST_F(FiguresInBrowser, FitOnADeskAndOnATelephone) {
  set_quiet(true);
  const test::TemporaryFolder folder;
  const std::vector<std::string> fast = {
      "attention-cues",        "masked-softmax", "attention-scores", "masks",
      "truncation-strategies", "kernel-width",   "layers-compared"};
  for (const auto language : {Language::en, Language::zh}) {
    write_figures(folder / "out", fast, language);
    for (const int width : {test::kDesk, test::kTelephone}) {
      const auto seen = browser()->run(folder.read("out/index.html"), width, R"(
  const page = document.documentElement;
  return [document.querySelectorAll('section > svg').length, page.scrollWidth - page.clientWidth];
)");
      EXPECT_EQ(seen.at("value"), nlohmann::json({fast.size(), 0})) << width;
      EXPECT_EQ(seen.at("errors"), nlohmann::json::array());
    }
  }
  set_quiet(false);
}

}  // namespace
}  // namespace regard::figures
