#include "diagrams/diagram.h"

#include <gtest/gtest.h>

#include <set>

#include "diagrams/models.h"
#include "support/base/browser.h"
#include "support/base/xml.h"

namespace regard::diagrams {
namespace {

std::string page_of_transformer(const std::string& part = "") {
  const auto model = translator(
      "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 2, decoder_layers: "
      "2}");
  return diagram_page(model, part, "configs/small.yaml");
}

std::set<std::string> ids_of(const std::string& page) {
  std::set<std::string> ids;
  for (const auto& section : test::elements_of(page, "section")) {
    EXPECT_TRUE(ids.insert(section.attributes.at("id")).second);
  }
  return ids;
}

TEST(DiagramPage, LeadsFromEachBoxToADiagramThatIsThere) {
  for (const auto& model : every_kind_of_model()) {
    const auto page = diagram_page(model, "", "small");
    const auto ids = ids_of(page);
    int links = 0;
    for (const auto& link : test::elements_of(page, "a")) {
      const auto target = link.attributes.at("href");
      ASSERT_EQ(target.front(), '#');
      EXPECT_TRUE(ids.contains(target.substr(1))) << target;
      ++links;
    }
    EXPECT_GT(links, 4);
  }
}

TEST(DiagramPage, HasOneOfBlocksThatAreAlike) {
  const auto ids = ids_of(page_of_transformer());
  EXPECT_TRUE(ids.contains("decoder.blks.block0.attention2"));
  EXPECT_FALSE(ids.contains("decoder.blks.block1.attention2"));
  EXPECT_TRUE(ids_of(page_of_transformer("decoder.blks.block1"))
                  .contains("decoder.blks.block1.attention2"));
}

class DiagramPageInBrowser : public test::BrowserTest {};

TEST_F(DiagramPageInBrowser, ZoomsFromTheWholeIntoABlock) {
  const auto seen = browser()->run(page_of_transformer(), test::kDesk, R"(
  const shown = () => [...document.querySelectorAll('section')]
      .filter(section => getComputedStyle(section).display !== 'none').map(section => section.id);
  const said = [shown()];
  for (const target of ['decoder.blks.block0.attention1', 'model']) {
    window.location.hash = '#' + target;
    said.push(shown());
  }
  const first = document.querySelector('#model svg a');
  first.focus();
  said.push(document.activeElement.getAttribute('href').startsWith('#encoder'));
  return said;
)");
  EXPECT_EQ(seen.at("value"),
            nlohmann::json({{"model"}, {"decoder.blks.block0.attention1"}, {"model"}, true}));
  EXPECT_EQ(seen.at("errors"), nlohmann::json::array());
}

TEST_F(DiagramPageInBrowser, IsNoWiderThanATelephone) {
  const auto seen = browser()->run(page_of_transformer(), test::kTelephone, R"(
  const page = document.documentElement;
  return page.scrollWidth - page.clientWidth;
)");
  EXPECT_EQ(seen.at("value"), 0);
}

}  // namespace
}  // namespace regard::diagrams
