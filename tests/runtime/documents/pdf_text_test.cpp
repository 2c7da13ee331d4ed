#include "documents/pdf_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/atomic_file.h"
#include "documents/document_properties.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

TEST(PdfText, HasParagraphsInOneLine) {
  EXPECT_EQ(
      paragraphs_of_pdf("A heading\n\nThe cat is on\nthe  old mat and\nsleeps.\n\nA dog.\n\f"),
      "A heading\n\nThe cat is on the old mat and sleeps.\n\nA dog.\n");
  EXPECT_EQ(paragraphs_of_pdf(" \n\n\f\f"), "");
}

TEST(PdfText, EndsParagraphsAtShortLinesAndItems) {
  EXPECT_EQ(paragraphs_of_pdf("The cat is on the old mat of\nyours.\nThe dog is in the old garden\n"
                              "of mine.\n\u2022 One thing that is here and\nthere\n\u2022 Two\n"),
            "The cat is on the old mat of yours.\n\nThe dog is in the old garden of mine.\n\n"
            "\u2022 One thing that is here and there\n\n\u2022 Two\n");
  EXPECT_EQ(paragraphs_of_pdf("4.4.5 A heading that is wide\nA text of 3.5 parts\nof four.\n"),
            "4.4.5 A heading that is wide\n\nA text of 3.5 parts of four.\n");
}

TEST(PdfText, MendsWordsThatLinesDivide) {
  EXPECT_EQ(paragraphs_of_pdf("A good trans-\nlation of a well-\nknown text is well-known, a "
                              "soft\u00AD\nware, an Anglo-\nNorman\n"),
            "A good translation of a well-known text is well-known, a software, an Anglo-Norman\n");
}

TEST(PdfText, ContinuesAcrossPages) {
  EXPECT_EQ(paragraphs_of_pdf("The cat is on\n\n12\n\fthe mat.\n\nA dog\n\fThe end.\n"),
            "The cat is on the mat.\n\n12\n\nA dog\n\nThe end.\n");
}

/// A one-page PDF with lines of text.
std::string pdf_with(const std::vector<std::string>& lines) {
  std::string stream = "BT /F1 12 Tf 72 720 Td";
  for (const auto& line : lines) stream += " (" + line + ") Tj 0 -14 Td";
  stream += " ET";
  return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]"
         "/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
         "/Resources<</Font<</F1 5 0 R>>>>>>endobj\n4 0 obj<</Length " +
         str(stream.size()) + ">>stream\n" + stream +
         "\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
         "trailer<</Root 1 0 R>>\n%%EOF\n";
}

bool has_pdftotext() { return std::system("pdftotext -v > /dev/null 2>&1") == 0; }

TEST(PdfDocument, BecomesText) {
  EXPECT_EQ(translated_name("a.b/c.PDF"), "a.b/c.txt");
  EXPECT_EQ(translated_name("c.docx"), "c.docx");
  if (!has_pdftotext()) GTEST_SKIP() << "no pdftotext";
  const auto pdf = pdf_with({"The cat is on the very old mat of", "the house and sleeps."});
  EXPECT_EQ(shouted("a.pdf", pdf), "THE CAT IS ON THE VERY OLD MAT OF THE HOUSE AND SLEEPS.\n");
}

std::string refusal_of_pdf(const std::string& bytes) { return refusal_of("a.pdf", bytes); }

TEST(PdfDocument, IsRefusedWithoutTextOrIfItIsNone) {
  EXPECT_EQ(refusal_of_pdf("hello"), "a.pdf: is not a PDF document");
  if (!has_pdftotext()) GTEST_SKIP() << "no pdftotext";
  EXPECT_EQ(refusal_of_pdf(pdf_with({})), "a.pdf: has no text: its pages may be pictures");
  EXPECT_NE(refusal_of_pdf("%PDF-1.4\ncut").find("cannot be read as PDF: pdftotext"),
            std::string::npos);
}

/// Adds a folder to the front of PATH until the end of the scope.
class PathWith {
 public:
  explicit PathWith(const std::string& folder) {
    ::setenv("PATH", (folder + ":" + old_).c_str(), 1);
  }
  ~PathWith() { ::setenv("PATH", old_.c_str(), 1); }
  PathWith(const PathWith&) = delete;
  PathWith& operator=(const PathWith&) = delete;

 private:
  std::string old_ = std::getenv("PATH");
};

TEST(PdfDocument, IsReadWithinLimitsByAProgramThatGetsNoFileName) {
  const test::TemporaryFolder folder;
  const std::string program = folder / "pdftotext";
  write_file_atomically(program,
                        "#!/bin/sh\nfor last; do :; done\n"
                        "echo \"memory of $(ulimit -v)\n\ntime of $(ulimit -t)\n\ncore of "
                        "$(ulimit -c)\n\ncalled with $*\" > \"$last\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const PathWith path(folder.path());
  const auto document = open_document({"$(touch x) a;b.pdf", "%PDF-1.4"});
  const auto texts = texts_of(*document);
  ASSERT_EQ(texts.size(), 4U);
  EXPECT_EQ(texts[0], "memory of 524288");
  EXPECT_EQ(texts[1], "time of 60");
  EXPECT_EQ(texts[2], "core of 0");
  EXPECT_EQ(texts[3].find("touch"), std::string::npos) << texts[3];
}

TEST(PdfDocument, NamesTheProgramThatIsMissing) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_FALSE(has_pdf_reader());
  const auto error = test::thrown_error([] { open_document({"a.pdf", "%PDF-1.4"}); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(error.problem(), "needs the program pdftotext, which is not in PATH");
  EXPECT_NE(error.remedy().find("poppler-utils"), std::string::npos);
}

}  // namespace
}  // namespace regard::documents
