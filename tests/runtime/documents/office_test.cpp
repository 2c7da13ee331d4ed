// Office Open XML: paragraphs that consist of runs, and strings of sheets.
#include <gtest/gtest.h>

#include <tuple>

#include "documents/document_properties.h"
#include "documents/office_parts.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

std::string paragraph(const std::string& content) {
  return "<w:document><w:body><w:p><w:pPr><w:b/></w:pPr>" + content +
         "</w:p></w:body></w:document>";
}

std::string shouted_runs(const std::string& content) {
  const auto whole = shouted(*read_office_open({"a", paragraph(content)}));
  const auto head = paragraph("").size() - "</w:p></w:body></w:document>"s.size();
  return whole.substr(head, whole.size() - paragraph("").size());
}

TEST(OfficeOpen, HasParagraphsOfRuns) {
  const auto xml = paragraph(
      "<w:r w:rsidR=\"1\"><w:t>Some </w:t></w:r><w:proofErr/><w:r><w:rPr><w:noProof/></w:rPr><w:t "
      "xml:space=\"preserve\">text &amp; "
      "</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>more</w:t></w:r>");
  const auto document = read_office_open({"a", xml});
  EXPECT_EQ(texts_of(*document), (Texts{"Some text & more"}));
  EXPECT_EQ(document->write({}).bytes, xml);
}

TEST(OfficeOpen, PutsWordsIntoRunsOfTheirProperties) {
  EXPECT_EQ(shouted_runs("<w:r><w:t>Some text and </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>more"
                         "</w:t></w:r><w:r><w:t>.</w:t></w:r>"),
            "<w:r><w:t xml:space=\"preserve\">SOME TEXT AND </w:t></w:r><w:r><w:rPr><w:i/></w:rPr>"
            "<w:t xml:space=\"preserve\">MORE</w:t></w:r><w:r><w:t xml:space=\"preserve\">.</w:t>"
            "</w:r>");
}

TEST(OfficeOpen, KeepsLinksFieldsAndDrawings) {
  EXPECT_EQ(
      shouted_runs("<w:r><w:t>See </w:t></w:r><w:hyperlink r:id=\"1\"><w:r><w:t>this page</w:t>"
                   "</w:r></w:hyperlink><w:bookmarkEnd/><w:r><w:drawing/></w:r><w:r><w:t> now</w:t>"
                   "</w:r>"),
      "<w:r><w:t xml:space=\"preserve\">SEE </w:t></w:r><w:hyperlink r:id=\"1\"><w:r><w:t "
      "xml:space=\"preserve\">THIS PAGE</w:t></w:r></w:hyperlink><w:bookmarkEnd/><w:r><w:drawing/>"
      "</w:r><w:r><w:t xml:space=\"preserve\"> NOW</w:t></w:r>");
  EXPECT_EQ(
      shouted_runs("<w:r><w:t>Page </w:t></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r>"
                   "<w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar "
                   "w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar "
                   "w:fldCharType=\"end\"/></w:r>"),
      "<w:r><w:t xml:space=\"preserve\">PAGE </w:t></w:r><w:r><w:fldChar "
      "w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar "
      "w:fldCharType=\"separate\"/></w:r><w:r><w:t xml:space=\"preserve\">1</w:t></w:r><w:r>"
      "<w:fldChar w:fldCharType=\"end\"/></w:r>");
}

TEST(OfficeOpen, HasTabsBoxesAndSharedStrings) {
  EXPECT_EQ(
      texts_of(*read_office_open(
          {"a", paragraph("<w:r><w:t>One</w:t><w:tab/><w:t>Two</w:t></w:r><w:r><w:pict>"
                          "<w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p>"
                          "</w:txbxContent></w:pict></w:r><w:r><w:t>Behind it</w:t></w:r>")})),
      (Texts{"One", "Two", "In a box", "Behind it"}));
  const auto strings =
      "<sst><si><t>A cat</t></si><si><r><t>A big </t></r><r><rPr><b/></rPr><t>dog</t>"
      "</r></si></sst>"s;
  EXPECT_EQ(
      shouted(*read_office_open({"a", strings})),
      "<sst><si><t>A CAT</t></si><si><r><t xml:space=\"preserve\">A BIG </t></r><r><rPr><b/></rPr>"
      "<t xml:space=\"preserve\">DOG</t></r></si></sst>");
}

