// Office documents and e-books.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/zip_archive.h"
#include "base/zip_writer.h"
#include "documents/document_properties.h"
#include "documents/office_parts.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

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

TEST(OpenDocument, HasTheTextsThatCellsRepeatAsValues) {
  EXPECT_EQ(shouted(*read_open_document(
                {"a",
                 "<table:table-cell office:string-value=\"a &quot;cat&quot;\" b=\"c\"><text:p>"
                 "a \"cat\"</text:p></table:table-cell>"})),
            "<table:table-cell office:string-value=\"A &quot;CAT&quot;\" b=\"c\"><text:p>A \"CAT\""
            "</text:p></table:table-cell>");
}

TEST(OpenDocument, HasDescriptionsOfPictures) {
  const auto xml = [](const std::string& see, const std::string& title, const std::string& here) {
    return "<text:p>" + see + " <draw:frame><draw:image/><svg:title>" + title +
           "</svg:title></draw:frame> " + here + "</text:p>";
  };
  EXPECT_EQ(shouted(*read_open_document({"a", xml("See", "a cat &amp; a dog", "here")})),
            xml("SEE", "A CAT &amp; A DOG", "HERE"));
}

TEST(OpenDocument, HasSpacesThatPartWords) {
  const auto document =
      read_open_document({"a", "<text:p>The red<text:s text:c=\"3\"/>car</text:p>"});
  EXPECT_EQ(texts_of(*document), (Texts{"The red car"}));
  const std::vector<TranslatedText> translations = {{.text = "La voiture rouge"}};
  const auto written = document->write(translations).bytes;
  EXPECT_NE(written.find("voiture"), std::string::npos) << written;
  EXPECT_NE(written.find("rouge"), std::string::npos) << written;
  EXPECT_NE(written.find("<text:s text:c=\"3\"/>"), std::string::npos) << written;
}

TEST(OpenDocument, HasParagraphsWithSpansAndNotes) {
  const auto xml =
      "<office:text><text:h>A <text:span a=\"1\">big</text:span> cat</text:h><text:p>Page "
      "<text:page-number>1</text:page-number><text:note><text:note-body><text:p>A note</text:p>"
      "</text:note-body></text:note></text:p><number>no text</number></office:text>"s;
  EXPECT_EQ(shouted(*read_open_document({"a", xml})),
            "<office:text><text:h>A <text:span a=\"1\">BIG</text:span> CAT</text:h><text:p>PAGE "
            "<text:page-number>1</text:page-number><text:note><text:note-body><text:p>A NOTE"
            "</text:p></text:note-body></text:note></text:p><number>no text</number>"
            "</office:text>");
}

std::map<std::string, std::string> members_of(const std::string& bytes) {
  const ScratchFolder folder;
  write_file_atomically(folder / "a.zip", bytes);
  const ZipArchive archive(folder / "a.zip");
  std::map<std::string, std::string> members;
  for (const auto& member : archive.members()) {
    auto& content = members[member.name];
    const auto source = archive.open(member);
    while (source->append(content)) continue;
  }
  return members;
}

TEST(OfficeDocument, OfRealFilesLosesNothing) {
  const auto files = real_files(".docx.odt.odp.pptx.xlsx.ods.epub");
  if (files.empty()) GTEST_SKIP() << "no files of other projects";
  for (const auto& path : files) {
    const auto bytes = read_file(path);
    const auto document = open_document({path, bytes});
    EXPECT_GT(document->units().size(), 0U) << path;
    EXPECT_EQ(document->write({}).bytes, bytes) << path;
    const auto written = shouted(*document);
    const auto again = open_document({path, written});
    Texts wanted;
    for (const auto& text : texts_of(*document)) wanted.push_back(in_capitals(text));
    EXPECT_EQ(texts_of(*again), wanted) << path;
    const auto before = members_of(bytes), after = members_of(written);
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [name, content] : before) {
      const bool has_text = name.ends_with(".xml") || name.ends_with(".xhtml") ||
                            name.ends_with(".ncx") || name.ends_with(".html") ||
                            name.ends_with(".opf");
      EXPECT_TRUE(has_text || after.at(name) == content) << path << " " << name;
    }
  }
}

