#include "markup/html_items.h"

#include <gtest/gtest.h>

#include <random>

#include "markup/html_properties.h"
#include "markup/html_text.h"
#include "markup/xml_scanner.h"

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

Texts segments(const std::string& xml, const MarkupRules& rules = {}) {
  return HtmlText(xml, Markup::xml, rules).segments();
}

/// The XML with each text as its own translation, or with its words rotated.
std::string rebuilt(const std::string& xml, const MarkupRules& rules = {}, size_t shift = 0) {
  const HtmlText text(xml, Markup::xml, rules);
  std::vector<TranslatedText> translations;
  for (const auto& segment : text.segments()) {
    translations.push_back(in_another_order(
        segment, [&](size_t target, size_t count) { return (target + shift) % count; }));
  }
  return text.rebuilt(translations);
}

TEST(XmlItems, MayFollowAByteOrderMark) {
  const std::string xml = "\xEF\xBB\xBF<?xml version=\"1.0\"?><a>one</a>";
  EXPECT_EQ(segments(xml), (Texts{"one"}));
  EXPECT_EQ(rebuilt(xml), xml);
}

/// Why XML is rejected; empty if it is well-formed.
std::string fault(const std::string& xml) {
  try {
    XmlScanner scanner(xml);
    while (scanner.next()) {
    }
    return "";
  } catch (const MalformedXml& malformed) {
    return malformed.what();
  }
}

TEST(XmlItems, MayBeTranslatedWithinAnUntranslatedElement) {
  const std::string xml =
      "<d>One <n translate=\"no\">two <y translate=\"yes\">three <k translate=\"no\">four</k></y> "
      "five <z translatable=\"true\">six</z></n> seven</d>";
  EXPECT_EQ(segments(xml), (Texts{"One", "three four", "six", "seven"}));
  EXPECT_EQ(rebuilt(xml), xml);
  EXPECT_EQ(segments("<d translate=\"no\"><e translate=\"yes\"/>one</d>"), Texts{});
  EXPECT_EQ(segments("<x><y translate=\"yes\">one</y></x>", {.ignored = {"x"}}), Texts{})
      << "an ignored name is ignored whole";
}

TEST(XmlItems, MakeATextOfEachElementWithTextOfItsOwn) {
  const std::string xml =
      "<document><title>My cat</title>\n<par>Where is <b>the cat</b>?</par><par>I love "
      "it.</par></document>";
  EXPECT_EQ(segments(xml), (Texts{"My cat", "Where is the cat?", "I love it."}));
  EXPECT_EQ(rebuilt(xml), xml);
  EXPECT_EQ(segments("One <i>two</i> <b><u>three</u></b>"), (Texts{"One two three"}));
  EXPECT_EQ(segments("<p>One</p> <p>Two</p>"), (Texts{"One", "Two"})) << "several roots";
  EXPECT_EQ(segments("See <l><i>one</i><i>two</i></l>"), (Texts{"See", "one", "two"}));
  EXPECT_EQ(segments("One<br/>two"), (Texts{"One", "two"}));
}

TEST(XmlItems, FollowTheRulesOfARequest) {
  const std::string xml = "<d><p>One</p><p>Two <x>no</x> <i>three</i> four</p></d>";
  EXPECT_EQ(segments(xml, {.ignored = {"x"}}), (Texts{"One", "Two no three four"}));
  EXPECT_EQ(segments(xml, {.splitting = {"i"}}), (Texts{"One", "Two no", "three", "four"}));
  EXPECT_EQ(segments("<d><p>One</p> <p>two</p></d>", {.non_splitting = {"p"}}), (Texts{"One two"}));
  EXPECT_EQ(segments("<d><p>One</p> <q>two</q></d>", {.outline_detection = false}),
            (Texts{"One two"}));
  EXPECT_EQ(
      segments("<d><p>One</p> <q>two</q></d>", {.splitting = {"q"}, .outline_detection = false}),
      (Texts{"One", "two"}));
}