TEST(OfficeOpen, HasContentControlsWithinParagraphs) {
  const auto run = [](const std::string& text) {
    return "<w:r><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
  };
  const auto before = "<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>"s,
             behind = "</w:sdtContent></w:sdt>"s;
  const auto letter = [&](const std::string& dear, const std::string& name,
                          const std::string& rest) {
    return run(dear) + before + run(name) + behind + run(rest);
  };
  const auto document =
      read_office_open({"a", paragraph(letter("Dear ", "good friend", ", it is here."))});
  EXPECT_EQ(texts_of(*document), (Texts{"Dear good friend, it is here."}));
  EXPECT_EQ(shouted_runs(letter("Dear ", "good friend", ", it is here.")),
            letter("DEAR ", "GOOD FRIEND", ", IT IS HERE."));
  const auto around = "<w:sdt><w:sdtContent>" + paragraph(run("a cat")) + "</w:sdtContent></w:sdt>";
  EXPECT_EQ(shouted(*read_office_open({"a", around})),
            "<w:sdt><w:sdtContent>" + paragraph(run("A CAT")) + "</w:sdtContent></w:sdt>");
}

TEST(OfficeOpen, KeepsFieldsWithTheirBlanks) {
  const auto line = [](const std::string& page, const std::string& of) {
    return "<w:r><w:t xml:space=\"preserve\">" + page +
           "</w:t></w:r><w:fldSimple w:instr=\"PAGE\"><w:r><w:t>1</w:t></w:r></w:fldSimple>"
           "<w:r><w:t xml:space=\"preserve\">" +
           of + "</w:t></w:r>";
  };
  EXPECT_EQ(shouted_runs(line("This is page ", " of the book")),
            line("THIS IS PAGE ", " OF THE BOOK"));
}

TEST(OfficeOpen, KeepsFormulasWithTheirBlanks) {
  const auto run = [](const std::string& text) {
    return "<w:r><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
  };
  const auto line = [&](const std::string& before, const std::string& behind) {
    return run(before) + "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>" + run(behind);
  };
  EXPECT_EQ(shouted_runs(line("let ", " be a number")), line("LET ", " BE A NUMBER"));
  EXPECT_EQ(shouted_runs(line("we see ", ".")), line("WE SEE ", "."));
  EXPECT_EQ(shouted_runs(line("it (", ") is")), line("IT (", ") IS"));
}

TEST(OfficeOpen, HasDescriptionsOfPictures) {
  const auto text = [](const std::string& words, const std::string& picture) {
    return paragraph("<w:r><w:t xml:space=\"preserve\">" + words +
                     "</w:t></w:r><w:r><w:drawing>"
                     "<wp:docPr id=\"1\" name=\"Picture 1\" " +
                     picture + "/><pic:cNvPr descr=\"image1.png\"/></w:drawing></w:r>");
  };
  const auto xml = text("A cat", "descr=\"A &quot;cat&quot;\" title=\"My cat\"");
  EXPECT_EQ(read_office_open({"a", xml})->write({}).bytes, xml);
  EXPECT_EQ(shouted(*read_office_open({"a", xml})),
            text("A CAT", "descr=\"A &quot;CAT&quot;\" title=\"MY CAT\""));
}

TEST(OfficeOpen, HasDescriptionsOfVml) {
  const auto text = [](const std::string& words) {
    return paragraph("<w:r><w:pict><v:shape id=\"a\" alt=\"" + words + "\"><v:textpath string=\"" +
                     words + "\"/></v:shape></w:pict></w:r>");
  };
  EXPECT_EQ(shouted(*read_office_open({"a", text("A cat")})), text("A CAT"));
}

TEST(OfficeOpen, KeepsTheNamesOfMergedFields) {
  const auto line = [](const std::string& dear, const std::string& here) {
    const auto run = [](const std::string& content) { return "<w:r>" + content + "</w:r>"; };
    const auto text = [&](const std::string& words) {
      return run("<w:t xml:space=\"preserve\">" + words + "</w:t>");
    };
    return text(dear) + run("<w:fldChar w:fldCharType=\"begin\"/>") +
           run("<w:instrText> MERGEFIELD Name </w:instrText>") +
           run("<w:fldChar w:fldCharType=\"separate\"/>") + text("\u00ABName") + text("\u00BB") +
           run("<w:fldChar w:fldCharType=\"end\"/>") + text(here);
  };
  EXPECT_EQ(shouted_runs(line("dear ", ", be here")), line("DEAR ", ", BE HERE"));
}

TEST(OfficeOpen, HasComments) {
  EXPECT_EQ(shouted(*read_office_open({"a",
                                       "<p:cmLst><p:cm><p:text>A cat</p:text></p:cm>"
                                       "</p:cmLst>"})),
            "<p:cmLst><p:cm><p:text>A CAT</p:text></p:cm></p:cmLst>");
  EXPECT_EQ(shouted(*read_office_open({"a",
                                       "<comment><text><t>One</t></text></comment><comment>"
                                       "<text><r><t>A cat</t></r></text></comment>"})),
            "<comment><text><t>ONE</t></text></comment><comment><text><r><t "
            "xml:space=\"preserve\">A CAT</t></r></text></comment>");
}

