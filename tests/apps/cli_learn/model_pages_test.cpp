#include "cli_learn/model_pages.h"

#include <gtest/gtest.h>

#include "explain/tiny_named_model.h"
#include "regard/base/error.h"

namespace regard::cli {
namespace {

using words::Language;

class LinkedPage : public testing::Test {
 protected:
  static std::string html_for(const std::string& text) {
    if (text.empty()) throw Error("the text to translate is empty");
    return "<html>\n<body>\n<p>" + text + "</p>";
  }
  static bool has(const std::string& html, const std::string& part) {
    return html.find(part) != std::string::npos;
  }

  std::vector<ModelPage> pages_ = {{.name = "Architecture",
                                    .title = "a · Architecture",
                                    .file = "model.html",
                                    .model = 0,
                                    .make = html_for},
                                   {.name = "Attention",
                                    .title = "a · Attention",
                                    .file = "attention.html",
                                    .model = 0,
                                    .is_of_text = true,
                                    .make = html_for},
                                   {.name = "Attention",
                                    .title = "b · Attention",
                                    .file = "attention-2.html",
                                    .model = 1,
                                    .is_of_text = true,
                                    .make = html_for},
                                   {.name = "Comparison",
                                    .title = "Comparison",
                                    .file = "comparison.html",
                                    .is_of_text = true,
                                    .make = html_for}};
};

TEST_F(LinkedPage, LinksToPagesOfItsModelAndOfAll) {
  const auto html = linked_page(pages_[1], pages_, "a cat", false, Language::en);
  EXPECT_TRUE(has(html, "<b aria-current=\"page\">Attention</b>")) << html;
  EXPECT_TRUE(has(html, "<a href=\"model.html\">Architecture</a>")) << html;
  EXPECT_TRUE(has(html, "<a href=\"comparison.html\">Comparison</a>")) << html;
  EXPECT_FALSE(has(html, "attention-2.html")) << html;
}

TEST_F(LinkedPage, OfAllModelsNamesThem) {
  const auto html = linked_page(pages_[3], pages_, "a cat", false, Language::en);
  EXPECT_TRUE(has(html, ">b · Attention</a>")) << html;
}

TEST_F(LinkedPage, KeepsTheTextInLinksWhenItIsServed) {
  const auto html = linked_page(pages_[1], pages_, "Où & \"?", true, Language::en);
  EXPECT_TRUE(has(html, "comparison.html?text=O%C3%B9%20%26%20%22%3F")) << html;
  for (const std::string file : {"model.html", "index.html", "live.html"})
    EXPECT_TRUE(has(html, "href=\"" + file + "?text=O%C3%B9%20%26%20%22%3F\"")) << html;
  EXPECT_TRUE(has(html, "value=\"Où &amp; &quot;?\"")) << html;
}

TEST_F(LinkedPage, HasAFormOnlyIfItIsServedAndShowsAText) {
  EXPECT_FALSE(has(linked_page(pages_[1], pages_, "a", false, Language::en), "<form"));
  EXPECT_FALSE(has(linked_page(pages_[0], pages_, "a", true, Language::en), "<form"));
  EXPECT_TRUE(has(linked_page(pages_[1], pages_, "a", true, Language::en), "<form"));
}

TEST_F(LinkedPage, OfAWrittenSiteLinksToNoLivePage) {
  EXPECT_FALSE(has(linked_page(pages_[1], pages_, "a", false, Language::en), "live.html"));
}

TEST_F(LinkedPage, ShowsItsOwnTextAfterTheBackButton) {
  const auto html = linked_page(pages_[1], pages_, "a", true, Language::en);
  EXPECT_TRUE(has(html, "autocomplete=\"off\"")) << html;
  EXPECT_TRUE(has(html, "'pageshow'")) << html;
}

TEST_F(LinkedPage, SaysWhyATextHasNone) {
  for (const bool is_served : {true, false}) {
    const auto html = linked_page(pages_[1], pages_, "", is_served, Language::en);
    EXPECT_TRUE(has(html, "<p role=\"alert\">the text to translate is empty</p>")) << html;
    EXPECT_EQ(has(html, "<form"), is_served) << html;
  }
}

std::vector<std::string> files_of(const std::vector<explain::NamedModel>& models) {
  std::vector<std::string> files;
  for (const auto& page : model_pages(models, Language::en)) files.push_back(page.file);
  return files;
}

using Files = std::vector<std::string>;

TEST(ModelPages, HaveNoAttentionOfAModelWithoutIt) {
  const auto transformer = test::named("transformer"), without = test::named("rnn_context");
  EXPECT_EQ(files_of({transformer}), Files({"model.html", "attention.html", "explain.html"}));
  EXPECT_EQ(files_of({without}), Files({"model.html", "explain.html"}));
}

TEST(ModelPages, CompareSeveralModels) {
  const auto model = test::named("rnn_context");
  EXPECT_EQ(files_of({model, model}), Files({"model.html", "explain.html", "model-2.html",
                                             "explain-2.html", "comparison.html"}));
}

}  // namespace
}  // namespace regard::cli
