#include "documents/translated_markup.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"

namespace regard::documents {
namespace {

using translate::Markup;

TEST(TranslatedMarkup, IsUtf8RegardlessOfItsDeclaration) {
  const auto page = read_markup("<meta charset=iso-8859-1><p>caf\u00E9</p>", Markup::html, "a");
  EXPECT_EQ(texts_of(*page), std::vector<std::string>{"caf\u00E9"});
}

TEST(TranslatedMarkup, IsReadAsAFileOfItsKind) {
  const std::string html = "<p title='a cat'>a <b>dog</b></p>", xml = "<a><b>a cat</b></a>";
  const std::string markdown = "# a cat\n\n    code\n\n- a dog\n";
  for (const auto& [markup, suffix, text] : {std::tuple(Markup::html, ".html", html),
                                             {Markup::xml, ".xml", xml},
                                             {Markup::markdown, ".md", markdown}}) {
    const auto file = open_document({std::string("a") + suffix, text});
    EXPECT_EQ(texts_of(*read_markup(text, markup, "a")), texts_of(*file)) << suffix;
  }
}

TEST(TranslatedMarkup, IsRefusedIfXmlIsNotWellFormed) {
  const auto error = test::thrown_error([] { read_markup("<a>", Markup::xml, "the text"); });
  EXPECT_NE(error.problem().find("well-formed"), std::string::npos);
  EXPECT_NE(error.where().find("the text"), std::string::npos);
}

TEST(TranslatedMarkup, KeepsItsTagsOnTheirWords) {
  const char* source = std::getenv("REGARD_SOURCE_DIR");
  const auto model =
      std::filesystem::path(source != nullptr ? source : "") / "data/models/en-fr.regard";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "no model comes with regard";
  const translate::Translator translator(model.string());
  const auto page =
      translator.translate_html("<p>Where is the <b>station</b>?</p><img alt=\"A dog.\">");
  EXPECT_EQ(page.find("<p>"), 0U) << page;
  EXPECT_NE(page.find("<b>gare</b>"), std::string::npos) << page;
  EXPECT_NE(page.find("<img alt=\"" + translator.translate("A dog.") + "\">"), std::string::npos)
      << page;
  const auto glossary = text::Glossary::of({{"station", "arr\u00EAt"}}, {});
  const auto markdown = translator.translate_markup(
      "# The station\n", Markup::markdown, translator.search_options(), {.glossary = &glossary});
  EXPECT_EQ(markdown.find("# "), 0U) << markdown;
  EXPECT_NE(markdown.find("arr\u00EAt"), std::string::npos) << markdown;
}

}  // namespace
}  // namespace regard::documents