TEST(XmlItems, CopyUntranslatedElements) {
  for (const std::string xml :
       {"<x id=\"1\">no</x>", "<a translate=\"no\">no</a>", "<s translatable='false'>no</s>",
        "<a><![CDATA[no <b> & ]]></a>", "<?xml version=\"1.0\"?>\n<!DOCTYPE a>\n<a/>",
        "<!-- no --><?php no ?>", "<a b='no &amp; no' c:d=\"no > no\"/>", "<x><x>no</x>no</x>"}) {
    EXPECT_EQ(segments(xml, {.ignored = {"x"}}), Texts()) << xml;
    EXPECT_EQ(rebuilt(xml, {.ignored = {"x"}}), xml);
  }
  EXPECT_EQ(rebuilt("Where is <x id=\"1\">%s</x>?", {.ignored = {"x"}}),
            "Where is <x id=\"1\">%s</x>?");
  EXPECT_EQ(segments("<a>Tom &amp; &#74;erry &lt;3 &#x263A;</a>"), Texts{"Tom & Jerry <3 \u263A"});
}

TEST(XmlItems, RefuseCharactersAndPrologsThatXmlDoesNotHave) {
  for (const std::string xml : {"<a>\uFFFE</a>",
                                "<a b='\uFFFF'/>",
                                "<!-- \uFFFF -->",
                                "&#xFFFE;",
                                "&#xFFFF;",
                                "<a b='&#xDFFF;'/>",
                                "<\u00D7/>",
                                "<a\u2000b/>",
                                "<?xml?>",
                                "<?xml encoding='utf-8'?>",
                                "<?xml version='2.0'?>",
                                "<?xml version='1.0' standalone='no' encoding='utf-8'?>",
                                "<?xml version='1.0'encoding='utf-8'?>",
                                "<?XML version='1.0'?>",
                                "<?a+b?>",
                                "<!DOCTYPE>",
                                "<!DOCTYPE a b>",
                                "<!DOCTYPE a SYSTEM>",
                                "<!DOCTYPE a PUBLIC 'b'>",
                                "<!DOCTYPE a><!DOCTYPE a>"}) {
    EXPECT_TRUE(fault(xml).starts_with("Tag handling parsing failed, please check input: line "))
        << xml;
  }
}

TEST(XmlItems, RefuseWhatIsNotWellFormed) {
  for (const std::string xml : {"<a>",
                                "</a>",
                                "<a></b>",
                                "<a><b></a></b>",
                                "<a b></a>",
                                "<a b=c></a>",
                                "<a b='c></a>",
                                "<a b='<'/>",
                                "<a b='1' b='2'/>",
                                "<a b='1'c='2'/>",
                                "<a",
                                "<",
                                "< a/>",
                                "<1/>",
                                "a & b",
                                "&nbsp;",
                                "&#0;",
                                "&#xD800;",
                                "&#12",
                                "a ]]> b",
                                "<!-- a -- b -->",
                                "<!-- a",
                                "<![CDATA[ a",
                                "<?a",
                                " <?xml version='1.0'?>",
                                "<a/><!DOCTYPE a>",
                                "<!ELEMENT a>",
                                "<!DOCTYPE a [<!ENTITY b 'c'>]>",
                                "a\x01",
                                "<a b='&c;'/>",
                                "<a></a b>"}) {
    EXPECT_TRUE(fault(xml).starts_with("Tag handling parsing failed, please check input: line "))
        << xml;
  }
  EXPECT_EQ(fault("<a>\n <b>é</c></a>"),
            "Tag handling parsing failed, please check input: line 2, column 6: the end tag of 'c' "
            "is within the element 'b'");
  for (const std::string xml : {"", "a", "<a/>b", "<a b = 'c'\n/>", "<a:b xmlns:a=\"u\"/>", "a > b",
                                "<é.-1/>", "&#x1F600;&quot;", "<a\u00B7/>", "\U0001FFFE",
                                "<?xml version='1.0' encoding='utf-8' standalone='yes' ?><a/>",
                                "<!DOCTYPE a SYSTEM \"b>c\"><a/>", "<!DOCTYPE a><a/>", "<?b c?>",
                                "<!---->", "<a><?b?></a>\n"}) {
    EXPECT_EQ(fault(xml), "") << xml;
  }
}

std::string fault_with(const std::string& xml, Entities entities) {
  try {
    XmlScanner scanner(xml, entities);
    std::string all;
    while (const auto token = scanner.next()) all += token->bytes;
    EXPECT_EQ(all, xml);
    return "";
  } catch (const MalformedXml& error) {
    return error.what();
  }
}