TEST(OfficeDocument, IsRefusedIfItIsNone) {
  const auto refusal = [](const std::string& bytes) {
    return std::string(test::thrown_error([&] { open_document({"a.docx", bytes}); }).what());
  };
  EXPECT_NE(refusal("hello").find("is not a zip archive"), std::string::npos);
  EXPECT_NE(refusal("\xD0\xCF\x11\xE0...").find("is encrypted"), std::string::npos);
  EXPECT_NE(refusal("PK\3\4 cut").find("a.docx: damaged"), std::string::npos);
  EXPECT_NE(refusal("PK\5\6"s + std::string(18, '\0')).find("has no text"), std::string::npos);
}

TEST(OfficeDocument, NeedsNoPlaceForFiles) {
  const char* before = std::getenv("TMPDIR");
  const std::string place = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nonexistent", 1);
  const auto error = test::thrown_error([] {
    open_document({"a.docx", "PK\5\6"s + std::string(18, '\0')});
  });
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", place.c_str(), 1);
  EXPECT_NE(error.problem().find("has no text"), std::string::npos) << error.what();
}

/// An archive of stored members.
std::string archive_of(const std::map<std::string, std::string>& members) {
  const ScratchFolder folder;
  ZipWriter writer(folder / "a.zip");
  for (const auto& [name, content] : members) writer.add(name, content);
  writer.commit();
  return read_file(folder / "a.zip");
}

TEST(OfficeDocument, OfAnotherKindThanItsSuffixSaysIsRefused) {
  const auto refusal = [](const std::string& name, const std::string& bytes) {
    return test::thrown_error([&] { open_document({name, bytes}); });
  };
  const auto docx = archive_of({{"word/document.xml", "<w:p/>"}});
  EXPECT_EQ(refusal("a.odt", docx).problem(), "is a Word document, not an OpenDocument text");
  EXPECT_EQ(refusal("a.odt", docx).remedy(), "give it the suffix .docx");
  const auto odt = archive_of(
      {{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", "<text:p/>"}});
  EXPECT_EQ(refusal("a.ods", odt).problem(),
            "is an OpenDocument text, not an OpenDocument spreadsheet");
  EXPECT_EQ(refusal("a.txt", odt).problem(),
            "is an archive, as documents of offices are, not plain text");
  EXPECT_EQ(open_document({"a.odt", odt})->write({}).bytes, odt);
}

TEST(OfficeDocument, KeepsHeadersOfTables) {
  const auto strings = [](const std::string& text) {
    return "<sst><si><t>A big price</t></si><si><t>" + text + "</t></si></sst>";
  };
  const auto bytes = archive_of(
      {{"xl/workbook.xml", "<workbook/>"},
       {"xl/sharedStrings.xml", strings("A cat")},
       {"xl/tables/table1.xml", "<table><tableColumn id=\"1\" name=\"A big price\"/></table>"}});
  const auto document = open_document({"a.xlsx", bytes});
  EXPECT_EQ(texts_of(*document), Texts{"A cat"});
  EXPECT_EQ(members_of(shouted(*document)).at("xl/sharedStrings.xml"), strings("A CAT"));
}

TEST(OfficeDocument, HasTheTitleAndTheLanguageOfABook) {
  const auto package = [](const std::string& title, const std::string& language) {
    return "<package><metadata><dc:title>" + title + "</dc:title><dc:creator>A. B.</dc:creator>" +
           language + "</metadata></package>";
  };
  const auto english = "<dc:language>en-GB</dc:language>"s,
             french = "<dc:language>fr</dc:language>"s;
  const auto written = [](const std::string& opf, const DocumentOptions& options) {
    const auto bytes = archive_of({{"a.xhtml", "<p>A cat</p>"}, {"content.opf", opf}});
    const auto document = open_document({"a.epub", bytes}, options);
    EXPECT_EQ(document->write({}).bytes, bytes);
    return members_of(shouted(*document)).at("content.opf");
  };
  EXPECT_EQ(written(package("A book", english), {.target_language = "fr"}),
            package("A BOOK", french));
  EXPECT_EQ(written("<a><dc:language>en</dc:language>" + package("OK", "") + "</a>",
                    {.target_language = "fr"}),
            "<a>" + french + package("OK", "") + "</a>");
  EXPECT_EQ(written(package("A book", english), {}), package("A BOOK", english));
  EXPECT_EQ(written(package("A book", ""), {.target_language = "fr"}), package("A BOOK", ""));
}

}  // namespace
}  // namespace regard::documents
