// The site of the book.
#include "book/book_site.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "book/assets.h"
#include "book/book_gallery.h"
#include "book/book_rows.h"
#include "book/tex_formula.h"
#include "markup/xml_scanner.h"
#include "regard/base/error.h"

namespace regard::book {
namespace {

/// Throws MalformedXml if `xml` is not well-formed.
void expect_is_well_formed(const std::string& xml) {
  serve::XmlScanner scanner(xml, serve::Entities::any);
  while (scanner.next()) {
  }
}

TEST(BookRows, AreThoseOfBothPages) {
  const auto english = rows_of(assets::kBook), chinese = rows_of(assets::kBookZh);
  ASSERT_GT(english.size(), 40);
  ASSERT_EQ(english.size(), chinese.size());
  for (const auto& rows : {english, chinese}) {
    for (const auto& row : rows) {
      EXPECT_FALSE(row.chapter.empty() || row.heading.empty() || row.excerpt.empty() ||
                   row.source.empty() || row.number.empty() || row.tests.empty() ||
                   row.command.empty())
          << row.anchor;
      EXPECT_NO_THROW(expect_is_well_formed("<math>" + mathml_of_tex(row.formula) + "</math>"))
          << row.formula;
    }
  }
  const auto is_additive = [](const Row& row) { return row.anchor == "e19"; };
  const auto row = *std::ranges::find_if(english, is_additive);
  EXPECT_EQ(row.heading, "11.3 Attention Scoring Functions: additive attention");
  EXPECT_EQ(row.section(), "11.3 Attention Scoring Functions");
  EXPECT_EQ(row.english, "11.3");
  EXPECT_EQ(std::ranges::find_if(chinese, is_additive)->english, "11.3");
}

class BookSite : public testing::Test {
 protected:
  static std::string written(const std::string& section, words::Language language) {
    Site site({.language = language}, [](const std::string&) {});
    std::string pages = site.html(Site::kContents).value();
    for (const auto& file : site.files({section})) pages += site.html(file).value();
    return pages;
  }
};

TEST_F(BookSite, HasFormulaDrawingSourceAndClaimsOfASection) {
  const auto pages = written("10.2", words::Language::en);
  for (const std::string part :
       {"<h1>10.2 Gated Recurrent Units (GRU)</h1>", "<math display=\"block\">", "<svg",
        "src/<wbr/>training/<wbr/>ops/<wbr/>recurrent_<wbr/>step.cpp", "regard claims gated-cells",
        "5,952", "<b>Verdict: depends on what is compared", "<li>10 The minimal gated unit",
        "<li><a href=\"e9.html\">10.2 Gated Recurrent Units (GRU)</a></li>"}) {
    EXPECT_NE(pages.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(pages.find("http"), pages.find("http://www.w3.org"));  // the site loads nothing
}

TEST_F(BookSite, IsChineseToo) {
  const auto pages = written("9.1", words::Language::zh);
  EXPECT_NE(pages.find("<html lang=\"zh\">"), std::string::npos);
  EXPECT_NE(pages.find("<h1>9.1 门控循环单元"), std::string::npos);
  for (const std::string part :
       {"<b>结论：取决于比较的是参数量还是质量", "regard claims gated-cells --lang zh",
        "<li>10 最小门控单元（<code>docs/exercises.zh.md</code>）",
        "test.cpp</code>、<code>tests"}) {
    EXPECT_NE(pages.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(pages.find("。 "), std::string::npos);  // a full-width mark has its own space
}

TEST_F(BookSite, RequestsChineseWhereACommandStandsForAFigure) {
  Gallery gallery(words::Language::zh, [](const std::string&) {});
  EXPECT_NE(gallery.html("regard draw configs/none.yaml")
                .find("<code>regard draw configs/none.yaml --lang zh</code>"),
            std::string::npos);
}

// The figures of section 9.1 need data/train.en, which only the project's folder has.
TEST_F(BookSite, NotesWhyAFigureIsMissing) {
  const auto project = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::temp_directory_path());
  Gallery gallery(words::Language::en, [](const std::string&) {});
  const auto first = gallery.html("markov-order"), again = gallery.html("markov-order");
  std::filesystem::current_path(project);
  EXPECT_NE(first.find("This figure could not be drawn: data/train.en: is missing"),
            std::string::npos)
      << first;
  EXPECT_EQ(first, again);
  EXPECT_NE(gallery.html("markov-order").find("<svg"), std::string::npos);  // tries again
}

TEST_F(BookSite, CarriesAQueryInEachLink) {
  Site site({}, [](const std::string&) {});
  site.link_to({{.title = "Live", .file = "live.html"}}, "?text=Hi");
  const auto contents = site.html(Site::kContents).value(), page = site.html("e9.html").value();
  EXPECT_NE(contents.find("<a href=\"live.html?text=Hi\">"), std::string::npos);
  EXPECT_NE(contents.find("<a href=\"e9.html?text=Hi\">"), std::string::npos);
  EXPECT_NE(page.find("<a href=\"index.html?text=Hi\">"), std::string::npos);
  for (const auto& html : {contents, page}) EXPECT_EQ(html.find(".html\""), std::string::npos);
}

TEST_F(BookSite, HasAPageForEachSectionAndNoOther) {
  Site site(
      {.language = words::Language::en, .model_pages = {{.title = "Live", .file = "live.html"}}},
      [](const std::string&) {});
  EXPECT_GT(site.files().size(), 15u);
  EXPECT_FALSE(site.html("live.html"));
  EXPECT_NE(site.html(Site::kContents)->find("<a href=\"live.html\">Live</a>"), std::string::npos);
}

// Several rows of a section may name the same figure.
TEST_F(BookSite, ShowsEachFigureOfAPageOnce) {
  for (const auto language : {words::Language::en, words::Language::zh}) {
    Site site({.language = language}, [](const std::string&) {});
    for (const std::string file : {"e1.html", "e18.html"}) {
      const auto page = site.html(file).value();
      std::set<std::string> captions;
      constexpr std::string_view kBegin = "<figcaption>";
      for (size_t at = page.find(kBegin); at != std::string::npos; at = page.find(kBegin, at + 1)) {
        const auto caption = page.substr(at, page.find("</figcaption>", at) - at);
        EXPECT_TRUE(captions.insert(caption).second) << file << ": " << caption;
      }
      EXPECT_GT(captions.size(), 2u);
    }
    const std::string scaled =
        language == words::Language::en ? "Scaled dot-product attention</a>" : "缩放点积注意力</a>";
    EXPECT_NE(site.html("e18.html")->find("<a href=\"#e18\">" + scaled), std::string::npos);
  }
}

// The page's title is that of the section.
TEST_F(BookSite, HeadsEachRowWithWhatItAddsToTheSection) {
  Site site({}, [](const std::string&) {});
  const auto page = site.html("e1.html").value();
  EXPECT_NE(page.find("<h1>9.1 Working with Sequences</h1>"), std::string::npos);
  EXPECT_EQ(page.find("<h2>9.1"), std::string::npos);
  EXPECT_NE(page.find("<h2>Latent autoregressive models</h2>"), std::string::npos);
  EXPECT_NE(page.find("\">Markov models</a></li>"), std::string::npos);
}

TEST_F(BookSite, HasTheTitleOfAPictureOnce) {
  Site site({}, [](const std::string&) {});
  const auto page = site.html("e18.html").value();
  EXPECT_NE(page.find("<figcaption><code>regard draw --part scaled-dot-product</code>"),
            std::string::npos);
  EXPECT_EQ(page.find("<b>Masked softmax, step by step"), std::string::npos);
  EXPECT_NE(page.find("<b>Additive and dot-product attention. </b>"), std::string::npos);
}

TEST_F(BookSite, LowersTheIndicesOfSymbols) {
  const auto page = written("9.7", words::Language::en);
  EXPECT_NE(page.find("powers of W<sub>hh</sub>"), std::string::npos);
  EXPECT_EQ(page.find("<b>∂h_t"), std::string::npos);
}

TEST_F(BookSite, RefusesASectionThatThereIsNot) {
  EXPECT_THROW(written("99.9", words::Language::en), Error);
}

TEST_F(BookSite, ListsAndLinksOnlyTheGivenSections) {
  for (const auto language : {words::Language::en, words::Language::zh}) {
    Site site({.language = language}, [](const std::string&) {});
    const std::vector<std::string> given = {"e5.html", "e9.html"};
    site.list_only(given);
    const auto contents = site.html(Site::kContents).value();
    for (const auto& file : site.files()) {
      EXPECT_EQ(contents.find("\"" + file + "\"") != std::string::npos,
                std::ranges::find(given, file) != given.end())
          << file;
    }
    const auto page = site.html("e9.html").value();
    const auto links = page.substr(0, page.find("<main>"));
    EXPECT_NE(links.find("href=\"e5.html\""), std::string::npos);
    for (const std::string file : {"e8.html", "e10.html"}) {
      EXPECT_EQ(links.find(file), std::string::npos) << file;
    }
  }
}

TEST_F(BookSite, FindsSectionsByNumberOrByTheStartOfTheirTitle) {
  Site site({}, [](const std::string&) {});
  const std::vector<std::string> dropout = {"e36.html"}, adam = {"e31.html"},
                                 transformer = {"e26.html"};
  for (const std::string name : {"5.6", "5.6 Dropout", "Dropout", "dropout"}) {
    EXPECT_EQ(site.files({name}), dropout) << name;
  }
  EXPECT_EQ(site.files({"Adam"}), adam);
  EXPECT_EQ(site.files({"The Transformer"}), transformer);
  EXPECT_THROW(site.files({"out"}), Error);
}

TEST_F(BookSite, LeadsFromASectionToThePagesOfTheModel) {
  Site site({.model_pages = {{.title = "Every number", .file = "explain.html"}}},
            [](const std::string&) {});
  EXPECT_NE(site.html("e9.html")->find("<a href=\"explain.html\">Every number</a>"),
            std::string::npos);
}

}  // namespace
}  // namespace regard::book