TEST(OfficeOpen, EndsTextsAtBreaksBetweenRuns) {
  const auto slide =
      "<p:sp><a:p><a:r><a:t>One</a:t></a:r><a:br><a:rPr/></a:br><a:r><a:t>Two</a:t></a:r>"
      "<a:br/><a:r><a:t>Three</a:t></a:r></a:p></p:sp>"s;
  EXPECT_EQ(texts_of(*read_office_open({"a", slide})), (Texts{"One", "Two", "Three"}));
}

TEST(OfficeOpen, HasNumbersAboveTheLineThatAreNoPartOfTheWord) {
  const auto raised =
      "<w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t "
      "xml:space=\"preserve\">2</w:t></w:r>"s;
  const auto content = "<w:r><w:t xml:space=\"preserve\">It has 10 m</w:t></w:r>" + raised +
                       "<w:r><w:t xml:space=\"preserve\"> here</w:t></w:r>";
  EXPECT_EQ(texts_of(*read_office_open({"a", paragraph(content)})), (Texts{"It has 10 m here"}));
  EXPECT_NE(shouted_runs(content).find("10 M</w:t></w:r>" + raised), std::string::npos);
}

TEST(OfficeOpen, GivesBlanksThePropertiesOfTheTextBefore) {
  EXPECT_EQ(
      shouted_runs("<w:r><w:t>One</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t> </w:t></w:r><w:r>"
                   "<w:t>cat</w:t></w:r>"),
      "<w:r><w:t xml:space=\"preserve\">ONE CAT</w:t></w:r>");
}

TEST(OfficeOpen, HasStringsWithinSheets) {
  EXPECT_EQ(shouted(*read_office_open(
                {"a",
                 "<sheetData><row r=\"1\"><c t=\"inlineStr\"><is><t>A cat</t></is></c><c "
                 "t=\"str\"><f>A1</f><v>no</v></c><c><v>1</v></c></row></sheetData>"})),
            "<sheetData><row r=\"1\"><c t=\"inlineStr\"><is><t>A CAT</t></is></c><c "
            "t=\"str\"><f>A1</f><v>no</v></c><c><v>1</v></c></row></sheetData>");
}

TEST(OfficeOpen, HasEscapesInStringsOfSheets) {
  const auto strings = [](const std::string& text) {
    return "<sst><si><t>" + text + "</t></si><si><r><t xml:space=\"preserve\">" + text +
           "</t></r></si></sst>";
  };
  const auto in_sheet = [](const std::string& text) {
    return "<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
  };
  for (const auto& [escaped, text, capitals] :
       {std::tuple("a _x0063_at"s, "a cat"s, "A CAT"s),
        std::tuple("a cat_x0009_here"s, "a cat\there"s, "A CAT\tHERE"s),
        std::tuple("the option _x005F_x0041_"s, "the option _x0041_"s, "THE OPTION _X0041_"s),
        std::tuple("a cat _xD83D__xDE00_"s, "a cat \U0001F600"s, "A CAT \U0001F600"s),
        std::tuple("a cat _xD83D_ _x12_ x0041_"s, "a cat _xD83D_ _x12_ x0041_"s,
                   "A CAT _XD83D_ _X12_ X0041_"s)}) {
    const auto document = read_office_open({"a", strings(escaped)});
    EXPECT_EQ(texts_of(*document), (Texts{text, text}));
    EXPECT_EQ(document->write({}).bytes, strings(escaped));
    EXPECT_EQ(texts_of(*read_office_open({"a", in_sheet(escaped)})), Texts{text});
    EXPECT_EQ(shouted(*document), strings(capitals));
  }
  EXPECT_EQ(shouted(*read_office_open({"a", strings("a cat_x000D_\na dog")})),
            strings("A CAT_x000D_\nA DOG"));
  const auto document = read_office_open({"a", strings("a cat")});
  const std::vector<TranslatedText> translations(2, {.text = "un_x0041_\r\x01 chat"});
  EXPECT_EQ(document->write(translations).bytes, strings("un_x005F_x0041__x000D__x0001_ chat"));
  EXPECT_EQ(texts_of(*read_office_open({"a", paragraph("<w:r><w:t>a _x0063_at</w:t></w:r>")})),
            Texts{"a _x0063_at"});
}

}  // namespace
}  // namespace regard::documents
