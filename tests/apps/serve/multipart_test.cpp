#include "serve/request_body.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"

namespace regard::serve {
namespace {

const std::string kType = "multipart/form-data; boundary=xyz";

std::string part(const std::string& headers, const std::string& body) {
  return "--xyz\r\n" + headers + "\r\n\r\n" + body + "\r\n";
}

std::string named(const std::string& parameters) {
  return "Content-Disposition: form-data; " + parameters;
}

std::string multipart_error(const std::string& body, const std::string& type = kType) {
  try {
    read_multipart(type, body, 3);
  } catch (const Error& error) {
    return error.problem();
  }
  return {};
}

std::string name_of_file(const std::string& parameter) {
  const auto body = part(named("name=f; " + parameter), "") + "--xyz--";
  return read_multipart(kType, body).at(0).filename.value_or("none");
}

TEST(Multipart, HasPartsInOrder) {
  const auto body = part(named("name=\"q\""), "Hello\r\n--xy\r\n") +
                    part(named("name=\"file\"; filename=\"a.txt\"") +
                             "\r\nContent-Type: text/plain; charset=utf-8\r\nX-Other: 1",
                         std::string("\0\xFF", 2)) +
                    part(named("name=empty"), "") + "--xyz--\r\n";
  const auto parts = read_multipart(kType, body);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].name, "q");
  EXPECT_FALSE(parts[0].filename);
  EXPECT_EQ(parts[0].content_type, "");
  EXPECT_EQ(parts[0].body, "Hello\r\n--xy\r\n");
  EXPECT_EQ(parts[1].filename, "a.txt");
  EXPECT_EQ(parts[1].content_type, "text/plain; charset=utf-8");
  EXPECT_EQ(parts[1].body, std::string_view("\0\xFF", 2));
  EXPECT_EQ(parts[2].body, "");
  EXPECT_EQ(first_part(parts, "file"), &parts[1]);
  EXPECT_EQ(first_part(parts, "other"), nullptr);
}

TEST(Multipart, MayHaveNoParts) { EXPECT_TRUE(read_multipart(kType, "--xyz--").empty()); }

TEST(Multipart, ReadsFileNamesWithoutTheirFolders) {
  EXPECT_EQ(name_of_file("filename=\"a b.txt\""), "a b.txt");
  EXPECT_EQ(name_of_file("filename=\"/etc/passwd\""), "passwd");
  EXPECT_EQ(name_of_file("filename=\"C:\\new\\x.txt\""), "x.txt");
  EXPECT_EQ(name_of_file("filename=\"..\""), "");
  EXPECT_EQ(name_of_file("filename=\"a/.\""), "");
  EXPECT_EQ(name_of_file("filename=\"\""), "");
  EXPECT_EQ(name_of_file("filename=\"été\""), "été");
  EXPECT_EQ(name_of_file("filename=\"a\"; filename*=UTF-8'en'caf%C3%A9.txt"), "café.txt");
  EXPECT_EQ(name_of_file("filename*=utf-8''a%2Fb"), "b");
}

TEST(Multipart, RefusesBodiesThatAreNotExactlyOne) {
  const auto good = part(named("name=a"), "b");
  EXPECT_EQ(multipart_error(good + "--xyz--"), "");
  EXPECT_EQ(multipart_error(""), "the multipart body does not contain its boundary");
  EXPECT_EQ(multipart_error("a" + good), "the multipart body does not contain its boundary");
  EXPECT_EQ(multipart_error(good + "--xy"), "the multipart body ends within a part (part 1)");
  EXPECT_EQ(multipart_error(good), "the multipart body ends within a part (part 1)");
  EXPECT_EQ(multipart_error(good + "--xyz"),
            "the multipart body has other text after a boundary (part 1)");
  EXPECT_EQ(multipart_error(good + "--xyza\r\n"),
            "the multipart body has other text after a boundary (part 1)");
  EXPECT_EQ(multipart_error(good + "--xyz--more"),
            "the multipart body has other text after its last boundary (part 1)");
  EXPECT_EQ(multipart_error("--xyz\n" + named("name=a") + "\r\n\r\nb\r\n--xyz--"),
            "the multipart body has a line that is not a header (part 1)");
  EXPECT_EQ(multipart_error("--xyz\r\n" + named("name=a") + "\n\nb\n--xyz--"),
            "the multipart body has a header that is too long, or does not end (part 1)");
}

TEST(Multipart, IsReadAsWrittenByCommonLibraries) {
  const auto good = part(named("name=a"), "b"), end = std::string("--xyz--");
  for (const auto& body : {"\r\n" + good + end, "A preamble\r\n" + good + end,
                           good + end + "\r\nAn epilogue\r\n--xyz\r\n", good + end + " \t\r\n",
                           "--xyz \t\r\n" + named("name=a") + "\r\n\r\nb\r\n" + end,
                           "--xyz\n" + named("name=a") + "\n\nb\n" + end + "\n",
                           "--xyz\n" + named("name=a") + "\n\nb\n" + end + "\r\n",
                           part("Content-Disposition: attachment; name=a", "b") + end}) {
    const auto parts = read_multipart(kType, body);
    ASSERT_EQ(parts.size(), 1U) << body;
    EXPECT_EQ(parts[0].name, "a");
    EXPECT_EQ(parts[0].body, "b");
  }
  EXPECT_EQ(read_multipart("multipart/form-data; boundary=----=_Part/1",
                           "------=_Part/1\r\n" + named("name=a") + "\r\n\r\nb\r\n------=_Part/1--")
                .size(),
            1U);
}

