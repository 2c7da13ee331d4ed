#include "serve/file_translation.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "serve/http_message.h"
#include "support/base/thrown_error.h"

namespace regard::serve {
namespace {

Fields form(const std::string& body) {
  return Fields::of({.method = "POST",
                     .path = "/translate_file",
                     .headers = {{"Content-Type", "application/x-www-form-urlencoded"}},
                     .body = body});
}

TEST(FileTranslation, TakesTheOptionsOfDocuments) {
  const auto presets = document_options(form(""));
  EXPECT_EQ(presets.entries, documents::Entries::open);
  EXPECT_EQ(presets.subtitle_letters, 42);
  const auto options =
      document_options(form("entries=all&columns=2&subtitle_letters=30&reading_speed=12.5"));
  EXPECT_EQ(options.entries, documents::Entries::all);
  EXPECT_EQ(options.columns, "2");
  EXPECT_EQ(options.subtitle_letters, 30);
  EXPECT_EQ(options.reading_speed, 12.5);
}

TEST(FileTranslation, NamesAnOptionWithAnInvalidValue) {
  for (const auto* body : {"entries=some", "subtitle_letters=many", "reading_speed=0"}) {
    const auto error = test::thrown_error([&] { document_options(form(body)); });
    const std::string name = body;
    EXPECT_NE(std::string(error.what()).find(name.substr(0, name.find('='))), std::string::npos)
        << error.what();
  }
}

TEST(FileTranslation, KeepsTheNameOfAFileWithinBounds) {
  MultipartPart part{.name = "file", .filename = {}, .content_type = {}, .body = "bytes"};
  const auto file = sent_file(part, "a.srt");
  EXPECT_EQ(file.name, "a.srt");
  EXPECT_EQ(file.bytes, "bytes");
  EXPECT_THROW(sent_file(part, std::string(2'000, 'n')), Refusal);
}

}  // namespace
}  // namespace regard::serve
