// The archives of office documents and e-books.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/replaced.h"
#include "base/zip_archive.h"
#include "base/zip_writer.h"
#include "documents/document_properties.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;
using Texts = std::vector<std::string>;

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

TEST(OfficeDocument, IsRefusedIfItIsAnotherFile) {
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

TEST(OfficeDocument, IsRefusedIfItsSuffixIsWrong) {
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
            "is a zip archive, like an office document, not plain text");
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

/// The texts to translate into French in a document with one part.
Texts texts_for_french(const std::string& name, const std::string& part, const std::string& xml) {
  const auto document = open_document({name, archive_of({{part, xml}})}, {.target_language = "fr"});
  return texts_of(*document);
}

TEST(OfficeDocument, LeavesParagraphsOfWordInTheTargetLanguage) {
  const auto run = [](const std::string& text, const std::string& language) {
    return "<w:r><w:rPr><w:lang w:val=\"" + language +
           "\" w:eastAsia=\"ja\"/></w:rPr><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
  };
  const auto texts_in = [](const std::string& paragraphs) {
    return texts_for_french("a.docx", "word/document.xml",
                            "<w:document>" + paragraphs + "</w:document>");
  };
  const auto french =
      "<w:p>" + run("Un chat", "fr-FR") + run(" ", "en-US") + run("noir", "fr-CA") + "</w:p>";
  const auto mixed = "<w:p>" + run("The word ", "en-US") + run("chat", "fr-FR") + "</w:p>";
  EXPECT_EQ(texts_in(french + mixed), Texts{"The word {0}"});
  const auto halves = "<w:p>" + run("The c", "en-US") + run("at", "fr-FR") + "</w:p>";
  EXPECT_EQ(texts_in(halves), Texts{"The cat"}) << "half of a word";
  EXPECT_EQ(texts_in(french), Texts{"Un chat noir"}) << "all of it, so the language is wrong";
}

TEST(OfficeDocument, LeavesParagraphsOfOpenDocumentInTheTargetLanguage) {
  const auto style = [](const std::string& family, const std::string& name,
                        const std::string& language) {
    return "<style:style style:name=\"" + name + "\" style:family=\"" + family +
           "\"><style:text-properties fo:language=\"" + language + "\"/></style:style>";
  };
  const auto paragraph = [](const std::string& attributes, const std::string& content) {
    return "<text:p" + attributes + ">" + content + "</text:p>";
  };
  const auto in_french = " text:style-name=\"P1\""s, span = "<text:span text:style-name=\"T1\">"s;
  const auto texts_in = [&](const std::string& paragraphs) {
    return texts_for_french("a.odt", "content.xml",
                            "<a>" + style("paragraph", "P1", "fr") + style("text", "T1", "fr") +
                                style("text", "T2", "en") + paragraphs + "</a>");
  };
  EXPECT_EQ(texts_in(paragraph(in_french, "Un <text:a>chat</text:a>") +
                     paragraph("", span + "Un chat</text:span> ") +
                     paragraph("", "The word " + span + "chat</text:span>") +
                     paragraph(in_french, "<text:span text:style-name=\"T2\">A dog</text:span>")),
            (Texts{"The word chat", "A dog"}));
  EXPECT_EQ(texts_in(paragraph(in_french, "Un chat")), Texts{"Un chat"});
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

TEST(OfficeDocument, DeclaresTheTargetLanguage) {
  const DocumentOptions options{.source_language = "en", .target_language = "fr"};
  const auto written = [&](const std::string& file, const std::string& part,
                           const std::string& xml) {
    return members_of(shouted(*open_document({file, archive_of({{part, xml}})}, options))).at(part);
  };
  const auto paragraph = [](const std::string& language, const std::string& text) {
    return "<w:p><w:pPr><w:rPr><w:lang w:val=\"" + language + "\"/></w:rPr></w:pPr><w:r>" + text +
           "</w:r></w:p>";
  };
  const auto document = [&](const std::string& language, const std::string& text) {
    return "<w:body>" + paragraph(language, "<w:t>" + text + "</w:t>") +
           paragraph("de", "<w:t>1</w:t>") + "</w:body>";
  };
  const auto spaced = written("a.docx", "word/document.xml", document("en-US", "a cat"));
  EXPECT_EQ(replaced(spaced, " xml:space=\"preserve\"", ""), document("fr", "A CAT"));
  EXPECT_EQ(written("a.epub", "a.xhtml", "<html xml:lang=\"en\"><p>a cat</p></html>"),
            "<html xml:lang=\"fr\"><p>A CAT</p></html>");
  EXPECT_EQ(written("a.epub", "toc.ncx",
                    "<ncx xml:lang=\"en\"><navLabel><text>a cat</text></navLabel></ncx>"),
            "<ncx xml:lang=\"fr\"><navLabel><text>A CAT</text></navLabel></ncx>");
}

}  // namespace
}  // namespace regard::documents