TEST(Multipart, ReadsNamesInTheFormatsOfLibraries) {
  EXPECT_EQ(name_of_file("filename=a b.txt"), "a b.txt");
  EXPECT_EQ(name_of_file("filename=\u00e9t\u00e9.txt; x=y"), "\u00e9t\u00e9.txt");
  EXPECT_EQ(name_of_file("filename=\"a %22b%22.txt\""), "a \"b\".txt");
  const auto body = part(named("name=\"a%22%22b\""), "") + "--xyz--";
  EXPECT_EQ(read_multipart(kType, body).at(0).name, "a\"\"b");
}

TEST(Multipart, RefusesHeadersThatItCannotTrust) {
  const auto error_with = [](const std::string& headers) {
    return multipart_error(part(headers, "b") + "--xyz--");
  };
  EXPECT_EQ(error_with("Content-Type: a"),
            "the multipart body has no header Content-Disposition (part 1)");
  EXPECT_EQ(error_with(named("name=a") + "\r\n" + named("name=b")),
            "the multipart body has a header twice (part 1)");
  EXPECT_EQ(error_with(named("filename=a")), "the multipart body has no name (part 1)");
  EXPECT_EQ(error_with("Content-Disposition: inline; name=a"),
            "the multipart body has a Content-Disposition that is not form-data (part 1)");
  EXPECT_EQ(error_with(named("name=a; name=b")),
            "the multipart body has a Content-Disposition that is not form-data (part 1)");
  EXPECT_EQ(error_with(named("name=a\"b\"")),
            "the multipart body has a Content-Disposition that is not form-data (part 1)");
  EXPECT_EQ(error_with("no colon"), "the multipart body has a line that is not a header (part 1)");
  EXPECT_EQ(error_with(named("name=\"a\nb\"")),
            "the multipart body has a line that is not a header (part 1)");
  EXPECT_EQ(error_with(named("name=\"\xFF\"")),
            "the multipart body has a header that is not valid UTF-8 (part 1)");
  EXPECT_EQ(error_with(named("name=a; filename*=latin1''a")),
            "the multipart body has a filename* that is not in UTF-8 (part 1)");
  EXPECT_EQ(error_with(named("name=a; filename*=utf-8''a%0A")),
            "the multipart body has a file name with control characters (part 1)");
  for (const std::string encoding : {"base64", "x-uuencode"}) {
    EXPECT_EQ(error_with(named("name=a") + "\r\nContent-Transfer-Encoding: " + encoding),
              "the multipart body does not have the Content-Transfer-Encoding that it names (part "
              "1)");
  }
}

TEST(Multipart, IsDecodedIfAPartIsEncodedAsInMail) {
  const auto decoded = [](const std::string& encoding, const std::string& text) {
    const auto body = part(named("name=a") + "\r\nContent-Transfer-Encoding: " + encoding, text) +
                      part(named("name=b"), "=41") + "--xyz--";
    const auto parts = read_multipart(kType, body);
    EXPECT_EQ(parts.at(1).body, "=41");
    return std::string(parts.at(0).body);
  };
  EXPECT_EQ(decoded("base64", "SGVsbG8="), "Hello");
  EXPECT_EQ(decoded("BASE64", "SGVs\r\nbG8s\r\nIQ==\r\n"), "Hello,!");
  EXPECT_EQ(decoded("base64", "AP8="), std::string("\0\xFF", 2));
  EXPECT_EQ(decoded("Quoted-Printable", "caf=C3=A9 =\r\nau lait \r\n=3d"),
            "caf\u00e9 au lait\r\n=");
  EXPECT_EQ(decoded("8bit", "=41"), "=41");
}

TEST(Multipart, IsRefusedIfAPartIsEncodedWrongly) {
  EXPECT_FALSE(without_transfer_encoding("SGVsbG8", "base64")) << "one character is missing";
  EXPECT_FALSE(without_transfer_encoding("SGV$bG8=", "base64"));
  EXPECT_FALSE(without_transfer_encoding("=4", "quoted-printable"));
  EXPECT_FALSE(without_transfer_encoding("=zz", "quoted-printable"));
  EXPECT_EQ(without_transfer_encoding("", "quoted-printable"), "");
  EXPECT_EQ(without_transfer_encoding("", "base64"), "");
}

TEST(Multipart, IsBounded) {
  std::string body, headers = named("name=a");
  for (int i = 0; i < 4; ++i) body += part(named("name=a"), "");
  EXPECT_EQ(multipart_error(body + "--xyz--"), "the multipart body has more than 3 parts");
  for (int i = 0; i < 20; ++i) headers += "\r\nX-" + std::to_string(i) + ": a";
  EXPECT_EQ(multipart_error(part(headers, "") + "--xyz--"),
            "the multipart body has more than 20 headers or 8192 bytes of them (part 1)");
  EXPECT_EQ(multipart_error(part("X: " + std::string(10'000, 'x'), "") + "--xyz--"),
            "the multipart body has a header that is too long, or does not end (part 1)");
}

TEST(Multipart, NeedsABoundary) {
  EXPECT_EQ(multipart_error("--a b:c--", "multipart/form-data; boundary=\"a b:c\""), "");
  EXPECT_EQ(multipart_error("", "application/json"), "the request is not multipart/form-data");
  const std::string long_boundary(71, 'x');
  for (const auto& boundary : {std::string("\"\""), std::string("\"a \""), std::string("\"\x01\""),
                               std::string("\"a*b\""), long_boundary}) {
    EXPECT_EQ(multipart_error("", "multipart/form-data; boundary=" + boundary),
              "the header Content-Type has no valid boundary");
  }
  EXPECT_EQ(multipart_error("", "multipart/form-data"),
            "the header Content-Type has no valid boundary");
}

}  // namespace
}  // namespace regard::serve