TEST(XmlItems, MayHaveReferencesToEntitiesThatADocumentDeclares) {
  const std::string doctype = "<!DOCTYPE a [<!-- ]> ' --><!ENTITY b ']>'> %c;]\n >";
  for (const std::string text : {"<a>x &b; y&b;</a>", "<a b='&c;'/>", "<a>&b;</a>\n"}) {
    EXPECT_EQ(fault_with(doctype + text, Entities::declared), "") << text;
    EXPECT_EQ(fault_with(text, Entities::any), "") << text;
    EXPECT_NE(fault_with(text, Entities::declared), "") << text;
    EXPECT_NE(fault_with(doctype + text, Entities::none), "") << text;
  }
  for (const std::string text :
       {"<a>& b</a>", "<a>&b</a>", "<a>&1;</a>", "<a b='&'/>", "<a>&;</a>"}) {
    EXPECT_NE(fault_with(doctype + text, Entities::declared), "") << text;
  }
  EXPECT_NE(fault_with("<!DOCTYPE a [<!ENTITY b 'c'>", Entities::declared), "");
}

/// Nested elements with text, marks and white space between them.
std::string random_xml(std::mt19937_64& random, size_t depth = 0) {
  static const Texts kPieces = {
      "cat ",      "a",     " big ",           "é. ", "&amp;", "<e/>", "<!-- n -->", "\n",
      "<x>no</x>", "<?p?>", "<![CDATA[ c ]]>", "12 ", "<br/>", "Dogs!"};
  std::string xml;
  for (size_t left = random() % 6; left > 0; --left) {
    if (depth < 5 && random() % 3 == 0) {
      const std::string name(1, static_cast<char>('a' + random() % 4));
      xml += '<' + name + '>' + random_xml(random, depth + 1) + "</" + name + '>';
    } else {
      xml += kPieces[random() % kPieces.size()];
    }
  }
  return xml;
}

TEST(XmlItems, StayWellFormedInAnyOrderOfWords) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 5'000; ++i) {
    const auto xml = random_xml(random);
    const MarkupRules rules = {.ignored = {"x"},
                               .splitting = Texts(random() % 2, "b"),
                               .non_splitting = Texts(random() % 2, "c"),
                               .outline_detection = random() % 2 == 0};
    const auto out = rebuilt(xml, rules, random() % 7);
    EXPECT_EQ(fault(out), "") << xml << "\n-> " << out;
    EXPECT_EQ(markup_of(out), markup_of(xml)) << out;
  }
}

TEST(XmlItems, TakeTimeInProportionToTheirLength) {
  const auto same = [](const std::string& xml) {
    const HtmlText text(xml, Markup::xml, {});
    std::vector<TranslatedText> translations;
    for (const auto& segment : text.segments()) translations.push_back({.text = segment});
    return text.rebuilt(translations);
  };
  constexpr int kElements = 20'000;
  std::string deep, wide;
  for (int i = 0; i < kElements; ++i) deep += "<a>b";
  for (int i = 0; i < kElements; ++i) {
    deep += "</a>";
    wide += "<a>b</a> c ";
  }
  EXPECT_EQ(fault(same(deep)), "");
  EXPECT_EQ(fault(same(wide)), "");
  EXPECT_NE(fault(std::string(200'000, '<')), "");
}

TEST(XmlItems, InTheTargetLanguageOrAThirdOneStay) {
  const MarkupRules rules = {.source_language = "en", .target_language = "fr"};
  EXPECT_EQ(segments("<a xml:lang='de'><b>A cat</b><b xml:lang='fr-FR'>Un chat</b>"
                     "<b xml:lang='es'>Un gato</b><b xml:lang='en-GB'>A dog</b></a>",
                     rules),
            (Texts{"A cat", "A dog"}));
  EXPECT_EQ(segments("<a><b xml:lang='fr'>Un chat</b></a>"), Texts{"Un chat"})
      << "unknown languages";
}

TEST(XmlItems, KeepTextOfSeveralLinesWhoseWhiteSpaceIsPreserved) {
  EXPECT_EQ(segments("<a><b xml:space='preserve'>a\n  b</b><b xml:space='preserve'>A cat</b>"
                     "<b xml:space='preserve'>\n<c>A dog</c>\n</b></a>"),
            (Texts{"A cat", "A dog"}));
}

}  // namespace
}  // namespace regard::serve
