// Documents of offices and books.
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
                            name.ends_with(".ncx") || name.ends_with(".html");
      EXPECT_TRUE(has_text || after.at(name) == content) << path << " " << name;
    }
  }
}

TEST(OfficeDocument, IsRefusedIfItIsNone) {
  const auto refusal = [](const std::string& bytes) {
    return std::string(test::thrown_error([&] { open_document({"a.docx", bytes}); }).what());
  };
  EXPECT_NE(refusal("hello").find("is no archive"), std::string::npos);
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

}  // namespace
}  // namespace regard::documents
